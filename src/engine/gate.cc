#include "engine/gate.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <utility>

#include "engine/gate_baseline.h"

namespace gloss {
namespace {

constexpr std::array<std::string_view, 5> kMetrics = {"supported", "fcr", "cer", "ecss", "pfcr"};

std::string CountLine(size_t count, Verdict verdict) {
  return fmt::format("{} claim{} {}", count, count == 1 ? "" : "s", VerdictName(verdict));
}

/// Claims of one report or many, counted.
struct Tally {
  size_t checkable = 0;
  size_t supported = 0;
  size_t faithful = 0;  ///< Supporting and no contradicting evidence.
  size_t unchecked = 0;
  size_t baseless = 0;  ///< Called supported, without supporting evidence.
  std::map<Verdict, size_t> by_verdict;
  std::map<std::string_view, std::pair<double, size_t>> means;  ///< Sum by claims, and claims.
  size_t claims = 0;

  void Add(const GroundingReport& report) {
    for (const ClaimResult& claim : report.claims) {
      ++by_verdict[claim.verdict];
      checkable += claim.verdict != Verdict::kNotCheckable ? 1 : 0;
      unchecked += claim.verdict == Verdict::kUnchecked ? 1 : 0;
      const bool supports = HasEvidence(claim.evidence, Polarity::kSupports);
      if (claim.verdict == Verdict::kSupported) (supports ? supported : baseless) += 1;
      const bool checked = claim.verdict != Verdict::kUnchecked;
      faithful +=
          checked && supports && !HasEvidence(claim.evidence, Polarity::kContradicts) ? 1 : 0;
    }
    const size_t weight = report.claims.size();
    claims += weight;
    const auto add = [&](std::string_view name, const std::optional<double>& value) {
      if (!value) return;
      means[name].first += *value * static_cast<double>(weight);
      means[name].second += weight;
    };
    add("cer", report.metrics.cer);
    add("ecss", report.metrics.ecss);
    add("pfcr", report.metrics.pfcr);
  }

  /// Counted from the claims where that is possible, so that a report's own figures need no trust.
  std::optional<double> Value(const std::string& metric) const {
    if (metric == "supported" || metric == "fcr") {
      if (checkable == 0) return std::nullopt;
      const size_t count = metric == "fcr" ? faithful : supported;
      return static_cast<double>(count) / static_cast<double>(checkable);
    }
    const auto mean = means.find(metric);
    // One report without the figure leaves the figure of all unknown.
    if (mean == means.end() || mean->second.second != claims || claims == 0) return std::nullopt;
    return mean->second.first / static_cast<double>(mean->second.second);
  }
};

void CheckFigures(const Tally& tally, const GatePolicy& policy, std::vector<std::string>& reasons) {
  for (const MetricFloor& floor : policy.fail_under) {
    const auto value = tally.Value(floor.metric);
    if (!value) {
      reasons.push_back(
          fmt::format("{} is not known, at least {:.4g} is asked for", floor.metric, floor.least));
    } else if (*value < floor.least - 1e-9) {
      reasons.push_back(fmt::format("{} is {:.4f}, at least {:.4g} is asked for", floor.metric,
                                    *value, floor.least));
    }
  }
}

void CheckUnchecked(const Tally& tally, const GatePolicy& policy,
                    std::vector<std::string>& reasons) {
  if (tally.unchecked <= policy.max_unchecked) return;
  std::string line = CountLine(tally.unchecked, Verdict::kUnchecked);
  if (policy.max_unchecked > 0) line += fmt::format(", at most {} allowed", policy.max_unchecked);
  reasons.push_back(line);
}

/// A gap that speaks of unchecked claims, which are counted on their own (grounding/grounder.cc).
bool IsOfClaims(std::string_view gap) { return gap.starts_with("not checked ("); }

/// What fails whatever the figures are.
void AddReasons(const GroundingReport& report, const GatePolicy& policy,
                std::vector<std::string>& reasons) {
  Tally tally;
  tally.Add(report);
  if (tally.checkable == 0) reasons.emplace_back("the response has no claim that can be checked");
  for (const auto& [verdict, count] : tally.by_verdict) {
    const bool named =
        std::find(policy.fail_on.begin(), policy.fail_on.end(), verdict) != policy.fail_on.end();
    if (named && verdict != Verdict::kUnchecked) reasons.push_back(CountLine(count, verdict));
  }
  if (tally.baseless > 0) {
    reasons.push_back(fmt::format("{} claim{} called supported without evidence", tally.baseless,
                                  tally.baseless == 1 ? "" : "s"));
  }
  if (policy.each_record) {
    CheckUnchecked(tally, policy, reasons);
    CheckFigures(tally, policy, reasons);
  }
  for (const UnreadSource& source : report.unread_sources) {
    reasons.push_back(fmt::format("source not read: {}", source.uri));
  }
  if (!report.unread_sources.empty()) return;
  for (const std::string& gap : report.coverage.gaps) {
    if (IsOfClaims(gap) && tally.unchecked > 0) continue;
    reasons.push_back(fmt::format("not all was checked: {}", gap));
    return;
  }
}

bool IsUncheckedListed(const GatePolicy& policy) {
  return std::find(policy.fail_on.begin(), policy.fail_on.end(), Verdict::kUnchecked) !=
         policy.fail_on.end();
}

}  // namespace

Result<MetricFloor> ParseMetricFloor(std::string_view word) {
  MetricFloor floor{.metric = "supported", .least = 0};
  std::string_view number = word;
  if (const size_t equals = word.find('='); equals != std::string_view::npos) {
    floor.metric = std::string(word.substr(0, equals));
    number = word.substr(equals + 1);
  }
  if (std::find(kMetrics.begin(), kMetrics.end(), floor.metric) == kMetrics.end()) {
    return Status(StatusCode::kInvalidArgument,
                  fmt::format("\"{}\" is no figure with a floor: use {}", floor.metric,
                              fmt::join(kMetrics, ", ")));
  }
  const bool percent = number.ends_with('%');
  if (percent) number.remove_suffix(1);
  const auto [end, error] =
      std::from_chars(number.data(), number.data() + number.size(), floor.least);
  if (percent) floor.least /= 100;
  if (error != std::errc() || end != number.data() + number.size() ||
      !(floor.least >= 0 && floor.least <= 1)) {
    return Status(
        StatusCode::kInvalidArgument,
        fmt::format("\"{}\": give a share from 0 to 1, for example 0.9, 90% or fcr=0.9", word));
  }
  return floor;
}

GateOutcome EvaluateGate(const GroundingReport& report, const GatePolicy& policy) {
  GatePolicy strict = policy;
  if (IsUncheckedListed(policy)) strict.max_unchecked = 0;
  GateOutcome outcome;
  AddReasons(report, strict, outcome.reasons);
  outcome.passed = outcome.reasons.empty();
  return outcome;
}

GateResult EvaluateGate(const GateInput& input, const GatePolicy& policy) {
  GateResult result;
  result.failing = policy.fail_on;
  Tally all;
  for (const GroundingReport& report : input.reports) {
    result.records.push_back(EvaluateGate(report, policy));
    all.Add(report);
  }
  if (input.reports.empty()) result.reasons.emplace_back("no record was checked");
  if (input.failed_records > 0) {
    result.reasons.push_back(fmt::format("{} record{} could not be read or checked",
                                         input.failed_records,
                                         input.failed_records == 1 ? "" : "s"));
  }
  if (!policy.each_record && !input.reports.empty()) {
    GatePolicy strict = policy;
    if (IsUncheckedListed(policy)) strict.max_unchecked = 0;
    CheckUnchecked(all, strict, result.reasons);
    CheckFigures(all, strict, result.reasons);
  }
  if (input.has_baseline) CompareWithBaseline(input, &result);
  result.passed = result.reasons.empty() && result.comparable() &&
                  std::all_of(result.records.begin(), result.records.end(),
                              [](const GateOutcome& record) { return record.passed; });
  return result;
}

}  // namespace gloss
