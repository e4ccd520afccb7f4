"""What tables of sentence-level evidence have in common: every method names sentences for and against each claim."""

import numpy as np

from .. import baselines, data, metrics, tuning
from ..data import CONTRADICT, ENTAIL
from ..intervals import Difference, Figure
from ..metrics import side_counts

SCORES = "exhaustive-single-scores"
COLUMNS = [
    ("threshold", "thresholds"), ("support_f1", "support F1"), ("support_p", "P"), ("support_r", "R"),
    ("against_f1", "contradiction F1"), ("against_p", "P"), ("against_r", "R"),
    ("labelled", "pairs labelled"),
]
FIXED, TUNED = "fixed", "tuned"
# Of a development set, to tune thresholds on, where the test set is measured whole.
DEV_CLAIMS = 300
# Names for readers of what gloss_ground_evidence calls its methods.
NAMES = {
    "etracer": "etracer, whole sentences", "etracer-model": "etracer (decomposition by prompt)",
    "cascade": "default, whole sentences", "cascade-rules": "default (decomposition by rules)",
    "cascade-model": "default, decomposition by prompt", "cascade-single": "default without groups",
    "cascade-nofigures": "default without figures check", "exhaustive-single": "default over all pairs",
}
# (title, method, method that it is compared with): differences with intervals of their own.
GAINS = [
    ("gain of rules over whole sentences", "cascade-rules", "cascade"),
    ("gain of the prompt over whole sentences", "cascade-model", "cascade"),
    ("gain of the prompt over whole sentences, etracer", "etracer-model", "etracer"),
    ("gain of the default over etracer, whole sentences", "cascade", "etracer"),
]


def size(source) -> int:
    return len(source.claims)


def text_of(source) -> str:
    return "\n".join(source.sentences)


def dev_of(name: str) -> str:
    return name.rsplit(".", 1)[0] + ".dev"


def counts_of(sources: list, supports: dict, contradicts: dict, pairs=None) -> np.ndarray:
    """One row a source text: hits, given, gold of support and of contradiction; pairs labelled, all pairs. Claims about
    one text are no independent observations, so rows of the data with one text are added up."""
    rows = []
    for number, source in enumerate(sources):
        row = np.zeros(8, dtype=np.int64)
        for c, claim in enumerate(source.claims):
            row[0:3] += side_counts(claim, supports.get((number, c), ()), ENTAIL)
            row[3:6] += side_counts(claim, contradicts.get((number, c), ()), CONTRADICT)
        row[6] = pairs[number] if pairs else 0
        row[7] = len(source.sentences) * len(source.claims)
        rows.append(row)
    return metrics.by_cluster(map(text_of, sources), np.array(rows).reshape(-1, 8))


def figures_of(counts: np.ndarray, name: str, labelled: bool) -> dict:
    """Column key -> Figure. A side without gold has no figure."""
    figures = {}
    for key, begin in (("support", 0), ("against", 3)):
        if counts[:, begin + metrics.GOLD].sum() == 0:
            continue
        for suffix, figure in (("f1", metrics.f1), ("p", metrics.precision), ("r", metrics.recall)):
            figures[f"{key}_{suffix}"] = Figure(counts[:, begin:begin + 3], name, figure)
    if labelled:
        figures["labelled"] = Figure(counts[:, 6:8], name, metrics.share)
    return figures


class Collector:
    """Adds rows to a table and keeps what the macro rows need."""

    def __init__(self, table):
        self.table, self.macro = table, {}

    def add(self, set_name: str, method: str, counts: np.ndarray, threshold: str, labelled: bool = False) -> dict:
        figures = figures_of(counts, set_name, labelled)
        given = {key: int(counts[:, begin + metrics.GIVEN].sum()) for key, begin in (("support", 0), ("against", 3))}
        cells = dict(figures)
        if "against_f1" not in figures and given["against"]:
            cells["against_f1"] = f"{given['against']} named, none in the gold"
        self.keep(set_name, method, figures, cells, threshold)
        return figures

    def add_gains(self, set_name: str, figures: dict) -> None:
        """`figures`: method -> what `add` gave for it."""
        for title, method, other in GAINS:
            if method in figures and other in figures:
                gains = {key: Difference(figure, figures[other][key]) for key, figure in figures[method].items()
                         if key.endswith("_f1") and key in figures[other]}
                self.keep(set_name, title, gains, gains, "")

    def keep(self, set_name: str, method: str, figures: dict, cells: dict, threshold: str) -> None:
        self.table.row(set_name, method, **cells, threshold=threshold)
        kept = self.macro.setdefault((method, threshold), {})
        for key, figure in figures.items():
            kept.setdefault(key, []).append(figure)

    def finish(self) -> None:
        """The macro rows: means over the sets that have the figure."""
        for (method, threshold), columns in self.macro.items():
            if self.table.macro_row(method, columns):
                self.table.rows[-1]["cells"]["threshold"] = threshold


def product_counts(sources: list, answers: list) -> np.ndarray:
    supports, contradicts = {}, {}
    for number, answer in enumerate(answers):
        for c in range(len(sources[number].claims)):
            supports[(number, c)] = answer["supports"][c]
            contradicts[(number, c)] = answer["contradicts"][c]
    return counts_of(sources, supports, contradicts, [answer["labelled"] for answer in answers])


def clusters_of(scores: baselines.Scores, sources: list) -> list:
    keys = list(map(text_of, sources))
    return [keys[source] for source in scores.place[:, 0]]


def thresholds(scores, score, gold, clusters, dev):
    """One threshold a pair. `dev`: (score, gold) of the development split, for a test split; None: the set itself is
    one, and each source's threshold comes from the others."""
    if dev is not None:
        return np.full(len(score), tuning.fitted(*dev, tuning.f1_at))
    counted = scores.counts
    cuts = np.full(len(score), np.inf)
    cuts[counted] = tuning.cross_fitted(score[counted], gold[counted],
                                        [c for c, ok in zip(clusters, counted) if ok], tuning.f1_at)
    # Pairs that count neither way take their source's threshold.
    known = dict(zip(np.array(clusters)[counted].tolist(), cuts[counted])) if counted.any() else {}
    for i in np.flatnonzero(~counted):
        cuts[i] = known.get(clusters[i], np.inf)
    return cuts


def add_baselines(collector: Collector, name: str, sources: list, scores: baselines.Scores, dev=None) -> None:
    """Each baseline at its fixed thresholds and at tuned ones; the product's rule at tuned ones."""
    clusters = clusters_of(scores, sources)
    dev_methods = baselines.sentence_baselines(dev) if dev is not None else {}

    def side(score, label, method, index):
        gold = scores.gold == label
        if dev is None:
            return thresholds(scores, score, gold, clusters, None)
        other = dev_methods[method][index] if method else (dev.support, dev.against)[index]
        keep = dev.counts
        return thresholds(scores, score, gold, clusters, (other[keep], (dev.gold == label)[keep]))

    def add(method, supports, contradicts, threshold):
        nothing = np.zeros(len(scores.gold), dtype=bool)
        named = [scores.named(nothing if chosen is None else chosen) for chosen in (supports, contradicts)]
        collector.add(name, method, counts_of(sources, *named), threshold)

    for method, (support, against, fixed) in baselines.sentence_baselines(scores).items():
        add(method, support >= fixed[0], None if against is None else against > fixed[1], FIXED)
        add(method, support >= side(support, ENTAIL, method, 0),
            None if against is None else against >= side(against, CONTRADICT, method, 1), TUNED)
    cut = (side(scores.support, ENTAIL, "", 0), side(scores.against, CONTRADICT, "", 1))
    support = baselines.weaken_loose(scores.support, scores.coverage, scores.logits)
    add("default rule on all pairs", *baselines.decide(scores.claim, support, scores.against, scores.logits, cut), TUNED)


def curves(name: str, scores: baselines.Scores) -> list:
    """Precision–recall and reliability of one set."""
    keep = scores.counts
    relative = baselines.sentence_baselines(scores)["BM25 only"][0]
    plots = []
    for side, label in (("support", ENTAIL), ("contradiction", CONTRADICT)):
        gold = (scores.gold == label)[keep]
        if not gold.any():
            continue
        rule = (scores.support if label == ENTAIL else scores.against)[keep]
        lines = [{"name": "evidence rule", "points": metrics.precision_recall(rule, gold)},
                 {"name": "entailment alone", "points": metrics.precision_recall(scores.probability[keep, label], gold)}]
        if label == ENTAIL:
            lines += [{"name": name, "points": metrics.precision_recall(score[keep], gold)}
                      for name, score in (("cosine", scores.cosine), ("BM25", relative))]
        plots.append({"kind": "precision_recall", "title": f"{name}: {side}", "lines": lines})
        plots.append({"kind": "reliability", "title": f"{name}: {side}", **metrics.reliability(rule, gold)})
    return plots


def run_sentences(context, table, reader, names: list, methods: list, extra=None) -> None:
    """All methods and baselines on all sets; `reader(name)` gives sources."""
    collector = Collector(table)
    found = table.sets(names, lambda name: data.sample(reader(name), context.claims, size))
    for name, path in context.extra.items():
        if extra and name in extra:
            found += table.sets([name], lambda name, path=path: data.sample(extra[name](path), context.claims, size))
    for name, sources in found:
        context.log(f"{table.name}: {name}: {len(sources)} sources, {sum(map(size, sources))} claims")
        requests = [source.request() for source in sources]
        answers = context.tools.ground(requests, [SCORES, *methods])
        scores = baselines.Scores(sources, answers[SCORES])
        dev = None
        if context.split == "test" and dev_of(name) != name:
            try:
                others = data.sample(reader(dev_of(name)), context.claims or DEV_CLAIMS, size)
                given = context.tools.ground([source.request() for source in others], [SCORES])[SCORES]
                dev = baselines.Scores(others, given)
            except data.Absent as absent:
                table.skip(f"{name}: thresholds of its development split", absent)
        add_baselines(collector, name, sources, scores, dev)
        if context.llm:
            named = context.llm.name(sources)
            collector.add(name, f"one prompt ({context.llm.server.model})", counts_of(sources, *named), FIXED)
        figures = {method: collector.add(name, NAMES.get(method, method), product_counts(sources, answers[method]), FIXED, True)
                   for method in methods}
        collector.add(name, NAMES["exhaustive-single"], product_counts(sources, answers[SCORES]), FIXED, True)
        collector.add_gains(name, figures)
        table.plots += curves(name, scores)
    collector.finish()
    if context.llm and context.llm.failed:
        table.skip(f"{context.llm.failed} sources of the prompt baseline", "no answer that could be read; counted as "
                   "naming nothing")
