#include "engine/model_cache.h"

#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "store/sqlite/sqlite_result_cache.h"

namespace gloss {
namespace {

CacheCount CountOf(const std::vector<const CacheCounters*>& models) {
  CacheCount count;
  for (const CacheCounters* counters : models) {
    count.hits += counters->hits.load();
    count.misses += counters->misses.load();
  }
  return count;
}

}  // namespace

std::string ModelCache::IdentityOf(const ModelSpec& spec) {
  std::string identity = ModelIdentity(spec, program_);
  if (identity.empty()) {
    warnings_.push_back(fmt::format(
        "model {}: its spec does not pin a sha256, so its results are not cached", spec.name));
  }
  return identity;
}

std::unique_ptr<Embedder> ModelCache::Wrap(std::unique_ptr<Embedder> model) {
  if (model == nullptr) return model;
  const std::lock_guard lock(mutex_);
  const std::string identity = IdentityOf(model->spec());
  if (identity.empty()) return model;
  auto cached = std::make_unique<CachingEmbedder>(std::move(model), cache_, identity);
  embeddings_.push_back(&cached->counters());
  return cached;
}

std::unique_ptr<EntailmentClassifier> ModelCache::Wrap(
    std::unique_ptr<EntailmentClassifier> model) {
  if (model == nullptr) return model;
  const std::lock_guard lock(mutex_);
  const std::string identity = IdentityOf(model->spec());
  if (identity.empty()) return model;
  auto cached = std::make_unique<CachingEntailmentClassifier>(std::move(model), cache_, identity);
  labels_.push_back(&cached->counters());
  return cached;
}

std::unique_ptr<Generator> ModelCache::Wrap(std::unique_ptr<Generator> model) {
  if (model == nullptr) return model;
  const std::lock_guard lock(mutex_);
  const std::string identity = IdentityOf(model->spec());
  if (identity.empty()) return model;
  const auto keying =
      model->spec().server.empty() ? GenerationKeying::kCall : GenerationKeying::kRequest;
  auto cached = std::make_unique<CachingGenerator>(std::move(model), cache_, identity, keying);
  generations_.push_back(&cached->counters());
  return cached;
}

CacheStats ModelCache::Stats() const {
  const std::lock_guard lock(mutex_);
  return {.on = true,
          .embeddings = CountOf(embeddings_),
          .generations = CountOf(generations_),
          .labels = CountOf(labels_)};
}

std::vector<std::string> ModelCache::TakeWarnings() {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> warnings = std::exchange(warnings_, {});
  std::vector<std::string> of_cache = cache_->TakeWarnings();
  warnings.insert(warnings.end(), std::make_move_iterator(of_cache.begin()),
                  std::make_move_iterator(of_cache.end()));
  return warnings;
}

std::shared_ptr<ResultCache> OpenResultCache(const CacheOptions& options) {
  SqliteResultCacheOptions sqlite;
  sqlite.folder = options.folder;
  sqlite.max_bytes = options.max_bytes;
  return std::make_shared<SqliteResultCache>(std::move(sqlite));
}

}  // namespace gloss
