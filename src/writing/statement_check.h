#pragma once

#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "models/embedder.h"
#include "models/entailment_classifier.h"
#include "types/relation.h"
#include "writing/salience.h"

namespace gloss {

/// A statement that a writer made of source sentences. Views of what the caller keeps.
struct StatementPair {
  std::string_view statement;  ///< Without quotation marks (Unquoted).
  std::string_view evidence;   ///< The cited sentences, joined by a space.
  std::string_view language;   ///< Of both.
  bool several = false;        ///< The evidence is more than one sentence.
};

struct StatementVerdict {
  bool supported = false;
  Relation label = Relation::kNeutral;
  float probability = 0;  ///< Calibrated, that the evidence supports it.
  std::string reason;     ///< Why it is not supported, in words.
};

/// Is a statement borne out by the sentences that it cites? The product's own rule for evidence
/// (evidence_rule.h: entailment model, embedding and terms, calibrated) and the check of figures,
/// names and negations (figures_check.h), which must find each of them in the cited sentences
/// themselves. Word for word the same is support without a model.
class StatementChecker {
 public:
  /// The models must outlive the checker.
  StatementChecker(Embedder& embedder, EntailmentClassifier& classifier)
      : embedder_(embedder), classifier_(classifier) {}

  /// One verdict a pair; a statement that does not fit the entailment model's window is not
  /// supported. Deterministic. Errors: those of the models; kCancelled.
  Result<std::vector<StatementVerdict>> Check(std::span<const StatementPair> pairs,
                                              const WritingProgress& progress,
                                              const std::stop_token& stop);

 private:
  Embedder& embedder_;
  EntailmentClassifier& classifier_;
};

}  // namespace gloss
