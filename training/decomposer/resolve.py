"""Pronouns at the start of claims and sentences, replaced by whom they name.

Used on human-made claims: those of biographies keep "He", and nearly always mean the person of the page.
"""

import re

from .quality import words

_SUBJECT = re.compile(r"(?:He|She)(?=\s)")
_POSSESSIVE = re.compile(r"(?:His|Her)(?=\s)")
_AFTER_OPENER = re.compile(
    r"((?:In|On|At|After|Since|During|By|From|Before|Throughout|Later|Following|Despite)\b[^,]*,) (he|she)(?=\s)"
)
_OPENS_LOWER = {"the", "a", "an", "in", "on", "at", "from", "after", "before", "during", "when", "while", "as"}
_NAME = re.compile(r"[A-Z][\w.'’-]*(?: (?:of|de|van|von|la|le|del) (?=[A-Z])|(?: [A-Z][\w.'’-]*))*")
# "orders Alex to leave": somebody else. "for Alabama" is none.
_OTHER_NAME = re.compile(r"(?<!\bin )(?<!\bat )(?<!\bof )(?<!\bfor )(?<!\bfrom )(?<!\bthe )(?<!\bon )(?<=[a-z,] )[A-Z][a-z]")
_SECOND_PERSON = re.compile(r"\b(?:who|whom|whose|where (?:he|she))\b", re.I)


def name_in(text: str, name: str) -> bool:
    """The text names the person: by the whole name or its last part."""
    return bool({p.lower() for p in words(name)[-1:]} & {w.removesuffix("'s").lower() for w in words(text)})


def put_name(text: str, name: str) -> str:
    """ "He sang." -> "Ann Lee sang.", "Her song" -> "Ann Lee's song"; other texts stay as they are."""
    if _SUBJECT.match(text):
        return _SUBJECT.sub(lambda _: name, text, count=1)
    if _POSSESSIVE.match(text):
        return _POSSESSIVE.sub(lambda _: name + ("'" if name.endswith("s") else "'s"), text, count=1)
    return _AFTER_OPENER.sub(lambda m: f"{m.group(1)} {name}", text, count=1)


def opens_with_person_pronoun(text: str) -> bool:
    return bool(_SUBJECT.match(text) or _POSSESSIVE.match(text) or _AFTER_OPENER.match(text))


def subject_name(sentence: str, first_claim: str) -> str | None:
    """The name that sentence and first claim begin with, where no other person may be meant by "he"."""
    match = _NAME.match(sentence)
    if not match or words(sentence)[0].lower() in _OPENS_LOWER or _SECOND_PERSON.search(sentence):
        return None
    name = match.group(0).removesuffix("'s").strip()
    if _OTHER_NAME.search(sentence, match.end()):
        return None
    return name if first_claim.startswith(name + " ") else None
