#include "store/sqlite/sqlite_run_history.h"

#include <chrono>
#include <csignal>
#include <random>
#include <thread>

#include "store/run_history_cases.h"
#include "store/sqlite/compressed_text.h"
#include "store/sqlite/store_test_support.h"

namespace gloss::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

SqliteRunHistoryOptions HistoryIn(const std::string& folder) {
  SqliteRunHistoryOptions options;
  options.folder = folder;
  return options;
}

INSTANTIATE_TEST_SUITE_P(Sqlite, RunHistoryCases,
                         ::testing::Values([](const HistoryLimits& limits) {
                           auto folder = std::make_shared<ScratchFolder>();
                           auto options = HistoryIn(folder->path());
                           options.limits = limits;
                           auto history = SqliteRunHistory::Open(options);
                           EXPECT_TRUE(history.ok()) << history.status().ToString();
                           return HistoryUnderTest{std::move(history).value(), folder};
                         }));

TEST(SqliteRunHistoryTest, StaysFromOneProcessToTheNextAndIsPrivate) {
  const ScratchFolder scratch;
  {
    auto history = SqliteRunHistory::Open(HistoryIn(scratch.path()));
    ASSERT_TRUE(history.ok());
    ASSERT_TRUE((*history)->Add(SampleRun(1)).ok());
    EXPECT_EQ(ModeOf(scratch.File("runs.sqlite")), 0600U);
  }
  auto history = SqliteRunHistory::Open(HistoryIn(scratch.path()));
  ASSERT_TRUE(history.ok());
  EXPECT_TRUE((*history)->Find(1).ok());
}

TEST(SqliteRunHistoryTest, ADamagedReportIsAnErrorThatNamesItsRun) {
  const ScratchFolder scratch;
  {
    auto history = SqliteRunHistory::Open(HistoryIn(scratch.path()));
    ASSERT_TRUE((*history)->Add(SampleRun(1)).ok());
    ASSERT_TRUE((*history)->Add(SampleRun(2)).ok());
    ASSERT_TRUE((*history)->Add(SampleRun(3)).ok());
  }
  AlterDatabase(scratch.File("runs.sqlite"), "UPDATE reports SET json = x'00' WHERE run = 1");
  AlterDatabase(scratch.File("runs.sqlite"),
                "UPDATE reports SET json_bytes = 1 << 40 WHERE run = 2");
  auto history = SqliteRunHistory::Open(HistoryIn(scratch.path()));
  for (const int64_t id : {1, 2}) {
    const Status status = (*history)->Find(id).status();
    EXPECT_EQ(status.code(), StatusCode::kCorruptDocument);
    EXPECT_THAT(status.message(), HasSubstr("run " + std::to_string(id)));
  }
  EXPECT_TRUE((*history)->Find(3).ok());
  EXPECT_EQ((*history)->List(10)->size(), 3U);
}

TEST(SqliteRunHistoryTest, ADamagedFileIsSetAside) {
  const ScratchFolder scratch;
  ASSERT_TRUE(WriteFileAtomically(scratch.File("runs.sqlite"), std::string(5000, 'g')).ok());
  auto history = SqliteRunHistory::Open(HistoryIn(scratch.path()));
  ASSERT_TRUE(history.ok());
  EXPECT_THAT((*history)->TakeWarnings(), ElementsAre(HasSubstr("runs.sqlite.damaged-1")));
  EXPECT_TRUE((*history)->Add(SampleRun(1)).ok());
}

TEST(SqliteRunHistoryTest, TablesThatAreNotThoseOfTheVersion) {
  const ScratchFolder scratch;
  {
    ASSERT_TRUE((*SqliteRunHistory::Open(HistoryIn(scratch.path())))->Add(SampleRun(1)).ok());
  }
  AlterDatabase(scratch.File("runs.sqlite"), "DROP TABLE facts");
  auto history = SqliteRunHistory::Open(HistoryIn(scratch.path()));
  ASSERT_TRUE(history.ok());
  EXPECT_EQ((*history)->List(10).status().code(), StatusCode::kCorruptDocument);
  EXPECT_TRUE((*history)->Add(SampleRun(2)).ok());
  EXPECT_THAT((*history)->TakeWarnings(), ElementsAre(HasSubstr("runs.sqlite.damaged-1")));
  EXPECT_EQ((*history)->List(10)->size(), 1U);
}

TEST(SqliteRunHistoryTest, AFileOfANewerVersionIsLeftAlone) {
  const ScratchFolder scratch;
  {
    ASSERT_TRUE((*SqliteRunHistory::Open(HistoryIn(scratch.path())))->Add(SampleRun(1)).ok());
  }
  AlterDatabase(scratch.File("runs.sqlite"), "PRAGMA user_version = 99");
  const auto history = SqliteRunHistory::Open(HistoryIn(scratch.path()));
  EXPECT_EQ(history.status().code(), StatusCode::kUnsupportedFormat);
  EXPECT_THAT(history.status().message(), HasSubstr("newer"));
  EXPECT_FALSE(IsRegularFile(scratch.File("runs.sqlite.damaged-1")));
}

TEST(SqliteRunHistoryTest, AForgottenRunLeavesNoTrace) {
  const ScratchFolder scratch;
  // zlib leaves text that does not repeat as it is.
  const std::string secret = "Qx7#patient-4711-zK";
  {
    auto history = SqliteRunHistory::Open(HistoryIn(scratch.path()));
    RunRecord run = SampleRun(1);
    run.reports[0].inputs[0].name = secret;
    ASSERT_TRUE((*history)->Add(run).ok());
    ASSERT_TRUE((*history)->Delete(1).ok());
    for (const char* file : {"runs.sqlite", "runs.sqlite-wal"}) {
      const auto content = ReadFile(scratch.File(file));
      if (!content.ok()) continue;
      EXPECT_EQ(content->find(secret), std::string::npos) << file;
    }
  }
  EXPECT_EQ(ReadFile(scratch.File("runs.sqlite"))->find(secret), std::string::npos);
}

TEST(SqliteRunHistoryTest, ManyProcessesAddRuns) {
  const ScratchFolder scratch;
  const std::string folder = scratch.path();
  std::vector<pid_t> children;
  for (int writer = 0; writer < 3; ++writer) {
    const pid_t child = fork();
    if (child == 0) {
      auto history = SqliteRunHistory::Open(HistoryIn(folder));
      if (!history.ok()) _exit(1);
      for (int i = 0; i < 10; ++i) {
        if (!(*history)->Add(SampleRun(i)).ok()) _exit(2);
      }
      _exit(0);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int state = 0;
    waitpid(child, &state, 0);
    EXPECT_TRUE(WIFEXITED(state) && WEXITSTATUS(state) == 0) << state;
  }
  EXPECT_EQ((*SqliteRunHistory::Open(HistoryIn(folder)))->List(100)->size(), 30U);
}

TEST(SqliteRunHistoryTest, AKilledProcessLeavesWholeRuns) {
  const ScratchFolder scratch;
  const std::string folder = scratch.path();
  std::mt19937 random(3);
  for (int kill_number = 0; kill_number < 10; ++kill_number) {
    const pid_t child = fork();
    if (child == 0) {
      auto history = SqliteRunHistory::Open(HistoryIn(folder));
      for (int64_t i = 1; history.ok(); ++i) (void)(*history)->Add(SampleRun(i));
      _exit(1);
    }
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 100'000));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    auto history = SqliteRunHistory::Open(HistoryIn(folder));
    ASSERT_TRUE(history.ok());
    EXPECT_THAT((*history)->TakeWarnings(), IsEmpty());
    const auto runs = (*history)->List(5);
    ASSERT_TRUE(runs.ok());
    for (const RunRecord& run : *runs) {
      const auto found = (*history)->Find(run.id);
      ASSERT_TRUE(found.ok()) << found.status().ToString();
      EXPECT_EQ(found->reports.size(), 2U);
      EXPECT_EQ(found->reports[0].inputs.size(), 2U);
    }
  }
}

TEST(CompressedTextTest, ComesBackAndIsCheckedWhenDamaged) {
  const std::string text(100'000, 'a');
  const auto bytes = CompressText(text);
  ASSERT_TRUE(bytes.ok());
  EXPECT_LT(bytes->size(), 1000U);
  EXPECT_EQ(*DecompressText(*bytes, text.size()), text);
  EXPECT_FALSE(DecompressText(*bytes, text.size() - 1).ok());
  EXPECT_FALSE(DecompressText(*bytes, text.size() + 1).ok());
  EXPECT_FALSE(DecompressText("garbage", 10).ok());
  EXPECT_EQ(*DecompressText(*CompressText(""), 0), "");
}

}  // namespace
}  // namespace gloss::testing
