#pragma once

#include <span>
#include <vector>

#include "models/model_spec.h"
#include "types/grounding_report.h"
#include "types/relation.h"

namespace gloss {

/// What is known of a sentence, or of a group of sentences read together, beside a claim.
struct EvidenceFacts {
  RelationScores relation;  ///< What the entailment model says.
  float importance = 0;     ///< cosine(claim, evidence)
  float coverage = 0;       ///< Share of the claim's terms that the evidence has.
  bool is_set = false;      ///< A group of sentences.
};

struct EvidenceDecision {
  Relation label = Relation::kNeutral;
  float support = 0;        ///< Probability that it is evidence for the claim.
  float contradiction = 0;  ///< Probability that it is evidence against the claim.

  /// Of the label.
  float probability() const;

  /// Support that is less probable than not is weak: it is shown, and decides no verdict.
  static constexpr float kDecisiveSupport = 0.5F;
  static constexpr float kMostWeakSupport = 0.49F;
  bool decides() const {
    return label == Relation::kContradiction ||
           (label == Relation::kEntailment && support >= kDecisiveSupport);
  }
};

/// Decides whether a sentence is evidence, by the calibration stored with the entailment model:
/// logistic over the two logit differences, importance and coverage, then one threshold a side.
/// Contradiction is looked at first, and the model itself must find it likelier than entailment;
/// when decisive support stands within `kCloseCall` of it the rule abstains (neutral), and weak
/// support never stands against it. A sentence with less than half of the claim's terms is decisive
/// only when the model alone says so (probability of entailment at least one half). A model without
/// that calibration decides by its labels' calibrated probabilities. Depends on nothing but the
/// facts: what else a source says never changes a decision. Pure.
class EvidenceRule {
 public:
  static constexpr float kCloseCall = 0.05F;
  static constexpr float kLooseCoverage = 0.5F;
  static constexpr float kSureEntailment = 0.5F;

  explicit EvidenceRule(const Calibration& calibration);

  EvidenceDecision Decide(const EvidenceFacts& facts) const;

  /// Less relevant sentences need not be labelled: they are never evidence, but for a rare one.
  float min_relevance() const { return evidence_.min_relevance; }

 private:
  Calibration calibration_;
  EvidenceCalibration evidence_;
};

/// What orders and prunes sentences before they are labelled: two signs that cost no label.
/// `coverage`: share of the claim's terms. With importance alone 32 sentences a claim lost three
/// times as much.
inline float Relevance(float importance, float coverage) {
  constexpr float kSharedTerms = 0.6F;
  return importance + kSharedTerms * coverage;
}

/// What evidence of one document stays beside better evidence of the same document.
struct LeadOptions {
  /// The weaker side goes when its best is weaker than the other's by this much, weak support
  /// aside, which outweighs nothing and is not outweighed …
  float margin = 0.1F;
  /// … but a contradiction that is at least so probable stays.
  float kept_contradiction = 0.8F;
  /// Evidence less probable than this share of the best on its side goes.
  float share_of_best = 0.7F;
};

/// One document seldom says a thing and its contrary, and says it mostly in one place: chance
/// labels beside clear evidence are taken away. The best evidence of each document stays, so no
/// claim loses its verdict, and sides of different documents are all kept: where sources disagree,
/// the claim is conflicting.
void KeepLeading(const LeadOptions& options, std::vector<EvidenceSet>& evidence);

}  // namespace gloss
