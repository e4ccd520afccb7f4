#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "types/span.h"

namespace gloss {

/// What about a claim the evidence does not bear out.
enum class FigureFault : uint8_t {
  kNumber,
  kUnit,
  kPercent,
  kDate,
  kDuration,
  kComparative,  ///< A bound or a direction: "at least", "higher", "before".
  kNegation,     ///< The claim denies what the evidence states, or the other way round.
  kName,
  kQuantifier,  ///< all, some, none, only, most.
};

/// "number", "unit", …: the name for reports.
std::string_view FigureFaultName(FigureFault fault);

/// One figure, name or negation of a claim that the evidence does not bear out.
struct FigureMismatch {
  FigureFault kind = FigureFault::kNumber;
  std::string claim_text;     ///< The stretch of the claim: "50,000 m³ a day".
  std::string evidence_text;  ///< What the evidence says in its place: "5,000"; "" for nothing.
  Span claim_span;            ///< Bytes of the claim.
};

/// What the check found, in the order of the claim.
struct FigureReport {
  /// The evidence gives another value for the same thing.
  std::vector<FigureMismatch> conflicts;
  /// The claim's figure or name is not in the evidence at all.
  std::vector<FigureMismatch> missing;

  bool empty() const { return conflicts.empty() && missing.empty(); }
};

/// The figures, names and polarity of one text, read once. Owns what it keeps: the text may go.
/// Cheap to copy; immutable, so safe to share between threads.
class ParsedFigures {
 public:
  struct Parts;  ///< In figures_check_parts.h; of use to the check alone.

  /// Nothing parsed: as a claim it has no faults, as evidence it bears nothing out.
  ParsedFigures();
  explicit ParsedFigures(std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}

  const Parts& parts() const { return *parts_; }

 private:
  std::shared_ptr<const Parts> parts_;
};

/// Reads a claim, or one or several sentences of evidence, joined. `language` is en, de, es, fr, it
/// or "" (read as English). Any bytes are taken. Linear in the text; the sentence that a matcher
/// compares with many claims is parsed once.
ParsedFigures ParseFigures(std::string_view text, std::string_view language);

/// Compares each figure (number with its unit, percentage, sum of money, duration, date, bound),
/// name, quantifier and negation of the claim with the evidence. Deterministic. Silence is no proof
/// of support: words are not compared, only figures. It is built to raise no false alarm: what it
/// cannot align surely it lets pass (docs/design/figures.md has the rules and measured rates).
FigureReport CheckFigures(const ParsedFigures& claim, const ParsedFigures& evidence);

/// The same where more of the document is known: its title, the sentences around. A name or a date
/// of the claim that only `context` has is not missing: texts say these once. Numbers must be in
/// the evidence itself.
FigureReport CheckFigures(const ParsedFigures& claim, const ParsedFigures& evidence,
                          const ParsedFigures& context);

/// The same for texts that are compared once.
FigureReport CheckFigures(std::string_view claim, std::string_view evidence,
                          std::string_view language);

/// One line for people: "50,000 m³ a day; the source says 5,000".
std::string DescribeMismatch(const FigureMismatch& mismatch);

}  // namespace gloss
