"""The recipes checked by Axolotl itself; the tokenizer and the text model that the writer starts from."""

import json
import pathlib
import re
import tempfile
import unittest

from recipes.tests import packages

RECIPES = packages.TRAINING / "recipes"


def setUpModule():
    packages.need("axolotl", "yaml", "torch", "transformers", "mistral_common")


class Configurations(unittest.TestCase):
    """With Axolotl's own validation."""

    def check(self, *paths: pathlib.Path):
        return packages.run(["-m", "recipes.check", *map(str, paths)], timeout=300)

    def test_all_are_valid_and_are_the_papers(self):
        done = self.check(*sorted(RECIPES.glob("*.yaml")))
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        seen = {row["config"]: row for row in map(json.loads, done.stdout.splitlines())}
        self.assertEqual({name: row["epochs"] for name, row in seen.items()},
                         {"decomposer_qwen3_14b.yaml": 10, "entailment_qwen3_4b.yaml": 5, "writer_mistral_small_24b.yaml": 2})
        writer = seen["writer_mistral_small_24b.yaml"]
        self.assertEqual((writer["lora_r"], writer["sequence_len"], writer["context_parallel_size"]), (16, 102400, 4))

    def test_mistakes_are_found(self):
        whole = (RECIPES / "writer_mistral_small_24b.yaml").read_text("utf-8")
        cases = {
            "knows no lora_rr": whole.replace("lora_r:", "lora_rr:"),
            "knows no datasets[0].feld_messages": whole.replace("field_messages:", "feld_messages:"),
            "knows no fsdp_config.offload": whole.replace("offload_params:", "offload:"),
            "attn_implementation": whole.replace("attn_implementation: flash_attention_2", "attn_implementation: sdpa"),
            "micro_batch_size": whole.replace("micro_batch_size: 1", "micro_batch_size: 2"),
        }
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            for i, text in enumerate(cases.values()):
                self.assertNotEqual(text, whole)
                paths.append(pathlib.Path(folder) / f"{i}.yaml")
                paths[-1].write_text(text, "utf-8")
            done = self.check(*paths)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            said = re.split(r"^recipes\.check: ", done.stderr, flags=re.M)[1:]
            self.assertEqual(len(said), len(cases), done.stderr)
            for expected, message in zip(cases, said):
                self.assertIn(expected, message)


class Writer(unittest.TestCase):
    """What the writer starts from: Tekken with ChatML, and the text part of a model with a vision part."""

    def test_tokens_and_logits_stay_as_they_were(self):
        with tempfile.TemporaryDirectory() as folder:
            done = packages.run(["-m", "recipes.tests.compare_text_model", folder], timeout=300)
            self.assertEqual(done.returncode, 0, done.stderr[-3000:])
            seen = json.loads(done.stdout.splitlines()[-1])
        self.assertEqual(seen["different_texts"], [])
        self.assertEqual(seen["size"], 131072)
        self.assertEqual(seen["marks"], [20, 21])
        self.assertEqual(seen["prompt"][0], 20)
        self.assertEqual(seen["eos"], 21)
        self.assertEqual(seen["architecture"], "MistralForCausalLM")
        self.assertLess(seen["largest_difference"], 1e-5)
        self.assertIn("not a reserved name", seen["refused"])


if __name__ == "__main__":
    unittest.main()
