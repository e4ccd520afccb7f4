"""Training samples from the free decomposition sets: (sentence before, sentence) -> claims.

    python -m decomposer.samples --data DIR [--show 5]

Prints how many samples of each kind there are, and some of each, to be read. Kinds:

  facts      factscore.train: biographies by language models, claims corrected by people, pronouns resolved
  before     the same where the sentence before names whom the pronoun means
  clauses    minwiki.train: two or more clauses
  essays     desse.train: split by people; with those that they left whole
  patterns   sentences made by rule (templates.py)
  keep       a single claim as a sentence: not split, above all where a word limits it
"""

import argparse
import gzip
import json
import pathlib
import random
import re
from typing import Iterator, NamedTuple

from entailment.rules.negation import has_negation

from . import quality, resolve, templates

MIX = {"facts": 1500, "before": 350, "clauses": 1000, "essays": 350, "keep": 450, "patterns": 450}
MOST_WORDS = 34  # of a sentence: longer ones cost more than they teach


class Sample(NamedTuple):
    kind: str
    before: str  # "" where the prompt has no sentence before
    sentence: str
    claims: list[str]


def read(data: pathlib.Path, name: str, split: str) -> Iterator[dict]:
    with gzip.open(data / "decompose" / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if row["split"] == split:
                yield row


def _finished(claims: list[str]) -> list[str]:
    """White space collapsed, with a full stop, without repetitions."""
    out = []
    for claim in claims:
        claim = " ".join(claim.split())
        if claim and claim[-1] not in ".\"'":
            claim += "."
        if claim and claim.lower() not in {c.lower() for c in out}:
            out.append(claim)
    return out


def last_sentence(row: dict) -> str:
    """What comes right before the sentence: the context is the topic and all sentences so far."""
    context = row["context"].removeprefix(row["topic"] + ".").strip()
    cut = max((context.rfind(mark, 0, len(context) - 1) for mark in (". ", '." ')), default=-1)
    return context[cut + 1 :].strip(' "')


def topic_of(row: dict) -> str:
    """The page's title without what tells namesakes apart: "Ann Lee (singer)"."""
    return re.sub(r"\s*\(.*?\)", "", row["topic"]).strip()


def biography_claims(row: dict) -> list[list[str]]:
    """The ways to write a row's claims, best first: without asides ("Florida is a state"), then all."""
    all_claims = row["claims"]
    own = [c for c, label in zip(all_claims, row.get("labels") or all_claims) if label != "IR"]
    return [_finished([resolve.put_name(c, topic_of(row)) for c in part]) for part in (own, all_claims)]


def biographies(row: dict) -> Iterator[Sample]:
    topic, sentence = topic_of(row), " ".join(row["sentence"].split())
    pronoun = resolve.opens_with_person_pronoun(sentence)
    if not pronoun and not resolve.name_in(sentence, topic):
        return
    resolved = resolve.put_name(sentence, topic)
    for claims in biography_claims(row):
        if quality.acceptable(claims, resolved):
            before = last_sentence(row)
            if pronoun and topic in before:
                yield Sample("before", before, sentence, claims)
            yield Sample("facts", "", resolved, claims)
            return


def clauses(row: dict) -> Iterator[Sample]:
    sentence, claims = " ".join(row["sentence"].split()), _finished(row["claims"])
    if claims and (name := resolve.subject_name(sentence, claims[0])):
        claims = [claims[0], *(resolve.put_name(c, name) for c in claims[1:])]
    if quality.begins_with_pronoun(sentence) or not quality.acceptable(claims, sentence):
        return
    yield Sample("clauses", "", sentence, claims)


def essays(row: dict) -> Iterator[Sample]:
    sentence, claims = " ".join(row["sentence"].split()), _finished(row["claims"])
    if quality.acceptable(claims, sentence):
        # Left whole by people, so it is to be left as it is, to the letter.
        yield Sample("essays", "", sentence, claims if len(claims) > 1 else [sentence])


def keep(sample: Sample) -> Iterator[Sample]:
    for claim in sample.claims if len(sample.claims) > 1 else []:
        if len(quality.words(claim)) >= 5 and not quality.begins_with_pronoun(claim):
            yield Sample("keep", "", claim, [claim])


def _weight(sample: Sample) -> float:
    """How much a sample is wanted: what small models get wrong is shown more often."""
    text = sample.sentence
    weight = 1.0
    weight += 2.0 * has_negation(text) + 1.0 * bool(quality.numbers(text)) + 1.5 * bool(quality.limits(text))
    if sample.kind == "essays":
        weight += 1.0 * (len(sample.claims) == 1)
    elif sample.kind != "keep":
        weight += 0.5 * (len(sample.claims) > 2)
    return weight


def make(data: pathlib.Path, seed: int = 11) -> list[Sample]:
    """The samples of MIX, shuffled. Only train splits of sets under a free licence are read."""
    found: dict[str, list[Sample]] = {kind: [] for kind in MIX}
    for name, rule in (("factscore", biographies), ("minwiki", clauses), ("desse", essays)):
        for row in read(data, name, "train"):
            for sample in rule(row):
                if len(quality.words(sample.sentence)) <= MOST_WORDS:
                    found[sample.kind].append(sample)
                    if sample.kind in ("facts", "clauses"):
                        found["keep"] += keep(sample)
    rng = random.Random(seed)
    found["patterns"] = [Sample("patterns", *made) for made in templates.make(2 * MIX["patterns"], rng)]
    out, seen = [], set()
    for kind, most in MIX.items():
        # Weighted choice without replacement.
        order = sorted(found[kind], key=lambda s: rng.random() ** (1 / _weight(s)), reverse=True)
        taken = 0
        for sample in order:
            key = (sample.before, sample.sentence)
            if taken < most and key not in seen:
                seen.add(key)
                out.append(sample)
                taken += 1
    rng.shuffle(out)
    return out


def development(data: pathlib.Path) -> list[Sample]:
    """Samples of factscore.dev, made alike: for a look at the loss."""
    return [s for row in read(data, "factscore", "dev") for s in biographies(row)]


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    p.add_argument("--data", type=pathlib.Path, required=True)
    p.add_argument("--show", type=int, default=3)
    args = p.parse_args()
    made = make(args.data)
    for kind in MIX:
        own = [s for s in made if s.kind == kind]
        mean = sum(len(s.claims) for s in own) / max(len(own), 1)
        print(f"{kind}: {len(own)} samples, {mean:.2f} claims a sentence")
        for sample in own[: args.show]:
            print(f"  [{sample.before}] {sample.sentence}")
            for claim in sample.claims:
                print(f"      - {claim}")


if __name__ == "__main__":
    main()
