#pragma once

#include <array>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "backends/remote/remote_server.h"
#include "backends/remote/server_options.h"
#include "base/status.h"
#include "models/entailment_classifier.h"
#include "models/model_spec.h"

namespace gloss {

/// Logits of one pair, indexed by Relation.
using PairLogits = std::array<float, 3>;

/// Which pairs one request can hold.
enum class PairGrouping { kSingle, kSamePremise, kSameHypothesis, kAny };

/// One way to ask a server for the relation of two texts. Thread-safe.
class Verifier {
 public:
  virtual ~Verifier() = default;

  virtual VerifierKind kind() const = 0;
  virtual PairGrouping grouping() const = 0;
  virtual size_t max_pairs() const = 0;  ///< Of one request.

  /// False: what is not support is called neutral, contradictions are not found.
  virtual bool tells_contradiction() const { return true; }

  /// Id and SHA-256 of the wording, for provenance; empty where no words are sent but the texts.
  virtual std::string prompt_id() const { return ""; }
  virtual std::string prompt_sha256() const { return ""; }

  /// One answer a pair, or the failure of the request. A pair whose label is not clear fails:
  /// nothing is guessed.
  virtual Result<std::vector<Result<PairLogits>>> Label(std::span<const PremiseHypothesis> pairs,
                                                        const std::stop_token& stop) = 0;
};

/// The first rung of the ladder that works, tried in the order of VerifierKind with one small pair
/// each; or the one that is wanted. `spec` has its name on the server. Errors: kModelUnavailable
/// with what each rung said, and those of RemoteClient (a server that is gone is not asked again).
Result<std::unique_ptr<Verifier>> ChooseVerifier(const std::shared_ptr<RemoteServer>& server,
                                                 const ModelSpec& spec, VerifierKind wanted,
                                                 const std::stop_token& stop);

}  // namespace gloss
