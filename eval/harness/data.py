"""Adapters for the public data sets in their normal form (one folder, one file a set and split).

Each reader gives one of the forms below, whatever the file looks like. A set that is not there raises Absent, whose
message says which file; tables leave it out and say so.
"""

import gzip
import json
import pathlib
import random
from dataclasses import dataclass, field

import numpy as np

ENTAIL, NEUTRAL, CONTRADICT = 0, 1, 2
LABELS = ("entailment", "neutral", "contradiction")
PAIR_LABELS = {"entail": ENTAIL, "neutral": NEUTRAL, "contradict": CONTRADICT}
CLAIM_LABELS = {"entail": ENTAIL, "supported": ENTAIL, "supports": ENTAIL, "accurate": ENTAIL,
                "contradict": CONTRADICT, "refutes": CONTRADICT}
SENTENCE_LABELS = {**PAIR_LABELS, "supports": ENTAIL, "not_enough_info": NEUTRAL, "refutes": CONTRADICT}
SAMPLE_SEED = 3


class Absent(Exception):
    """A data set that is not there; the message names the file."""


@dataclass
class Pair:
    """Premise, hypothesis and the label of the pair."""

    premise: str
    hypothesis: str
    label: int
    language: str = "en"
    category: str = ""

    @property
    def cluster(self) -> str:
        """Pairs with one premise are no independent observations."""
        return self.premise


@dataclass
class Claim:
    """One claim with the label of every sentence of its source, and the sentences that count neither way."""

    text: str
    gold: np.ndarray
    ignore: np.ndarray

    @classmethod
    def of(cls, text: str, sentences: int, supports=(), contradicts=(), ignore=()) -> "Claim":
        claim = cls(text, np.full(sentences, NEUTRAL), np.zeros(sentences, dtype=bool))
        for places, label in ((supports, ENTAIL), (contradicts, CONTRADICT)):
            claim.gold[list(places)] = label
        claim.ignore[list(ignore)] = True
        return claim


@dataclass
class Source:
    """All sentences of a source and the claims that are checked against it."""

    sentences: list
    claims: list
    title: str = ""
    language: str = "en"

    def request(self) -> dict:
        # A sentence without a letter would be no sentence to the product.
        sentences = [text if text.strip() else "-" for text in self.sentences]
        return {"claims": [claim.text for claim in self.claims], "sentences": sentences, "title": self.title,
                "language": self.language}


@dataclass
class Judged:
    """A document, a claim about it, and whether people found it supported."""

    document: str
    claim: str
    supported: bool
    domain: str = ""
    language: str = "en"
    spans: list = field(default_factory=list)  # (begin, end, kind) of what is not supported, where it is marked.

    @property
    def cluster(self) -> str:
        return self.document


@dataclass
class Question:
    """A question, its contexts, and the answer that is to be grounded in them."""

    name: str
    question: str
    contexts: list
    answer: str
    decision: str = ""


@dataclass
class Split:
    """A sentence and the claims that people took from it."""

    sentence: str
    claims: list
    context: str = ""
    split: str = ""


def read_jsonl(path: pathlib.Path) -> list:
    """Rows of a .jsonl or .jsonl.gz file. Raises Absent, or ValueError with the line that is no JSON."""
    if not path.is_file():
        raise Absent(f"{path.name} is not in {path.parent}")
    rows = []
    opened = gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else open(path, encoding="utf-8")
    with opened as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                try:
                    rows.append(json.loads(line))
                except json.JSONDecodeError as error:
                    raise ValueError(f"{path}, line {number}: {error}") from error
    return rows


def read_json(path: pathlib.Path):
    if not path.is_file():
        raise Absent(f"{path.name} is not in {path.parent}")
    with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8") as text:
        return json.load(text)


def flat(groups) -> list:
    """Sentence numbers of evidence groups, each once, in order of appearance."""
    numbers = [i for group in groups or [] for i in (group if isinstance(group, list) else [group])]
    return list(dict.fromkeys(numbers))


def claim_of(row: dict, entry: dict, sentences: int) -> Claim:
    labels = row.get("sentence_labels")
    if labels:
        gold = np.array([SENTENCE_LABELS[name] for name in labels])
        return Claim(entry["claim"], gold, np.zeros(sentences, dtype=bool))
    places = flat(entry.get("evidence"))
    label = CLAIM_LABELS.get(entry["label"])
    if label is not None:
        supports, contradicts = (places, ()) if label == ENTAIL else ((), places)
        return Claim.of(entry["claim"], sentences, supports, contradicts)
    # Evidence of a claim that is supported in part supports a part only: it counts neither way.
    partly = entry["label"] in ("partially_supported", "not_accurate")
    return Claim.of(entry["claim"], sentences, ignore=places if partly else ())


def sample(items: list, most: int, size=lambda item: 1) -> list:
    """The first of a fixed shuffle whose sizes add up to `most`; all of them, in order, for 0."""
    if not most:
        return items
    shuffled = items[:]
    random.Random(SAMPLE_SEED).shuffle(shuffled)
    kept, count = [], 0
    for item in shuffled:
        if count >= most:
            break
        kept.append(item)
        count += size(item)
    return kept


class Data:
    """The folder of the public data sets."""

    def __init__(self, root: pathlib.Path | None):
        self.root = pathlib.Path(root) if root else None

    def path(self, *parts: str) -> pathlib.Path:
        if self.root is None:
            raise Absent("no data folder was given (--data)")
        return self.root.joinpath(*parts)

    def nli(self, name: str, language: str = "") -> list:
        rows = read_jsonl(self.path("nli", f"{name}.jsonl.gz"))
        return [Pair(r["premise"], r["hypothesis"], PAIR_LABELS[r["label"]], r.get("lang", "en"), r.get("category", ""))
                for r in rows if not language or r.get("lang", "en") == language]

    def evidence(self, name: str) -> list:
        sources = []
        for row in read_jsonl(self.path("evidence", f"{name}.jsonl.gz")):
            sentences = row["sentences"]
            claims = [claim_of(row, entry, len(sentences)) for entry in row.get("claims", [row])]
            sources.append(Source(sentences, claims, row.get("title") or "", row.get("lang", "en")))
        return sources

    def grounding(self, name: str) -> list:
        return [Judged(r["document"], r["claim"], r["label"] == "supported", r.get("domain", ""), r.get("lang", "en"))
                for r in read_jsonl(self.path("grounding", f"{name}.jsonl.gz"))]

    def citation(self, name: str) -> list:
        """Summaries as claims, the sentences they cite as what supports them; one source a document.

        Summaries without a citation ("Unknown.": the aspect is not in the text) have nothing to be found and are left
        out."""
        sources = {}
        for row in read_jsonl(self.path("citation", f"{name}.jsonl.gz")):
            sentences = row["sentences"]
            entries = [entry for entry in row.get("summaries", [row]) if entry["citations"]]
            if not entries:
                continue
            source = sources.setdefault(str(row["doc"]), Source(sentences, [], row.get("title") or "", row["lang"]))
            source.claims += [Claim.of(entry["summary"], len(sentences), flat(entry["citations"])) for entry in entries]
        return list(sources.values())

    def decompose(self, name: str, split: str = "") -> list:
        rows = read_jsonl(self.path("decompose", f"{name}.jsonl.gz"))
        return [Split(r["sentence"], r["claims"], r.get("context") or "", r.get("split", ""))
                for r in rows if not split or r.get("split") == split]

    def questions(self) -> list:
        from . import public_forms
        return public_forms.pubmedqa(self.path("pubmedqa", "data__ori_pqal.json.gz"))

    def passages(self, language: str) -> list:
        """(text, its sentences): of UD PUD."""
        rows = read_jsonl(self.path("sentences", f"ud_pud.{language}.jsonl.gz"))
        return [(row["text"], row["sentences"]) for row in rows]

    def documents(self) -> list:
        """(path, manifest row) of the long documents that are there."""
        folder = self.path("docs")
        rows = read_jsonl(folder / "manifest.jsonl")
        return [(folder / row["file"], row) for row in rows if (folder / row["file"]).is_file()]

    def files(self) -> list:
        """(path, manifest row) of the PDF, DOCX and HTML files that are there."""
        folder = self.path("files")
        rows = read_jsonl(folder / "manifest.jsonl")
        return [(folder / row["file"], row) for row in rows if (folder / row["file"]).is_file()]
