#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "models/embedder.h"
#include "models/entailment_classifier.h"
#include "models/generator.h"
#include "store/result_cache.h"

namespace gloss {

/// What a model's raw results depend on besides its input: its file's hash or the server that
/// computes it, the settings of the spec that change what it computes, and `program`: the program's
/// version (windows and kernels are code) and what else the caller knows to matter. Empty when the
/// file is not pinned by a hash, so that nobody knows which weights answered: its results are not
/// kept.
std::string ModelIdentity(const ModelSpec& spec, std::string_view program);

/// How far a generated text depends on the other requests of its call.
enum class GenerationKeying {
  kRequest,  ///< Not at all: each request is computed apart, as servers do.
  kCall,  ///< Requests that are decoded together share sums, so a text belongs to its whole call.
};

/// Makes the keys of one model. A key is the SHA-256 of the kind, the model's identity and every
/// part of the input, each with its length before it. Thread-safe.
class CacheKeys {
 public:
  /// REQUIRES: `identity` is not empty.
  CacheKeys(ResultKind kind, std::string_view identity);

  ResultKey OfText(std::string_view text) const;

  /// `temperature` of the model's calibration: it decides between the windows of a long premise.
  /// Thresholds are no part of the key; they are applied when a result is read.
  ResultKey OfPair(const PremiseHypothesis& pair, float temperature) const;

  /// One key a request.
  std::vector<ResultKey> OfRequests(std::span<const GenerationRequest> requests,
                                    GenerationKeying keying) const;

 private:
  std::string prefix_;
};

}  // namespace gloss
