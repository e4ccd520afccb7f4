#include "loaders/document_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "loaders/document_check.h"
#include "loaders/loader_test_util.h"

namespace gloss {
namespace {

using ::testing::ElementsAre;

TEST(DocumentBuilderTest, JoinsBlocksAndKeepsHeadingPaths) {
  const LoadOptions options;
  DocumentBuilder builder(options);
  ASSERT_TRUE(builder.AppendBlock("  One \n", {BlockKind::kHeading, 1, {}}).ok());
  ASSERT_TRUE(builder.AppendBlock("Two", {BlockKind::kHeading, 3, {}}).ok());
  ASSERT_TRUE(builder.AppendBlock("a").ok());
  ASSERT_TRUE(builder.AppendBlock("Three", {BlockKind::kHeading, 2, {}}).ok());
  ASSERT_TRUE(builder.AppendBlock("b").ok());
  const Result<Document> document = builder.Finish("text/plain");
  ASSERT_TRUE(document.ok());
  EXPECT_EQ(document->text, "One\n\nTwo\n\na\n\nThree\n\nb");
  EXPECT_EQ(document->title, "One");
  EXPECT_THAT(document->blocks[2].heading_path, ElementsAre(0, 1));
  EXPECT_THAT(document->blocks[3].heading_path, ElementsAre(0));
  EXPECT_THAT(document->blocks[4].heading_path, ElementsAre(0, 3));
  EXPECT_TRUE(CheckDocument(*document).ok());
}

TEST(DocumentBuilderTest, CellsAndItemsAreOneLineApart) {
  const LoadOptions options;
  DocumentBuilder builder(options);
  const BlockSpec item{BlockKind::kListItem, 0, {}};
  ASSERT_TRUE(builder.AppendBlock("a", item).ok());
  ASSERT_TRUE(builder.AppendBlock("b", item).ok());
  ASSERT_TRUE(builder.AppendBlock("c", {BlockKind::kTableCell, 0, TableCell{0, 0, 0, true}}).ok());
  ASSERT_TRUE(builder.AppendBlock("d", {BlockKind::kTableCell, 0, TableCell{0, 0, 1, true}}).ok());
  ASSERT_TRUE(builder.AppendBlock("e", {BlockKind::kTableCell, 0, TableCell{1, 0, 0, false}}).ok());
  const Result<Document> document = builder.Finish("text/plain");
  ASSERT_TRUE(document.ok());
  EXPECT_EQ(document->text, "a\nb\n\nc\nd\n\ne");
}

TEST(DocumentBuilderTest, FurnitureComesLastWithItsBoxes) {
  const LoadOptions options;
  DocumentBuilder builder(options);
  const auto box = [](size_t begin, size_t end, int page) {
    SourceBox source;
    source.span = {begin, end};
    source.box.page = page;
    return source;
  };
  ASSERT_TRUE(
      builder.AppendBlock("Page 1", {BlockKind::kFurniture, 0, {}}, {box(0, 4, 1), box(5, 6, 1)})
          .ok());
  ASSERT_TRUE(builder.AppendBlock(" body text", {}, {box(0, 5, 1), box(6, 10, 2)}).ok());
  const Result<Document> document = builder.Finish("application/pdf");
  ASSERT_TRUE(document.ok());
  EXPECT_EQ(document->text, "body text\n\nPage 1");
  EXPECT_THAT(Shown(*document), ElementsAre("paragraph: body text", "furniture: Page 1"));
  ASSERT_EQ(document->boxes.size(), 4U);
  EXPECT_EQ(document->boxes[0].span.In(document->text), "body");
  EXPECT_EQ(document->boxes[1].span.In(document->text), "text");
  EXPECT_EQ(document->boxes[2].span.In(document->text), "Page");
  EXPECT_EQ(document->boxes[3].span.In(document->text), "1");
  EXPECT_TRUE(CheckDocument(*document).ok());
}

TEST(DocumentBuilderTest, RejectsBoxesThatOverlap) {
  const LoadOptions options;
  DocumentBuilder builder(options);
  SourceBox first;
  first.span = {0, 3};
  SourceBox second;
  second.span = {2, 5};
  EXPECT_EQ(builder.AppendBlock("abcdef", {}, {first, second}).code(), StatusCode::kInternal);
}

TEST(DocumentBuilderTest, ReplacesNulAndInvalidBytesAndSaysSo) {
  const LoadOptions options;
  DocumentBuilder builder(options);
  using namespace std::string_view_literals;
  ASSERT_TRUE(builder.AppendBlock("a\0b\xFF\xEF\xBF\xBD"sv).ok());
  const Result<Document> document = builder.Finish("text/html");
  ASSERT_TRUE(document.ok());
  EXPECT_EQ(document->text,
            "a\xEF\xBF\xBD"
            "b\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_THAT(document->warnings, ElementsAre("2 invalid characters were replaced by U+FFFD"));
}

TEST(DocumentBuilderTest, KeepsTheIndentationOfCode) {
  const LoadOptions options;
  DocumentBuilder builder(options);
  ASSERT_TRUE(builder.AppendBlock("\n \n    if x:\n      y\n\n", {BlockKind::kCode, 0, {}}).ok());
  const Result<Document> document = builder.Finish("text/markdown");
  ASSERT_TRUE(document.ok());
  EXPECT_EQ(document->text, "    if x:\n      y");
}

TEST(DocumentBuilderTest, StopsAtTheTextLimit) {
  LoadOptions options;
  options.limits.max_text_bytes = 10;
  DocumentBuilder builder(options);
  EXPECT_TRUE(builder.AppendBlock("0123456789").ok());
  EXPECT_EQ(builder.AppendBlock("x").code(), StatusCode::kTooLarge);
}

TEST(DocumentBuilderTest, StopsWhenAskedTo) {
  std::stop_source source;
  LoadOptions options;
  options.stop = source.get_token();
  DocumentBuilder builder(options);
  source.request_stop();
  EXPECT_EQ(builder.AppendBlock("x").code(), StatusCode::kCancelled);
}

TEST(DocumentBuilderTest, WhiteSpaceAndFurnitureAreNoText) {
  const LoadOptions options;
  DocumentBuilder builder(options);
  ASSERT_TRUE(builder.AppendBlock(" \t\n\xC2\xA0\xE3\x80\x80").ok());
  EXPECT_EQ(builder.Finish("text/html").status().code(), StatusCode::kNoText);
  DocumentBuilder other(options);
  ASSERT_TRUE(other.AppendBlock("3", {BlockKind::kFurniture, 0, {}}).ok());
  EXPECT_EQ(other.Finish("application/pdf").status().code(), StatusCode::kNoText);
}

TEST(TextTest, OneLineCutsOnCharacters) {
  EXPECT_EQ(OneLine("  a \n\t b  "), "a b");
  EXPECT_EQ(OneLine("\xC3\xA4\xC3\xA4\xC3\xA4", 3), "\xC3\xA4");
}

TEST(TextTest, TrimmedSpanKnowsWideSpaces) {
  EXPECT_EQ(TrimmedSpan("\xC2\xA0 a b\xE2\x80\xA9\n"), (Span{3, 6}));
  EXPECT_TRUE(TrimmedSpan(" \xEF\xBB\xBF ").empty());
}

}  // namespace
}  // namespace gloss
