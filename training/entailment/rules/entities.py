"""Names: found by their capitals, exchanged for others of the same kind."""

import re

from .lexicon import MONTHS, WEEKDAYS

_SMALL = r"(?:of|the|de|la|del|von|van|and|for|du|da|di|el|al)"
_CAP = r"[A-Z][\w'’]*(?:-[A-Za-z]\w*)*\.?"
_NAME = re.compile(rf"{_CAP}(?: (?:(?:{_SMALL} ){{1,2}})?{_CAP})*")
_NOT_NAMES = set(MONTHS) | set(WEEKDAYS) | set(
    """The A An In On At He She It They We I His Her Its Their This That These Those There After Before During
    While When Where As By For From With To Of And But Or If Although However Since Until Also Then Some All
    Most Many Both Each Every One Two Three Four Five Six Seven Eight Nine Ten No Not Another Other Such
    According Because Despite Due Under Over Between Among Through Throughout Today Later Other Several
    Methods Results Conclusions Background Objective What Who How Here Our My You Your Mr Mrs Dr Ms St
    English French German Spanish Italian Chinese Japanese American British Indian Canadian Australian
    Russian Latin Greek Roman Catholic Christian Jewish Muslim European African Asian Dutch Irish Scottish
    Swedish Norwegian Danish Polish Turkish Arabic Korean Soviet Western Eastern Northern Southern""".split()
)
# Words right before a name that tell its kind well enough to exchange it for another one.
_CONTEXTS = [
    ("place", r"\b(?:born|lives?|lived|located|raised|buried|situated|village|town|city|moved|settled|"
              r"emigrated) (?:in|to|near) $"),
    ("agent", r"\b(?:written|directed|founded|produced|designed|built|created|owned|published|developed|invented|"
              r"discovered|composed|performed|defeated|succeeded|replaced|managed|coached|acquired|represented|"
              r"painted|edited|recorded|released|led|operated|sung|taught|trained|appointed|elected|killed) by $"),
    ("person", r"\b(?:married|son of|daughter of|wife of|husband of|brother of|sister of|father of|mother of|"
               r"defeated|replaced|succeeded|divorced|student of) $"),
    ("school", r"\b(?:studied at|graduated from|attended|educated at|professor at|degree from|taught at|student at|"
               r"degree at) (?:the )?$"),
    ("team", r"\b(?:played for|plays for|signed for|transferred to|played against|beat|lost to) (?:the )?$"),
    ("firm", r"\b(?:employed by|worked for|works for|signed with) (?:the )?$"),
]  # fmt: skip
_CONTEXTS = [(kind, re.compile(pattern)) for kind, pattern in _CONTEXTS]


def names(text: str, known_first: bool = False):
    """Matches of names; one that opens the sentence only if it has two words or `known_first`."""
    out = []
    for m in _NAME.finditer(text):
        first = m.group().split()[0].rstrip(".")
        if first in _NOT_NAMES:
            continue
        if m.group().endswith(".") and m.end() == len(text):
            m = re.compile(re.escape(m.group()[:-1])).match(text, m.start())
        if m.start() == 0 and " " not in m.group() and not known_first:
            continue
        if re.search(r"[\"“'(]\s?$", text[: m.start()]) or re.match(r"[\"”']", text[m.end() :]):
            continue
        if len(m.group()) > 2:
            out.append(m)
    return out


def kind_of(text: str, match, places=frozenset()) -> str | None:
    """What the words before a name tell about it; after a bare "in" only a known place counts."""
    if text[match.end() :].startswith(("'s", "’s", "'")) or match.group().endswith(("'s", "’s")):
        return None
    for kind, pattern in _CONTEXTS:
        if pattern.search(text[: match.start()]):
            return kind
    if match.group() in places and re.search(r"\bin $", text[: match.start()]):
        return "place"
    return None


def collect(texts) -> dict:
    """Names by (kind, number of words): what a name can be exchanged for; "places" holds all places."""
    table: dict = {}
    for text in texts:
        for m in names(text):
            kind = kind_of(text, m)
            if kind and len(m.group().split()) <= 4:
                table.setdefault((kind, len(m.group().split())), set()).add(m.group())
    out: dict = {key: sorted(value) for key, value in table.items()}
    out["places"] = frozenset(n for (kind, _), names_ in out.items() if kind == "place" for n in names_)
    return out


def _choose(options, avoid: str, rng):
    words = {w.lower() for w in re.findall(r"\w+", avoid) if len(w) > 3}
    for _ in range(8):
        new = rng.choice(options)
        if not words & {w.lower() for w in re.findall(r"\w+", new)}:
            return new
    return None


def name_replaced(text: str, rng, table, same_text: str = ""):
    """A name in an object position becomes another of its kind, if possible one from `same_text`."""
    places = table.get("places", frozenset())
    found = [(m, kind_of(text, m, places)) for m in names(text)]
    found = [(m, kind) for m, kind in found if kind and m.start() > 0]
    if not found:
        return None
    m, kind = rng.choice(found)
    if kind == "place" and re.match(r", [A-Z]", text[m.end() :]) and rng.random() < 0.7:
        return None  # "Paris, Texas": the pair would not fit
    near = [o.group() for o in names(same_text) if kind_of(same_text, o, places) == kind and o.group() not in text]
    options = near if near and rng.random() < 0.7 else table.get((kind, len(m.group().split())), [])
    new = _choose(options, same_text + " " + text, rng) if options and options is not near else None
    if options is near and near:
        new = rng.choice(near)
    if not new:
        return None
    return text[: m.start()] + new + text[m.end() :]


_PERSON_VERB = (
    r" (was born|was an? (?!town|village|river|city|song|film)|is an? [a-z A-Z]*(er|or|ist|ian|man|woman|actress)\b|played|plays|studied|"
    r"married|graduated|died|attended|moved|worked|joined|retired|received|served as|was educated|was raised)\b"
)


def subject_replaced(text: str, rng, people):
    """The name that opens the sentence becomes one that the source does not mention (neutral)."""
    m = _NAME.match(text)
    if not m or m.group().split()[0].rstrip(".") in _NOT_NAMES or len(m.group().split()) < 2:
        return None
    if re.search(r"\b(of|the|and|for)\b", m.group()) or not re.match(_PERSON_VERB, text[m.end() :]):
        return None
    new = _choose(people, text, rng)
    return new + text[m.end() :] if new else None


def openers(texts) -> list[str]:
    """Two-word names that open a sentence: mostly people."""
    out = set()
    for text in texts:
        m = re.match(r"([A-Z][a-z]+ [A-Z][a-z]+) (was born|was raised|studied|graduated|retired|married|was educated) ", text)
        if m and not set(m.group(1).split()) & _NOT_NAMES:
            out.add(m.group(1))
    return sorted(out)


_ASYMMETRIC = (
    r"defeated|beat|killed|succeeded|replaced|acquired|bought|invaded|attacked|taught|influenced|followed|"
    r"preceded|hired|sued|criticized|criticised|praised|owns|owned|founded|directed|wrote|created|"
    r"married the daughter of|lost to|is the (?:son|daughter|father|mother|capital|largest city) of|"
    r"was the (?:son|daughter|father|mother|brother-in-law|teacher|student|successor) of|was defeated by|"
    r"was succeeded by|was replaced by|was acquired by|was bought by|was killed by|was taught by|was followed by|"
    r"was written by|was directed by|was founded by|is located in|is part of|was part of|borders"
)


def names_exchanged(text: str, rng):
    """Two names around an asymmetric verb change places."""
    found = names(text, known_first=True)
    for a, b in zip(found, found[1:]):
        between = text[a.end() : b.start()]
        if re.fullmatch(rf" (?:\w+ )?(?:{_ASYMMETRIC}) (?:the )?", between) and "borders" not in between:
            if a.group() not in b.group() and b.group() not in a.group():
                return text[: a.start()] + b.group() + between + a.group() + text[b.end() :]
    return None


def speaker_exchanged(text: str, rng, people):
    """"X said that" -> "Y said that", "according to X" -> "according to Y" (neutral: Y is not mentioned)."""
    for m in names(text, known_first=True):
        said = re.match(r" (said|says|stated|claimed|argued|announced|believes|believed) (?:that )", text[m.end() :])
        if (said or re.search(r"[Aa]ccording to $", text[: m.start()])) and len(m.group().split()) <= 3:
            new = _choose(people, text, rng)
            return text[: m.start()] + new + text[m.end() :] if new else None
    return None
