#include "text/language.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace gloss {
namespace {

struct Case {
  std::string_view language;
  std::string_view text;
};

TEST(DetectLanguage, ShortTexts) {
  static constexpr Case kCases[] = {
      {"en", "The cat sat on the mat."},
      {"en", "It's what they wanted."},
      {"en", "We did not find any evidence for this."},
      {"de", "Die Katze saß auf der Matte."},
      {"de", "Das Gesetz tritt am Tag nach der Verkündung in Kraft."},
      {"de", "Übermäßige Größe"},
      {"es", "El gato se sentó en la alfombra."},
      {"es", "¿Dónde está la biblioteca?"},
      {"es", "Los derechos de las personas son iguales."},
      {"fr", "Le chat était assis sur le tapis."},
      {"fr", "Où est la bibliothèque ?"},
      {"fr", "Les droits de l'homme sont les mêmes pour tous."},
      {"it", "Il gatto era seduto sul tappeto."},
      {"it", "Dov'è la biblioteca della città?"},
      {"it", "I diritti degli uomini sono uguali per tutti."},
  };
  for (const Case& c : kCases) EXPECT_EQ(DetectLanguage(c.text), c.language) << c.text;
}

TEST(DetectLanguage, OthersAreNotGuessed) {
  static constexpr Case kCases[] = {
      {"", ""},
      {"", "12.5 % – 3/4 …"},
      {"", "XKCD 1234"},
      {"", "これは日本語の文です。"},
      {"", "Это предложение на русском языке."},
      {"", "هذه جملة باللغة العربية."},
      {"", "O gato não estava sentado no tapete com os seus irmãos."},
      {"", "Het is niet waar dat de kat op een mat zit."},
      {"", "Katten satt på mattan och det var inte bra för den."},
      {"", "Kot siedział na macie i nie chciał się ruszyć."},
      {"", "Kissa istui matolla eikä halunnut liikkua mihinkään koko päivänä."},
  };
  for (const Case& c : kCases) EXPECT_EQ(DetectLanguage(c.text), c.language) << c.text;
}

TEST(DetectLanguage, ReadsOnlyTheBeginningAndCutsNoCharacter) {
  std::string text = "Der Anfang ist auf Deutsch, und das bleibt er auch. ";
  while (text.size() < (size_t{64} << 10U) - 1) text += "x";
  text += "é";  // Lies across the limit.
  for (int i = 0; i < 20000; ++i) text += " the cat and the dog";
  EXPECT_EQ(DetectLanguage(text), "de");
}

}  // namespace
}  // namespace gloss
