#include "judge/rates.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "judge/resampling.h"

namespace gloss {
namespace {

struct Count {
  int passed = 0;
  int failed = 0;
  int unchecked = 0;

  int all() const { return passed + failed + unchecked; }
};

/// Of one text, by criterion.
using Counts = std::array<Count, 5>;

Counts CountsOf(const JudgedText& text) {
  Counts counts{};
  for (const JudgeCheck& check : text.checks) {
    Count& count = counts[static_cast<size_t>(check.criterion)];
    if (check.outcome == CheckOutcome::kPassed) ++count.passed;
    if (check.outcome == CheckOutcome::kFailed) ++count.failed;
    if (check.outcome == CheckOutcome::kUnchecked) ++count.unchecked;
  }
  return counts;
}

std::optional<double> RateOf(std::span<const Counts> texts, std::span<const size_t> drawn,
                             size_t criterion) {
  int passed = 0;
  int all = 0;
  for (const size_t index : drawn) {
    passed += texts[index][criterion].passed;
    all += texts[index][criterion].all();
  }
  if (all == 0) return std::nullopt;
  return static_cast<double>(passed) / all;
}

std::optional<double> OverallOf(std::span<const Counts> texts, std::span<const size_t> drawn) {
  double sum = 0;
  int criteria = 0;
  for (size_t criterion = 0; criterion < kAllCriteria.size(); ++criterion) {
    if (const auto rate = RateOf(texts, drawn, criterion)) {
      sum += *rate;
      ++criteria;
    }
  }
  if (criteria == 0) return std::nullopt;
  return sum / criteria;
}

std::vector<size_t> AllOf(size_t count) {
  std::vector<size_t> all(count);
  for (size_t i = 0; i < count; ++i) all[i] = i;
  return all;
}

/// Sets rate and interval. `texts`: how many have a say.
template <typename Statistic>
void SetRate(size_t count, size_t texts, uint64_t seed, const Statistic& statistic,
             CriterionRate* rate) {
  rate->rate = statistic(std::span<const size_t>(AllOf(count)));
  if (!rate->rate) return;
  const auto interval = BootstrapInterval(count, seed, statistic);
  const bool tells = interval && interval->low < interval->high;
  const Interval shown =
      tells ? *interval : WilsonInterval(*rate->rate, std::max<size_t>(1, texts));
  rate->low = std::min(shown.low, *rate->rate);
  rate->high = std::max(shown.high, *rate->rate);
}

RunSummary Summarize(const std::string& run, std::span<const Counts> texts, uint64_t seed) {
  RunSummary summary;
  summary.run = run;
  summary.texts = static_cast<int>(texts.size());
  for (size_t c = 0; c < kAllCriteria.size(); ++c) {
    CriterionRate& rate = summary.criteria[c];
    for (const Counts& counts : texts) {
      const Count& count = counts[c];
      rate.passed += count.passed;
      rate.failed += count.failed;
      rate.unchecked += count.unchecked;
      if (count.all() == 0) continue;
      ++rate.texts;
      if (count.passed == count.all()) ++rate.texts_passed;
    }
    SetRate(
        texts.size(), static_cast<size_t>(rate.texts), seed,
        [&](std::span<const size_t> drawn) { return RateOf(texts, drawn, c); }, &rate);
    summary.overall.passed += rate.passed;
    summary.overall.failed += rate.failed;
    summary.overall.unchecked += rate.unchecked;
  }
  for (const Counts& counts : texts) {
    int all = 0;
    int passed = 0;
    for (const Count& count : counts) {
      all += count.all();
      passed += count.passed;
    }
    if (all == 0) continue;
    ++summary.overall.texts;
    if (passed == all) ++summary.overall.texts_passed;
  }
  SetRate(
      texts.size(), static_cast<size_t>(summary.overall.texts), seed,
      [&](std::span<const size_t> drawn) { return OverallOf(texts, drawn); }, &summary.overall);
  return summary;
}

/// The counts of the texts that both runs have, in one order.
std::pair<std::vector<Counts>, std::vector<Counts>> Shared(
    const std::map<std::string, Counts>& first, const std::map<std::string, Counts>& second) {
  std::pair<std::vector<Counts>, std::vector<Counts>> shared;
  for (const auto& [id, counts] : first) {
    const auto other = second.find(id);
    if (other == second.end()) continue;
    shared.first.push_back(counts);
    shared.second.push_back(other->second);
  }
  return shared;
}

template <typename Statistic>
RunDifference::Value Difference(size_t count, uint64_t seed, const Statistic& statistic) {
  RunDifference::Value value;
  value.difference = statistic(std::span<const size_t>(AllOf(count)));
  if (!value.difference) return value;
  const Interval interval = BootstrapInterval(count, seed, statistic)
                                .value_or(Interval{*value.difference, *value.difference});
  value.low = interval.low;
  value.high = interval.high;
  return value;
}

std::optional<double> Minus(std::optional<double> a, std::optional<double> b) {
  if (!a || !b) return std::nullopt;
  return *a - *b;
}

}  // namespace

void SummarizeRuns(uint64_t seed, JudgeReport* report) {
  std::map<std::string, std::vector<Counts>> counts;
  std::map<std::string, std::map<std::string, Counts>> by_id;
  for (const JudgedText& text : report->texts) {
    if (std::find(report->runs.begin(), report->runs.end(), text.run) == report->runs.end()) {
      report->runs.push_back(text.run);
    }
    counts[text.run].push_back(CountsOf(text));
    by_id[text.run].emplace(text.id, CountsOf(text));
  }
  report->summaries.clear();
  report->differences.clear();
  for (const std::string& run : report->runs) {
    report->summaries.push_back(Summarize(run, counts[run], seed));
  }
  for (size_t i = 1; i < report->runs.size(); ++i) {
    const auto [base, later] = Shared(by_id[report->runs[0]], by_id[report->runs[i]]);
    RunDifference difference;
    difference.run = report->runs[i];
    difference.baseline = report->runs[0];
    difference.texts = static_cast<int>(base.size());
    for (size_t c = 0; c < kAllCriteria.size(); ++c) {
      difference.criteria[c] = Difference(base.size(), seed, [&, c](std::span<const size_t> drawn) {
        return Minus(RateOf(later, drawn, c), RateOf(base, drawn, c));
      });
    }
    difference.overall = Difference(base.size(), seed, [&](std::span<const size_t> drawn) {
      return Minus(OverallOf(later, drawn), OverallOf(base, drawn));
    });
    report->differences.push_back(std::move(difference));
  }
}

}  // namespace gloss
