#pragma once

#include <string_view>
#include <vector>

#include "text/words.h"
#include "types/span.h"

namespace gloss {

/// Words for a time that only the day of writing tells: "next year", "letzte Woche", "ayer". In
/// order; words of WordsOf(text). "the last year of the war" is none.
std::vector<Span> RelativeTimes(const std::vector<Word>& words, std::string_view language);

/// True when the text is such a time and nothing else.
bool IsRelativeTime(std::string_view text, std::string_view language);

}  // namespace gloss
