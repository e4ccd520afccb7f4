"""CER, ECSS and PFCR on question–answer pairs with their abstracts: no gold data needed."""

import numpy as np

from .. import data, metrics, public_forms
from ..intervals import Figure
from ..table import Table

NAME = "reference_free"
QUESTIONS = 100
METHODS = ["cascade", "cascade-rules", "cascade-model", "etracer-model"]
FIGURES = [("cer", "CER"), ("ecss", "ECSS"), ("pfcr", "PFCR"), ("fcr", "FCR"), ("acr", "ACR"), ("hcr", "HCR"),
           ("ucr", "UCR"), ("unchecked", "unchecked")]
NAMES = {"cascade": "default, whole sentences", "cascade-rules": "default (decomposition by rules)",
         "cascade-model": "default, decomposition by prompt", "etracer-model": "etracer (decomposition by prompt)"}


def mean(counts):
    """Of rows (sum, number)."""
    return metrics.ratio(counts[..., 0], counts[..., 1])


def run(context) -> Table:
    table = Table(
        NAME, "Reference-free figures",
        "Means over the answers (an answer without evidence has no ECSS and PFCR). CER: claims entailed by their own "
        "sentence; ECSS: cosine of claim and evidence; PFCR: labels that turn when the claim's polarity is flipped. "
        "Target: CER 0.93, PFCR 0.94. Whole sentences entail themselves, so CER says something of decomposition only.",
        [("answers", "answers"), ("claims", "claims"), *FIGURES])
    sources = [("pubmedqa", lambda name: context.data.questions())]
    if "pubmedqa" in context.extra:
        sources = [("pubmedqa", lambda name: public_forms.pubmedqa(context.extra["pubmedqa"]))]
    most = min(context.claims or QUESTIONS, QUESTIONS)
    for name, read in sources:
        for label, questions in table.sets([name], lambda key, read=read: data.sample(read(key), most)):
            requests = [{"response": q.answer, "document": "\n\n".join(q.contexts), "question": q.question}
                        for q in questions]
            asked = [f"{method}-metrics" for method in context.methods or METHODS]
            for method, answers in context.tools.ground(requests, asked).items():
                cells = {}
                for key, _ in FIGURES:
                    values = [answer["metrics"][key] for answer in answers]
                    rows = np.array([(v or 0.0, v is not None) for v in values], dtype=float)
                    if rows[:, 1].sum():
                        cells[key] = Figure(rows, label, mean)
                plain = method.removesuffix("-metrics")
                table.row(label, NAMES.get(plain, plain), answers=len(answers),
                          claims=sum(len(answer["claims"]) for answer in answers), **cells)
    paper = "eTracer, Chu et al."
    table.published = [{"what": f"eTracer, {what}", "value": value, "source": paper}
                       for what, value in (("CER", 0.930), ("ECSS", 0.787), ("PFCR", 0.940))]
    return table
