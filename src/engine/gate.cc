#include "engine/gate.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace gloss {
namespace {

std::string CountLine(size_t count, Verdict verdict) {
  return fmt::format("{} claim{} {}", count, count == 1 ? "" : "s", VerdictName(verdict));
}

}  // namespace

GateOutcome EvaluateGate(const GroundingReport& report, const GatePolicy& policy) {
  std::map<Verdict, size_t> counts;
  for (const ClaimResult& result : report.claims) ++counts[result.verdict];

  GateOutcome outcome;
  const size_t checkable = report.claims.size() - counts[Verdict::kNotCheckable];
  if (checkable == 0) outcome.reasons.push_back("the response has no claim that can be checked");
  for (const auto& [verdict, count] : counts) {
    const bool named =
        std::find(policy.fail_on.begin(), policy.fail_on.end(), verdict) != policy.fail_on.end();
    if (count > 0 && (named || verdict == Verdict::kUnchecked)) {
      outcome.reasons.push_back(CountLine(count, verdict));
    }
  }
  for (const UnreadSource& source : report.unread_sources) {
    outcome.reasons.push_back(fmt::format("source not read: {}", source.uri));
  }
  if (!report.coverage.complete() && counts[Verdict::kUnchecked] == 0 &&
      report.unread_sources.empty()) {
    outcome.reasons.push_back(fmt::format("not all was checked: {}", report.coverage.gaps.front()));
  }
  outcome.passed = outcome.reasons.empty();
  return outcome;
}

}  // namespace gloss
