#include "grounding/claim_guard.h"

#include <gtest/gtest.h>

namespace gloss {
namespace {

std::string Objection(std::string_view claim, std::string_view sentence,
                      std::string_view context = "", std::string_view language = "en") {
  return ObjectionTo(claim, SentenceWords(sentence, context, language)).value_or("");
}

constexpr std::string_view kTrial =
    "In 412 adults, metformin (500 mg) lowered glucose by 12% but did not reduce body weight.";

TEST(ObjectionTo, HasNoneToFaithfulClaims) {
  EXPECT_EQ(Objection("Metformin lowered glucose by 12%.", kTrial), "");
  EXPECT_EQ(Objection("Metformin did not reduce body weight.", kTrial), "");
  EXPECT_EQ(Objection("The trial had 412 adults.", kTrial), "");
  EXPECT_EQ(Objection("Metformin lowered glucose by 12 percent.", kTrial), "");
  EXPECT_EQ(Objection("The dose of metformin was 500 mg.", kTrial), "");
}

TEST(ObjectionTo, FindsAddedNumbersAndUnits) {
  EXPECT_EQ(Objection("Metformin lowered glucose by 15%.", kTrial), "number_added");
  EXPECT_EQ(Objection("Metformin lowered glucose by 12 mg.", kTrial), "unit_changed");
  EXPECT_EQ(Objection("The dose of metformin was 500.", kTrial), "unit_changed");
  EXPECT_EQ(Objection("It had three arms and adults.", kTrial), "number_added");
  EXPECT_EQ(Objection("The dose was 5 mg.", "The dose was 5 to 10 mg."), "");
  EXPECT_EQ(Objection("Rent is due on the second day.", "Rent is due on the first day."),
            "number_added");
  EXPECT_EQ(Objection("It rose by 5 percent.", "It rose by 5 percentage points."), "unit_changed");
}

TEST(ObjectionTo, FindsAddedNames) {
  EXPECT_EQ(Objection("Metformin lowered glucose in Berlin adults.", kTrial), "name_added");
  EXPECT_EQ(Objection("Metformin lowered HbA1c in adults.", kTrial), "name_added");
  EXPECT_EQ(Objection("In Berlin, metformin lowered glucose.", kTrial, "The trial was in Berlin."),
            "");
}

TEST(ObjectionTo, FindsLostAndAddedNegation) {
  EXPECT_EQ(Objection("Metformin reduced body weight.", "Metformin did not reduce body weight."),
            "negation_lost");
  EXPECT_EQ(Objection("Metformin did not lower glucose.", "Metformin lowered glucose."),
            "negation_added");
  EXPECT_EQ(Objection("Das Mittel senkt den Blutdruck.", "Das Mittel senkt nicht den Blutdruck.",
                      "", "de"),
            "negation_lost");
}

TEST(ObjectionTo, FindsNegationsThatWereMoved) {
  constexpr std::string_view kDrug = "Antibiotics kill bacteria but do not work against viruses.";
  EXPECT_EQ(Objection("Antibiotics do not kill bacteria.", kDrug), "negation_added");
  EXPECT_EQ(Objection("Antibiotics do not work against viruses.", kDrug), "");
  EXPECT_EQ(Objection("Antibiotics kill bacteria.", kDrug), "");
  constexpr std::string_view kWeight = "It did not change body weight, but it caused diarrhoea.";
  EXPECT_EQ(Objection("It did not cause diarrhoea.", kWeight), "negation_added");
  EXPECT_EQ(Objection("Body weight was not changed.", kWeight), "");
}

TEST(ObjectionTo, FindsLostConditions) {
  constexpr std::string_view kRent =
      "If the tenant fails to pay, the landlord may end the contract.";
  EXPECT_EQ(Objection("The landlord may end the contract.", kRent), "condition_lost");
  EXPECT_EQ(Objection("If the tenant fails to pay.", kRent), "malformed");
  EXPECT_EQ(Objection("The landlord may end the contract if the tenant fails to pay.", kRent), "");
}

TEST(ObjectionTo, FindsClaimsWithoutTheirRestriction) {
  constexpr std::string_view kDays = "Half of the days were prevented in 21% of the patients.";
  EXPECT_EQ(Objection("Half of the days were prevented.", kDays), "cut_short");
  EXPECT_EQ(Objection(kDays, kDays), "");
  constexpr std::string_view kTwo = "The drug lowered fever, in most cases, and eased pain.";
  EXPECT_EQ(Objection("The drug lowered fever.", kTwo), "");
  EXPECT_EQ(Objection("Aspirin lowered fever.", "Aspirin lowered fever and eased pain in adults."),
            "");
}

TEST(ObjectionTo, FindsHalvesOfComparisons) {
  constexpr std::string_view kBleeding = "Bleeding was more common with drug A (4.1% versus 2.3%).";
  EXPECT_EQ(Objection("Bleeding was more common with drug A (2.3%).", kBleeding), "pair_broken");
  EXPECT_EQ(Objection("Bleeding was more common with drug A (4.1%).", kBleeding), "");
}

TEST(ObjectionTo, FindsLostHedges) {
  EXPECT_EQ(Objection("Metformin reduces cancer risk.", "Metformin may reduce cancer risk."),
            "hedge_lost");
  EXPECT_EQ(Objection("Metformin may reduce cancer risk.", "Metformin may reduce cancer risk."),
            "");
  EXPECT_EQ(Objection("Demand remained weak.", "Maria Lopez said that demand remained weak."),
            "attribution_lost");
  // A month is no hedge.
  EXPECT_EQ(Objection("The museum opened.", "In May the museum opened."), "");
}

// isnad#94: fragments that pass for claims.
TEST(ObjectionTo, FindsFragments) {
  constexpr std::string_view kExercise = "Exercise improves sleep, reduces stress and lowers risk.";
  EXPECT_EQ(Objection("Reduced stress.", kExercise), "malformed");
  EXPECT_EQ(Objection("Reduced stress and lowers risk.", kExercise), "malformed");
  EXPECT_EQ(Objection("Sleep and stress.", kExercise), "malformed");
  EXPECT_EQ(Objection("Stress by 5 patients with type 2 diabetes.",
                      "Exercise reduces stress by 5% in 5 patients with type 2 diabetes."),
            "malformed");
  EXPECT_EQ(Objection("Exercise reduces stress.", kExercise), "");
  // A verb that is not known, beside one that is.
  EXPECT_EQ(Objection("Aspirin thins blood.", "Aspirin lowers fever and thins blood."), "");
}

TEST(RefersBack, LooksAtTheFirstWords) {
  const auto refers = [](std::string_view sentence) {
    return RefersBack(SentenceWords(sentence, "", "en"));
  };
  EXPECT_TRUE(refers("It lowers fever."));
  EXPECT_TRUE(refers("However, these effects were small."));
  EXPECT_FALSE(refers("The authors suggest that the effect is larger."));
  EXPECT_FALSE(refers("After Maria Lopez left, she sold it."));
}

TEST(HoldsAllContent, IsFalseForWordsOfTheContext) {
  const SentenceWords sentence("She founded the museum in 1931.", "Marie Holm lived here.", "en");
  EXPECT_TRUE(HoldsAllContent(sentence, "She founded the museum."));
  EXPECT_FALSE(HoldsAllContent(sentence, "Marie Holm founded the museum."));
}

// trulens#1059: statements scored that are not in the answer.
TEST(ObjectionTo, FindsClaimsFromElsewhere) {
  EXPECT_EQ(Objection("Dogs are loyal animals.", "Metformin lowered glucose."), "off_sentence");
  EXPECT_EQ(Objection("The trial ran in Oslo hospitals.", "It lowered glucose.",
                      "The trial ran in Oslo hospitals."),
            "off_sentence");
}

// caura-ai#1392: qualifiers are dropped and entities merge.
TEST(CoverageOf, AsksForQualifiersNumbersAndNegation) {
  const SentenceWords sentence(kTrial, "", "en");
  EXPECT_TRUE(CoverageOf({"In 412 adults, metformin 500 mg lowered glucose by 12%.",
                          "Metformin did not reduce body weight."},
                         sentence)
                  .Sufficient(0.8));
  // A number is missing.
  EXPECT_FALSE(CoverageOf({"Metformin 500 mg lowered glucose by 12% in adults.",
                           "Metformin did not reduce body weight."},
                          sentence)
                   .Sufficient(0.8));
  // The negated half is missing.
  EXPECT_FALSE(CoverageOf({"In 412 adults, metformin 500 mg lowered glucose by 12%."}, sentence)
                   .Sufficient(0.8));
  EXPECT_FALSE(CoverageOf({}, sentence).Sufficient(0.8));
  const SentenceWords qualified("The bank (Ohio) filed a report.", "", "en");
  EXPECT_FALSE(CoverageOf({"The bank filed a report."}, qualified).Sufficient(0.8));
  EXPECT_TRUE(CoverageOf({"The bank (Ohio) filed a report."}, qualified).Sufficient(0.8));
}

TEST(CoverageOf, AsksForHedges) {
  const SentenceWords sentence("Metformin may reduce risk.", "", "en");
  EXPECT_FALSE(CoverageOf({"Metformin reduces risk."}, sentence).Sufficient(0.5));
}

TEST(SpanOfClaim, IsTheStretchOfItsWords) {
  const std::string text(kTrial);
  const SentenceWords sentence(text, "", "en");
  const auto stretch = [&](std::string_view claim) {
    return std::string(SpanOfClaim(claim, sentence).In(text));
  };
  EXPECT_EQ(stretch("Metformin lowered glucose by 12%."),
            "metformin (500 mg) lowered glucose by 12%");
  EXPECT_EQ(stretch("Body weight was not reduced."), "not reduce body weight");
  EXPECT_EQ(stretch("Nothing in common."), text);
}

TEST(BeginsWithPronoun, KnowsLanguages) {
  EXPECT_TRUE(BeginsWithPronoun("It rose.", "en"));
  EXPECT_FALSE(BeginsWithPronoun("Aspirin rose.", "en"));
  EXPECT_TRUE(BeginsWithPronoun("Ella ganó.", "es"));
}

}  // namespace
}  // namespace gloss
