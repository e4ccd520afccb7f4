#include <gtest/gtest.h>

#include <cmath>

#include "models/model_spec.h"

namespace gloss {
namespace {

TEST(CalibrateTest, TurnsLogitsIntoProbabilitiesThatSumToOne) {
  const RelationScores scores = Calibrate({2.0F, 1.0F, 0.0F}, Calibration{});
  const double sum = std::exp(2.0) + std::exp(1.0) + 1.0;
  EXPECT_NEAR(scores.probability(Relation::kEntailment), std::exp(2.0) / sum, 1e-6);
  EXPECT_NEAR(scores.probability(Relation::kNeutral), std::exp(1.0) / sum, 1e-6);
  EXPECT_NEAR(scores.probability(Relation::kContradiction), 1.0 / sum, 1e-6);
  EXPECT_EQ(scores.label, Relation::kEntailment);
  EXPECT_EQ(scores.logits[0], 2.0F);
}

TEST(CalibrateTest, TemperatureFlattensWithoutChangingTheOrder) {
  Calibration calibration;
  calibration.temperature = 4.0F;
  const RelationScores flat = Calibrate({8.0F, 0.0F, 0.0F}, calibration);
  EXPECT_NEAR(flat.probability(Relation::kEntailment), std::exp(2.0) / (std::exp(2.0) + 2.0), 1e-6);
}

TEST(CalibrateTest, HugeLogitsDoNotOverflow) {
  const RelationScores scores = Calibrate({1e30F, -1e30F, 0.0F}, Calibration{});
  EXPECT_EQ(scores.probability(Relation::kEntailment), 1.0F);
  EXPECT_EQ(scores.label, Relation::kEntailment);
}

struct ThresholdCase {
  std::array<float, 3> logits;
  float entailment;
  float contradiction;
  Relation label;
};

class CalibrateThresholdTest : public testing::TestWithParam<ThresholdCase> {};

TEST_P(CalibrateThresholdTest, DecidesByThresholdContradictionFirst) {
  Calibration calibration;
  calibration.entailment_threshold = GetParam().entailment;
  calibration.contradiction_threshold = GetParam().contradiction;
  EXPECT_EQ(Calibrate(GetParam().logits, calibration).label, GetParam().label);
}

INSTANTIATE_TEST_SUITE_P(Table, CalibrateThresholdTest,
                         testing::Values(
                             // Probabilities .665 .245 .090.
                             ThresholdCase{{2, 1, 0}, 0.0F, 0.0F, Relation::kEntailment},
                             ThresholdCase{{2, 1, 0}, 0.7F, 0.0F, Relation::kNeutral},
                             ThresholdCase{{2, 1, 0}, 0.6F, 0.0F, Relation::kEntailment},
                             ThresholdCase{{2, 1, 0}, 0.6F, 0.08F, Relation::kContradiction},
                             ThresholdCase{{0, 1, 2}, 0.0F, 0.0F, Relation::kContradiction},
                             ThresholdCase{{0, 1, 2}, 0.0F, 0.9F, Relation::kNeutral},
                             // A tie decides nothing.
                             ThresholdCase{{1, 1, 1}, 0.0F, 0.0F, Relation::kNeutral},
                             ThresholdCase{{2, 0, 2}, 0.0F, 0.0F, Relation::kNeutral}));

}  // namespace
}  // namespace gloss
