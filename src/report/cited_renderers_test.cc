#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "base/file_system.h"
#include "report/cited_html.h"
#include "report/cited_markdown.h"
#include "report/cited_summary.h"
#include "report/cited_terminal.h"
#include "report/cited_text_json.h"
#include "report/testing/sample_cited.h"

namespace gloss {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// As in golden_test.cc.
void ExpectGolden(const std::string& name, const std::string& actual) {
  const std::string path = std::string(GLOSSATOR_SOURCE_DIR) + "/src/report/testdata/" + name;
  if (std::getenv("GLOSSATOR_ACCEPT_GOLDEN") != nullptr) {
    ASSERT_TRUE(WriteFileAtomically(path, actual).ok());
    return;
  }
  const auto expected = ReadFile(path);
  ASSERT_TRUE(expected.ok()) << expected.status().ToString();
  EXPECT_EQ(*expected, actual) << "see " << path;
}

std::string Body(const std::string& page) {
  const size_t begin = page.find("<header class=\"top\">");
  return page.substr(begin, page.find("<dialog") - begin);
}

TEST(CitedRenderers, KeepTheirForm) {
  const CitedText text = testing::SampleCitedText();
  ASSERT_EQ(CheckCitedText(text), Status::Ok());
  ExpectGolden("cited.txt", RenderCitedText(text));
  ExpectGolden("cited_ascii.txt", RenderCitedText(text, {.unicode = false, .width = 60}));
  ExpectGolden("cited_problems.txt", RenderCitedText(text, {.only_problems = true}));
  ExpectGolden("cited.md", RenderCitedMarkdown(text));
  ExpectGolden("cited.json", RenderCitedTextJson(text, {.word_boxes = false}));
  ExpectGolden("cited.html", Body(RenderCitedHtml(text)));
}

TEST(CitedRenderers, TextStaysText) {
  const CitedText text = testing::HostileCitedText();
  ASSERT_EQ(CheckCitedText(text), Status::Ok());
  const std::string terminal = RenderCitedText(text);
  EXPECT_THAT(terminal, Not(HasSubstr("\x1b[31m")));
  EXPECT_THAT(terminal, Not(HasSubstr("\xe2\x80\xae")));
  const std::string html = RenderCitedHtml(text);
  EXPECT_THAT(html, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(html, Not(HasSubstr("\x1b")));
  const std::string markdown = RenderCitedMarkdown(text);
  EXPECT_THAT(markdown, Not(HasSubstr("<script>")));
  EXPECT_THAT(markdown, Not(HasSubstr("**bold**")));
  EXPECT_THAT(RenderTagTable(text.documents, {}), Not(HasSubstr("\x1b[31m")));
}

TEST(CitedRenderers, EveryLinkOfThePageLeadsSomewhere) {
  const std::string html = RenderCitedHtml(testing::SampleCitedText());
  for (size_t at = html.find("href=\"#"); at != std::string::npos;
       at = html.find("href=\"#", at + 1)) {
    const size_t begin = at + 7;
    const std::string id = html.substr(begin, html.find('"', begin) - begin);
    if (id.starts_with("i-")) continue;
    EXPECT_THAT(html, HasSubstr("id=\"" + id + "\""));
  }
}

TEST(CitedRenderers, AnEmptyTextIsShown) {
  const CitedText empty;
  EXPECT_EQ(CheckCitedText(empty), Status::Ok());
  EXPECT_THAT(RenderCitedText(empty), HasSubstr("0 citations"));
  EXPECT_THAT(RenderCitedHtml(empty), HasSubstr("no sentences"));
  EXPECT_THAT(RenderCitedMarkdown(empty), HasSubstr("0 citations"));
}

TEST(CheckCitedText, FindsWhatPointsNowhere) {
  const auto broken = [](auto&& damage) {
    CitedText text = testing::SampleCitedText();
    damage(text);
    return CheckCitedText(text).code();
  };
  EXPECT_EQ(broken([](CitedText& text) { text.claims[0].evidence = {{7, 0}}; }),
            StatusCode::kParseError);
  EXPECT_EQ(broken([](CitedText& text) { text.citations[0].span.end = 1U << 20U; }),
            StatusCode::kParseError);
  EXPECT_EQ(broken([](CitedText& text) { text.sentences[0].claims = {99}; }),
            StatusCode::kParseError);
  EXPECT_EQ(broken([](CitedText& text) { text.citations[0].document = 9; }),
            StatusCode::kParseError);
  EXPECT_EQ(broken([](CitedText& text) { text.fix->changes[0].after.end = 1U << 20U; }),
            StatusCode::kParseError);
}

TEST(CitedSummary, CountsInWords) {
  const CitedCounts counts = CountCited(testing::SampleCitedText());
  EXPECT_EQ(CitationsLine(counts),
            "4 citations: 1 supports, 1 contradicts, 1 unknown, 1 unchecked (1 repaired)");
  EXPECT_EQ(ClaimsLine(counts),
            "1 of 4 claims supported by what they cite, 1 without a citation, 1 unchecked");
}

}  // namespace
}  // namespace gloss
