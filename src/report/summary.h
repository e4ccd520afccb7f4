#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "types/grounding_report.h"

namespace gloss {

/// What the renderers for people (terminal, Markdown, HTML) tell alike: labels, counts, places,
/// gaps. All functions are pure. Texts taken from documents come back as they are: each renderer
/// makes them safe for its own medium.

inline constexpr std::array<Verdict, 6> kAllVerdicts = {
    Verdict::kSupported,     Verdict::kContradicted, Verdict::kConflicting,
    Verdict::kNotEnoughInfo, Verdict::kNotCheckable, Verdict::kUnchecked};

/// "Supported", "Contradicted", "Conflicting", "Not enough info", "Not checkable", "Unchecked".
std::string_view VerdictLabel(Verdict verdict);

/// Mark of a verdict: "✓" "✗" "±" "?" "–" "!", or its ASCII form.
std::string_view VerdictIcon(Verdict verdict, bool unicode);

/// True for what a reader must look at: everything but supported and not checkable.
bool IsProblem(Verdict verdict);

/// Number of claims by verdict, indexed by the enum's value.
std::array<int, 6> CountVerdicts(const GroundingReport& report);

/// The claims of each response sentence, as indexes into report.claims, in order.
std::vector<std::vector<size_t>> ClaimsBySentence(const GroundingReport& report);

/// The best evidence set of one polarity; null when there is none.
const EvidenceSet* BestEvidence(const ClaimResult& claim, Polarity polarity);

/// Title, else the file name in the uri, else the id.
std::string DocumentName(const Document& document);

/// The texts of the headings above a sentence, outermost first.
std::vector<std::string> HeadingPath(const Document& document, const Sentence& sentence);

/// "p. 3", "pp. 3-4"; empty without pages.
std::string PageLabel(const Document& document, const Sentence& sentence);

/// "table 1, row 2, column 3" (1-based); empty outside tables.
std::string CellLabel(const Document& document, const Sentence& sentence);

/// "37.5 %"; "n/a" when absent.
std::string PercentLabel(const std::optional<double>& share);

/// "0.787"; "n/a" when absent.
std::string ScoreLabel(const std::optional<double>& score);

/// "1 claim", "3 claims".
std::string CountLabel(int count, std::string_view singular, std::string_view plural);

/// A metric of the report, ready to show.
struct MetricLine {
  std::string_view abbreviation;  ///< "FCR"; empty for the share of unchecked claims.
  std::string_view name;          ///< "Faithful"
  std::string_view meaning;       ///< One line of explanation.
  std::string value;
};

/// All metrics in reading order, absent ones as "n/a".
std::vector<MetricLine> MetricLines(const GroundingMetrics& metrics);

/// Everything that was not checked, a line each: coverage.gaps, sources that could not be read and
/// are not named there, unchecked claims when no gap speaks of them, a report without claims.
std::vector<std::string> GapLines(const GroundingReport& report);

/// "5 of 6 claims checked in 2 sources".
std::string CoverageLine(const GroundingReport& report);

}  // namespace gloss
