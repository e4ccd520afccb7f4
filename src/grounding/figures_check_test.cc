#include "grounding/figures_check.h"

#include "grounding/figures_check_cases.h"

namespace gloss {
namespace {

using F = FigureFault;

// The sentences of a city budget, as one source.
constexpr std::string_view kBudget =
    "The council adopted the fiscal year 2027 budget on 14 June 2026 by a vote of 7 to 2. "
    "The budget totals $412.6 million. Roads receive $31.5 million. The fire department receives "
    "$58.3 million in the plan. The council did not approve the proposed downtown parking garage. "
    "A short-term rental fee takes effect on 1 January 2027. That fee is expected to bring in "
    "$9.2 million.";

TEST(FiguresCheckTest, RegressionsOfOtherTools) {
  const FigureCase kCases[] = {
      {"The council adopted the fiscal year 2027 budget on 14 June 2026 by a vote of 7 to 2.",
       kBudget},
      {"The fire department receives $85.3 million in the plan.", kBudget, F::kNumber},
      {"The council approved the proposed downtown parking garage.", kBudget, F::kNegation},
      {"The council rejected the proposed downtown parking garage.", kBudget},
      {"The short-term rental fee takes effect on 1 January 2027 and is expected to bring in $9.2 "
       "million.",
       kBudget},
      {"The fire department receives $31.5 million.", kBudget, F::kNumber},
      {"The budget was adopted on 1 January 2026.", kBudget, F::kDate},
      {"The budget was adopted on 14 June 2025.", kBudget, F::kDate},
      {"The budget totals $413 million.", kBudget},
      {"The budget totals roughly $413 million.", kBudget},
      {"The council adopted the budget by a vote of 9 to 0.", kBudget, F::kNumber},
      {"The council adopted the budget by a vote of 2 to 7.", kBudget, F::kNumber},
  };
  for (const FigureCase& check : kCases) ExpectCase(check, "en");
}

TEST(FiguresCheckTest, TitlesDoNotEndSentences) {
  ExpectCase({"Dr. Smith sued the U.S. Dept. of Labor.", "Dr. Smith sued the U.S. Dept. of Labor."},
             "en");
}

TEST(FiguresCheckTest, SaysWhatTheSourceSays) {
  const FigureReport report = CheckFigures("It pumps about 50,000 m³ a day.",
                                           "The works pump 5,000 m³ of water a day.", "en");
  ASSERT_EQ(report.conflicts.size(), 1U);
  const FigureMismatch& mismatch = report.conflicts[0];
  EXPECT_EQ(mismatch.kind, F::kNumber);
  EXPECT_EQ(mismatch.claim_text, "about 50,000 m³ a day");
  EXPECT_EQ(mismatch.claim_span, (Span{9, 31}));
  EXPECT_EQ(DescribeMismatch(mismatch), "about 50,000 m³ a day; the source says 5,000 m³");
  EXPECT_TRUE(report.missing.empty());
}

TEST(FiguresCheckTest, MissingIsToldFromConflict) {
  const FigureReport report =
      CheckFigures("The firm sold 340 boats to Kenya.", "The firm sells boats.", "en");
  EXPECT_TRUE(report.conflicts.empty());
  ASSERT_EQ(report.missing.size(), 2U);
  EXPECT_EQ(DescribeMismatch(report.missing[0]), "340; not in the source");
  EXPECT_EQ(report.missing[1].claim_text, "Kenya");
  EXPECT_EQ(report.missing[1].kind, F::kName);
}

TEST(FiguresCheckTest, ContextBearsOutNamesAndDatesOnly) {
  const ParsedFigures claim = ParseFigures("The firm sold 340 boats to Kenya in 2019.", "en");
  const ParsedFigures evidence = ParseFigures("The firm sells boats.", "en");
  const ParsedFigures context = ParseFigures("Kenya, 2019: 340 entries.", "en");
  const FigureReport report = CheckFigures(claim, evidence, context);
  ASSERT_EQ(report.missing.size(), 1U) << FaultsOf(report);
  EXPECT_EQ(report.missing[0].claim_text, "340");
}

TEST(FiguresCheckTest, NothingParsedHasNoFaults) {
  EXPECT_TRUE(CheckFigures(ParsedFigures(), ParseFigures("5 mg", "en")).empty());
  EXPECT_FALSE(CheckFigures(ParseFigures("It weighs 5 mg.", "en"), ParsedFigures()).empty());
  EXPECT_TRUE(CheckFigures("", "", "").empty());
}

TEST(FiguresCheckTest, OtherScripts) {
  // Full-width and Arabic digits, a zero-width space in a number, a text in no known language.
  ExpectCase({"The plant treats 5000 litres.", "The plant treats ５０００ litres."}, "en");
  ExpectCase({"The plant treats 6000 litres.", "The plant treats ٥٠٠٠ litres.", F::kNumber}, "en");
  ExpectCase({"The plant treats 1000 litres.", "The plant treats 1\u200B000 litres."}, "en");
  ExpectCase({"工场有500人。", "工场有500人。"}, "zh");
  ExpectCase({"工场有600人。", "工场有500人。", F::kNumber}, "zh");
}

TEST(FiguresCheckTest, HostileTexts) {
  const std::string digits(1'000'000, '9');
  const FigureReport same = CheckFigures("It has " + digits + ".", "It has " + digits + ".", "en");
  EXPECT_TRUE(same.empty());
  const FigureReport longer =
      CheckFigures("It has 1" + digits + ".", "It has " + digits + ".", "en");
  EXPECT_FALSE(longer.empty());
  CheckFigures("0." + std::string(1'000'000, '0') + "1 mg", "0 mg", "en");

  for (const std::string_view unit :
       {"nicht ", "5 mg ", "Kenya ", "A sued B ", "1. ", "all ", "- ", "never rose ", "14 June ",
        "million ", "ein", "cento", "'s", "\xFF\xC3 5"}) {
    std::string text;
    while (text.size() < 40'000) text += unit;
    for (const std::string_view language : {"en", "de"}) {
      const ParsedFigures parsed = ParseFigures(text, language);
      CheckFigures(parsed, parsed);
      CheckFigures(ParseFigures("Kenya never sold 5 mg.", language), parsed);
    }
  }
}

TEST(FiguresCheckTest, MoreFiguresThanAClaimHasAreNotBorneOut) {
  std::string claim;
  for (int i = 0; i < 300; ++i) claim += "7 mg, ";
  EXPECT_FALSE(CheckFigures(claim, "7 mg", "en").missing.empty());
}

}  // namespace
}  // namespace gloss
