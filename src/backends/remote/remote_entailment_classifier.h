#pragma once

#include <memory>
#include <stop_token>
#include <vector>

#include "backends/remote/remote_server.h"
#include "backends/remote/verifier.h"
#include "models/entailment_classifier.h"

namespace gloss {

/// EntailmentClassifier on a server, over the best verifier that it has (verifier.h). Pairs that
/// one request can hold go together, requests side by side as far as the server can take it; each
/// pair fails alone and is then missing from the batch. A pair that is too long for the model has
/// its premise cut into overlapping parts, and the part that decides counts. Calibration is that of
/// the spec. The same pair gives the same scores as far as the server keeps to that. Thread-safe.
class RemoteEntailmentClassifier : public EntailmentClassifier {
 public:
  /// Chooses the verifier. `spec.name` names the model on the server; empty: the server's own.
  /// Errors: kModelUnavailable and those of RemoteClient.
  static Result<std::unique_ptr<RemoteEntailmentClassifier>> Connect(
      std::shared_ptr<RemoteServer> server, ModelSpec spec, VerifierKind wanted,
      std::stop_token stop);

  BatchResult<RelationScores> Classify(std::span<const PremiseHypothesis> pairs,
                                       std::stop_token stop) override;
  const ModelSpec& spec() const override { return spec_; }

  const Verifier& verifier() const { return *verifier_; }

 private:
  RemoteEntailmentClassifier(std::shared_ptr<RemoteServer> server, ModelSpec spec,
                             std::unique_ptr<Verifier> verifier)
      : server_(std::move(server)), spec_(std::move(spec)), verifier_(std::move(verifier)) {}

  Result<RelationScores> ClassifyInParts(const PremiseHypothesis& pair, int depth,
                                         const std::stop_token& stop) const;

  std::shared_ptr<RemoteServer> server_;
  ModelSpec spec_;
  std::unique_ptr<Verifier> verifier_;
};

/// Indices of the pairs by request: as many as one request can hold, in the order of their first
/// pair. Every index is in exactly one group. Pure function.
std::vector<std::vector<size_t>> GroupPairs(std::span<const PremiseHypothesis> pairs,
                                            PairGrouping grouping, size_t most);

}  // namespace gloss
