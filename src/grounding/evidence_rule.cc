#include "grounding/evidence_rule.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace gloss {
namespace {

float Logistic(const std::array<float, kEvidenceFeatures>& weights,
               const std::array<float, kEvidenceFeatures>& features) {
  double sum = 0;
  for (size_t i = 0; i < kEvidenceFeatures; ++i) {
    sum += static_cast<double>(weights[i]) * static_cast<double>(features[i]);
  }
  return static_cast<float>(1.0 / (1.0 + std::exp(-sum)));
}

std::array<float, kEvidenceFeatures> FeaturesOf(const EvidenceFacts& facts) {
  const auto logit = [&](Relation relation) {
    return facts.relation.logits[static_cast<size_t>(relation)];
  };
  return {logit(Relation::kEntailment) - logit(Relation::kNeutral),
          logit(Relation::kContradiction) - logit(Relation::kNeutral), facts.importance,
          facts.coverage, 1.0F};
}

/// A threshold of 0 in a calibration stands for the most likely label.
float ThresholdOr(float threshold, float otherwise) {
  return threshold > 0 ? threshold : otherwise;
}

}  // namespace

float EvidenceDecision::probability() const {
  if (label == Relation::kEntailment) return support;
  if (label == Relation::kContradiction) return contradiction;
  return std::max(0.0F, 1.0F - support - contradiction);
}

EvidenceRule::EvidenceRule(const Calibration& calibration) : calibration_(calibration) {
  if (calibration.evidence) {
    evidence_ = *calibration.evidence;
    return;
  }
  evidence_.support_threshold = ThresholdOr(calibration.entailment_threshold, 0.5F);
  evidence_.contradiction_threshold = ThresholdOr(calibration.contradiction_threshold, 0.5F);
  evidence_.set_support_threshold = evidence_.support_threshold;
  evidence_.set_contradiction_threshold = evidence_.contradiction_threshold;
}

EvidenceDecision EvidenceRule::Decide(const EvidenceFacts& facts) const {
  EvidenceDecision decision;
  if (calibration_.evidence) {
    const std::array<float, kEvidenceFeatures> features = FeaturesOf(facts);
    decision.support = Logistic(evidence_.support, features);
    decision.contradiction = Logistic(evidence_.contradiction, features);
  } else {
    decision.support = facts.relation.probability(Relation::kEntailment);
    decision.contradiction = facts.relation.probability(Relation::kContradiction);
  }
  const float least_contradiction =
      facts.is_set ? evidence_.set_contradiction_threshold : evidence_.contradiction_threshold;
  const float least_support =
      facts.is_set ? evidence_.set_support_threshold : evidence_.support_threshold;
  const float entails = facts.relation.probability(Relation::kEntailment);
  const bool contradicts = decision.contradiction >= least_contradiction &&
                           facts.relation.probability(Relation::kContradiction) > entails;
  if (facts.coverage < kLooseCoverage && entails < kSureEntailment) {
    decision.support = std::min(decision.support, EvidenceDecision::kMostWeakSupport);
  }
  const bool supports = decision.support >= least_support;
  const bool decisive = supports && decision.support >= EvidenceDecision::kDecisiveSupport;
  if (contradicts && decisive) {
    const float lead = decision.contradiction - decision.support;
    if (std::abs(lead) < kCloseCall) return decision;
    decision.label = lead > 0 ? Relation::kContradiction : Relation::kEntailment;
  } else if (contradicts) {
    decision.label = Relation::kContradiction;
  } else if (supports) {
    decision.label = Relation::kEntailment;
  }
  return decision;
}

void KeepLeading(const LeadOptions& options, std::vector<EvidenceSet>& evidence) {
  struct Best {
    float supports = -1;
    float contradicts = -1;
  };
  const auto is_decisive = [](float support) {
    return support >= EvidenceDecision::kDecisiveSupport;
  };
  std::map<int, Best> best_of;  // by document
  for (const EvidenceSet& set : evidence) {
    Best& best = best_of[set.sentences.front().document];
    float& side = set.polarity == Polarity::kSupports ? best.supports : best.contradicts;
    side = std::max(side, set.probability);
  }
  std::erase_if(evidence, [&](const EvidenceSet& set) {
    const Best& best = best_of[set.sentences.front().document];
    const bool supports = set.polarity == Polarity::kSupports;
    const float own = supports ? best.supports : best.contradicts;
    const float other = supports ? best.contradicts : best.supports;
    const bool outweighed = other >= 0 && own + options.margin <= other &&
                            (supports ? is_decisive(set.probability)
                                      : is_decisive(other) && own < options.kept_contradiction);
    return outweighed || set.probability < options.share_of_best * own;
  });
}

}  // namespace gloss
