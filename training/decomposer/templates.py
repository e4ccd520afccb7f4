"""Sentences by pattern, with their claims: denials, doubt, conditions, whose words they are, "it".

Human-made sets are biographies and clauses of an encyclopaedia; what a checker of answers must not get wrong is
rare in them. Patterns give it in the words of medicine, business and law, with the claims that follow by rule.
"""

import random
from typing import Callable

# Subject, how the next sentence calls it, and what it does: (base form, past form, rest).
_DRUGS = ("Losartan", "Amoxicillin", "Insulin glargine", "The new vaccine", "Ibuprofen", "The study drug", "Vitamin D")
_DRUG_VERBS = [
    ("lower", "lowered", "systolic blood pressure by {n} mmHg"),
    ("reduce", "reduced", "the risk of stroke by {n}%"),
    ("improve", "improved", "sleep in {m} of the patients"),
    ("cause", "caused", "nausea"),
    ("shorten", "shortened", "the stay in hospital"),
    ("raise", "raised", "the level of potassium"),
    ("prevent", "prevented", "infections of the lung"),
    ("affect", "affected", "the function of the kidneys"),
    ("increase", "increased", "survival at {m} months"),
    ("relieve", "relieved", "pain within {m} hours"),
]
_FIRMS = ("Nordwind", "The bank", "Aldane Foods", "The insurer", "The airline", "Tessaro Motors", "The supplier")
_FIRM_VERBS = [
    ("open", "opened", "{m} shops in Portugal"),
    ("close", "closed", "its plant in Leeds"),
    ("raise", "raised", "prices by {n}%"),
    ("pay", "paid", "a dividend of {n} euros"),
    ("cut", "cut", "{k} jobs"),
    ("borrow", "borrowed", "{m} million dollars"),
    ("recall", "recalled", "{k} cars"),
    ("hire", "hired", "a new head of research"),
    ("sell", "sold", "its share in a shipyard"),
    ("miss", "missed", "its target for the quarter"),
]
_BODIES = ("The council", "The court", "The ministry", "The committee", "The Commission", "The regulator")
_BODY_VERBS = [
    ("approve", "approved", "the plan for the harbour"),
    ("reject", "rejected", "the appeal"),
    ("fine", "fined", "the operator {k} euros"),
    ("publish", "published", "the rules on {m} pages"),
    ("extend", "extended", "the deadline by {m} days"),
    ("revoke", "revoked", "the licence"),
    ("question", "questioned", "{m} witnesses"),
    ("amend", "amended", "Article {m}"),
    ("order", "ordered", "a second inspection"),
]
_WORLDS = ((_DRUGS, _DRUG_VERBS), (_FIRMS, _FIRM_VERBS), (_BODIES, _BODY_VERBS))
_SPEAKERS = ("The authors", "The minister", "A spokesman", "The report's editors", "Dr. Varga", "The chairwoman")
_CONDITIONS = (
    "if the dose is doubled", "unless the weather changes", "if demand falls", "if both parties agree",
    "unless the court decides otherwise", "if the patients are older than {m}", "if the talks fail",
)  # fmt: skip
_TIMES = ("in {y}", "in March {y}", "after {m} weeks", "during the first year", "on {d} June {y}")


class _Scene:
    """A subject with its verbs, drawn once a sentence, so that claims and sentence use the same words."""

    def __init__(self, rng: random.Random):
        self.rng = rng
        subjects, verbs = rng.choice(_WORLDS)
        self.subject = rng.choice(subjects)
        self.verbs = [(base, past, self.fill(rest)) for base, past, rest in rng.sample(verbs, 4)]
        self.speaker = rng.choice(_SPEAKERS)
        self.condition = self.fill(rng.choice(_CONDITIONS))
        self.times = [self.fill(t) for t in rng.sample(_TIMES, 2)]

    def fill(self, text: str) -> str:
        r = self.rng
        numbers = {"n": f"{r.randint(2, 60) / r.choice((1, 2, 10)):g}", "m": r.randint(3, 48), "d": r.randint(1, 30)}
        return text.format(k=f"{r.randint(2, 90) * 100:,}", y=r.randint(1994, 2024), **numbers)

    def past(self, i: int) -> str:
        return f"{self.verbs[i][1]} {self.verbs[i][2]}"

    def base(self, i: int) -> str:
        return f"{self.verbs[i][0]} {self.verbs[i][2]}"

    @property
    def inside(self) -> str:
        """The subject within a sentence."""
        return self.subject[0].lower() + self.subject[1:] if self.subject.startswith("The ") else self.subject


def _denied(s: _Scene):
    claims = [f"{s.subject} {s.past(0)}.", f"{s.subject} did not {s.base(1)}."]
    return "", f"{s.subject} {s.past(0)}{s.rng.choice((' but', ', but it', ' and'))} did not {s.base(1)}.", claims


def _denied_twice(s: _Scene):
    claims = [f"{s.subject} did not {s.base(0)}.", f"{s.subject} did not {s.base(1)}."]
    return "", f"{s.subject} did not {s.base(0)} or {s.base(1)}.", claims


def _doubted(s: _Scene):
    may = s.rng.choice(("may", "might", "could"))
    claims = [f"{s.subject} {may} {s.base(i)}." for i in (0, 1)]
    return "", f"{s.subject} {may} {s.base(0)} and {s.base(1)}.", claims


def _said(s: _Scene):
    said = f"{s.speaker} {s.rng.choice(('said', 'reported', 'claimed', 'argued'))} that {s.inside}"
    return "", f"{said} {s.past(0)} and {s.past(1)}.", [f"{said} {s.past(0)}.", f"{said} {s.past(1)}."]


def _according(s: _Scene):
    opening = f"According to {s.speaker[0].lower() + s.speaker[1:] if s.speaker != 'Dr. Varga' else s.speaker}, {s.inside}"
    claims = [f"{opening} {s.past(0)}.", f"{opening} did not {s.base(1)}."]
    return "", f"{opening} {s.past(0)} but did not {s.base(1)}.", claims


def _said_once(s: _Scene):
    text = f"{s.speaker} said that {s.inside} {s.rng.choice(('may', 'will', 'could'))} {s.base(0)}."
    return "", text, [text]


def _condition(s: _Scene):
    will = s.rng.choice(("will", "may", "can", "will not"))
    text = f"{s.subject} {will} {s.base(0)} {s.condition}."
    if s.rng.random() < 0.4:
        text = f"{s.condition[0].upper()}{s.condition[1:]}, {s.inside} {will} {s.base(0)}."
    elif s.rng.random() < 0.3:
        text = f"{s.speaker} said that {s.inside} {will} {s.base(0)} {s.condition}."
    return "", text, [text]


def _because(s: _Scene):
    text = f"{s.subject} {s.past(0)} because it did not {s.base(1)}."
    return "", text, [text]


def _only(s: _Scene):
    text = f"{s.subject} only {s.past(0)} {s.times[0]}."
    return "", text, [text]


def _dated(s: _Scene):
    claims = [f"{s.subject} {s.past(i)} {s.times[i]}." for i in (0, 1)]
    return "", f"{s.subject} {s.past(0)} {s.times[0]} and {s.past(1)} {s.times[1]}.", claims


def _relative(s: _Scene):
    claims = [f"{s.subject} {s.past(0)}.", f"{s.subject} {s.past(1)}."]
    return "", f"{s.subject}, which {s.past(0)}, {s.past(1)}.", claims


def _three(s: _Scene):
    text = f"{s.subject} {s.past(0)}, {s.past(1)} and {s.past(2)}."
    return "", text, [f"{s.subject} {s.past(i)}." for i in (0, 1, 2)]


def _counted(s: _Scene):
    whole, first, second = s.rng.randint(100, 900), s.rng.randint(3, 60), s.rng.randint(3, 60)
    people, (one, two) = s.rng.choice(
        (("patients", ("left the study", "had a stroke")), ("voters", ("stayed at home", "chose the new party")),
         ("employees", ("moved to Lyon", "left the firm")), ("samples", ("were lost", "tested positive")))
    )  # fmt: skip
    claims = [f"Of the {whole} {people}, {first} {one}.", f"Of the {whole} {people}, {second} {two}."]
    return "", f"Of the {whole} {people}, {first} {one} and {second} {two}.", claims


def _it(s: _Scene):
    before = f"{s.subject} {s.past(2)}{s.rng.choice(('', ' ' + s.times[0]))}."
    if s.rng.random() < 0.4:
        return before, f"It {s.past(0)}.", [f"{s.subject} {s.past(0)}."]
    claims = [f"{s.subject} {s.past(0)}.", f"{s.subject} did not {s.base(1)}."]
    return before, f"It {s.past(0)} but did not {s.base(1)}.", claims


PATTERNS: tuple[Callable, ...] = (
    _denied, _denied_twice, _doubted, _said, _according, _said_once, _condition, _condition, _because, _only, _dated,
    _relative, _three, _counted, _it, _it,
)  # fmt: skip


def make(count: int, rng: random.Random) -> list[tuple[str, str, list[str]]]:
    """[(sentence before, sentence, claims)], every pattern equally often."""
    return [PATTERNS[i % len(PATTERNS)](_Scene(rng)) for i in range(count)]
