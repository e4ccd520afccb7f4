"""The rules that make training pairs: what they change, what they must leave alone. Standard library only.

    python3 -m unittest discover -s training/tests -t training
"""

import random
import unittest

from entailment.rules import entails, entities, lexicon, negation, neutrals, numbers, roles, templates, words


def outcomes(rule, text, *extra, tries=60):
    """Everything a rule makes of a text under different seeds."""
    return {rule(text, random.Random(seed), *extra) for seed in range(tries)}


class RuleCase(unittest.TestCase):
    def always(self, rule, text, expected, *extra):
        self.assertEqual(outcomes(rule, text, *extra), {expected})

    def never(self, rule, text, *extra):
        self.assertEqual(outcomes(rule, text, *extra), {None})


class NumberRules(RuleCase):
    def test_a_count_changes_and_nothing_else(self):
        for out in outcomes(numbers.number_changed, "The trial enrolled 240 women."):
            self.assertRegex(out, r"^The trial enrolled \d+ women\.$")
            self.assertNotIn(" 240 ", out)

    def test_bounds_are_left_alone(self):
        for text in (
            "At least 5 patients died.",
            "More than 40 people came.",
            "It affected up to 30 families.",
            "The difference was significant (P < 0.05).",
        ):
            self.never(numbers.number_changed, text)

    def test_numbers_that_are_names_are_left_alone(self):
        for text in (
            "COVID-19 spread quickly.",
            "See Fig. 2 and Table 3 for details.",
            "Patients had type 2 diabetes.",
            "IL-6 was measured [12].",
            "It lasted from 2004-05 on.",
        ):
            self.never(numbers.number_changed, text)

    def test_large_percentages_do_not_pass_a_hundred(self):
        for out in outcomes(numbers.number_changed, "The response rate was 88%."):
            value = float(out.split()[-1].rstrip("%."))
            self.assertLess(value, 88)

    def test_a_date_keeps_a_possible_day(self):
        for out in outcomes(numbers.number_changed, "He died on March 5, but nobody knew."):
            self.assertIn(int(out.split("March ")[1].split(",")[0]), range(1, 29))

    def test_thousands_keep_their_comma(self):
        for out in outcomes(numbers.number_changed, "It has 12,500 seats."):
            self.assertRegex(out, r"^It has \d{1,3}(,\d{3})? seats\.$")

    def test_word_numbers_units_and_scales(self):
        for out in outcomes(numbers.number_word_changed, "She wrote three novels."):
            self.assertNotIn("three", out)
        self.never(numbers.number_word_changed, "One of us left.")
        self.assertLessEqual(
            outcomes(numbers.unit_changed, "It took 3 weeks."),
            {"It took 3 months.", "It took 3 days.", "It took 3 years."},
        )
        self.never(numbers.unit_changed, "It took at least 3 weeks.")
        self.never(numbers.scale_changed, "It cost more than 3 million dollars.")
        self.assertNotIn("It cost 3 million dollars.", outcomes(numbers.scale_changed, "It cost 3 million dollars."))

    def test_numbers_change_places_only_between_different_nouns(self):
        self.always(
            numbers.numbers_exchanged,
            "There were 12 men in the first group and 30 women in the second.",
            "There were 30 men in the first group and 12 women in the second.",
        )
        self.never(numbers.numbers_exchanged, "They won 12 out of 30 games.")
        self.never(numbers.numbers_exchanged, "Between 12 and 30 people came.")

    def test_number_of_another_noun_comes_from_the_sentence(self):
        sentence = "The survey covered 410 nurses and 95 doctors."
        out = {
            numbers.number_of_another_noun("The survey covered 410 nurses.", sentence, random.Random(s)) for s in range(9)
        }
        self.assertEqual(out, {"The survey covered 95 nurses."})
        self.assertIsNone(numbers.number_of_another_noun("Born in 1950.", "Born in 1950 with 12 toes.", random.Random(1)))

    def test_rewriting_keeps_the_value(self):
        self.always(numbers.number_rewritten, "They had 3 dogs.", "They had three dogs.")
        self.always(numbers.number_rewritten, "They had three dogs.", "They had 3 dogs.")
        self.never(numbers.number_rewritten, "See Fig. 2.")

    def test_dates_and_ordinals(self):
        self.assertNotIn("He came in May 1990.", outcomes(numbers.date_changed, "He came in May 1990."))
        self.never(numbers.date_changed, "May I come in?")
        for out in outcomes(numbers.ordinal_changed, "It was the second race."):
            self.assertRegex(out, r"^It was the (?!second)\w+ race\.$")


class NegationRules(RuleCase):
    def test_added_after_the_auxiliary(self):
        self.always(negation.negation_added, "The drug was effective.", "The drug was not effective.")
        self.always(negation.negation_added, "The drug can cause nausea.", "The drug cannot cause nausea.")
        self.always(negation.negation_added, "It has been shown twice.", "It has not been shown twice.")

    def test_added_with_do(self):
        self.always(negation.negation_added, "The team won the cup.", "The team did not win the cup.")
        self.always(negation.negation_added, "The plan requires approval.", "The plan does not require approval.")

    def test_not_added_where_it_would_not_negate_the_statement(self):
        for text in (
            "The drug was not effective.",
            "If it was late, he stayed.",
            "The man who was late apologised.",
            "It was only a joke.",
        ):
            self.never(negation.negation_added, text)

    def test_removed(self):
        self.always(negation.negation_removed, "The drug was not effective.", "The drug was effective.")
        self.always(negation.negation_removed, "He did not win the cup.", "He won the cup.")
        self.always(negation.negation_removed, "It does not contain sugar.", "It contains sugar.")
        self.always(
            negation.negation_removed,
            "There was no significant difference between groups.",
            "There was a significant difference between groups.",
        )

    def test_not_removed_where_more_hangs_on_it(self):
        for text in (
            "It is not only cheap, it works.",
            "Not all of them came.",
            "He did not leave until noon.",
            "It was not red but blue.",
        ):
            self.never(negation.negation_removed, text)


class WordRules(RuleCase):
    def test_antonyms_and_their_article(self):
        self.assertLessEqual(
            outcomes(words.antonym, "Mortality increased in winter."),
            {"Mortality decreased in winter.", "Mortality reduced in winter."},
        )
        self.always(words.antonym, "It is an effective drug.", "It is an ineffective drug.")
        self.always(words.antonym, "It was a positive sign.", "It was a negative sign.")

    def test_antonyms_leave_names_pairs_and_negations(self):
        for text in (
            "He lives in North Carolina.",
            "Both direct and indirect costs rose to fame.",
            "It was not effective.",
            "She finished high school.",
        ):
            self.assertNotIn("indirect and", str(outcomes(words.antonym, text)))
            self.never(words.antonym, text)

    def test_quantifiers(self):
        self.assertEqual(
            outcomes(words.quantifier, "All patients recovered."), {"No patients recovered.", "Only some patients recovered."}
        )
        self.always(words.quantifier_weakened, "All patients recovered.", "Some patients recovered.")
        self.assertEqual(
            outcomes(words.quantifier_strengthened, "Some patients recovered."),
            {"All patients recovered.", "Most patients recovered."},
        )
        self.never(words.quantifier, "Not all patients recovered.")

    def test_before_and_after(self):
        self.always(words.before_after, "He left after the war.", "He left before the war.")
        self.never(words.before_after, "He was named after his uncle.")
        self.never(words.before_after, "It had never been seen before.")

    def test_stronger_than_said(self):
        self.always(words.modality_strengthened, "The drug may cause nausea.", "The drug causes nausea.")
        self.always(words.modality_strengthened, "Drugs may cause nausea.", "Drugs cause nausea.")
        self.never(words.modality_strengthened, "It may not work.")
        self.always(
            words.association_to_cause, "Smoking is associated with cancer.", "Smoking causes cancer."
        )
        self.never(words.association_to_cause, "He was associated with the Tate Gallery.")

    def test_synonyms_keep_names(self):
        self.assertIn("He died in 1990, approximately.", outcomes(words.synonym, "He passed away in 1990, approximately."))
        self.never(words.synonym, "Children of Men")


class EntityRules(RuleCase):
    def test_names_are_found_without_sentence_starts_and_months(self):
        found = [m.group() for m in entities.names("In May the president met Angela Merkel in Berlin.")]
        self.assertEqual(found, ["Angela Merkel", "Berlin"])

    def test_a_name_is_replaced_by_one_of_its_kind(self):
        table = entities.collect(["He was born in Oslo.", "She lives in Lima.", "They played for Ajax."])
        self.assertLessEqual(
            outcomes(entities.name_replaced, "He was born in Rome.", table),
            {"He was born in Oslo.", "He was born in Lima.", None},
        )
        self.never(entities.name_replaced, "He sold it in Dr. Miller's shop.", table)

    def test_names_around_an_asymmetric_verb_change_places(self):
        self.always(entities.names_exchanged, "Anna Bell defeated Rosa Kahn.", "Rosa Kahn defeated Anna Bell.")
        self.never(entities.names_exchanged, "Anna Bell met Rosa Kahn.")

    def test_the_subject_becomes_somebody_else(self):
        self.always(entities.subject_replaced, "Anna Bell was born in Rome.", "Rosa Kahn was born in Rome.", ["Rosa Kahn"])
        self.never(entities.subject_replaced, "Palm Lake was a town.", ["Rosa Kahn"])


class RoleRules(RuleCase):
    def test_voice(self):
        self.always(roles.voice_changed, "The army defeated the rebels.", "The rebels were defeated by the army.")
        self.always(roles.voice_changed, "The song was written by Paul Simon.", "Paul Simon wrote the song.")
        self.never(roles.voice_changed, "He was defeated by them.")

    def test_exchange_never_equals_the_change_of_voice(self):
        text = "The army defeated the rebels."
        out = outcomes(roles.roles_exchanged, text)
        self.assertEqual(out, {"The rebels defeated the army.", "The army was defeated by the rebels."})

    def test_comparisons(self):
        text = "The first bridge is longer than the second bridge."
        self.always(roles.comparison_turned, text, "The second bridge is shorter than the first bridge.")
        self.always(roles.comparison_exchanged, text, "The second bridge is longer than the first bridge.")
        self.always(
            roles.groups_exchanged,
            "The risk was higher in women than in men.",
            "The risk was higher in men than in women.",
        )


class NeutralAndEntailedRules(RuleCase):
    def test_details_are_added_at_the_end_of_past_statements(self):
        out = outcomes(neutrals.detail_added, "The council approved the plan.", ["with his brother"])
        self.assertTrue(all(o is None or o.startswith("The council approved the plan ") for o in out))
        self.never(neutrals.detail_added, "The plan is good", ["with his brother"])

    def test_far_enough_counts_shared_words(self):
        self.assertTrue(neutrals.far_enough("The weather was cold.", "Aspirin reduced pain in patients."))
        self.assertFalse(neutrals.far_enough("Aspirin reduced pain in patients.", "Aspirin reduces the pain of patients."))

    def test_openers_and_labels_are_dropped(self):
        self.always(
            entails.opener_dropped,
            "CONCLUSIONS: We found that the drug reduces pain.",
            "The drug reduces pain.",
        )
        self.never(entails.opener_dropped, "The drug reduces pain in adults.")

    def test_clauses(self):
        text = "The drug reduced pain in adults, but it had no effect in the children."
        self.always(entails.clause, text, "The drug reduced pain in adults.")
        self.never(entails.clause, "If the drug reduced pain in adults, and it was safe, we would use it.")

    def test_brackets(self):
        self.always(entails.brackets_dropped, "Most patients (58%) recovered at home.", "Most patients recovered at home.")


class Templates(unittest.TestCase):
    def test_every_family_gives_labelled_statements(self):
        rng = random.Random(4)
        for name, (family, _) in templates.FAMILIES.items():
            for _ in range(200):
                premise, answers = family(rng)
                self.assertRegex(premise, r"^\S.*\.$", name)
                for hypothesis, label in answers:
                    self.assertRegex(hypothesis, r"^\S.*\.$", name)
                    self.assertIn(label, ("entail", "neutral", "contradict"))
                    self.assertNotEqual((hypothesis, label), (premise, "contradict"), name)

    def test_no_family_gives_one_pair_two_labels(self):
        seen = {}
        for _, premise, hypothesis, label in templates.generate(random.Random(5), 400):
            self.assertEqual(seen.setdefault((premise, hypothesis), label), label, (premise, hypothesis))


class Lexicon(unittest.TestCase):
    def test_antonyms_go_both_ways(self):
        for word, opposites in lexicon.ANTONYMS.items():
            for other in opposites:
                self.assertIn(word, lexicon.ANTONYMS[other])

    def test_third_person(self):
        self.assertEqual([lexicon.third_person(w) for w in ("carry", "play", "reach", "go")], ["carries", "plays", "reaches", "goes"])


if __name__ == "__main__":
    unittest.main()
