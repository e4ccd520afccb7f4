#include "store/sqlite/sqlite_database.h"

#include <gmock/gmock.h>

#include <array>

#include "store/sqlite/store_test_support.h"

namespace gloss::testing {
namespace {

using ::testing::IsEmpty;

constexpr std::array<const char*, 2> kTwoVersions = {
    "CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1)",
    "ALTER TABLE t ADD COLUMN b INTEGER NOT NULL DEFAULT 7"};
constexpr std::array<const char*, 2> kBrokenMigration = {
    kTwoVersions[0], "INSERT INTO t VALUES (2); CREATE TABLE t (twice)"};

SqliteOptions Options(const ScratchFolder& scratch, std::span<const char* const> migrations) {
  return {.path = scratch.File("file.sqlite"),
          .what = "test",
          .application_id = 42,
          .migrations = migrations};
}

TEST(SqliteDatabaseTest, AnOldFileIsBroughtToTheNewestSchemaAndKeepsItsRows) {
  const ScratchFolder scratch;
  std::vector<std::string> warnings;
  const std::span<const char* const> all(kTwoVersions);
  {
    auto old = SqliteDatabase::Open(Options(scratch, all.first(1)), &warnings);
    ASSERT_TRUE(old.ok()) << old.status().ToString();
    EXPECT_EQ(*(*old)->QueryInt("PRAGMA user_version"), 1);
  }
  auto database = SqliteDatabase::Open(Options(scratch, all), &warnings);
  ASSERT_TRUE(database.ok()) << database.status().ToString();
  EXPECT_EQ(*(*database)->QueryInt("PRAGMA user_version"), 2);
  EXPECT_EQ(*(*database)->QueryInt("SELECT b FROM t WHERE a = 1"), 7);
  EXPECT_THAT(warnings, IsEmpty());
}

TEST(SqliteDatabaseTest, AMigrationIsDoneAsAWholeOrNotAtAll) {
  const ScratchFolder scratch;
  std::vector<std::string> warnings;
  const std::span<const char* const> all(kTwoVersions);
  {
    ASSERT_TRUE(SqliteDatabase::Open(Options(scratch, all.first(1)), &warnings).ok());
  }
  SqliteOptions broken = Options(scratch, kBrokenMigration);
  (void)SqliteDatabase::Open(broken, &warnings);
  // It cannot be told from a damaged file, so it was set aside: with all its rows, and no others.
  SqliteOptions aside = Options(scratch, all.first(1));
  aside.path += ".damaged-1";
  auto database = SqliteDatabase::Open(aside, &warnings);
  ASSERT_TRUE(database.ok()) << database.status().ToString();
  EXPECT_EQ(*(*database)->QueryInt("SELECT count(*) FROM t"), 1);
}

TEST(SqliteDatabaseTest, ATransactionThatIsNotCommittedLeavesNothing) {
  const ScratchFolder scratch;
  std::vector<std::string> warnings;
  auto database = SqliteDatabase::Open(Options(scratch, kTwoVersions), &warnings);
  ASSERT_TRUE(database.ok());
  {
    SqliteTransaction transaction(**database);
    ASSERT_TRUE(transaction.BeginWrite().ok());
    ASSERT_TRUE((*database)->Execute("DELETE FROM t").ok());
  }
  EXPECT_EQ(*(*database)->QueryInt("SELECT count(*) FROM t"), 1);
}

TEST(SqliteDatabaseTest, ErrorsAreValues) {
  const ScratchFolder scratch;
  std::vector<std::string> warnings;
  SqliteOptions options = Options(scratch, kTwoVersions);
  options.max_value_bytes = 1000;
  auto database = SqliteDatabase::Open(options, &warnings);
  ASSERT_TRUE(database.ok());
  EXPECT_FALSE((*database)->Execute("no SQL").ok());
  EXPECT_FALSE((*database)->Prepare("SELECT none FROM t").ok());
  EXPECT_FALSE((*database)->QueryInt("SELECT a FROM t WHERE a = 99").ok());
  auto statement = (*database)->Prepare("INSERT INTO t (a) VALUES (?)");
  ASSERT_TRUE(statement.ok());
  const std::string large(2000, 'x');
  EXPECT_EQ(statement->BindBlob(large).Run().code(), StatusCode::kTooLarge);
  EXPECT_TRUE(statement->BindInt(5).Run().ok());
}

}  // namespace
}  // namespace gloss::testing
