#include "grounding/figures_check.h"

#include <algorithm>
#include <string>
#include <vector>

#include "grounding/figures_check_names.h"
#include "grounding/figures_check_numbers.h"
#include "grounding/figures_check_parts.h"
#include "grounding/figures_check_polarity.h"
#include "grounding/figures_check_values.h"

namespace gloss {
namespace {

using Parts = ParsedFigures::Parts;

/// A name or date that is missing in the evidence is in what else is known of the document.
bool IsInContext(const Parts& claim, const FigureMismatch& mismatch, const Parts& context) {
  if (mismatch.kind == FigureFault::kDate) {
    const std::vector<Figure>& figures = claim.figures.figures;
    const auto mine = std::find_if(figures.begin(), figures.end(), [&](const Figure& figure) {
      return figure.SpanIn(claim.tokens()) == mismatch.claim_span;
    });
    if (mine == figures.end()) return false;
    return std::any_of(context.figures.figures.begin(), context.figures.figures.end(),
                       [&](const Figure& figure) {
                         return MatchValues(*mine, figure, false) == ValueMatch::kEqual;
                       });
  }
  if (mismatch.kind != FigureFault::kName) return false;
  for (size_t i = 0; i < claim.tokens().size(); ++i) {
    const FigureToken& token = claim.tokens()[i];
    if (!mismatch.claim_span.Contains(token.span) || !token.IsWord()) continue;
    if (context.words.contains(token.folded)) return true;
    if (claim.checks[i].content && context.places.contains(claim.checks[i].stem)) return true;
  }
  return false;
}

bool InOrder(const FigureMismatch& a, const FigureMismatch& b) {
  return a.claim_span < b.claim_span;
}

}  // namespace

std::string_view FigureFaultName(FigureFault fault) {
  switch (fault) {
    case FigureFault::kNumber:
      return "number";
    case FigureFault::kUnit:
      return "unit";
    case FigureFault::kPercent:
      return "percentage";
    case FigureFault::kDate:
      return "date";
    case FigureFault::kDuration:
      return "duration";
    case FigureFault::kComparative:
      return "comparison";
    case FigureFault::kNegation:
      return "negation";
    case FigureFault::kName:
      return "name";
    case FigureFault::kQuantifier:
      return "quantifier";
  }
  return "figure";
}

FigureReport CheckFigures(const ParsedFigures& claim, const ParsedFigures& evidence) {
  FigureReport report;
  const std::vector<double> coverage = CoverageBySentence(claim.parts(), evidence.parts());
  const CheckedPair pair{claim.parts(), evidence.parts(), coverage};
  CheckNumbers(pair, report);
  CheckPolarity(pair, report);
  CheckRoles(pair, report);
  CheckNames(pair, report);
  std::stable_sort(report.conflicts.begin(), report.conflicts.end(), InOrder);
  std::stable_sort(report.missing.begin(), report.missing.end(), InOrder);
  return report;
}

FigureReport CheckFigures(const ParsedFigures& claim, const ParsedFigures& evidence,
                          const ParsedFigures& context) {
  FigureReport report = CheckFigures(claim, evidence);
  std::erase_if(report.missing, [&](const FigureMismatch& mismatch) {
    return IsInContext(claim.parts(), mismatch, context.parts());
  });
  return report;
}

FigureReport CheckFigures(std::string_view claim, std::string_view evidence,
                          std::string_view language) {
  return CheckFigures(ParseFigures(claim, language), ParseFigures(evidence, language));
}

std::string DescribeMismatch(const FigureMismatch& mismatch) {
  if (mismatch.evidence_text.empty()) return mismatch.claim_text + "; not in the source";
  return mismatch.claim_text + "; the source says " + mismatch.evidence_text;
}

}  // namespace gloss
