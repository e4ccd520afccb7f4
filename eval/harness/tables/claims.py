"""How sentences are split into claims: against claims that people wrote, entailed both ways."""

import re
import sys
from dataclasses import dataclass, field

import numpy as np

from .. import data, metrics
from ..data import read_jsonl
from ..intervals import Figure
from ..run_card import REPOSITORY
from ..table import Table

NAME = "claims"
SETS = {"dev": ["factscore.dev"], "test": ["factscore.test", "hsplit.test", "wice_subclaims.test"]}
PROMPTED, TRAINED = "decomposer-smollm2-135m", "decomposer-smollm2-135m-lora"
# "@1": the model's claims at its first attempt, without rules beside it, refused ones too.
METHODS = ["none", "rules", f"{PROMPTED}@1", PROMPTED, f"{TRAINED}@1", TRAINED]
COLUMNS = [("sentences", "sentences"), ("claims", "claims a sentence"), ("precision", "claim precision"),
           ("recall", "claim recall"), ("word_p", "words: precision"), ("word_r", "words: recall"),
           ("numbers", "numbers kept"), ("names", "names kept"), ("pronouns", "pronouns left"), ("whole", "left whole")]
_WORD = re.compile(r"[^\W_]+(?:[.,'’-][^\W_]+)*")
_PRONOUN = re.compile(r"(he|she|it|they|his|her|its|their|this|these|those)\b", re.IGNORECASE)
_FUNCTION = set(
    "a an the and or but of in on at to from by with for as is are was were be been being has have had that this these "
    "those it its they their he she his her which who also not there".split())


@dataclass
class Response:
    """Sentences in order, each with the claims that people took from it; None: context only."""

    sentences: list
    gold: list
    question: str = ""
    names: list = field(default_factory=list)  # Of each sentence: what its claims' pronouns mean; may be empty.

    def request(self) -> dict:
        return {"question": self.question, "language": "en",
                "sentences": [{"text": text, "wanted": gold is not None}
                              for text, gold in zip(self.sentences, self.gold)]}


def size(response: Response) -> int:
    return sum(gold is not None for gold in response.gold)


def words(text: str) -> list:
    return _WORD.findall(text)


def content(text: str) -> set:
    return {word.lower().removesuffix("'s") for word in words(text)} - _FUNCTION


def numbers(text: str) -> set:
    return {word for word in words(text) if word[0].isdigit()}


def capitalised(text: str) -> set:
    """Names, that is; the first word is one with a capital letter anyway."""
    return {word.removesuffix("'s") for word in words(text)[1:] if word[0].isupper()}


def key(text: str) -> str:
    return " ".join(word.lower() for word in words(text))


def biographies(rows: list) -> list:
    """Answers to "who is …?", whole; pronouns in their gold claims mean the person asked for, nearly always."""
    sys.path.insert(0, str(REPOSITORY / "training"))
    from decomposer import resolve, samples

    responses, last = [], None
    for row in rows:
        topic = samples.topic_of(row)
        if last != (row["topic"], row["model"]):
            responses.append(Response([], [], f"Who is {topic}?"))
            last = (row["topic"], row["model"])
        responses[-1].sentences.append(" ".join(row["sentence"].split()))
        responses[-1].gold.append([resolve.put_name(claim, topic) for claim in row["claims"]])
    return responses


def alone(rows: list) -> list:
    """Sentences on their own, after their context where there is one."""
    responses = []
    for row in rows:
        before = " ".join((row.get("context") or "").split())
        sentence = " ".join(row["sentence"].split())
        responses.append(Response([before, sentence], [None, row["claims"]]) if before
                         else Response([sentence], [row["claims"]]))
    return responses


def read(context, name: str) -> list:
    base, split = name.rsplit(".", 1)
    rows = [row for row in read_jsonl(context.data.path("decompose", f"{base}.jsonl.gz")) if row["split"] == split]
    return biographies(rows) if base == "factscore" else alone(rows)


def premises(claim: str, others: list) -> list:
    """What a claim is looked for in: all claims of the other side as one text, and the one that is most like it. Of
    the same claim nothing is to be asked."""
    if any(key(claim) == key(other) for other in others):
        return []
    nearest = max(others, key=lambda other: len(content(claim) & content(other)), default="")
    return list(dict.fromkeys([" ".join(others), nearest]))


class Judge:
    """Entailment of claims by the claims of the other side; each pair is asked once."""

    def __init__(self, context):
        self.context, self.known = context, {}

    def ask(self, questions: list) -> None:
        """questions: (claim, claims of the other side)."""
        pairs = {(premise, claim) for claim, others in questions for premise in premises(claim, others)}
        pairs = sorted(pairs - self.known.keys())
        answers = self.context.tools.score_pairs([(*pair, "en") for pair in pairs])
        self.known.update({pair: answer["label"] == "entailment" for pair, answer in zip(pairs, answers)})

    def entailed(self, claim: str, others: list) -> bool:
        asked = premises(claim, others)
        return bool(others) and (not asked or any(self.known[premise, claim] for premise in asked))


def questions_of(claims: list, gold: list) -> list:
    return [(claim, gold) for claim in claims] + [(claim, claims) for claim in gold]


def counts_of(sentence: str, claims: list, gold: list, whole: int, judge: Judge) -> np.ndarray:
    """Pairs of (part, whole) in the order of COLUMNS from precision on; before them claims and sentences."""
    own, theirs = content(" ".join(claims)), content(" ".join(gold))
    said = " ".join(claims)
    kept = {word.removesuffix("'s") for word in words(said)}
    return np.array([
        len(claims), 1,
        sum(judge.entailed(claim, gold) for claim in claims), len(claims),
        sum(judge.entailed(claim, claims) for claim in gold), len(gold),
        len(own & theirs), len(own), len(own & theirs), len(theirs),
        len(numbers(sentence) & numbers(said)), len(numbers(sentence)),
        len(capitalised(sentence) & kept), len(capitalised(sentence)),
        sum(bool(_PRONOUN.match(claim)) for claim in claims), len(claims),
        whole, 1,
    ])  # fmt: skip


def figures_of(counts: np.ndarray, name: str) -> dict:
    keys = [key for key, _ in COLUMNS[1:]]
    return {key: Figure(counts[:, 2 * i : 2 * i + 2], name, metrics.share) for i, key in enumerate(keys)}


def run(context) -> Table:
    table = Table(
        NAME, "Sentences into claims",
        "A claim counts as precise when the claims that people wrote for its sentence entail it (all of them as one "
        "text, or the one most like it); a claim of theirs is recalled when the claims entail it likewise. The judge is "
        "the product's entailment model, which misses some of what is entailed: whole sentences (\"none\") entail all "
        "claims of their own, so their recall is about the most that can be measured. \"Words\" is the same without a "
        "judge: content words in common. Pronouns in the gold of factscore are read as the person asked for. "
        "\"@1\": what the model writes at its first attempt, before anything is refused.",
        COLUMNS)
    found = table.sets(context.chosen(SETS), lambda name: data.sample(read(context, name), context.claims, size))
    judge = Judge(context)
    for method in context.methods or METHODS:
        model, _, attempts = method.partition("@")
        macro = {}
        for name, responses in found:
            context.log(f"{NAME}: {name}: {method}: {sum(map(size, responses))} sentences")
            answers = context.tools.decompose([r.request() for r in responses], model, int(attempts or 3))
            sentences = []  # (response, sentence, claims, gold, left whole)
            for number, (response, answer) in enumerate(zip(responses, answers)):
                for text, gold, given in zip(response.sentences, response.gold, answer["sentences"]):
                    if gold is None:
                        continue
                    claims = [claim["text"] for claim in given["claims"]]
                    whole = any(claim["origin"] == "sentence" for claim in given["claims"])
                    sentences.append((number, text, given["written"] if attempts else claims, gold, whole))
            judge.ask([q for _, _, claims, gold, _ in sentences for q in questions_of(claims, gold)])
            rows = np.array([counts_of(text, claims, gold, whole, judge) for _, text, claims, gold, whole in sentences])
            figures = figures_of(metrics.by_cluster([number for number, *_ in sentences], rows), name)
            table.row(name, method, sentences=len(sentences), **figures)
            for column, figure in figures.items():
                macro.setdefault(column, []).append(figure)
            seconds = sum(answer["seconds"] for answer in answers)
            table.timing[f"{name}: {method}"] = {"cpu_seconds_a_sentence": round(seconds / max(1, len(sentences)), 4),
                                                "cpu_seconds_a_response": round(seconds / max(1, len(responses)), 3)}
        table.macro_row(method, macro)
    table.published = [{"what": "eTracer, claim recall and precision (Qwen3-14B, fine-tuned; its own data)",
                        "value": 0.94, "source": "eTracer, Chu et al."}]
    return table
