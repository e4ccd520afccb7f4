"""The rules in five languages. Standard library only; the sentence cutter needs numpy's import as well."""

import random
import re
import unittest

from multilingual import rules

try:
    from multilingual import make_pairs
except ImportError:
    make_pairs = None


class Change(unittest.TestCase):
    def check(self, rule, language, text, *wanted):
        """The rule gives one of `wanted`; none: nothing."""
        got = {rules.CHANGES[rule](text, language, random.Random(seed)) for seed in range(8)}
        self.assertTrue(got <= (set(wanted) or {None}), f"{text} -> {got}")

    def test_negation_added(self):
        check = lambda *args: self.check("negation_added", *args)  # noqa: E731
        check("de", "Die Brücke wurde 1932 eröffnet.", "Die Brücke wurde 1932 nicht eröffnet.")
        check("de", "Der Hund darf am Strand laufen.", "Der Hund darf am Strand nicht laufen.")
        check("de", "Das Register darf von der Behörde geführt werden.",
              "Das Register darf von der Behörde nicht geführt werden.")  # fmt: skip
        check("es", "El puente es rojo.", "El puente no es rojo.")
        check("es", "El veto se ha levantado.", "El veto no se ha levantado.")
        check("fr", "Le pont est rouge.", "Le pont n'est pas rouge.")
        check("fr", "Les membres peuvent se retirer.", "Les membres ne peuvent pas se retirer.")
        check("fr", "La loi s'est durcie.", "La loi ne s'est pas durcie.")
        check("it", "Il ponte è rosso.", "Il ponte non è rosso.")
        check("en", "The bridge is red.", "The bridge is not red.")

    def test_a_negation_that_would_say_something_else_is_not_made(self):
        check = lambda *args: self.check("negation_added", *args)  # noqa: E731
        check("de", "Nur die Brücke wurde 1932 eröffnet.")
        check("de", "Die Brücke, die alle kennen, wurde eröffnet.")
        check("de", "Die Brücke wurde nicht eröffnet.")
        check("es", "El hombre que es rico paga.")
        check("fr", "Il y a un pont.")
        check("it", "Il ponte che è rosso piace.")
        check("fr", "Le pont est-il rouge ?")

    def test_negation_removed(self):
        check = lambda *args: self.check("negation_removed", *args)  # noqa: E731
        check("de", "Das Mittel war nicht wirksam.", "Das Mittel war wirksam.")
        check("de", "Das Mittel war nicht nur wirksam.")
        check("es", "El puente no es rojo.", "El puente es rojo.")
        check("fr", "Le pont n'est pas rouge.", "Le pont est rouge.")
        check("fr", "Le pont n'est plus rouge.")
        check("it", "Il ponte non è rosso.", "Il ponte è rosso.")
        check("it", "Il ponte non è ancora rosso.")

    def test_numbers_change_and_keep_their_form(self):
        for language, text in (("de", "Es kostet 12.500 Euro."), ("fr", "Il y a 12 500 habitants."),
                               ("es", "Cuesta 58,3 euros."), ("it", "Sono 45 casi.")):  # fmt: skip
            for seed in range(20):
                changed = rules.number(text, language, random.Random(seed))
                self.assertNotEqual(changed, text)
                self.assertEqual(re.sub(r"\d+", "#", changed), re.sub(r"\d+", "#", text))

    def test_labels_and_bounds_are_left_alone(self):
        for language, text in (("de", "Nach § 433 gilt das."), ("de", "Es waren mindestens 40 Fälle."),
                               ("es", "El artículo 14 rige."), ("fr", "L'article 1240 dispose."),
                               ("it", "Almeno 40 casi."), ("en", "More than 40 cases.")):  # fmt: skip
            self.check("number", language, text)

    def test_months(self):
        got = {rules.month("Am 3. Mai 1999 war Wahl.", "de", random.Random(s)) for s in range(20)}
        self.assertNotIn("Am 3. Mai 1999 war Wahl.", got)
        self.check("month", "en", "It may rain.")
        self.assertIn("AGOSTO", {rules.month("IL 7 LUGLIO 2012", "it", random.Random(s)).split()[2] for s in range(40)})

    def test_opposites(self):
        self.check("opposite", "de", "Der Preis stieg.", "Der Preis sank.")
        self.check("opposite", "es", "El precio aumentó.", "El precio disminuyó.")
        self.check("opposite", "fr", "Le tabac est interdit.", "Le tabac est autorisé.")
        self.check("opposite", "it", "Il valore massimo.", "Il valore minimo.")
        self.check("opposite", "de", "Der Preis stieg nicht.")


@unittest.skipIf(make_pairs is None, "numpy is not installed")
class Sentences(unittest.TestCase):
    def test_abbreviations_and_dates_do_not_end_a_sentence(self):
        text = "Nach Art. 5 Abs. 2 gilt das Gesetz am 3. Mai 1999 weiter. Die zweite Regel gilt hier ebenso nicht."
        self.assertEqual(len(make_pairs.sentences(text)), 2)

    def test_lines_that_go_on_are_joined_and_fragments_left_out(self):
        text = ("Die Voraussetzungen für eine Befreiung liegen dann vor, wenn die\nAntragsteller sie erfüllen.\n\n"
                "Überschrift\n- ein Punkt der Liste mit vielen Worten hier.\n")  # fmt: skip
        self.assertEqual(len(make_pairs.sentences(text)), 1)


if __name__ == "__main__":
    unittest.main()
