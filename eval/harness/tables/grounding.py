"""A claim about a document: supported or not (SummEdits, AttributionBench, BEGIN, RAGTruth, LLM-AggreFact)."""

import numpy as np

from .. import baselines, data, metrics, public_forms, tuning
from ..intervals import Figure, Macro
from ..table import Table
from . import sentences

NAME = "grounding"
SETS = {"dev": ["attributionbench.dev", "begin.dev"],
        "test": ["attributionbench.test", "begin.test", "summedits.test"]}
# Where a set has no development split, thresholds come from these.
OTHER_DEV = ["attributionbench.dev", "begin.dev"]
METHODS = ["cascade-rules", "etracer"]
NAMES = {"cascade-rules": "default (decomposition by rules)", "etracer": "etracer, whole sentences",
         "cascade": "default, whole sentences", "cascade-model": "default, decomposition by prompt"}
COLUMNS = [("rows", "claims"), ("fixed", "balanced accuracy, fixed"), ("tuned", "balanced accuracy, tuned"),
           ("macro_f1", "macro-F1, fixed")]
PUBLISHED = [
    ("AttributionBench, fine-tuned GPT-3.5, macro-F1", 0.80, "arXiv 2402.15089"),
    ("LLM-AggreFact mean, MiniCheck-Flan-T5-L (0.8B)", 0.750, "llm-aggrefact.github.io"),
    ("LLM-AggreFact mean, FactCG-DeBERTa-L (0.4B)", 0.756, "llm-aggrefact.github.io"),
    ("LLM-AggreFact mean, SummaC-ZS (0.1B)", 0.677, "llm-aggrefact.github.io"),
    ("LLM-AggreFact mean, HHEM-2.1-open (0.1B)", 0.718, "llm-aggrefact.github.io"),
]


def product_score(answer: dict) -> tuple:
    """(score, called supported): the weakest checkable claim counts; one that is contradicted or was not checked is
    no support. A response without a checkable claim confirms nothing."""
    checkable = [entry for entry in answer["claims"] if entry["verdict"] != "not_checkable"]
    if not checkable:
        return -1.0, False
    against = ("contradicted", "conflicting")
    values = [entry["support"] - (entry["contradiction"] if entry["verdict"] in against else 0.0) -
              (1.0 if entry["verdict"] == "unchecked" else 0.0) for entry in checkable]
    return min(values), all(entry["verdict"] == "supported" for entry in checkable)


class Scored:
    """method -> (scores, called supported by the fixed threshold), of rows of Judged."""

    def __init__(self, context, rows: list, methods: list):
        self.rows = rows
        self.gold = np.array([row.supported for row in rows], dtype=bool)
        requests = [{"response": row.claim, "document": row.document, "language": row.language} for row in rows]
        answers = context.tools.ground(requests, [sentences.SCORES, *methods])
        self.methods = {}
        for name, score, threshold in (("embedding only", baselines.best_cosine, 0.5),
                                       ("terms in common (as BM25 counts)", baselines.term_overlap, 0.5),
                                       ("SummaC-style", baselines.summac, 0.0)):
            values = np.array([score(answer) for answer in answers[sentences.SCORES]])
            self.methods[name] = values, values >= threshold
        ours = baselines.MiniCheckScorer(context.tools)
        for name, scorer in (("MiniCheck-style, our model", ours), ("given scorer", context.scorer)):
            if scorer is not None:
                labels, values, *_ = scorer.score([row.document for row in rows], [row.claim for row in rows])
                self.methods[name] = np.array(values, dtype=float), np.array(labels, dtype=bool)
        if context.llm:
            self.methods[f"one prompt ({context.llm.server.model})"] = self.by_prompt(context)
        for method in methods:
            pairs = [product_score(answer) for answer in answers[method]]
            self.methods[NAMES.get(method, method)] = (np.array([score for score, _ in pairs]),
                                                      np.array([called for _, called in pairs], dtype=bool))

    def by_prompt(self, context) -> tuple:
        """The document as one numbered sentence; supported where it is named and nothing is named against."""
        asked = [data.Source([row.document], [data.Claim.of(row.claim, 1)]) for row in self.rows]
        supports, contradicts = context.llm.name(asked)
        called = np.array([bool(supports.get((i, 0))) and not contradicts.get((i, 0)) for i in range(len(asked))])
        return called.astype(float), called


def figure(rows: list, gold, called, label: str, what) -> Figure:
    sums = metrics.by_cluster([row.cluster for row in rows], metrics.confusion(gold.astype(int), called.astype(int), 2))
    return Figure(sums, label, what)


def run(context) -> Table:
    table = Table(
        NAME, "Documents and claims",
        "Balanced accuracy on supported or not; intervals by bootstrap over documents. Fixed: the verdicts of the "
        "product, 0.5 (SummaC: 0) for the others; tuned: a threshold on the score, from development data. The MiniCheck "
        "and SummaC rows use the product's own entailment model: they compare methods, not those systems.",
        COLUMNS)
    methods = context.methods or METHODS
    macro = {}
    found = table.sets(context.chosen(SETS), lambda name: data.sample(context.data.grounding(name), context.claims))
    for name, path in context.extra.items():
        if name in public_forms.JUDGED:
            found += table.sets([name], lambda key: data.sample(public_forms.JUDGED[key](path), context.claims))
    dev = None
    for name, rows in found:
        context.log(f"{NAME}: {name}: {len(rows)} claims")
        scored = Scored(context, rows, methods)
        tune_on = None
        if context.split == "test":
            tune_on, dev = development(context, table, name, methods, dev)
        clusters = [row.cluster for row in rows]
        domains = []
        for method, (score, called) in scored.methods.items():
            if tune_on is None:
                cut = tuning.cross_fitted(score, scored.gold, clusters, tuning.balanced_at)
            else:
                cut = tuning.fitted(tune_on.methods[method][0], tune_on.gold, tuning.balanced_at)
            cells = {"fixed": figure(rows, scored.gold, called, name, metrics.balanced_accuracy),
                     "tuned": figure(rows, scored.gold, score >= cut, name, metrics.balanced_accuracy),
                     "macro_f1": figure(rows, scored.gold, called, name, metrics.macro_f1)}
            table.row(name, method, rows=len(rows), **cells)
            for key, of in cells.items():
                macro.setdefault(method, {}).setdefault(key, []).append(of)
            domains.append((method, by_domain(name, scored, called, score >= cut)))
        for method, figures in domains:
            if len(figures["fixed"]) > 1:
                table.row(f"{name}: mean of {len(figures['fixed'])} domains", method,
                          **{key: Macro(of) for key, of in figures.items()})
    for method, columns in macro.items():
        table.macro_row(method, columns)
    table.published = [{"what": what, "value": value, "source": source} for what, value, source in PUBLISHED]
    return table


def development(context, table, name: str, methods: list, other):
    """(Scored to tune on, the shared Scored of OTHER_DEV once it was made)."""
    own = sentences.dev_of(name)
    try:
        return Scored(context, data.sample(context.data.grounding(own), context.claims or 600), methods), other
    except data.Absent:
        pass
    if other is None:
        rows = []
        for dev in OTHER_DEV:
            try:
                rows += data.sample(context.data.grounding(dev), context.claims or 600)
            except data.Absent as absent:
                table.skip(f"{dev}, for thresholds", absent)
        other = Scored(context, rows, methods) if rows else None
    if other is None:
        table.skip(f"{name}: tuned thresholds from other sets", "no development data: cross-fitted on the set itself")
    return other, other


def by_domain(name: str, scored: Scored, called, tuned) -> dict:
    """Figures of each domain with both labels: SummEdits is reported as their mean."""
    domains = np.array([row.domain for row in scored.rows])
    figures = {"fixed": [], "tuned": []}
    for domain in sorted(set(domains)):
        where = domains == domain
        if len(set(scored.gold[where])) < 2:
            continue
        rows = [row for row, ok in zip(scored.rows, where) if ok]
        for key, given in (("fixed", called), ("tuned", tuned)):
            figures[key].append(figure(rows, scored.gold[where], given[where], f"{name} {domain}",
                                       metrics.balanced_accuracy))
    return figures
