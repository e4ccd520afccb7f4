#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "types/relation.h"

namespace gloss {

/// What the label of a classifier, or a word of a verdict, says.
enum class LabelMeaning {
  kEntailment,
  kNeutral,
  kContradiction,
  kNotEntailment,  ///< Of two-way classifiers: neutral or contradiction, nobody knows which.
};

/// The one table of words for verdicts: case, blanks, hyphens and underscores do not matter.
/// Nothing for words that it does not hold.
std::optional<LabelMeaning> MeaningOfLabel(std::string_view word);

/// The relation that a word names without doubt; "unsupported", "no", "false" name none.
std::optional<Relation> RelationOfWord(std::string_view word);

/// The one rule on whether a score (how far the text supports the statement, 0 to 1) and a verdict
/// say the same: entailment needs at least 0.5, the others at most 0.5.
bool ScoreAgrees(Relation verdict, double support_score);

/// What the outputs of a classification head mean.
struct LabelMap {
  std::vector<std::string> names;
  std::vector<LabelMeaning> meanings;
  bool tells_contradiction = false;  ///< False: a two-way head, which tells support only.
};

/// Maps label names by the table; names such as LABEL_0 by `declared`, the relations of the outputs
/// as the ModelSpec gives them (may be empty). Errors: kModelUnavailable with the names and the
/// remedy.
Result<LabelMap> MapLabels(const std::vector<std::string>& names,
                           std::span<const Relation> declared);

/// Logits that stand for probabilities (indexed by Relation, need not sum to 1): their logarithms,
/// with a floor, so that a calibration temperature of 1 gives them back.
std::array<float, 3> LogitsOf(const std::array<double, 3>& probabilities);

}  // namespace gloss
