#include "engine/gate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gloss {
namespace {

using ::testing::ElementsAre;

GroundingReport ReportWith(const std::vector<Verdict>& verdicts) {
  GroundingReport report;
  for (const Verdict verdict : verdicts) {
    ClaimResult result;
    result.verdict = verdict;
    report.claims.push_back(result);
  }
  return report;
}

TEST(GateTest, AllSupportedPasses) {
  const GateOutcome outcome =
      EvaluateGate(ReportWith({Verdict::kSupported, Verdict::kNotCheckable}), {});
  EXPECT_TRUE(outcome.passed);
  EXPECT_TRUE(outcome.reasons.empty());
}

TEST(GateTest, EachFailingVerdictIsCounted) {
  const GateOutcome outcome =
      EvaluateGate(ReportWith({Verdict::kSupported, Verdict::kContradicted, Verdict::kNotEnoughInfo,
                               Verdict::kNotEnoughInfo}),
                   {});
  EXPECT_FALSE(outcome.passed);
  EXPECT_THAT(outcome.reasons, ElementsAre("1 claim contradicted", "2 claims not_enough_info"));
}

TEST(GateTest, OnlyNamedVerdictsFail) {
  GatePolicy policy;
  policy.fail_on = {Verdict::kContradicted};
  EXPECT_TRUE(
      EvaluateGate(ReportWith({Verdict::kSupported, Verdict::kNotEnoughInfo}), policy).passed);
  EXPECT_FALSE(EvaluateGate(ReportWith({Verdict::kContradicted}), policy).passed);
}

TEST(GateTest, UncheckedFailsWhateverThePolicy) {
  GatePolicy policy;
  policy.fail_on.clear();
  EXPECT_THAT(EvaluateGate(ReportWith({Verdict::kSupported, Verdict::kUnchecked}), policy).reasons,
              ElementsAre("1 claim unchecked"));
}

TEST(GateTest, NoClaimsNeverPass) {
  EXPECT_FALSE(EvaluateGate(ReportWith({}), {}).passed);
  EXPECT_FALSE(EvaluateGate(ReportWith({Verdict::kNotCheckable}), {}).passed);
}

TEST(GateTest, UnreadSourceFailsEvenWhenAllClaimsAreSupported) {
  GroundingReport report = ReportWith({Verdict::kSupported});
  report.unread_sources.push_back({"b.pdf", Status(StatusCode::kEncrypted, "needs a password")});
  EXPECT_THAT(EvaluateGate(report, {}).reasons, ElementsAre("source not read: b.pdf"));
}

TEST(GateTest, CoverageGapFails) {
  GroundingReport report = ReportWith({Verdict::kSupported});
  report.coverage.gaps.push_back("the response ends in mid-sentence");
  EXPECT_FALSE(EvaluateGate(report, {}).passed);
}

}  // namespace
}  // namespace gloss
