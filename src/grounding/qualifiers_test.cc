#include "grounding/qualifiers.h"

#include <gtest/gtest.h>

#include <string>

#include "grounding/claim_guard.h"

namespace gloss {
namespace {

struct Example {
  std::string_view language;
  std::string_view sentence;
  std::string_view claim;
  std::string_view objection;  ///< Empty: none.
};

class Qualifiers : public testing::TestWithParam<Example> {};

TEST_P(Qualifiers, AreKept) {
  const Example& example = GetParam();
  const SentenceWords sentence(example.sentence, "", example.language);
  EXPECT_EQ(ObjectionTo(example.claim, sentence).value_or(""), example.objection)
      << example.sentence << " / " << example.claim;
}

INSTANTIATE_TEST_SUITE_P(
    English, Qualifiers,
    testing::Values(
        Example{"en", "The bank (Ohio) filed a report and sold its shares.",
                "The bank filed a report.", "qualifier_lost"},
        Example{"en", "The bank (Ohio) filed a report and sold its shares.",
                "The bank (Ohio) filed a report.", ""},
        Example{"en", "The driver (v2) fixes the crash and the leak.",
                "The driver fixes the crash.", "qualifier_lost"},
        Example{"en", "The World Health Organization (WHO) issued a report and a plan.",
                "The World Health Organization issued a report.", ""},
        Example{"en", "Only adults may enter the hall and use the lift.",
                "Adults may enter the hall.", "restriction_lost"},
        Example{"en", "The drug works only in adults and costs little.",
                "The drug works in adults.", "restriction_lost"},
        Example{"en", "The fee is at most 12 euros and is due in May.", "The fee is 12 euros.",
                "bound_lost"},
        Example{"en", "The fee is at most 12 euros and is due in May.",
                "The fee is at most 12 euros.", ""},
        Example{"en", "More than 40 people died and 12 were hurt.", "40 people died.",
                "bound_lost"},
        Example{"en", "In 2019, the firm opened an office and sold its fleet.",
                "The firm opened an office.", "time_lost"},
        Example{"en", "In 2019, the firm opened an office and sold its fleet.",
                "The firm opened an office in 2019.", ""},
        Example{"en", "According to Moe, the bridge is unsafe and old.", "The bridge is unsafe.",
                "attribution_lost"},
        Example{"en", "The bridge is unsafe and old, said the mayor.", "The bridge is unsafe.",
                "attribution_lost"},
        Example{"en", "The bridge is unsafe and old, said the mayor.",
                "The mayor said the bridge is unsafe.", ""},
        Example{"en", "The judge said that the evidence was weak and that the witness had lied.",
                "The witness had lied.", "attribution_lost"},
        Example{"en", "Employees are entitled to leave and to pay.",
                "Employees may be entitled to leave.", "hedge_added"},
        Example{"en", "The drug may lower the risk of death.", "The drug lowers the risk of death.",
                "hedge_lost"},
        Example{"en", "The drug does not lower the risk.", "The drug lowers the risk.",
                "negation_lost"},
        Example{"en", "If the tenant pays late, the bank charges a fee.", "The bank charges a fee.",
                "condition_lost"}));

INSTANTIATE_TEST_SUITE_P(
    German, Qualifiers,
    testing::Values(Example{"de", "Nur Erwachsene dürfen die Halle betreten.",
                            "Erwachsene dürfen die Halle betreten.", "restriction_lost"},
                    Example{"de", "Die Gebühr beträgt höchstens 12 Euro im Monat.",
                            "Die Gebühr beträgt 12 Euro im Monat.", "bound_lost"},
                    Example{"de", "Laut Moe ist die Brücke unsicher.", "Die Brücke ist unsicher.",
                            "attribution_lost"},
                    Example{"de", "Im Jahr 2019, nach langer Pause, öffnete das Büro.",
                            "Das Büro öffnete.", "time_lost"},
                    Example{"de", "Das Mittel senkt das Fieber nicht.",
                            "Das Mittel senkt das Fieber nicht.", ""},
                    Example{"de", "Die Bank erhebt eine Gebühr, sofern der Mieter zu spät zahlt.",
                            "Die Bank erhebt eine Gebühr.", "condition_lost"}));

INSTANTIATE_TEST_SUITE_P(
    Romance, Qualifiers,
    testing::Values(Example{"es", "Solamente los adultos pueden entrar en la sala.",
                            "Los adultos pueden entrar en la sala.", "restriction_lost"},
                    Example{"es", "La cuota es de más de 12 euros al mes.",
                            "La cuota es de 12 euros al mes.", "bound_lost"},
                    Example{"es", "Según Moe, el puente es inseguro.", "El puente es inseguro.",
                            "attribution_lost"},
                    Example{"fr", "La taxe est de moins de 12 euros par mois.",
                            "La taxe est de 12 euros par mois.", "bound_lost"},
                    Example{"fr", "Selon Moe, le pont est dangereux.", "Le pont est dangereux.",
                            "attribution_lost"},
                    Example{"fr", "En 2019, la société a ouvert un bureau et vendu sa flotte.",
                            "La société a ouvert un bureau.", "time_lost"},
                    Example{"it", "Secondo Moe, il ponte è pericoloso.", "Il ponte è pericoloso.",
                            "attribution_lost"},
                    Example{"it", "La banca chiede una tassa se il cliente paga in ritardo.",
                            "La banca chiede una tassa.", "condition_lost"},
                    Example{"it", "La tassa è di circa 12 euro al mese.",
                            "La tassa è di 12 euro al mese.", "bound_lost"}));

TEST(Qualifiers, ABracketedNameThatNoClaimHoldsLeavesTheSentenceUncovered) {
  const SentenceWords sentence("The bank (Ohio) filed a long and detailed report in May.", "",
                               "en");
  const ClaimCoverage coverage =
      CoverageOf({"The bank filed a long and detailed report in May."}, sentence);
  EXPECT_FALSE(coverage.names_kept);
  EXPECT_FALSE(coverage.Sufficient(0.5));
}

}  // namespace
}  // namespace gloss
