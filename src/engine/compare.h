#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "types/grounding_report.h"

namespace gloss {

/// Something that two reports must share to be compared, and do not.
enum class DifferenceKind {
  kVersion,   ///< The program's, or the sentence splitter's.
  kMethod,    ///< Grounding method.
  kModel,     ///< A model's name or hash, of one role.
  kPrompt,    ///< A prompt's hash.
  kSetting,   ///< A threshold, a seed …
  kQuestion,  ///< The question that is answered.
  kSource,    ///< A source was added, removed, altered, or read in one report only.
  kResponse,  ///< The text that is checked.
};

/// "version", "method", "model", "prompt", "setting", "question", "source", "response".
std::string_view DifferenceKindName(DifferenceKind kind);

struct ReportDifference {
  DifferenceKind kind = DifferenceKind::kVersion;
  std::string what;      ///< "tau", "entailment", "report.pdf" …
  std::string baseline;  ///< Empty: it has none.
  std::string current;   ///< Empty: it has none.

  friend bool operator==(const ReportDifference&, const ReportDifference&) = default;
};

/// One evidence set in words that do not depend on a report's numbering.
struct ComparedEvidence {
  Polarity polarity = Polarity::kSupports;
  std::string source;                  ///< Title, else uri, else id of its document.
  std::vector<std::string> sentences;  ///< In document order.

  friend auto operator<=>(const ComparedEvidence&, const ComparedEvidence&) = default;
};

/// A claim whose verdict or evidence is not the same in both reports.
struct ClaimChange {
  std::string sentence;  ///< Response sentence that the claim is of.
  std::string claim;
  std::optional<Verdict> baseline;              ///< Nothing: the claim is new.
  std::optional<Verdict> current;               ///< Nothing: the claim is gone.
  std::vector<ComparedEvidence> evidence_gone;  ///< In the baseline only.
  std::vector<ComparedEvidence> evidence_new;   ///< In the current report only.

  bool verdict_changed() const { return baseline != current; }
};

/// A figure of both reports; nothing where it is not defined.
struct MetricChange {
  std::string name;  ///< "fcr", "acr", "hcr", "ucr", "unchecked", "cer", "ecss", "pfcr".
  std::optional<double> baseline;
  std::optional<double> current;

  /// current - baseline, when both are there.
  std::optional<double> Delta() const;
};

/// What changed from one report to another.
struct ReportComparison {
  std::vector<ReportDifference> differences;  ///< Why they cannot be compared; by kind.
  std::vector<ClaimChange> changes;           ///< In the order of the current response, then gone.
  size_t unchanged_claims = 0;
  std::vector<MetricChange> metrics;                ///< All, in the order of GroundingMetrics.
  std::map<Verdict, std::pair<int, int>> verdicts;  ///< Claims by verdict: baseline, current.

  /// False when a change of a figure may come from how it was computed, or on what, rather than
  /// from the text.
  bool comparable() const { return differences.empty(); }
};

struct CompareOptions {
  /// A gate checks a new answer to the old question against an old one: the text that is checked
  /// may differ then.
  bool response_may_differ = false;
};

/// The figures of a report by name, in the order of GroundingMetrics.
std::vector<std::pair<std::string, std::optional<double>>> MetricsByName(
    const GroundingMetrics& metrics);

/// Compares two reports. Claims are matched by the text of their sentence and their own text, in
/// order where both repeat; ids, scores and places do not matter. Figures are compared with the
/// four decimals that reports are written with, so a report in memory equals itself read back.
/// Deterministic; thread-safe.
ReportComparison CompareReports(const GroundingReport& baseline, const GroundingReport& current,
                                const CompareOptions& options = {});

}  // namespace gloss
