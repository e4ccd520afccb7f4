#include "engine/gate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace gloss {
namespace {

using ::testing::ElementsAre;

GroundingReport ReportWith(const std::vector<Verdict>& verdicts, const std::string& id = "") {
  GroundingReport report;
  report.id = id;
  report.response.text = "All is well.";
  report.response.sentences.resize(1);
  report.response.sentences[0].span = {0, 12};
  report.documents.push_back(report.response);
  for (const Verdict verdict : verdicts) {
    ClaimResult result;
    result.verdict = verdict;
    result.claim.id = "c" + std::to_string(report.claims.size() + 1);
    result.claim.text = "claim " + result.claim.id;
    if (verdict == Verdict::kSupported || verdict == Verdict::kConflicting) {
      result.evidence.push_back({.polarity = Polarity::kSupports, .sentences = {{0, 0}}});
    }
    if (verdict == Verdict::kContradicted || verdict == Verdict::kConflicting) {
      result.evidence.push_back({.polarity = Polarity::kContradicts, .sentences = {{0, 0}}});
    }
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

TEST(GateTest, SupportedWithoutEvidenceNeverPasses) {
  GroundingReport report = ReportWith({Verdict::kSupported});
  report.claims[0].evidence.clear();
  EXPECT_THAT(EvaluateGate(report, {}).reasons,
              ElementsAre("1 claim called supported without evidence"));
}

TEST(GateTest, FloorsAreRead) {
  EXPECT_EQ(*ParseMetricFloor("0.9"), (MetricFloor{"supported", 0.9}));
  EXPECT_EQ(*ParseMetricFloor("90%"), (MetricFloor{"supported", 0.9}));
  EXPECT_EQ(*ParseMetricFloor("fcr=0.75"), (MetricFloor{"fcr", 0.75}));
  EXPECT_EQ(*ParseMetricFloor("pfcr=1"), (MetricFloor{"pfcr", 1}));
  for (const char* word : {"", "1.1", "-0.1", "90", "nan", "inf", "0.9x", "hcr=0.1", "fcr=", "=0.5",
                           "fcr=0.9=1", "101%", "%"}) {
    EXPECT_FALSE(ParseMetricFloor(word).ok()) << word;
  }
}

TEST(GateTest, AShareMustBeReached) {
  GatePolicy policy;
  policy.fail_on.clear();
  policy.fail_under = {{"supported", 0.75}};
  const std::vector<Verdict> three_of_four = {Verdict::kSupported, Verdict::kSupported,
                                              Verdict::kSupported, Verdict::kNotEnoughInfo,
                                              Verdict::kNotCheckable};
  EXPECT_TRUE(EvaluateGate(ReportWith(three_of_four), policy).passed);
  policy.fail_under = {{"supported", 0.76}};
  EXPECT_THAT(EvaluateGate(ReportWith(three_of_four), policy).reasons,
              ElementsAre("supported is 0.7500, at least 0.76 is asked for"));
  // What was not checked counts as not supported.
  policy.max_unchecked = 1;
  policy.fail_under = {{"fcr", 0.6}};
  EXPECT_FALSE(EvaluateGate(ReportWith({Verdict::kSupported, Verdict::kUnchecked}), policy).passed);
  // Figures that are not there fail; those that claims tell are counted, not believed.
  policy.fail_under = {{"ecss", 0}};
  EXPECT_FALSE(EvaluateGate(ReportWith({Verdict::kSupported}), policy).passed);
  GroundingReport lying = ReportWith({Verdict::kNotEnoughInfo});
  lying.metrics.fcr = 1;
  policy.fail_under = {{"fcr", 0.5}};
  EXPECT_FALSE(EvaluateGate(lying, policy).passed);
}

TEST(GateTest, SomeUncheckedClaimsCanBeLetPass) {
  GatePolicy policy;
  policy.max_unchecked = 1;
  GroundingReport report = ReportWith({Verdict::kSupported, Verdict::kUnchecked});
  report.coverage.gaps = {"not checked (c2): a model failed"};
  EXPECT_TRUE(EvaluateGate(report, policy).passed);
  report.coverage.gaps.emplace_back("the response was cut off");
  EXPECT_THAT(EvaluateGate(report, policy).reasons,
              ElementsAre("not all was checked: the response was cut off"));
  EXPECT_FALSE(
      EvaluateGate(ReportWith({Verdict::kSupported, Verdict::kUnchecked, Verdict::kUnchecked}),
                   policy)
          .passed);
  policy.fail_on.push_back(Verdict::kUnchecked);
  EXPECT_FALSE(EvaluateGate(ReportWith({Verdict::kSupported, Verdict::kUnchecked}), policy).passed);
}

GateResult Gate(const std::vector<GroundingReport>& reports, const GatePolicy& policy = {},
                size_t failed = 0) {
  return EvaluateGate({.reports = reports, .failed_records = failed, .baseline = {}}, policy);
}

TEST(RunGateTest, NoRecordsNeverPass) {
  EXPECT_THAT(Gate({}).reasons, ElementsAre("no record was checked"));
  EXPECT_FALSE(Gate({}).passed);
  EXPECT_FALSE(Gate({ReportWith({Verdict::kSupported})}, {}, 1).passed);
  EXPECT_TRUE(Gate({ReportWith({Verdict::kSupported})}).passed);
}

TEST(RunGateTest, OneBadRecordFailsTheRun) {
  const GateResult result = Gate({ReportWith({Verdict::kSupported}, "a"), ReportWith({}, "b")});
  EXPECT_FALSE(result.passed);
  EXPECT_TRUE(result.records[0].passed);
  EXPECT_FALSE(result.records[1].passed);
}

TEST(RunGateTest, SharesCanHoldForAllRecordsTogether) {
  const std::vector<GroundingReport> reports = {
      ReportWith({Verdict::kSupported, Verdict::kSupported, Verdict::kSupported}, "a"),
      ReportWith({Verdict::kNotEnoughInfo}, "b")};
  GatePolicy policy;
  policy.fail_on.clear();
  policy.fail_under = {{"supported", 0.75}};
  EXPECT_FALSE(Gate(reports, policy).passed);
  policy.each_record = false;
  EXPECT_TRUE(Gate(reports, policy).passed);
  policy.fail_under = {{"supported", 0.8}};
  EXPECT_FALSE(Gate(reports, policy).passed);
}

GateResult GateAgainst(const std::vector<GroundingReport>& baseline,
                       const std::vector<GroundingReport>& reports, GatePolicy policy = {}) {
  return EvaluateGate({.reports = reports, .baseline = baseline, .has_baseline = true}, policy);
}

TEST(BaselineGateTest, RegressionsFailWhateverThePolicy) {
  GatePolicy policy;
  policy.fail_on.clear();
  const GateResult result = GateAgainst(
      {ReportWith({Verdict::kSupported, Verdict::kNotEnoughInfo, Verdict::kSupported}, "a")},
      {ReportWith({Verdict::kContradicted, Verdict::kNotEnoughInfo, Verdict::kSupported,
                   Verdict::kNotEnoughInfo},
                  "a")},
      policy);
  EXPECT_FALSE(result.passed);
  EXPECT_TRUE(result.comparable());
  EXPECT_THAT(result.records[0].reasons,
              ElementsAre("1 claim was supported in the baseline and not now"));
  EXPECT_THAT(result.changes[0],
              ElementsAre(ClaimChangeKind::kRegression, ClaimChangeKind::kKnownProblem,
                          ClaimChangeKind::kNone, ClaimChangeKind::kNewProblem));
}

TEST(BaselineGateTest, TheSameRunPasses) {
  const std::vector<GroundingReport> reports = {ReportWith({Verdict::kSupported}, "a"),
                                                ReportWith({Verdict::kSupported}, "b")};
  EXPECT_TRUE(GateAgainst(reports, reports).passed);
  EXPECT_TRUE(GateAgainst({reports[1], reports[0]}, reports).passed) << "matched by id";
}

TEST(BaselineGateTest, OtherCitationMarksAreNoChange) {
  const auto with_mark = [](const std::string& mark, Verdict verdict) {
    GroundingReport report = ReportWith({verdict}, "a");
    report.response.text = "All is well " + mark + ".";
    report.response.language = "en";
    report.response.sentences[0].span = {0, report.response.text.size()};
    report.marks.resize(1);
    report.marks[0].span = {12, 12 + mark.size()};
    return report;
  };
  const GateResult result = GateAgainst({with_mark("[1]", Verdict::kSupported)},
                                        {with_mark("[12]", Verdict::kNotEnoughInfo)});
  EXPECT_TRUE(result.comparable());
  EXPECT_THAT(result.changes[0], ElementsAre(ClaimChangeKind::kRegression));
}

TEST(BaselineGateTest, WhatDiffersMakesRunsIncomparable) {
  const GroundingReport report = ReportWith({Verdict::kSupported}, "a");
  const auto expect_incomparable = [&](const GroundingReport& baseline, const std::string& what) {
    const GateResult result = GateAgainst({baseline}, {report});
    EXPECT_FALSE(result.comparable()) << what;
    EXPECT_FALSE(result.passed) << what;
  };
  GroundingReport other = report;
  other.provenance.models = {{"entailment", "another", "1234"}};
  expect_incomparable(other, "model");
  other = report;
  other.provenance.prompts = {{"decompose", "1234"}};
  expect_incomparable(other, "prompt");
  other = report;
  other.provenance.method = "another";
  expect_incomparable(other, "method");
  other = report;
  other.provenance.settings["tau"] = "0.9";
  expect_incomparable(other, "threshold");
  other = report;
  other.provenance.splitter_version = "another";
  expect_incomparable(other, "splitter");
  other = report;
  other.documents[0].text = "All is bad..";
  expect_incomparable(other, "source");
  other = report;
  other.id = "b";
  expect_incomparable(other, "record");
  EXPECT_FALSE(GateAgainst({}, {report}).comparable());
  EXPECT_FALSE(GateAgainst({report, ReportWith({}, "b")}, {report}).comparable());
}

}  // namespace
}  // namespace gloss
