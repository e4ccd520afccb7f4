"""Entailment in five languages; the language picks the model."""

from .. import data, metrics
from ..intervals import Figure
from ..table import Table
from . import entailment

NAME = "languages"
SETS = {"dev": [*[("xnli.dev", language) for language in ("en", "de", "es", "fr")],
                *[("rte3.dev", language) for language in ("en", "de", "fr", "it")]],
        "test": [*[("xnli.test", language) for language in ("en", "de", "es", "fr")],
                 *[("rte3.test", language) for language in ("en", "de", "fr", "it")]]}


def run(context) -> Table:
    table = Table(
        NAME, "Entailment in five languages",
        "Accuracy and macro-F1 of the most likely label. A language that no model names is read by the default one, and "
        "the column says which. XNLI and RTE3 development splits may be training data of a multilingual model: its card "
        "says.",
        [("model", "model"), ("pairs", "pairs"), ("accuracy", "accuracy"), ("argmax", "macro-F1"),
         ("majority", "majority, accuracy")])
    wanted = [tuple(name.split(":")) for name in context.sets] if context.sets else SETS[context.split]
    names = {f"{name} {language}": (name, language) for name, language in wanted}
    for label, pairs in table.sets(list(names), lambda key: data.sample(context.data.nli(*names[key]), context.pairs)):
        before = dict(context.tools.models_used)
        context.tools.models_used.clear()
        scored = entailment.Scored(context, pairs)
        model = next(name for role, name in context.tools.models_used if role == "entailment")
        context.tools.models_used.update(before)
        clusters = [pair.cluster for pair in pairs]
        sums = metrics.by_cluster(clusters, metrics.confusion(scored.gold, scored.argmax))
        most = max((scored.gold == k).mean() for k in range(3))
        table.row(label, "entailment model", model=model, pairs=len(pairs), accuracy=Figure(sums, label, metrics.accuracy),
                  argmax=Figure(sums, label, metrics.macro_f1), majority=round(float(most), 4))
    return table
