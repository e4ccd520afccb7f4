#include "loaders/pdf_glyphs.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

namespace gloss {
namespace {

PdfText TextOf(std::initializer_list<std::string_view> words) {
  PdfText text;
  PdfPage page;
  PdfLine line;
  for (const std::string_view word : words) line.words.push_back({{}, {}, std::string(word)});
  page.lines.push_back(std::move(line));
  text.pages.push_back(std::move(page));
  return text;
}

std::string WordOf(const PdfText& text, size_t index = 0) {
  return text.pages[0].lines[0].words[index].text;
}

TEST(ReadablePdfTextTest, ExpandsLigatures) {
  EXPECT_EQ(ReadablePdfText("e\uFB00ect \uFB01nd \uFB02ow o\uFB03ce sni\uFB04e \uFB05 \uFB06"),
            "effect find flow office sniffle st st");
}

TEST(ReadablePdfTextTest, KeepsLettersThatOnlyLookLikeLigatures) {
  EXPECT_EQ(ReadablePdfText("œuvre Æther ĳs ß ½ m²"), "œuvre Æther ĳs ß ½ m²");
}

TEST(ReadablePdfTextTest, DropsWhatCannotBeSeen) {
  EXPECT_EQ(ReadablePdfText("a\x01"
                            "b\u200B"
                            "c\uFEFF"
                            "d\u0085"
                            "e"),
            "abcde");
  EXPECT_EQ(ReadablePdfText("in\u00ADfor\u00AD"), "infor\u00AD");
}

TEST(ReadablePdfTextTest, EverySpaceIsOneSpace) {
  EXPECT_EQ(ReadablePdfText(" \u00A0a\u2003\t b\n "), "a b");
  EXPECT_EQ(ReadablePdfText("\u00A0"), "");
}

TEST(ReadablePdfTextTest, SymbolFontBulletsAndArabicForms) {
  EXPECT_EQ(ReadablePdfText("\uF0B7"), "•");
  EXPECT_EQ(ReadablePdfText("\uFEFB\uFEDF"), "لال");
}

TEST(ReadablePdfTextTest, InvalidBytesAreReplaced) {
  EXPECT_EQ(ReadablePdfText("a\xFFz"), "a\uFFFDz");
}

TEST(RightToLeftTest, DrawnWordsArePutIntoReadingOrder) {
  // Hebrew "shalom" with its final letter first: drawn from left to right.
  PdfText drawn = TextOf({"םולש", "ab12"});
  EXPECT_TRUE(RestoreRightToLeftWords(drawn));
  EXPECT_EQ(WordOf(drawn), "שלום");
  EXPECT_EQ(WordOf(drawn, 1), "ab12");
  PdfText read = TextOf({"שלום"});
  EXPECT_TRUE(RestoreRightToLeftWords(read));
  EXPECT_EQ(WordOf(read), "שלום");
}

TEST(RightToLeftTest, NumbersInsideKeepTheirOrder) {
  PdfText text = TextOf({"ם12ולש", "םולש"});
  RestoreRightToLeftWords(text);
  EXPECT_EQ(WordOf(text), "שלו12ם");
}

TEST(RightToLeftTest, OtherTextIsLeftAlone) {
  PdfText text = TextOf({"plain"});
  EXPECT_FALSE(RestoreRightToLeftWords(text));
  EXPECT_FALSE(RunsRightToLeft("plain 12"));
  EXPECT_TRUE(RunsRightToLeft("שלום a"));
  EXPECT_FALSE(RunsRightToLeft(""));
}

TEST(UnreadableShareTest, PrivateUseAndScrambledWordsCount) {
  EXPECT_EQ(UnreadableShare(TextOf({"An", "ordinary", "iPhone", "McDonald", "O'Neill-Smith"})), 0);
  EXPECT_EQ(UnreadableShare(TextOf({"https://example.org/~aB|cD{x}"})), 0);
  EXPECT_EQ(UnreadableShare(TextOf({"\uE000\uE001", "\uFFFD"})), 1);
  EXPECT_GT(UnreadableShare(TextOf({"3HQČåQtSURVWĜHGN\\QD~þWHFK"})), 0.9);
  EXPECT_EQ(UnreadableShare(PdfText{}), 0);
}

TEST(SpoiltWordsTest, SignsBetweenLettersCount) {
  EXPECT_EQ(CountSpoiltWords(TextOf({"di!culties", "Scienti!c", "bene\"ts", "di#erent"})), 4U);
  EXPECT_EQ(CountSpoiltWords(TextOf({"AT&T", "why?", "no!", "a.b#c", "x@y%z", "\"so\"", "R&D"})),
            0U);
}

}  // namespace
}  // namespace gloss
