#include "writing/sentence_shortener.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "text/citation_marks.h"

namespace gloss {
namespace {

using ::testing::Contains;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> TextsOf(std::string_view sentence, std::string_view language) {
  std::vector<std::string> texts;
  for (const ShortenedSentence& shorter : ShortenSentence(sentence, language)) {
    texts.push_back(shorter.text);
  }
  return texts;
}

TEST(ShortenSentence, TakesOffNumbersOfParagraphsAndConnectives) {
  EXPECT_THAT(TextsOf("(1) However, the council approved the annual budget in March.", "en"),
              Contains("The council approved the annual budget in March."));
  EXPECT_THAT(TextsOf("Toutefois, le conseil a approuvé le budget annuel en mars.", "fr"),
              Contains("Le conseil a approuvé le budget annuel en mars."));
  EXPECT_THAT(TextsOf("Sin embargo, el consejo aprobó el presupuesto anual en marzo.", "es"),
              Contains("El consejo aprobó el presupuesto anual en marzo."));
  EXPECT_THAT(TextsOf("Tuttavia, il consiglio ha approvato il bilancio annuale a marzo.", "it"),
              Contains("Il consiglio ha approvato il bilancio annuale a marzo."));
  // "Aber ist …": without it the clause would be a question.
  EXPECT_THAT(TextsOf("Aber ist der Haushalt im März vom Rat beschlossen worden.", "de"),
              Not(Contains(HasSubstr("Ist der Haushalt"))));
}

TEST(ShortenSentence, TakesOffReferencesAndBrackets) {
  EXPECT_THAT(TextsOf("The council approved the plan [12] in March (see Section 3).", "en"),
              Contains("The council approved the plan in March."));
}

TEST(ShortenSentence, TakesOffClausesThatOnlyAdd) {
  EXPECT_THAT(
      TextsOf("The council approved the new plan in March, which surprised all observers.", "en"),
      Contains("The council approved the new plan in March."));
  EXPECT_THAT(TextsOf("The council, which met in Oslo, approved the new plan in March.", "en"),
              Contains("The council approved the new plan in March."));
  EXPECT_THAT(TextsOf("Der Rat hat den neuen Plan im März gebilligt, weil das Geld reichte.", "de"),
              Contains("Der Rat hat den neuen Plan im März gebilligt."));
  EXPECT_THAT(TextsOf("Le conseil est en accord avec le plan, qui a été présenté en mars.", "fr"),
              Contains("Le conseil est en accord avec le plan."));
}

TEST(ShortenSentence, KeepsConditionsNegationsAndFigures) {
  for (const std::string& text : TextsOf(
           "The fee of 20 euros is not due, unless the buyer pays late, which is rare.", "en")) {
    EXPECT_THAT(text, HasSubstr("not"));
    EXPECT_THAT(text, HasSubstr("unless"));
    EXPECT_THAT(text, HasSubstr("20 euros"));
  }
}

TEST(ShortenSentence, CandidatesHoldNoCitationMarks) {
  for (const ShortenedSentence& shorter :
       ShortenSentence("As shown in [3], the <94263ce0> plan was approved in [4] by all.", "en")) {
    EXPECT_TRUE(FindCitationMarks(shorter.text).empty()) << shorter.text;
  }
}

TEST(ShortenSentence, TakesAnyText) {
  for (const std::string_view text : {"", "(", ")(", "(1)", "a, which", ", , ,", "((((((((",
                                      "[T]he end.", "İstanbul, which is."}) {
    for (const ShortenedSentence& shorter : ShortenSentence(text, "en")) {
      EXPECT_LE(shorter.text.size(), text.size() + 2);
    }
  }
  const std::string deep(20000, '(');
  EXPECT_LE(ShortenSentence(deep, "en").size(), kMostShortenings);
}

TEST(EnumeratorLength, NumbersAndLettersOfItems) {
  EXPECT_EQ(EnumeratorLength("(1) The plan."), 4U);
  EXPECT_EQ(EnumeratorLength("2. The plan."), 3U);
  EXPECT_EQ(EnumeratorLength("C) The plan."), 3U);
  EXPECT_EQ(EnumeratorLength("iv) The plan."), 4U);
  EXPECT_EQ(EnumeratorLength("The plan."), 0U);
  EXPECT_EQ(EnumeratorLength("2.5 plans."), 0U);
  EXPECT_EQ(EnumeratorLength("(in) Oslo."), 0U);
}

TEST(QuoteOf, ShowsWhatWasLeftOut) {
  const std::string sentence = "However, the plan (of May) was approved, which was late.";
  EXPECT_EQ(QuoteOf(sentence, {{0, sentence.size()}}, "en"),
            "“However, the plan (of May) was approved, which was late.”");
  EXPECT_EQ(QuoteOf(sentence, {{9, 17}, {27, 39}, {55, 56}}, "en"),
            "“[T]he plan […] was approved […].”");
  EXPECT_EQ(QuoteOf("Le plan.", {{0, 8}}, "fr"), "«\u00A0Le plan.\u00A0»");
  EXPECT_EQ(QuoteOf("Er sagte „ja“ dazu.", {{0, 23}}, "de"), "„Er sagte ‚ja‘ dazu.“");
}

TEST(Unquoted, GivesWhatIsSaid) {
  EXPECT_EQ(Unquoted("“[T]he plan […] was approved […].”"), "The plan was approved.");
  EXPECT_EQ(Unquoted("Der Plan."), "Der Plan.");
  EXPECT_TRUE(IsQuotation("“The plan.”"));
  EXPECT_TRUE(IsQuotation("„Der Plan.“"));
  EXPECT_FALSE(IsQuotation("“The plan” was called “good”"));
  EXPECT_FALSE(IsQuotation("The plan."));
}

}  // namespace
}  // namespace gloss
