#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "models/embedder.h"
#include "models/entailment_classifier.h"
#include "models/generator.h"
#include "store/caching_models.h"
#include "store/result_cache.h"

namespace gloss {

/// Where results of models are kept from run to run.
struct CacheOptions {
  std::string folder;                      ///< Empty: nowhere.
  uint64_t max_bytes = uint64_t{1} << 30;  ///< Of the file.
};

/// How many results a cache had, and how many the models computed.
struct CacheCount {
  uint64_t hits = 0;
  uint64_t misses = 0;

  friend bool operator==(const CacheCount&, const CacheCount&) = default;
};

struct CacheStats {
  bool on = false;
  CacheCount embeddings;
  CacheCount generations;
  CacheCount labels;
};

/// Puts a cache before the models of one engine. Thread-safe.
class ModelCache {
 public:
  /// `program`: what results depend on besides model and input (ModelIdentity).
  ModelCache(std::shared_ptr<ResultCache> cache, std::string program)
      : cache_(std::move(cache)), program_(std::move(program)) {}

  // The model behind the cache; the model itself, with a warning, when nobody knows which weights
  // answer. A null model stays null.
  std::unique_ptr<Embedder> Wrap(std::unique_ptr<Embedder> model);
  std::unique_ptr<EntailmentClassifier> Wrap(std::unique_ptr<EntailmentClassifier> model);
  std::unique_ptr<Generator> Wrap(std::unique_ptr<Generator> model);

  /// REQUIRES: the wrapped models still exist.
  CacheStats Stats() const;

  std::vector<std::string> TakeWarnings();

 private:
  /// Empty, with a warning: not to be kept. REQUIRES: mutex_ is held.
  std::string IdentityOf(const ModelSpec& spec);

  std::shared_ptr<ResultCache> cache_;
  const std::string program_;
  mutable std::mutex mutex_;  ///< Guards what follows.
  std::vector<std::string> warnings_;
  std::vector<const CacheCounters*> embeddings_;  ///< Of each model of the role.
  std::vector<const CacheCounters*> generations_;
  std::vector<const CacheCounters*> labels_;
};

/// The cache that the options name; it never fails (SqliteResultCache).
std::shared_ptr<ResultCache> OpenResultCache(const CacheOptions& options);

}  // namespace gloss
