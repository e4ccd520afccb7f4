#pragma once

#include <algorithm>
#include <optional>

#include "types/relation.h"

namespace gloss {

/// The window of a premise that decides a pair: the one with the largest probability of entailment
/// or contradiction, the earlier one of equals.
inline void KeepDeciding(std::optional<RelationScores>& best, const RelationScores& scores) {
  const auto decided = [](const RelationScores& s) {
    return std::max(s.probability(Relation::kEntailment), s.probability(Relation::kContradiction));
  };
  if (!best || decided(scores) > decided(*best)) best = scores;
}

}  // namespace gloss
