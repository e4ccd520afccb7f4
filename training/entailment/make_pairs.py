"""Writes the rule-made pairs: JSONL with premise, hypothesis, label, rule.

    python -m entailment.make_pairs --data DIR --out FILE [--samples FILE]

Two kinds of source text:
  * decomposition sets (a sentence entails its claims): factscore.train, minwiki.train, wikisplit train and dev,
    only claims whose every word and number stands in the sentence;
  * sentences of scientific abstracts (train parts of check_covid, citation_integrity, climate_fever, nli4ct).
A contradiction is made by changing the hypothesis or, as often, the premise, so that the changed side never
shows which label is meant.
"""

import argparse
import collections
import json
import pathlib
import random
import re

from .data import read_jsonl
from .rules import entails, entities, negation, neutrals, numbers, roles, templates, words
from .rules.lexicon import STOPWORDS, content_words, stem, stems

# Label and how often a pair of the rule is kept (per applicable text).
CONTRADICTIONS = {
    "number": (numbers.number_changed, 0.55),
    "number_word": (numbers.number_word_changed, 0.9),
    "ordinal": (numbers.ordinal_changed, 0.8),
    "date": (numbers.date_changed, 0.6),
    "unit": (numbers.unit_changed, 1.0),
    "scale": (numbers.scale_changed, 1.0),
    "numbers_exchanged": (numbers.numbers_exchanged, 1.0),
    "negation_added": (negation.negation_added, 0.16),
    "negation_removed": (negation.negation_removed, 1.0),
    "antonym": (words.antonym, 0.75),
    "quantifier": (words.quantifier, 1.0),
    "before_after": (words.before_after, 0.9),
    "cause_unrelated": (words.cause_to_unrelated, 1.0),
    "names_exchanged": (entities.names_exchanged, 1.0),
    "roles_exchanged": (roles.roles_exchanged, 1.0),
    "comparison_exchanged": (roles.comparison_exchanged, 1.0),
    "groups_exchanged": (roles.groups_exchanged, 1.0),
}
ENTAILMENTS = {
    "synonym": (words.synonym, 0.5),
    "number_rewritten": (numbers.number_rewritten, 0.7),
    "quantifier_weakened": (words.quantifier_weakened, 0.8),
    "voice_changed": (roles.voice_changed, 1.0),
    "comparison_turned": (roles.comparison_turned, 1.0),
    "opener_dropped": (entails.opener_dropped, 0.5),
    "clause": (entails.clause, 1.0),
    "brackets_dropped": (entails.brackets_dropped, 0.4),
}
NEUTRALS = {
    "modality": (words.modality_strengthened, 1.0),
    "association_to_cause": (words.association_to_cause, 1.0),
    "quantifier_strengthened": (words.quantifier_strengthened, 1.0),
}

_UNSURE = re.compile(
    r"\b(if|whether|would|could|may|might|should|claim\w*|believ\w*|thought|alleg\w*|suggest\w*|hop\w*|plan\w*|intend\w*|"
    r"attempt\w*|tried|want\w*|expected|supposed|according|possibl[ey]|perhaps|unlike|nearly|almost|refus\w*|fail\w*|"
    r"den(?:y|ied|ies))\b"
)
_PRONOUN = re.compile(r"^(he|she|it|they|his|her|its|their|this|these|those|there|that|i|we|you|my|our)\b", re.I)


def tidy(text: str) -> str:
    """Undoes tokenisation: " ," and "2006 - 07", doubled spaces and stops."""
    text = re.sub(r"\s+([,.;:?!)%])", r"\1", " ".join(text.split()))
    text = re.sub(r"(\d) [-–] (\d)", r"\1-\2", text)
    text = re.sub(r"(\w) - (\w+) - (\w)", r"\1-\2-\3", text)
    text = re.sub(r"\( ", "(", text)
    return re.sub(r"\.\.+$", ".", text)


def clean_claim(sentence: str, claim: str) -> bool:
    """Every content word and number of the claim stands in the sentence, and it reads like a sentence."""
    if not re.match(r"[A-Z\"'“]", claim) or not claim.endswith(".") or len(claim.split()) < 4:
        return False
    have = stems(sentence)
    missing = [w for w in content_words(claim) if stem(w) not in have]
    if any(re.search(r"\d", w) for w in missing):
        return False
    if len(missing) > (0 if len(claim.split()) < 8 else 1):
        return False
    if ("not" in claim.split()) != ("not" in sentence.split()) and "n't" not in sentence:
        return False
    lost_hedge = {m.lower() for m in _UNSURE.findall(sentence)} - {m.lower() for m in _UNSURE.findall(claim)}
    if lost_hedge and len(claim.split()) < len(sentence.split()) * 0.8:
        return False
    if re.search(r"\b(and|or|the|of|to|in|with|a|an|for|from|by|as)\.$", claim):
        return False
    return bool(re.search(r"\b(was|were|is|are|has|had|have|did|does|can|will|would|[a-z]+ed|[a-z]+s|won|became|wrote|began|led|made|took|ran|held|gave|left|grew|met|sold|built)\b", claim))


def read_groups(data_dir: pathlib.Path):
    """Yields (sentence, claims, neighbours): neighbours are other sentences of the same text, if known."""
    for name, splits in (("factscore", ("train",)), ("minwiki", ("train",)), ("wikisplit", ("train", "dev"))):
        for row in read_jsonl(data_dir / "decompose" / f"{name}.jsonl.gz"):
            if row["split"] not in splits:
                continue
            sentence = tidy(row["sentence"])
            claims = [tidy(c) for c in row["claims"]]
            claims = [c for c in dict.fromkeys(claims) if clean_claim(sentence, c)]
            if not claims or len(sentence.split()) > 60:
                continue
            neighbours = []
            if row.get("context"):
                neighbours = [s for s in re.split(r"(?<=[a-z)]\.) (?=[A-Z])", row["context"]) if len(s.split()) > 3]
                neighbours = [s for s in neighbours if s not in sentence and sentence not in s]
            yield sentence, claims, neighbours


def read_abstracts(data_dir: pathlib.Path):
    """Yields lists of sentences of one scientific text each (train parts only)."""
    seen = set()
    for name in ("check_covid.train", "citation_integrity.train", "climate_fever.train", "nli4ct.train"):
        rows = list(read_jsonl(data_dir / "evidence" / f"{name}.jsonl.gz"))
        for row in rows:
            texts = [" ".join(s.split()) for s in row["sentences"]]
            texts = [
                s
                for s in texts
                if s not in seen and 7 <= len(s.split()) <= 55 and re.match(r"[A-Z]", s) and s.endswith(".")
            ]
            seen.update(texts)
            if texts:
                yield name, texts


class Maker:
    def __init__(self, seed: int):
        self.rng = random.Random(seed)
        self.out = []
        self.seen = set()

    def put(self, premise, hypothesis, label, rule):
        key = (premise, hypothesis)
        if key in self.seen or (premise == hypothesis and label != "entail"):
            return
        self.seen.add(key)
        self.out.append({"premise": premise, "hypothesis": hypothesis, "label": label, "rule": rule})

    def contradictions(self, premise: str, claim: str, scale: float = 1.0):
        """Changes the claim or, half of the time, the premise where the claim's own words change with it."""
        rng = self.rng
        rules = list(CONTRADICTIONS.items())
        rng.shuffle(rules)
        made = 0
        for name, (rule, keep) in rules:
            if rng.random() > keep * scale or made >= 2:
                continue
            changed = rule(claim, rng)
            if not changed or changed == claim:
                continue
            if claim in premise and rng.random() < 0.5:
                self.put(premise.replace(claim, changed), claim, "contradict", name)
                if rng.random() < 0.25:  # the same change on both sides: nothing is wrong
                    self.put(premise.replace(claim, changed), changed, "entail", "same_change")
            else:
                self.put(premise, changed, "contradict", name)
                if rng.random() < 0.15:
                    self.put(changed, changed, "entail", "same_change")
            made += 1

    def apply(self, table, label, premise, text, scale=1.0):
        for name, (rule, keep) in table.items():
            if self.rng.random() > keep * scale:
                continue
            changed = rule(text, self.rng)
            if changed and changed != text:
                self.put(premise, changed, label, name)

    def with_company(self, premise: str, others: list) -> str:
        """Sometimes another sentence stands before or after: evidence is not always alone."""
        if not others or self.rng.random() > 0.15:
            return premise
        other = self.rng.choice(others)
        if len(other.split()) + len(premise.split()) > 70:
            return premise
        return f"{other} {premise}" if self.rng.random() < 0.5 else f"{premise} {other}"


def from_groups(maker: Maker, groups: list):
    rng = maker.rng
    claims = [c for _, cs, _ in groups for c in cs]
    table = entities.collect(claims)
    people = entities.openers(claims)
    phrases = neutrals.tails(claims)
    for at, (sentence, own, neighbours) in enumerate(groups):
        rest = neighbours or [groups[rng.randrange(len(groups))][0]]
        for claim in own:
            if rng.random() < 0.45:
                maker.put(maker.with_company(sentence, rest), claim, "entail", "claim")
            premise = maker.with_company(sentence, rest)
            maker.contradictions(premise, claim, 0.55)
            maker.apply(ENTAILMENTS, "entail", premise, claim, 0.8)
            maker.apply(NEUTRALS, "neutral", premise, claim)
            changed = numbers.number_of_another_noun(claim, sentence, rng)
            if changed:
                maker.put(premise, changed, "contradict", "number_of_another_noun")
            if rng.random() < 0.35:
                changed = entities.name_replaced(claim, rng, table, sentence)
                if changed:
                    if claim in premise and rng.random() < 0.4:
                        maker.put(premise.replace(claim, changed), claim, "contradict", "name_replaced")
                    else:
                        maker.put(premise, changed, "contradict", "name_replaced")
            if rng.random() < 0.35:
                changed = entities.subject_replaced(claim, rng, people)
                if changed:
                    maker.put(premise, changed, "neutral", "subject_replaced")
            if rng.random() < 0.6:
                changed = entities.speaker_exchanged(claim, rng, people)
                if changed:
                    maker.put(premise, changed, "neutral", "speaker_exchanged")
            if rng.random() < 0.22:
                changed = neutrals.detail_added(claim, rng, phrases)
                if changed and neutrals.far_enough(premise, changed, 0.95):
                    maker.put(premise, changed, "neutral", "detail_added")
            if neighbours and rng.random() < 0.5:  # claim of a neighbouring sentence
                other = rng.choice(neighbours)
                if neutrals.far_enough(other, claim, 0.6):
                    maker.put(other, claim, "neutral", "neighbour")
            elif rng.random() < 0.2:
                other = groups[(at + rng.randrange(1, len(groups))) % len(groups)][0]
                if neutrals.far_enough(other, claim, 0.5):
                    maker.put(other, claim, "neutral", "unrelated")
        if rng.random() < 0.12:
            maker.put(sentence, sentence, "entail", "itself")
        if rng.random() < 0.3:
            maker.contradictions(sentence, sentence, 0.5)


def from_abstracts(maker: Maker, texts: list):
    rng = maker.rng
    for name, sentences in texts:
        medical = name != "climate_fever.train"
        for i, sentence in enumerate(sentences):
            others = sentences[:i] + sentences[i + 1 :]
            premise = maker.with_company(sentence, others)
            if rng.random() < 0.12:
                maker.put(premise, sentence, "entail", "itself")
            maker.contradictions(premise, sentence, 0.75)
            maker.apply(ENTAILMENTS, "entail", premise, sentence)
            maker.apply(NEUTRALS, "neutral", premise, sentence)
            part = entails.clause(sentence, rng) or entails.opener_dropped(sentence, rng)
            if part:
                maker.contradictions(premise, part, 0.8)
            if medical and rng.random() < 0.25:
                changed = neutrals.finding_extended(part or sentence, rng)
                if changed:
                    maker.put(premise, changed, "neutral", "finding_extended")
            if others and rng.random() < 0.5:
                other = rng.choice(others)
                if neutrals.far_enough(other, sentence, 0.5):
                    maker.put(other, sentence, "neutral", "neighbour")


def from_evidence(maker: Maker, data_dir: pathlib.Path):
    """Sentences outside the annotated evidence against the claim: what most pairs are in use."""
    rng = maker.rng
    for name, take in (("check_covid.train", 5), ("contract_nli.train", 4), ("nli4ct.train", 3)):
        for row in read_jsonl(data_dir / "evidence" / f"{name}.jsonl.gz"):
            for claim in row.get("claims") or [row]:
                groups = claim.get("evidence") or []
                own = {i for g in groups for i in (g if isinstance(g, list) else [g])}
                texts = row.get("sentences") or []
                free = [s for i, s in enumerate(texts) if i not in own and 5 <= len(s.split()) <= 70]
                rng.shuffle(free)
                statement = claim.get("claim") or claim.get("hypothesis")
                if not statement:
                    continue
                for s in free[:take]:
                    if neutrals.far_enough(s, statement, 0.4):
                        maker.put(s, statement, "neutral", "outside_evidence")


def from_other_rows(maker: Maker, data_dir: pathlib.Path):
    """The hypothesis of one human pair with the premise of another: plainly unrelated."""
    rng = maker.rng
    for name, share in (
        ("fever.dev", 0.25), ("scifact.train", 1.0), ("healthver.dev", 0.7), ("check_covid.train", 0.7),
        ("lingnli.train", 0.06), ("semiauto_nli.train", 0.1), ("fool_me_twice.dev", 0.6), ("contract_nli.train", 0.5),
        ("nli4ct.train", 0.3), ("climate_fever.train", 0.1),
    ):  # fmt: skip
        rows = list(read_jsonl(data_dir / "nli" / f"{name}.jsonl.gz"))
        for row in rows:
            if rng.random() < share:
                other = rng.choice(rows)["premise"]
                if neutrals.far_enough(other, row["hypothesis"], 0.35):
                    maker.put(other, row["hypothesis"], "neutral", "other_row")


def from_templates(maker: Maker, scale: int = 900):
    for family, premise, hypothesis, label in templates.generate(maker.rng, scale):
        maker.put(premise, hypothesis, label, f"template/{family}")


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    p.add_argument("--data", type=pathlib.Path, required=True)
    p.add_argument("--out", type=pathlib.Path, required=True)
    p.add_argument("--samples", type=pathlib.Path, help="a few pairs of each rule, to read")
    p.add_argument("--seed", type=int, default=3)
    args = p.parse_args()
    maker = Maker(args.seed)
    from_groups(maker, list(read_groups(args.data)))
    from_abstracts(maker, list(read_abstracts(args.data)))
    from_evidence(maker, args.data)
    from_other_rows(maker, args.data)
    from_templates(maker)
    with open(args.out, "w", encoding="utf-8") as out:
        for row in maker.out:
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
    table = collections.Counter((r["rule"], r["label"]) for r in maker.out)
    for (rule, label), count in sorted(table.items()):
        print(f"{rule:32} {label:11} {count}")
    print("all", len(maker.out), dict(collections.Counter(r["label"] for r in maker.out)))
    if args.samples:
        groups = collections.defaultdict(list)
        for row in maker.out:
            groups[row["rule"]].append(row)
        with open(args.samples, "w", encoding="utf-8") as out:
            for rule in sorted(groups):
                for row in random.Random(args.seed).sample(groups[rule], min(12, len(groups[rule]))):
                    out.write(f"[{rule}] {row['label']}\n  P: {row['premise']}\n  H: {row['hypothesis']}\n")


if __name__ == "__main__":
    main()
