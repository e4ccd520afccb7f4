"""Cases that other tools for checking text against sources were seen to get wrong, end to end with the shipped models.

Called by ctest as `python3 regression_test.py PROGRAM SOURCE_DIR MODEL_CACHE CLASS`. Skipped, saying so, when a model
is not there.

cases.jsonl: one response a line, what must hold ("expect") and what would be best ("best"). A claim that is wrongly
called supported is the fault that matters; so for a false response the test is "never supported", and whether it is
called contradicted or left open is only printed. What the shipped models do not manage yet is in known_failures.jsonl,
each with its reason: such a case may fail, is printed either way, and leaves the list when it holds.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "e2e"))
from stub_server import StubServer  # noqa: E402

PROGRAM, SOURCE_DIR, MODEL_CACHE = "", pathlib.Path(), pathlib.Path()


def read(name):
    with open(HERE / name, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def run(*arguments, timeout=600):
    environment = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "LANG": "C.UTF-8"}
    return subprocess.run([PROGRAM, *map(str, arguments)], env=environment, capture_output=True, text=True,
                          timeout=timeout)


def ground(*arguments, **options):
    return run("ground", "--no-config", "--no-cache", "--no-history", *arguments, **options)


def skip_without_models():
    result = run("models")
    if result.returncode != 0:
        raise unittest.SkipTest("a model is not there: " + result.stdout + result.stderr)


def checkable(report):
    return [claim for claim in report["claims"] if claim["verdict"] != "not_checkable"]


def in_words(claim):
    """The verdict, with the calibrated probability of the best evidence: how near the edge it is."""
    best = max((evidence["probability"] for evidence in claim["evidence"]), default=None)
    return claim["verdict"] + (f" {best:.2f}" if best is not None else "")


def supported(report):
    """All that can be checked is supported, and there is something."""
    claims = checkable(report)
    return bool(claims) and all(claim["verdict"] == "supported" for claim in claims)


class Cases(unittest.TestCase):
    """cases.jsonl, all in one run of the program."""

    @classmethod
    def setUpClass(cls):
        skip_without_models()
        cls.cases = {case["id"]: case for case in read("cases.jsonl")}
        cls.known = {entry["id"]: entry["reason"] for entry in read("known_failures.jsonl")}
        texts = {source["id"]: source["text"] for source in read("sources.jsonl")}
        with tempfile.TemporaryDirectory() as folder:
            records = pathlib.Path(folder) / "records.jsonl"
            records.write_text("".join(
                json.dumps({"id": case["id"], "response": case["response"],
                            "sources": [{"id": case["source"], "text": texts[case["source"]]}]}) + "\n"
                for case in cls.cases.values()), encoding="utf-8")
            cls.result = ground(records, "--format", "jsonl")
        cls.reports = {report["id"]: report for report in map(json.loads, cls.result.stdout.splitlines())}

    def problem(self, case, report):
        """Why the case does not hold; empty when it does."""
        verdicts = ", ".join(f"{claim['verdict']}: {claim['text']}" for claim in report["claims"])
        if case["expect"] == "supported":
            return "" if supported(report) else f"not supported ({verdicts})"
        if case["expect"] == "never supported":
            # Where a response has several claims, its true parts may be supported.
            return f"supported ({verdicts})" if supported(report) or not report["claims"] else ""
        self.assertEqual(case["expect"], "never all supported")
        last = max(claim["sentence"] for claim in report["claims"])
        wrong = [c for c in report["claims"] if c["sentence"] == last and c["verdict"] == "supported"]
        return f"supported ({verdicts})" if wrong else ""

    def test_every_case(self):
        self.assertEqual(set(self.reports), set(self.cases), self.result.stderr)
        self.assertEqual(self.result.returncode, 1, "false responses must fail the gate")
        self.assertEqual(set(self.known) - set(self.cases) - {"r2-pair"}, set(), "known failures of no case")
        print(f"\n{'case':18}{'expected':22}{'best':18}{'verdicts'}")
        for name, case in self.cases.items():
            report = self.reports[name]
            problem = self.problem(case, report)
            given = ", ".join(map(in_words, report["claims"]))
            note = ""
            if name in self.known:
                note = "KNOWN FAILURE: " + self.known[name] if problem else "holds now: take it off known_failures.jsonl"
            print(f"{name:18}{case['expect']:22}{case['best']:18}{given}  {note}")
            if name in self.known:
                continue
            with self.subTest(case=name, response=case["response"]):
                self.assertEqual(problem, "")

    def test_marks_change_no_verdict_and_no_claim(self):
        plain = self.reports["mark-none"]
        for name in ("mark-glued", "mark-space"):
            report = self.reports[name]
            self.assertEqual([(c["text"], c["verdict"]) for c in report["claims"]],
                             [(c["text"], c["verdict"]) for c in plain["claims"]], name)
            self.assertIn("[1]", report["response"]["text"])
        for claim in self.reports["mark-dangling"]["claims"]:
            self.assertNotIn("[", claim["text"])

    def test_abbreviations_do_not_end_sentences(self):
        report = self.reports["abbreviations"]
        self.assertEqual(len(report["response"]["sentences"]), 1)

    def test_no_sentence_is_lost(self):
        for name, report in self.reports.items():
            with self.subTest(case=name):
                sentences = {claim["sentence"] for claim in report["claims"]}
                self.assertEqual(sentences, set(range(len(report["response"]["sentences"]))))
        self.assertEqual(len(self.reports["chinese"]["response"]["sentences"]), 2)

    def test_quotations_are_exact_at_both_ends(self):
        for name, report in self.reports.items():
            response = report["response"]["text"]
            for claim in report["claims"]:
                span = claim["span"]
                self.assertEqual(response[span["start"]:span["end"]], span["quote"], name)

    def test_a_contradicted_number_is_shown_as_a_pair(self):
        notes = [note["text"] for claim in self.reports["r2"]["claims"] for note in claim.get("figures", [])]
        shown = any("85.3" in note and "58.3" in note for note in notes)
        if "r2-pair" in self.known:
            print("holds now" if shown else f"KNOWN FAILURE: {self.known['r2-pair']}")
        else:
            self.assertTrue(shown, notes)


class Program(unittest.TestCase):
    """What must never pass in silence, whatever the models say."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.source = self.write("source.txt", "The council did not approve the parking garage.")

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def test_an_answer_without_tags_is_checked(self):
        skip_without_models()
        response = self.write("response.txt", "The council approved the parking garage.")
        result = ground(response, "--source", self.source, "--format", "json")
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertTrue(json.loads(result.stdout)["claims"])

    def test_an_empty_answer_is_no_pass(self):
        skip_without_models()
        for text in ("", " \n\t", "[1][2]"):
            with self.subTest(text=text):
                response = self.write("response.txt", text)
                result = ground(response, "--source", self.source, "--format", "json")
                self.assertNotEqual(result.returncode, 0)
                if result.stdout:
                    self.assertFalse(json.loads(result.stdout)["coverage"]["complete"])
                else:
                    self.assertTrue(result.stderr)

    def test_a_missing_model_file_is_no_pass(self):
        spec = next(json.loads(path.read_text()) for path in sorted((SOURCE_DIR / "models").glob("entailment-*.json"))
                    if json.loads(path.read_text()).get("default"))
        spec.update(name="absent-model", file="absent.gguf", default=False)
        self.write("absent-model.json", json.dumps(spec))
        response = self.write("response.txt", "The council approved the parking garage.")
        result = ground(response, "--source", self.source, "--format", "json", "--model-dir", self.folder,
                        "--entailment", "absent-model")
        self.assertEqual(result.returncode, 4, result.stderr)
        self.assertIn("absent.gguf", result.stderr)
        self.assertNotIn("supported", result.stdout)


class Judge(unittest.TestCase):
    """A model server that answers no JSON, or too late: what it did not judge is unchecked and fails the gate."""

    def test_non_json_and_time_out(self):
        stub = StubServer()
        self.addCleanup(stub.close)
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "source.txt"
            source.write_text("The trial enrolled 120 adults in Norway. No deaths were reported.")
            response = pathlib.Path(folder) / "response.txt"
            response.write_text("The trial enrolled 900 adults in Norway.")  # The stub's marker.
            for mode in ("html", "slow"):
                with self.subTest(mode=mode):
                    result = ground(response, "--source", source, "--format", "json", "--server", stub.url(),
                                    "--entailment-server", stub.url(mode), "--timeout", "1", "--retries", "0")
                    self.assertIn(result.returncode, (1, 4), result.stderr)  # Failed gate, failed model.
                    report = json.loads(result.stdout)
                    self.assertEqual([claim["verdict"] for claim in report["claims"]], ["unchecked"])
                    self.assertTrue(report["claims"][0]["reason"])
                    self.assertTrue(report["coverage"]["gaps"])


if __name__ == "__main__":
    PROGRAM, SOURCE_DIR, MODEL_CACHE = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    unittest.main(argv=[sys.argv[0], "-v", *sys.argv[4:]])
