#pragma once

#include <span>
#include <stop_token>
#include <string_view>

#include "models/batch.h"
#include "models/model_spec.h"
#include "types/relation.h"

namespace gloss {

/// Does the premise entail, contradict, or say nothing of the hypothesis? Views into the caller's
/// texts.
struct PremiseHypothesis {
  std::string_view premise;
  std::string_view hypothesis;
};

/// (premise, hypothesis) → relation. Deterministic: the same pair gives the same scores in any
/// batch, order and thread count. A pair that is longer than the model's window has its premise
/// windowed, never its hypothesis cut; a hypothesis that alone does not fit is an error of that
/// item. Thread-safe.
class EntailmentClassifier {
 public:
  virtual ~EntailmentClassifier() = default;

  virtual BatchResult<RelationScores> Classify(std::span<const PremiseHypothesis> pairs,
                                               std::stop_token stop) = 0;

  virtual const ModelSpec& spec() const = 0;
};

}  // namespace gloss
