#!/usr/bin/env python3
"""Fits the evidence calibration of the entailment model on development sets.

    python3 eval/evidence/fit.py --data DATA --build build/bench [--claims 150] [--write models/NAME.json]

All pairs of claims and sentences of the sets are scored by the product's own code (gloss_ground_evidence); fitted are
the logistic weights of the evidence rule, its thresholds (best mean F0.8 over sets and sides: shown evidence should rather be right) and the least relevance
that a sentence must have to be labelled. Prints them as JSON; --write puts them into a ModelSpec: its model scores
the pairs, with the embedder that its calibration names.
--ablation: what each feature is worth instead: F1 by rules without it, fitted on half of the sources and measured on the
other half, in turns.
--claims: at most so many of each set, a fixed choice; 0 for all. Exit code: 0 done, 2 could not measure.
"""

import argparse
import json
import os
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import numpy as np  # noqa: E402

import product  # noqa: E402
from harness.baselines import Scores, decide, weaken_loose  # noqa: E402
from harness.data import CONTRADICT, ENTAIL, Absent, Data, sample  # noqa: E402
from harness.tables.sentences import SCORES, size  # noqa: E402
from harness.tools import ToolFailed, Tools  # noqa: E402

SETS = ("wice.dev", "contract_nli.dev", "nli4ct.dev", "check_covid.dev", "climate_fever.dev")
FEATURES = ("entailment", "contradiction", "importance", "coverage", "constant")
SIDES = (ENTAIL, CONTRADICT)
ABLATIONS = {
    "all features": (), "without importance": ("importance",), "without coverage": ("coverage",),
    "entailment model alone": ("importance", "coverage"), "without the entailment model": ("entailment", "contradiction"),
}
# Evidence of nli4ct is a whole section of a trial's record, most of which decides nothing by itself.
FIT_WEIGHT = {"nli4ct.dev": 0.2}
# As Relevance in src/grounding/evidence_rule.h.
SHARED_TERMS = 0.6
# Below this probability a contradiction is more often chance than not, whatever F1 says.
LEAST_CONTRADICTION = 0.11
SET_SUPPORT = 0.6
# Share of right evidence that may be lost because it is never labelled.
LOSS = 0.01


class Pairs:
    """What is fitted on, of one set: only pairs that count."""

    def __init__(self, scores: Scores, half: int | None = None):
        """`half`: 0 or 1, of the sources."""
        keep = scores.counts if half is None else scores.counts & (scores.place[:, 0] % 2 == half)
        self.logits, self.coverage = scores.logits[keep], scores.coverage[keep]
        self.features = np.stack([scores.entailment - scores.neutral, scores.contradiction - scores.neutral, scores.cosine,
                                  scores.coverage, np.ones(len(scores.gold))], 1)[keep]
        self.gold = scores.gold[keep]
        self.claim = np.unique(scores.claim[keep], return_inverse=True)[1]
        self.relevance = (scores.cosine + SHARED_TERMS * scores.coverage)[keep]
        self.support = self.against = None

    def judge(self, weights: dict, temperature: float) -> None:
        support, self.against = [1 / (1 + np.exp(-self.features @ weights[side])) for side in SIDES]
        self.support = weaken_loose(support, self.coverage, self.logits, temperature)

    def decide(self, cut: tuple) -> tuple:
        return decide(self.claim, self.support, self.against, self.logits, cut)


def logistic(x: np.ndarray, y: np.ndarray, w: np.ndarray, ridge: float = 1e-2) -> np.ndarray:
    """Weights of a logistic regression, by Newton's method."""
    theta = np.zeros(x.shape[1])
    for _ in range(60):
        p = 1 / (1 + np.exp(-x @ theta))
        slope = x.T @ (w * (p - y)) + ridge * theta
        curve = (x * (w * p * (1 - p))[:, None]).T @ x + ridge * np.eye(x.shape[1])
        theta -= np.linalg.solve(curve, slope)
    return theta


def f_beta(gold: np.ndarray, given: np.ndarray, beta: float) -> float:
    hit = (gold & given).sum()
    return (1 + beta**2) * hit / max(1e-9, given.sum() + beta**2 * gold.sum())


def fit_rule(sets: dict, beta: float, temperature: float, without: tuple = ()) -> tuple:
    """Weights of both sides and the two thresholds. sets: name -> Pairs; `without`: features that have no weight."""
    used = np.array([name not in without for name in FEATURES])
    x = np.concatenate([pairs.features for pairs in sets.values()])[:, used]
    gold = np.concatenate([pairs.gold for pairs in sets.values()])
    weight = np.concatenate([np.full(len(pairs.gold), FIT_WEIGHT.get(name, 1.0) * 1000 / len(pairs.gold))
                             for name, pairs in sets.items()])
    weights = {side: np.zeros(len(FEATURES)) for side in SIDES}
    for side in SIDES:
        weights[side][used] = logistic(x, gold == side, weight)
    for pairs in sets.values():
        pairs.judge(weights, temperature)

    def mean(cut):
        return np.mean([f_beta(pairs.gold == side, named, beta) for pairs in sets.values()
                        for side, named in zip(SIDES, pairs.decide(cut)) if (pairs.gold == side).any()])

    grid = [(s, a) for s in np.arange(0.06, 0.50, 0.02) for a in np.arange(LEAST_CONTRADICTION, 0.60, 0.02)]
    return weights, max(grid, key=mean)


def ablation(scores: dict, beta: float, temperature: float) -> None:
    """Prints F1 by set without some features, each half of the sources judged by what was fitted on the other."""
    for title, without in ABLATIONS.items():
        cells = []
        named, gold = {}, {}
        for half in (0, 1):
            weights, cut = fit_rule({name: Pairs(table, 1 - half) for name, table in scores.items()}, beta, temperature, without)
            for name, table in scores.items():
                pairs = Pairs(table, half)
                pairs.judge(weights, temperature)
                named.setdefault(name, []).append(pairs.decide(cut))
                gold.setdefault(name, []).append(pairs.gold)
        values = []
        for name in scores:
            truth = np.concatenate(gold[name])
            for index, side in enumerate(SIDES):
                if (truth == side).any():
                    values.append(f_beta(truth == side, np.concatenate([each[index] for each in named[name]]), 1.0))
                    cells.append(f"{name} {('support', 'contradiction')[index]} {values[-1]:.3f}")
        print(f"{title}: mean {np.mean(values):.3f}; {', '.join(cells)}")


def fit(sets: dict, beta: float, temperature: float) -> dict:
    """sets: name -> Pairs."""
    weights, cut = fit_rule(sets, beta, temperature)
    kept = []
    for name, pairs in sets.items():
        named = pairs.decide(cut)
        kept += [pairs.relevance[given & (pairs.gold == side)] for side, given in zip(SIDES, named)]
        text = [f"{f_beta(pairs.gold == side, given, 1.0):.3f}" for side, given in zip(SIDES, named)]
        print(f"{name}: single sentences, support {text[0]}, contradiction {text[1]}", file=sys.stderr)
    kept = np.concatenate(kept)
    least = max((t for t in np.arange(-0.2, 1.2, 0.01) if not len(kept) or (kept >= t).mean() >= 1 - LOSS), default=-0.2)

    def named_weights(theta):
        return {name: round(float(value), 3) for name, value in zip(FEATURES, theta)}

    return {
        "support": named_weights(weights[ENTAIL]),
        "contradiction": named_weights(weights[CONTRADICT]),
        "thresholds": {
            "support": round(float(cut[0]), 2),
            "contradiction": round(float(cut[1]), 2),
            # Many groups are tried for a claim: chance has many tries.
            "set_support": SET_SUPPORT,
            "set_contradiction": round(min(0.9, 4 * float(cut[1])), 2),
        },
        "min_relevance": round(float(least), 2),
    }


def scored(name: str, args, tools: Tools) -> Scores:
    sources = sample(Data(args.data).evidence(name), args.claims, size)
    kept = args.cache / f"{name}.{args.claims}.json" if args.cache else None
    if kept and kept.is_file():
        return Scores(sources, json.loads(kept.read_text()))
    answers = tools.ground([source.request() for source in sources], [SCORES])[SCORES]
    if kept:
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps(answers))
    return Scores(sources, answers)


def alone(spec_path: pathlib.Path, folders: list, into: pathlib.Path) -> pathlib.Path:
    """A folder of models in which only the spec's model, and the embedder that its calibration names, can be picked."""
    spec = json.loads(spec_path.read_text("utf-8"))
    wanted = {spec["name"]: spec_path}
    embedder = spec["calibration"].get("embedder")
    for folder in map(pathlib.Path, folders):
        for path in folder.glob("*.json") if folder.is_dir() else ():
            other = json.loads(path.read_text("utf-8"))
            is_embedder = other["role"] == "embedder" and (other["name"] == embedder if embedder else other.get("default"))
            if is_embedder and other["name"] not in wanted:
                wanted[other["name"]] = path
        for path in folder.glob("*.gguf") if folder.is_dir() else ():
            if not (into / path.name).exists():
                (into / path.name).symlink_to(path.resolve())
    for name, path in wanted.items():
        (into / f"{name}.json").write_text(path.read_text("utf-8"), encoding="utf-8")
    return into


def main(argv: list) -> int:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--data", type=pathlib.Path, required=True, help="folder of the public data sets")
    p.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build/bench"), help="folder with gloss_ground_evidence")
    p.add_argument("--models", type=pathlib.Path, action="append", help="folders of specs and weights (default: what ships)")
    p.add_argument("--sets", default=",".join(SETS))
    p.add_argument("--claims", type=int, default=150)
    p.add_argument("--write", type=pathlib.Path, help="the ModelSpec that gets the calibration")
    p.add_argument("--ablation", action="store_true", help="print what each feature is worth; writes nothing")
    p.add_argument("--beta", type=float, default=0.8, help="F-beta of the thresholds")
    p.add_argument("--threads", type=int, default=os.cpu_count())
    p.add_argument("--cache", type=pathlib.Path, help="folder for the scores of all pairs, for fitting again; of one model only")
    args = p.parse_args(argv)
    try:
        spec = json.loads(args.write.read_text("utf-8")) if args.write else {}
        temperature = spec["calibration"]["temperature"] if spec else 1.0
        folders = args.models or product.model_folders()
        scores = {}
        with tempfile.TemporaryDirectory() as folder:
            if args.write:
                folders = [alone(args.write, folders, pathlib.Path(folder))]
            tools = Tools(args.build, folders, args.threads)
            for name in args.sets.split(","):
                scores[name] = scored(name, args, tools)
                print(f"{name}: {scores[name].counts.sum()} pairs", file=sys.stderr, flush=True)
        if args.ablation:
            ablation(scores, args.beta, temperature)
            return 0
        evidence = fit({name: Pairs(table) for name, table in scores.items()}, args.beta, temperature)
    except (Absent, ToolFailed, OSError, ValueError, KeyError) as problem:
        print(f"fit.py: {problem}", file=sys.stderr)
        return 2
    print(json.dumps(evidence, indent=2))
    if args.write:
        spec["calibration"]["evidence"] = evidence
        args.write.write_text(json.dumps(spec, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
