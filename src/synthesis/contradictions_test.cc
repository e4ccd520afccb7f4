#include "synthesis/contradictions.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace gloss {
namespace {

std::optional<ChangedText> Changed(ChangeKind kind, std::string_view text,
                                   std::string_view language = "en",
                                   const std::vector<NameInContext>& names = {}) {
  RandomChoice random(1, text);
  for (ChangedText& change : Contradictions(text, language, names, random)) {
    if (change.kind == kind) return std::move(change);
  }
  return std::nullopt;
}

std::string TextOf(ChangeKind kind, std::string_view text, std::string_view language = "en",
                   const std::vector<NameInContext>& names = {}) {
  const auto change = Changed(kind, text, language, names);
  if (!change) return "";
  // What was changed is told exactly.
  std::string made(text);
  made.replace(change->was.begin, change->was.size(), change->now);
  EXPECT_EQ(made, change->text) << text;
  return change->text;
}

TEST(Contradictions, NumbersChangeTheirFirstDigitAndKeepTheirForm) {
  const std::string changed =
      TextOf(ChangeKind::kNumber, "The town paid 4,500 euros for the bridge.");
  ASSERT_FALSE(changed.empty());
  EXPECT_NE(changed, "The town paid 4,500 euros for the bridge.");
  EXPECT_NE(changed.find(",500 euros"), std::string::npos) << changed;
  EXPECT_NE(TextOf(ChangeKind::kNumber, "Der Zug hat 48 Wagen.", "de"), "");
  EXPECT_NE(TextOf(ChangeKind::kNumber, "Three people were hurt in the fire."), "");
  EXPECT_NE(TextOf(ChangeKind::kNumber, "Il treno ha sette carrozze.", "it"), "");
}

TEST(Contradictions, NumbersThatNeedNotContradictAreLeftAlone) {
  for (const std::string_view text :
       {"At least 40 people came to the fair.", "Article 5 applies to all of them.",
        "It costs from 5 to 10 euros there.", "About 40 people came to the fair.",
        "Regulation 2019/1156 was adopted there.", "They cited it twice [12] in the text.",
        "More than 300 houses were flooded.", "The ratio was 3:1 in the end.",
        "If 40 people come, the fair takes place.", "It was the lowest rate in 25 years.",
        "It is stronger than it was 8 years ago.", "One person came to the fair."}) {
    EXPECT_EQ(TextOf(ChangeKind::kNumber, text), "") << text;
  }
  EXPECT_EQ(TextOf(ChangeKind::kNumber, "Artikel 12 Absatz 3 bleibt unberührt.", "de"), "");
  EXPECT_EQ(TextOf(ChangeKind::kNumber, "El artículo 7 sigue en vigor aquí.", "es"), "");
}

TEST(Contradictions, DatesAndUnits) {
  EXPECT_NE(TextOf(ChangeKind::kDate, "The bridge was built in 1987 by the town."), "");
  EXPECT_NE(TextOf(ChangeKind::kDate, "The fair begins on 3 March every year."), "");
  EXPECT_NE(TextOf(ChangeKind::kDate, "La foire commence le 3 mars.", "fr"), "");
  EXPECT_EQ(TextOf(ChangeKind::kDate, "The bridge was built in the 1980s by the town."), "");
  EXPECT_EQ(TextOf(ChangeKind::kUnit, "The bridge cost 5 million euros."),
            "The bridge cost 5 billion euros.");
  EXPECT_EQ(TextOf(ChangeKind::kUnit, "Die Brücke kostete 5 Millionen Euro.", "de"),
            "Die Brücke kostete 5 Milliarden Euro.");
  EXPECT_EQ(TextOf(ChangeKind::kUnit, "The bridge is nice to see."), "");
}

TEST(Contradictions, NegationsGoInAndOut) {
  EXPECT_EQ(TextOf(ChangeKind::kNegation, "The bridge was repaired in May."),
            "The bridge was not repaired in May.");
  EXPECT_EQ(TextOf(ChangeKind::kNegation, "The bridge was not repaired in May."),
            "The bridge was repaired in May.");
  EXPECT_EQ(TextOf(ChangeKind::kNegation, "Der Haushalt wurde im März beschlossen.", "de"),
            "Der Haushalt wurde im März nicht beschlossen.");
  EXPECT_EQ(TextOf(ChangeKind::kNegation, "El puente fue reparado en mayo.", "es"),
            "El puente no fue reparado en mayo.");
  // "Not all", "not only" do not deny.
  for (const std::string_view text :
       {"All bridges were repaired in May.", "The bridge was only repaired in May.",
        "The bridge may be repaired in May.", "The bridge was repaired if it rained."}) {
    EXPECT_EQ(TextOf(ChangeKind::kNegation, text), "") << text;
  }
}

TEST(Contradictions, OppositesAndQuantifiers) {
  EXPECT_EQ(TextOf(ChangeKind::kAntonym, "The price increased in the spring."),
            "The price decreased in the spring.");
  EXPECT_EQ(TextOf(ChangeKind::kAntonym, "La mayoría votó por la ley nueva.", "es"),
            "La minoría votó por la ley nueva.");
  EXPECT_EQ(TextOf(ChangeKind::kAntonym, "The price was not higher in the spring."), "");
  EXPECT_EQ(TextOf(ChangeKind::kAntonym, "The price rose and the cost fell in May."), "");
  EXPECT_EQ(TextOf(ChangeKind::kAntonym, "Higher than 5 euros is the price."), "");
  EXPECT_EQ(TextOf(ChangeKind::kQuantifier, "All members voted for the law."),
            "No members voted for the law.");
  EXPECT_EQ(TextOf(ChangeKind::kQuantifier, "Most importantly, they voted for it."), "");
  EXPECT_EQ(TextOf(ChangeKind::kQuantifier, "All members did not vote for it."), "");
}

TEST(Contradictions, WhatReadingSamplesTaught) {
  EXPECT_EQ(TextOf(ChangeKind::kDate, "The aim for 2030 is to be reviewed."), "");
  EXPECT_EQ(TextOf(ChangeKind::kUnit, "It is stronger than it was 2 years ago."), "");
  EXPECT_EQ(TextOf(ChangeKind::kAntonym, "A FIPS-approved method was used there."), "");
  EXPECT_EQ(TextOf(ChangeKind::kAntonym, "In der Partei stieg er schnell auf.", "de"), "");
  EXPECT_EQ(TextOf(ChangeKind::kNegation, "Dort werden keine Systeme angeboten.", "de"), "");
  EXPECT_EQ(TextOf(ChangeKind::kNegation, "In many cases it was offered."), "");
  EXPECT_EQ(TextOf(ChangeKind::kUnit, "They came at 10 p.m. to the harbour."), "");
  EXPECT_EQ(TextOf(ChangeKind::kQuantifier, "No Strings Attached is a film from America."), "");
  EXPECT_EQ(TextOf(ChangeKind::kRoleSwap, "It was seen in 6 (40%) of 15 versus 0 (0%) of 6."), "");
  EXPECT_EQ(TextOf(ChangeKind::kEntity, "The film was directed by Lars von Trier.", "en",
                   {{"Brown", "by"}}),
            "");
}

TEST(Contradictions, NamesAndRoles) {
  const std::vector<NameInContext> names = {{"Berlin", "in"}, {"Smith", "by"}, {"New York", "in"}};
  EXPECT_EQ(TextOf(ChangeKind::kEntity, "The painter was born in Paris.", "en", names),
            "The painter was born in Berlin.");
  EXPECT_EQ(TextOf(ChangeKind::kEntity, "The painter was seen in Paris.", "en", names), "");
  EXPECT_EQ(TextOf(ChangeKind::kEntity, "The painter was born in Paris, Texas.", "en", names), "");
  EXPECT_EQ(TextOf(ChangeKind::kRoleSwap, "The Council informed the Parliament of its view."),
            "The Parliament informed the Council of its view.");
  EXPECT_EQ(TextOf(ChangeKind::kRoleSwap, "Rates were higher in men than in women."),
            "Rates were higher in women than in men.");
  EXPECT_EQ(TextOf(ChangeKind::kRoleSwap, "The old drug was safer than it looked."), "");
  EXPECT_EQ(TextOf(ChangeKind::kRoleSwap, "The train carried 12 men and 30 women."),
            "The train carried 30 men and 12 women.");
  EXPECT_EQ(TextOf(ChangeKind::kRoleSwap, "Im Zug waren 12 Männer und 30 Frauen.", "de"),
            "Im Zug waren 30 Männer und 12 Frauen.");
  EXPECT_EQ(TextOf(ChangeKind::kRoleSwap, "Smith met Jones in the park."), "");
}

TEST(Contradictions, PlacesBecomePlacesOfTheirKind) {
  const std::string country = TextOf(ChangeKind::kEntity, "The study was conducted in Sweden.");
  EXPECT_FALSE(country.empty());
  EXPECT_EQ(country.find("Sweden"), std::string::npos) << country;
  EXPECT_EQ(TextOf(ChangeKind::kEntity, "It is the capital of Peru.", "en", {{"Chile", "in"}}),
            "It is the capital of Chile.");
  // A city of a country need not deny it, and what is not known may hold the other.
  EXPECT_EQ(TextOf(ChangeKind::kEntity, "It is the capital of Peru.", "en", {{"Lima", "in"}})
                .find("Lima"),
            std::string::npos);
  for (const std::string_view text :
       {"The plant is located in Bavaria.", "She was born in May.", "He was born in Mexico City.",
        "It was held in Spain and Portugal.", "They were seen in Sweden.",
        "The clinic is in Berlin-Mitte."}) {
    EXPECT_EQ(TextOf(ChangeKind::kEntity, text, "en", {{"Lyon", "in"}, {"Chile", "in"}}), "")
        << text;
  }
  EXPECT_EQ(TextOf(ChangeKind::kEntity, "Der Maler wurde in Wien geboren.", "de", {{"Prag", "in"}}),
            "Der Maler wurde in Prag geboren.");
  EXPECT_EQ(TextOf(ChangeKind::kEntity, "El pintor nació en Madrid.", "es", {{"Roma", "en"}}),
            "El pintor nació en Roma.");
  EXPECT_EQ(TextOf(ChangeKind::kEntity, "Le peintre est né à Lyon.", "fr", {{"Paris", "à"}}),
            "Le peintre est né à Paris.");
  EXPECT_EQ(TextOf(ChangeKind::kEntity, "Il pittore è nato a Milano.", "it", {{"Torino", "a"}}),
            "Il pittore è nato a Torino.");
}

TEST(Contradictions, WhoDidItBecomesAnotherOfTheDocument) {
  const std::vector<NameInContext> names = {
      {"Brown", "by"}, {"Anna Brown", "by"}, {"Lyon", "by"}, {"Health Council", "by"}};
  EXPECT_EQ(TextOf(ChangeKind::kEntity, "The firm was founded by Clara Smith.", "en", names),
            "The firm was founded by Anna Brown.");
  EXPECT_EQ(TextOf(ChangeKind::kEntity, "The act was signed by Smith.", "en", names),
            "The act was signed by Brown.");
  EXPECT_EQ(TextOf(ChangeKind::kEntity, "The act was signed by Smith and Jones.", "en", names), "");
  EXPECT_EQ(TextOf(ChangeKind::kEntity, "The act was read by Smith.", "en", names), "");
  // Who stands after the same words goes before who stands after the last of them.
  EXPECT_EQ(TextOf(ChangeKind::kEntity, "It was directed by Clara Smith.", "en",
                   {{"Anna Brown", "by", "hurt by"}, {"Ada Green", "by", "directed by"}}),
            "It was directed by Ada Green.");
  EXPECT_EQ(TextOf(ChangeKind::kEntity, "It was directed by Alan J. Smith.", "en", names), "");
  EXPECT_EQ(TextOf(ChangeKind::kEntity, "It was signed by Smith.", "en",
                   {{"American", "by"}, {"The", "by"}}),
            "");
  EXPECT_EQ(TextOf(ChangeKind::kEntity, "Das Werk wurde von Carl Weber komponiert.", "de",
                   {{"Franz Schubert", "von"}}),
            "Das Werk wurde von Franz Schubert komponiert.");
  EXPECT_EQ(TextOf(ChangeKind::kEntity, "Das Amt wird von Abgeordneten geleitet.", "de",
                   {{"Freunden", "von"}}),
            "");
  EXPECT_EQ(TextOf(ChangeKind::kEntity, "Clara Smith founded the firm.", "en", names),
            "Anna Brown founded the firm.");
  EXPECT_EQ(TextOf(ChangeKind::kEntity, "Clara Smith wrote many letters.", "en", names), "");
  EXPECT_EQ(TextOf(ChangeKind::kEntity, "La ley fue firmada por el presidente Ruiz.", "es",
                   {{"Soto", "presidente"}}),
            "La ley fue firmada por el presidente Soto.");
}

TEST(Contradictions, ComparedThingsChangePlaces) {
  const auto swapped = [](std::string_view text, std::string_view language = "en") {
    return TextOf(ChangeKind::kRoleSwap, text, language);
  };
  EXPECT_EQ(swapped("Pain was more common in women than men."),
            "Pain was more common in men than women.");
  EXPECT_EQ(swapped("Success was higher in the tibial compared to the peroneal group."),
            "Success was higher in the peroneal group compared to the tibial.");
  EXPECT_EQ(swapped("The new drug was significantly better than the old drug."),
            "The old drug was significantly better than the new drug.");
  EXPECT_EQ(swapped("Die Donau ist länger als die Elbe.", "de"),
            "Die Elbe ist länger als die Donau.");
  EXPECT_EQ(swapped("Im Test war der Wert bei Frauen höher bei Ratten als bei Mäusen.", "de"),
            "Im Test war der Wert bei Frauen höher bei Mäusen als bei Ratten.");
  EXPECT_EQ(swapped("Hay más casos en hombres que en mujeres.", "es"),
            "Hay más casos en mujeres que en hombres.");
  EXPECT_EQ(swapped("On compte plus de cas chez les hommes que chez les femmes.", "fr"),
            "On compte plus de cas chez les femmes que chez les hommes.");
  EXPECT_EQ(swapped("Ci sono più casi in Toscana rispetto a Roma.", "it"),
            "Ci sono più casi in Roma rispetto a Toscana.");
  for (const std::string_view text :
       {"The group had a lower rate of death than expected.", "It was higher than the average.",
        "The risk was greater than that of women.", "Prices are higher than they were.",
        "The mice were older than the rat.", "The rate was higher in men than in 2019.",
        "They said that more people came in May than ever.", "It was followed by the Smith Fund.",
        "Men had higher odds of death than women.", "It is more apt for driving than walking."}) {
    EXPECT_EQ(swapped(text), "") << text;
  }
}

TEST(Contradictions, WhatIsAndWhatIsNotChangePlaces) {
  EXPECT_EQ(TextOf(ChangeKind::kRoleSwap, "The effect was seen in mice, but not in rats."),
            "The effect was seen in rats, but not in mice.");
  EXPECT_EQ(TextOf(ChangeKind::kRoleSwap, "They used clinical rather than surgical methods."),
            "They used surgical rather than clinical methods.");
  EXPECT_EQ(TextOf(ChangeKind::kRoleSwap, "Das gilt für Frauen, aber nicht für Männer.", "de"),
            "Das gilt für Männer, aber nicht für Frauen.");
  EXPECT_EQ(TextOf(ChangeKind::kRoleSwap, "It works, but not in all of them."), "");
  for (const std::string_view text :
       {"He chose surgery rather than wait.", "It was slightly but not significantly worse.",
        "It helps control subjects but not patients."}) {
    EXPECT_EQ(TextOf(ChangeKind::kRoleSwap, text), "") << text;
  }
}

TEST(Contradictions, NumbersOfGroupsAndOfChangesChangePlaces) {
  EXPECT_EQ(TextOf(ChangeKind::kRoleSwap, "Pain was rarer with the drug (12% vs 30%)."),
            "Pain was rarer with the drug (30% vs 12%).");
  EXPECT_EQ(TextOf(ChangeKind::kRoleSwap, "Rates in A and B were 12% and 30%, respectively."),
            "Rates in A and B were 30% and 12%, respectively.");
  EXPECT_EQ(TextOf(ChangeKind::kRoleSwap, "The rate increased from 12 to 30 per year."),
            "The rate decreased from 30 to 12 per year.");
  EXPECT_EQ(TextOf(ChangeKind::kRoleSwap, "Die Zahl stieg von 12 auf 30 Fälle.", "de"),
            "Die Zahl sank von 30 auf 12 Fälle.");
  EXPECT_EQ(TextOf(ChangeKind::kRoleSwap, "Le taux est passé de 12 à 30 cas.", "fr"),
            "Le taux est passé de 30 à 12 cas.");
  for (const std::string_view text :
       {"Doses were 12 vs 30 vs 40 in the groups.", "Ages ranged from 12 to 30 years.",
        "Means were 12±2 and 30±4, respectively.", "In year 1 versus 12% it was seen.",
        "They differed (p = .01 and .03, respectively).", "There were 9 with 99mTc and 40 without.",
        "It cost 1.5 million euros and 15,000 euros a day.", "Of 1 man and 40 women it is told.",
        "Rates were 12 and 30 in the end."}) {
    EXPECT_EQ(TextOf(ChangeKind::kRoleSwap, text), "") << text;
  }
}

TEST(Contradictions, AChangeIsMadeInOtherTextsAtTheSamePlace) {
  const std::string claim = "The fee rose to 5 euros.";
  const auto change = Changed(ChangeKind::kNumber, claim);
  ASSERT_TRUE(change.has_value());
  const auto applied = ApplyChange(*change, claim, "In May, the fee rose to 5 euros a day.");
  ASSERT_TRUE(applied.has_value());
  EXPECT_EQ(*applied, "In May, the fee rose to " + change->now + " euros a day.");
  EXPECT_EQ(ApplyChange(*change, claim, claim), change->text);
  // Not there, or there twice, or a part of something longer.
  EXPECT_FALSE(ApplyChange(*change, claim, "The fee rose by 5 euros.").has_value());
  EXPECT_FALSE(ApplyChange(*change, claim, "Up to 5 euros, or to 5 euros and a bit.").has_value());
  EXPECT_FALSE(ApplyChange(*change, claim, "Up onto 5 euros it went.").has_value());
}

TEST(Contradictions, AnyTextIsTaken) {
  for (const std::string_view text :
       {"", " ", "?", "ä ö ü ß", "5 5 5 5 5", "... !!! ???", "Is it true that 5 people came?"}) {
    for (const std::string_view language : {"en", "de", "es", "fr", "it", "pl", ""}) {
      RandomChoice random(1);
      for (const ChangedText& change : Contradictions(text, language, {}, random)) {
        EXPECT_NE(change.text, text);
      }
    }
  }
}

TEST(Contradictions, NamesStandWithTheWordBeforeThem) {
  const auto names = NamesInContext("Later she moved to New York and was hired by Smith.");
  ASSERT_EQ(names.size(), 2U);
  EXPECT_EQ(names[0].name, "New York");
  EXPECT_EQ(names[0].before, "to");
  EXPECT_EQ(names[1].name, "Smith");
  EXPECT_EQ(names[1].phrase, "hired by");
}

}  // namespace
}  // namespace gloss
