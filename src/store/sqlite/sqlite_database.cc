#include "store/sqlite/sqlite_database.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "base/file_system.h"
#include "base/unique_fd.h"

namespace gloss {
namespace {

constexpr int kMostSetAside = 9;
constexpr auto kLockWait = std::chrono::seconds(5);
constexpr auto kLockStep = std::chrono::milliseconds(10);

StatusCode CodeOf(int sqlite_code) {
  switch (sqlite_code & 0xff) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_ERROR:       // the tables are not those of the schema
    case SQLITE_CONSTRAINT:  // an index does not fit its table, or it is another table
    case SQLITE_MISMATCH:    // a rowid that is no integer
      return StatusCode::kCorruptDocument;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return StatusCode::kOverloaded;
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
    case SQLITE_CANTOPEN:
      return StatusCode::kPermissionDenied;
    case SQLITE_TOOBIG:
      return StatusCode::kTooLarge;
    case SQLITE_MISUSE:
    case SQLITE_RANGE:
    case SQLITE_INTERNAL:
      return StatusCode::kInternal;
    default:
      return StatusCode::kIoError;
  }
}

/// The failure that the connection reported last.
Status StatusOf(sqlite3* database, int sqlite_code) {
  const char* message = database == nullptr ? nullptr : sqlite3_errmsg(database);
  return {CodeOf(sqlite_code), message == nullptr ? sqlite3_errstr(sqlite_code) : message};
}

std::optional<FileIdentity> IdentityOf(const std::string& path) {
  struct stat info{};
  if (stat(path.c_str(), &info) != 0) return std::nullopt;
  return FileIdentity{info.st_dev, info.st_ino};
}

/// Makes the file's folder, for this user alone, if it is not there.
Status MakeFolderOf(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::error_code error;
  if (folder.empty() || std::filesystem::is_directory(folder, error)) return Status::Ok();
  std::filesystem::create_directories(folder.parent_path(), error);
  if (mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) {
    return StatusFromErrno(errno, folder.string());
  }
  return Status::Ok();
}

/// The lock under which files are made, migrated and set aside: one process and thread at a time.
/// SQLite's own locks are in the file itself, which may be replaced.
class OpenLock {
 public:
  Status Take(const std::string& path) {
    const std::string name = path + ".lock";
    fd_ = UniqueFd(open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    if (!fd_.valid()) return StatusFromErrno(errno, name);
    const auto deadline = std::chrono::steady_clock::now() + kLockWait;
    while (flock(fd_.get(), LOCK_EX | LOCK_NB) != 0) {
      if (errno != EWOULDBLOCK && errno != EINTR) return StatusFromErrno(errno, name);
      if (std::chrono::steady_clock::now() > deadline) {
        return {StatusCode::kOverloaded, name + ": held by another process"};
      }
      std::this_thread::sleep_for(kLockStep);
    }
    return Status::Ok();
  }

 private:
  UniqueFd fd_;
};

/// Renames the file and its journal out of the way. Returns the new name.
Result<std::string> SetAside(const std::string& path) {
  for (int number = 1; number <= kMostSetAside; ++number) {
    const std::string target = fmt::format("{}.damaged-{}", path, number);
    if (IdentityOf(target)) continue;
    // The journal belongs to its file by name, so it goes along.
    for (const char* suffix : {"-wal", "-shm"}) {
      std::rename((path + suffix).c_str(), (target + suffix).c_str());
    }
    if (std::rename(path.c_str(), target.c_str()) != 0) return StatusFromErrno(errno, path);
    return target;
  }
  return Status(StatusCode::kIoError,
                fmt::format("{}: damaged, and {} files were set aside already: delete {}.damaged-*",
                            path, kMostSetAside, path));
}

}  // namespace

SqliteStatement::SqliteStatement(SqliteStatement&& other) noexcept
    : database_(other.database_),
      statement_(std::exchange(other.statement_, nullptr)),
      next_parameter_(other.next_parameter_),
      bind_error_(other.bind_error_) {}

SqliteStatement& SqliteStatement::operator=(SqliteStatement&& other) noexcept {
  std::swap(database_, other.database_);
  std::swap(statement_, other.statement_);
  std::swap(next_parameter_, other.next_parameter_);
  std::swap(bind_error_, other.bind_error_);
  return *this;
}

SqliteStatement::~SqliteStatement() { sqlite3_finalize(statement_); }

SqliteStatement& SqliteStatement::BindInt(int64_t value) {
  bind_error_ |= sqlite3_bind_int64(statement_, next_parameter_++, value);
  return *this;
}

SqliteStatement& SqliteStatement::BindText(std::string_view value) {
  const char* data = value.empty() ? "" : value.data();
  bind_error_ |= sqlite3_bind_text64(statement_, next_parameter_++, data, value.size(),
                                     SQLITE_STATIC, SQLITE_UTF8);
  return *this;
}

SqliteStatement& SqliteStatement::BindBlob(std::string_view value) {
  const char* data = value.empty() ? "" : value.data();
  bind_error_ |=
      sqlite3_bind_blob64(statement_, next_parameter_++, data, value.size(), SQLITE_STATIC);
  return *this;
}

SqliteStatement& SqliteStatement::BindNull() {
  bind_error_ |= sqlite3_bind_null(statement_, next_parameter_++);
  return *this;
}

Result<bool> SqliteStatement::Step() {
  if (bind_error_ != SQLITE_OK) {
    return Status(StatusCode::kTooLarge, "a value is larger than the store takes");
  }
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return StatusOf(database_, code);
}

Status SqliteStatement::Run() {
  while (true) {
    const Result<bool> row = Step();
    if (row.ok() && *row) continue;
    const Status status = row.status();
    Reset();
    return status;
  }
}

void SqliteStatement::Reset() {
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
  next_parameter_ = 1;
  bind_error_ = SQLITE_OK;
}

int64_t SqliteStatement::Int(int column) const { return sqlite3_column_int64(statement_, column); }

std::string_view SqliteStatement::Bytes(int column) const {
  const void* data = sqlite3_column_blob(statement_, column);
  const int size = sqlite3_column_bytes(statement_, column);
  if (data == nullptr) return {};
  return {static_cast<const char*>(data), static_cast<size_t>(size)};
}

bool SqliteStatement::IsNull(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

Result<std::unique_ptr<SqliteDatabase>> SqliteDatabase::Open(
    const SqliteOptions& options, std::vector<std::string>* warnings,
    const std::optional<FileIdentity>& damaged) {
  // POSIX locks are the process's: two threads must not make and close the same file at once.
  static std::mutex one_at_a_time;
  const std::lock_guard guard(one_at_a_time);
  GLOSS_RETURN_IF_ERROR(MakeFolderOf(options.path));
  OpenLock lock;
  GLOSS_RETURN_IF_ERROR(lock.Take(options.path));

  Status problem;
  if (damaged && IdentityOf(options.path) == damaged) {
    problem = Status(StatusCode::kCorruptDocument, "the file is damaged");
  }
  for (int attempt = 0; attempt < 2; ++attempt) {
    if (!problem.ok()) {
      GLOSS_ASSIGN_OR_RETURN(const std::string target, SetAside(options.path));
      warnings->push_back(fmt::format("{} {}: {}; it was set aside as {} and a new one is used",
                                      options.what, options.path, problem.message(), target));
    }
    auto database = TryOpen(options);
    if (database.ok() || database.status().code() != StatusCode::kCorruptDocument) return database;
    problem = database.status();
  }
  return problem.WithContext(options.path);
}

Result<std::unique_ptr<SqliteDatabase>> SqliteDatabase::TryOpen(const SqliteOptions& options) {
  // SQLite would make the file readable to all. One that is there is not opened here: closing it
  // would drop the locks that another connection of this process has on it.
  const int made = open(options.path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (made >= 0) {
    close(made);
  } else if (errno != EEXIST) {
    return StatusFromErrno(errno, options.path);
  }
  struct stat info{};
  if (stat(options.path.c_str(), &info) != 0) return StatusFromErrno(errno, options.path);
  if (!S_ISREG(info.st_mode)) {
    return Status(StatusCode::kPermissionDenied, options.path + ": is not a regular file");
  }
  // Fails for another user's file, which is then read as it is.
  if ((info.st_mode & 077) != 0) (void)!chmod(options.path.c_str(), 0600);

  std::unique_ptr<SqliteDatabase> opened(new SqliteDatabase());
  opened->file_ = {info.st_dev, info.st_ino};
  const int code = sqlite3_open_v2(options.path.c_str(), &opened->database_,
                                   SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
  if (code != SQLITE_OK) {
    return StatusOf(opened->database_, code).WithContext(options.path);
  }
  GLOSS_RETURN_IF_ERROR(opened->Configure(options));
  return opened;
}

Status SqliteDatabase::Configure(const SqliteOptions& options) {
  // The file may be hostile: no schema of it runs code, no value is larger than ours.
  sqlite3_db_config(database_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(database_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  sqlite3_db_config(database_, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
  sqlite3_db_config(database_, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
  sqlite3_limit(database_, SQLITE_LIMIT_LENGTH, options.max_value_bytes);
  sqlite3_extended_result_codes(database_, 1);
  sqlite3_busy_timeout(database_, options.busy_timeout_ms);
  GLOSS_RETURN_IF_ERROR(Execute("PRAGMA cell_size_check = ON"));
  GLOSS_RETURN_IF_ERROR(CheckOwner(options));
  // Has an effect on a new file only, and must come before its journal.
  GLOSS_RETURN_IF_ERROR(Execute("PRAGMA auto_vacuum = INCREMENTAL"));
  // Where the file system cannot share memory, SQLite keeps another journal, which serves as well.
  GLOSS_RETURN_IF_ERROR(Execute("PRAGMA journal_mode = WAL"));
  GLOSS_RETURN_IF_ERROR(Execute("PRAGMA journal_size_limit = 16777216"));
  GLOSS_RETURN_IF_ERROR(
      Execute(options.durable ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL"));
  GLOSS_RETURN_IF_ERROR(Execute("PRAGMA foreign_keys = ON"));
  return Migrate(options);
}

Status SqliteDatabase::CheckOwner(const SqliteOptions& options) {
  GLOSS_ASSIGN_OR_RETURN(const int64_t owner, QueryInt("PRAGMA application_id"));
  GLOSS_ASSIGN_OR_RETURN(const int64_t version, QueryInt("PRAGMA user_version"));
  GLOSS_ASSIGN_OR_RETURN(const int64_t objects, QueryInt("SELECT count(*) FROM sqlite_master"));
  if (owner == 0 && version == 0 && objects == 0) return Status::Ok();  // new
  if (owner != static_cast<int64_t>(options.application_id)) {
    return {StatusCode::kCorruptDocument, "the file is of another program"};
  }
  if (version < 0) return {StatusCode::kCorruptDocument, "the file has no schema version"};
  if (static_cast<uint64_t>(version) > options.migrations.size()) {
    const std::string message = fmt::format(
        "the file has schema version {}, this program knows {}: a newer glossator wrote it",
        version, options.migrations.size());
    if (options.replace_newer) return {StatusCode::kCorruptDocument, message};
    return {StatusCode::kUnsupportedFormat, options.path + ": " + message};
  }
  return Status::Ok();
}

Status SqliteDatabase::Migrate(const SqliteOptions& options) {
  GLOSS_ASSIGN_OR_RETURN(int64_t version, QueryInt("PRAGMA user_version"));
  const auto newest = static_cast<int64_t>(options.migrations.size());
  if (version == newest) return Status::Ok();
  SqliteTransaction transaction(*this);
  GLOSS_RETURN_IF_ERROR(transaction.BeginWrite());
  for (; version < newest; ++version) {
    GLOSS_RETURN_IF_ERROR(Execute(options.migrations[static_cast<size_t>(version)]));
  }
  GLOSS_RETURN_IF_ERROR(Execute(fmt::format("PRAGMA application_id = {}", options.application_id)));
  GLOSS_RETURN_IF_ERROR(Execute(fmt::format("PRAGMA user_version = {}", newest)));
  return transaction.Commit();
}

SqliteDatabase::~SqliteDatabase() { sqlite3_close_v2(database_); }

Result<SqliteStatement> SqliteDatabase::Prepare(std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v3(database_, sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  if (code != SQLITE_OK) return StatusOf(database_, code);
  return SqliteStatement(database_, statement);
}

Status SqliteDatabase::Execute(const std::string& sql) {
  const int code = sqlite3_exec(database_, sql.c_str(), nullptr, nullptr, nullptr);
  return code == SQLITE_OK ? Status::Ok() : StatusOf(database_, code);
}

Result<int64_t> SqliteDatabase::QueryInt(std::string_view sql) {
  GLOSS_ASSIGN_OR_RETURN(SqliteStatement statement, Prepare(sql));
  GLOSS_ASSIGN_OR_RETURN(const bool has_row, statement.Step());
  if (!has_row) return Status(StatusCode::kCorruptDocument, "a query without its row");
  return statement.Int(0);
}

int64_t SqliteDatabase::LastInsertId() const { return sqlite3_last_insert_rowid(database_); }
int64_t SqliteDatabase::Changes() const { return sqlite3_changes64(database_); }

SqliteTransaction::~SqliteTransaction() {
  // After some errors SQLite has rolled back by itself; then this changes nothing.
  if (open_) (void)database_.Execute("ROLLBACK").ok();
}

Status SqliteTransaction::BeginRead() {
  GLOSS_RETURN_IF_ERROR(database_.Execute("BEGIN"));
  open_ = true;
  return Status::Ok();
}

Status SqliteTransaction::BeginWrite() {
  GLOSS_RETURN_IF_ERROR(database_.Execute("BEGIN IMMEDIATE"));
  open_ = true;
  return Status::Ok();
}

Status SqliteTransaction::Commit() {
  GLOSS_RETURN_IF_ERROR(database_.Execute("COMMIT"));
  open_ = false;
  return Status::Ok();
}

}  // namespace gloss
