#!/usr/bin/env python3
"""Measures the entailment model against embedding similarity alone; prints one table.

    python3 eval/entailment/measure.py --data DIR [--model models/entailment-minilm-v2.gguf] [--evidence]

Needs the packages of training/requirements.txt. Evaluates the weights of the GGUF file in f32.

Columns
  argmax      the model's most likely label
  decided     the model with the temperature and thresholds of its ModelSpec. They are set for one claim against
              all sentences of its source, where most are neutral, so on balanced sets they abstain more
  cosine      embedding similarity alone (all-MiniLM-L6-v2): the cosine axis is cut into at most three bands and
              each band gets a label; cuts and labels are chosen for the row's own metric on the set named in "tuned on"
  majority    always the most frequent label

Metrics: accuracy, or macro-F1 over the labels that occur in the set. Sets with two labels (nli4ct, wice) count
any third label as wrong. xnli.test is NON-COMMERCIAL and used for nothing but this evaluation.
--evidence adds F1 of supporting and contradicting sentences on the sets that the thresholds were tuned on.
"""

import argparse
import itertools
import json
import pathlib
import random
import sys

import numpy as np
import torch

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "training"))

from entailment import calibrate, data, evidence, inference  # noqa: E402

HANDMADE = pathlib.Path(__file__).parent / "handmade.jsonl"

# set, metric, what the cosine baseline is tuned on ("folds": the other four fifths of the set itself)
ROWS = (
    ("lingnli.dev", "accuracy", "lingnli.train"),
    ("xnli.test", "accuracy", "mnli_sample.train"),
    ("check_covid.dev", "macro-F1", "check_covid.train"),
    ("contract_nli.dev", "macro-F1", "contract_nli.train"),
    ("climate_fever.dev", "macro-F1", "climate_fever.train"),
    ("nli4ct.dev", "macro-F1", "nli4ct.train"),
    ("wice.dev", "macro-F1", "folds"),
    ("handmade", "accuracy", "lingnli.train"),
)
TUNING_PAIRS = 1500


def read(data_dir: pathlib.Path, name: str, sample: int | None = None):
    """(premises, hypotheses, labels) of one set or of a random sample; of xnli only English."""
    if name == "handmade":
        rows = list(data.read_jsonl(HANDMADE))
    else:
        rows = [r for r in data.read_jsonl(data_dir / "nli" / f"{name}.jsonl.gz") if r["lang"] == "en"]
    if sample and sample < len(rows):
        rows = random.Random(1).sample(rows, sample)
    labels = np.array([data.LABEL_OF[r["label"]] for r in rows])
    return [r["premise"] for r in rows], [r["hypothesis"] for r in rows], labels


def score(metric: str, gold: np.ndarray, predicted: np.ndarray) -> float:
    if metric == "accuracy":
        return float((gold == predicted).mean())
    return float(np.mean([calibrate.f1(gold, predicted, label) for label in np.unique(gold)]))


def banded(values: np.ndarray, cuts, labels) -> np.ndarray:
    return np.array(labels)[np.searchsorted(cuts, values)]


def tune_bands(metric: str, values: np.ndarray, gold: np.ndarray):
    """The best two cuts and three band labels (bands may share a label)."""
    grid = np.unique(np.quantile(values, np.linspace(0.02, 0.98, 33)))
    cell = np.searchsorted(grid, values)
    below = np.zeros((len(grid) + 1, 3), dtype=int)  # pairs of each label up to each cut
    for label in range(3):
        below[:, label] = np.cumsum(np.bincount(cell[gold == label], minlength=len(grid) + 1))
    total, present = below[-1], np.unique(gold)
    best = (-1.0, None, None)
    for i, j in itertools.combinations_with_replacement(range(len(grid)), 2):
        bands = (below[i], below[j] - below[i], total - below[j])
        for labels in itertools.product(present, repeat=3):
            given, hit = np.zeros(3, dtype=int), np.zeros(3, dtype=int)
            for band, label in zip(bands, labels):
                given[label] += band.sum()
                hit[label] += band[label]
            if metric == "accuracy":
                value = hit.sum() / len(gold)
            else:
                value = np.mean(2 * hit[present] / (given + total)[present])
            if value > best[0]:
                best = (value, (grid[i], grid[j]), labels)
    return best[1], best[2]


def cosine_baseline(metric, values, gold, tuning) -> float:
    if tuning is not None:
        return score(metric, gold, banded(values, *tune_bands(metric, *tuning)))
    fold = np.arange(len(gold)) % 5
    predicted = np.zeros_like(gold)
    for k in range(5):
        bands = tune_bands(metric, values[fold != k], gold[fold != k])
        predicted[fold == k] = banded(values[fold == k], *bands)
    return score(metric, gold, predicted)


def cached(folder: pathlib.Path | None, key: str, compute) -> np.ndarray:
    if folder is None:
        return compute()
    path = folder / f"{key}.npy"
    if path.exists():
        return np.load(path)
    folder.mkdir(parents=True, exist_ok=True)
    values = compute()
    np.save(path, values)
    return values


def main() -> int:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--data", type=pathlib.Path, required=True, help="folder of the public data sets")
    p.add_argument("--model", type=pathlib.Path, default=ROOT / "models" / "entailment-minilm-v2.gguf")
    p.add_argument("--evidence", action="store_true", help="also the evidence sets (minutes)")
    p.add_argument("--threads", type=int, default=2)
    p.add_argument("--errors", type=pathlib.Path, help="write the hand-written pairs that come out wrong")
    p.add_argument("--sample", type=int, help="only this many pairs of each set: a quick look, not a figure")
    p.add_argument("--cache", type=pathlib.Path, help="folder for logits and cosines, for running again quickly")
    p.add_argument("--no-baseline", action="store_true", help="leave the cosine column out")
    args = p.parse_args()
    torch.set_num_threads(args.threads)
    torch.set_flush_denormal(True)
    spec = json.loads(args.model.with_suffix(".json").read_text(encoding="utf-8"))
    calibration, longest = spec["calibration"], spec["max_tokens"]
    thresholds = calibration["thresholds"]
    tokenizer = data.Tokenizer()
    model = inference.load_gguf(args.model)
    embedder = inference.Embedder(tokenizer)
    known_cosines = {}

    def similarity(name, sample=None):
        if name not in known_cosines:
            premises, hypotheses, gold = read(args.data, name, sample or args.sample)
            values = cached(args.cache, f"cosines-{name}-{len(gold)}", lambda: inference.cosines(embedder, premises, hypotheses))
            known_cosines[name] = (values, gold)
        return known_cosines[name]

    print(f"{spec['name']} sha256 {spec['sha256'][:12]}")
    print(f"{'set':18} {'pairs':>6} {'metric':9} {'argmax':>7} {'decided':>8} {'cosine':>7} {'majority':>9}  tuned on")
    for name, metric, tuned_on in ROWS:
        premises, hypotheses, gold = read(args.data, name, args.sample)
        raw = cached(
            args.cache,
            f"logits-{spec['sha256'][:16]}-{longest}-{name}-{len(gold)}",
            lambda: inference.logits(model, tokenizer, premises, hypotheses, longest),
        )
        table = calibrate.softmax(raw, calibration["temperature"])
        decided = calibrate.decide(table, thresholds["entailment"], thresholds["contradiction"])
        cosine = "-"
        if not args.no_baseline:
            tuning = None if tuned_on == "folds" else similarity(tuned_on, TUNING_PAIRS)
            cosine = f"{cosine_baseline(metric, similarity(name)[0], gold, tuning):.3f}"
        majority = score(metric, gold, np.full_like(gold, np.bincount(gold).argmax()))
        print(
            f"{name:18} {len(gold):6} {metric:9} {score(metric, gold, raw.argmax(1)):7.3f} "
            f"{score(metric, gold, decided):8.3f} {cosine:>7} {majority:9.3f}  {tuned_on}",
            flush=True,
        )
        if name == "handmade" and args.errors:
            with open(args.errors, "w", encoding="utf-8") as out:
                for row, probabilities in zip(data.read_jsonl(HANDMADE), table):
                    if int(probabilities.argmax()) != data.LABEL_OF[row["label"]]:
                        row["probabilities"] = [round(float(v), 3) for v in probabilities]
                        out.write(json.dumps(row, ensure_ascii=False) + "\n")
    if args.evidence:
        sets = [evidence.read(args.data, name) for name in evidence.SETS]
        raw = [inference.logits(model, tokenizer, s.sentences, s.claims, longest) for s in sets]
        print("\n" + calibrate.report(sets, raw, calibration))
    return 0


if __name__ == "__main__":
    sys.exit(main())
