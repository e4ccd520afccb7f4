#include "base/append_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "base/file_system.h"

namespace gloss {
namespace {

class AppendFileTest : public ::testing::Test {
 protected:
  void TearDown() override { std::filesystem::remove(path_); }

  const std::string path_ =
      (std::filesystem::temp_directory_path() / ("append_file_test_" + std::to_string(::getpid())))
          .string();
};

TEST_F(AppendFileTest, LinesStayAndGrow) {
  {
    auto file = AppendFile::Open(path_);
    ASSERT_TRUE(file.ok()) << file.status().ToString();
    EXPECT_TRUE(file->Append("one").ok());
    EXPECT_TRUE(file->Append("two").ok());
  }
  auto file = AppendFile::Open(path_);
  ASSERT_TRUE(file.ok());
  EXPECT_TRUE(file->Append("three").ok());
  EXPECT_EQ(file->Read(100).value_or(""), "one\ntwo\nthree\n");
  EXPECT_EQ(file->cut(), 0U);
  EXPECT_EQ(file->Read(5).status().code(), StatusCode::kTooLarge);
}

TEST_F(AppendFileTest, HalfALineIsCutOff) {
  const std::string half(10000, 'x');
  ASSERT_TRUE(WriteFileAtomically(path_, "one\n" + half).ok());
  auto file = AppendFile::Open(path_);
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(file->cut(), half.size());
  EXPECT_TRUE(file->Append("two").ok());
  EXPECT_EQ(ReadFile(path_).value_or(""), "one\ntwo\n");
}

TEST_F(AppendFileTest, AFileThatIsHalfALineIsEmpty) {
  ASSERT_TRUE(WriteFileAtomically(path_, "half").ok());
  auto file = AppendFile::Open(path_);
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(file->Read(100).value_or("x"), "");
}

TEST_F(AppendFileTest, OneWriterAtATime) {
  auto first = AppendFile::Open(path_);
  ASSERT_TRUE(first.ok());
  const auto second = AppendFile::Open(path_);
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(second.status().code(), StatusCode::kOverloaded);
}

}  // namespace
}  // namespace gloss
