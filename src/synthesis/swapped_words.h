#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "synthesis/role_words.h"
#include "text/words.h"

namespace gloss {

// Two stretches of a statement change places, so that it says the opposite of them. Nothing where
// it is not plain where they begin and end.

/// "The Council informed the Parliament" → "The Parliament informed the Council": two names around
/// a verb that goes one way. Only where the statement begins with the first name.
std::optional<std::string> SwapNames(std::string_view text, const std::vector<Word>& words,
                                     const RoleWords& lists, std::string_view language);

/// "… higher in men than in women" → "… in women than in men", "A was higher than B" → "B was
/// higher than A", "higher in the old compared with the new group".
std::optional<std::string> SwapCompared(std::string_view text, const std::vector<Word>& words,
                                        const RoleWords& lists, std::string_view language);

/// "… in men but not in women" → "… in women but not in men"; "clinical rather than surgical".
std::optional<std::string> SwapContrasted(std::string_view text, const std::vector<Word>& words,
                                          const RoleWords& lists);

}  // namespace gloss
