#include "text/figures.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace gloss {
namespace {

/// The figures of a text in one line: "5 mg/day; 2026-06-14; >=50".
std::string Read(std::string_view text, std::string_view language) {
  std::string line;
  for (const Figure& figure : ReadFigures(text, language).figures) {
    if (!line.empty()) line += "; ";
    switch (figure.bound) {
      case Bound::kNone:
        break;
      case Bound::kAbout:
      case Bound::kNearly:
        line += '~';
        break;
      case Bound::kAtLeast:
        line += ">=";
        break;
      case Bound::kMoreThan:
        line += '>';
        break;
      case Bound::kAtMost:
        line += "<=";
        break;
      case Bound::kLessThan:
        line += '<';
        break;
    }
    if (figure.kind == FigureKind::kDate) {
      line += std::to_string(figure.date.year);
      if (figure.date.last_year != figure.date.year) {
        line += ".." + std::to_string(figure.date.last_year);
      }
      if (figure.date.month != 0) line += "-" + std::to_string(figure.date.month);
      if (figure.date.day != 0) line += "-" + std::to_string(figure.date.day);
      if (figure.date.weekday != 0) line += " day " + std::to_string(figure.date.weekday);
      continue;
    }
    if (figure.kind == FigureKind::kCode) {
      line += figure.long_digits;
      continue;
    }
    std::string number = std::to_string(static_cast<double>(figure.written));
    number.erase(number.find_last_not_of('0') + 1);
    if (number.back() == '.') number.pop_back();
    line += number;
    if (figure.kind == FigureKind::kOrdinal) line += '.';
    if (figure.denominator > 0) {
      line += " of " + std::to_string(static_cast<long>(figure.denominator));
    }
    if (figure.unit != nullptr) line += ' ' + std::string(figure.unit->name);
    if (figure.per != nullptr) line += '/' + std::string(figure.per->name);
  }
  return line;
}

struct ReadCase {
  std::string_view language;
  std::string_view text;
  std::string_view figures;
};

TEST(FiguresTest, Reads) {
  constexpr ReadCase kCases[] = {
      // Digits.
      {"en", "1,234.5 and 1234.5", "1234.5; 1234.5"},
      {"de", "1.234,5 und 1’234’567", "1234.5; 1234567"},
      {"fr", "1 234 567 habitants", "1234567"},
      {"en", "12,34,567 rupees", "1234567 INR"},
      {"en", "a p of .05", "0.05"},
      {"en", "version 1.2.3", "1.2.3"},
      {"en", "½ and 2½ cups", "0.5; 2.5"},
      // Words.
      {"en", "one hundred and five thousand", "105000"},
      {"en", "two and a half years", "2.5 year"},
      {"de", "dreitausendzweihundertfünf", "3205"},
      {"de", "siebenundneunzig", "97"},
      {"es", "doscientos cincuenta mil", "250000"},
      {"es", "treinta y una personas", "31"},
      {"fr", "quatre-vingt-dix-neuf", "99"},
      {"fr", "deux cent mille trois cents", "200300"},
      {"it", "novantatré", "93"},
      {"it", "duemilacinquecento", "2500"},
      {"en", "five and six", "5; 6"},
      // Scale words and money.
      {"en", "US$5bn, £3.2m and 7k", "5000000000 USD; 3200000 GBP; 7000"},
      {"de", "31,5 Mio. Euro", "31500000 EUR"},
      {"es", "mil millones de dólares", "1000000000 USD"},
      {"en", "two $5 notes", "2; 5 USD"},
      // Units.
      {"en", "50,000 m³ a day", "50000 m³/day"},
      {"en", "5 mg/kg and 10-year-old", "5 mg/kg; 10 year"},
      {"en", "25 °C", "25 °C"},
      {"en", "3 MW and 5 mW", "3 MW; 5 mW"},
      {"en", "5 percentage points", "5 pp"},
      {"fr", "50 000 m³ par jour", "50000 m³/day"},
      {"it", "50.000 metri cubi al giorno", "50000 m³/day"},
      {"de", "am Tag 5", "5"},
      // Shares and ranges.
      {"en", "a third of 12", "0.333333; 12"},
      {"en", "one in four", "1 of 4; 4"},
      {"de", "3 von 4 Patienten", "3 of 4; 4"},
      {"en", "5-10 mg", "5 mg; 10 mg"},
      // Dates and times.
      {"en", "June 14th, 2026", "2026-6-14"},
      {"en", "2026-06-14, 14/06/2026", "2026-6-14; 2026-6-14"},
      {"de", "am 14. Juni 2026", "2026-6-14"},
      {"es", "el 14 de junio de 2026", "2026-6-14"},
      {"fr", "le 1er mai 2020", "2020-5-1"},
      {"it", "il primo maggio", "0-5-1"},
      {"en", "14 and 16 June 2026", "2026-6-14; 2026-6-16"},
      {"en", "June 14-16, 2026", "2026-6-14; 2026-6-16"},
      {"en", "485 000 yen in 2019 100 times", "485000 JPY; 2019; 100"},
      {"en", "Monday, 14 June", "0-6-14 day 1"},
      {"en", "in the 1990s", "1990..1999"},
      {"es", "siglo XIX", "1800..1900"},
      {"fr", "XIXe siècle", "1800..1900"},
      {"de", "in den 1990er Jahren", "1990..1999"},
      {"en", "in the nineties, in his sixties", "1990..1999"},
      {"de", "die siebziger Jahre", "1970..1979"},
      {"es", "los años setenta", "1970..1979"},
      {"fr", "les années quatre-vingt-dix", "1990..1999"},
      {"it", "gli anni cinquanta", "1950..1959"},
      {"en", "at 5 p.m.", "1020 clock"},
      {"en", "you may march on", ""},
      // Bounds.
      {"en", "at least 50, 18 years or older", ">=50; >=18 year"},
      {"en", "<= 5 and ~7", "<=5; ~7"},
      {"fr", "plus d'un million", ">1000000"},
      {"de", "höchstens 5", "<=5"},
      {"es", "más de 50", ">50"},
      {"it", "quasi 20 per cento", "~20 %"},
      // No figures.
      {"en", "COVID-19 and p53 and an F-16", ""},
      {"en", "a man and a half-life", ""},
      {"de", "ein Mann", ""},
  };
  for (const ReadCase& check : kCases) {
    EXPECT_EQ(Read(check.text, check.language), check.figures) << check.text;
  }
}

TEST(FiguresTest, SpansAreBytes) {
  const std::string text = "Für über 5 € pro Tag.";
  const FigureText read = ReadFigures(text, "de");
  ASSERT_EQ(read.figures.size(), 1U);
  EXPECT_EQ(read.figures[0].SpanIn(read.tokens).In(text), "über 5 € pro Tag");
}

TEST(FiguresTest, ConvertsUnits) {
  const FigureText read = ReadFigures("2 g, 2000 mg, 77 °F, six weeks, 12 months", "en");
  ASSERT_EQ(read.figures.size(), 5U);
  EXPECT_NEAR(static_cast<double>(read.figures[0].value - read.figures[1].value), 0, 1e-12);
  EXPECT_NEAR(static_cast<double>(read.figures[2].value), 25, 1e-9);
  EXPECT_NEAR(static_cast<double>(read.figures[3].value), 42, 1e-9);
  EXPECT_NEAR(static_cast<double>(read.figures[4].value), 365.25, 1e-9);
}

TEST(FiguresTest, LinksRanges) {
  const FigureText read = ReadFigures("from 5 to 10 and between 7 and 9", "en");
  ASSERT_EQ(read.figures.size(), 4U);
  EXPECT_EQ(read.figures[0].partner, 1U);
  EXPECT_EQ(read.figures[1].partner, Figure::kNoPartner);
  EXPECT_EQ(read.figures[2].partner, 3U);
}

TEST(FiguresTest, DigitsWithoutEnd) {
  const FigureText read = ReadFigures(std::string(1'000'000, '7') + " mg", "en");
  ASSERT_EQ(read.figures.size(), 1U);
  EXPECT_TRUE(std::isfinite(static_cast<double>(read.figures[0].written)));
  EXPECT_EQ(read.figures[0].long_digits.size(), 1'000'001U);
}

}  // namespace
}  // namespace gloss
