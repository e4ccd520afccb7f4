#include "grounding/figures_check_cases.h"

namespace gloss {
namespace {

using F = FigureFault;

constexpr FigureCase kCases[] = {
    {"L'impianto tratta 5.000 litri.", "L'impianto tratta 5000 litri."},
    {"L'impianto tratta 50.000 litri.", "L'impianto tratta 5.000 litri.", F::kNumber},
    {"Tre persone sono state ferite.", "Il fuoco ha ferito 3 persone."},
    {"Tre persone sono state ferite.", "Quattro persone sono state ferite.", F::kNumber},
    {"La città ha 31 scuole.", "La città ha trentuno scuole."},
    {"La città ha 32 scuole.", "La città ha trentuno scuole.", F::kNumber},
    {"È costato 250.000 euro.", "È costato duecentocinquantamila euro."},
    {"È costato 31,5 mln di euro.", "È costato 31,5 milioni di euro."},
    {"È costato 31,5 miliardi di euro.", "È costato 31,5 milioni di euro.", F::kNumber},
    {"È costato 31,5 milioni di dollari.", "È costato 31,5 milioni di euro.", F::kUnit},
    {"È costato circa 400 milioni di euro.", "È costato 412,6 milioni di euro."},
    {"È costato 413 milioni di euro.", "È costato 412,6 milioni di euro."},
    {"Ha venduto mezzo milione di libri.", "Ha venduto 500.000 libri."},
    {"Hanno preso 20 mg.", "Hanno preso 0,02 g."},
    {"Hanno preso 20 g.", "Hanno preso 20 mg.", F::kUnit},
    {"Il fiume è lungo 380 km.", "Il fiume è lungo 380 chilometri."},
    {"Il fiume è lungo 380 m.", "Il fiume è lungo 380 km.", F::kUnit},
    {"La metà degli elettori ha accettato.", "Il 50% degli elettori ha accettato."},
    {"Un terzo degli elettori ha accettato.", "Il 33 per cento degli elettori ha accettato."},
    {"Un bambino su quattro è malato.", "Il 25 per cento dei bambini è malato."},
    {"Il tasso è salito del 5 per cento.", "Il tasso è salito di 5 punti percentuali.", F::kUnit},
    {"Il 30% è guarito.", "Il 40% è guarito.", F::kPercent},
    {"Lo studio è durato 42 giorni.", "Lo studio è durato sei settimane."},
    {"Lo studio è durato cinque settimane.", "Lo studio è durato sei settimane.", F::kDuration},
    {"È durato 30 mesi.", "È durato due anni e mezzo."},
    {"Ha aperto il primo maggio 2020.", "Ha aperto il 1 maggio 2020."},
    {"Ha aperto il 14 luglio 2026.", "Ha aperto il 14 giugno 2026.", F::kDate},
    {"Ha aperto nel 2025.", "Ha aperto nel 2026.", F::kDate},
    {"Risale agli anni '90.", "Risale al 1994."},
    {"Risale al XIX secolo.", "Risale al 1856."},
    {"Meno di 50 persone sono venute.", "45 persone sono venute."},
    {"Meno di 50 persone sono venute.", "55 persone sono venute.", F::kNumber},
    {"Almeno 5 sale sono libere.", "7 sale sono libere."},
    {"Più di 50 persone sono venute.", "50 persone sono venute.", F::kComparative},
    {"Almeno 50 persone sono venute.", "Al massimo 50 persone sono venute.", F::kComparative},
    {"Il consiglio ha approvato il garage.", "Il consiglio non ha approvato il garage.",
     F::kNegation},
    {"Il consiglio non ha approvato il garage.", "Il consiglio ha respinto il garage."},
    {"Il consiglio ha approvato il garage.", "Il consiglio ha respinto il garage.", F::kNegation},
    {"I prezzi sono aumentati in città.", "I prezzi sono diminuiti in città.", F::kNegation},
    {"Le barche erano ammesse sul fiume.", "Le barche non erano mai ammesse sul fiume.",
     F::kNegation},
    {"Tutte le infermiere hanno accettato il piano.", "Poche infermiere hanno accettato il piano.",
     F::kQuantifier},
    {"Il vertice si è tenuto in Kenya.", "Il vertice si è tenuto in Ghana.", F::kName},
    {"Roberto Lana ha parlato in consiglio.", "Susanna Prati ha parlato in consiglio.", F::kName},
    {"Il sindaco ha parlato.", "Ha parlato il sindaco."},
    {"Solo le infermiere entrano nella sala.", "Le infermiere entrano nella sala.", F::kQuantifier},
};

TEST(FiguresCheckItalianTest, Cases) {
  for (const FigureCase& check : kCases) ExpectCase(check, "it");
}

}  // namespace
}  // namespace gloss
