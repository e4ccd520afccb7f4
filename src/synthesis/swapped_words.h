#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "synthesis/contradiction_words.h"
#include "text/words.h"

namespace gloss {

/// "The Council informed the Parliament" → "The Parliament informed the Council": two names around
/// a verb that goes one way change places. Only where the statement begins with the first name.
std::optional<std::string> SwapNames(std::string_view text, const std::vector<Word>& words,
                                     const ContradictionWords& lists);

/// "… higher in men than in women" → "… in women than in men": what is compared changes places.
std::optional<std::string> SwapCompared(std::string_view text, const std::vector<Word>& words,
                                        const ContradictionWords& lists, std::string_view language);

}  // namespace gloss
