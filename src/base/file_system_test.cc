#include "base/file_system.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <string>
#include <thread>

namespace gloss {
namespace {

class FileSystemTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "file_system_test_XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string PathOf(const std::string& name) const { return folder_ + "/" + name; }
  size_t CountFiles() const {
    return static_cast<size_t>(std::distance(std::filesystem::directory_iterator(folder_),
                                             std::filesystem::directory_iterator()));
  }

  std::string folder_;
};

TEST_F(FileSystemTest, WritesAndReadsAnyBytes) {
  std::string content(200'000, '\0');
  for (size_t i = 0; i < content.size(); ++i) content[i] = static_cast<char>(i * 7);
  ASSERT_TRUE(WriteFileAtomically(PathOf("a"), content).ok());
  const auto read = ReadFile(PathOf("a"));
  ASSERT_TRUE(read.ok()) << read.status().ToString();
  EXPECT_TRUE(*read == content);
  EXPECT_TRUE(IsRegularFile(PathOf("a")));
  EXPECT_EQ(CountFiles(), 1U);
}

TEST_F(FileSystemTest, EmptyFileIsRead) {
  ASSERT_TRUE(WriteFileAtomically(PathOf("a"), "").ok());
  EXPECT_EQ(ReadFile(PathOf("a")).value(), "");
}

TEST_F(FileSystemTest, OverwritesWithOrdinaryRights) {
  ASSERT_TRUE(WriteFileAtomically(PathOf("a"), "old").ok());
  ASSERT_TRUE(WriteFileAtomically(PathOf("a"), "new").ok());
  EXPECT_EQ(ReadFile(PathOf("a")).value(), "new");
  struct stat info{};
  ASSERT_EQ(stat(PathOf("a").c_str(), &info), 0);
  const mode_t mask = umask(0);
  umask(mask);
  EXPECT_EQ(info.st_mode & 0777, 0666 & ~mask);
}

TEST_F(FileSystemTest, ReadErrorsSayWhatAndWhy) {
  const auto missing = ReadFile(PathOf("missing"));
  EXPECT_EQ(missing.status().code(), StatusCode::kNotFound);
  EXPECT_NE(missing.status().message().find(PathOf("missing")), std::string::npos);
  EXPECT_EQ(ReadFile(folder_).status().code(), StatusCode::kInvalidArgument);
  ASSERT_TRUE(WriteFileAtomically(PathOf("a"), "12345").ok());
  EXPECT_EQ(ReadFile(PathOf("a"), 4).status().code(), StatusCode::kTooLarge);
  EXPECT_TRUE(ReadFile(PathOf("a"), 5).ok());
  EXPECT_EQ(ReadFile(PathOf("a") + "/b").status().code(), StatusCode::kNotFound);
}

TEST_F(FileSystemTest, ReadsAPipe) {
  ASSERT_EQ(mkfifo(PathOf("pipe").c_str(), 0600), 0);
  const std::jthread writer([path = PathOf("pipe")] {
    const int fd = open(path.c_str(), O_WRONLY | O_CLOEXEC);
    EXPECT_EQ(write(fd, "hello", 5), 5);
    close(fd);
  });
  EXPECT_EQ(ReadFile(PathOf("pipe")).value(), "hello");
  EXPECT_FALSE(IsRegularFile(PathOf("pipe")));
}

TEST_F(FileSystemTest, FailedWriteKeepsTheOldFileAndLeavesNothingBehind) {
  EXPECT_EQ(WriteFileAtomically(PathOf("no/folder/a"), "x").code(), StatusCode::kNotFound);
  // A folder in the file's place: the rename fails.
  ASSERT_EQ(mkdir(PathOf("taken").c_str(), 0700), 0);
  EXPECT_FALSE(WriteFileAtomically(PathOf("taken"), "x").ok());
  EXPECT_EQ(CountFiles(), 1U);
}

TEST(StatusFromErrnoTest, MapsToStableCodes) {
  EXPECT_EQ(StatusFromErrno(ENOENT, "a").code(), StatusCode::kNotFound);
  EXPECT_EQ(StatusFromErrno(EACCES, "a").code(), StatusCode::kPermissionDenied);
  EXPECT_EQ(StatusFromErrno(ENAMETOOLONG, "a").code(), StatusCode::kInvalidArgument);
  EXPECT_EQ(StatusFromErrno(ENOSPC, "a").code(), StatusCode::kIoError);
  EXPECT_EQ(StatusFromErrno(ENOENT, "a").message(), "a: No such file or directory");
}

}  // namespace
}  // namespace gloss
