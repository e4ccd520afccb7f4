#include "report/markdown.h"

#include <gtest/gtest.h>

#include <string>

#include "report/testing/sample_report.h"

namespace gloss {
namespace {

TEST(EscapeMarkdownTest, TextStaysText) {
  EXPECT_EQ(EscapeMarkdown("[a](javascript:x)"), "\\[a\\](javascript:x)");
  EXPECT_EQ(EscapeMarkdown("<b>*x* _y_ `z` ~s~ | c</b> &amp; \\ $m$"),
            "\\<b\\>\\*x\\* \\_y\\_ \\`z\\` \\~s\\~ \\| c\\</b\\> \\&amp; \\\\ \\$m\\$");
  EXPECT_EQ(EscapeMarkdown("# heading"), "\\# heading");
  EXPECT_EQ(EscapeMarkdown("- item"), "\\- item");
  EXPECT_EQ(EscapeMarkdown("12. item"), "12\\. item");
  EXPECT_EQ(EscapeMarkdown("3) item"), "3\\) item");
  EXPECT_EQ(EscapeMarkdown("12 of 3. It"), "12 of 3. It");
  EXPECT_EQ(EscapeMarkdown("=== ---"), "\\=== ---");
  EXPECT_EQ(EscapeMarkdown("see http://x.invalid and www.x.invalid"),
            "see http\\://x.invalid and www\\.x.invalid");
  EXPECT_EQ(EscapeMarkdown("two\n\nlines \u202E!"), "two lines \\[U+202E\\]!");
}

TEST(MarkdownTest, TableRowsHaveFiveBars) {
  for (const GroundingReport& report : {testing::SampleReport(), testing::HostileReport()}) {
    const std::string text = RenderGroundingMarkdown(report);
    size_t rows = 0;
    for (size_t begin = 0; begin < text.size();) {
      const size_t end = text.find('\n', begin);
      const std::string line = text.substr(begin, end - begin);
      begin = end + 1;
      if (line.empty() || line[0] != '|') continue;
      ++rows;
      size_t bars = 0;
      for (size_t i = 0; i < line.size(); ++i)
        bars += line[i] == '|' && (i == 0 || line[i - 1] != '\\');
      EXPECT_EQ(bars, 5U) << line;
    }
    EXPECT_EQ(rows, report.claims.size() + 2);
  }
}

TEST(MarkdownTest, FootnotesAreDefinedOnce) {
  const std::string text = RenderGroundingMarkdown(testing::SampleReport());
  for (int i = 1; i <= 9; ++i) {
    const std::string mark = "[^" + std::to_string(i) + "]";
    const size_t definition = text.find("\n" + mark + ": \"");
    const bool expected = i <= 9 && definition != std::string::npos;
    EXPECT_EQ(expected, text.find(mark) < definition) << mark;
  }
}

}  // namespace
}  // namespace gloss
