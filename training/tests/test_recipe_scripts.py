"""The recipes' estimates and shell scripts. Standard library only."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

from recipes import estimate

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECIPES = ROOT / "training/recipes"


class Estimates(unittest.TestCase):
    def test_the_models_have_as_many_weights_as_they_are_known_for(self):
        """Model cards: 14.8B, 4.0B; 24B less the vision part."""
        sizes = [estimate.QWEN3_14B, estimate.QWEN3_4B, estimate.MISTRAL_SMALL]
        self.assertEqual([round(shape.parameters() / 1e9, 1) for shape in sizes], [14.8, 4.0, 23.6])

    def test_files_that_exist_have_the_estimated_size(self):
        """Q4_K_M of the same models, as the ModelSpecs give it: within 4 %."""
        shapes = {"decomposer-qwen3-14b": estimate.QWEN3_14B, "entailment-qwen3-4b-instruct-2507": estimate.QWEN3_4B,
                  "writer-mistral-small-3.2-24b": estimate.MISTRAL_SMALL}  # fmt: skip
        for name, shape in shapes.items():
            spec = json.loads((ROOT / f"models/{name}.json").read_text("utf-8"))
            self.assertEqual(spec["quantisation"], "Q4_K_M")
            self.assertAlmostEqual(shape.parameters() * 4.85 / 8 / spec["size_bytes"], 1, delta=0.04, msg=name)

    def test_every_run_fits_its_gpu(self):
        for run in estimate.RUNS:
            self.assertLess(sum(estimate.memory(run).values()) / 1e9, 0.9 * run.gpu_gb, run.name)

    def test_the_guide_shows_these_tables(self):
        guide = (ROOT / "docs/guides/training_large.md").read_text("utf-8")
        self.assertIn(estimate.table(), guide)
        self.assertIn(estimate.serving_table(), guide)


class Scripts(unittest.TestCase):
    def run_script(self, name: str, *arguments: str, **env: str) -> tuple[int, str]:
        clean = {key: value for key, value in os.environ.items() if key != "LLAMA_CPP"}
        done = subprocess.run([RECIPES / name, *arguments], env={**clean, **env}, capture_output=True, text=True)
        return done.returncode, done.stderr

    def test_errors_say_what_to_do(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "convert_hf_to_gguf.py").write_text("")
            cases = [
                (2, "export_gguf.sh MODEL OUT.gguf", ("export_gguf.sh",), {}),
                (1, "LLAMA_CPP=folder", ("export_gguf.sh", folder, "x.gguf"), {}),
                (1, "merge the adapter first", ("export_gguf.sh", folder, "x.gguf"), {"LLAMA_CPP": folder}),
                (2, "serve_vllm.sh decomposer|", ("serve_vllm.sh", "judge", folder), {}),
                (1, "holds no config.json", ("serve_vllm.sh", "writer", folder), {}),
                (1, "x.gguf is not there", ("serve_llama_server.sh", "writer", f"{folder}/x.gguf"), {}),
                (2, "train.sh decomposer|", ("train.sh", "judge"), {}),
                (1, "name the output folder of glossator synth", ("train.sh", "writer"), {}),
            ]
            for code, said, command, env in cases:
                with self.subTest(command):
                    got = self.run_script(*command, **env)
                    self.assertIn(said, got[1])
                    self.assertEqual(got[0], code)

    def test_servers_are_started_as_the_guide_says(self):
        """A stand-in prints its arguments."""
        with tempfile.TemporaryDirectory() as folder:
            for program in ("vllm", "llama-server"):
                path = pathlib.Path(folder) / program
                path.write_text('#!/bin/sh\necho "$@" >&2\n')
                path.chmod(0o755)
            (pathlib.Path(folder) / "config.json").write_text("{}")
            path = f"{folder}:{os.environ['PATH']}"
            _, said = self.run_script("serve_vllm.sh", "entailment", folder, "--quantization", "fp8", PATH=path)
            self.assertIn(f"serve {folder} --served-model-name glossator-entailment", said)
            self.assertTrue(said.strip().endswith("--max-logprobs 20 --port 8002 --quantization fp8"), said)
            _, said = self.run_script("serve_llama_server.sh", "writer", f"{folder}/config.json", PATH=path)
            self.assertIn(f"-m {folder}/config.json --alias glossator-writer --jinja", said)


if __name__ == "__main__":
    unittest.main()
