"""Who does what to whom: comparisons, passives and causes, turned round or said the other way."""

import re

# base, past, participle of verbs whose two sides cannot be exchanged
_VERBS = {
    past: part
    for past, part in (
        v.split("/") if "/" in v else (v, v)
        for v in """defeated beat/beaten killed succeeded replaced acquired bought invaded attacked taught
        influenced followed preceded hired sued criticized praised founded directed wrote/written produced
        designed built composed discovered invented created developed published painted recorded released
        inhibited activated induced reduced increased improved suppressed enhanced prevented caused
        triggered blocked stimulated regulated""".split()
    )
}
_PAST = "|".join(_VERBS)
_PARTICIPLE = "|".join(_VERBS.values())
_COMPARATIVES = {
    "higher": "lower", "larger": "smaller", "greater": "smaller", "older": "younger", "taller": "shorter",
    "longer": "shorter", "faster": "slower", "better": "worse", "stronger": "weaker", "heavier": "lighter",
    "more common": "less common", "more effective": "less effective", "more frequent": "less frequent",
    "more expensive": "less expensive", "more important": "less important", "more likely": "less likely",
    "bigger": "smaller", "lower": "higher", "smaller": "larger", "younger": "older", "shorter": "longer",
    "slower": "faster", "worse": "better", "weaker": "stronger", "lighter": "heavier", "more severe": "less severe",
    "more popular": "less popular", "less common": "more common", "less effective": "more effective",
}  # fmt: skip
_NP = r"(?:(?:[Tt]he|[Aa]n?|[Hh]is|[Hh]er|[Tt]heir|[Ii]ts) )?(?:[\w'’/-]+ ){0,3}[\w'’/-]+"
_PRONOUN = re.compile(r"^(he|she|it|they|we|i|you|who|which|that|this|these|those|there|what|him|her|them|not)\b", re.I)
_PLURAL = re.compile(r"(?<!s)(?<!u)(?<!i)s$|\band\b|^(men|women|children|people)$|\b(men|women|children|people)$")
_BAD_NP = re.compile(
    r"\b(was|is|were|are|had|has|have|and|or|to|by|that|which|who|when|while|than|in|at|on|for|from|with|because|"
    r"did|does|do|not|also|then|later|only|be|been)\b"
)


def _lower_first(np: str) -> str:
    first = np.split()[0]
    return np[0].lower() + np[1:] if first in ("The", "A", "An", "His", "Her", "Their", "Its") else np


def _upper_first(np: str) -> str:
    return np[0].upper() + np[1:]


def _noun_phrase(np: str) -> bool:
    return not _PRONOUN.match(np) and not _BAD_NP.search(np) and not re.search(r"^\d|ly$", np)


def _passive(text: str):
    m = re.fullmatch(rf"({_NP}) (?:was|were) ({_PARTICIPLE}) by ({_NP})\.?", text)
    if not m or not (_noun_phrase(m.group(1)) and _noun_phrase(m.group(3))):
        return None
    past = next(past for past, part in _VERBS.items() if part == m.group(2))
    return m.group(3), past, m.group(1)


def _active(text: str):
    m = re.fullmatch(rf"({_NP}) ({_PAST}) ({_NP})\.?", text)
    if not m or not (_noun_phrase(m.group(1)) and _noun_phrase(m.group(3))):
        return None
    return m.groups()


def _movable(np: str) -> bool:
    return np.split()[0] in ("The", "A", "An", "the", "a", "an") or len(re.findall(r"\b[A-Z]", np)) == len(np.split())


def _be(np: str) -> str:
    return "were" if _PLURAL.search(np) else "was"


def _parts(text: str):
    found = _passive(text) or _active(text)
    if not found or not (_movable(found[0]) and _movable(found[2])):
        return None
    return found


def voice_changed(text: str, rng):
    """Passive to active and back: the meaning stays."""
    found = _parts(text)
    if not found:
        return None
    agent, past, patient = found
    if _passive(text):
        return f"{_upper_first(agent)} {past} {_lower_first(patient)}."
    return f"{_upper_first(patient)} {_be(patient)} {_VERBS[past]} by {_lower_first(agent)}."


def roles_exchanged(text: str, rng):
    """Agent and patient change places, in either voice."""
    found = _parts(text)
    if not found:
        return None
    agent, past, patient = found
    if rng.random() < 0.5:
        return f"{_upper_first(patient)} {past} {_lower_first(agent)}."
    return f"{_upper_first(agent)} {_be(agent)} {_VERBS[past]} by {_lower_first(patient)}."


def _comparison(text: str):
    words = "|".join(sorted(_COMPARATIVES, key=len, reverse=True))
    m = re.search(
        rf"^({_NP}) (is|are|was|were) ((?:\w+ly )?)({words})( in [\w -]+?)? than (?:that of |in |those of )?({_NP})\.$", text
    )
    if not m or not (_noun_phrase(m.group(1)) and _noun_phrase(m.group(6))):
        return None
    if m.group(5) or " than in " in text or " than that " in text or " than those " in text:
        return None
    return m.group(1), m.group(2), m.group(3), m.group(4), m.group(6)


def comparison_turned(text: str, rng):
    """"A is larger than B" -> "B is smaller than A": the meaning stays."""
    found = _comparison(text)
    if not found or not (_movable(found[0]) and _movable(found[4])):
        return None
    a, be, adverb, word, b = found
    return f"{_upper_first(b)} {be} {adverb}{_COMPARATIVES[word]} than {_lower_first(a)}."


def comparison_exchanged(text: str, rng):
    """"A is larger than B" -> "B is larger than A"."""
    found = _comparison(text)
    if not found or not (_movable(found[0]) and _movable(found[4])):
        return None
    a, be, adverb, word, b = found
    return f"{_upper_first(b)} {be} {adverb}{word} than {_lower_first(a)}."


_GROUPS = re.compile(
    r"\b(in|among|for|of|by) ((?:[a-z-]+ ){0,2}[a-z-]+) (than|compared with|compared to|versus|vs\.?) "
    r"(in|among|for|of|by) ((?:[a-z-]+ ){0,2}[a-z-]+)(?=[.,;]|$| \()"
)


def groups_exchanged(text: str, rng):
    """"higher in women than in men" -> "higher in men than in women"."""
    m = _GROUPS.search(text)
    if not m or m.group(1) != m.group(4) or _BAD_NP.search(m.group(2) + " " + m.group(5)):
        return None
    if not re.search(r"\b(higher|lower|more|less|fewer|greater|smaller|better|worse|longer|shorter|faster|slower|larger)\b", text[: m.start()]):
        return None
    return text[: m.start(2)] + m.group(5) + text[m.end(2) : m.start(5)] + m.group(2) + text[m.end(5) :]
