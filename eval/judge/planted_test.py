"""The planted faults of two of the sources, by the program alone: found, and the same on a rerun.

Called by ctest as `python3 planted_test.py PROGRAM`. Skipped, saying so, when a model file is not there.
"""

import argparse
import json
import pathlib
import sys
import unittest

import measure

PROGRAM = ""
SOURCES = ("ferry", "bridge")


class Planted(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.options = argparse.Namespace(program=PROGRAM)
        cls.report = cls.judge(lambda name: name.partition("/")[0] in SOURCES)

    @classmethod
    def judge(cls, wanted, *arguments):
        """The report on the texts that are wanted, by name."""
        every = measure.records
        measure.records = lambda: [each for each in every() if wanted(each["id"])]
        try:
            return measure.run(cls.options, ["--no-cache", *arguments])
        except SystemExit as error:
            if "not found" in str(error) or "is not there" in str(error):
                raise unittest.SkipTest(f"a model is not there: {error}") from None
            raise
        finally:
            measure.records = every

    def test_every_fault_is_found_and_no_good_text_fails(self):
        measured = measure.measure(self.report, ("rules", "grounder"))
        self.assertEqual(measured["missed"], [])
        self.assertEqual(sum(measured["good"].values()), 0)

    def test_a_rerun_is_the_same(self):
        again = self.judge(lambda name: name.partition("/")[0] in SOURCES)
        self.assertEqual(measure.without_times(again), measure.without_times(self.report))

    def test_the_embedded_judge_answers_the_same_again(self):
        first, again = (self.judge(lambda name: name == "ferry/wrong_fact", "--judge", "writer-smollm2-135m")
                        for _ in range(2))
        self.assertEqual(measure.without_times(first), measure.without_times(again))
        votes = [check["votes"] for check in first["texts"][0]["checks"] if check["decided_by"] == "judge"]
        self.assertEqual(len(votes), 3)
        # A grammar holds its answers to their form.
        self.assertEqual([vote for vote in votes if vote["unreadable"]], [])


class Data(unittest.TestCase):
    def test_what_fails_the_good_text_too_is_not_found(self):
        def text(name, *checks):
            return {"id": name, "checks": [
                {"id": check, "criterion": "factual_accuracy", "decided_by": "grounder", "outcome": "failed",
                 "statements": statements} for check, statements in checks]}

        def missed(good, wrong):
            return measure.measure({"texts": [text("a/good", *good), text("a/wrong_fact", *wrong)]},
                                   ("grounder",))["missed"]

        self.assertEqual(missed([], [("claims_supported", [2])]), [])
        self.assertEqual(missed([("claims_supported", [1])], [("claims_supported", [1, 2])]), [])
        self.assertEqual(missed([("claims_supported", [2])], [("claims_supported", [2])]), ["a/wrong_fact"])
        self.assertEqual(missed([("claims_supported", [2])], [("figures_match", [2])]), [])
        self.assertEqual(missed([], []), ["a/wrong_fact"])

    def test_every_kind_has_ten_and_every_tag_a_sentence(self):
        cases = json.loads((measure.FOLDER / "planted.json").read_text(encoding="utf-8"))["cases"]
        for kind in measure.CRITERION:
            self.assertEqual(sum(kind in case["faults"] for case in cases), 10, kind)
        for case in cases:
            texts = [case["good"], *case["faults"].values()]
            self.assertEqual(len(set(texts)), 6, case["id"])
            for text in texts:
                self.assertNotIn("{", measure.with_tags(text, sum(case["source"], [])), case["id"])


if __name__ == "__main__":
    PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
