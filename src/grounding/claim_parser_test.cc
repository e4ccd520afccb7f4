#include "grounding/claim_parser.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gloss {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::vector<std::string> Claims(std::string_view answer, bool cut_off = false) {
  return ParseClaims(answer, cut_off, {}).claims;
}

TEST(ParseClaims, TakesListsOfAllKinds) {
  const auto expected = ElementsAre("Aspirin lowers fever.", "Aspirin thins blood.");
  EXPECT_THAT(Claims("- Aspirin lowers fever.\n- Aspirin thins blood."), expected);
  EXPECT_THAT(Claims("* Aspirin lowers fever.\r\n* Aspirin thins blood.\r\n"), expected);
  EXPECT_THAT(Claims("1. Aspirin lowers fever.\n2. Aspirin thins blood."), expected);
  EXPECT_THAT(Claims("(1) Aspirin lowers fever.\n(2) Aspirin thins blood."), expected);
  EXPECT_THAT(Claims("a) Aspirin lowers fever.\nb) Aspirin thins blood."), expected);
  EXPECT_THAT(Claims("Fact 1: Aspirin lowers fever.\nFact 2: Aspirin thins blood."), expected);
  EXPECT_THAT(Claims("- **Aspirin lowers fever.**\n- \"Aspirin thins blood.\""), expected);
  EXPECT_THAT(Claims("• Aspirin lowers fever.\n\n• Aspirin thins blood."), expected);
  EXPECT_THAT(Claims("Aspirin lowers fever.\nAspirin thins blood."), expected);
}

TEST(ParseClaims, TakesJson) {
  const auto expected = ElementsAre("Aspirin lowers fever.", "It \"thins\" blood.");
  EXPECT_THAT(Claims(R"(["Aspirin lowers fever.", "It \"thins\" blood."])"), expected);
  EXPECT_THAT(Claims(R"({"claims": ["Aspirin lowers fever.", "It \"thins\" blood."]})"), expected);
  EXPECT_THAT(Claims("```json\n[\"Aspirin lowers fever.\",\n\"It \\\"thins\\\" blood.\"]\n```"),
              expected);
  EXPECT_THAT(Claims(R"([{"claim": "Aspirin lowers fever."}, {"claim": "It \"thins\" blood."}])"),
              expected);
}

// ragas#1150: the last statement is cut and the whole score is lost.
TEST(ParseClaims, KeepsCompleteItemsOfACutAnswer) {
  EXPECT_THAT(Claims("- Aspirin lowers fever.\n- Aspirin thins bl", true),
              ElementsAre("Aspirin lowers fever."));
  EXPECT_THAT(Claims(R"(["Aspirin lowers fever.", "Aspirin thins bl)", true),
              ElementsAre("Aspirin lowers fever."));
  EXPECT_THAT(Claims("- Aspirin lowers fever.\n- Aspirin thins blood.\n", true), SizeIs(2));
  const ParsedClaims parsed = ParseClaims("- Aspirin thins bl", true, {});
  EXPECT_THAT(parsed.claims, IsEmpty());
  ASSERT_THAT(parsed.refused, SizeIs(1));
  EXPECT_EQ(parsed.refused[0].reason, "malformed");
}

TEST(ParseClaims, LeavesOutIntroductions) {
  EXPECT_THAT(Claims("Here are the facts:\n- Aspirin lowers fever."),
              ElementsAre("Aspirin lowers fever."));
  EXPECT_THAT(Claims("Sure!\nFacts:\n1. Aspirin lowers fever."),
              ElementsAre("Aspirin lowers fever."));
}

TEST(ParseClaims, StopsAtAnExampleThatTheModelMakesUp) {
  EXPECT_THAT(Claims("- Aspirin lowers fever.\nSentence: Rome is old.\n- Rome is old."),
              ElementsAre("Aspirin lowers fever."));
  EXPECT_THAT(Claims("- Aspirin lowers fever.\n<|im_end|>\n- Rome is old."),
              ElementsAre("Aspirin lowers fever."));
  // An echo before the first claim is only that.
  EXPECT_THAT(Claims("Sentence: Aspirin lowers fever.\n- Aspirin lowers fever."),
              ElementsAre("Aspirin lowers fever."));
}

TEST(ParseClaims, RefusesRepeatedLines) {
  const ParsedClaims parsed = ParseClaims(
      "- Aspirin lowers fever.\n- aspirin lowers fever\n- Aspirin lowers fever.", false, {});
  EXPECT_THAT(parsed.claims, ElementsAre("Aspirin lowers fever."));
  ASSERT_THAT(parsed.refused, SizeIs(2));
  EXPECT_EQ(parsed.refused[0].reason, "duplicate");
}

// deepeval PR#1045: lists of claims explode and never finish.
TEST(ParseClaims, IsBounded) {
  std::string answer;
  for (int i = 0; i < 1000; ++i) answer += "- Claim number " + std::to_string(i) + " is here.\n";
  answer += "- " + std::string(5000, 'x') + " y\n";
  const ParsedClaims parsed = ParseClaims(answer, false, {.max_claims = 5, .max_claim_bytes = 100});
  EXPECT_THAT(parsed.claims, SizeIs(5));
  EXPECT_LE(parsed.refused.size(), 32U);
  EXPECT_EQ(parsed.refused[0].reason, "over_limit");

  const ParsedClaims longer = ParseClaims("- " + std::string(150, 'x') + " is long.", false,
                                          {.max_claims = 5, .max_claim_bytes = 100});
  ASSERT_THAT(longer.refused, SizeIs(1));
  EXPECT_EQ(longer.refused[0].reason, "over_limit");
  EXPECT_LE(longer.refused[0].text.size(), 104U);
}

// isnad#94: single words and numbers are no claims.
TEST(ParseClaims, RefusesLinesWithoutASentence) {
  EXPECT_THAT(Claims("- Aspirin\n- 42\n- !!!\n---\n- Aspirin works."),
              ElementsAre("Aspirin works."));
}

TEST(ParseClaims, KeepsNumbersAtTheStart) {
  EXPECT_THAT(Claims("- 412 adults took part."), ElementsAre("412 adults took part."));
  EXPECT_THAT(Claims("3.5 mg were given."), ElementsAre("3.5 mg were given."));
  EXPECT_THAT(Claims("2024. was a year"), ElementsAre("2024. was a year"));
}

TEST(ParseClaims, TakesHostileBytes) {
  EXPECT_THAT(Claims(""), IsEmpty());
  EXPECT_THAT(Claims("\xFF\xFE\x00["), IsEmpty());
  EXPECT_THAT(Claims("[\"\\uD800 is a half\", \"\\u00e9t\\u00e9 is French\"]"),
              ElementsAre("is a half", "été is French"));
  EXPECT_THAT(Claims("[\"\\"), IsEmpty());
  EXPECT_THAT(Claims(std::string(200'000, '[')), IsEmpty());
  EXPECT_THAT(Claims("- A\x01\x02 b c."), ElementsAre("A b c."));
}

}  // namespace
}  // namespace gloss
