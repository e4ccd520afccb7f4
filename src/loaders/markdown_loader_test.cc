#include "loaders/markdown_loader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "loaders/document_check.h"
#include "loaders/loader_test_util.h"
#include "loaders/markdown_limits.h"

namespace gloss {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> Load(std::string_view markdown) {
  const auto document = LoadMarkdown(markdown, {}, {});
  if (!document.ok()) return {document.status().ToString()};
  const Status check = CheckDocument(*document);
  if (!check.ok()) return {check.ToString()};
  return Shown(*document);
}

TEST(MarkdownLoaderTest, InlineMarksVanish) {
  EXPECT_THAT(Load("*em*pha**sis** in w*or*ds, a [link](http://x.y \"t\"), ![alt](i.png), `a  b`, "
                   "<http://a.b>, ~~gone~~ \\* &amp; &#x41;&#0; &nosuch; 5&nbsp;mg"),
              ElementsAre("paragraph: emphasis in words, a link, alt, a b, http://a.b, gone * & "
                          "A\xEF\xBF\xBD &nosuch; 5\xC2\xA0mg"));
}

TEST(MarkdownLoaderTest, LineBreaks) {
  EXPECT_THAT(Load("soft\nbreak, hard  \nbreak, slash\\\nbreak<br>tag"),
              ElementsAre("paragraph: soft break, hard\nbreak, slash\nbreak\ntag"));
}

TEST(MarkdownLoaderTest, HeadingsWithPaths) {
  const auto document = LoadMarkdown(
      "# One {#id}\n\ntext\n\nTwo\n---\n\n### Three *x* ###\n\nmore\n\n# Four\n\nend", {}, {});
  ASSERT_TRUE(document.ok());
  EXPECT_THAT(Shown(*document), ElementsAre("heading@1: One", "paragraph: text", "heading@2: Two",
                                            "heading@3: Three x", "paragraph: more",
                                            "heading@1: Four", "paragraph: end"));
  EXPECT_THAT(document->blocks[4].heading_path, ElementsAre(0, 2, 3));
  EXPECT_THAT(document->blocks[6].heading_path, ElementsAre(5));
  EXPECT_EQ(document->title, "One");
}

TEST(MarkdownLoaderTest, ListsQuotesAndCode) {
  EXPECT_THAT(
      Load("- a\n  - b\n\n    more b\n- [x] c\n\n> quote\n> on\n>\n> 1. item\n\n"
           "```py\n  x = 1\n\n  y\n```\n\n    old code\n"),
      ElementsAre("list_item: a", "list_item: b", "list_item: more b", "list_item: c",
                  "quote: quote on", "list_item: item", "code:   x = 1\n\n  y", "code: old code"));
}

TEST(MarkdownLoaderTest, TableCells) {
  EXPECT_THAT(Load("| a | *b* |\n|---|:-:|\n| 1 | x \\| y |\n| 2 |\n\n| c |\n|-|\n| d |\n"),
              ElementsAre("table_cell@0/0/0!: a", "table_cell@0/0/1!: b", "table_cell@0/1/0: 1",
                          "table_cell@0/1/1: x | y", "table_cell@0/2/0: 2", "table_cell@1/0/0!: c",
                          "table_cell@1/1/0: d"));
}

TEST(MarkdownLoaderTest, HtmlIsReadAsHtml) {
  EXPECT_THAT(Load("<div align=\"center\">\n<h1>Title</h1><script>alert(1)</script>\n</div>\n\n"
                   "A <b>bold</b> <script>alert(2)</script><!-- no -->word, 10<sup>6</sup> "
                   "H<sub>2</sub>O\n\n<!-- a\n\ncomment -->\n"),
              ElementsAre("heading@1: Title", "paragraph: A bold word, 10⁶ H2O"));
}

TEST(MarkdownLoaderTest, SingleTildesMeanAbout) {
  EXPECT_THAT(Load("~5 mg (range 4~6 mg), ~7~ and ~~struck~~"),
              ElementsAre("paragraph: ~5 mg (range 4~6 mg), ~7~ and struck"));
}

TEST(MarkdownLoaderTest, DollarsAreMoney) {
  EXPECT_THAT(Load("It costs $5 and $10."), ElementsAre("paragraph: It costs $5 and $10."));
}

TEST(MarkdownLoaderTest, FrontMatterIsFurniture) {
  const auto document = LoadMarkdown("---\ntitle: 'My title'\ntags: [a]\n---\nText.", {}, {});
  ASSERT_TRUE(document.ok());
  EXPECT_EQ(document->title, "My title");
  EXPECT_THAT(Shown(*document),
              ElementsAre("paragraph: Text.", "furniture: title: 'My title'\ntags: [a]"));
  EXPECT_THAT(Load("+++\ntitle = \"x\"\n+++\nText."),
              ElementsAre("paragraph: Text.", "furniture: title = \"x\""));
  EXPECT_THAT(Load("---\n\nOnly prose between rules\n\n---\n\nText."),
              ElementsAre("paragraph: Only prose between rules", "paragraph: Text."));
}

TEST(MarkdownLoaderTest, Footnotes) {
  EXPECT_THAT(
      Load("# H\n\nText[^1] and[^b], not[^c].\n\n[^1]: First *note*\n    goes on.\n\n    Its "
           "second paragraph.\n\n[^b]: Word\n\nBody goes on.\n\n```\n[^x]: code\n```\n"),
      ElementsAre("heading@1: H", "paragraph: Text[1] and[b], not[^c].", "paragraph: Body goes on.",
                  "code: [^x]: code", "footnote: First note goes on.",
                  "footnote: Its second paragraph.", "footnote: Word"));
}

TEST(MarkdownLoaderTest, NothingVisibleIsNoText) {
  EXPECT_EQ(LoadMarkdown("<!-- only a comment -->\n\n[ref]: http://x.y\n", {}, {}).status().code(),
            StatusCode::kNoText);
}

TEST(MarkdownLoaderTest, NestingIsLimited) {
  EXPECT_EQ(LoadMarkdown(std::string(100'000, '>') + " x", {}, {}).status().code(),
            StatusCode::kTooLarge);
  std::string list;
  for (int i = 0; i < 100'000; ++i) list += "- ";
  EXPECT_EQ(LoadMarkdown(list + "x\n", {}, {}).status().code(), StatusCode::kTooLarge);
  list.clear();
  for (int i = 0; i < 600; ++i) list += std::string(static_cast<size_t>(i) * 2, ' ') + "- x\n";
  EXPECT_EQ(LoadMarkdown(list, {}, {}).status().code(), StatusCode::kTooLarge);
  EXPECT_THAT(Load(std::string(200, '>') + " deep"), ElementsAre("quote: deep"));
}

TEST(MarkdownLoaderTest, TableCellsAreLimited) {
  std::string table = "|";
  for (int i = 0; i < 100; ++i) table += "x|";
  table += "\n|";
  for (int i = 0; i < 100; ++i) table += "---|";
  table += "\n";
  for (int i = 0; i < 11'000; ++i) table += "|y\n";
  EXPECT_EQ(LoadMarkdown(table, {}, {}).status().code(), StatusCode::kTooLarge);
}

TEST(MarkdownLimitsTest, MemoryAndTimeOfTheParser) {
  LoadOptions options;
  options.limits.max_expanded_bytes = size_t{1} << 20;
  EXPECT_EQ(LoadMarkdown(std::string(20'000, '['), {}, options).status().code(),
            StatusCode::kTooLarge);
  std::string links;
  for (int i = 0; i < 70'000; ++i) links += "[a]\n";
  EXPECT_EQ(LoadMarkdown(links, {}, {}).status().code(), StatusCode::kTooLarge);
}

TEST(MarkdownLimitsTest, DeepestLine) {
  EXPECT_EQ(DeepestMarkdownLine("a\n> > - 1. x\n"), 4);
  EXPECT_EQ(DeepestMarkdownLine("        - x"), 5);
  EXPECT_EQ(DeepestMarkdownLine("2019 was\n**bold**"), 0);
}

}  // namespace
}  // namespace gloss
