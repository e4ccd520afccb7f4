#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

struct sqlite3;
struct sqlite3_stmt;

namespace gloss {

/// Which file a path led to.
struct FileIdentity {
  dev_t device = 0;
  ino_t inode = 0;

  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

/// How a database file is opened.
struct SqliteOptions {
  std::string path;
  std::string what;         ///< For messages: "cache".
  uint32_t application_id;  ///< Tells our files from those of other programs.
  /// SQL of each schema version, oldest first: a file of version n gets those from n on.
  std::span<const char* const> migrations;
  /// A file of a newer version: set aside (true), or an error (false).
  bool replace_newer = true;
  bool durable = false;  ///< A commit survives a power cut, not only a crash of the program.
  int max_value_bytes = 64 << 20;
  int busy_timeout_ms = 5000;  ///< How long to wait for another process.
};

/// Result of one row: bound, stepped and read in place. Not thread-safe.
class SqliteStatement {
 public:
  SqliteStatement(SqliteStatement&& other) noexcept;
  SqliteStatement& operator=(SqliteStatement&& other) noexcept;
  ~SqliteStatement();

  /// Binds the next parameter, after the last Reset the first. Views must live until the next
  /// Reset.
  SqliteStatement& BindInt(int64_t value);
  SqliteStatement& BindText(std::string_view value);
  SqliteStatement& BindBlob(std::string_view value);
  SqliteStatement& BindNull();

  /// True: there is a row to read; false: done. Errors: those of SqliteDatabase.
  Result<bool> Step();

  /// Steps to the end and resets.
  Status Run();

  /// Ready for new parameters.
  void Reset();

  int64_t Int(int column) const;
  /// Text or blob, valid until the next Step or Reset.
  std::string_view Bytes(int column) const;
  bool IsNull(int column) const;

 private:
  friend class SqliteDatabase;
  SqliteStatement(sqlite3* database, sqlite3_stmt* statement)
      : database_(database), statement_(statement) {}

  sqlite3* database_ = nullptr;
  sqlite3_stmt* statement_ = nullptr;
  int next_parameter_ = 1;
  int bind_error_ = 0;
};

/// One SQLite file with a schema version. Not thread-safe; several processes may use a file.
///
/// Codes of errors: kCorruptDocument (the file is damaged or not ours), kOverloaded (another
/// process holds it), kPermissionDenied, kIoError (also a full disk), kInternal.
class SqliteDatabase {
 public:
  /// Opens the file, made if need be with mode 0600 in a folder of mode 0700, and brings it to the
  /// newest schema. A file that is damaged, of another program or (replace_newer) of a newer
  /// version is renamed to "PATH.damaged-N" with its journal and replaced by an empty one;
  /// `warnings` says so. `damaged`: the file that the caller found damaged; it is set aside unless
  /// another process did so already.
  static Result<std::unique_ptr<SqliteDatabase>> Open(
      const SqliteOptions& options, std::vector<std::string>* warnings,
      const std::optional<FileIdentity>& damaged = std::nullopt);

  ~SqliteDatabase();
  SqliteDatabase(const SqliteDatabase&) = delete;
  SqliteDatabase& operator=(const SqliteDatabase&) = delete;

  Result<SqliteStatement> Prepare(std::string_view sql);
  /// Runs statements without results.
  Status Execute(const std::string& sql);
  /// First column of the only row.
  Result<int64_t> QueryInt(std::string_view sql);
  int64_t LastInsertId() const;
  int64_t Changes() const;

  const FileIdentity& file() const { return file_; }

 private:
  SqliteDatabase() = default;

  static Result<std::unique_ptr<SqliteDatabase>> TryOpen(const SqliteOptions& options);
  Status Configure(const SqliteOptions& options);
  Status CheckOwner(const SqliteOptions& options);
  Status Migrate(const SqliteOptions& options);

  sqlite3* database_ = nullptr;
  FileIdentity file_;
};

/// A transaction that is rolled back unless it was committed.
class SqliteTransaction {
 public:
  explicit SqliteTransaction(SqliteDatabase& database) : database_(database) {}
  ~SqliteTransaction();
  SqliteTransaction(const SqliteTransaction&) = delete;
  SqliteTransaction& operator=(const SqliteTransaction&) = delete;

  /// One view of the data for all reads.
  Status BeginRead();
  /// Takes the write lock, waiting for another process.
  Status BeginWrite();
  Status Commit();

 private:
  SqliteDatabase& database_;
  bool open_ = false;
};

}  // namespace gloss
