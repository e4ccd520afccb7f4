#include "models/scripted_classifier.h"

namespace gloss {

std::array<float, 3> ScriptedLogits(Relation relation) {
  std::array<float, 3> logits{};
  logits[static_cast<size_t>(relation)] = 6;
  return logits;
}

ScriptedClassifier::ScriptedClassifier(ScriptedClassifierOptions options)
    : options_(std::move(options)), failure_(options_.fail_after) {
  spec_.name = options_.name;
  spec_.role = ModelRole::kEntailment;
  spec_.labels = {Relation::kEntailment, Relation::kNeutral, Relation::kContradiction};
  spec_.calibration = options_.calibration;
  spec_.languages = options_.languages;
}

BatchResult<RelationScores> ScriptedClassifier::Classify(std::span<const PremiseHypothesis> pairs,
                                                         std::stop_token stop) {
  BatchResult<RelationScores> result;
  result.items.resize(pairs.size());
  for (size_t i = 0; i < pairs.size(); ++i) {
    result.status = failure_.BeforeItem(stop);
    if (!result.status.ok()) break;
    result.items[i] = Calibrate(ScriptedLogits(Answer(pairs[i])), options_.calibration);
  }
  return result;
}

Relation ScriptedClassifier::Answer(const PremiseHypothesis& pair) const {
  const auto found = options_.table.find({std::string(pair.premise), std::string(pair.hypothesis)});
  if (found != options_.table.end()) return found->second;
  if (options_.callback) {
    if (const std::optional<Relation> answer = options_.callback(pair)) return *answer;
  }
  return options_.fallback;
}

}  // namespace gloss
