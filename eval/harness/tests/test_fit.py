import contextlib
import importlib.util
import io
import json
import pathlib
import tempfile
import unittest

import numpy as np

from . import support

spec = importlib.util.spec_from_file_location("evidence_fit", support.EVAL / "evidence" / "fit.py")
fit = importlib.util.module_from_spec(spec)
spec.loader.exec_module(fit)


class Fit(unittest.TestCase):
    def test_logistic_finds_the_weights_that_made_the_data(self):
        rng = np.random.default_rng(7)
        x = np.column_stack([rng.normal(size=4000), np.ones(4000)])
        y = rng.random(4000) < 1 / (1 + np.exp(-(2.0 * x[:, 0] - 1.0)))
        theta = fit.logistic(x, y, np.ones(4000))
        self.assertAlmostEqual(theta[0], 2.0, delta=0.2)
        self.assertAlmostEqual(theta[1], -1.0, delta=0.15)

    def test_f_beta(self):
        gold, given = np.array([1, 1, 0, 0], dtype=bool), np.array([1, 0, 1, 0], dtype=bool)
        self.assertAlmostEqual(fit.f_beta(gold, given, 1.0), 0.5)
        self.assertAlmostEqual(fit.f_beta(np.array([1, 0], dtype=bool), np.array([1, 1], dtype=bool), 2.0), 5 / 6)

    def test_writes_the_calibration_into_the_spec_and_the_same_one_again(self):
        with tempfile.TemporaryDirectory() as name:
            root = pathlib.Path(name)
            build, data = support.build_folder(root / "build"), support.data_folder(root / "data")
            spec = root / "model.json"
            spec.write_text(json.dumps({"name": "m", "calibration": {"temperature": 1.0, "thresholds": {"entailment": 0.5}}}))
            texts = []
            for _ in range(2):
                with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()):
                    code = fit.main(["--data", str(data), "--build", str(build), "--models", "m", "--sets",
                                     "wice.dev,check_covid.dev", "--claims", "0", "--cache", str(root / "cache"), "--write",
                                     str(spec)])
                self.assertEqual(code, 0)
                texts.append(out.getvalue())
            self.assertEqual(texts[0], texts[1])
            written = json.loads(spec.read_text())
            self.assertEqual(written["calibration"]["evidence"], json.loads(texts[0]))
            self.assertEqual(written["calibration"]["thresholds"], {"entailment": 0.5})
            evidence = written["calibration"]["evidence"]
            self.assertGreater(evidence["support"]["entailment"], 0)
            self.assertGreater(evidence["contradiction"]["contradiction"], 0)
            self.assertTrue(0 < evidence["thresholds"]["support"] < 1)

    def test_a_spec_is_fitted_with_its_own_model_and_embedder(self):
        with tempfile.TemporaryDirectory() as name:
            root = pathlib.Path(name)
            models, into = root / "models", root / "alone"
            models.mkdir(), into.mkdir()
            for role, model, rest in (("embedder", "near", {"default": True}), ("embedder", "far", {"default": True}),
                                      ("entailment", "old", {"default": True}),
                                      ("entailment", "new", {"default": True, "calibration": {"embedder": "far"}})):
                (models / f"{model}.json").write_text(json.dumps({"name": model, "role": role, **rest}))
            (models / "far.gguf").write_bytes(b"weights")
            fit.alone(models / "new.json", [models, root / "absent"], into)
            self.assertEqual(sorted(path.name for path in into.iterdir()), ["far.gguf", "far.json", "new.json"])
            self.assertEqual((into / "far.gguf").read_bytes(), b"weights")

    def test_ablation_prints_each_rule_and_writes_nothing(self):
        with tempfile.TemporaryDirectory() as name:
            root = pathlib.Path(name)
            build, data = support.build_folder(root / "build"), support.data_folder(root / "data")
            with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()):
                code = fit.main(["--data", str(data), "--build", str(build), "--models", "m", "--sets",
                                 "wice.dev,check_covid.dev", "--claims", "0", "--ablation"])
            self.assertEqual(code, 0)
            lines = out.getvalue().splitlines()
            self.assertEqual([line.partition(":")[0] for line in lines], list(fit.ABLATIONS))
            for line in lines:
                self.assertRegex(line, r"mean [01]\.\d{3}; wice\.dev support [01]\.\d{3}")

    def test_without_features_have_no_weight(self):
        scores = fit.Scores([], [])
        sets = {"wice.dev": fit.Pairs(scores)}
        rng = np.random.default_rng(1)
        pairs = sets["wice.dev"]
        pairs.features = np.concatenate([rng.normal(size=(200, 4)), np.ones((200, 1))], 1)
        pairs.gold = (pairs.features[:, 0] > 0).astype(int)
        pairs.logits, pairs.coverage, pairs.claim = pairs.features[:, :3], np.ones(200), np.arange(200)
        weights, _ = fit.fit_rule(sets, 1.0, 1.0, ("importance",))
        for side in fit.SIDES:
            self.assertEqual(weights[side][2], 0)
            self.assertNotEqual(weights[side][3], 0)

    def test_without_data(self):
        with contextlib.redirect_stderr(io.StringIO()) as complaints:
            self.assertEqual(fit.main(["--data", "nowhere"]), 2)
        self.assertIn("wice.dev", complaints.getvalue())


if __name__ == "__main__":
    unittest.main()
