#pragma once

#include <string>
#include <vector>

#include "types/grounding_report.h"

namespace gloss {

/// Which reports a caller lets pass, for CI jobs and scripts.
struct GatePolicy {
  /// Verdicts that fail the gate. Unchecked work fails it in any case.
  std::vector<Verdict> fail_on = {Verdict::kContradicted, Verdict::kConflicting,
                                  Verdict::kNotEnoughInfo};
};

/// The gate's answer for one report.
struct GateOutcome {
  bool passed = false;
  std::vector<std::string> reasons;  ///< Why it failed, one line each; empty when it passed.
};

/// Applies the policy. Fails closed: unchecked claims, coverage gaps, unread sources, and a
/// response without a single checkable claim never pass.
GateOutcome EvaluateGate(const GroundingReport& report, const GatePolicy& policy);

}  // namespace gloss
