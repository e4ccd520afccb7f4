#include "grounding/references.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace gloss {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

ResolvedSentence Resolve(std::vector<std::string_view> sentences, std::string_view language) {
  ReferenceResolver resolver(language);
  for (size_t i = 0; i + 1 < sentences.size(); ++i) {
    resolver.AddContext(resolver.Resolve(sentences[i]).text);
  }
  return resolver.Resolve(sentences.back());
}

std::string TextOf(std::vector<std::string_view> sentences, std::string_view language = "en") {
  return Resolve(std::move(sentences), language).text;
}

struct Example {
  std::string_view language;
  std::vector<std::string_view> sentences;
  std::string_view resolved;
};

class Resolves : public testing::TestWithParam<Example> {};

TEST_P(Resolves, ToThePhraseBefore) {
  const Example& example = GetParam();
  const ResolvedSentence result = Resolve(example.sentences, example.language);
  EXPECT_EQ(result.text, example.resolved);
  for (const Substitution& substitution : result.substitutions) {
    EXPECT_NE(result.text.find(substitution.text), std::string::npos);
  }
}

INSTANTIATE_TEST_SUITE_P(
    English, Resolves,
    testing::Values(
        Example{
            "en", {"Aspirin reduces fever.", "It also thins blood."}, "Aspirin also thins blood."},
        Example{"en",
                {"The old bridge was built in 1901.", "It was closed in 1990."},
                "The old bridge was closed in 1990."},
        Example{"en",
                {"The company acquired a rival in 2019.", "It employs 500 people."},
                "The company employs 500 people."},
        Example{"en",
                {"Marie Holm founded the museum in Bergen.", "She died in 1950."},
                "Marie Holm died in 1950."},
        Example{"en",
                {"Marie Holm was born in 1901.", "She founded the museum.", "She died in 1950."},
                "Marie Holm died in 1950."},
        Example{"en",
                {"Smith and Jones founded the firm.", "They sold it in 2001."},
                "Smith and Jones sold the firm in 2001."},
        Example{"en",
                {"Antibiotics kill bacteria.", "However, they do not work against viruses."},
                "However, antibiotics do not work against viruses."},
        Example{"en",
                {"Norway joined the treaty in 1960.", "Its capital is Oslo."},
                "Norway's capital is Oslo."},
        Example{"en",
                {"Metformin lowers blood glucose.", "The drug was approved in 1994."},
                "Metformin was approved in 1994."},
        Example{"en",
                {"Metformin always lowers blood glucose.", "The drug costs little."},
                "Metformin costs little."},
        Example{"en",
                {"Kraken Robotics builds sonar devices.", "In 2019, the company opened an office."},
                "In 2019, Kraken Robotics opened an office."},
        Example{"en",
                {"Tenants pay a monthly fee of 5 euros.", "That fee must be paid by May."},
                "The monthly fee of 5 euros must be paid by May."},
        Example{"en",
                {"Rome and Paris were compared.", "The latter has more museums."},
                "Paris has more museums."},
        Example{"en",
                {"What does Metformin do?", "It lowers blood glucose."},
                "Metformin lowers blood glucose."},
        Example{"en",
                {"The vaccine protects children.", "Was approved in 2011."},
                "The vaccine was approved in 2011."}));

INSTANTIATE_TEST_SUITE_P(
    German, Resolves,
    testing::Values(Example{"de",
                            {"Der Vertrag wurde 2019 geschlossen.", "Er gilt bis 2025."},
                            "Der Vertrag gilt bis 2025."},
                    Example{"de",
                            {"Die Firma beschäftigt 500 Menschen.", "Sie wurde 1990 gegründet."},
                            "Die Firma wurde 1990 gegründet."},
                    Example{"de",
                            {"Das Medikament senkt den Blutdruck.", "Es wurde 1994 zugelassen."},
                            "Das Medikament wurde 1994 zugelassen."},
                    Example{"de",
                            {"Die Patienten erhielten das Medikament.",
                             "Sie waren älter als 60 Jahre."},
                            "Die Patienten waren älter als 60 Jahre."}));

INSTANTIATE_TEST_SUITE_P(
    Spanish, Resolves,
    testing::Values(Example{"es",
                            {"La empresa emplea a 500 personas.", "Fue fundada en 1990."},
                            "La empresa fue fundada en 1990."},
                    Example{"es", {"El puente mide 40 metros.", "Ella lo dijo."}, "Ella lo dijo."},
                    Example{"es",
                            {"Los pacientes recibieron aspirina.", "Ellos tenían fiebre."},
                            "Los pacientes tenían fiebre."}));

INSTANTIATE_TEST_SUITE_P(
    French, Resolves,
    testing::Values(Example{"fr",
                            {"Le médicament réduit la fièvre.", "Il a été approuvé en 1994."},
                            "Le médicament a été approuvé en 1994."},
                    Example{"fr",
                            {"La société emploie 500 personnes.", "Elle a été fondée en 1990."},
                            "La société a été fondée en 1990."},
                    Example{"fr",
                            {"Un pont relie les rives.", "Celui-ci mesure 40 mètres."},
                            "Le pont mesure 40 mètres."}));

INSTANTIATE_TEST_SUITE_P(
    Italian, Resolves,
    testing::Values(Example{"it",
                            {"La società impiega 500 persone.", "Essa fu fondata nel 1990."},
                            "La società fu fondata nel 1990."},
                    Example{"it",
                            {"Il farmaco riduce la febbre.", "È stato approvato nel 1994."},
                            "Il farmaco è stato approvato nel 1994."}));

TEST(References, TwoCandidatesLeaveTheWordAsItIs) {
  const ResolvedSentence result =
      Resolve({"The trials enrolled the patients in 2019.", "They were small."}, "en");
  EXPECT_EQ(result.text, "They were small.");
  EXPECT_THAT(result.substitutions, IsEmpty());
  ASSERT_THAT(result.open, SizeIs(1));
  EXPECT_THAT(result.open[0].candidates, ElementsAre("the trials", "the patients"));
  EXPECT_EQ(DescribeOpenReference(result.open[0], "They were small."),
            "ambiguous reference: \"They\" (the trials / the patients)");
}

TEST(References, TwoPersonsOfOneSexLeaveTheWord) {
  const ResolvedSentence result =
      Resolve({"Karl Moe met Peter Berg in Oslo.", "He was a painter."}, "en");
  EXPECT_EQ(result.text, "He was a painter.");
  ASSERT_THAT(result.open, SizeIs(1));
  EXPECT_THAT(result.open[0].candidates, ElementsAre("Karl Moe", "Peter Berg"));
}

TEST(References, SexTellsTwoPersonsApart) {
  EXPECT_EQ(TextOf({"Karl Moe married Anna Berg in 1920.", "She was a painter."}),
            "Anna Berg was a painter.");
}

TEST(References, AWholeStatementIsNoPhrase) {
  const ResolvedSentence result = Resolve({"The dam broke.", "This caused a flood."}, "en");
  EXPECT_EQ(result.text, "This caused a flood.");
  ASSERT_THAT(result.open, SizeIs(1));
  EXPECT_THAT(result.open[0].candidates, IsEmpty());
}

TEST(References, NothingBeforeIsOpen) {
  const ResolvedSentence result = Resolve({"It was closed in 1990."}, "en");
  ASSERT_THAT(result.open, SizeIs(1));
  EXPECT_THAT(result.open[0].candidates, IsEmpty());
}

TEST(References, LeavesWhatTheSentenceItselfExplains) {
  for (const std::string_view sentence :
       {"Marie Curie lost her husband in 1906.", "Norway raised its tax.",
        "It is important that tenants pay.", "It has been shown that aspirin helps.",
        "The drug that was tested failed.", "The city of Bergen grew.",
        "The company's profit fell.", "The sun rises in the east."}) {
    const ResolvedSentence result = Resolve({"Metformin lowers glucose.", sentence}, "en");
    EXPECT_EQ(result.text, sentence);
    EXPECT_THAT(result.open, IsEmpty()) << sentence;
  }
  const ResolvedSentence german = Resolve({"Das Buch war neu.", "Es gibt drei Gründe."}, "de");
  EXPECT_EQ(german.text, "Es gibt drei Gründe.");
  EXPECT_THAT(german.open, IsEmpty());
}

TEST(References, WhatIsSomethingElseIsNotMeant) {
  const std::string_view claim = "The drug cures migraine in all patients.";
  for (const std::string_view before :
       {"Nausea was the most frequent adverse event.", "Migraine is a common disease."}) {
    EXPECT_EQ(Resolve({before, claim}, "en").text, claim) << before;
  }
  EXPECT_EQ(Resolve({"Metformin was approved in 1994.", "The drug costs little."}, "en").text,
            "Metformin costs little.");
}

TEST(References, TimesThatOnlyTheDayOfWritingTellsAreOpen) {
  const auto open = [](std::string_view sentence, std::string_view language) {
    std::string words;
    for (const OpenReference& reference : Resolve({sentence}, language).open) {
      words += std::string(reference.span.In(sentence)) + ";";
    }
    return words;
  };
  EXPECT_EQ(open("Sales will rise next year and fell last week.", "en"), "next year;last week;");
  EXPECT_EQ(open("Sales fell in the last year of the war.", "en"), "");
  EXPECT_EQ(open("Der Umsatz sank letztes Jahr.", "de"), "letztes Jahr;");
  EXPECT_EQ(open("Las ventas bajaron el año pasado.", "es"), "año pasado;");
  EXPECT_EQ(open("Les ventes ont baissé la semaine dernière.", "fr"), "semaine dernière;");
  EXPECT_EQ(open("Le vendite sono calate ieri.", "it"), "ieri;");
}

TEST(References, ReadsBiographies) {
  EXPECT_EQ(TextOf({"Diaz signed with the Milwaukee Brewers in 2011.", "He pitched in 2014."}),
            "Diaz pitched in 2014.");
  EXPECT_EQ(TextOf({"Moe's talent inspired Brazil's best players.", "He was born in 1902."}),
            "He was born in 1902.");  // Or was it Brazil?
  EXPECT_EQ(TextOf({"Manuel Salazar plays for Tijuana.", "He began his career in 2017."}),
            "Manuel Salazar began his career in 2017.");
  EXPECT_EQ(
      TextOf({"The bank hired a manager.", "In addition to her work, Anna Berg wrote books."}),
      "In addition to her work, Anna Berg wrote books.");
  EXPECT_EQ(TextOf({"Brazil won the cup.", "Ronaldo began his career at 16."}),
            "Ronaldo began his career at 16.");
  EXPECT_EQ(TextOf({"Warhol used many media.", "In 1962, he painted cans."}),
            "In 1962, Warhol painted cans.");
  EXPECT_EQ(TextOf({"The Departed is a film.", "It's a remake."}), "The Departed is a remake.");
  EXPECT_EQ(TextOf({"The bridge was old.", "It's been closed."}), "It's been closed.");
  EXPECT_EQ(TextOf({"They became directors of the bank.", "They have two daughters."}),
            "They have two daughters.");
  // Wong is a person, so "it" is not Wong.
  EXPECT_EQ(TextOf({"Wong left the country.", "She returned in 1937.", "It was at war."}),
            "The country was at war.");
}

TEST(References, APlaceIsNoMuseum) {
  EXPECT_EQ(TextOf({"Marie Holm was born in Oslo in 1911.", "She founded the museum."}),
            "Marie Holm founded the museum.");
  EXPECT_EQ(TextOf({"The statute sets a limit of 60 days.", "It does not apply to weekends."}),
            "The statute does not apply to weekends.");
}

TEST(References, KeepsSpansOfTheOriginal) {
  const std::string_view sentence = "However,  it was closed.";
  const ResolvedSentence result = Resolve({"The bridge was built.", sentence}, "en");
  ASSERT_THAT(result.substitutions, SizeIs(1));
  EXPECT_EQ(result.substitutions[0].span.In(sentence), "it");
  EXPECT_EQ(result.substitutions[0].text, "the bridge");
  EXPECT_EQ(result.text, "However, the bridge was closed.");
}

TEST(References, OtherLanguagesAndOddTextStayAsTheyAre) {
  EXPECT_EQ(TextOf({"橋は古い。", "それは閉鎖された。"}, "ja"), "それは閉鎖された。");
  EXPECT_EQ(TextOf({"", ""}), "");
  EXPECT_EQ(TextOf({"it it it it", "it , , it"}), "it , , it");
  std::string many;
  for (int i = 0; i < 2000; ++i) many += "The firm and the bank and ";
  EXPECT_FALSE(TextOf({many, "It fell."}).empty());
}

}  // namespace
}  // namespace gloss
