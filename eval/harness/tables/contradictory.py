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
# Dates are left out: "between 1974 and 2000" and "… 2002" can both be true.
KINDS = ("number", "unit", "negation")
WORD = re.compile(r"[^\W_]+")
PARTICIPLE = re.compile(r"(ed|en|wn|ne|ght|ade|und|elt|ept|een)$")


def words(text: str) -> set:
    return {word.lower() for word in WORD.findall(text)}


def sentences_of(text: str) -> list:
    """Good enough for abstracts; the split is the same for every method."""
    return [part.strip() for part in re.split(r"(?<=[.!?])\s+(?=[A-Z0-9])", text) if part.strip()]


def denies(sentence: str, changed: str, claim: str) -> bool:
    """The negation was put before something that the claim says, and not into a condition; "has not" wants a participle."""
    old, new = sentence.split(), changed.split()
    place = next((i for i, (a, b) in enumerate(zip(old, new)) if a != b), len(old))
    if place >= len(new) or new[place] != "not" or {"if", "unless", "whether"} & {word.lower() for word in old[:place]}:
        return False
    following = [word.lower() for text in new[place + 1:] for word in WORD.findall(text)]
    if old[place - 1].lower() in ("has", "have") and not (following and PARTICIPLE.search(following[0])):
        return False
    content = [word for word in following if len(word) > 3][:2]
    return len(content) == 2 and all(any(word[:5] == other[:5] for other in words(claim)) for word in content)


def other_number(sentence: str, changed: str, claim: str) -> bool:
    """What was changed is a figure that the claim has, too, and no year or age that is one of several."""
    gone = words(sentence) - words(changed)
    numbered = re.search(rf"\b(year|age|day|week|month)s? ({'|'.join(map(re.escape, gone)) or '$'})\b", sentence, re.I)
    return bool(gone & words(claim)) and not numbered


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
        if (denies if kind == "negation" else other_number)(sentence, changed, claim):
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


def show(context, count: int):
    """Lines for a reader: each claim beside the sentence that is to contradict it."""
    made = [source for name in context.chosen(SETS) for source in data.sample(make(context, name), count // 2)]
    for number, source in enumerate(made, 1):
        claim = source.claims[0]
        place = int(np.flatnonzero(claim.gold == data.CONTRADICT)[0])
        yield f"{number}. CLAIM {claim.text}\n   FALSE {source.sentences[place]}"


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
