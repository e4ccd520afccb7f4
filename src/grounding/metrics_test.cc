#include "grounding/metrics.h"

#include <gtest/gtest.h>

#include <random>

#include "grounding/test_support.h"
#include "models/scripted_classifier.h"

namespace gloss {
namespace {

ClaimResult WithVerdict(Verdict verdict) {
  ClaimResult result;
  result.verdict = verdict;
  return result;
}

EvidenceSet Evidence(Polarity polarity, std::vector<SentenceRef> sentences, float score) {
  return {.polarity = polarity, .sentences = std::move(sentences), .score = score};
}

TEST(ComputeMetrics, SharesAreOfAllCheckableClaims) {
  const std::vector<ClaimResult> claims = {
      WithVerdict(Verdict::kSupported),     WithVerdict(Verdict::kSupported),
      WithVerdict(Verdict::kConflicting),   WithVerdict(Verdict::kContradicted),
      WithVerdict(Verdict::kNotEnoughInfo), WithVerdict(Verdict::kUnchecked),
      WithVerdict(Verdict::kUnchecked),     WithVerdict(Verdict::kUnchecked),
      WithVerdict(Verdict::kNotCheckable)};
  const GroundingMetrics metrics = ComputeMetrics(claims, {});
  EXPECT_DOUBLE_EQ(*metrics.fcr, 2.0 / 8);
  EXPECT_DOUBLE_EQ(*metrics.acr, 1.0 / 8);
  EXPECT_DOUBLE_EQ(*metrics.hcr, 1.0 / 8);
  EXPECT_DOUBLE_EQ(*metrics.ucr, 1.0 / 8);
  EXPECT_DOUBLE_EQ(*metrics.unchecked, 3.0 / 8);
}

// deepeval#1971, ragas#878, promptfoo#2468: nothing to check is not a pass.
TEST(ComputeMetrics, NothingToDivideByIsAbsent) {
  for (const std::vector<ClaimResult>& claims :
       {std::vector<ClaimResult>{}, {WithVerdict(Verdict::kNotCheckable)}}) {
    const GroundingMetrics metrics = ComputeMetrics(claims, {});
    EXPECT_FALSE(metrics.fcr || metrics.acr || metrics.hcr || metrics.ucr || metrics.unchecked);
    EXPECT_FALSE(metrics.cer || metrics.ecss || metrics.pfcr);
  }
}

TEST(ComputeMetrics, SumToOne) {
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    std::vector<ClaimResult> claims;
    for (size_t i = 0; i < 1 + random() % 40; ++i) {
      claims.push_back(WithVerdict(static_cast<Verdict>(random() % 6)));
    }
    const GroundingMetrics metrics = ComputeMetrics(claims, {});
    if (!metrics.fcr) continue;
    EXPECT_NEAR(*metrics.fcr + *metrics.acr + *metrics.hcr + *metrics.ucr + *metrics.unchecked, 1,
                1e-12);
  }
}

TEST(ComputeMetrics, CerCountsWhatTheChosenDecompositionLost) {
  ClaimResult kept = WithVerdict(Verdict::kSupported);
  kept.claim.sentence = 0;
  kept.claim.attempts = 2;
  const std::vector<DroppedClaim> dropped = {
      {"first attempt", 0, 1, "not_entailed"},   // another attempt was chosen
      {"chosen attempt", 0, 2, "not_entailed"},  // counts
      {"by a rule", 0, 2, "number_added"},       // counts
      {"duplicate", 0, 2, "duplicate"},
      {"no claim survived", 1, 2, "not_entailed"},  // the last attempt is 3
      {"no claim survived", 1, 3, "not_entailed"},  // counts
  };
  EXPECT_DOUBLE_EQ(*ComputeMetrics(std::vector{kept}, dropped).cer, 1.0 / 4);
}

TEST(ComputeMetrics, EcssIsTheMeanImportanceOfEvidence) {
  ClaimResult claim = WithVerdict(Verdict::kConflicting);
  claim.evidence = {Evidence(Polarity::kSupports, {{0, 0}}, 0.9F),
                    Evidence(Polarity::kContradicts, {{0, 1}, {0, 2}}, 0.7F)};
  ClaimResult unchecked = WithVerdict(Verdict::kUnchecked);
  unchecked.evidence = {Evidence(Polarity::kSupports, {{0, 0}}, 0.5F)};
  EXPECT_NEAR(*ComputeMetrics(std::vector{claim, unchecked}, {}).ecss, 0.8, 1e-6);
}

GroundingReport ReportWithPairs() {
  GroundingReport report;
  report.response.language = "en";
  report.documents = {MakeDocument("d1", {"Trial one.", "Trial two."})};
  ClaimResult claim = WithVerdict(Verdict::kConflicting);
  claim.claim.text = "Aspirin is safe.";
  claim.evidence = {Evidence(Polarity::kSupports, {{0, 0}}, 0.9F),
                    Evidence(Polarity::kContradicts, {{0, 0}, {0, 1}}, 0.7F)};
  ClaimResult stuck = WithVerdict(Verdict::kSupported);
  stuck.claim.text = "Neither drug nor surgery helped.";
  stuck.evidence = {Evidence(Polarity::kSupports, {{0, 0}}, 0.9F)};
  report.claims = {claim, stuck};
  return report;
}

TEST(ComputePfcr, CountsLabelsThatTurn) {
  ScriptedClassifier turns(Script(
      {.table = {{{"Trial one.", "Aspirin is not safe."}, Relation::kContradiction},
                 {{"Trial one. Trial two.", "Aspirin is not safe."}, Relation::kEntailment}}}));
  const FlipConsistency all = ComputePfcr(ReportWithPairs(), turns, {}, {});
  EXPECT_DOUBLE_EQ(*all.rate, 1);
  EXPECT_EQ(all.pairs, 2);
  EXPECT_EQ(all.left_out, 1);

  ScriptedClassifier half(
      Script({.table = {{{"Trial one.", "Aspirin is not safe."}, Relation::kContradiction}}}));
  EXPECT_DOUBLE_EQ(*ComputePfcr(ReportWithPairs(), half, {}, {}).rate, 0.5);
}

TEST(ComputePfcr, IsAbsentWhenTheModelFailsOrNothingWasAsked) {
  ScriptedClassifier fails(Script({.fail_after = 1}));
  const FlipConsistency failed = ComputePfcr(ReportWithPairs(), fails, {}, {});
  EXPECT_FALSE(failed.rate);
  EXPECT_EQ(failed.status.code(), StatusCode::kModelFailed);
  ScriptedClassifier unused(Script({.fail_after = 0}));
  const FlipConsistency none = ComputePfcr(GroundingReport{}, unused, {}, {});
  EXPECT_FALSE(none.rate);
  EXPECT_TRUE(none.status.ok());
}

}  // namespace
}  // namespace gloss
