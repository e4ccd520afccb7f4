"""One word changed: opposites, quantifiers, order in time, modality, attribution; and synonyms."""

import re

from .lexicon import ANTONYMS, BASE_TO_PAST, PAST_TO_BASE, SYNONYMS, THIRD_TO_BASE, third_person


def _match_case(new: str, old: str) -> str:
    return new[0].upper() + new[1:] if old[0].isupper() else new


def _put(text: str, start: int, end: int, new: str) -> str:
    """Replaces text[start:end] and repairs a/an before it."""
    before = text[:start]
    article = re.search(r"\b(a|an|A|An) $", before)
    if article:
        fixed = ("an" if new[0].lower() in "aeiou" else "a") + " "
        before = before[: article.start()] + _match_case(fixed, article.group())
    return before + _match_case(new, text[start]) + text[end:]


# Contexts in which the opposite word does not make the opposite statement.
_NOT_BEFORE = {
    "more": r" and more", "most": r" of\b| people", "first": r"[- ]\w*|", "last": r" name",
    "left": r" (and|to right|hand|side|foot|arm|wing|handed|behind|ventric|atri|lung|breast)",
    "men": r"['’]s", "women": r"['’]s", "new": r" [A-Z]", "old": r"er\b|-", "high": r" (school|[A-Z])|-",
    "major": r" [a-z]+ (league)", "little": r".*", "great": r".*", "king": r" of\b|s\b", "public": r" (school|domain)",
    "better": r" known", "best": r"[- ]known| friend", "well": r".*", "able": r"-", "close": r".*",
    "above": r"[- ]mentioned", "small": r"[- ]cell", "large": r"[- ]cell", "low": r"-", "hard": r" to | drive| rock",
    "early": r" \d+s", "late": r" \d+s", "positive": r" \(\+", "man": r" of\b", "light": r".*", "heavy": r" metal",
    "different": r" (from each|types|kinds|parts)", "known": r" (as|for)", "likely": r" to be", "possible": r" to",
    "north": r" [A-Z]| of", "south": r" [A-Z]| of", "east": r" [A-Z]| of", "west": r" [A-Z]| of", "including": r".*",
    "reported": r".*", "began": r" to\b", "started": r" to\b", "soft": r".*", "cold": r" War", "cool": r".*",
    "direct": r" [a-z]+ (to|from)", "beginning": r" (in|with)", "end": r" of the day", "present": r"-| day|,? (a|the)\b| study",
    "same": r" (time|year|day|name)", "built": r" (in|by|on|around|up|with)\b", "raised": r" (in|by|a|the|his|her|money|\$|on|as|to)\b",
    "gained": r" .*", "closed": r"-", "entered": r" .*(chart|into|service)", "later": r".*", "earlier": r".*",
    "longer": r"", "private": r".*", "common": r" [a-z]+ (cold)", "inside": r".*", "outside": r" of", "included": r".*",
    "includes": r".*", "rose": r" to (fame|prominence|power)", "grew": r" up", "warm": r"-", "dry": r".*", "wet": r".*",
}  # fmt: skip
_NOT_AFTER = {
    "more": r"\b(once|no|one|any|even|further|and|some|or|two|three) $", "less": r"\b(no|or) $", "first": r".*",
    "most": r"\b(at|the) $", "last": r".*", "better": r"\bhad $", "high": r"\b(junior) $",
    "below": r".*", "later": r".*", "earlier": r".*", "best": r"\bat $", "longer": r"\bno $", "old": r"\b(year|years|months|days)[ -]$",
    "left": r"\b(was|is|were|are|his|her|the|their|be|being|the far|far) $", "early": r".*the $", "present": r"\bat $",
    "end": r"\b(to|in the|by the|the|an) $", "lost": r"\b(was|were|is|are) $", "beginning": r".*", "north": r".*", "south": r".*",
    "east": r".*", "west": r".*", "known": r"\b(is|was|also|are|were|best|well|better|commonly|widely) $",
    "defeated": r"\b(was|were|been) $", "able": r"^$", "above": r".*", "opened": r"", "long": r".*",
}  # fmt: skip


def antonym(text: str, rng):
    """One word becomes its opposite."""
    found = []
    for m in re.finditer(r"[A-Za-z]+(?:-[a-z]+)?", text):
        word = m.group()
        key = word.lower()
        if key not in ANTONYMS or (word[0].isupper() and m.start() > 0):
            continue
        before, after = text[: m.start()], text[m.end() :]
        if key in _NOT_BEFORE and _NOT_BEFORE[key] and re.match(_NOT_BEFORE[key], after):
            continue
        if key in _NOT_AFTER and _NOT_AFTER[key] and re.search(_NOT_AFTER[key], before):
            continue
        if before.endswith(("-", "“", '"')) or after.startswith(("-", "'", "’")):
            continue
        if re.search(r"\b(not|no|n't|or|either|both|whether) (\w+ )?$", before) or re.match(r"(, | )?(or|and|versus|vs) \w*", after):
            continue
        if any(re.search(rf"\b{o}\b", text, re.I) for o in ANTONYMS[key]):
            continue  # "both direct and indirect"
        found.append(m)
    if not found:
        return None
    m = rng.choice(found)
    return _put(text, m.start(), m.end(), rng.choice(ANTONYMS[m.group().lower()]))


def synonym(text: str, rng):
    """One word becomes another one that means the same here."""
    found = [
        (m, word)
        for word in SYNONYMS
        for m in re.finditer(rf"\b{word}\b(?!-)", text, re.I)
        if not (m.group()[0].isupper() and m.start() > 0) and (m.start() == 0 or text[m.start() - 1] != "-")
    ]
    if not found:
        return None
    m, word = rng.choice(found)
    return _put(text, m.start(), m.end(), rng.choice(SYNONYMS[word]))


_QUANTIFIERS = [
    (r"\bAll (?!of\b|the\b|about\b|around\b|along\b|over\b|in\b|-)(?=[a-z]+s\b)", ["No ", "Only some "]),
    (r"\ball (of )?the (?=[a-z]+s\b)", ["none of the ", "only some of the "]),
    (r"\bAll (of )?the (?=[a-z]+s\b)", ["None of the ", "Only some of the "]),
    (r"\b(?<!at )(?<!of )(?<!in )all (?=(patients|participants|members|students|countries|states|cases|players|seats|games|studies|children|adults|women|men|people|groups)\b)", ["no ", "only some "]),
    (r"\bMost (?!of\b|[a-z]+ly\b|recent)(?=[a-z]+s?\b)", ["Few ", "Hardly any "]),
    (r"\b([Mm])ost of (?=the|his|her|its|their)", [r"hardly any of ", r"a small part of "]),
    (r"\bMany (?!of\b|years|times)(?=[a-z]+)", ["Few ", "No "]),
    (r"\b(?<=was )(?<!not )always\b", ["never"]),
    (r"\balways\b", ["never"]),
    (r"\bBoth (?=[a-z]+s\b)", ["Neither of the "]),
    (r"\b[Bb]oth of (?=them|the|his|her|its|their)", ["neither of "]),
    (r"\bEvery (?=[a-z]+ )", ["Not every "]),
    (r"\b[Ss]everal (?=[a-z]+s\b)", ["no "]),
    (r"\b[Ss]ome (?=[a-z]+s\b)(?!years|times|others)", ["no "]),
    (r"\b(?<=the )majority of\b", ["minority of"]),
    (r"\bhalf of\b", ["a tenth of", "nearly all of"]),
    (r"\b(?<!not )(?<!are )completely\b", ["only partly"]),
]  # fmt: skip


def quantifier(text: str, rng):
    """all -> none or only some; most -> few; always -> never; both -> neither."""
    if re.search(r"\b(not|no|never|n't|none)\b", text, re.I):
        return None
    found = [(m, new) for pattern, new in _QUANTIFIERS for m in re.finditer(pattern, text)]
    if not found:
        return None
    m, options = rng.choice(found)
    new = rng.choice(options)
    new = _match_case(new, m.group())
    return text[: m.start()] + new + text[m.end() :]


def quantifier_weakened(text: str, rng):
    """all -> some and the like: what follows from the statement."""
    rules = [
        (r"\bAll (?!of\b|the\b|about\b|around\b|along\b|over\b|in\b|-)(?=[a-z]+s\b)", "Some "),
        (r"\b([Aa])ll of the (?=[a-z]+s\b)", "some of the "),
        (r"\bMost (?=[a-z]+s\b)", "Some "),
        (r"\bMany (?=[a-z]+s\b)", "Some "),
        (r"\b[Ss]everal (?=[a-z]+s\b)", "some "),
    ]
    if re.search(r"\b(not|no|never|n't|none|few|only)\b", text):
        return None
    found = [(m, new) for pattern, new in rules for m in re.finditer(pattern, text)]
    if not found:
        return None
    m, new = rng.choice(found)
    return text[: m.start()] + _match_case(new, m.group()) + text[m.end() :]


def quantifier_strengthened(text: str, rng):
    """some -> all and the like: the statement does not say so (neutral)."""
    rules = [
        (r"\bSome (?=[a-z]+s\b)", ["All ", "Most "]),
        (r"\bsome of the (?=[a-z]+s\b)", ["all of the ", "most of the "]),
        (r"\b[Mm]any (?=(people|patients|students|members|countries|studies|women|men|children)\b)", ["all ", "nearly all "]),
        (r"\b[Ss]everal (?=(people|patients|students|members|countries|studies|women|men|children)\b)", ["all ", "most "]),
        (r"\bsometimes\b", ["always"]),
        (r"\b(?<!more )(?<!most )(?<!how )(?<!so )(often|usually)\b(?! than)", ["always"]),
    ]  # fmt: skip
    found = [(m, new) for pattern, new in rules for m in re.finditer(pattern, text)]
    if not found:
        return None
    m, options = rng.choice(found)
    new = rng.choice(options)
    return text[: m.start()] + _match_case(new, m.group()) + text[m.end() :]


def before_after(text: str, rng):
    """The order in time is turned round."""
    swaps = {"before": "after", "after": "before", "prior to": "following", "preceded": "followed",
             "followed": "preceded", "earlier than": "later than", "later than": "earlier than",
             "until": "after"}  # fmt: skip
    found = []
    for m in re.finditer(r"\b(before|after|prior to|preceded by|followed by|earlier than|later than)\b", text, re.I):
        before, after = text[: m.start()].lower(), text[m.end() :].lower()
        if re.search(r"\b(named|look|looks|looked|looking|called|modeled|modelled|taken|one|shortly there|appear|appeared|appears|brought|the day|the year|ever|years|months|year|days|soon|immediately|directly|shortly|just) $", before):
            continue
        if re.match(r" (all|that|this|which|him|her|them|a court|the court|effects|being|having|another|much|long|many)\b|[.,]|-", after):
            continue
        found.append(m)
    if not found:
        return None
    m = rng.choice(found)
    old = m.group().lower()
    if old in ("preceded by", "followed by"):
        new = "followed by" if old == "preceded by" else "preceded by"
    else:
        new = swaps[old]
    return text[: m.start()] + _match_case(new, m.group()) + text[m.end() :]


def modality_strengthened(text: str, rng):
    """"may cause" -> "causes", "suggests" -> "proves": stronger than what is said (neutral)."""
    m = re.search(r"\b(may|might) (?:also )?([a-z]+)\b", text)
    if m and not re.search(r"\b(not|no)\b", text):
        base, before = m.group(2), text[: m.start()]
        if base == "be":
            plural = re.search(r"[a-z]s $|\band \w+ $", before) and not re.search(r"(ss|sis|us) $", before)
            return before + ("are" if plural else "is") + text[m.end() :]
        if base == "have" or base not in set(BASE_TO_PAST) | set(THIRD_TO_BASE.values()):
            return f"{before}will certainly {base}{text[m.end() :]}" if base != "have" else None
        plural = re.search(r"[a-z]s $", before) and not re.search(r"(ss|sis|us) $", before)
        return before + (base if plural else third_person(base)) + text[m.end() :]
    for old, new in (
        ("suggest that", "prove that"), ("suggests that", "proves that"), ("suggested that", "proved that"),
        ("indicate that", "prove that"), ("is thought to", "is proven to"), ("is believed to", "is proven to"),
        ("are thought to", "are proven to"), ("is expected to", "is certain to"), ("plans to", "is certain to"),
        ("was planned to", "was certain to"), ("attempted to", "managed to"), ("tried to", "managed to"),
        ("allegedly", "certainly"), ("reportedly", "certainly"), ("probably", "certainly"), ("possibly", "certainly"),
        ("perhaps", "certainly"), ("likely", "certainly"),
    ):  # fmt: skip
        at = re.search(rf"\b{old}\b", text)
        if at and not re.search(r"\bnot\b|\bmore $|\bmost $|\bless $|\bis $|\bare $", text[: at.start()]):
            return text[: at.start()] + new + text[at.end() :]
    return None


def association_to_cause(text: str, rng):
    """"is associated with" -> "causes": the source does not say so (neutral)."""
    m = re.search(
        r"\b(is|are|was|were) (?:(?:significantly|strongly|independently|positively|closely|also) )?"
        r"(associated|correlated|linked) (with|to) (?!each other)(?=[a-z])",
        text,
    )
    if not m or re.search(r"\b(not|no|negatively|inversely|when|that)\b", text):
        return None
    if re.search(r"[,;:]", text[: m.start()]):
        return None
    if re.search(r"\b(he|she|people|who|aimed|sought|tested) ", text[: m.start()], re.I) or " by " in text[m.end() :][:30]:
        return None
    new = {"is": "causes", "are": "cause", "was": "caused", "were": "caused"}[m.group(1)]
    return f"{text[: m.start()]}{new} {text[m.end() :]}"


def cause_to_unrelated(text: str, rng):
    """"causes" / "is associated with" -> "is unrelated to" (contradiction)."""
    if re.search(r"\b(not|no)\b", text):
        return None
    m = re.search(r"\b(is|are|was|were) (?:\w+ly )?(associated|correlated|linked|related) (with|to)\b", text)
    if m:
        return f"{text[: m.start()]}{m.group(1)} unrelated to{text[m.end() :]}"
    m = re.search(r"\b(reduces|increases|improves|affects|influences|prevents|causes|inhibits|enhances) (?!in\b|of\b)(?=[a-z])", text)
    if m and not re.search(r"\b(the|an?|and|of|in) $", text[: m.start()]):
        return f"{text[: m.start()]}has no effect on {text[m.end() :]}"
    m = re.search(r"\b(reduced|improved|affected|influenced|enhanced) (?=the|his|her|its|their)", text)
    if m and not re.search(r"\b(the|an?|and|of|in|is|was|were|are|be|been|has|have|had|with|to|,) $", text[: m.start()]):
        return f"{text[: m.start()]}had no effect on {text[m.end() :]}"
    return None
