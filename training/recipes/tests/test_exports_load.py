"""Every export is read by the package that it is for: datasets, transformers, TRL, Axolotl."""

import contextlib
import io
import json
import pathlib
import tempfile
import unittest

from exports import __main__ as exports
from recipes.tests import packages
from tests import synth_sample


class Loads(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        packages.need("datasets", "transformers", "trl", "axolotl", "jsonschema")
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        out = pathlib.Path(cls.folder.name)
        synth_sample.write(out / "synth")
        with contextlib.redirect_stdout(io.StringIO()):
            assert exports.main(["--from", str(out / "synth"), "--out", str(out / "exports")]) == 0
        done = packages.run(["-m", "recipes.tests.load_exports", str(out)], env={"HF_HOME": str(out / "cache")}, timeout=300)
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-6000:]
        cls.seen = json.loads(done.stdout.splitlines()[-1])

    def test_the_sample_is_what_the_format_says(self):
        self.assertEqual(self.seen["schema_errors"], [])

    def test_datasets_reads_every_file(self):
        files = {str(path.relative_to(pathlib.Path(self.folder.name) / "exports"))
                 for path in (pathlib.Path(self.folder.name) / "exports").rglob("*.jsonl")}
        self.assertEqual(set(self.seen["rows"]), files)
        self.assertGreaterEqual(len(files), 30)
        for name, (rows, _) in self.seen["rows"].items():
            path = pathlib.Path(self.folder.name) / "exports" / name
            self.assertEqual(rows, len(path.read_text("utf-8").splitlines()), name)
        self.assertEqual(self.seen["rows"]["nli/entailment.train.jsonl"][1], ["hypothesis", "id", "label", "language", "premise"])

    def test_a_chat_template_gives_the_chatml_export(self):
        self.assertEqual(self.seen["templated"], self.seen["chatml"])

    def test_trl_knows_the_kinds(self):
        """Of its own words for them: conversational or not, and its trainers' columns."""
        self.assertEqual(self.seen["trl"]["conversational"], {"openai": True, "trl-sft": True, "trl-preference": True,
                                                              "trl-unpaired": True, "trl-stepwise": False, "chatml": False})

    def test_trl_trains_on_the_completion_alone(self):
        self.assertTrue(self.seen["trl"]["sft_answers"])
        for text in self.seen["trl"]["sft_answers"]:
            self.assertRegex(text, r"^[ABC]<\|im_end\|>\n?$")

    def test_trl_takes_preferences(self):
        self.assertEqual(self.seen["trl"]["dpo_chosen"], self.seen["trl"]["expected_chosen"])
        self.assertNotEqual(self.seen["trl"]["dpo_rejected"], self.seen["trl"]["dpo_chosen"])

    def test_trl_takes_texts_that_are_good_or_bad(self):
        self.assertEqual(self.seen["trl"]["kto_labels"], self.seen["trl"]["expected_kto_labels"])
        self.assertEqual(set(self.seen["trl"]["kto_labels"]), {False, True})

    def test_trl_labels_each_step(self):
        """One label at the end of each step, in order; all else is masked."""
        self.assertEqual(self.seen["trl"]["step_labels"], self.seen["trl"]["expected_step_labels"])

    def test_axolotl_learns_the_answer_alone(self):
        self.assertEqual(set(self.seen["axolotl"]), {"writer", "decomposer", "entailment"})
        for task, (learnt, answer, _) in self.seen["axolotl"].items():
            self.assertEqual(learnt.rstrip("\n"), answer + "<|im_end|>", task)

    def test_the_recipes_show_a_model_what_the_product_will(self):
        """ChatML; for Qwen3-14B an empty thought before the answer (src/backends/llama_cpp/chat_prompt.cc)."""
        for task, (_, answer, whole) in self.seen["axolotl"].items():
            path = pathlib.Path(self.folder.name) / f"exports/chatml/{task}.train.jsonl"
            expected = json.loads(path.read_text("utf-8").split("\n")[0])["text"]
            if task == "decomposer":
                opening = "<|im_start|>assistant\n"
                self.assertTrue(expected.endswith(f"{opening}{answer}<|im_end|>\n"))
                expected = f"{expected.removesuffix(f'{answer}<|im_end|>' + chr(10))}<think>\n\n</think>\n\n{answer}<|im_end|>\n"
            self.assertEqual(whole.rstrip("\n"), expected.rstrip("\n"), task)


if __name__ == "__main__":
    unittest.main()
