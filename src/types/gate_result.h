#pragma once

#include <string>
#include <vector>

#include "types/grounding_report.h"

namespace gloss {

/// The gate's answer for one report.
struct GateOutcome {
  bool passed = false;
  std::vector<std::string> reasons;  ///< Why it failed, one line each; empty when it passed.
};

/// What a baseline says of a claim.
enum class ClaimChangeKind {
  kNone,          ///< No problem, or there is no baseline.
  kRegression,    ///< Supported in the baseline, and not any more.
  kNewProblem,    ///< The baseline has no such claim, or no problem with it.
  kKnownProblem,  ///< A problem that the baseline has too.
};

/// The gate's answer for all reports of a run: what renderers show of it.
struct GateResult {
  bool passed = false;
  std::vector<Verdict> failing;      ///< Verdicts that fail a claim.
  std::vector<GateOutcome> records;  ///< One a report.
  std::vector<std::string> reasons;  ///< Of the run as a whole.
  bool has_baseline = false;
  std::vector<std::string> incomparable;  ///< Why the baseline cannot be compared; else empty.
  std::vector<std::vector<ClaimChangeKind>> changes;  ///< By report and claim; empty: no baseline.

  bool comparable() const { return incomparable.empty(); }
  ClaimChangeKind ChangeOf(size_t report, size_t claim) const {
    return report < changes.size() && claim < changes[report].size() ? changes[report][claim]
                                                                     : ClaimChangeKind::kNone;
  }
};

}  // namespace gloss
