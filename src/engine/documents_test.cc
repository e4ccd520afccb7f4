#include "engine/documents.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "base/file_system.h"
#include "base/hash.h"

namespace gloss {
namespace {

class DocumentsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        std::filesystem::temp_directory_path() / ("documents_test_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  TextInput File(const std::string& name, const std::string& content) {
    TextInput input;
    input.uri = (folder_ / name).string();
    EXPECT_TRUE(WriteFileAtomically(input.uri, content).ok());
    return input;
  }

  std::filesystem::path folder_;
};

constexpr const char* kMarkdown =
    "<think>\nHm `x`.\n</think>\n\n# Answer\n\nIt **costs** $5 [1]. It is <cite "
    "id=\"s2\">old</cite>"
    " [2](https://example.org/a_b). See [the page](https://example.org).[^1]\n\n"
    "[1]: https://example.org\n[^1]: Budget, p. 4\n";

TEST_F(DocumentsTest, AMarkdownResponseKeepsItsMarks) {
  const auto response = ReadResponse(File("answer.md", kMarkdown), {});
  ASSERT_TRUE(response.ok()) << response.status().ToString();
  EXPECT_EQ(response->media_type, "text/markdown");
  EXPECT_EQ(response->sha256, Sha256Hex(kMarkdown));
  EXPECT_NE(response->text.find("It costs $5 [1]. It is <cite id=\"s2\">old</cite> "
                                "[2](https://example.org/a_b). See the page.[1]"),
            std::string::npos)
      << response->text;
  EXPECT_TRUE(response->text.starts_with("<think>")) << response->text;
  EXPECT_NE(response->text.find("</think>"), std::string::npos);
}

TEST_F(DocumentsTest, LinesOfReferencesDoNotFlowIntoTheText) {
  const auto response = ReadResponse(
      File("answer.md",
           "<think>x</think>\nIt met [1].\n**Sources:**\n[1] Minutes, p. 3\n[2] Notes\n"),
      {});
  ASSERT_TRUE(response.ok());
  EXPECT_EQ(response->text,
            "<think>x</think>\n\nIt met [1].\n\nSources:\n\n[1] Minutes, p. 3\n\n[2] Notes");
}

TEST_F(DocumentsTest, AMarkdownSourceIsReadAsShown) {
  const auto source = ReadDocument(File("source.md", kMarkdown), {});
  ASSERT_TRUE(source.ok());
  EXPECT_NE(source->text.find("It costs $5 1. It is old 2."), std::string::npos) << source->text;
}

TEST_F(DocumentsTest, OtherResponsesAreReadAsTheyAre) {
  const std::string text = "It costs $5 [1] <cite id=\"1\">x</cite>.";
  const auto response = ReadResponse(File("answer.txt", text), {});
  ASSERT_TRUE(response.ok());
  EXPECT_EQ(response->text, text);
  TextInput missing;
  missing.uri = (folder_ / "none.md").string();
  EXPECT_EQ(ReadResponse(missing, {}).status().code(), StatusCode::kNotFound);
  EXPECT_EQ(ReadResponse(File("bad.md", "good \xFF bad"), {}).status().code(),
            StatusCode::kInvalidUtf8);
}

}  // namespace
}  // namespace gloss
