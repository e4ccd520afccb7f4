"""Summaries and the sentences that people cite for them."""

from .. import public_forms
from ..table import Table
from . import sentences

NAME = "citation"
SETS = {"dev": ["tracsum.dev", "aclsum.dev"], "test": ["qmsum.test"]}
METHODS = ["etracer", "etracer-model", "cascade", "cascade-rules", "cascade-model"]


def run(context) -> Table:
    table = Table(
        NAME, "Citations of summaries",
        "A summary sentence is the claim, the sentences that people cite for it are its support. Summaries without a "
        "citation (the aspect is not in the text) are left out. The paper's figures are of its own annotation of 300 "
        "answers, of which TracSum gave 100, so they are beside these, not the same.",
        sentences.COLUMNS)
    extra = {"tracsum": public_forms.tracsum}
    sentences.run_sentences(context, table, context.data.citation, context.chosen(SETS), context.methods or METHODS, extra)
    paper = "eTracer, Chu et al."
    table.published = [
        {"what": "eTracer (τ = 0), support F1", "value": 0.709, "source": paper},
        {"what": "eTracer (τ = 0.5), support F1", "value": 0.705, "source": paper},
        {"what": "Qwen3-4B-Instruct without decomposition, support F1", "value": 0.557, "source": paper},
    ]
    return table
