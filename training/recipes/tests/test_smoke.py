"""Each recipe trained for ten steps on a tiny model by Axolotl itself, merged, and exported: two minutes of CPU.

Only with GLOSSATOR_RECIPES_SMOKE=1, so that `make test` stays short where the packages are installed.
"""

import contextlib
import io
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

from exports import __main__ as exports
from recipes.tests import packages
from tests import synth_sample

RECIPES = packages.TRAINING / "recipes"
LLAMA_CPP = sorted(pathlib.Path(os.environ.get("GLOSSATOR_CACHE_DIR", pathlib.Path.home() / ".cache/glossator")).glob("llama-src-*"))


class Smoke(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if os.environ.get("GLOSSATOR_RECIPES_SMOKE") != "1":
            raise unittest.SkipTest("skipped: two minutes of CPU; GLOSSATOR_RECIPES_SMOKE=1 runs it")
        packages.need("axolotl", "peft", "bitsandbytes", "llmcompressor")
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.out = pathlib.Path(folder.name)
        synth_sample.write(cls.out / "synth", 30)
        with contextlib.redirect_stdout(io.StringIO()):
            assert exports.main(["--from", str(cls.out / "synth"), "--out", str(cls.out / "exports"), "--format", "axolotl"]) == 0
        cls.recipes = sorted(RECIPES.glob("*.yaml"))
        cls.done = packages.run(["-m", "recipes.smoke", *map(str, cls.recipes), "--exports", str(cls.out / "exports"), "--out",
                                 str(cls.out), "--merge"], timeout=1700)

    def merged(self, recipe: str) -> pathlib.Path:
        return self.out / recipe / "adapter/merged"

    def test_the_loss_of_each_falls(self):
        self.assertEqual(self.done.returncode, 0, self.done.stderr[-4000:])
        self.assertEqual(len(self.recipes), 3)
        for recipe in self.recipes:
            losses = json.loads((self.out / recipe.stem / "losses.json").read_text("utf-8"))
            self.assertEqual(len(losses), 10)
            self.assertLess(sum(losses[-3:]) / 3, sum(losses[:3]) / 3 - 0.05, recipe.stem)

    def test_what_is_merged_and_rounded(self):
        """Two rows of the embeddings were trained, no others; FP8 in every projection, and not in the output layer."""
        model, out = self.merged("writer_mistral_small_24b"), self.out / "fp8"
        done = packages.run(["-m", "recipes.export_fp8", str(model), str(out)], timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        done = packages.run(["-m", "recipes.tests.compare_weights", str(self.out / "writer_mistral_small_24b/text"), str(model), str(out)])
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        seen = json.loads(done.stdout.splitlines()[-1])
        self.assertEqual(seen["trained_rows"], {"model.embed_tokens.weight": [20, 21], "lm_head.weight": [20, 21]})
        self.assertEqual(seen["unchanged_projections"], [])
        self.assertEqual(seen["fp8"], seen["projections"])
        self.assertLess(seen["largest_relative_error"], 2**-4 + 1e-3)  # Three bits behind the point: half of 2^-3.
        self.assertEqual(seen["tokenizer"], "<|im_end|>")

    def test_gguf(self):
        if not LLAMA_CPP:
            self.skipTest("the source of llama.cpp is not set up")
        done = packages.run(["-m", "recipes.tests.compare_text_model", str(self.out / "tekken")])
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        path = self.out / "writer.gguf"
        env = packages.environment(PYTHON=packages.PYTHON, LLAMA_CPP=str(LLAMA_CPP[-1]))
        done = subprocess.run([RECIPES / "export_gguf.sh", self.out / "tekken/text", path], env=env, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        code = ("import json, sys, gguf\nr = gguf.GGUFReader(sys.argv[1])\n"
                "print(json.dumps([{k: v.contents() for k, v in r.fields.items() if k.startswith(('tokenizer.ggml.pre',"
                "'tokenizer.ggml.eos', 'tokenizer.ggml.add_bos', 'general.architecture', 'tokenizer.chat'))}, len(r.tensors)]))")
        fields, tensors = json.loads(packages.run(["-c", code, str(path)]).stdout)
        self.assertEqual(fields["tokenizer.ggml.pre"], "tekken")
        self.assertEqual(fields["general.architecture"], "llama")
        self.assertEqual((fields["tokenizer.ggml.eos_token_id"], fields["tokenizer.ggml.add_bos_token"]), (21, False))
        self.assertIn("<|im_start|>", fields["tokenizer.chat_template"])
        self.assertEqual(tensors, 2 * 9 + 3)
        self.assertEqual(sorted(path.parent.glob("export_gguf.*")), [])


if __name__ == "__main__":
    unittest.main()
