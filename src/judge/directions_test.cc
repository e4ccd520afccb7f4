#include "judge/directions.h"

#include <gtest/gtest.h>

namespace gloss {
namespace {

std::string Found(std::string_view statement, std::string_view evidence,
                  std::string_view language = "en") {
  const auto found = FindOppositeWays(statement, evidence, language);
  return found ? found->statement + "/" + found->evidence : "";
}

TEST(OppositeWays, UpAgainstDownAboutOneFigure) {
  EXPECT_EQ(Found("Rents rose by 4 percent in the city.", "In the city, rents fell by 4 percent."),
            "rose/fell");
  EXPECT_EQ(Found("The plant hired 40 more workers.", "The plant has 40 fewer workers, it hired."),
            "more/fewer");
  EXPECT_EQ(Found("Die Mieten stiegen um 4 Prozent.", "Die Mieten sanken um 4 Prozent.", "de"),
            "stiegen/sanken");
  EXPECT_EQ(Found("Los precios bajaron un 4 por ciento.", "Los precios aumentaron un 4 por ciento.",
                  "es"),
            "bajaron/aumentaron");
  EXPECT_EQ(Found("Les loyers ont baissé de 4 pour cent.",
                  "Les loyers ont augmenté de 4 pour cent.", "fr"),
            "baissé/augmenté");
  EXPECT_EQ(Found("Gli affitti sono aumentati del 4 per cento.",
                  "Gli affitti sono diminuiti del 4 per cento.", "it"),
            "aumentati/diminuiti");
}

TEST(OppositeWays, GainAgainstLoss) {
  EXPECT_EQ(Found("The firm made a loss of 9 million euros.",
                  "The firm made a profit of 9 million euros in 2021."),
            "loss/profit");
  EXPECT_EQ(Found("Der Verein machte 9000 Euro Verlust.",
                  "Der Verein machte im Mai 9000 Euro Gewinn.", "de"),
            "Verlust/Gewinn");
}

TEST(OppositeWays, TheSameWayInOtherWords) {
  EXPECT_EQ(Found("Attacks fell by 3 a month.", "There were 3 fewer attacks a month."), "");
  EXPECT_EQ(Found("Rents grew by 4 percent.", "Rents increased by 4 percent."), "");
}

TEST(OppositeWays, NothingWhereItIsNotSure) {
  // Denied; seen from the other side; of both ways; a bound; of something else; other figures.
  EXPECT_EQ(Found("Rents rose by 4 percent.", "Rents did not fall by 4 percent."), "");
  EXPECT_EQ(Found("Rents are 4 percent higher in Rome than in Bari.",
                  "In Bari rents are 4 percent lower than in Rome."),
            "");
  EXPECT_EQ(Found("Rents rose by 4 percent.", "Rents fell at first and then rose by 4 percent."),
            "");
  EXPECT_EQ(Found("The fall of rents slowed by 4 percent.", "Rents rose by 4 percent."), "");
  EXPECT_EQ(Found("More than 4 houses were sold.", "The 4 houses were sold for less."), "");
  EXPECT_EQ(Found("Wages of nurses rose by 4 percent.", "Rents fell by 4 percent."), "");
  EXPECT_EQ(Found("Rents rose by 5 percent.", "Rents fell by 4 percent."), "");
  EXPECT_EQ(Found("Rents rose by 4 percent.", "Rents fell by 4 percent.", "pl"), "");
  EXPECT_EQ(Found("", ""), "");
  EXPECT_EQ(Found("\xff 4", "4 \xfe"), "");
}

}  // namespace
}  // namespace gloss
