#include "grounding/clause_splitter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace gloss {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

TEST(ClauseSplitter, SharesTheSubject) {
  EXPECT_THAT(SplitClauses("Aspirin reduces the fever and thins the blood.", "en"),
              ElementsAre("Aspirin reduces the fever.", "Aspirin thins the blood."));
  EXPECT_THAT(
      SplitClauses("The firm opened an office in Oslo in 1990, sold its fleet in 1995 and "
                   "closed the office in 2001.",
                   "en"),
      ElementsAre("The firm opened an office in Oslo in 1990.", "The firm sold its fleet in 1995.",
                  "The firm closed the office in 2001."));
  EXPECT_THAT(
      SplitClauses("The bridge is 40 metres long and was never closed to traffic.", "en"),
      ElementsAre("The bridge is 40 metres long.", "The bridge was never closed to traffic."));
}

TEST(ClauseSplitter, SharesTheHelperAndItsHedge) {
  EXPECT_THAT(SplitClauses("The drug may reduce the fever and improve the sleep.", "en"),
              ElementsAre("The drug may reduce the fever.", "The drug may improve the sleep."));
  EXPECT_THAT(
      SplitClauses("The drug does not reduce the fever or improve the sleep.", "en"),
      ElementsAre("The drug does not reduce the fever.", "The drug does not improve the sleep."));
}

TEST(ClauseSplitter, TakesTheOpeningOverAllVerbPhrases) {
  EXPECT_THAT(
      SplitClauses("In 2019, the firm opened an office and sold its fleet.", "en"),
      ElementsAre("In 2019, the firm opened an office.", "In 2019, the firm sold its fleet."));
}

TEST(ClauseSplitter, SplitsClausesWithTheirOwnSubjects) {
  EXPECT_THAT(
      SplitClauses("Sales of tea rose by 3.5% in June, but sales of coffee fell to 2,100 tonnes.",
                   "en"),
      ElementsAre("Sales of tea rose by 3.5% in June.", "Sales of coffee fell to 2,100 tonnes."));
  EXPECT_THAT(
      SplitClauses("Antibiotics kill bacteria but they do not work against viruses.", "en"),
      ElementsAre("Antibiotics kill bacteria.", "Antibiotics do not work against viruses."));
}

TEST(ClauseSplitter, SplitsRelativeClausesAndAppositionsBetweenCommas) {
  EXPECT_THAT(SplitClauses("Karl Moe, who was born in 1902, painted ships for the city.", "en"),
              ElementsAre("Karl Moe was born in 1902.", "Karl Moe painted ships for the city."));
  EXPECT_THAT(SplitClauses("Bergen, a city in Norway, has two universities.", "en"),
              ElementsAre("Bergen is a city in Norway.", "Bergen has two universities."));
}

TEST(ClauseSplitter, KnowsWhichVerbsShareAPassive) {
  EXPECT_THAT(SplitClauses("The house was built in 1900 and renovated in 1950.", "en"),
              ElementsAre("The house was built in 1900.", "The house was renovated in 1950."));
  EXPECT_THAT(SplitClauses("Moe was born in Oslo and died in Bergen.", "en"),
              ElementsAre("Moe was born in Oslo.", "Moe died in Bergen."));
}

TEST(ClauseSplitter, SplitsRelativeClausesAtTheEnd) {
  EXPECT_THAT(SplitClauses("The firm bought a quarry near Bergen, which was closed in 1990.", "en"),
              IsEmpty());  // The quarry, or Bergen?
  EXPECT_THAT(SplitClauses("The firm bought an old quarry, which was closed in 1990.", "en"),
              ElementsAre("The firm bought an old quarry.", "The old quarry was closed in 1990."));
  EXPECT_THAT(SplitClauses("The dam broke in 1990, which was bad for the town.", "en"), IsEmpty());
}

TEST(ClauseSplitter, ResolvesWhatRefersToTheClauseBefore) {
  EXPECT_THAT(
      SplitClauses("The vaccine was effective in 2020, but its protection waned in 2021.", "en"),
      ElementsAre("The vaccine was effective in 2020.", "The vaccine's protection waned in 2021."));
  // "It" can be the fever: the clause stays with the one before.
  EXPECT_THAT(
      SplitClauses("Aspirin reduces the fever and thins the blood, but it may harm the stomach.",
                   "en"),
      ElementsAre("Aspirin reduces the fever.",
                  "Aspirin thins the blood, but it may harm the stomach."));
  EXPECT_THAT(SplitClauses("Kraken was founded in 2012 and employs 500 people.", "en"),
              ElementsAre("Kraken was founded in 2012.", "Kraken employs 500 people."));
  EXPECT_THAT(
      SplitClauses("Antibiotics kill bacteria but do not work against viruses.", "en"),
      ElementsAre("Antibiotics kill bacteria.", "Antibiotics do not work against viruses."));
}

TEST(ClauseSplitter, KeepsQuotesWhole) {
  EXPECT_THAT(
      SplitClauses("\"Come Undone\" is the second single and is from 1993.", "en"),
      ElementsAre("\"Come Undone\" is the second single.", "\"Come Undone\" is from 1993."));
  EXPECT_THAT(SplitClauses("Norway's form of state and government is a monarchy.", "en"),
              IsEmpty());
}

TEST(ClauseSplitter, FourLanguages) {
  EXPECT_THAT(SplitClauses("Das Mittel senkt das Fieber und verdünnt nicht das Blut.", "de"),
              IsEmpty());
  EXPECT_THAT(
      SplitClauses("Die Firma kaufte 1990 ein Werk und verkaufte 1995 ihre Flotte.", "de"),
      ElementsAre("Die Firma kaufte 1990 ein Werk.", "Die Firma verkaufte 1995 ihre Flotte."));
  EXPECT_THAT(
      SplitClauses("La empresa compró una fábrica en 1990 y vendió su flota en 1995.", "es"),
      ElementsAre("La empresa compró una fábrica en 1990.", "La empresa vendió su flota en 1995."));
  EXPECT_THAT(
      SplitClauses("Le médicament réduit la fièvre et augmente la pression.", "fr"),
      ElementsAre("Le médicament réduit la fièvre.", "Le médicament augmente la pression."));
  EXPECT_THAT(SplitClauses("Il farmaco riduce la febbre e aumenta la pressione.", "it"),
              ElementsAre("Il farmaco riduce la febbre.", "Il farmaco aumenta la pressione."));
}

TEST(ClauseSplitter, LeavesWhatItIsNotSureOf) {
  for (const std::string_view sentence : {
           "If the tenant pays late, the bank charges a fee and ends the contract.",
           "The minister said the bridge was unsafe and closed the road.",
           "The drug showed improved survival and reduced mortality.",
           "The study compared reports and studies of the drug.",
           "The trial included patients treated in Oslo and followed in Bergen.",
           "No patient died in 2019 and left the study.",
           "Only the firm opened an office and sold its fleet.",
           "The drug reduces pain or improves the sleep of patients.",
           "The drug does not reduce the fever and improve the sleep.",
           "Did the firm open an office and sell its fleet?",
           "The firm (which opened an office and sold its fleet) is small.",
           "The film \"He opened the door and closed the window\" won a prize.",
           "Most patients reduced the dose and left the trial in May.",
           "The shop was founded in 1990 and closed in 2000.",
           "Apples, pears, and plums are sold in the shop.",
           "The results and studies show a decline of the species.",
           "Aspirin works.",
       }) {
    EXPECT_THAT(SplitClauses(sentence, "en"), IsEmpty()) << sentence;
  }
  EXPECT_THAT(SplitClauses("橋は古く、そして閉鎖された。", "ja"), IsEmpty());
}

TEST(ClauseSplitter, IsBoundedOnAnyText) {
  std::string text = "The firm opened an office";
  for (int i = 0; i < 500; ++i) text += " and closed the office";
  EXPECT_LE(SplitClauses(text, "en").size(), kMostClauses);
  std::string commas = "A";
  for (int i = 0; i < 5000; ++i) commas += ", which was, ";
  EXPECT_LE(SplitClauses(commas, "en").size(), kMostClauses);
  EXPECT_THAT(SplitClauses("", "en"), IsEmpty());
  EXPECT_THAT(SplitClauses("\xC3\xA9 and and and and and was", "en"), SizeIs(0));
}

}  // namespace
}  // namespace gloss
