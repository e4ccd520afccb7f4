import contextlib
import io
import json
import pathlib
import tempfile
import unittest

import numpy as np

from . import support
import run as program
from harness import data, table, tables
from harness.tables import contradictory, entailment, grounding, perturbed, sentences
from harness.tools import ToolFailed, Tools


class WithEverything(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        root = pathlib.Path(cls.folder.name)
        cls.build, cls.data = support.build_folder(root / "build"), support.data_folder(root / "data")
        cls.root = root

    def run_table(self, name, *arguments, out="out"):
        text, complaints = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(text), contextlib.redirect_stderr(complaints):
            code = program.main([name, "--data", str(self.data), "--build", str(self.build), "--models", "m", "--out",
                                 str(self.root / out), *arguments])
        self.assertEqual(code, 0, complaints.getvalue())
        return self.root / out, text.getvalue()

    def result(self, name, *arguments, out="out", split="dev"):
        folder, _ = self.run_table(name, *arguments, out=out)
        return json.loads((folder / f"{name}.{split}.json").read_text())

    def cells(self, result, set_name, method, threshold=None):
        row, = [r for r in result["rows"] if r["set"] == set_name and r["method"] == method and
                threshold in (None, r["cells"].get("threshold"))]
        return row["cells"]


class Tables(WithEverything):
    def test_evidence_has_known_figures(self):
        result = self.result("evidence", "--sets", "check_covid.dev", "--methods", "cascade")
        cells = self.cells(result, "check_covid.dev", "default, whole sentences")
        self.assertEqual((cells["support_f1"]["value"], cells["against_f1"]["value"]), (1.0, 1.0))
        cells = self.cells(result, "check_covid.dev", "embedding only", "fixed")
        # The claim's own sentence and the one that denies the other claim share most words with their claims.
        self.assertEqual((cells["support_r"]["value"], cells["support_p"]["value"]), (1.0, 0.5))
        self.assertEqual(self.cells(result, "check_covid.dev", "entailment, whole sentences", "fixed")["support_f1"]["value"], 1.0)
        kinds = {plot["kind"] for plot in result["plots"]}
        self.assertEqual(kinds, {"precision_recall", "reliability"})
        self.assertTrue(any(r["set"] == "check_covid.dev" and r["cells"]["threshold"] == "tuned" for r in result["rows"]))

    def test_every_table_runs_again_to_the_same_numbers(self):
        for out in ("first", "second"):
            self.run_table("all", out=out)
        for name in tables.ALL:
            first, second = [json.loads((self.root / out / f"{name}.dev.json").read_text()) for out in ("first", "second")]
            self.assertTrue(first["rows"], name)
            for result in (first, second):
                timing = result.pop("timing")
                self.assertIn("load_average", timing)
                result["card"].pop("command")
            self.assertEqual(first, second, name)
        page = (self.root / "first" / "index.html").read_text()
        self.assertEqual(page.count("<section"), len(tables.ALL))
        self.assertGreaterEqual(page.count("<svg"), 6)

    def test_claims_are_held_against_those_of_people(self):
        result = self.result("claims", "--methods", "none,m,m@1")
        whole, split, alone = [self.cells(result, "factscore.dev", method) for method in ("none", "m", "m@1")]
        # "Rome and wrote" is split after the first word as the subject: "Aldbury wrote 12 plays." is what Ash wrote.
        self.assertEqual((split["recall"]["value"], split["numbers"]["value"], split["claims"]["value"]), (1.0, 1.0, 1.5))
        self.assertEqual((whole["claims"]["value"], whole["whole"]["value"]), (1.0, 1.0))
        self.assertEqual(split["whole"]["value"], 0.5)
        # Of the model alone: three lines of a sentence that it split, one of them made up, none of the other.
        self.assertEqual(alone["claims"]["value"], 1.5)
        self.assertAlmostEqual(alone["precision"]["value"], split["precision"]["value"] - 1 / 3, places=2)
        self.assertAlmostEqual(alone["pronouns"]["value"], 1 / 3, places=3)
        self.assertLess(alone["recall"]["value"], 1)
        self.assertEqual(result["timing"]["factscore.dev: m"]["cpu_seconds_a_response"], 0.5)

    def test_absent_sets_are_named_and_left_out(self):
        result = self.result("entailment")
        left_out = {entry["what"] for entry in result["skipped"]}
        self.assertIn("xnli.dev", left_out)
        self.assertNotIn("lingnli.dev", left_out)
        self.assertEqual(self.cells(result, "lingnli.dev", "entailment model")["accuracy"]["value"], 1.0)

    def test_the_test_split_takes_its_thresholds_from_dev(self):
        result = self.result("entailment", "--split", "test", "--claims", "0", split="test")
        self.assertEqual(self.cells(result, "snli.test", "entailment model")["tuned"]["value"], 1.0)
        self.assertIn("breaking_nli.test: towns", [row["set"] for row in result["rows"]])
        result = self.result("evidence", "--split", "test", "--methods", "cascade", split="test")
        self.assertEqual(self.cells(result, "wice.test", "cosine + entailment", "tuned")["support_f1"]["value"], 1.0)
        result = self.result("grounding", "--split", "test", split="test")
        self.assertEqual({r["set"] for r in result["rows"]} & {"begin.test", "summedits.test"}, {"begin.test"})

    def test_a_test_set_without_its_dev_data_says_so(self):
        context = table.Context(data.Data(self.data), Tools(self.build, ["m"], 1), split="test", sets=["breaking_nli.test"])
        with contextlib.redirect_stderr(io.StringIO()):
            result = entailment.run(context).result()
        self.assertIn("cross-fitted", result["skipped"][0]["why"])

    def test_tau_sweep(self):
        result = self.result("tau", "--sets", "check_covid.dev,wice.dev", "--methods", "etracer")
        plot = result["plots"][0]
        self.assertEqual([p[0] for p in plot["lines"][0]["points"]], [0, 0.25, 0.5, 0.75, 1])
        labelled = [self.cells(result, "check_covid.dev", f"etracer, τ = {tau:g}")["labelled"]["value"] for tau in (0, 0.5, 1)]
        self.assertEqual(labelled, sorted(labelled, reverse=True))

    def test_reference_free_means_leave_out_what_has_no_figure(self):
        cells = self.cells(self.result("reference_free", "--methods", "cascade"), "pubmedqa", "default, whole sentences")
        self.assertEqual((cells["cer"]["value"], cells["pfcr"]["value"], cells["pfcr"]["high"]), (0.5, 1.0, 1.0))

    def test_speed_is_no_part_of_the_digest(self):
        result = self.result("speed", "--sets", "check_covid.dev", "--methods", "cascade")
        self.assertGreater(result["timing"]["default, whole sentences"]["seconds_a_claim"], 0)
        self.assertNotIn("seconds", json.dumps(result["rows"]))

    def test_sets_in_their_public_form(self):
        claims = support.write_rows(self.root / "public" / "dev.jsonl", [
            {"claim": r["claim"], "evidence": r["sentences"], "supporting_sentences": [[0]], "label": "supported"}
            for r in support.evidence_rows()[::2]])
        result = self.result("evidence", "--sets", "none.dev", "--extra", f"wice={claims}", "--methods", "cascade")
        self.assertEqual(self.cells(result, "wice", "default, whole sentences")["support_f1"]["value"], 1.0)
        judged = support.write_rows(self.root / "public" / "fact.jsonl", [
            {"dataset": "d", "doc": " ".join(r["sentences"]), "claim": r["claim"], "label": int(r["label"] == "entail")}
            for r in support.evidence_rows()])
        result = self.result("grounding", "--sets", "none", "--extra", f"llm_aggrefact={judged}", "--scorer",
                             "harness.tests.test_tables:HalfScorer")
        self.assertEqual(self.cells(result, "llm_aggrefact", "default (decomposition by rules)")["fixed"]["value"], 1.0)
        self.assertEqual(self.cells(result, "llm_aggrefact", "given scorer")["fixed"]["value"], 0.5)

    def test_gains_have_intervals_of_their_own(self):
        result = self.result("evidence", "--sets", "check_covid.dev", "--methods", "cascade,cascade-rules,etracer")
        cells = self.cells(result, "check_covid.dev", "gain of rules over whole sentences")
        self.assertEqual(cells["support_f1"], {"value": 0.0, "low": 0.0, "high": 0.0})

    def test_an_earlier_result_beside(self):
        folder, _ = self.run_table("entailment", "--sets", "snli.dev", out="earlier")
        earlier = folder / "entailment.dev.json"
        result = self.result("entailment", "--sets", "snli.dev", "--beside", str(earlier))
        methods = [row["method"] for row in result["rows"]]
        self.assertEqual(methods[0], "entailment model")
        self.assertRegex(methods[1], r"^entailment model \(.+\)$")
        with self.assertRaises(ValueError):
            table.put_beside(result, {"schema": table.SCHEMA, "table": "tau"})

    def test_made_texts_are_shown(self):
        _, text = self.run_table("contradictory", "--show", "6")
        self.assertEqual(text.count("CLAIM"), 6)
        self.assertEqual(text.count("FALSE"), 6)

    def test_the_card(self):
        card = self.result("languages")["card"]
        self.assertEqual(card["models"], [{"role": "entailment", "name": "fake", "sha256": "ab" * 32}])
        self.assertEqual(card["seeds"]["bootstrap"], 42)
        self.assertEqual(card["options"]["split"], "dev")
        for key in ("commit", "machine", "command", "numpy"):
            self.assertTrue(card[key], key)

    def test_the_terminal_has_the_same_figures(self):
        _, text = self.run_table("evidence", "--sets", "check_covid.dev", "--methods", "cascade")
        self.assertIn("1.000 [1.000, 1.000]", text)

    def test_markdown_of_what_is_there(self):
        self.run_table("languages", out="printed")
        _, text = self.run_table("print", "--markdown", out="printed")
        lines = text.splitlines()
        self.assertIn("Entailment in five languages: `python3", lines[0])
        self.assertIn("| rte3.dev en | entailment model | fake | 24 | 1.000 (1.00–1.00) |", text)
        self.assertEqual({line.count("|") for line in lines[2:] if line}, {8})

    def test_what_cannot_be_measured(self):
        with contextlib.redirect_stderr(io.StringIO()) as complaints:
            code = program.main(["evidence", "--data", str(self.data), "--build", str(self.root / "nowhere"), "--out",
                                 str(self.root / "o")])
        self.assertEqual(code, 2)
        self.assertIn("cmake --build", complaints.getvalue())


class HalfScorer:
    """Everything is supported."""

    def score(self, docs, claims):
        return [1] * len(docs), [0.7] * len(docs), None, None


class ToolsFail(unittest.TestCase):
    def tool(self, script):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        build = support.build_folder(pathlib.Path(folder.name))
        for name in ("eval/evidence/gloss_ground_evidence", "eval/tools/gloss_score_pairs"):
            (build / name).write_text("#!/bin/sh\ncat > /dev/null\n" + script)
        return Tools(build, ["m"], 1)

    def test_an_error_is_told_with_its_words(self):
        with self.assertRaisesRegex(ToolFailed, "no such model"):
            self.tool("echo no such model >&2; exit 1\n").ground([{}], ["cascade"])

    def test_missing_answers(self):
        with self.assertRaisesRegex(ToolFailed, "request 0"):
            self.tool("exit 0\n").ground([{}], ["cascade"])
        with self.assertRaisesRegex(ToolFailed, "0 answers for 1"):
            self.tool("echo '{\"models\": {}}'\n").score_pairs([("a", "b", "en")])
        with self.assertRaisesRegex(ToolFailed, "too long"):
            self.tool("echo '{\"models\": {}}'; echo '{\"error\": \"too long\"}'\n").score_pairs([("a", "b", "en")])

    def test_nothing_to_ask(self):
        tools = Tools("nowhere", [], 1)
        self.assertEqual((tools.score_pairs([]), tools.ground([], ["cascade"])), ([], {"cascade": []}))


class Entailment(unittest.TestCase):
    def test_decides_contradiction_first(self):
        probability = np.array([[0.6, 0.1, 0.3], [0.5, 0.1, 0.4], [0.1, 0.8, 0.1]])
        self.assertEqual(entailment.decide(probability, (0.5, 0.35)).tolist(), [0, 2, 1])

    def test_tunes_both_thresholds(self):
        probability = np.array([[0.3, 0.6, 0.1]] * 5 + [[0.1, 0.7, 0.2]] * 5 + [[0.05, 0.55, 0.4]] * 5)
        gold = np.repeat([0, 1, 2], 5)
        self.assertEqual(entailment.decide(probability, entailment.tune(probability, gold)).tolist(), gold.tolist())

    def test_bands_of_the_cosine(self):
        cosine = np.linspace(0, 1, 60)
        gold = np.repeat([1, 2, 0], 20)
        given = entailment.in_bands(cosine, entailment.bands(cosine, gold))
        self.assertGreater((given == gold).mean(), 0.9)


class ProductScore(unittest.TestCase):
    def test_the_weakest_claim_counts(self):
        def claim(verdict, support=0.8, contradiction=0.0):
            return {"verdict": verdict, "support": support, "contradiction": contradiction}

        for verdicts, called in ((["supported", "supported"], True), (["supported", "not_enough_info"], False),
                                 (["supported", "unchecked"], False), (["supported", "not_checkable"], True),
                                 (["not_checkable"], False), ([], False), (["conflicting"], False)):
            _, given = grounding.product_score({"claims": [claim(v) for v in verdicts]})
            self.assertEqual(given, called, verdicts)
        score, _ = grounding.product_score({"claims": [claim("supported"), claim("contradicted", 0.3, 0.9)]})
        self.assertAlmostEqual(score, -0.6)


class MadeFalse(unittest.TestCase):
    def test_counts_by_kind(self):
        case = perturbed.Case("c", ["s"], "s", [("number", "x"), ("negation", "y"), ("number", "z")])
        row = perturbed.counts_of(case, [True, True, False, False], [False, False, True, False])
        named = dict(zip([f"{kind} {what}" for kind in perturbed.KINDS for what in ("found", "made")] +
                         ["alarms", "claims", "certified", "changed"], row.tolist()))
        self.assertEqual((named["number found"], named["number made"]), (1, 2))
        self.assertEqual((named["negation found"], named["negation made"]), (0, 1))
        self.assertEqual((named["alarms"], named["claims"], named["certified"], named["changed"]), (1, 1, 1, 3))

    def test_verdicts_of_parts(self):
        answer = {"claims": [{"claim": 0, "verdict": "supported"}, {"claim": 0, "verdict": "contradicted"},
                             {"claim": 1, "verdict": "supported"}, {"claim": 1, "verdict": "not_checkable"},
                             {"claim": 2, "verdict": "not_checkable"}]}
        self.assertEqual(perturbed.verdicts(answer, 4), ([True, False, False, False], [False, True, False, False]))

    def test_a_contradiction_is_put_in_and_the_gold_moves(self):
        changes = perturbed.load_changes()
        sentence = "The trial enrolled 240 patients in Milan."
        changed = contradictory.contradiction_of(sentence, "It enrolled 240 patients.", sentence, changes)
        self.assertRegex(changed, r"^The trial enrolled \d+ patients in Milan\.$")
        self.assertNotEqual(changed, sentence)
        source = data.Source(["Rain fell.", sentence], [data.Claim.of("It enrolled 240 patients.", 2, [1])])
        made = contradictory.with_contradiction(source, source.claims[0], changed)
        claim = made.claims[0]
        self.assertEqual(made.sentences[int(np.flatnonzero(claim.gold == data.CONTRADICT)[0])], changed)
        self.assertEqual(made.sentences[int(np.flatnonzero(claim.gold == data.ENTAIL)[0])], sentence)

    def test_a_figure_that_the_claim_does_not_have_is_no_contradiction(self):
        changes = perturbed.load_changes()
        sentence = "Patients got the drug for 90 days."
        self.assertIsNone(contradictory.contradiction_of(sentence, "Patients got the drug.", sentence, changes))
        self.assertIsNone(contradictory.contradiction_of("Rain was heavy.", "The trial was short.", "", changes))

    def test_what_is_denied_must_be_in_the_claim(self):
        def denies(sentence, claim, verb):
            return contradictory.denies(sentence, sentence.replace(f" {verb} ", f" {verb} not ", 1), claim)

        claim = "The vaccine improved disease-free survival of treated patients."
        self.assertTrue(denies("The drug has improved disease-free survival.", claim, "has"))
        self.assertFalse(denies("The drug is safe and improved disease-free survival.", claim, "is"))
        self.assertFalse(denies("The vaccine has improved survival if treated patients are survivors.", claim, "are"))
        self.assertFalse(denies("The vaccine has disease-free survival.", claim, "has"))
        self.assertFalse(contradictory.other_number("It was seen at year 3.", "It was seen at year 8.", "Seen at year 3."))
        self.assertTrue(contradictory.other_number("It had 93 cases.", "It had 97 cases.", "There were 93 cases."))


class Cells(unittest.TestCase):
    def test_text(self):
        self.assertEqual([table.cell_text(c) for c in (None, 3, 0.5, "x", {"value": 0.1, "low": 0, "high": 1})],
                         ["–", "3", "0.500", "x", "0.100 [0.000, 1.000]"])

    def test_a_row_of_counts(self):
        source = data.Source(["a", "b"], [data.Claim.of("c", 2, [0], [1])])
        counts = sentences.counts_of([source], {(0, 0): {0, 1}}, {}, [3])
        self.assertEqual(counts.tolist(), [[1, 2, 1, 0, 0, 1, 3, 2]])


if __name__ == "__main__":
    unittest.main()
