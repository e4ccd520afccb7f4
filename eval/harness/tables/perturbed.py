"""Claims made false by rule: is the change seen as a contradiction, and how often is a true claim called contradicted?"""

import importlib.util
import json
import pathlib
import random
import zlib

import numpy as np

from .. import data, metrics
from ..data import CONTRADICT, ENTAIL
from ..intervals import Figure
from ..table import Table

NAME = "perturbed"
EVAL = pathlib.Path(__file__).resolve().parents[2]
OWN = "perturbed_claims"
SETS = {"dev": [OWN, "check_covid.dev", "contract_nli.dev", "wice.dev", "fool_me_twice.dev", "tracsum.dev"],
        "test": [OWN, "contract_nli.test", "wice.test"]}
METHODS = ["etracer", "cascade", "cascade-nofigures", "cascade-rules"]
KINDS = ("number", "negation", "date", "unit", "name")
COLUMNS = [("claims", "true claims"), ("changed", "made false"), ("both", "found: number, negation"),
           *[(kind, kind) for kind in KINDS], ("alarms", "false alarms"), ("certified", "false, called supported")]


def load_changes():
    """eval/figures/changes.py, which is no package."""
    spec = importlib.util.spec_from_file_location("changes", EVAL / "figures" / "changes.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Case:
    """A true claim beside its source, and what rules make of it: [(kind, false claim)]."""

    def __init__(self, claim: str, source: list, evidence: str, changed: list, language: str = "en", title: str = ""):
        self.claim, self.source, self.evidence, self.changed = claim, source, evidence, changed
        self.language, self.title = language, title

    def texts(self) -> list:
        return [self.claim, *[text for _, text in self.changed]]


def own_cases() -> list:
    rows = [json.loads(line) for line in
            (EVAL.parent / "tests" / "regression" / "perturbed_claims.jsonl").read_text("utf-8").splitlines()]
    return [Case(r["claim"], r["source"], " ".join(r["source"]), [(r["kind"], r["perturbed"])], r["language"]) for r in rows]


def cases_of(sources: list, changes) -> list:
    """Claims with evidence for them, and each change that the rules can make of them."""
    cases = []
    for source in sources:
        for claim in source.claims:
            places = np.flatnonzero(claim.gold == ENTAIL)
            if not len(places):
                continue
            evidence = " ".join(source.sentences[i] for i in places)
            rng = random.Random(zlib.crc32(claim.text.encode("utf-8", "replace")))
            # A figure that the source has elsewhere could be true of it.
            changed = changes.changes_of(claim.text, " ".join(source.sentences), source.language, rng)
            if changed:
                cases.append(Case(claim.text, source.sentences, evidence, changed, source.language, source.title))
    return cases


def counts_of(case: Case, contradicted: list, supported: list) -> np.ndarray:
    """For each kind found and made; then alarms, originals; certified, changed. By the texts of the case in order."""
    row = np.zeros(2 * len(KINDS) + 4, dtype=np.int64)
    for (kind, _), found, certified in zip(case.changed, contradicted[1:], supported[1:]):
        place = 2 * KINDS.index(kind)
        row[place] += found
        row[place + 1] += 1
        row[-2] += certified
        row[-1] += 1
    row[-4:-2] = contradicted[0], 1
    return row


def add_row(table, name: str, method: str, cases: list, rows: list) -> dict:
    """The row of a method; gives its figures for the macro row."""
    counts = metrics.by_cluster([" ".join(case.source) for case in cases], np.array(rows))
    cells = {}
    for i, kind in enumerate(KINDS):
        if counts[:, 2 * i + 1].sum():
            cells[kind] = Figure(counts[:, 2 * i:2 * i + 2], name, metrics.share)
    both = counts[:, 0:2] + counts[:, 2:4]
    if both[:, 1].sum():
        cells["both"] = Figure(both, name, metrics.share)
    cells["alarms"] = Figure(counts[:, -4:-2], name, metrics.share)
    cells["certified"] = Figure(counts[:, -2:], name, metrics.share)
    table.row(name, method, claims=len(cases), changed=int(counts[:, -1].sum()), **cells)
    return cells


def verdicts(answer: dict, claims: int) -> tuple:
    """Of each claim: whether a part of it is contradicted, whether all its checkable parts are supported."""
    of = [[entry["verdict"] for entry in answer["claims"] if entry["claim"] == c] for c in range(claims)]
    checkable = [[v for v in given if v != "not_checkable"] for given in of]
    return ([any(v in ("contradicted", "conflicting") for v in given) for given in checkable],
            [bool(given) and all(v == "supported" for v in given) for given in checkable])


def model_alone(context, cases: list) -> dict:
    """By the entailment model's label of (evidence, claim): by the most likely one and by the shipped thresholds."""
    pairs = [(case.evidence, text, case.language) for case in cases for text in case.texts()]
    answers = iter(context.tools.score_pairs(pairs))
    rows = {"entailment model, most likely label": [], "entailment model, shipped thresholds": []}
    for case in cases:
        given = [next(answers) for _ in case.texts()]
        best = [int(np.argmax(a["probabilities"])) for a in given]
        fixed = [{"entailment": ENTAIL, "contradiction": CONTRADICT}.get(a["label"], 1) for a in given]
        for labels, kept in zip((best, fixed), rows.values()):
            kept.append(counts_of(case, [l == CONTRADICT for l in labels], [l == ENTAIL for l in labels]))
    return rows


def run(context) -> Table:
    table = Table(
        NAME, "Claims made false by rule",
        "A true claim and what rules make of it (another number, date, unit, name; negation put in or taken out), beside "
        "the whole source; the entailment model alone beside the evidence only. Found: called contradicted or "
        "conflicting. False alarms: true claims so called. Target: numbers and negations at least 0.90, false alarms at "
        "most 0.05. Some changes do not contradict a source that is silent on them, so 1 is out of reach on sets not "
        "made for this.",
        COLUMNS)
    changes = load_changes()

    def read(name):
        if name == OWN:
            return own_cases()
        reader = context.data.citation if name.startswith("tracsum") else context.data.evidence
        cases = cases_of(reader(name), changes)
        return data.sample(cases, context.claims)

    macro = {}
    methods = context.methods or METHODS
    for name, cases in table.sets(context.chosen(SETS), read):
        context.log(f"{NAME}: {name}: {len(cases)} claims, {sum(len(case.changed) for case in cases)} changed")
        for method, rows in model_alone(context, cases).items():
            macro.setdefault(method, []).append(add_row(table, name, method, cases, rows))
        requests = [{"claims": case.texts(), "sentences": case.source, "title": case.title, "language": case.language}
                    for case in cases]
        for method, answers in context.tools.ground(requests, methods).items():
            rows = [counts_of(case, *verdicts(answer, len(case.texts()))) for case, answer in zip(cases, answers)]
            macro.setdefault(method, []).append(add_row(table, name, method, cases, rows))
    for method, given in macro.items():
        keys = {key for cells in given for key in cells}
        table.macro_row(method, {key: [cells[key] for cells in given if key in cells] for key in sorted(keys)})
    return table
