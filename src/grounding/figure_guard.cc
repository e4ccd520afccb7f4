#include "grounding/figure_guard.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "text/figures.h"

namespace gloss {
namespace {

/// The first digits or number word of a figure: what is left when unit and scale change.
std::string_view NumeralOf(const FigureText& text, const Figure& figure) {
  for (size_t i = figure.first; i < figure.last; ++i) {
    if (text.tokens[i].IsDigits()) return text.tokens[i].folded;
  }
  return text.tokens[figure.first].folded;
}

bool SameFigure(const Figure& a, const Figure& b) {
  const long double slack = 1e-9L * std::max(std::fabs(a.value), std::fabs(b.value));
  return (a.unit == nullptr) == (b.unit == nullptr) && SameQuantity(a.unit, b.unit) &&
         std::fabs(a.value - b.value) <= slack;
}

bool IsMeasure(const Figure& figure) {
  return figure.kind == FigureKind::kNumber && !figure.article;
}

}  // namespace

bool IsUnit(std::string_view folded, std::string_view language) {
  const FigureLexicon& lexicon = FigureLexicon::Of(language);
  return folded == "%" || lexicon.UnitOf(folded) != nullptr || lexicon.Scale(folded) ||
         UnitBySign(folded) != nullptr;
}

bool UnitsDiffer(std::string_view claim, const SentenceWords& sentence) {
  const FigureText own = ReadFigures(claim, sentence.language());
  const FigureText theirs = ReadFigures(sentence.text(), sentence.language());
  for (const Figure& figure : own.figures) {
    if (!IsMeasure(figure)) continue;
    bool same = false;
    bool other = false;
    for (const Figure& candidate : theirs.figures) {
      if (!IsMeasure(candidate)) continue;
      same = same || SameFigure(figure, candidate);
      other = other || NumeralOf(own, figure) == NumeralOf(theirs, candidate) ||
              std::fabs(figure.written - candidate.written) < 1e-9L;
    }
    if (other && !same) return true;
  }
  return false;
}

bool AddsOrdinal(const std::vector<Word>& claim, const SentenceWords& sentence) {
  const FigureLexicon& lexicon = FigureLexicon::Of(sentence.language());
  return std::any_of(claim.begin(), claim.end(), [&](const Word& word) {
    return lexicon.Ordinal(word.folded) && !HasStem(sentence.words(), word.folded) &&
           !HasStem(sentence.context(), word.folded);
  });
}

}  // namespace gloss
