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
  EXPECT_EQ(Flip("Dye-enhanced images helped them."), "Dye-enhanced images did not help them.");
  EXPECT_EQ(Flip("Aspirin."), "(none)");
  EXPECT_EQ(Flip(""), "(none)");
  EXPECT_EQ(Flip("Аспирин помогает.", "ru"), "(none)");
}

TEST(FlipPolarity, KnowsTheOtherLanguages) {
  EXPECT_EQ(Flip("Aspirin ist wirksam.", "de"), "Aspirin ist nicht wirksam.");
  EXPECT_EQ(Flip("Aspirin ist nicht wirksam.", "de"), "Aspirin ist wirksam.");
  EXPECT_EQ(Flip("La aspirina es eficaz.", "es"), "La aspirina no es eficaz.");
  EXPECT_EQ(Flip("La aspirina no es eficaz.", "es"), "La aspirina es eficaz.");
  EXPECT_EQ(Flip("L'aspirine est efficace.", "fr"), "L'aspirine n'est pas efficace.");
  EXPECT_EQ(Flip("Les vaccins sont efficaces.", "fr"), "Les vaccins ne sont pas efficaces.");
  EXPECT_EQ(Flip("L'aspirine n'est pas efficace.", "fr"), "L'aspirine est efficace.");
  EXPECT_EQ(Flip("L'aspirina è efficace.", "it"), "L'aspirina non è efficace.");
}

TEST(FlipPolarity, GermanNoBecomesRightGerman) {
  EXPECT_EQ(Flip("Es gab kein Gesetz.", "de"), "Es gab ein Gesetz.");
  EXPECT_EQ(Flip("Kein Gesetz regelt das.", "de"), "Ein Gesetz regelt das.");
  EXPECT_EQ(Flip("Das steht in keinem Gesetz.", "de"), "Das steht in einem Gesetz.");
  EXPECT_EQ(Flip("Er sah keinen Wert darin.", "de"), "Er sah einen Wert darin.");
  EXPECT_EQ(Flip("Das Mittel hat keine Wirkung.", "de"), "Das Mittel hat eine Wirkung.");
  EXPECT_EQ(Flip("Das Mittel hat keine Wirkungen.", "de"), "Das Mittel hat einige Wirkungen.");
  EXPECT_EQ(Flip("Es gab keine neue Lösung.", "de"), "Es gab eine neue Lösung.");
  EXPECT_EQ(Flip("Es gab keine neuen Systeme.", "de"), "Es gab einige neue Systeme.");
  EXPECT_EQ(Flip("Der Verein hatte kein Geld.", "de"), "Der Verein hatte Geld.");
  EXPECT_EQ(Flip("Kein Geld wurde gezahlt.", "de"), "Geld wurde gezahlt.");
  EXPECT_EQ(Flip("Keiner der Gäste blieb.", "de"), "Einer der Gäste blieb.");
  EXPECT_EQ(Flip("Das Mittel ist keineswegs sicher.", "de"), "Das Mittel ist sicher.");
  // Number or case cannot be told, or the words around it would say something else.
  for (const std::string_view claim :
       {"Es gab keine Todesfälle.", "Dort werden keine Systeme angeboten.",
        "Er antwortete auf keinen Fragen.", "Es gab keine Kinder.", "Es gibt noch kein Gesetz.",
        "Es gibt kein Gesetz mehr.", "Das gilt für keinerlei Fälle.",
        "Das Mittel hilft noch nicht.", "Das Mittel hilft nicht mehr.",
        "Das Mittel hilft nicht nur hier.", "Das Mittel ist weder sicher noch wirksam.",
        "Das ist kein Gesetz, sondern ein Plan."}) {
    EXPECT_EQ(Flip(claim, "de"), "(none)") << claim;
  }
}

TEST(FlipPolarity, OtherLanguagesKeepWhatANegationHoldsTogether) {
  for (const std::string_view claim :
       {"El fármaco no es eficaz ni seguro.", "Ningún paciente murió.", "No murió ninguno.",
        "Ni el fármaco ni la dieta es eficaz.", "El fármaco ya no es eficaz.",
        "No obstante, el fármaco es eficaz.", "El fármaco no solo es eficaz.",
        "No es un fármaco, sino una dieta."}) {
    EXPECT_EQ(Flip(claim, "es"), "(none)") << claim;
  }
  for (const std::string_view claim :
       {"Aucun patient n'est mort.", "Le médicament n'a pas d'effet.",
        "Le médicament n'est ni efficace ni sûr.", "Le médicament n'est pas encore approuvé.",
        "Le médicament n'est pas seulement efficace.", "Le médicament n'est plus approuvé.",
        "Ni le médicament ni le régime n'est efficace."}) {
    EXPECT_EQ(Flip(claim, "fr"), "(none)") << claim;
  }
  for (const std::string_view claim :
       {"Nessun paziente è morto.", "Non è morto nessuno.", "Il farmaco non è efficace né sicuro.",
        "Il farmaco non è più approvato.", "Il farmaco non è ancora approvato.",
        "Né il farmaco né la dieta è efficace.", "Il farmaco non è solo efficace."}) {
    EXPECT_EQ(Flip(claim, "it"), "(none)") << claim;
  }
  EXPECT_EQ(Flip("La dieta non è efficace.", "it"), "La dieta è efficace.");
  EXPECT_EQ(Flip("El fármaco nunca fue eficaz.", "es"), "El fármaco fue eficaz.");
}

TEST(FlipPolarity, EnglishKeepsWhatANegationHoldsTogether) {
  // Denying "a or b" is undone by stating "a or b".
  EXPECT_EQ(Flip("No deaths or injuries occurred."), "Some deaths or injuries occurred.");
  EXPECT_EQ(Flip("None of the patients died."), "Some of the patients died.");
  for (const std::string_view claim :
       {"Neither the drug nor the diet helped.", "The drug is not only safe.",
        "The drug is not yet approved.", "The drug did not have any effect.", "No one was treated.",
        "It is not a drug but a diet.", "No. 5 was treated first.",
        "They left without paying the bill.", "The drug was never again sold.",
        "The drug was not safe until 1990."}) {
    EXPECT_EQ(Flip(claim), "(none)") << claim;
  }
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
