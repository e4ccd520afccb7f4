#include <algorithm>
#include <cmath>

#include "models/model_spec.h"

namespace gloss {
namespace {

constexpr size_t kEntailmentIndex = static_cast<size_t>(Relation::kEntailment);
constexpr size_t kContradictionIndex = static_cast<size_t>(Relation::kContradiction);

std::array<float, 3> Softmax(const std::array<float, 3>& logits, float temperature) {
  // In double, so that the sum is 1 to float precision.
  const double top = *std::max_element(logits.begin(), logits.end());
  std::array<double, 3> weights{};
  double sum = 0;
  for (size_t i = 0; i < weights.size(); ++i) {
    weights[i] = std::exp((logits[i] - top) / temperature);
    sum += weights[i];
  }
  std::array<float, 3> probabilities{};
  for (size_t i = 0; i < weights.size(); ++i) {
    probabilities[i] = static_cast<float>(weights[i] / sum);
  }
  return probabilities;
}

}  // namespace

RelationScores Calibrate(const std::array<float, 3>& logits, const Calibration& calibration) {
  RelationScores scores;
  scores.logits = logits;
  scores.probabilities = Softmax(logits, calibration.temperature);
  // Ties go to the neutral label: a tie decides nothing.
  const auto leads = [&](size_t index) {
    for (size_t other = 0; other < logits.size(); ++other) {
      if (other != index && scores.probabilities[other] >= scores.probabilities[index])
        return false;
    }
    return true;
  };
  const auto reached = [&](size_t index, float threshold) {
    return threshold > 0 ? scores.probabilities[index] >= threshold : leads(index);
  };
  if (reached(kContradictionIndex, calibration.contradiction_threshold)) {
    scores.label = Relation::kContradiction;
  } else if (reached(kEntailmentIndex, calibration.entailment_threshold)) {
    scores.label = Relation::kEntailment;
  } else {
    scores.label = Relation::kNeutral;
  }
  return scores;
}

}  // namespace gloss
