"""Development data in the product's own form: one claim against the sentences of its source."""

import pathlib
import random
from dataclasses import dataclass

import numpy as np

from . import data
from .rules.lexicon import stems


@dataclass
class EvidenceSet:
    """Pairs of one set; `labels` by output index, most of them neutral."""

    name: str
    sentences: list
    claims: list
    labels: np.ndarray


def _pairs(row: dict):
    """Yields (claim, sentences, label index of each sentence) of one row."""
    if "claims" in row:  # contract_nli: all claims of a document
        for claim in row["claims"]:
            labels = [1] * len(row["sentences"])
            if claim["label"] in data.LABEL_OF:
                for i in claim["evidence"] or []:
                    labels[i] = data.LABEL_OF[claim["label"]]
            yield claim["claim"], row["sentences"], labels
        return
    if row.get("sentence_labels"):
        names = {"entail": 0, "supports": 0, "neutral": 1, "not_enough_info": 1, "contradict": 2, "refutes": 2}
        yield row["claim"], row["sentences"], [names[label] for label in row["sentence_labels"]]
        return
    labels = [1] * len(row["sentences"])
    known = {**data.LABEL_OF, "supported": 0}
    if row["label"] in known:
        for group in row.get("evidence") or []:
            for i in group if isinstance(group, list) else [group]:
                labels[i] = known[row["label"]]
    yield row["claim"], row["sentences"], labels


# Sentences of each source that are looked at (the nearest by shared words, as retrieval would hand them on;
# None: all) and how many claims of the set.
SETS = {"check_covid.dev": (None, None), "climate_fever.dev": (None, None), "contract_nli.dev": (6, 200), "wice.dev": (8, 60)}


def nearest(claim: str, sentences: list, count: int) -> list:
    """Numbers of the sentences that share most words with the claim, in order."""
    wanted = stems(claim)
    shared = [len(wanted & stems(s)) / (len(wanted) + 0.1 * len(s.split()) + 1) for s in sentences]
    return sorted(sorted(range(len(sentences)), key=lambda i: -shared[i])[:count])


def read(data_dir: pathlib.Path, name: str) -> EvidenceSet:
    """The pairs of evidence/<name>, cut down where the sources are long.

    wice: claims that are only partly supported are left out, because their evidence is neither.
    """
    count, most = SETS[name]
    rows = [r for r in data.read_jsonl(data_dir / "evidence" / f"{name}.jsonl.gz") if r.get("label") != "partially_supported"]
    groups = [group for row in rows for group in _pairs(row)]
    if most and most < len(groups):
        groups = random.Random(1).sample(groups, most)
    sentences, claims, labels = [], [], []
    for claim, texts, marks in groups:
        for i in nearest(claim, texts, count) if count else range(len(texts)):
            if texts[i].strip():
                sentences.append(texts[i])
                claims.append(claim)
                labels.append(marks[i])
    return EvidenceSet(name, sentences, claims, np.array(labels))


NEAR_NEUTRALS = 3


def training_pairs(data_dir: pathlib.Path, name: str):
    """Yields (premise, hypothesis, label index): claims of evidence/<name> against sentences of their own source.

    Besides the evidence itself: the other sentences that share most words with the claim and one more by chance
    (neutral); evidence with a sentence beside it (its label stays), so that context which does not matter changes
    nothing; and groups of sentences that are evidence together.
    """
    rng = random.Random(name)
    for row in data.read_jsonl(data_dir / "evidence" / f"{name}.jsonl.gz"):
        for claim, sentences, labels in _pairs(row):
            usable = [i for i, text in enumerate(sentences) if text.strip()]
            evidence = [i for i in usable if labels[i] != 1]
            others = [i for i in usable if labels[i] == 1]
            # Long evidence is a whole section: its sentences do not decide the claim one by one.
            if len(evidence) <= 3:
                for i in evidence:
                    yield sentences[i], claim, labels[i]
            if 2 <= len(evidence) <= 6 and len({labels[i] for i in evidence}) == 1:
                yield " ".join(sentences[i] for i in evidence), claim, labels[evidence[0]]
            near = [others[k] for k in nearest(claim, [sentences[i] for i in others], NEAR_NEUTRALS)]
            if len(evidence) > 3:  # neighbours of a section are part of its table
                near = near[:1]
            chance = [rng.choice(others)] if others else []
            for i in dict.fromkeys(near + chance):
                yield sentences[i], claim, 1
            for i in evidence if len(evidence) <= 3 else ():
                beside = [j for j in (i - 1, i + 1) if j in others]
                if beside:
                    first, second = sorted((i, rng.choice(beside)))
                    yield f"{sentences[first]} {sentences[second]}", claim, labels[i]
            if len(near) > 1:
                first, second = sorted(rng.sample(near, 2))
                yield f"{sentences[first]} {sentences[second]}", claim, 1
