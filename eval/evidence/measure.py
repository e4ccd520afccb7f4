#!/usr/bin/env python3
"""Sentence-level evidence: F1 for support and for contradiction of each method and baseline; prints one table.

    python3 eval/evidence/measure.py --data DIR --build DIR [--sets wice.dev,…] [--claims 150] [--fit]

Every claim is given with ALL sentences of its source (evidence/ of the public data); a method names those that
support it and those that contradict it. Micro F1 over the sentences of a set. The methods are run by
gloss_ground_evidence of the build folder: the product's own code and models.

Rows
  embedding only         support where the cosine reaches a threshold (tuned on the same dev set: in its favour)
  entailment everywhere  the entailment model's label of every sentence, no importance
  etracer                --method etracer, claims as given / split by the decomposition model
  cascade                the default method without decomposition, and with it (-rules, -model)
  exhaustive             the default method over all pairs: what the cascade may lose
Columns: F1 (precision recall) for support and contradiction; pairs that were labelled, as a share of all.

Evidence of wice's partly supported claims supports a part only: such sentences count neither way. wice has no
contradictions: the number of sentences that a method calls contradicting is printed instead.
--claims: at most this many claims of each set, a fixed choice; 0 for all.
--fit: fits the evidence calibration of the entailment model (weights, thresholds, least relevance) on these
sets and prints it as JSON for the ModelSpec.
"""

import argparse
import gzip
import json
import pathlib
import random
import subprocess
import sys

import numpy as np

SETS = ("wice.dev", "contract_nli.dev", "nli4ct.dev", "check_covid.dev")
FIT_SETS = (*SETS, "climate_fever.dev")
LABELS = {"entail": 0, "supported": 0, "supports": 0, "contradict": 2, "refutes": 2}
SENTENCE_LABELS = {"entail": 0, "supports": 0, "neutral": 1, "not_enough_info": 1, "contradict": 2, "refutes": 2}
FEATURES = ("entailment", "contradiction", "importance", "coverage", "constant")


class Claim:
    """One claim: gold label of every sentence, and sentences that count neither way."""

    def __init__(self, row: dict, entry: dict, sentences: list):
        self.text = entry["claim"]
        self.label = np.ones(len(sentences), dtype=int)
        self.ignore = np.zeros(len(sentences), dtype=bool)
        if row.get("sentence_labels"):
            self.label = np.array([SENTENCE_LABELS[name] for name in row["sentence_labels"]])
            return
        groups = entry.get("evidence") or []
        flat = [i for group in groups for i in (group if isinstance(group, list) else [group])]
        if entry["label"] in LABELS:
            self.label[flat] = LABELS[entry["label"]]
        elif entry["label"] == "partially_supported":
            self.ignore[flat] = True


class Row:
    """The claims of one source."""

    def __init__(self, row: dict):
        self.sentences = [text if text.strip() else "-" for text in row["sentences"]]
        self.title = row.get("title") or ""
        self.claims = [Claim(row, entry, self.sentences) for entry in row.get("claims", [row])]

    def request(self) -> str:
        claims = [claim.text for claim in self.claims]
        return json.dumps({"claims": claims, "sentences": self.sentences, "title": self.title})


def read(path: pathlib.Path, most: int) -> list:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [Row(json.loads(line)) for line in lines]
    random.Random(3).shuffle(rows)
    if not most:
        return rows
    kept, count = [], 0
    for row in rows:
        if count >= most:
            break
        kept.append(row)
        count += len(row.claims)
    return kept


def run(tool: pathlib.Path, args, rows: list, methods: list) -> dict:
    """method -> answers by row."""
    command = [str(tool), "--methods", ",".join(methods), "--threads", str(args.threads)]
    for folder in args.models:
        command += ["--models", str(folder)]
    requests = "\n".join(row.request() for row in rows) + "\n"
    done = subprocess.run(command, input=requests.encode(), stdout=subprocess.PIPE, check=True)
    answers = {method: [None] * len(rows) for method in methods}
    for line in done.stdout.decode().splitlines():
        answer = json.loads(line)
        answers[answer["method"]][answer["row"]] = answer
    return answers


class Tally:
    """Counts of one label over a set."""

    def __init__(self):
        self.hits = self.given = self.gold = 0

    def add(self, claim: Claim, named: set, label: int) -> None:
        counted = {i for i in named if not claim.ignore[i]}
        self.hits += sum(claim.label[i] == label for i in counted)
        self.given += len(counted)
        self.gold += int(((claim.label == label) & ~claim.ignore).sum())

    def f1(self) -> float:
        return 2 * self.hits / max(1, self.given + self.gold)

    def text(self) -> str:
        if not self.gold:
            return f"{'-':>6} ({self.given} named)    "
        return f"{self.f1():6.3f} ({self.hits / max(1, self.given):.2f} {self.hits / self.gold:.2f})"


def tally(rows: list, named) -> tuple:
    """`named(row number, claim number)` gives the supporting and the contradicting sentences."""
    support, against = Tally(), Tally()
    for r, row in enumerate(rows):
        for c, claim in enumerate(row.claims):
            supports, contradicts = named(r, c)
            support.add(claim, set(supports), 0)
            against.add(claim, set(contradicts), 2)
    return support, against


def score_table(rows: list, answers: list):
    """Of all pairs: row, claim, sentence numbers; features; gold label; whether it counts."""
    place, features, label, counts = [], [], [], []
    for r, answer in enumerate(answers):
        for entry in answer["scores"]:
            claim = rows[r].claims[entry["claim"]]
            for sentence, importance, e, n, c, coverage, *_ in entry["scores"]:
                place.append((r, entry["claim"], sentence))
                features.append((e - n, c - n, importance, coverage, 1.0))
                label.append(claim.label[sentence])
                counts.append(not claim.ignore[sentence])
    return np.array(place), np.array(features), np.array(label), np.array(counts)


def by_threshold(rows: list, table, threshold: float):
    place, features, _, _ = table
    named = {}
    for r, c, s in place[features[:, 2] >= threshold]:
        named.setdefault((r, c), set()).add(s)
    return tally(rows, lambda r, c: (named.get((r, c), ()), ()))


def everywhere(rows: list, table):
    place, features, _, _ = table
    support, against = {}, {}
    for (r, c, s), (e, a, *_) in zip(place, features):
        if a > 0 and a >= e:
            against.setdefault((r, c), set()).add(s)
        elif e > 0:
            support.setdefault((r, c), set()).add(s)
    return tally(rows, lambda r, c: (support.get((r, c), ()), against.get((r, c), ())))


def logistic(x: np.ndarray, y: np.ndarray, w: np.ndarray, ridge: float = 1e-2) -> np.ndarray:
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


# As LeadOptions in src/grounding/evidence_rule.h.
MARGIN, KEPT_CONTRADICTION, SHARE_OF_BEST = 0.1, 0.8, 0.7
# Evidence of nli4ct is a whole section of a trial's record, most of which decides nothing by itself.
FIT_WEIGHT = {"nli4ct.dev": 0.2}


# As Relevance in src/grounding/evidence_rule.h.
SHARED_TERMS = 0.6
LOOSE_COVERAGE, SURE_ENTAILMENT = 0.5, 0.5
# Below this probability a contradiction is more often chance than not, whatever F1 says.
LEAST_CONTRADICTION = 0.11


def without_loose(support: np.ndarray, features: np.ndarray, temperature: float) -> np.ndarray:
    """Support by sentences with few of the claim's words that the entailment model is not sure of is none."""
    logits = np.stack([features[:, 0], np.zeros(len(features)), features[:, 1]], 1) / temperature
    logits = np.exp(logits - logits.max(1, keepdims=True))
    entailment = logits[:, 0] / logits.sum(1)
    return np.where((features[:, 3] < LOOSE_COVERAGE) & (entailment < SURE_ENTAILMENT), 0.0, support)


def decide(claim: np.ndarray, support: np.ndarray, against: np.ndarray, cut: tuple) -> tuple:
    """EvidenceRule and KeepLeading on all pairs: which support and which contradict."""
    both = (support >= cut[0]) & (against >= cut[1])
    lead = against - support
    supports = (support >= cut[0]) & ~(both & (lead > -0.05))
    contradicts = (against >= cut[1]) & ~(both & (lead < 0.05))
    size = claim.max() + 1
    best = np.full((2, size), -1.0)
    np.maximum.at(best[0], claim[supports], support[supports])
    np.maximum.at(best[1], claim[contradicts], against[contradicts])
    own, other = best[0][claim], best[1][claim]
    outweighed = (other >= 0) & (own + MARGIN <= other)
    supports &= ~outweighed & (support >= SHARE_OF_BEST * own)
    outweighed = (own >= 0) & (other + MARGIN <= own) & (other < KEPT_CONTRADICTION)
    contradicts &= ~outweighed & (against >= SHARE_OF_BEST * other)
    return supports, contradicts


def fit(tables: dict, beta: float, temperature: float) -> dict:
    """Logistic weights; thresholds by the mean F-beta over the sets; least relevance at a loss of half a percent."""
    tables = {name: tuple(part[table[3]] for part in table) for name, table in tables.items()}
    x = np.concatenate([t[1] for t in tables.values()])
    label = np.concatenate([t[2] for t in tables.values()])
    weight = np.concatenate(
        [np.full(len(t[2]), FIT_WEIGHT.get(name, 1.0) * 1000 / len(t[2])) for name, t in tables.items()]
    )
    weights = {side: logistic(x, label == side, weight) for side in (0, 2)}
    scores = {}
    for name, (place, features, gold, _) in tables.items():
        claim = np.unique(place[:, 0].astype(np.int64) * 100_000 + place[:, 1], return_inverse=True)[1]
        both = [1 / (1 + np.exp(-features @ weights[side])) for side in (0, 2)]
        both[0] = without_loose(both[0], features, temperature)
        scores[name] = (claim, *both, gold, features[:, 2] + SHARED_TERMS * features[:, 3])

    def mean(cut):
        values = []
        for claim, support, against, gold, _ in scores.values():
            for side, named in zip((0, 2), decide(claim, support, against, cut)):
                if (gold == side).any():
                    values.append(f_beta(gold == side, named, beta))
        return np.mean(values)

    grid = [(s, a) for s in np.arange(0.10, 0.70, 0.02) for a in np.arange(LEAST_CONTRADICTION, 0.60, 0.02)]
    cut = max(grid, key=mean)
    kept = []
    for claim, support, against, gold, relevance in scores.values():
        supports, contradicts = decide(claim, support, against, cut)
        kept.append(relevance[(supports & (gold == 0)) | (contradicts & (gold == 2))])
    kept = np.concatenate(kept)
    least = max(t for t in np.arange(-0.2, 1.2, 0.01) if (kept >= t).mean() >= 0.995)
    for name, (claim, support, against, gold, _) in scores.items():
        named = decide(claim, support, against, cut)
        text = [f"{f_beta(gold == side, given, 1.0):.3f}" for side, given in zip((0, 2), named)]
        print(f"{name}: single sentences, support {text[0]}, contradiction {text[1]}", file=sys.stderr)
    named = lambda theta: {k: round(float(v), 3) for k, v in zip(FEATURES, theta)}
    return {
        "support": named(weights[0]),
        "contradiction": named(weights[2]),
        "thresholds": {
            "support": round(float(cut[0]), 2),
            "contradiction": round(float(cut[1]), 2),
            # Many groups are tried for a claim: chance has many tries.
            "set_support": round(min(0.9, 2.5 * float(cut[0])), 2),
            "set_contradiction": round(min(0.9, 4 * float(cut[1])), 2),
        },
        "min_relevance": round(float(least), 2),
    }


def main() -> int:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--data", type=pathlib.Path, required=True, help="folder of the public data sets")
    p.add_argument("--build", type=pathlib.Path, required=True, help="build folder with gloss_ground_evidence")
    p.add_argument("--models", type=pathlib.Path, action="append", required=True, help="folders of specs and weights")
    p.add_argument("--sets", default=",".join(SETS))
    p.add_argument("--methods", default="etracer,cascade,cascade-single,cascade-nofigures,cascade-rules")
    p.add_argument("--claims", type=int, default=150)
    p.add_argument("--no-exhaustive", action="store_true", help="leave out what needs a label of every pair")
    p.add_argument("--fit", action="store_true")
    p.add_argument("--write", type=pathlib.Path, help="with --fit: the ModelSpec that gets the calibration")
    p.add_argument("--beta", type=float, default=1.0, help="F-beta of the thresholds that --fit chooses")
    p.add_argument("--threads", type=int, default=2)
    p.add_argument("--cache", type=pathlib.Path, help="folder for the scores of all pairs, for running --fit again")
    args = p.parse_args()
    tool = args.build / "eval" / "evidence" / "gloss_ground_evidence"
    if args.fit:
        tables = {}
        for name in FIT_SETS:
            rows = read(args.data / "evidence" / f"{name}.jsonl.gz", args.claims)
            kept = args.cache / f"{name}.json" if args.cache else None
            if kept and kept.exists():
                answers = json.loads(kept.read_text())
            else:
                answers = run(tool, args, rows, ["exhaustive-single-scores"])["exhaustive-single-scores"]
                if kept:
                    kept.parent.mkdir(parents=True, exist_ok=True)
                    kept.write_text(json.dumps(answers))
            tables[name] = score_table(rows, answers)
            print(f"{name}: {len(tables[name][2])} pairs", file=sys.stderr, flush=True)
        temperature = 1.0
        if args.write:
            temperature = json.loads(args.write.read_text(encoding="utf-8"))["calibration"]["temperature"]
        evidence = fit(tables, args.beta, temperature)
        print(json.dumps(evidence, indent=2))
        if args.write:
            spec = json.loads(args.write.read_text(encoding="utf-8"))
            spec["calibration"]["evidence"] = evidence
            args.write.write_text(json.dumps(spec, indent=2) + "\n", encoding="utf-8")
        return 0
    methods = args.methods.split(",")
    if not args.no_exhaustive:
        methods = ["exhaustive-single-scores", *methods]
    print(f"{'set':18} {'method':26} {'support F1 (P R)':22} {'contradiction F1 (P R)':24} labelled")
    for name in args.sets.split(","):
        rows = read(args.data / "evidence" / f"{name}.jsonl.gz", args.claims)
        answers = run(tool, args, rows, methods)
        pairs = sum(len(row.claims) * len(row.sentences) for row in rows)

        def show(label, tallies, share=""):
            print(f"{name:18} {label:26} {tallies[0].text():22} {tallies[1].text():24} {share}", flush=True)

        if not args.no_exhaustive:
            table = score_table(rows, answers["exhaustive-single-scores"])
            best = max(np.arange(0.2, 0.9, 0.05), key=lambda t: by_threshold(rows, table, t)[0].f1())
            show(f"embedding only ({best:.2f})", by_threshold(rows, table, best))
            show("entailment everywhere", everywhere(rows, table), "100.0 %")
        for method in methods:
            given = answers[method]
            labelled = sum(answer["labelled"] for answer in given)
            named = lambda r, c, given=given: (given[r]["supports"][c], given[r]["contradicts"][c])
            show(method.removesuffix("-scores"), tally(rows, named), f"{100 * labelled / pairs:5.1f} %")
    return 0


if __name__ == "__main__":
    sys.exit(main())
