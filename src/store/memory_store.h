#pragma once

#include <list>
#include <map>
#include <mutex>
#include <utility>

#include "store/result_cache.h"
#include "store/run_history.h"

namespace gloss {

/// ResultCache that lives as long as the object: for tests, and for a process that must not write.
class MemoryResultCache : public ResultCache {
 public:
  /// `max_bytes`: of keys and values.
  explicit MemoryResultCache(uint64_t max_bytes = uint64_t{256} << 20) : max_bytes_(max_bytes) {}

  std::vector<std::optional<std::string>> Get(ResultKind kind,
                                              std::span<const ResultKey> keys) override;
  void Put(ResultKind kind, std::span<const CachedResult> results) override;
  CacheUsage Usage() override;
  std::vector<std::string> TakeWarnings() override { return {}; }

 private:
  using Key = std::pair<ResultKind, ResultKey>;
  struct Entry {
    std::string value;
    std::list<Key>::iterator place;  ///< In order_.
  };

  void Remove(const Key& key);

  const uint64_t max_bytes_;
  std::mutex mutex_;
  std::map<Key, Entry> entries_;
  std::list<Key> order_;  ///< Least recently used first.
  uint64_t bytes_ = 0;
};

/// RunHistory that lives as long as the object.
class MemoryRunHistory : public RunHistory {
 public:
  explicit MemoryRunHistory(const HistoryLimits& limits = {}) : limits_(limits) {}

  Result<int64_t> Add(const RunRecord& run) override;
  Result<std::vector<RunRecord>> List(size_t limit) override;
  Result<RunRecord> Find(int64_t id) override;
  Status Delete(int64_t id) override;
  std::vector<std::string> TakeWarnings() override { return {}; }

 private:
  const HistoryLimits limits_;
  std::mutex mutex_;
  std::map<int64_t, RunRecord> runs_;
  int64_t last_id_ = 0;
};

}  // namespace gloss
