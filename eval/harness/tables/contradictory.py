"""Contexts with contradictory evidence added by rule, as the paper's own set has it: who finds it, and who finds the rest?"""

import random
import re
import zlib

import numpy as np

from .. import data
from ..data import Claim, Source
from ..table import Table
from . import perturbed, sentences

NAME = "contradictory"
SETS = {"dev": ["tracsum.dev", "pubmedqa"], "test": ["tracsum.dev", "pubmedqa"]}
METHODS = ["etracer", "etracer-model", "cascade", "cascade-nofigures", "cascade-rules", "cascade-model"]
LEAST_COMMON = 0.5
KINDS = ("number", "date", "unit", "negation")
WORD = re.compile(r"[^\W_]+")


def words(text: str) -> set:
    return {word.lower() for word in WORD.findall(text)}


def sentences_of(text: str) -> list:
    """Good enough for abstracts; the split is the same for every method."""
    return [part.strip() for part in re.split(r"(?<=[.!?])\s+(?=[A-Z0-9])", text) if part.strip()]


def contradiction_of(sentence: str, claim: str, context: str, changes) -> str | None:
    """The sentence with something changed that the claim says too: a figure of the claim, or the negation of a
    sentence that shares half of the claim's words."""
    rng = random.Random(zlib.crc32((sentence + claim).encode("utf-8", "replace")))
    common = len(words(sentence) & words(claim)) / max(1, len(words(claim)))
    made = dict(changes.changes_of(sentence, context, "en", rng))
    for kind in KINDS:
        changed = made.get(kind)
        if changed is None or common < LEAST_COMMON:
            continue
        if kind == "negation" or (words(sentence) - words(changed)) & words(claim):
            return changed
    return None


def with_contradiction(source: Source, claim: Claim, changed: str) -> Source:
    """The changed sentence put in at a place that depends on its text alone."""
    place = zlib.crc32(changed.encode("utf-8", "replace")) % (len(source.sentences) + 1)
    moved = [int(i) + (i >= place) for i in np.flatnonzero(claim.gold == data.ENTAIL)]
    texts = [*source.sentences[:place], changed, *source.sentences[place:]]
    return Source(texts, [Claim.of(claim.text, len(texts), moved, [place])], source.title, source.language)


def from_citations(sources: list, changes) -> list:
    """One source a summary: a cited sentence is there in a changed form, too."""
    made = []
    for source in sources:
        context = " ".join(source.sentences)
        for claim in source.claims:
            for place in np.flatnonzero(claim.gold == data.ENTAIL):
                changed = contradiction_of(source.sentences[place], claim.text, context, changes)
                if changed:
                    made.append(with_contradiction(source, claim, changed))
                    break
    return made


def from_questions(questions: list, changes) -> list:
    """One source an answer: its first sentence is in the context in a changed form. Which sentences support it is not
    known, so only contradiction has a figure."""
    made = []
    for question in questions:
        context = [text for part in question.contexts for text in sentences_of(part)]
        claims = sentences_of(question.answer)
        if not claims or not context:
            continue
        changed = contradiction_of(claims[0], claims[0], " ".join(context), changes)
        if changed:
            source = Source(context, [Claim.of(claims[0], len(context))])
            made.append(with_contradiction(source, source.claims[0], changed))
    return made


def make(context, name: str) -> list:
    changes = perturbed.load_changes()
    if name == "pubmedqa":
        return from_questions(context.data.questions(), changes)
    return from_citations(context.data.citation(name), changes)


def run(context) -> Table:
    table = Table(
        NAME, "Contexts with contradictory evidence",
        "A sentence that contradicts the claim is put into its context by rule. tracsum: a changed copy of a cited "
        "sentence; pubmedqa: a changed copy of the answer's sentence (no gold for support). The paper had its contexts "
        "augmented and checked by people, so its figures are beside these, not the same.",
        sentences.COLUMNS)
    sentences.run_sentences(context, table, lambda name: make(context, name), context.chosen(SETS),
                            context.methods or METHODS)
    paper = "eTracer, Chu et al."
    table.published = [
        {"what": "eTracer (τ = 0), contradiction F1", "value": 0.946, "source": paper},
        {"what": "eTracer (τ = 0.5), contradiction F1", "value": 0.939, "source": paper},
        {"what": "Qwen3-4B-Instruct without decomposition, contradiction F1", "value": 0.815, "source": paper},
    ]
    return table
