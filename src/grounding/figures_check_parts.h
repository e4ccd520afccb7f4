#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "grounding/figures_check.h"
#include "text/figures.h"

namespace gloss {

/// What the check knows of a token beside its figure.
struct CheckedToken {
  uint64_t stem = 0;          ///< Of content words: equal for inflected forms.
  uint32_t sentence = 0;      ///< Counted from the beginning of the text.
  bool content = false;       ///< A word of its own meaning; no part of a figure.
  bool in_figure = false;     ///< Part of a number, its unit or its bound.
  bool negator = false;       ///< "not", "kein", "failed to".
  bool clause_start = false;  ///< A clause begins here: negation does not reach over it.
  bool negated = false;       ///< A content word that a negator denies.
};

struct ParsedFigures::Parts {
  std::string text;
  std::string language;
  FigureText figures;
  std::vector<CheckedToken> checks;  ///< One a token.
  size_t sentences = 0;
  std::vector<uint32_t> sentence_sizes;  ///< In tokens.
  /// Content stems with the tokens they are at.
  std::unordered_map<uint64_t, std::vector<uint32_t>> places;
  /// Words as they are folded, of all tokens: for names.
  std::unordered_set<std::string> words;

  const std::vector<FigureToken>& tokens() const { return figures.tokens; }
  std::string_view TextOf(Span span) const { return span.In(text); }
  Span SpanOf(size_t first, size_t last) const {
    return {tokens()[first].span.begin, tokens()[last - 1].span.end};
  }
};

/// A key that inflected forms of a word share, as far as their endings tell.
uint64_t StemKey(std::string_view folded, std::string_view language);

/// Of each sentence of the evidence, how many of the claim's content stems it has, as a share of
/// all.
std::vector<double> CoverageBySentence(const ParsedFigures::Parts& claim,
                                       const ParsedFigures::Parts& evidence);

}  // namespace gloss
