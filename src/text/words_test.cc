#include "text/words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gloss {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> Folded(std::string_view text) {
  std::vector<std::string> folded;
  for (const Word& word : WordsOf(text)) folded.push_back(word.folded);
  return folded;
}

TEST(WordsOf, CutsWordsNumbersAndPercentSigns) {
  EXPECT_THAT(Folded("It fell by 12.5% (p < 0.01) in COVID-19."),
              ElementsAre("it", "fell", "by", "12.5", "%", "p", "0.01", "in", "covid", "19"));
  EXPECT_THAT(Folded("5mg of p53"), ElementsAre("5", "mg", "of", "p53"));
}

TEST(WordsOf, KeepsNegationsTogetherAndCutsElisions) {
  EXPECT_THAT(Folded("It doesn't help the patient's heart."),
              ElementsAre("it", "doesn't", "help", "the", "patient", "heart"));
  EXPECT_THAT(Folded("It doesn\u2019t"), ElementsAre("it", "doesn't"));
  EXPECT_THAT(Folded("L'eau n'est pas"), ElementsAre("l", "eau", "n", "est", "pas"));
}

TEST(WordsOf, FoldsLettersBeyondAscii) {
  EXPECT_THAT(Folded("ÄRZTE ČESKÁ ΑΒΓ Дом"), ElementsAre("ärzte", "česká", "αβγ", "дом"));
  EXPECT_THAT(Folded("水が"), ElementsAre("水", "が"));
}

TEST(WordsOf, MarksCapitals) {
  const std::vector<Word> words = WordsOf("mRNA in Paris p53 7");
  EXPECT_TRUE(words[0].capitalised);
  EXPECT_FALSE(words[1].capitalised);
  EXPECT_TRUE(words[2].capitalised);
  EXPECT_TRUE(words[3].capitalised);
  EXPECT_TRUE(words[4].is_number);
}

TEST(WordsOf, StaysWithinTheText) {
  for (const std::string_view text : {"", "'", "n't", "a'", "9.", "9,a", "%", "Ä", "水"}) {
    for (const Word& word : WordsOf(text)) EXPECT_LE(word.span.end, text.size());
  }
}

TEST(NormalNumber, ReadsSeparators) {
  EXPECT_EQ(NormalNumber("1,234"), "1234");
  EXPECT_EQ(NormalNumber("1.234"), "1234");
  EXPECT_EQ(NormalNumber("1,234.5"), "1234.5");
  EXPECT_EQ(NormalNumber("1.234,567"), "1234.567");
  EXPECT_EQ(NormalNumber("12,345,678"), "12345678");
  EXPECT_EQ(NormalNumber("0.123"), "0.123");
  EXPECT_EQ(NormalNumber("12,5"), "12.5");
  EXPECT_EQ(NormalNumber("42"), "42");
}

TEST(SameStem, TakesInflections) {
  EXPECT_TRUE(SameStem("reduced", "reduce"));
  EXPECT_TRUE(SameStem("reduces", "reducing"));
  EXPECT_TRUE(SameStem("study", "studies"));
  EXPECT_TRUE(SameStem("trial", "trials"));
  EXPECT_TRUE(SameStem("patienten", "patient"));
  EXPECT_TRUE(SameStem("use", "used"));
}

TEST(SameStem, KeepsDifferentWordsApart) {
  EXPECT_FALSE(SameStem("hypotension", "hypothyroid"));
  EXPECT_FALSE(SameStem("contract", "contrast"));
  EXPECT_FALSE(SameStem("men", "mentor"));
  EXPECT_FALSE(SameStem("cat", "car"));
  EXPECT_FALSE(SameStem("aspirin", "asparagus"));
}

TEST(NumbersOf, KnowsNumberWordsOfTheLanguage) {
  EXPECT_THAT(NumbersOf(WordsOf("three of 10"), "en"), ElementsAre("10", "3"));
  EXPECT_THAT(NumbersOf(WordsOf("due to"), "en"), ElementsAre());
  EXPECT_THAT(NumbersOf(WordsOf("due casi"), "it"), ElementsAre("2"));
  EXPECT_THAT(NumbersOf(WordsOf("zwölf Fälle"), "de"), ElementsAre("12"));
}

TEST(WordKey, IgnoresCaseAndPunctuation) {
  EXPECT_EQ(WordKey("Aspirin, works!"), WordKey("aspirin works"));
}

TEST(CollapseSpace, TakesControlCharactersForSpace) {
  EXPECT_EQ(CollapseSpace(" a\n\tb\x01 c\u00A0d "), "a b c d");
}

}  // namespace
}  // namespace gloss
