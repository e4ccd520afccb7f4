"""Time a claim beside quality: each method in a process of its own, without a cache."""

import numpy as np

from .. import data
from ..intervals import Macro
from ..table import Table
from . import sentences

NAME = "speed"
SETS = {"dev": ["wice.dev", "check_covid.dev", "contract_nli.dev"], "test": ["wice.test", "contract_nli.test"]}
METHODS = ["etracer", "etracer-model", "cascade-single", "cascade", "cascade-rules", "cascade-model", "exhaustive-single"]
CLAIMS = 30


def run(context) -> Table:
    table = Table(
        NAME, "Speed against quality",
        "Seconds of grounding a claim (without loading models), each method in its own process and without a cache, on "
        f"about {CLAIMS} claims of each set. Times are true of an idle machine only: the card and the load average "
        "below say which it was.",
        [("claims", "claims"), ("support_f1", "support F1"), ("against_f1", "contradiction F1"),
         ("labelled", "pairs labelled")])
    most = min(context.claims or CLAIMS, CLAIMS)
    found = table.sets(context.chosen(SETS), lambda name: data.sample(context.data.evidence(name), most, sentences.size))
    sources = [source for _, of in found for source in of]
    requests = [source.request() for source in sources]
    claims = sum(map(sentences.size, sources))
    points = []
    for method in (context.methods or METHODS) if sources else ():
        context.log(f"{NAME}: {method}")
        answers = context.tools.ground(requests, [method], cache=False)[method]
        label, start = sentences.NAMES.get(method, method), 0
        kept = {}
        for name, of in found:
            counts = sentences.product_counts(of, answers[start:start + len(of)])
            start += len(of)
            for key, figure in sentences.figures_of(counts, name, True).items():
                kept.setdefault(key, []).append(figure)
        cells = {key: Macro(kept[key]) for key in ("support_f1", "against_f1", "labelled") if key in kept}
        table.row("macro", label, claims=claims, **cells)
        seconds = [answer["seconds"] for answer in answers]
        table.timing[label] = {"seconds_a_claim": round(float(np.sum(seconds)) / max(1, claims), 4)}
        points.append({"name": label, "quality": round(cells["support_f1"].value, 4) if "support_f1" in cells else 0.0})
    table.plots.append({"kind": "speed", "title": "support F1 and seconds a claim", "points": points})
    return table
