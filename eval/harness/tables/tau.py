"""The least importance τ: 0, .25, .5, .75, 1."""

from .. import data
from ..intervals import Macro
from ..table import Table
from . import sentences

NAME = "tau"
SETS = {
    "dev": ["wice.dev", "contract_nli.dev", "nli4ct.dev", "climate_fever.dev", "check_covid.dev", "tracsum.dev"],
    "test": ["wice.test", "contract_nli.test", "nli4ct.test", "climate_fever.test"],
}
TAUS = (0.0, 0.25, 0.5, 0.75, 1.0)
METHODS = ["etracer", "cascade"]


def run(context) -> Table:
    table = Table(
        NAME, "Least importance τ",
        "Whole claims, without decomposition. The paper finds its peak at τ = 0.25 for all its figures and 0.5 a fair "
        "price in time. The default method's own least relevance is a calibrated one; here τ takes its place.",
        sentences.COLUMNS)
    names = context.chosen(SETS)
    methods = context.methods or METHODS

    def read(name):
        reader = context.data.citation if name.split(".")[0] in ("tracsum", "aclsum", "qmsum") else context.data.evidence
        return data.sample(reader(name), context.claims, sentences.size)

    collector = sentences.Collector(table)
    for name, sources in table.sets(names, read):
        context.log(f"{NAME}: {name}: {len(sources)} sources")
        asked = [f"{method}@{tau:g}" for method in methods for tau in TAUS]
        answers = context.tools.ground([source.request() for source in sources], asked)
        for method in asked:
            counts = sentences.product_counts(sources, answers[method])
            collector.add(name, method.replace("@", ", τ = "), counts, sentences.FIXED, True)
    collector.finish()
    for side, title in (("support_f1", "support F1"), ("against_f1", "contradiction F1")):
        lines = []
        for method in methods:
            points = []
            for tau in TAUS:
                kept = collector.macro.get((f"{method}, τ = {tau:g}", sentences.FIXED), {}).get(side)
                if kept:
                    points.append([tau, round(Macro(kept).value, 4)])
            lines.append({"name": method, "points": points})
        if any(line["points"] for line in lines):
            table.plots.append({"kind": "tau", "title": f"mean {title} of the sets", "lines": lines,
                                "peaks": {line["name"]: max(line["points"], key=lambda p: (p[1], -p[0]))[0]
                                          for line in lines if line["points"]}})
    return table
