#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace gloss {

/// Label of one (evidence, claim) pair, as in natural language inference. Not a Verdict.
enum class Relation { kEntailment = 0, kNeutral = 1, kContradiction = 2 };

/// "entailment", "neutral", "contradiction".
std::string_view RelationName(Relation relation);
std::optional<Relation> RelationFromName(std::string_view name);

/// What an entailment model says of one pair. Probabilities are calibrated (the model's temperature
/// is applied) and sum to 1.
struct RelationScores {
  std::array<float, 3> logits{};         ///< Raw, indexed by Relation.
  std::array<float, 3> probabilities{};  ///< Indexed by Relation.
  Relation label = Relation::kNeutral;   ///< The model's decision, by its stored thresholds.

  float probability(Relation relation) const {
    return probabilities[static_cast<size_t>(relation)];
  }
};

/// +1 for entailment, -1 for contradiction, 0 for neutral (eTracer, step 3).
int SignOf(Relation relation);

}  // namespace gloss
