#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "store/result_cache.h"
#include "store/sqlite/sqlite_database.h"

namespace gloss {

struct SqliteResultCacheOptions {
  std::string folder;                      ///< Made if need be; the file is "results.sqlite" in it.
  uint64_t max_bytes = uint64_t{1} << 30;  ///< Size of the file; at least kLeastCacheBytes.
  int busy_timeout_ms = 5000;              ///< How long to wait for another process.
  /// Seconds of Unix time, for tests.
  std::function<int64_t()> now;
};

/// Below it a cache would hold hardly a document.
inline constexpr uint64_t kLeastCacheBytes = uint64_t{1} << 20;

/// ResultCache in a SQLite file (docs/formats/store.md). Safe with several processes at once, and
/// when any of them is killed. A damaged file is set aside and replaced; a damaged row is a miss.
/// A folder that cannot be written, or a full disk, turns the cache off with a warning.
class SqliteResultCache : public ResultCache {
 public:
  /// Never fails: a cache that cannot be opened is one that misses, with a warning.
  explicit SqliteResultCache(SqliteResultCacheOptions options);
  ~SqliteResultCache() override;

  std::vector<std::optional<std::string>> Get(ResultKind kind,
                                              std::span<const ResultKey> keys) override;
  void Put(ResultKind kind, std::span<const CachedResult> results) override;
  CacheUsage Usage() override;
  std::vector<std::string> TakeWarnings() override;

 private:
  struct Connection;

  void Open(const std::optional<FileIdentity>& damaged);
  Status TryGet(ResultKind kind, std::span<const ResultKey> keys,
                std::vector<std::optional<std::string>>& values);
  Status Touch(const std::vector<int64_t>& rows);
  Status TryPut(ResultKind kind, std::span<const CachedResult> results);
  Status MakeRoom();
  Result<int64_t> UsedBytes();
  void HandleFailure(const Status& status, std::string_view doing);
  void Warn(std::string message);

  const SqliteResultCacheOptions options_;
  std::mutex mutex_;
  std::unique_ptr<Connection> connection_;  ///< Null: the cache is off.
  int reopened_ = 0;
  std::vector<std::string> warnings_;
  std::vector<std::string> warned_;  ///< All so far, to say each once.
};

}  // namespace gloss
