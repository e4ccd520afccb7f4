#pragma once

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "base/file_system.h"
#include "store/sqlite/sqlite_result_cache.h"
#include "store/sqlite/sqlite_run_history.h"

namespace gloss::testing {

/// A folder of its own, gone with the object.
class ScratchFolder {
 public:
  ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "gloss_store_XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~ScratchFolder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string File(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

inline SqliteResultCacheOptions CacheIn(const std::string& folder,
                                        uint64_t max_bytes = uint64_t{64} << 20) {
  SqliteResultCacheOptions options;
  options.folder = folder;
  options.max_bytes = max_bytes;
  return options;
}

/// Runs the function in a process of its own; its exit code, or minus the signal that ended it.
/// The function must not use gtest assertions.
inline int RunInChild(const std::function<int()>& function) {
  const pid_t child = fork();
  if (child == 0) _exit(function());
  int state = 0;
  waitpid(child, &state, 0);
  return WIFEXITED(state) ? WEXITSTATUS(state) : -WTERMSIG(state);
}

/// Runs SQL on a file as another program would.
inline void AlterDatabase(const std::string& path, const char* sql) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(database, sql, nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(database);
}

inline unsigned ModeOf(const std::string& path) {
  struct stat info{};
  return stat(path.c_str(), &info) == 0 ? info.st_mode & 0777U : 0;
}

}  // namespace gloss::testing
