#include "engine/gate_baseline.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "engine/compare.h"
#include "text/marked_text.h"

namespace gloss {
namespace {

constexpr size_t kMostDifferences = 12;

bool IsProblem(Verdict verdict) {
  return verdict != Verdict::kSupported && verdict != Verdict::kNotCheckable;
}

bool HasUniqueIds(std::span<const GroundingReport> reports) {
  std::set<std::string_view> ids;
  for (const GroundingReport& report : reports) {
    if (report.id.empty() || !ids.insert(report.id).second) return false;
  }
  return true;
}

std::string NameOf(const GroundingReport& report, size_t index) {
  return report.id.empty() ? fmt::format("record {}", index + 1) : "record " + report.id;
}

/// The baseline of each report; null where there is none. Notes records that only one side has.
std::vector<const GroundingReport*> MatchRecords(const GateInput& input, GateResult* result) {
  std::vector<const GroundingReport*> matches(input.reports.size(), nullptr);
  if (!HasUniqueIds(input.reports) || !HasUniqueIds(input.baseline)) {
    if (input.reports.size() != input.baseline.size()) {
      result->incomparable.push_back(fmt::format("the baseline has {} records, this run {}",
                                                 input.baseline.size(), input.reports.size()));
      return matches;
    }
    for (size_t i = 0; i < matches.size(); ++i) matches[i] = &input.baseline[i];
    return matches;
  }
  std::map<std::string_view, const GroundingReport*> by_id;
  for (const GroundingReport& report : input.baseline) by_id[report.id] = &report;
  for (size_t i = 0; i < matches.size(); ++i) {
    const auto found = by_id.find(input.reports[i].id);
    if (found == by_id.end()) {
      result->incomparable.push_back(
          fmt::format("record {} is not in the baseline", input.reports[i].id));
      continue;
    }
    matches[i] = found->second;
    by_id.erase(found);
  }
  for (const auto& [id, report] : by_id) {
    result->incomparable.push_back(fmt::format("record {} is in the baseline only", id));
  }
  return matches;
}

std::string DescribeDifference(const ReportDifference& difference) {
  const auto shown = [](const std::string& value) {
    return value.empty() ? std::string("none") : value;
  };
  return fmt::format("{} {}: {} in the baseline, {} now", DifferenceKindName(difference.kind),
                     difference.what, shown(difference.baseline), shown(difference.current));
}

/// The report with its response as it was read, without citation marks: an answer that only numbers
/// its citations anew is compared claim by claim with the old one.
class WithoutMarks {
 public:
  explicit WithoutMarks(const GroundingReport& report) : report_(report) {
    if (report.marks.empty()) return;
    const MarkedText marked(report.response);
    // One sentence of the plain text is one of the response (text/marked_text.h).
    if (marked.plain().sentences.size() != report.response.sentences.size()) return;
    plain_ = report;
    plain_->response = marked.plain();
  }

  const GroundingReport& report() const { return plain_ ? *plain_ : report_; }

 private:
  const GroundingReport& report_;
  std::optional<GroundingReport> plain_;
};

ClaimChangeKind KindOf(const std::optional<Verdict>& before, Verdict now) {
  if (before == Verdict::kSupported && now != Verdict::kSupported) {
    return ClaimChangeKind::kRegression;
  }
  if (!IsProblem(now)) return ClaimChangeKind::kNone;
  return before && IsProblem(*before) ? ClaimChangeKind::kKnownProblem
                                      : ClaimChangeKind::kNewProblem;
}

/// One entry a claim. Changes come in the order of the current response, so one walk joins them.
std::vector<ClaimChangeKind> ChangesOf(const GroundingReport& report,
                                       const std::vector<ClaimChange>& changes) {
  std::vector<ClaimChangeKind> kinds;
  size_t next = 0;
  for (const ClaimResult& result : report.claims) {
    while (next < changes.size() && !changes[next].current) ++next;
    const auto sentence = static_cast<size_t>(result.claim.sentence);
    std::optional<Verdict> before = result.verdict;
    if (next < changes.size() && changes[next].claim == result.claim.text &&
        changes[next].sentence == report.response.SentenceText(sentence) &&
        changes[next].current == result.verdict) {
      before = changes[next++].baseline;
    }
    kinds.push_back(KindOf(before, result.verdict));
  }
  return kinds;
}

}  // namespace

void CompareWithBaseline(const GateInput& input, GateResult* result) {
  result->has_baseline = true;
  const std::vector<const GroundingReport*> matches = MatchRecords(input, result);
  std::set<std::string> differences;
  size_t left_out = 0;
  for (size_t i = 0; i < matches.size(); ++i) {
    result->changes.emplace_back();
    if (matches[i] == nullptr) continue;
    const GroundingReport& report = input.reports[i];
    const WithoutMarks before(*matches[i]);
    const WithoutMarks now(report);
    const ReportComparison comparison =
        CompareReports(before.report(), now.report(), {.response_may_differ = true});
    for (const ReportDifference& difference : comparison.differences) {
      const bool own = difference.kind == DifferenceKind::kQuestion ||
                       difference.kind == DifferenceKind::kSource ||
                       difference.kind == DifferenceKind::kResponse;
      std::string line = DescribeDifference(difference);
      if (own && input.reports.size() > 1) line = NameOf(report, i) + ": " + line;
      if (!differences.insert(line).second) continue;
      if (differences.size() > kMostDifferences) {
        ++left_out;
      } else {
        result->incomparable.push_back(std::move(line));
      }
    }
    result->changes.back() = ChangesOf(now.report(), comparison.changes);
    size_t regressions = 0;
    for (const ClaimChangeKind kind : result->changes.back()) {
      regressions += kind == ClaimChangeKind::kRegression ? 1 : 0;
    }
    if (regressions == 0) continue;
    result->records[i].passed = false;
    result->records[i].reasons.push_back(
        fmt::format("{} claim{} supported in the baseline and not now", regressions,
                    regressions == 1 ? " was" : "s were"));
  }
  if (left_out > 0) {
    result->incomparable.push_back(fmt::format("and {} more differences", left_out));
  }
}

}  // namespace gloss
