#pragma once

#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

#include "grounding/grounding_options.h"
#include "models/embedder.h"
#include "models/entailment_classifier.h"
#include "types/document.h"
#include "types/grounding_report.h"

namespace gloss {

/// The row of the signed score matrix of one claim.
struct ClaimMatch {
  std::vector<PairScore> scores;      ///< Labelled candidates, by sentence; the rest is zero.
  std::vector<EvidenceSet> evidence;  ///< Of the non-zero scores, best first; one sentence each.
  std::vector<EvidenceSet> weak_evidence;  ///< Of the default method: support that decides nothing.
  std::vector<FigureNote> figures;  ///< Of the default method: what kept sentences from support.
  int unchecked_pairs = 0;          ///< Candidates without a label.
  Status status;                    ///< Not OK when work on this claim is missing: why.
};

/// How much work a matching was.
struct MatchCounts {
  size_t pairs = 0;     ///< Claims times context sentences.
  size_t embedded = 0;  ///< Context sentences that were embedded (each distinct text once).
  size_t labelled = 0;  ///< Pairs of a claim and a sentence that were labelled (likewise).
  size_t groups = 0;    ///< Groups of sentences that were labelled with a claim.
};

struct MatchResult {
  std::vector<ClaimMatch> claims;  ///< One a claim, in order.
  MatchCounts counts;
};

/// The evidence sets of a row: a positive score supports, a negative one contradicts. Best first
/// (larger |score|, then earlier sentence).
std::vector<EvidenceSet> EvidenceOf(const std::vector<PairScore>& scores);

/// eTracer, step 3: importance of a (claim, context sentence) pair is the cosine of their
/// embeddings; pairs with importance >= tau are labelled by the entailment model (premise: the
/// sentence, hypothesis: the claim); the signed score is importance times +1, 0 or -1. Every place
/// of a repeated sentence is a pair of its own, and is sent to the models once.
///
/// A model that fails part way leaves the claims that it finished finished; the others have a
/// status. A claim is unfinished too when any context sentence has no embedding: it might be
/// evidence.
class EvidenceMatcher {
 public:
  /// The models must outlive the matcher.
  EvidenceMatcher(Embedder& embedder, EntailmentClassifier& classifier)
      : embedder_(embedder), classifier_(classifier) {}

  /// REQUIRES: documents are segmented. `progress` may be empty.
  MatchResult Match(std::span<const std::string_view> claims, std::span<const Document> documents,
                    float tau, const GroundingProgress& progress, const std::stop_token& stop);

 private:
  Embedder& embedder_;
  EntailmentClassifier& classifier_;
};

}  // namespace gloss
