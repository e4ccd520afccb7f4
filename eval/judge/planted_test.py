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
        every = measure.records
        cls.addClassCleanup(setattr, measure, "records", every)
        measure.records = lambda: [each for each in every() if each["id"].partition("/")[0] in SOURCES]
        cls.options = argparse.Namespace(program=PROGRAM)
        try:
            cls.report = measure.run(cls.options, ["--no-cache"])
        except SystemExit as error:
            if "not found" in str(error) or "is not there" in str(error):
                raise unittest.SkipTest(f"a model is not there: {error}") from None
            raise

    def test_every_fault_is_found_and_no_good_text_fails(self):
        measured = measure.measure(self.report, ("rules", "grounder"))
        self.assertEqual(measured["missed"], [])
        self.assertEqual(sum(measured["good"].values()), 0)

    def test_a_rerun_is_the_same(self):
        again = measure.run(self.options, ["--no-cache"])
        self.assertEqual(measure.without_times(again), measure.without_times(self.report))


class Data(unittest.TestCase):
    def test_every_kind_has_eight_and_every_tag_a_sentence(self):
        cases = json.loads((measure.FOLDER / "planted.json").read_text(encoding="utf-8"))["cases"]
        for kind in measure.CRITERION:
            self.assertEqual(sum(kind in case["faults"] for case in cases), 8, kind)
        for case in cases:
            texts = [case["good"], *case["faults"].values()]
            self.assertEqual(len(set(texts)), 6, case["id"])
            for text in texts:
                self.assertNotIn("{", measure.with_tags(text, sum(case["source"], [])), case["id"])


if __name__ == "__main__":
    PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
