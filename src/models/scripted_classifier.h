#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "models/entailment_classifier.h"
#include "models/scripted_failure.h"

namespace gloss {

struct ScriptedClassifierOptions {
  std::string name = "scripted-entailment";  ///< Of the spec.
  Calibration calibration;                   ///< Of the spec; applied to the logits.
  std::vector<std::string> languages;        ///< Of the spec.
  /// Relation by (premise, hypothesis); looked at first.
  std::map<std::pair<std::string, std::string>, Relation> table;
  /// Asked when the table has no answer; it may be called from several threads.
  std::function<std::optional<Relation>(const PremiseHypothesis&)> callback;
  Relation fallback = Relation::kNeutral;  ///< When neither has one.
  std::optional<size_t> fail_after;        ///< Fails after so many items, over all calls.
};

/// Logits that a scripted answer stands for: 6 for its relation, 0 for the others (probability
/// 0.995).
std::array<float, 3> ScriptedLogits(Relation relation);

/// EntailmentClassifier for tests. Thread-safe when the callback is.
class ScriptedClassifier : public EntailmentClassifier {
 public:
  explicit ScriptedClassifier(ScriptedClassifierOptions options = {});

  BatchResult<RelationScores> Classify(std::span<const PremiseHypothesis> pairs,
                                       std::stop_token stop) override;
  const ModelSpec& spec() const override { return spec_; }

 private:
  Relation Answer(const PremiseHypothesis& pair) const;

  ScriptedClassifierOptions options_;
  ModelSpec spec_;
  ScriptedFailure failure_;
};

}  // namespace gloss
