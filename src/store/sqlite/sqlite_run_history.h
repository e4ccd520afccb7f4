#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "store/run_history.h"
#include "store/sqlite/sqlite_database.h"

namespace gloss {

struct SqliteRunHistoryOptions {
  std::string folder;  ///< Made if need be; the file is "runs.sqlite" in it.
  HistoryLimits limits;
  int busy_timeout_ms = 5000;  ///< How long to wait for another process.
};

/// RunHistory in a SQLite file (docs/formats/store.md), reports compressed. Safe with several
/// processes at once, and when any of them is killed; a run that was added survives a power cut.
/// A damaged file is set aside and replaced; one of a newer version is left alone and is an error,
/// since it holds what cannot be computed again.
class SqliteRunHistory : public RunHistory {
 public:
  /// Errors: kPermissionDenied, kOverloaded, kUnsupportedFormat (a newer version), kIoError.
  static Result<std::unique_ptr<SqliteRunHistory>> Open(const SqliteRunHistoryOptions& options);

  Result<int64_t> Add(const RunRecord& run) override;
  Result<std::vector<RunRecord>> List(size_t limit) override;
  Result<RunRecord> Find(int64_t id) override;
  Status Delete(int64_t id) override;
  std::vector<std::string> TakeWarnings() override;

 private:
  explicit SqliteRunHistory(SqliteRunHistoryOptions options) : options_(std::move(options)) {}

  Status Reopen(const std::optional<FileIdentity>& damaged);
  Result<int64_t> TryAdd(const RunRecord& run);
  Status Prune(int64_t newest, int64_t now_ms);
  Status ReadFacts(RunRecord& run);
  Status ReadReports(RunRecord& run, bool with_json);

  const SqliteRunHistoryOptions options_;
  std::mutex mutex_;
  std::unique_ptr<SqliteDatabase> database_;
  std::vector<std::string> warnings_;
};

}  // namespace gloss
