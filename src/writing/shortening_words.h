#pragma once

#include <string_view>
#include <vector>

namespace gloss {

/// Closed lists of a language for the shortener. Lower case.
struct ShorteningWords {
  /// Connectives that begin a sentence and say nothing of their own: "however".
  std::vector<std::string_view> connectives;
  /// True where a connective must be followed by a comma to be taken off.
  bool comma_after_connective = true;
  /// Begin relative clauses between commas that only add something: "which".
  std::vector<std::string_view> relatives;
  /// Begin clauses at the end of a sentence that only add something: "because", "so that".
  std::vector<std::string_view> tails;
  /// Begin lists of examples: "such as".
  std::vector<std::string_view> examples;
  std::string_view open_quote;
  std::string_view close_quote;
};

/// The lists of en, de, es, fr or it; empty lists and English quotation marks for others.
const ShorteningWords& ShorteningWordsOf(std::string_view language);

}  // namespace gloss
