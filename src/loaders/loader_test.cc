#include "loaders/loader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/file_system.h"
#include "base/hash.h"
#include "loaders/loader_test_util.h"

namespace gloss {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(LoaderTest, FillsWhatEveryDocumentHas) {
  LoadOptions options;
  options.uri = "folder/notes.txt";
  options.language = "de";
  const auto document = LoadDocument("Ein Satz.", options);
  ASSERT_TRUE(document.ok());
  EXPECT_EQ(document->uri, "folder/notes.txt");
  EXPECT_EQ(document->title, "notes.txt");
  EXPECT_EQ(document->media_type, "text/plain");
  EXPECT_EQ(document->sha256, Sha256Hex("Ein Satz."));
  EXPECT_EQ(document->language, "de");
  EXPECT_EQ(document->page_count, 0);
}

TEST(LoaderTest, ErrorsStartWithTheUri) {
  LoadOptions options;
  options.uri = "a.md";
  EXPECT_EQ(LoadDocument("", options).status(),
            Status(StatusCode::kNoText, "a.md: there is no text in it (it is empty)"));
  options.uri = "-";
  EXPECT_EQ(LoadDocument("\n", options).status(),
            Status(StatusCode::kNoText, "standard input: there is no text in it"));
}

TEST(LoaderTest, SizeLimit) {
  LoadOptions options;
  options.limits.max_bytes = 3;
  EXPECT_EQ(LoadDocument("abcd", options).status().code(), StatusCode::kTooLarge);
}

TEST(LoaderTest, CharsetOfTheMediaTypeIsHeeded) {
  LoadOptions options;
  options.media_type = "text/plain; charset=windows-1251";
  const auto document = LoadDocument("\xCF\xF0\xE8", options);
  ASSERT_TRUE(document.ok()) << document.status().ToString();
  EXPECT_EQ(document->text, "При");
}

TEST(LoaderTest, LoadsFilesByContent) {
  const std::string path =
      (std::filesystem::temp_directory_path() / "gloss_loader_test.docx").string();
  ASSERT_TRUE(WriteFileAtomically(path, "<html><p>A page.</html>").ok());
  const auto document = LoadFile(path, {});
  std::filesystem::remove(path);
  ASSERT_TRUE(document.ok()) << document.status().ToString();
  EXPECT_EQ(document->media_type, "text/html");
  EXPECT_EQ(document->uri, path);
  EXPECT_THAT(Shown(*document), ElementsAre("paragraph: A page."));
}

TEST(LoaderTest, MissingFile) {
  const Status status = LoadFile("no/such/file.txt", {}).status();
  EXPECT_EQ(status.code(), StatusCode::kNotFound);
  EXPECT_THAT(status.message(), StartsWith("no/such/file.txt"));
}

TEST(LoaderTest, CancelledBeforeTheStart) {
  std::stop_source stop;
  stop.request_stop();
  LoadOptions options;
  options.stop = stop.get_token();
  EXPECT_EQ(LoadDocument("text", options).status().code(), StatusCode::kCancelled);
}

TEST(LoaderTest, ImagesAreNamed) {
  LoadOptions options;
  options.uri = "scan.txt";
  const Status status = LoadDocument(std::string("\x89PNG\r\n\x1A\n\0\0", 10), options).status();
  EXPECT_EQ(status.code(), StatusCode::kUnsupportedFormat);
  EXPECT_THAT(status.message(), HasSubstr("PNG image"));
}

}  // namespace
}  // namespace gloss
