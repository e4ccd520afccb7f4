#include "store/sqlite/sqlite_result_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>
#include <utility>

#include "base/hash.h"

namespace gloss {
namespace {

constexpr uint32_t kApplicationId = 0x676c7263;  // "glrc"

constexpr std::array<const char*, 1> kMigrations = {
    "CREATE TABLE results (\n"
    "  id INTEGER PRIMARY KEY,\n"
    "  kind INTEGER NOT NULL,\n"
    "  key BLOB NOT NULL,\n"
    "  value BLOB NOT NULL,\n"
    "  checksum BLOB NOT NULL,\n"
    "  used INTEGER NOT NULL\n"
    ");\n"
    "CREATE UNIQUE INDEX results_by_key ON results (key, kind);\n"
    "CREATE INDEX results_by_use ON results (used);\n"};

constexpr std::string_view kGet =
    "SELECT id, value, checksum, used FROM results WHERE key = ? AND kind = ?";
constexpr std::string_view kPut =
    "INSERT INTO results (kind, key, value, checksum, used) VALUES (?, ?, ?, ?, ?) "
    "ON CONFLICT (key, kind) DO UPDATE SET value = excluded.value, checksum = excluded.checksum, "
    "used = excluded.used";
constexpr std::string_view kTouch = "UPDATE results SET used = ? WHERE id = ?";
constexpr std::string_view kEvict =
    "DELETE FROM results WHERE id IN (SELECT id FROM results ORDER BY used, id LIMIT 16)";

/// A row is marked as used at most this often, so that reading seldom writes.
constexpr int64_t kTouchSeconds = 3600;
/// Room is made until this share of the limit is used, so that it is not made at every write.
constexpr double kRoomAfterEviction = 0.9;
/// A second damaged file in one run is a damaged disk.
constexpr int kMostReopens = 1;

int64_t SecondsNow() {
  return std::chrono::duration_cast<std::chrono::seconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

std::string_view BytesOf(const ResultKey& key) {
  return {reinterpret_cast<const char*>(key.data()), key.size()};
}

/// First half of the SHA-256 of kind, key and value: a row that says something else is damaged, or
/// stands under another key.
std::string ChecksumOf(ResultKind kind, const ResultKey& key, std::string_view value) {
  std::string bytes(1, static_cast<char>(kind));
  bytes.append(BytesOf(key)).append(value);
  const auto digest = Sha256Bytes(bytes);
  return {digest.begin(), digest.begin() + digest.size() / 2};
}

}  // namespace

struct SqliteResultCache::Connection {
  std::unique_ptr<SqliteDatabase> database;
  SqliteStatement get;
  SqliteStatement put;
  SqliteStatement touch;
  SqliteStatement evict;
};

SqliteResultCache::SqliteResultCache(SqliteResultCacheOptions options)
    : options_(std::move(options)) {
  Open(std::nullopt);
}

SqliteResultCache::~SqliteResultCache() = default;

void SqliteResultCache::Open(const std::optional<FileIdentity>& damaged) {
  connection_.reset();
  const SqliteOptions options{.path = options_.folder + "/results.sqlite",
                              .what = "cache",
                              .application_id = kApplicationId,
                              .migrations = kMigrations,
                              .busy_timeout_ms = options_.busy_timeout_ms};
  std::vector<std::string> warnings;
  const auto open =
      [&](const std::optional<FileIdentity>& bad) -> Result<std::unique_ptr<Connection>> {
    GLOSS_ASSIGN_OR_RETURN(auto database, SqliteDatabase::Open(options, &warnings, bad));
    const FileIdentity file = database->file();
    const auto prepare = [&]() -> Result<std::unique_ptr<Connection>> {
      GLOSS_ASSIGN_OR_RETURN(SqliteStatement get, database->Prepare(kGet));
      GLOSS_ASSIGN_OR_RETURN(SqliteStatement put, database->Prepare(kPut));
      GLOSS_ASSIGN_OR_RETURN(SqliteStatement touch, database->Prepare(kTouch));
      GLOSS_ASSIGN_OR_RETURN(SqliteStatement evict, database->Prepare(kEvict));
      return std::make_unique<Connection>(Connection{
          std::move(database), std::move(get), std::move(put), std::move(touch), std::move(evict)});
    };
    auto connection = prepare();
    if (connection.ok() || connection.status().code() != StatusCode::kCorruptDocument || bad) {
      return connection;
    }
    // Its tables are not those of its version.
    database.reset();
    GLOSS_ASSIGN_OR_RETURN(database, SqliteDatabase::Open(options, &warnings, file));
    return prepare();
  };
  auto connection = open(damaged);
  for (std::string& warning : warnings) Warn(std::move(warning));
  if (!connection.ok()) {
    Warn(fmt::format("no cache, all is computed: {}", connection.status().message()));
    return;
  }
  connection_ = std::move(connection).value();
}

std::vector<std::optional<std::string>> SqliteResultCache::Get(ResultKind kind,
                                                               std::span<const ResultKey> keys) {
  const std::lock_guard lock(mutex_);
  std::vector<std::optional<std::string>> values(keys.size());
  if (connection_ == nullptr) return values;
  if (const Status status = TryGet(kind, keys, values); !status.ok()) HandleFailure(status, "read");
  return values;
}

Status SqliteResultCache::TryGet(ResultKind kind, std::span<const ResultKey> keys,
                                 std::vector<std::optional<std::string>>& values) {
  const int64_t now = options_.now ? options_.now() : SecondsNow();
  std::vector<int64_t> stale;
  {
    SqliteTransaction transaction(*connection_->database);
    GLOSS_RETURN_IF_ERROR(transaction.BeginRead());
    SqliteStatement& get = connection_->get;
    for (size_t i = 0; i < keys.size(); ++i) {
      get.Reset();
      get.BindBlob(BytesOf(keys[i])).BindInt(static_cast<int64_t>(kind));
      const Result<bool> row = get.Step();
      if (row.ok() && *row) {
        const std::string_view value = get.Bytes(1);
        if (get.Bytes(2) == ChecksumOf(kind, keys[i], value)) {
          values[i] = std::string(value);
          if (get.Int(3) + kTouchSeconds <= now) stale.push_back(get.Int(0));
        }
      }
      if (!row.ok()) {
        get.Reset();
        return row.status();
      }
    }
    get.Reset();
    GLOSS_RETURN_IF_ERROR(transaction.Commit());
  }
  if (stale.empty()) return Status::Ok();
  // Another process that writes just now matters to no one who reads.
  const Status touched = Touch(stale);
  return touched.code() == StatusCode::kOverloaded ? Status::Ok() : touched;
}

Status SqliteResultCache::Touch(const std::vector<int64_t>& rows) {
  SqliteTransaction transaction(*connection_->database);
  GLOSS_RETURN_IF_ERROR(transaction.BeginWrite());
  const int64_t now = options_.now ? options_.now() : SecondsNow();
  for (const int64_t row : rows) {
    GLOSS_RETURN_IF_ERROR(connection_->touch.BindInt(now).BindInt(row).Run());
  }
  return transaction.Commit();
}

void SqliteResultCache::Put(ResultKind kind, std::span<const CachedResult> results) {
  const std::lock_guard lock(mutex_);
  if (connection_ == nullptr || results.empty()) return;
  if (const Status status = TryPut(kind, results); !status.ok()) HandleFailure(status, "write");
}

Status SqliteResultCache::TryPut(ResultKind kind, std::span<const CachedResult> results) {
  const int64_t now = options_.now ? options_.now() : SecondsNow();
  SqliteTransaction transaction(*connection_->database);
  GLOSS_RETURN_IF_ERROR(transaction.BeginWrite());
  for (const CachedResult& result : results) {
    const std::string checksum = ChecksumOf(kind, result.key, result.value);
    GLOSS_RETURN_IF_ERROR(connection_->put.BindInt(static_cast<int64_t>(kind))
                              .BindBlob(BytesOf(result.key))
                              .BindBlob(result.value)
                              .BindBlob(checksum)
                              .BindInt(now)
                              .Run());
  }
  GLOSS_RETURN_IF_ERROR(MakeRoom());
  return transaction.Commit();
}

Result<int64_t> SqliteResultCache::UsedBytes() {
  SqliteDatabase& database = *connection_->database;
  GLOSS_ASSIGN_OR_RETURN(const int64_t pages, database.QueryInt("PRAGMA page_count"));
  GLOSS_ASSIGN_OR_RETURN(const int64_t free_pages, database.QueryInt("PRAGMA freelist_count"));
  GLOSS_ASSIGN_OR_RETURN(const int64_t page_size, database.QueryInt("PRAGMA page_size"));
  return (pages - free_pages) * page_size;
}

Status SqliteResultCache::MakeRoom() {
  const auto limit = static_cast<int64_t>(std::max(options_.max_bytes, kLeastCacheBytes));
  GLOSS_ASSIGN_OR_RETURN(int64_t used, UsedBytes());
  if (used <= limit) return Status::Ok();
  const auto target = static_cast<int64_t>(static_cast<double>(limit) * kRoomAfterEviction);
  while (used > target) {
    GLOSS_RETURN_IF_ERROR(connection_->evict.Run());
    if (connection_->database->Changes() == 0) break;
    GLOSS_ASSIGN_OR_RETURN(used, UsedBytes());
  }
  // Gives the freed pages back to the disk.
  return connection_->database->Execute("PRAGMA incremental_vacuum");
}

CacheUsage SqliteResultCache::Usage() {
  const std::lock_guard lock(mutex_);
  if (connection_ == nullptr) return {};
  const auto count = connection_->database->QueryInt("SELECT count(*) FROM results");
  const auto used = UsedBytes();
  const Status status = count.ok() ? used.status() : count.status();
  if (!status.ok()) {
    HandleFailure(status, "read");
    return {};
  }
  return {static_cast<uint64_t>(*count), static_cast<uint64_t>(*used)};
}

std::vector<std::string> SqliteResultCache::TakeWarnings() {
  const std::lock_guard lock(mutex_);
  return std::exchange(warnings_, {});
}

void SqliteResultCache::HandleFailure(const Status& status, std::string_view doing) {
  const std::string path = options_.folder + "/results.sqlite";
  switch (status.code()) {
    case StatusCode::kOverloaded:
      Warn(fmt::format("cache {}: could not {}: another process holds it", path, doing));
      return;
    case StatusCode::kTooLarge:
      Warn(fmt::format("cache {}: could not {}: {}", path, doing, status.message()));
      return;
    case StatusCode::kCorruptDocument:
      if (reopened_++ < kMostReopens) return Open(connection_->database->file());
      break;
    default:
      break;
  }
  connection_.reset();
  Warn(fmt::format("cache {}: could not {}: {}; the cache is off for this run", path, doing,
                   status.message()));
}

void SqliteResultCache::Warn(std::string message) {
  if (std::find(warned_.begin(), warned_.end(), message) != warned_.end()) return;
  warned_.push_back(message);
  warnings_.push_back(std::move(message));
}

}  // namespace gloss
