"""The measuring programs themselves, with the models that ship: GLOSSATOR_EVAL_BUILD names the build folder."""

import json
import os
import subprocess
import unittest

from . import support  # noqa: F401
import product
from harness.tools import GROUND, PAIRS, Tools

BUILD = os.environ.get("GLOSSATOR_EVAL_BUILD")
SENTENCES = ["The bridge was opened in 1932.", "It carried 4,000 cars a day.", "The mayor did not attend the opening."]


@unittest.skipUnless(BUILD, "GLOSSATOR_EVAL_BUILD is not set")
class RealTools(unittest.TestCase):
    def setUp(self):
        self.tools = Tools(BUILD, product.model_folders(), 1)

    def run_raw(self, tool, text, *flags):
        command = [*self.tools.command(tool), *flags]
        return subprocess.run(command, input=text, capture_output=True, text=True)

    def test_pairs_keep_their_order_and_their_scores(self):
        pairs = [(text, "The bridge was opened in 1932.", language) for language in ("en", "it") for text in SENTENCES]
        forwards, backwards = self.tools.score_pairs(pairs), self.tools.score_pairs(pairs[::-1])[::-1]
        self.assertEqual(forwards, backwards)
        self.assertAlmostEqual(sum(forwards[0]["probabilities"]), 1.0, places=5)
        self.assertEqual(forwards[0]["label"], "entailment")
        self.assertAlmostEqual(forwards[0]["cosine"], 1.0, places=3)
        self.assertEqual(forwards[0]["coverage"], 1.0)
        self.assertTrue(all(len(model["sha256"]) == 64 for model in self.tools.used()["models"]))

    def test_grounding_of_lists_and_of_running_text(self):
        rows = [{"claims": [SENTENCES[0], "Cats sleep."], "sentences": SENTENCES},
                {"response": "The bridge was opened in 1932. Cats sleep.", "document": " ".join(SENTENCES)}]
        for answer in self.tools.ground(rows, ["cascade"])["cascade"]:
            self.assertEqual(answer["supports"], [[0], []])
            self.assertEqual(answer["contradicts"], [[], []])
            self.assertEqual([entry["verdict"] for entry in answer["claims"]], ["supported", "not_enough_info"])
            self.assertEqual(answer["sentences"], 3)

    def test_scores_of_all_pairs_and_the_least_importance(self):
        methods = ["exhaustive-single-scores", "etracer@0", "etracer@1", "cascade-metrics"]
        answers = self.tools.ground([{"claims": [SENTENCES[0]], "sentences": SENTENCES}], methods)
        scores = answers["exhaustive-single-scores"][0]["scores"][0]["scores"]
        self.assertEqual([len(score) for score in scores], [9, 9, 9])
        self.assertEqual(max(scores, key=lambda score: score[6])[0], 0)  # BM25
        self.assertGreater(answers["etracer@0"][0]["labelled"], answers["etracer@1"][0]["labelled"])
        self.assertEqual(answers["cascade-metrics"][0]["metrics"]["fcr"], 1.0)

    def test_a_row_that_is_none_and_a_flag_that_is_none(self):
        for text in ("{\n", '{"claims": 1, "sentences": []}\n'):
            done = self.run_raw(GROUND, text, "--methods", "cascade")
            self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
        self.assertEqual(self.run_raw(GROUND, "", "--colour", "red").returncode, 2)
        self.assertEqual(self.run_raw(GROUND, json.dumps({"claims": ["a"], "sentences": ["b"]}) + "\n", "--methods",
                                      "etracer@x").returncode, 1)
        for text in ("[]\n", '{"premise": "a"}\n', '{"premise": 1, "hypothesis": "a"}\n'):
            self.assertEqual(self.run_raw(PAIRS, text).returncode, 1, text)


if __name__ == "__main__":
    unittest.main()
