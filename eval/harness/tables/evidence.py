"""Sentence-level evidence: one claim against all sentences of its source."""

from .. import public_forms
from ..table import Table
from . import sentences

NAME = "evidence"
SETS = {
    "dev": ["wice.dev", "contract_nli.dev", "nli4ct.dev", "climate_fever.dev", "check_covid.dev"],
    "test": ["wice.test", "contract_nli.test", "nli4ct.test", "climate_fever.test"],
}
METHODS = ["etracer", "etracer-model", "cascade", "cascade-single", "cascade-nofigures", "cascade-rules", "cascade-model"]


def run(context) -> Table:
    table = Table(
        NAME, "Sentence-level evidence",
        "Every claim is given with all sentences of its source; a method names those that support it and those that "
        "contradict it. Micro F1 over the sentences of a set; intervals by bootstrap over sources. The evidence rule "
        "of the default method was fitted on development sets, so its fixed thresholds have seen these claims.",
        sentences.COLUMNS)
    extra = {"scifact": public_forms.scifact, "wice": public_forms.wice}
    sentences.run_sentences(context, table, context.data.evidence, context.chosen(SETS), context.methods or METHODS, extra)
    return table
