#include "grounding/polarity_flip.h"

#include <gtest/gtest.h>

namespace gloss {
namespace {

std::string Flip(std::string_view claim, std::string_view language = "en") {
  return FlipPolarity(claim, language).value_or("(none)");
}

TEST(FlipPolarity, PutsInNotAfterAuxiliaries) {
  EXPECT_EQ(Flip("Aspirin is a drug."), "Aspirin is not a drug.");
  EXPECT_EQ(Flip("The patients were treated."), "The patients were not treated.");
  EXPECT_EQ(Flip("Aspirin can lower fever."), "Aspirin cannot lower fever.");
  EXPECT_EQ(Flip("Aspirin may lower fever."), "Aspirin cannot lower fever.");
  EXPECT_EQ(Flip("The drug has been approved."), "The drug has not been approved.");
}

TEST(FlipPolarity, DeniesLexicalVerbs) {
  EXPECT_EQ(Flip("Metformin reduces glucose."), "Metformin does not reduce glucose.");
  EXPECT_EQ(Flip("Metformin reduced glucose by 12%."), "Metformin did not reduce glucose by 12%.");
  EXPECT_EQ(Flip("Statins lower cholesterol."), "Statins do not lower cholesterol.");
  EXPECT_EQ(Flip("The trial included 412 adults."), "The trial did not include 412 adults.");
  EXPECT_EQ(Flip("The team found a cure."), "The team did not find a cure.");
  EXPECT_EQ(Flip("Aspirin has side effects."), "Aspirin does not have side effects.");
  EXPECT_EQ(Flip("The results show a decline."), "The results do not show a decline.");
  EXPECT_EQ(Flip("The company studied the effect."), "The company did not study the effect.");
}

TEST(FlipPolarity, TakesNegationsOut) {
  EXPECT_EQ(Flip("Aspirin is not a drug."), "Aspirin is a drug.");
  EXPECT_EQ(Flip("Metformin did not reduce weight."), "Metformin did reduce weight.");
  EXPECT_EQ(Flip("Aspirin doesn't help."), "Aspirin does help.");
  EXPECT_EQ(Flip("Aspirin cannot help."), "Aspirin can help.");
  EXPECT_EQ(Flip("No patients died."), "Some patients died.");
  EXPECT_EQ(Flip("The drug never worked."), "The drug worked.");
  EXPECT_EQ(Flip("Patients recovered without surgery."), "Patients recovered with surgery.");
}

TEST(FlipPolarity, AbstainsWhereNoRuleIsSure) {
  EXPECT_EQ(Flip("Patients who were treated recovered."), "(none)");
  EXPECT_EQ(Flip("Patients treated with aspirin recovered."), "(none)");
  EXPECT_EQ(Flip("Neither drug nor surgery helped."), "(none)");
  EXPECT_EQ(Flip("It is no longer sold."), "(none)");
  EXPECT_EQ(Flip("Aspirin."), "(none)");
  EXPECT_EQ(Flip(""), "(none)");
  EXPECT_EQ(Flip("Аспирин помогает.", "ru"), "(none)");
}

TEST(FlipPolarity, KnowsTheOtherLanguages) {
  EXPECT_EQ(Flip("Aspirin ist wirksam.", "de"), "Aspirin ist nicht wirksam.");
  EXPECT_EQ(Flip("Aspirin ist nicht wirksam.", "de"), "Aspirin ist wirksam.");
  EXPECT_EQ(Flip("Es gab keine Todesfälle.", "de"), "Es gab eine Todesfälle.");
  EXPECT_EQ(Flip("La aspirina es eficaz.", "es"), "La aspirina no es eficaz.");
  EXPECT_EQ(Flip("La aspirina no es eficaz.", "es"), "La aspirina es eficaz.");
  EXPECT_EQ(Flip("L'aspirine est efficace.", "fr"), "L'aspirine n'est pas efficace.");
  EXPECT_EQ(Flip("Les vaccins sont efficaces.", "fr"), "Les vaccins ne sont pas efficaces.");
  EXPECT_EQ(Flip("L'aspirine n'est pas efficace.", "fr"), "L'aspirine est efficace.");
  EXPECT_EQ(Flip("L'aspirina è efficace.", "it"), "L'aspirina non è efficace.");
}

TEST(FlipPolarity, TwiceGivesAnUnnegatedClaimAgain) {
  for (const std::string_view claim : {"Aspirin is a drug.", "The drug has been approved."}) {
    const auto once = FlipPolarity(claim, "en");
    ASSERT_TRUE(once);
    EXPECT_EQ(FlipPolarity(*once, "en"), claim);
  }
}

}  // namespace
}  // namespace gloss
