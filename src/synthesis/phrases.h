#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "text/words.h"
#include "types/span.h"

namespace gloss {

template <typename List>
bool HasWord(const List& list, std::string_view word) {
  for (const std::string_view each : list) {
    if (each == word) return true;
  }
  return false;
}

/// Words [first, last) stand with one space or a hyphen between them.
bool StandTogether(std::string_view text, const std::vector<Word>& words, size_t first,
                   size_t last);

/// How many words the longest phrase of the list has that begins at word `at`; 0: none does.
size_t PhraseAt(std::string_view text, const std::vector<Word>& words, size_t at,
                const std::vector<std::string_view>& phrases);

/// From the first to the last of words [first, last). REQUIRES: first < last.
Span SpanOfWords(const std::vector<Word>& words, size_t first, size_t last);

/// The text with other words in a stretch of it.
std::string WithReplaced(std::string_view text, const Span& span, std::string_view with);

/// The two stretches change places. `a_begins`: the first begins the statement; capitals of
/// `articles` go with their place. REQUIRES: a before b.
std::string WithSwapped(std::string_view text, const Span& a, const Span& b, bool a_begins,
                        const std::vector<std::string_view>& articles);

}  // namespace gloss
