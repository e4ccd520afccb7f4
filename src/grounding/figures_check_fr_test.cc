#include "grounding/figures_check_cases.h"

namespace gloss {
namespace {

using F = FigureFault;

constexpr FigureCase kCases[] = {
    {"L'usine traite 5 000 litres.", "L'usine traite 5000 litres."},
    {"L'usine traite 50 000 litres.", "L'usine traite 5 000 litres.", F::kNumber},
    {"Trois personnes ont été blessées.", "Le feu a blessé 3 personnes."},
    {"Trois personnes ont été blessées.", "Quatre personnes ont été blessées.", F::kNumber},
    {"La ville a 97 écoles.", "La ville a quatre-vingt-dix-sept écoles."},
    {"La ville a 98 écoles.", "La ville a quatre-vingt-dix-sept écoles.", F::kNumber},
    {"La ville a 71 écoles.", "La ville a soixante et onze écoles."},
    {"La ville a 18 écoles.", "La ville a dix-huit écoles."},
    {"Il a coûté 200 000 euros.", "Il a coûté deux cent mille euros."},
    {"Il a coûté 31,5 millions d'euros.", "Il a coûté 31,5 M€, soit 31,5 millions d'euros."},
    {"Il a coûté 31,5 milliards d'euros.", "Il a coûté 31,5 millions d'euros.", F::kNumber},
    {"Il a coûté 31,5 millions de dollars.", "Il a coûté 31,5 millions d'euros.", F::kUnit},
    {"Il a coûté environ 400 millions d'euros.", "Il a coûté 412,6 millions d'euros."},
    {"Il a coûté 413 millions d'euros.", "Il a coûté 412,6 millions d'euros."},
    {"Ils ont pris 20 mg.", "Ils ont pris 0,02 g."},
    {"Ils ont pris 20 g.", "Ils ont pris 20 mg.", F::kUnit},
    {"La rivière fait 380 km.", "La rivière fait 380 kilomètres."},
    {"La rivière fait 380 m.", "La rivière fait 380 km.", F::kUnit},
    {"La moitié des électeurs a accepté.", "50 % des électeurs ont accepté."},
    {"Un tiers des électeurs a accepté.", "33 pour cent des électeurs ont accepté."},
    {"Un enfant sur quatre est malade.", "25 % des enfants sont malades."},
    {"Le taux a gagné 5 pour cent.", "Le taux a gagné 5 points de pourcentage.", F::kUnit},
    {"30 % ont guéri.", "40 % ont guéri.", F::kPercent},
    {"L'essai a duré 42 jours.", "L'essai a duré six semaines."},
    {"L'essai a duré cinq semaines.", "L'essai a duré six semaines.", F::kDuration},
    {"Il a duré 30 mois.", "Il a duré deux ans et demi."},
    {"Il a ouvert le 1er mai 2020.", "Il a ouvert le 01/05/2020."},
    {"Il a ouvert le 14 juillet 2026.", "Il a ouvert le 14 juin 2026.", F::kDate},
    {"Il a ouvert en 2025.", "Il a ouvert en 2026.", F::kDate},
    {"Il date des années 1990.", "Il date de 1994."},
    {"Il date du XIXe siècle.", "Il date de 1856."},
    {"Il a fermé à 17h30.", "Il a fermé à 17 h 30."},
    {"Moins de 50 personnes sont venues.", "45 personnes sont venues."},
    {"Moins de 50 personnes sont venues.", "55 personnes sont venues.", F::kNumber},
    {"Au moins 5 salles sont libres.", "7 salles sont libres."},
    {"Plus de 50 personnes sont venues.", "50 personnes sont venues.", F::kComparative},
    {"Au moins 50 personnes sont venues.", "Au plus 50 personnes sont venues.", F::kComparative},
    {"Le conseil a approuvé le garage.", "Le conseil n'a pas approuvé le garage.", F::kNegation},
    {"Le conseil n'a pas approuvé le garage.", "Le conseil a rejeté le garage."},
    {"Le conseil a approuvé le garage.", "Le conseil a rejeté le garage.", F::kNegation},
    {"Les prix ont augmenté en ville.", "Les prix ont baissé en ville.", F::kNegation},
    {"Les bateaux étaient autorisés sur la rivière.",
     "Les bateaux n'étaient jamais autorisés sur la rivière.", F::kNegation},
    {"Toutes les infirmières ont accepté le plan.", "Peu d'infirmières ont accepté le plan.",
     F::kQuantifier},
    {"Le sommet a eu lieu au Kenya.", "Le sommet a eu lieu au Ghana.", F::kName},
    {"Robert Lane a parlé au conseil.", "Suzanne Pré a parlé au conseil.", F::kName},
    {"L'OMS l'a approuvé.", "L'Organisation mondiale de la santé (OMS) l'a approuvé."},
    {"Seules les infirmières entrent dans la salle.", "Les infirmières entrent dans la salle.",
     F::kQuantifier},
};

TEST(FiguresCheckFrenchTest, Cases) {
  for (const FigureCase& check : kCases) ExpectCase(check, "fr");
}

}  // namespace
}  // namespace gloss
