#include "judge/rates.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "judge/agreement.h"
#include "judge/resampling.h"

namespace gloss {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

JudgedText TextWith(std::string id, std::string run, Criterion criterion,
                    std::vector<CheckOutcome> outcomes) {
  JudgedText text;
  text.id = std::move(id);
  text.run = std::move(run);
  for (const CheckOutcome outcome : outcomes) {
    JudgeCheck check;
    check.id = "c";
    check.criterion = criterion;
    check.outcome = outcome;
    text.checks.push_back(check);
  }
  return text;
}

constexpr auto kPass = CheckOutcome::kPassed;
constexpr auto kFail = CheckOutcome::kFailed;
constexpr auto kOpen = CheckOutcome::kUnchecked;

const CriterionRate& Of(const RunSummary& summary, Criterion criterion) {
  return summary.criteria[static_cast<size_t>(criterion)];
}

TEST(Wilson, KnownValues) {
  const Interval interval = WilsonInterval(0.5, 10);
  EXPECT_NEAR(interval.low, 0.2366, 1e-4);
  EXPECT_NEAR(interval.high, 0.7634, 1e-4);
  EXPECT_NEAR(WilsonInterval(1.0, 20).low, 0.8389, 1e-4);
  EXPECT_EQ(WilsonInterval(0.0, 5).low, 0.0);
}

TEST(Bootstrap, SameSeedSameInterval) {
  const auto mean = [](std::span<const size_t> drawn) -> std::optional<double> {
    double sum = 0;
    for (const size_t index : drawn) sum += static_cast<double>(index);
    return sum / static_cast<double>(drawn.size());
  };
  const auto first = BootstrapInterval(50, 1, mean);
  const auto again = BootstrapInterval(50, 1, mean);
  ASSERT_TRUE(first && again);
  EXPECT_EQ(first->low, again->low);
  EXPECT_EQ(first->high, again->high);
  // The mean of 0 … 49 has a standard error of about 2.
  EXPECT_NEAR(first->low, 24.5 - 4, 1.5);
  EXPECT_NEAR(first->high, 24.5 + 4, 1.5);
  EXPECT_FALSE(BootstrapInterval(0, 1, mean));
}

TEST(Rates, UncheckedStaysInTheDenominator) {
  JudgeReport report;
  report.texts = {TextWith("1", "a", Criterion::kCoverage, {kPass, kOpen}),
                  TextWith("2", "a", Criterion::kCoverage, {kPass, kFail})};
  SummarizeRuns(42, &report);
  const CriterionRate& rate = Of(report.summaries[0], Criterion::kCoverage);
  EXPECT_EQ(rate.rate, 0.5);
  EXPECT_EQ(rate.unchecked, 1);
  EXPECT_EQ(rate.texts, 2);
  EXPECT_EQ(rate.texts_passed, 0);
  EXPECT_FALSE(Of(report.summaries[0], Criterion::kSpecificity).rate);
}

TEST(Rates, OverallIsTheMeanOfTheCriteria) {
  JudgeReport report;
  JudgedText text = TextWith("1", "a", Criterion::kCoverage, {kFail});
  for (int i = 0; i < 9; ++i) {
    text.checks.push_back(text.checks[0]);
    text.checks.back().criterion = Criterion::kFormatCompliance;
    text.checks.back().outcome = kPass;
  }
  report.texts = {text};
  SummarizeRuns(42, &report);
  EXPECT_EQ(report.summaries[0].overall.rate, 0.5);
  EXPECT_EQ(report.summaries[0].overall.all(), 10);
}

TEST(Rates, AllThatPassHaveAnIntervalToo) {
  JudgeReport report;
  for (int i = 0; i < 10; ++i) {
    report.texts.push_back(TextWith(std::to_string(i), "a", Criterion::kCoverage, {kPass}));
  }
  SummarizeRuns(42, &report);
  const CriterionRate& rate = Of(report.summaries[0], Criterion::kCoverage);
  EXPECT_EQ(rate.high, 1.0);
  EXPECT_NEAR(rate.low, WilsonInterval(1.0, 10).low, 1e-9);
}

TEST(Rates, RunsAreComparedOverWhatBothHave) {
  JudgeReport report;
  report.texts = {TextWith("1", "a", Criterion::kCoverage, {kPass}),
                  TextWith("2", "a", Criterion::kCoverage, {kFail}),
                  TextWith("only a", "a", Criterion::kCoverage, {kFail}),
                  TextWith("1", "b", Criterion::kCoverage, {kPass}),
                  TextWith("2", "b", Criterion::kCoverage, {kPass})};
  SummarizeRuns(42, &report);
  ASSERT_THAT(report.differences, SizeIs(1));
  EXPECT_EQ(report.differences[0].texts, 2);
  EXPECT_EQ(report.differences[0].baseline, "a");
  const auto& coverage = report.differences[0].criteria[1];
  EXPECT_EQ(coverage.difference, 0.5);
  EXPECT_EQ(coverage.low, 0.0);
  EXPECT_EQ(coverage.high, 1.0);
  EXPECT_FALSE(report.differences[0].criteria[0].difference);
}

TEST(Kappa, KnownValues) {
  // Two raters, 50 items: 20 and 15 agreed, 5 and 10 not (the example of Cohen's kappa).
  const std::vector<std::vector<int>> table = {{20, 5}, {10, 15}};
  EXPECT_NEAR(*CohensKappa(table), 0.4, 1e-9);
  EXPECT_FALSE(CohensKappa(std::vector<std::vector<int>>{{7, 0}, {0, 0}}));
  EXPECT_FALSE(CohensKappa(std::vector<std::vector<int>>{{0, 0}, {0, 0}}));
  EXPECT_NEAR(*CohensKappa(std::vector<std::vector<int>>{{5, 0}, {0, 5}}), 1.0, 1e-9);
  EXPECT_NEAR(*CohensKappa(std::vector<std::vector<int>>{{0, 5}, {5, 0}}), -1.0, 1e-9);
}

TEST(Agreement, UncheckedAlwaysDisagrees) {
  const std::vector<JudgedText> texts = {TextWith("1", "a", Criterion::kCoverage, {kPass, kPass}),
                                         TextWith("2", "a", Criterion::kCoverage, {kPass, kFail}),
                                         TextWith("3", "a", Criterion::kCoverage, {kPass, kOpen})};
  std::vector<HumanLabel> labels;
  for (const char* id : {"1", "2", "3", "gone"}) {
    HumanLabel label;
    label.id = id;
    label.criterion = Criterion::kCoverage;
    label.passed = label.id != "2";
    labels.push_back(label);
  }
  std::vector<std::string> left_out;
  const auto agreement = AgreementWith(labels, texts, 42, &left_out);
  ASSERT_THAT(agreement, SizeIs(1));
  EXPECT_EQ(agreement[0].labels, 3);
  EXPECT_EQ(agreement[0].agreed, 2);
  EXPECT_EQ(agreement[0].unchecked, 1);
  // Agreed 2 of 3; by chance 1/3·2/3 + 1/3·1/3.
  EXPECT_NEAR(*agreement[0].kappa, (2.0 / 3 - 1.0 / 3) / (1 - 1.0 / 3), 1e-9);
  EXPECT_LE(agreement[0].low, *agreement[0].kappa);
  EXPECT_GE(agreement[0].high, *agreement[0].kappa);
  ASSERT_THAT(left_out, SizeIs(1));
  EXPECT_THAT(left_out[0], HasSubstr("gone"));
}

TEST(Agreement, LabelsOfOneCheckAndOneRun) {
  std::vector<JudgedText> texts = {TextWith("1", "a", Criterion::kCoverage, {kPass}),
                                   TextWith("1", "b", Criterion::kCoverage, {kFail})};
  HumanLabel label;
  label.id = "1";
  label.run = "b";
  label.check = "c";
  label.criterion = Criterion::kCoverage;
  std::vector<std::string> left_out;
  const auto agreement = AgreementWith(std::vector{label}, texts, 42, &left_out);
  ASSERT_THAT(agreement, SizeIs(1));
  EXPECT_EQ(agreement[0].labels, 1);
  EXPECT_EQ(agreement[0].agreed, 1);
  EXPECT_FALSE(agreement[0].kappa);
}

}  // namespace
}  // namespace gloss
