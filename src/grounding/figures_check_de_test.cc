#include "grounding/figures_check_cases.h"

namespace gloss {
namespace {

using F = FigureFault;

constexpr FigureCase kCases[] = {
    {"Das Werk reinigt 5.000 Liter.", "Das Werk reinigt 5000 Liter."},
    {"Das Werk reinigt 50.000 Liter.", "Das Werk reinigt 5.000 Liter.", F::kNumber},
    {"Drei Menschen wurden verletzt.", "Bei dem Brand wurden 3 Menschen verletzt."},
    {"Drei Menschen wurden verletzt.", "Vier Menschen wurden verletzt.", F::kNumber},
    {"Die Stadt hat 21 Schulen.", "Die Stadt hat einundzwanzig Schulen."},
    {"Die Stadt hat 22 Schulen.", "Die Stadt hat einundzwanzig Schulen.", F::kNumber},
    {"Es kostete 250.000 Euro.", "Es kostete zweihundertfünfzigtausend Euro."},
    {"Es kostete 31,5 Mio. Euro.", "Es kostete 31,5 Millionen Euro."},
    {"Es kostete 31,5 Milliarden Euro.", "Es kostete 31,5 Millionen Euro.", F::kNumber},
    {"Es kostete 31,5 Millionen Dollar.", "Es kostete 31,5 Millionen Euro.", F::kUnit},
    {"Es kostete rund 400 Millionen Euro.", "Es kostete 412,6 Millionen Euro."},
    {"Es kostete 413 Millionen Euro.", "Es kostete 412,6 Millionen Euro."},
    {"Eine halbe Million Bücher wurde verkauft.", "500.000 Bücher wurden verkauft."},
    {"Die Abstimmung endete 2 zu 7.", "Die Abstimmung endete 7 zu 3.", F::kNumber},
    {"Patienten nahmen 20 mg.", "Patienten nahmen 0,02 g."},
    {"Patienten nahmen 20 g.", "Patienten nahmen 20 mg.", F::kUnit},
    {"Der Fluss ist 380 km lang.", "Der Fluss ist 380 Kilometer lang."},
    {"Der Fluss ist 380 m lang.", "Der Fluss ist 380 km lang.", F::kUnit},
    {"Die Hälfte der Wähler stimmte zu.", "50 Prozent der Wähler stimmten zu."},
    {"Ein Drittel der Wähler stimmte zu.", "33 Prozent der Wähler stimmten zu."},
    {"Die Quote stieg um 5 Prozent.", "Die Quote stieg um 5 Prozentpunkte.", F::kUnit},
    {"30 Prozent sind gesund.", "40 Prozent sind gesund.", F::kPercent},
    {"Die Studie dauerte 42 Tage.", "Die Studie dauerte sechs Wochen."},
    {"Die Studie dauerte fünf Wochen.", "Die Studie dauerte sechs Wochen.", F::kDuration},
    {"Die Studie dauerte 18 Monate.", "Die Studie dauerte anderthalb Jahre."},
    {"Es öffnete am 14. Juni 2026.", "Es öffnete am 14.06.2026."},
    {"Es öffnete am 14. Juli 2026.", "Es öffnete am 14. Juni 2026.", F::kDate},
    {"Es öffnete im Jahr 2025.", "Es öffnete im Jahr 2026.", F::kDate},
    {"Es entstand in den 1990er Jahren.", "Es entstand 1994."},
    {"Es entstand im 19. Jahrhundert.", "Es entstand 1856."},
    {"Es schloss um 17:00 Uhr.", "Es schloss um 17 Uhr."},
    {"Weniger als 50 Gäste kamen.", "45 Gäste kamen."},
    {"Weniger als 50 Gäste kamen.", "55 Gäste kamen.", F::kNumber},
    {"Mindestens 5 Zimmer sind frei.", "7 Zimmer sind frei."},
    {"Mehr als 50 Gäste kamen.", "50 Gäste kamen.", F::kComparative},
    {"Höchstens 50 Gäste kamen.", "Mindestens 50 Gäste kamen.", F::kComparative},
    {"Der Rat genehmigte die Garage.", "Der Rat genehmigte die Garage nicht.", F::kNegation},
    {"Der Rat hat die Garage nicht genehmigt.", "Der Rat hat die Garage genehmigt.", F::kNegation},
    {"Der Rat hat die Garage nicht genehmigt.", "Der Rat hat die Garage abgelehnt."},
    {"Das Mittel heilt nicht nur, es schützt auch.", "Das Mittel heilt und schützt."},
    {"Die Preise sind in der Stadt gestiegen.", "Die Preise sind in der Stadt gesunken.",
     F::kNegation},
    {"Es gab keine Schäden an der Brücke.", "Es gab Schäden an der Brücke.", F::kNegation},
    {"Alle Pfleger stimmten dem Plan zu.", "Wenige Pfleger stimmten dem Plan zu.", F::kQuantifier},
    {"Die Studie begann in Kenia.", "Die Studie begann in Norwegen.", F::kName},
    {"Susanne Feld sprach im Rat.", "Robert Lang sprach im Rat.", F::kName},
    {"Siemens kaufte Alstom.", "Alstom kaufte Siemens.", F::kName},
    {"Die Wirtschaft Frankreichs wächst.", "In Frankreich wächst die Wirtschaft."},
    {"Die Ärzte empfehlen Ruhe.", "Die Mediziner empfehlen Ruhe."},
    {"Nur Pfleger dürfen die Station betreten.", "Pfleger dürfen die Station betreten.",
     F::kQuantifier},
};

TEST(FiguresCheckGermanTest, Cases) {
  for (const FigureCase& check : kCases) ExpectCase(check, "de");
}

}  // namespace
}  // namespace gloss
