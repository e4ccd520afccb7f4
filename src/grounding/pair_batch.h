#pragma once

#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "models/entailment_classifier.h"

namespace gloss {

/// Labels many (premise, hypothesis) pairs with few model calls, so that a failure part way loses
/// little: pairs go to the model in their order, in calls of a fixed size, and equal pairs go once.
struct PairBatch {
  std::vector<std::optional<RelationScores>> scores;  ///< One a pair; empty: not labelled.
  Status status;  ///< The first failure; OK exactly when every pair is labelled.
};

/// After a failed call the next one is still tried (one pair may be at fault), until a call labels
/// nothing or the caller stops. `progress` (may be empty) is told pairs done and in all.
PairBatch ClassifyPairs(EntailmentClassifier& classifier, std::span<const PremiseHypothesis> pairs,
                        const std::stop_token& stop,
                        const std::function<void(size_t, size_t)>& progress);

}  // namespace gloss
