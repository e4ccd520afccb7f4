#include "store/sqlite/sqlite_result_cache.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/resource.h>

#include <chrono>
#include <csignal>
#include <random>
#include <thread>

#include "store/result_cache_cases.h"
#include "store/sqlite/store_test_support.h"

namespace gloss::testing {
namespace {

using ::testing::AnyOf;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

INSTANTIATE_TEST_SUITE_P(Sqlite, ResultCacheCases, ::testing::Values([] {
                           auto folder = std::make_shared<ScratchFolder>();
                           return CacheUnderTest{std::make_unique<SqliteResultCache>(
                                                     CacheIn(folder->path(), uint64_t{1} << 20)),
                                                 folder};
                         }));

/// A value that can be told from its key, of the size of a small embedding.
std::string ValueOf(const std::string& key) {
  std::string value;
  while (value.size() < 1500) value += key + ";";
  return value;
}

/// Puts "first" to "first + count - 1".
void PutRange(ResultCache& cache, int first, int count) {
  std::vector<CachedResult> results;
  for (int i = first; i < first + count; ++i) {
    results.push_back(ResultOf(std::to_string(i), ValueOf(std::to_string(i))));
  }
  cache.Put(ResultKind::kEmbedding, results);
}

/// How many of "0" to "count - 1" are there; -1 when any of them is wrong.
int CountRight(ResultCache& cache, int count) {
  std::vector<ResultKey> keys;
  for (int i = 0; i < count; ++i) keys.push_back(KeyOf(std::to_string(i)));
  const auto values = cache.Get(ResultKind::kEmbedding, keys);
  int right = 0;
  for (int i = 0; i < count; ++i) {
    const auto& value = values[static_cast<size_t>(i)];
    if (!value) continue;
    if (*value != ValueOf(std::to_string(i))) return -1;
    ++right;
  }
  return right;
}

TEST(SqliteResultCacheTest, StaysFromOneProcessToTheNextAndIsPrivate) {
  const ScratchFolder scratch;
  const std::string folder = scratch.File("deep/cache");
  {
    SqliteResultCache cache(CacheIn(folder));
    PutRange(cache, 0, 10);
    EXPECT_EQ(ModeOf(folder), 0700U);
    EXPECT_EQ(ModeOf(folder + "/results.sqlite"), 0600U);
    EXPECT_EQ(ModeOf(folder + "/results.sqlite-wal"), 0600U);
    EXPECT_THAT(cache.TakeWarnings(), IsEmpty());
  }
  chmod((folder + "/results.sqlite").c_str(), 0644);
  SqliteResultCache cache(CacheIn(folder));
  EXPECT_EQ(CountRight(cache, 10), 10);
  EXPECT_EQ(ModeOf(folder + "/results.sqlite"), 0600U);
}

TEST(SqliteResultCacheTest, WhatIsUsedStaysLongest) {
  const ScratchFolder scratch;
  auto options = CacheIn(scratch.path(), kLeastCacheBytes);
  auto now = std::make_shared<int64_t>(1'000'000);
  options.now = [now] { return *now; };
  SqliteResultCache cache(options);
  PutRange(cache, 0, 200);
  *now += 7200;
  PutRange(cache, 200, 200);
  *now += 7200;
  EXPECT_EQ(CountRight(cache, 50), 50);  // used again
  *now += 7200;
  PutRange(cache, 400, 300);
  EXPECT_EQ(CountRight(cache, 50), 50);
  const ResultKey unused[] = {KeyOf("100"), KeyOf("199")};
  EXPECT_THAT(cache.Get(ResultKind::kEmbedding, unused), Each(std::nullopt));
}

TEST(SqliteResultCacheTest, ASmallerLimitShrinksTheFile) {
  const ScratchFolder scratch;
  {
    SqliteResultCache cache(CacheIn(scratch.path()));
    PutRange(cache, 0, 4000);
  }
  ASSERT_GT(std::filesystem::file_size(scratch.File("results.sqlite")), uint64_t{6} << 20);
  {
    SqliteResultCache cache(CacheIn(scratch.path(), kLeastCacheBytes));
    PutRange(cache, 4000, 1);
  }
  EXPECT_LE(std::filesystem::file_size(scratch.File("results.sqlite")), kLeastCacheBytes);
}

// Damage.

void Overwrite(const std::string& path, size_t offset, std::string_view bytes) {
  const int fd = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  ASSERT_GE(fd, 0);
  ASSERT_EQ(pwrite(fd, bytes.data(), bytes.size(), static_cast<off_t>(offset)),
            static_cast<ssize_t>(bytes.size()));
  close(fd);
}

/// A cache file of 300 entries whose journal is folded in.
void MakeCacheFile(const ScratchFolder& scratch) {
  SqliteResultCache cache(CacheIn(scratch.path()));
  PutRange(cache, 0, 300);
}

/// The cache opens, gives only what is right, and takes new results; damage may show at any call,
/// and costs at most what the file held until then.
void ExpectUsable(const ScratchFolder& scratch) {
  SqliteResultCache cache(CacheIn(scratch.path()));
  EXPECT_GE(CountRight(cache, 300), 0);
  PutRange(cache, 0, 300);
  if (const int right = CountRight(cache, 300); right != 300) {
    EXPECT_GE(right, 0);
    PutRange(cache, 0, 300);
  }
  EXPECT_EQ(CountRight(cache, 300), 300);
}

void ExpectSetAside(const ScratchFolder& scratch, const std::string& reason) {
  {
    SqliteResultCache cache(CacheIn(scratch.path()));
    EXPECT_THAT(
        cache.TakeWarnings(),
        ElementsAre(::testing::AllOf(HasSubstr(reason), HasSubstr("results.sqlite.damaged-1"))));
  }
  EXPECT_TRUE(IsRegularFile(scratch.File("results.sqlite.damaged-1")));
  ExpectUsable(scratch);
  EXPECT_FALSE(IsRegularFile(scratch.File("results.sqlite.damaged-2")));
}

TEST(SqliteResultCacheDamageTest, GarbageInsteadOfTheHeader) {
  const ScratchFolder scratch;
  MakeCacheFile(scratch);
  Overwrite(scratch.File("results.sqlite"), 0, std::string(100, 'x'));
  ExpectSetAside(scratch, "not a database");
}

TEST(SqliteResultCacheDamageTest, AnotherProgramsDatabase) {
  const ScratchFolder scratch;
  AlterDatabase(scratch.File("results.sqlite"), "CREATE TABLE photos (id)");
  ExpectSetAside(scratch, "another program");
}

TEST(SqliteResultCacheDamageTest, ANewerSchema) {
  const ScratchFolder scratch;
  MakeCacheFile(scratch);
  AlterDatabase(scratch.File("results.sqlite"), "PRAGMA user_version = 99");
  ExpectSetAside(scratch, "newer");
}

TEST(SqliteResultCacheDamageTest, TablesThatAreNotThoseOfTheVersion) {
  const ScratchFolder scratch;
  MakeCacheFile(scratch);
  AlterDatabase(scratch.File("results.sqlite"), "DROP TABLE results");
  ExpectSetAside(scratch, "damaged");
}

TEST(SqliteResultCacheDamageTest, ARowUnderAnotherKeyIsAMiss) {
  const ScratchFolder scratch;
  MakeCacheFile(scratch);
  AlterDatabase(scratch.File("results.sqlite"),
                "UPDATE results SET value = (SELECT value FROM results WHERE id = 2), "
                "checksum = (SELECT checksum FROM results WHERE id = 2) WHERE id = 1");
  SqliteResultCache cache(CacheIn(scratch.path()));
  EXPECT_EQ(CountRight(cache, 300), 299);
  EXPECT_THAT(cache.TakeWarnings(), IsEmpty());
}

TEST(SqliteResultCacheDamageTest, TruncatedAnywhere) {
  for (const int percent : {0, 1, 10, 50, 90, 99}) {
    const ScratchFolder scratch;
    MakeCacheFile(scratch);
    const std::string path = scratch.File("results.sqlite");
    std::filesystem::resize_file(
        path, std::filesystem::file_size(path) * static_cast<uintmax_t>(percent) / 100);
    SCOPED_TRACE(percent);
    ExpectUsable(scratch);
  }
}

TEST(SqliteResultCacheDamageTest, FlippedBytesAnywhere) {
  std::mt19937 random(7);
  for (int round = 0; round < 40; ++round) {
    const ScratchFolder scratch;
    MakeCacheFile(scratch);
    const std::string path = scratch.File("results.sqlite");
    const auto size = static_cast<size_t>(std::filesystem::file_size(path));
    for (int i = 0; i < 1 + round * 5; ++i) {
      const char byte = static_cast<char>(random());
      Overwrite(path, random() % size, {&byte, 1});
    }
    SCOPED_TRACE(round);
    ExpectUsable(scratch);
  }
}

TEST(SqliteResultCacheDamageTest, GarbageJournals) {
  const ScratchFolder scratch;
  MakeCacheFile(scratch);
  ASSERT_TRUE(WriteFileAtomically(scratch.File("results.sqlite-wal"), std::string(9000, 'w')).ok());
  ASSERT_TRUE(WriteFileAtomically(scratch.File("results.sqlite-shm"), std::string(9000, 's')).ok());
  ExpectUsable(scratch);
}

TEST(SqliteResultCacheDamageTest, DamageThatShowsWhileInUse) {
  const ScratchFolder scratch;
  MakeCacheFile(scratch);
  SqliteResultCache cache(CacheIn(scratch.path()));
  // Every page after the schema, so that no look-up can be served.
  const std::string path = scratch.File("results.sqlite");
  const auto size = static_cast<size_t>(std::filesystem::file_size(path));
  Overwrite(path, 4096, std::string(size - 4096, '\xEE'));
  EXPECT_GE(CountRight(cache, 300), 0);
  PutRange(cache, 0, 300);
  EXPECT_EQ(CountRight(cache, 300), 300);
  EXPECT_THAT(cache.TakeWarnings(), ElementsAre(HasSubstr("results.sqlite.damaged-1")));
}

TEST(SqliteResultCacheDamageTest, SetAsideFilesAreNotPiledUpForEver) {
  const ScratchFolder scratch;
  for (int i = 0; i < 9; ++i) {
    ASSERT_TRUE(WriteFileAtomically(scratch.File("results.sqlite"), "garbage garbage").ok());
    SqliteResultCache cache(CacheIn(scratch.path()));
    EXPECT_THAT(cache.TakeWarnings(), SizeIs(1));
  }
  ASSERT_TRUE(WriteFileAtomically(scratch.File("results.sqlite"), "garbage garbage").ok());
  SqliteResultCache cache(CacheIn(scratch.path()));
  EXPECT_THAT(cache.TakeWarnings(), ElementsAre(HasSubstr("no cache")));
  PutRange(cache, 0, 1);
  EXPECT_EQ(CountRight(cache, 1), 0);
}

// Folders and disks that cannot be written.

TEST(SqliteResultCacheFaultTest, AFileWhereTheFolderShouldBe) {
  const ScratchFolder scratch;
  ASSERT_TRUE(WriteFileAtomically(scratch.File("file"), "x").ok());
  SqliteResultCache cache(CacheIn(scratch.File("file/cache")));
  PutRange(cache, 0, 5);
  EXPECT_EQ(CountRight(cache, 5), 0);
  EXPECT_THAT(cache.TakeWarnings(), ElementsAre(HasSubstr("no cache, all is computed")));
  EXPECT_THAT(cache.TakeWarnings(), IsEmpty());
}

TEST(SqliteResultCacheFaultTest, AReadOnlyFolder) {
  const ScratchFolder scratch;
  ASSERT_EQ(chmod(scratch.path().c_str(), 0555), 0);
  const std::string folder = scratch.path();
  const int code = RunInChild([&folder] {
    constexpr uid_t kNobody = 65534;
    if (geteuid() == 0 && setuid(kNobody) != 0) return 9;  // root may write anywhere
    SqliteResultCache cache(CacheIn(folder));
    PutRange(cache, 0, 5);
    if (CountRight(cache, 5) != 0) return 1;
    const auto warnings = cache.TakeWarnings();
    return warnings.size() == 1 && warnings[0].find("no cache") == 0 ? 0 : 2;
  });
  EXPECT_EQ(code, 0);
  chmod(scratch.path().c_str(), 0755);
}

TEST(SqliteResultCacheFaultTest, AFullDisk) {
  const ScratchFolder scratch;
  const std::string folder = scratch.path();
  const int code = RunInChild([&folder] {
    signal(SIGXFSZ, SIG_IGN);
    rlimit limit{};
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = 400'000;
    setrlimit(RLIMIT_FSIZE, &limit);
    SqliteResultCache cache(CacheIn(folder));
    for (int i = 0; i < 40; ++i) PutRange(cache, i * 50, 50);
    if (CountRight(cache, 2000) < 0) return 1;
    const auto warnings = cache.TakeWarnings();
    return warnings.size() == 1 && warnings[0].find("off for this run") != std::string::npos ? 0
                                                                                             : 2;
  });
  EXPECT_EQ(code, 0);
  // With room again, the cache is whole and goes on.
  SqliteResultCache cache(CacheIn(scratch.path()));
  EXPECT_GE(CountRight(cache, 2000), 50);
  PutRange(cache, 0, 2000);
  EXPECT_EQ(CountRight(cache, 2000), 2000);
  EXPECT_THAT(cache.TakeWarnings(), IsEmpty());
}

// Several processes.

TEST(SqliteResultCacheProcessTest, TwoProcessesWriteAtOnce) {
  const ScratchFolder scratch;
  const std::string folder = scratch.path();
  std::vector<pid_t> children;
  for (int writer = 0; writer < 3; ++writer) {
    const pid_t child = fork();
    if (child == 0) {
      SqliteResultCache cache(CacheIn(folder));
      for (int i = 0; i < 40; ++i) {
        PutRange(cache, writer * 400 + i * 10, 10);
        if (CountRight(cache, 1200) < (i + 1) * 10) _exit(1);
      }
      _exit(cache.TakeWarnings().empty() ? 0 : 2);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int state = 0;
    waitpid(child, &state, 0);
    EXPECT_TRUE(WIFEXITED(state) && WEXITSTATUS(state) == 0) << state;
  }
  SqliteResultCache cache(CacheIn(folder));
  EXPECT_EQ(CountRight(cache, 1200), 1200);
}

TEST(SqliteResultCacheProcessTest, TwoProcessesFindTheSameDamage) {
  const ScratchFolder scratch;
  ASSERT_TRUE(WriteFileAtomically(scratch.File("results.sqlite"), std::string(5000, 'g')).ok());
  const std::string folder = scratch.path();
  std::vector<pid_t> children;
  for (int writer = 0; writer < 4; ++writer) {
    const pid_t child = fork();
    if (child == 0) {
      SqliteResultCache cache(CacheIn(folder));
      PutRange(cache, writer * 50, 50);
      _exit(CountRight(cache, 200) >= 50 ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int state = 0;
    waitpid(child, &state, 0);
    EXPECT_TRUE(WIFEXITED(state) && WEXITSTATUS(state) == 0) << state;
  }
  SqliteResultCache cache(CacheIn(folder));
  EXPECT_EQ(CountRight(cache, 200), 200);
  EXPECT_TRUE(IsRegularFile(scratch.File("results.sqlite.damaged-1")));
  EXPECT_FALSE(IsRegularFile(scratch.File("results.sqlite.damaged-2")));
}

TEST(SqliteResultCacheProcessTest, AnotherProcessThatHoldsTheFileCostsNothingButAMiss) {
  const ScratchFolder scratch;
  MakeCacheFile(scratch);
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(scratch.File("results.sqlite").c_str(), &other), SQLITE_OK);
  auto options = CacheIn(scratch.path());
  options.busy_timeout_ms = 50;
  SqliteResultCache cache(options);
  ASSERT_EQ(sqlite3_exec(other, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_OK);
  EXPECT_EQ(CountRight(cache, 300), 300);  // readers do not wait
  PutRange(cache, 300, 10);
  PutRange(cache, 310, 10);
  EXPECT_THAT(cache.TakeWarnings(), ElementsAre(HasSubstr("another process")));
  ASSERT_EQ(sqlite3_exec(other, "ROLLBACK", nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(other);
  PutRange(cache, 300, 10);
  EXPECT_EQ(CountRight(cache, 400), 310);
}

TEST(SqliteResultCacheProcessTest, FiftyKillsLeaveAUsableCache) {
  const ScratchFolder scratch;
  const std::string folder = scratch.path();
  constexpr int kKeys = 2000;
  std::mt19937 random(50);
  int grown = 0;
  for (int kill_number = 0; kill_number < 50; ++kill_number) {
    const pid_t child = fork();
    if (child == 0) {
      // A limit that makes the child evict and shrink the file too.
      SqliteResultCache cache(CacheIn(folder, uint64_t{2} << 20));
      for (int i = kill_number * 7;; ++i) PutRange(cache, i * 20 % kKeys, 20);
    }
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 120'000));
    kill(child, SIGKILL);
    int state = 0;
    waitpid(child, &state, 0);
    ASSERT_TRUE(WIFSIGNALED(state)) << "the child ended by itself";

    SqliteResultCache cache(CacheIn(folder));
    const int right = CountRight(cache, kKeys);
    ASSERT_GE(right, 0) << "a wrong value after kill " << kill_number;
    if (right > 0) ++grown;
    PutOne(cache, ResultKind::kGeneration, "mark", std::to_string(kill_number));
    EXPECT_EQ(GetOne(cache, ResultKind::kGeneration, "mark"), std::to_string(kill_number));
    EXPECT_THAT(cache.TakeWarnings(), IsEmpty()) << kill_number;
  }
  EXPECT_GT(grown, 40) << "the children hardly wrote: the test tests nothing";
}

}  // namespace
}  // namespace gloss::testing
