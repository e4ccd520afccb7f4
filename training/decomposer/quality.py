"""Which pairs of a sentence and its claims teach what the product wants; no model is asked.

A pair is faithful when its claims add nothing, and complete when they lose nothing that matters: numbers,
names, negation, and the words that limit a statement.
"""

import re

from entailment.rules.lexicon import BASE_TO_PAST, PAST_TO_BASE, STOPWORDS, stem
from entailment.rules.negation import has_negation

_WORD = re.compile(r"[^\W_]+(?:[-'’.,][^\W_]+)*")
_PRONOUN = re.compile(r"(?:he|she|it|they|his|her|hers|its|their|this|that|these|those|him|them|who|which)\b", re.I)
_LIMITS = (
    {"if", "unless", "except", "whether"},
    {"may", "might", "could", "possibly", "probably", "perhaps", "likely"},
    {"only", "almost", "about", "approximately", "nearly", "mainly"},
    {"said", "says", "claimed", "claims", "argued", "according", "believes", "believed", "reported", "stated"},
)
# Traces of tokenisers, and of edits.
_UNCLEAN = re.compile(r" - | [,.;:)]|\( |\b[LR]RB\b|(?:^|\s)[\"“](?:\s)|\s's\b|``|''|\s{2}")
_LATE_PRONOUN = re.compile(r", (?:he|she|it|they) ", re.I)
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|do|does|did|can|cannot|could|will|would|may|might|should|must|[a-z]+ed|[a-z]+s)\b"
)
_IRREGULAR = set(PAST_TO_BASE) | set(BASE_TO_PAST)
_PREFIX = 5  # "begin" and "beginning", "move" and "moved" are told as one word by as many letters


def words(text: str) -> list[str]:
    return _WORD.findall(text)


def numbers(text: str) -> set[str]:
    return {w.removesuffix("th").removesuffix("st") for w in words(text) if w[0].isdigit()}


def names(text: str) -> set[str]:
    """Capitalised words, without the first: a sentence begins with one anyway."""
    return {w.removesuffix("'s").removesuffix("’s") for w in words(text)[1:] if w[0].isupper() and w != "I"}


def _content(text: str) -> set[str]:
    return {stem(w.lower()) for w in words(text) if w.lower() not in STOPWORDS}


def _known(word: str, others: set[str]) -> bool:
    return word in others or (len(word) >= _PREFIX - 1 and any(o[:_PREFIX] == word[:_PREFIX] for o in others))


def begins_with_pronoun(text: str) -> bool:
    return _PRONOUN.match(text) is not None


def limits(text: str) -> set[int]:
    """Kinds of words that limit what is said: conditions, doubt, degree, whose words they are."""
    own = {w.lower() for w in words(text)}
    return {i for i, group in enumerate(_LIMITS) if own & group}


def faithful(claims: list[str], sentence: str, before: str = "") -> bool:
    """Numbers, names and negation are the source's; at most one other word of all claims is not."""
    source = f"{before} {sentence}"
    all_words = {w.removesuffix("'s").removesuffix("’s") for w in words(source)}
    content, missing = _content(source), 0
    for claim in claims:
        if not numbers(claim) <= numbers(source) or not names(claim) <= all_words:
            return False
        if has_negation(claim) and not has_negation(source):
            return False
        missing += sum(not _known(w, content) for w in _content(claim))
    return missing <= 1


def complete(claims: list[str], sentence: str) -> bool:
    """All numbers, names, negations and limits, and nearly all content words are in some claim."""
    said = " ".join(claims)
    said_words = {w.removesuffix("'s").removesuffix("’s") for w in words(said)}
    if not numbers(sentence) <= numbers(said) or not names(sentence) <= said_words:
        return False
    if has_negation(sentence) != has_negation(said) or not limits(sentence) <= limits(said):
        return False
    wanted, got = _content(sentence), _content(said)
    return sum(_known(w, got) for w in wanted) >= 0.85 * len(wanted)


def well_formed(claim: str) -> bool:
    """A statement of ordinary length, with something like a verb after its first word."""
    begins = claim[:1].isupper() or claim[:1].isdigit() or claim[:1] in tuple("\"'“‘($£€")
    if not begins or not claim.endswith((".", '."', ".'")) or _UNCLEAN.search(claim):
        return False
    own = words(claim)
    rest = " ".join(own[1:])
    has_verb = _VERB.search(rest) or any(w in _IRREGULAR for w in own[1:])
    return 3 <= len(own) <= 30 and bool(has_verb)


def is_fragment(claim: str, sentence: str) -> bool:
    """ "Orders Alex to leave." of "Leah agrees but orders Alex to leave": no subject of its own."""
    first = words(claim)[0]
    if first.lower() in STOPWORDS or not first[0].isupper():
        return False
    late = re.search(rf"\b(?:and|but|or|then|,) {re.escape(first.lower())}\b", sentence)
    return first.endswith("ing") or late is not None


def acceptable(claims: list[str], sentence: str, before: str = "") -> bool:
    """A pair to learn from. A claim may begin with a pronoun only where the sentence does, unresolved."""
    if not claims or len({c.lower() for c in claims}) < len(claims):
        return False
    opening = sentence.split()[0].lower()
    if any(begins_with_pronoun(c) and c.split()[0].lower() != opening for c in claims):
        return False
    if _UNCLEAN.search(sentence) or any(_LATE_PRONOUN.search(c) for c in claims):
        return False
    if len(claims) > 1 and any(is_fragment(c, sentence) for c in claims):
        return False
    return (
        all(well_formed(c) for c in claims)
        and faithful(claims, sentence, before)
        and complete(claims, sentence)
    )
