#include "report/display_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace gloss {
namespace {

using ::testing::ElementsAre;

TEST(SafeTextTest, NeutralisesWhatMovesTheTerminal) {
  EXPECT_EQ(SafeText("\x1b[31mred\x1b[0m"), "[U+001B][31mred[U+001B][0m");
  EXPECT_EQ(SafeText("a\u009b31mb"), "a[U+009B]31mb");
  EXPECT_EQ(SafeText("bell\x07 back\x08 del\x7f"), "bell[U+0007] back[U+0008] del[U+007F]");
  EXPECT_EQ(SafeText("\u202e58.3\u202c"), "[U+202E]58.3[U+202C]");
  EXPECT_EQ(SafeText("\u2066x\u2069"), "[U+2066]x[U+2069]");
  EXPECT_EQ(SafeText(std::string("a\0b", 3)), "a[U+0000]b");
  EXPECT_EQ(SafeText("tag \U000E0041"), "tag [U+E0041]");
}

TEST(SafeTextTest, KeepsOrdinaryText) {
  EXPECT_EQ(SafeText("naïve 漢字 👩🏽‍🔬 می‌خواهم"),
            "naïve 漢字 👩🏽‍🔬 می‌خواهم");
  EXPECT_EQ(SafeText("hy\u00adphen zero\u200bwidth \ufeffbom"), "hyphen zerowidth bom");
  EXPECT_EQ(SafeText("  two\n\n lines\tand\u2028more  "), "two lines and more");
  EXPECT_EQ(SafeText("bad \xC3( byte \xFF"), "bad \uFFFD( byte \uFFFD");
}

TEST(SafeTextTest, AsciiHasOnlyAscii) {
  EXPECT_EQ(SafeText("“naïve” – Zoë’s ½ × ≤5 µg 漢 🧪", false),
            "\"naive\" - Zoe's 12 x <=5 ug ? ?");
  EXPECT_EQ(SafeText("e\u0301\u009b", false), "e[U+009B]");
}

TEST(DisplayWidthTest, CountsColumns) {
  EXPECT_EQ(DisplayWidth("abc"), 3U);
  EXPECT_EQ(DisplayWidth("漢字"), 4U);
  EXPECT_EQ(DisplayWidth("e\u0301"), 1U);
  EXPECT_EQ(DisplayWidth("👩🏽‍🔬"),
            4U);  // The skin tone is counted: right enough, never too few.
  EXPECT_EQ(DisplayWidth("ＡＢ"), 4U);
  EXPECT_EQ(DisplayWidth("한국"), 4U);
}

TEST(WrapTextTest, BreaksAtSpacesAndInWideScripts) {
  EXPECT_THAT(WrapText("one two three", 7), ElementsAre("one two", "three"));
  EXPECT_THAT(WrapText("试验在挪威的六家医院进行。", 10),
              ElementsAre("试验在挪威", "的六家医院", "进行。"));
  EXPECT_THAT(WrapText("", 10), ElementsAre(""));
  EXPECT_THAT(WrapText("abcdefghij kl", 4), ElementsAre("abcd", "efgh", "ij", "kl"));
}

TEST(WrapTextTest, NoLineIsTooWide) {
  const std::string text =
      "Zoe\u0308 counted 试验 👩🏽‍🔬 in averyveryverylongwordwithoutanyspace and "
      "会议记录会议记录 again";
  for (size_t width = 4; width < 40; ++width) {
    for (const std::string& line : WrapText(text, width)) {
      EXPECT_LE(DisplayWidth(line), width) << line;
    }
  }
}

TEST(WrapTextTest, LongWordsTakeLinearTime) {
  EXPECT_EQ(WrapText(std::string(2'000'000, 'x'), 80).size(), 25'000U);
}

TEST(TruncateTextTest, CutsToColumns) {
  EXPECT_EQ(TruncateText("short", 10, "…"), "short");
  EXPECT_EQ(TruncateText("a longer text", 9, "…"), "a longer…");
  EXPECT_EQ(TruncateText("漢字漢字", 5, "…"), "漢字…");
}

}  // namespace
}  // namespace gloss
