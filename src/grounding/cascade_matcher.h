#pragma once

#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "grounding/evidence_matcher.h"
#include "grounding/evidence_rule.h"
#include "grounding/grounding_options.h"
#include "models/embedder.h"
#include "models/entailment_classifier.h"
#include "retrieval/shortlist.h"
#include "types/document.h"

namespace gloss {

struct CascadeOptions {
  ShortlistOptions shortlist;
  size_t max_candidates = 48;           ///< Sentences of one claim that reach the entailment model.
  std::optional<float> min_relevance;   ///< Least relevance of those; not set: the calibration's.
  std::optional<float> min_importance;  ///< And least importance; not set: none.
  bool evidence_sets = true;  ///< Groups of sentences are tried where no sentence decides.
  bool check_figures = true;  ///< A figure that the evidence does not bear out blocks support.
  bool exhaustive = false;    ///< Every pair is labelled: the oracle of the cascade.
  LeadOptions lead;           ///< What stays beside better evidence.
};

/// The default method's matching (docs/design/matching.md):
///
///   shortlist (BM25 and static vectors) → embeddings → entailment model → evidence rule
///     → figures check → groups of sentences where no single one decides
///
/// so that few pairs reach the models, contradiction is looked at before entailment, and a sentence
/// supports a claim only when its figures, names and negations do. Decisions are taken pair by
/// pair: sentences that are not about the claim change nothing. Results do not depend on batch
/// size, order of the documents' other sentences, or thread count.
class CascadeMatcher {
 public:
  /// The models must outlive the matcher.
  CascadeMatcher(Embedder& embedder, EntailmentClassifier& classifier,
                 const CascadeOptions& options)
      : embedder_(embedder), classifier_(classifier), options_(options) {}

  /// REQUIRES: documents are segmented. `language`: of the claims. `progress` may be empty.
  MatchResult Match(std::span<const std::string_view> claims, std::span<const Document> documents,
                    std::string_view language, const GroundingProgress& progress,
                    const std::stop_token& stop);

 private:
  Embedder& embedder_;
  EntailmentClassifier& classifier_;
  CascadeOptions options_;
};

}  // namespace gloss
