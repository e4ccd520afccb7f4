#include "grounding/evidence_rule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace gloss {
namespace {

using ::testing::SizeIs;

EvidenceFacts Facts(float entailment, float neutral, float contradiction) {
  EvidenceFacts facts;
  facts.relation = Calibrate({entailment, neutral, contradiction}, {});
  facts.importance = 0.5F;
  facts.coverage = 0.5F;
  return facts;
}

Calibration WithEvidence() {
  Calibration calibration;
  EvidenceCalibration& evidence = calibration.evidence.emplace();
  evidence.support = {1, 0, 2, 0, -1};
  evidence.contradiction = {0, 1, 2, 0, -1};
  evidence.support_threshold = 0.6F;
  evidence.contradiction_threshold = 0.6F;
  evidence.set_support_threshold = 0.9F;
  evidence.set_contradiction_threshold = 0.9F;
  return calibration;
}

TEST(EvidenceRuleTest, LogisticOverLogitDifferencesAndImportance) {
  // 1·(2 - 0) + 2·0.5 - 1 = 2 → 1/(1 + e^-2)
  const EvidenceDecision decision = EvidenceRule(WithEvidence()).Decide(Facts(2, 0, -3));
  EXPECT_NEAR(decision.support, 1 / (1 + std::exp(-2.0)), 1e-6);
  EXPECT_NEAR(decision.contradiction, 1 / (1 + std::exp(3.0)), 1e-6);
  EXPECT_EQ(decision.label, Relation::kEntailment);
  EXPECT_EQ(decision.probability(), decision.support);
}

TEST(EvidenceRuleTest, ContradictionIsNotHiddenByEntailment) {
  // Both sides reach their thresholds: the stronger one is taken, here the contradiction.
  EXPECT_EQ(EvidenceRule(WithEvidence()).Decide(Facts(1, 0, 3)).label, Relation::kContradiction);
}

TEST(EvidenceRuleTest, CloseCallsAbstain) {
  EXPECT_EQ(EvidenceRule(WithEvidence()).Decide(Facts(2, 0, 2.05F)).label, Relation::kNeutral);
}

TEST(EvidenceRuleTest, WhatTheModelTakesForEntailmentContradictsNothing) {
  Calibration calibration = WithEvidence();
  calibration.evidence->contradiction = {0, 0, 0, 0, 3};  // 0.95 whatever the model says
  EXPECT_EQ(EvidenceRule(calibration).Decide(Facts(0, 0.5F, -1)).label, Relation::kNeutral);
  EXPECT_EQ(EvidenceRule(calibration).Decide(Facts(0, 0.5F, 1)).label, Relation::kContradiction);
}

TEST(EvidenceRuleTest, WeakSupportIsShownAndDecidesNothing) {
  Calibration calibration = WithEvidence();
  calibration.evidence->support_threshold = 0.12F;
  // 1·(-1 - 0) + 2·0.5 - 1 = -1 → 0.27
  const EvidenceDecision weak = EvidenceRule(calibration).Decide(Facts(-1, 0, -3));
  EXPECT_EQ(weak.label, Relation::kEntailment);
  EXPECT_FALSE(weak.decides());
  EXPECT_TRUE(EvidenceRule(calibration).Decide(Facts(2, 0, -3)).decides());
  // Beside a contradiction it is none.
  calibration.evidence->contradiction_threshold = 0.12F;
  EXPECT_EQ(EvidenceRule(calibration).Decide(Facts(-1, 0, -0.9F)).label, Relation::kContradiction);
}

TEST(EvidenceRuleTest, GroupsHaveThresholdsOfTheirOwn) {
  EvidenceFacts facts = Facts(2, 0, -3);  // support 0.88
  facts.is_set = true;
  EXPECT_EQ(EvidenceRule(WithEvidence()).Decide(facts).label, Relation::kNeutral);
}

TEST(EvidenceRuleTest, UnimportantSentencesNeedMore) {
  EvidenceFacts facts = Facts(1, 0, -3);
  EXPECT_EQ(EvidenceRule(WithEvidence()).Decide(facts).label, Relation::kEntailment);
  facts.importance = 0.1F;
  EXPECT_EQ(EvidenceRule(WithEvidence()).Decide(facts).label, Relation::kNeutral);
}

TEST(EvidenceRuleTest, FewWordsInCommonNeedASureModel) {
  const EvidenceRule rule([] {
    Calibration calibration = WithEvidence();
    calibration.evidence->support_threshold = 0.4F;
    return calibration;
  }());
  EvidenceFacts facts = Facts(0.9F, 1, -3);  // entailment 0.47
  facts.importance = 0.9F;
  EXPECT_TRUE(rule.Decide(facts).decides());
  facts.coverage = 0.4F;
  EXPECT_EQ(rule.Decide(facts).label, Relation::kEntailment);
  EXPECT_FALSE(rule.Decide(facts).decides());
  facts.relation = Calibrate({1.1F, 1, -3}, {});  // 0.52
  EXPECT_TRUE(rule.Decide(facts).decides());
}

TEST(EvidenceRuleTest, WithoutCalibrationTheProbabilitiesDecide) {
  Calibration calibration;
  calibration.entailment_threshold = 0.7F;
  calibration.contradiction_threshold = 0.6F;
  const EvidenceRule rule(calibration);
  EXPECT_EQ(rule.Decide(Facts(3, 0, 0)).label, Relation::kEntailment);
  EXPECT_EQ(rule.Decide(Facts(1, 0, 0)).label, Relation::kNeutral);  // 0.58
  EXPECT_EQ(rule.Decide(Facts(0, 0, 3)).label, Relation::kContradiction);
  // Argmax calibrations (threshold 0) need more than half: a plurality is no verdict.
  EXPECT_EQ(EvidenceRule({}).Decide(Facts(0.4F, 0.3F, 0.2F)).label, Relation::kNeutral);
  EXPECT_EQ(rule.min_relevance(), 0);
}

EvidenceSet Set(int document, Polarity polarity, float probability) {
  EvidenceSet set;
  set.polarity = polarity;
  set.sentences = {{document, 0}};
  set.probability = probability;
  return set;
}

TEST(KeepLeadingTest, TheWeakerSideOfOneDocumentGoes) {
  std::vector<EvidenceSet> evidence = {Set(0, Polarity::kSupports, 0.95F),
                                       Set(0, Polarity::kSupports, 0.7F),
                                       Set(0, Polarity::kContradicts, 0.45F)};
  KeepLeading({}, evidence);
  ASSERT_THAT(evidence, SizeIs(2));
  EXPECT_EQ(evidence[0].polarity, Polarity::kSupports);
  EXPECT_EQ(evidence[1].polarity, Polarity::kSupports);
}

TEST(KeepLeadingTest, CloseSidesStay) {
  std::vector<EvidenceSet> evidence = {Set(0, Polarity::kSupports, 0.6F),
                                       Set(0, Polarity::kContradicts, 0.55F)};
  KeepLeading({}, evidence);
  EXPECT_THAT(evidence, SizeIs(2));
}

TEST(KeepLeadingTest, WeakSupportNeitherOutweighsNorIsOutweighed) {
  std::vector<EvidenceSet> evidence = {
      Set(0, Polarity::kSupports, 0.49F), Set(0, Polarity::kContradicts, 0.2F),
      Set(1, Polarity::kSupports, 0.2F), Set(1, Polarity::kContradicts, 0.7F)};
  KeepLeading({}, evidence);
  EXPECT_THAT(evidence, SizeIs(4));
}

TEST(KeepLeadingTest, AProbableContradictionIsNeverHidden) {
  std::vector<EvidenceSet> evidence = {Set(0, Polarity::kSupports, 0.99F),
                                       Set(0, Polarity::kContradicts, 0.8F)};
  KeepLeading({}, evidence);
  EXPECT_THAT(evidence, SizeIs(2));
  // The other way round the support goes: a wrong "supported" is the worse fault.
  std::vector<EvidenceSet> turned = {Set(0, Polarity::kSupports, 0.5F),
                                     Set(0, Polarity::kContradicts, 0.99F)};
  KeepLeading({}, turned);
  ASSERT_THAT(turned, SizeIs(1));
  EXPECT_EQ(turned[0].polarity, Polarity::kContradicts);
}

TEST(KeepLeadingTest, WhatIsMuchWeakerThanTheBestGoes) {
  std::vector<EvidenceSet> evidence = {Set(0, Polarity::kSupports, 0.8F),
                                       Set(0, Polarity::kSupports, 0.39F),
                                       Set(1, Polarity::kSupports, 0.3F)};
  KeepLeading({}, evidence);
  ASSERT_THAT(evidence, SizeIs(2));  // The best of each document stays.
  EXPECT_EQ(evidence[1].sentences[0].document, 1);
}

TEST(KeepLeadingTest, DocumentsThatDisagreeAreBothKept) {
  std::vector<EvidenceSet> evidence = {Set(0, Polarity::kSupports, 0.99F),
                                       Set(1, Polarity::kContradicts, 0.2F)};
  KeepLeading({}, evidence);
  EXPECT_THAT(evidence, SizeIs(2));
}

}  // namespace
}  // namespace gloss
