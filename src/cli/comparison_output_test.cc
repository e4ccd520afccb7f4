#include "cli/comparison_output.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace gloss::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

GroundingReport Report(const std::string& id, Verdict verdict, const std::string& text) {
  GroundingReport report;
  report.id = id;
  report.response.text = text;
  report.response.sentences = {{.span = {0, text.size()}, .tag = "00000000"}};
  ClaimResult claim;
  claim.claim.text = text;
  claim.claim.span = {0, text.size()};
  claim.verdict = verdict;
  report.claims = {claim};
  return report;
}

TEST(CompareRunsTest, RecordsArePairedById) {
  const RunComparison runs =
      CompareRuns({Report("a", Verdict::kSupported, "A."), Report("b", Verdict::kSupported, "B."),
                   Report("c", Verdict::kSupported, "C.")},
                  {Report("b", Verdict::kContradicted, "B."),
                   Report("a", Verdict::kSupported, "A."), Report("d", Verdict::kSupported, "D.")});
  EXPECT_FALSE(runs.comparable());
  EXPECT_THAT(runs.only_in_baseline, ElementsAre("c"));
  EXPECT_THAT(runs.only_in_current, ElementsAre("d"));
  ASSERT_EQ(runs.records.size(), 2U);
  EXPECT_EQ(runs.records[0].record, "b");
  EXPECT_EQ(runs.records[0].comparison.changes.size(), 1U);
  EXPECT_THAT(runs.records[1].comparison.changes, IsEmpty());
}

TEST(CompareRunsTest, RecordsWithoutIdsArePairedByPlace) {
  const RunComparison runs =
      CompareRuns({Report("", Verdict::kSupported, "A.")},
                  {Report("", Verdict::kSupported, "A."), Report("", Verdict::kSupported, "B.")});
  EXPECT_EQ(runs.records.size(), 1U);
  EXPECT_TRUE(runs.records[0].comparison.comparable());
  EXPECT_THAT(runs.only_in_current, ElementsAre("#2"));
}

TEST(RenderComparisonTest, HostileTextCannotReachTheTerminal) {
  const std::string evil = "Evil \x1b[31m \xFF text.";
  RunComparison runs = CompareRuns({Report("x\x1b]0;t\x07", Verdict::kSupported, evil)},
                                   {Report("x\x1b]0;t\x07", Verdict::kContradicted, evil)});
  runs.baseline = 3;
  runs.current = 4;
  for (const bool unicode : {true, false}) {
    const std::string text = RenderComparisonText(runs, unicode);
    EXPECT_THAT(text, Not(HasSubstr("\x1b")));
    EXPECT_THAT(text, Not(HasSubstr("\x07")));
    EXPECT_THAT(text,
                HasSubstr(unicode ? "supported → contradicted" : "supported -> contradicted"));
  }
  const auto json = nlohmann::json::parse(RenderComparisonJson(runs));
  EXPECT_EQ(json["baseline_run"], 3);
  EXPECT_EQ(json["comparable"], true);
  EXPECT_EQ(json["records"][0]["changes"][0]["current"], "contradicted");
  EXPECT_EQ(json["records"][0]["metrics"]["fcr"]["baseline"], nullptr);
}

TEST(RenderComparisonTest, SaysWhatKeepsRunsFromBeingCompared) {
  GroundingReport other = Report("", Verdict::kSupported, "A.");
  other.provenance.settings["tau"] = "0.4";
  const RunComparison runs = CompareRuns({Report("", Verdict::kSupported, "A.")}, {other});
  const std::string text = RenderComparisonText(runs, true);
  EXPECT_THAT(text, HasSubstr("NOT comparable"));
  EXPECT_THAT(text, HasSubstr("setting tau: none → 0.4"));
}

}  // namespace
}  // namespace gloss::cli
