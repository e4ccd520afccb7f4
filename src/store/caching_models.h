#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "models/embedder.h"
#include "models/entailment_classifier.h"
#include "models/generator.h"
#include "store/cache_keys.h"
#include "store/result_cache.h"

namespace gloss {

/// How often a cache had an answer, over all calls. Thread-safe.
struct CacheCounters {
  std::atomic<uint64_t> hits{0};
  std::atomic<uint64_t> misses{0};  ///< Sent to the model.
};

// Each of these answers from a cache what it can and sends the rest to a model in one call. Results
// equal the model's own to the bit. What a model did before it failed is kept; what failed is not.
// Thread-safe.

class CachingEmbedder : public Embedder {
 public:
  /// `identity`: ModelIdentity of the model, not empty.
  CachingEmbedder(std::unique_ptr<Embedder> model, std::shared_ptr<ResultCache> cache,
                  std::string_view identity)
      : model_(std::move(model)),
        cache_(std::move(cache)),
        keys_(ResultKind::kEmbedding, identity) {}

  BatchResult<Embedding> Embed(std::span<const std::string_view> texts,
                               std::stop_token stop) override;
  const ModelSpec& spec() const override { return model_->spec(); }
  const TokenVectors* token_vectors() const override { return model_->token_vectors(); }
  const CacheCounters& counters() const { return counters_; }

 private:
  std::unique_ptr<Embedder> model_;
  std::shared_ptr<ResultCache> cache_;
  CacheKeys keys_;
  CacheCounters counters_;
};

/// Keeps logits; the calibration of the spec is applied when they are read, so a change of
/// thresholds needs no model. A result that its logits and calibration do not give again (a server
/// with a rule of its own) is not kept.
class CachingEntailmentClassifier : public EntailmentClassifier {
 public:
  CachingEntailmentClassifier(std::unique_ptr<EntailmentClassifier> model,
                              std::shared_ptr<ResultCache> cache, std::string_view identity)
      : model_(std::move(model)),
        cache_(std::move(cache)),
        keys_(ResultKind::kEntailment, identity) {}

  BatchResult<RelationScores> Classify(std::span<const PremiseHypothesis> pairs,
                                       std::stop_token stop) override;
  const ModelSpec& spec() const override { return model_->spec(); }
  const CacheCounters& counters() const { return counters_; }

 private:
  std::unique_ptr<EntailmentClassifier> model_;
  std::shared_ptr<ResultCache> cache_;
  CacheKeys keys_;
  CacheCounters counters_;
};

/// With GenerationKeying::kCall a call is answered from the cache as a whole or not at all, since a
/// text may depend on its neighbours; texts that were cut at their token limit are kept, for the
/// same call gives them again. With kRequest each text stands for itself, and a cut one is not
/// kept: a server may do better next time.
class CachingGenerator : public Generator {
 public:
  CachingGenerator(std::unique_ptr<Generator> model, std::shared_ptr<ResultCache> cache,
                   std::string_view identity, GenerationKeying keying)
      : model_(std::move(model)),
        cache_(std::move(cache)),
        keys_(ResultKind::kGeneration, identity),
        keying_(keying) {}

  BatchResult<GenerationResult> Generate(std::span<const GenerationRequest> requests,
                                         std::stop_token stop) override;
  std::optional<size_t> CountTokens(std::string_view text) const override {
    return model_->CountTokens(text);
  }
  const ModelSpec& spec() const override { return model_->spec(); }
  const CacheCounters& counters() const { return counters_; }

 private:
  std::unique_ptr<Generator> model_;
  std::shared_ptr<ResultCache> cache_;
  CacheKeys keys_;
  const GenerationKeying keying_;
  CacheCounters counters_;
};

}  // namespace gloss
