#include "loaders/pdf_bbox_parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "loaders/pdf_test_util.h"

namespace gloss {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> LinesOf(const PdfText& text) {
  std::vector<std::string> lines;
  for (const PdfPage& page : text.pages) {
    for (const PdfLine& line : page.lines) lines.push_back(line.Text());
  }
  return lines;
}

PdfText Parse(std::string_view xhtml) {
  auto text = ParseBboxLayout(xhtml, {});
  EXPECT_TRUE(text.ok()) << text.status().ToString();
  return text.ok() ? std::move(text).value() : PdfText{};
}

TEST(PdfBboxParserTest, ReadsTitlePagesLinesAndBoxes) {
  const PdfText text = Parse(BboxWriter("Salt & <water>")
                                 .Page(612, 792)
                                 .Line(72, 100, "First line")
                                 .Page(500, 400)
                                 .Line(10, 20, "Second")
                                 .Finish());
  EXPECT_EQ(text.title, "Salt & <water>");
  ASSERT_EQ(text.pages.size(), 2U);
  EXPECT_EQ(text.pages[0].width, 612);
  EXPECT_EQ(text.pages[0].height, 792);
  EXPECT_EQ(text.pages[1].number, 2);
  EXPECT_THAT(LinesOf(text), ElementsAre("First line", "Second"));
  const PdfWord& word = text.pages[0].lines[0].words[1];
  EXPECT_EQ(word.text, "line");
  EXPECT_EQ(word.box, (Box{1, 99.5, 100, 119.5, 110}));
}

TEST(PdfBboxParserTest, EntitiesAreReadAndUnknownOnesKept) {
  const PdfText text = Parse(
      "<page><line ><word >&lt;b&gt;&amp;amp;&quot;&#39;&#x20AC;&#228;</word>"
      "<word >&nbsp;&;&#xZZ;&#;&#99999999;A&B</word></line></page>");
  EXPECT_THAT(LinesOf(text), IsEmpty());  // "<page>" without attributes is no page.
  const PdfText page = Parse(
      "<page ><line ><word >&lt;b&gt;&amp;amp;&quot;&#39;&#x20AC;&#228;</word>"
      "<word >&nbsp;&;&#xZZ;&#;&#1114112;A&B</word></line></page>");
  EXPECT_THAT(LinesOf(page), ElementsAre("<b>&amp;\"'€ä &nbsp;&;&#xZZ;&#;\uFFFDA&B"));
}

TEST(PdfBboxParserTest, ControlCharactersAndInvalidBytesDoNotBreakIt) {
  std::string xhtml = BboxWriter()
                          .Page()
                          .Line(1, 1,
                                "a\x01"
                                "b \x02 c\xFF"
                                "d\xC3")
                          .Finish();
  xhtml.insert(xhtml.find("<word"), std::string("\0\x0B", 2));
  EXPECT_THAT(LinesOf(Parse(xhtml)), ElementsAre("ab c\uFFFDd\uFFFD"));
}

TEST(PdfBboxParserTest, CoordinatesThatAreNoNumbersAreZero) {
  const PdfText text = Parse(
      "<page width=\"x\" height=\"-inf\"><line ><word xMin=\"nan\" yMin=\"5\" "
      "xMax=\"1e999\" yMax=\"1e300\">a</word></line></page>");
  ASSERT_THAT(LinesOf(text), ElementsAre("a"));
  EXPECT_EQ(text.pages[0].width, 0);
  EXPECT_EQ(text.pages[0].lines[0].words[0].box, (Box{1, 0, 5, 0, 1e6}));
}

TEST(PdfBboxParserTest, TurnedBoxesAreSetRight) {
  const PdfText text =
      Parse("<page ><word xMin=\"9\" yMin=\"8\" xMax=\"1\" yMax=\"2\">a</word></page>");
  EXPECT_EQ(text.pages[0].lines[0].words[0].box, (Box{1, 1, 2, 9, 8}));
}

TEST(PdfBboxParserTest, StrangeNestingIsPassedOver) {
  const PdfText text = Parse(
      "<word >outside</word><page ><word >alone</word><line ><x><word >in</word></y></line>"
      "<flow><line ><word ></word></line></flow><line ><word > "
      "</word></line></page></page>trailing<");
  EXPECT_THAT(LinesOf(text), ElementsAre("alone", "in"));
}

TEST(PdfBboxParserTest, OutputThatBreaksOffIsAnError) {
  const std::string whole = BboxWriter().Page().Line(1, 1, "one two three").Finish();
  const std::string half = whole.substr(0, whole.find("two"));
  EXPECT_EQ(ParseBboxLayout(half, {}).status().code(), StatusCode::kCorruptDocument);
  EXPECT_TRUE(Parse("").pages.empty());
  EXPECT_TRUE(Parse("no mark-up at all").pages.empty());
}

TEST(PdfBboxParserTest, LimitsAreKept) {
  const std::string xhtml = BboxWriter().Page().Line(1, 1, "abc").Page().Line(1, 1, "def").Finish();
  LoadLimits limits;
  limits.max_pages = 2;
  EXPECT_TRUE(ParseBboxLayout(xhtml, limits).ok());
  limits.max_pages = 1;
  EXPECT_EQ(ParseBboxLayout(xhtml, limits).status().code(), StatusCode::kTooLarge);
  limits = {};
  limits.max_text_bytes = 6;
  EXPECT_TRUE(ParseBboxLayout(xhtml, limits).ok());
  limits.max_text_bytes = 5;
  EXPECT_EQ(ParseBboxLayout(xhtml, limits).status().code(), StatusCode::kTooLarge);
}

TEST(PdfBboxParserTest, StopsOnRequest) {
  std::stop_source stop;
  stop.request_stop();
  const std::string xhtml = BboxWriter().Page().Line(1, 1, "abc").Finish();
  EXPECT_EQ(ParseBboxLayout(xhtml, {}, stop.get_token()).status().code(), StatusCode::kCancelled);
}

TEST(PdfBboxParserTest, HostileSizesTakeLinearTime) {
  std::string deep = "<page >";
  for (int i = 0; i < 500'000; ++i) deep += "<line ><flow><a b=\"";
  std::string ampersands = "<page ><word >" + std::string(4'000'000, '&') + "</word></page>";
  std::string attributes = "<page ><word " + std::string(2'000'000, 'x') + " xMin=xMin=";
  for (int i = 0; i < 500'000; ++i) attributes += " xMin";
  attributes += ">a</word></page>";
  const auto start = std::chrono::steady_clock::now();
  EXPECT_FALSE(ParseBboxLayout(deep, {}).ok());
  EXPECT_TRUE(ParseBboxLayout(ampersands, {}).ok());
  EXPECT_TRUE(ParseBboxLayout(attributes, {}).ok());
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

}  // namespace
}  // namespace gloss
