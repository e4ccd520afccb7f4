#pragma once

#include <array>
#include <cstddef>

namespace gloss {

/// What a pair is judged by, besides the labels' own probabilities (grounding/evidence_rule.h).
/// Order of the weights in EvidenceCalibration.
enum class EvidenceFeature : size_t {
  kEntailment,     ///< logit(entailment) - logit(neutral)
  kContradiction,  ///< logit(contradiction) - logit(neutral)
  kImportance,     ///< cosine(claim, evidence)
  kCoverage,       ///< Share of the claim's terms that the evidence has.
  kConstant,       ///< 1
};
constexpr size_t kEvidenceFeatures = 5;

/// Logistic weights and thresholds that turn an entailment model's logits, the importance of the
/// sentence and the words in common into the probability that the sentence is evidence. Fitted on
/// development data by training/entailment/calibrate.py; stored with the model.
struct EvidenceCalibration {
  std::array<float, kEvidenceFeatures> support{};
  std::array<float, kEvidenceFeatures> contradiction{};
  float support_threshold = 0.5F;  ///< Least probability that makes a sentence support.
  float contradiction_threshold = 0.5F;
  float set_support_threshold = 0.5F;  ///< The same for groups of sentences.
  float set_contradiction_threshold = 0.5F;
  float min_relevance = 0.0F;  ///< Less relevant sentences do not reach the entailment model
                               ///< (Relevance in grounding/evidence_rule.h).

  friend bool operator==(const EvidenceCalibration&, const EvidenceCalibration&) = default;
};

}  // namespace gloss
