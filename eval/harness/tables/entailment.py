"""Three-way entailment on plain pairs."""

import json
import pathlib

import numpy as np

from .. import data, metrics, tuning
from ..data import CONTRADICT, ENTAIL, NEUTRAL, PAIR_LABELS
from ..intervals import Figure
from ..table import Table

NAME = "entailment"
SETS = {
    "dev": ["lingnli.dev", "snli.dev", "xnli.dev", "wice.dev", "contract_nli.dev", "nli4ct.dev", "climate_fever.dev",
            "check_covid.dev", "cad_nli.dev", "conjnli.dev", "handmade"],
    "test": ["lingnli.dev", "snli.test", "xnli.test", "wice.test", "contract_nli.test", "nli4ct.test",
             "climate_fever.test", "breaking_nli.test", "cad_nli.test", "semiauto_nli.test", "handmade"],
}
COLUMNS = [("pairs", "pairs"), ("argmax", "macro-F1"), ("fixed", "fixed thresholds"), ("tuned", "tuned thresholds"),
           ("accuracy", "accuracy"), ("cosine", "cosine alone, tuned"), ("majority", "majority")]
HANDMADE = pathlib.Path(__file__).resolve().parents[2] / "entailment" / "handmade.jsonl"
NAME_OF = {"entailment": ENTAIL, "neutral": NEUTRAL, "contradiction": CONTRADICT}


def read(context, name: str) -> list:
    """Of sets in several languages only English: the table "languages" has the others."""
    if name == "handmade":
        rows = [json.loads(line) for line in HANDMADE.read_text("utf-8").splitlines()]
        return [data.Pair(r["premise"], r["hypothesis"], PAIR_LABELS[r["label"]]) for r in rows]
    return data.sample(context.data.nli(name, "en"), context.pairs)


def decide(probability: np.ndarray, least) -> np.ndarray:
    """Contradiction first, then entailment, else neutral. `least`: (entailment, contradiction), numbers or one a
    pair."""
    label = np.full(len(probability), NEUTRAL)
    label[probability[:, ENTAIL] >= least[0]] = ENTAIL
    label[probability[:, CONTRADICT] >= least[1]] = CONTRADICT
    return label


def tune(probability: np.ndarray, gold: np.ndarray) -> tuple:
    """The two thresholds with the best macro-F1."""
    grid = np.arange(0.1, 0.91, 0.05)
    return max(((e, c) for e in grid for c in grid),
               key=lambda least: (round(float(metrics.macro_f1(counts(gold, decide(probability, least)))), 6),
                                  -abs(least[0] - 0.5) - abs(least[1] - 0.5)))


def counts(gold, given) -> np.ndarray:
    return np.bincount(np.asarray(gold) * 3 + given, minlength=9)


def bands(cosine: np.ndarray, gold: np.ndarray) -> tuple:
    """Two cuts of the cosine and a label for each of the three bands, for the best macro-F1."""
    grid = np.unique(np.quantile(cosine, np.linspace(0.05, 0.95, 13)))
    present = np.unique(gold)
    best = (-1.0, None)
    for i, low in enumerate(grid):
        for high in grid[i:]:
            band = np.searchsorted([low, high], cosine, side="right")
            cells = np.zeros((3, 3), dtype=int)
            np.add.at(cells, (band, gold), 1)
            for labels in np.stack(np.meshgrid(present, present, present), -1).reshape(-1, 3):
                matrix = np.zeros((3, 3), dtype=int)
                for b in range(3):
                    matrix[:, labels[b]] += cells[b]
                value = float(metrics.macro_f1(matrix.reshape(9)))
                if value > best[0]:
                    best = (value, (low, high, labels))
    return best[1]


def in_bands(cosine: np.ndarray, cut: tuple) -> np.ndarray:
    low, high, labels = cut
    return np.asarray(labels)[np.searchsorted([low, high], cosine, side="right")]


def cross(folds, gold, fit, apply) -> np.ndarray:
    """Labels of each fold by what was fitted on the others."""
    given = np.zeros(len(gold), dtype=int)
    for k in range(tuning.FOLDS):
        inside = folds == k
        if inside.any():
            rest = ~inside if (~inside).any() else inside
            given[inside] = apply(inside, fit(rest))
    return given


class Scored:
    def __init__(self, context, pairs: list):
        answers = context.tools.score_pairs([(p.premise, p.hypothesis, p.language) for p in pairs])
        self.pairs = pairs
        self.gold = np.array([p.label for p in pairs])
        self.probability = np.array([a["probabilities"] for a in answers]).reshape(-1, 3)
        self.fixed = np.array([NAME_OF[a["label"]] for a in answers], dtype=int)
        self.cosine = np.array([a["cosine"] for a in answers])
        self.argmax = self.probability.argmax(1)
        self.folds = np.array([tuning.fold_of(p.cluster) for p in pairs])


def labels_of(scored: Scored, dev) -> dict:
    """method -> labels. `dev`: Scored of the development split, or None."""
    if dev is not None:
        tuned = decide(scored.probability, tune(dev.probability, dev.gold))
        cosine = in_bands(scored.cosine, bands(dev.cosine, dev.gold))
    else:
        tuned = cross(scored.folds, scored.gold, lambda rest: tune(scored.probability[rest], scored.gold[rest]),
                      lambda inside, least: decide(scored.probability[inside], least))
        cosine = cross(scored.folds, scored.gold, lambda rest: bands(scored.cosine[rest], scored.gold[rest]),
                       lambda inside, cut: in_bands(scored.cosine[inside], cut))
    majority = np.full(len(scored.gold), np.bincount(scored.gold, minlength=3).argmax())
    return {"argmax": scored.argmax, "fixed": scored.fixed, "tuned": tuned, "cosine": cosine, "majority": majority}


def add_rows(table, name: str, scored: Scored, dev, macro=None) -> None:
    """The row of a set, and of each of its categories where it has some."""
    clusters = [pair.cluster for pair in scored.pairs]
    labels = labels_of(scored, dev)

    def figures(where, label):
        inside = [c for c, ok in zip(clusters, where) if ok]
        cells = {}
        for key, given in labels.items():
            sums = metrics.by_cluster(inside, metrics.confusion(scored.gold[where], given[where]))
            cells[key] = Figure(sums, label, metrics.macro_f1)
            if key == "argmax":
                cells["accuracy"] = Figure(sums, label, metrics.accuracy)
        return cells

    everything = np.ones(len(clusters), dtype=bool)
    cells = figures(everything, name)
    table.row(name, "entailment model", pairs=len(clusters), **cells)
    if macro is not None:
        for key, figure in cells.items():
            macro.setdefault(key, []).append(figure)
    categories = np.array([pair.category for pair in scored.pairs])
    for category in sorted(set(categories)) if categories[0] else ():
        where = categories == category
        one = figures(where, f"{name} {category}")
        # Within a category nearly all pairs have one label: accuracy is what the set's authors report.
        table.row(f"{name}: {category}", "entailment model", pairs=int(where.sum()), accuracy=one["accuracy"])


def run(context) -> Table:
    table = Table(
        NAME, "Entailment on pairs",
        "Macro-F1 over the labels that occur; sets with two labels count any third one as wrong. First column: the most "
        "likely label; then by the thresholds that ship, which are set for sources most of whose sentences are neutral; "
        "then by thresholds tuned for the set. Cosine alone: three bands of the embedding's cosine, tuned alike. "
        "Intervals by bootstrap over premises. XNLI is used for nothing but this.",
        COLUMNS)
    macro = {}
    for name, pairs in table.sets(context.chosen(SETS), lambda name: read(context, name)):
        context.log(f"{NAME}: {name}: {len(pairs)} pairs")
        dev = None
        if name.endswith(".test"):
            other = name.replace(".test", ".dev")
            try:
                dev = Scored(context, data.sample(context.data.nli(other, "en"), context.pairs or 4000))
            except data.Absent as absent:
                table.skip(f"{name}: development split", f"{absent}; its thresholds are cross-fitted")
        add_rows(table, name, Scored(context, pairs), dev, macro)
    table.macro_row("entailment model", macro)
    return table
