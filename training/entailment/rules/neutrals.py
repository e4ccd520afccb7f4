"""Statements that the source neither supports nor denies."""

import re

from .lexicon import stems

_DETAILS_PAST = [
    "for the first time in his career", "despite strong opposition", "with the help of volunteers",
    "because of financial problems", "for health reasons", "at the request of the family",
    "after a long public debate", "to the surprise of many observers", "with government funding",
    "in front of a large crowd", "against the advice of experts", "without informing the public",
    "in collaboration with a private company", "on a limited budget", "as part of a wider reform",
    "within a few weeks", "twice", "under difficult conditions", "following a careful review",
    "for less than a year", "at a cost of several million dollars",
]  # fmt: skip
_DETAILS_STUDY = [
    ", especially in older women", ", mainly in patients under the age of 40", ", regardless of sex",
    ", particularly in smokers", ", but only after two years of follow-up", " in a dose-dependent manner",
    ", which was confirmed in an independent cohort", ", and the effect lasted for five years",
    " because of changes in diet", ", which the authors attribute to genetic factors",
    ", even in people without any symptoms", " at a lower cost than standard treatment",
    ", as earlier trials had predicted", ", except in people with diabetes", ", most of all in rural areas",
]  # fmt: skip
_PHRASE = re.compile(
    r" ((?:in|at|with|for|on|by|from|during|after|because of|due to) (?:the |a |his |her |its )?(?:[\w-]+ ){0,3}[\w-]+)\.$"
)


def tails(texts) -> list[str]:
    """Closing phrases of other statements ("in 1987", "with his brother") to add as details."""
    out = set()
    for text in texts:
        m = _PHRASE.search(text)
        if m and not re.search(r"\b(that|which|who|and|or|was|is|were|are|it|them|him)\b", m.group(1)):
            out.add(m.group(1))
    return sorted(out)


def detail_added(text: str, rng, phrases):
    """A detail that the source does not give, at the end of the statement."""
    if not text.endswith(".") or _PHRASE.search(text) or len(text.split()) < 4:
        return None
    if not re.search(r"\b([a-z]+ed|was|were|won|wrote|made|became|led|held|gave|took)\b", text) or re.search(r"\bborn\b", text):
        return None
    detail = rng.choice(_DETAILS_PAST) if rng.random() < 0.35 else rng.choice(phrases)
    if "his career" in detail and not re.search(r"\b(He|he|his)\b", text):
        return None
    if stems(detail) <= stems(text):
        return None
    return f"{text[:-1]} {detail}."


def finding_extended(text: str, rng):
    """A limit or an extension that the study's sentence does not give."""
    if not re.search(r"\b(patients?|treatment|risk|infections?|disease|study|levels?|cells?|mortality|vaccines?|symptoms|therapy|trial|group)\b", text):
        return None
    if not re.search(r"\b(was|were|is|are|showed|reduced|increased|improved|decreased|had|reported)\b", text):
        return None
    if not re.search(r"[\w)%]\.$", text) or len(text.split()) > 45 or re.search(r"[:;?]", text):
        return None
    return text[:-1] + rng.choice(_DETAILS_STUDY) + "."


def far_enough(premise: str, hypothesis: str, most: float = 0.7) -> bool:
    """Whether so much of the hypothesis is missing from the premise that it can hardly be entailed."""
    wanted = stems(hypothesis)
    if len(wanted) < 2:
        return False
    return len(wanted & stems(premise)) / len(wanted) <= most
