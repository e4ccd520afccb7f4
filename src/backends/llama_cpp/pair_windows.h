#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "backends/llama_cpp/token_windows.h"
#include "types/relation.h"

namespace gloss {

/// Windows of a premise of `length` tokens, of at most `room` tokens each: neighbours overlap by a
/// quarter, so that a sentence at a border is whole in one of them. REQUIRES: room > 0.
inline std::vector<TokenWindow> PlanPremiseWindows(size_t length, size_t room) {
  return PlanWindows(length, room, room / 4);
}

/// The window that decides a pair: the one with the largest probability of entailment or
/// contradiction, the earlier one of equals.
inline void KeepDeciding(std::optional<RelationScores>& best, const RelationScores& scores) {
  const auto decided = [](const RelationScores& s) {
    return std::max(s.probability(Relation::kEntailment), s.probability(Relation::kContradiction));
  };
  if (!best || decided(scores) > decided(*best)) best = scores;
}

}  // namespace gloss
