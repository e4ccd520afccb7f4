#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "types/gate_result.h"
#include "types/grounding_report.h"

namespace gloss {

/// A figure that must reach a value.
struct MetricFloor {
  std::string metric;  ///< "supported", "fcr", "cer", "ecss" or "pfcr".
  double least = 0;    ///< 0 to 1.

  friend bool operator==(const MetricFloor&, const MetricFloor&) = default;
};

/// "0.9", "90%" (share of checkable claims that are supported), "fcr=0.9".
/// Errors: kInvalidArgument naming what is wrong and what there is.
Result<MetricFloor> ParseMetricFloor(std::string_view word);

/// Which reports a caller lets pass, for CI jobs and scripts.
struct GatePolicy {
  /// Verdicts that fail the gate. Unchecked work fails it in any case, but for max_unchecked.
  std::vector<Verdict> fail_on = {Verdict::kContradicted, Verdict::kConflicting,
                                  Verdict::kNotEnoughInfo};
  std::vector<MetricFloor> fail_under;
  size_t max_unchecked = 0;  ///< Unchecked claims that are let pass.
  /// fail_under and max_unchecked hold for each report; false: for all claims of a run together.
  bool each_record = true;
};

/// Applies the policy to one report. Fails closed: unchecked claims, coverage gaps, unread sources,
/// a response without a single checkable claim, a figure that is absent, and a claim that is called
/// supported without evidence never pass.
GateOutcome EvaluateGate(const GroundingReport& report, const GatePolicy& policy);

/// A run to be judged.
struct GateInput {
  std::span<const GroundingReport> reports;
  size_t failed_records = 0;  ///< Records that gave no report. Each fails the gate.
  /// Reports of an earlier run on the same records; see `has_baseline`.
  std::span<const GroundingReport> baseline;
  bool has_baseline = false;
};

/// Applies the policy to a whole run. A run without reports never passes. With a baseline, records
/// are matched by id (by place where ids are missing or repeat), and a claim that was supported and
/// is not any more fails the gate; so does a baseline that cannot be compared (compare.h): another
/// model, prompt, method, threshold, splitter, question, source or set of records.
GateResult EvaluateGate(const GateInput& input, const GatePolicy& policy);

}  // namespace gloss
