"""Numbers, dates, units and scales."""

import re

from .lexicon import MONTHS, NUMBER_WORDS, ORDINALS, WEEKDAYS

# A bound or a hedge before a number: another number there need not contradict.
_BOUND = re.compile(
    r"(at least|at most|more than|less than|fewer than|up to|over|under|above|below|nearly|almost|"
    r"minimum of|maximum of|exceeding|exceeded|as many as|as much as|no more than|greater than|"
    r"[<>=≤≥±~])\s*[$€£]?$",
    re.I,
)
_HEDGE = re.compile(r"(about|around|approximately|roughly|some|circa|estimated)\s*[$€£]?$", re.I)
# A number that is part of a name: "Fig. 2", "type 2 diabetes", "coronavirus disease 2019".
_LABELLED = re.compile(
    r"(\b(figs?|figures?|tables?|ref|refs|type|types|phase|stage|grade|level|section|chapter|version|no|number|"
    r"volume|vol|pp?|eq|supplementary|appendix|disease|coronavirus|factor|step|part|group|arm|class|cohort|"
    r"intervention|cycles?)\.?|\d\s?(?:--?|–|to)|[-–×(]\d+,)\s?$",
    re.I,
)
# Digits that stand alone: not part of a name ("COVID-19", "IL-6"), a range or a reference ("[3]", "(1,2)").
_NUMBER = re.compile(r"(?<![\w.,\-–·/\[:])(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?![\w\-–·/\]:]|[.,]\d|\s?(?:[-–]|--|to|×)\s?\d)")


def numbers(text: str):
    """Matches of plain numbers that may be changed (no bound before them, no reference mark)."""
    out = []
    for m in _NUMBER.finditer(text):
        before, after = text[: m.start()], text[m.end() :]
        if _BOUND.search(before) or _LABELLED.search(before):
            continue
        if before.endswith("(") and after.startswith(")"):  # a year or a reference in brackets
            if len(m.group()) != 4:
                continue
        out.append(m)
    return out


def is_year(match) -> bool:
    return bool(re.fullmatch(r"1[0-9]\d\d|20[0-4]\d", match.group()))


def other_number(match, rng, hedged: bool = False) -> str:
    """Another number of the same form, far enough away to be a different statement."""
    text = match.group()
    if is_year(match):
        step = rng.choice([1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 30, 50])
        return str(int(text) + rng.choice([-step, step] if int(text) < 2015 else [-step]))
    digits = len(text.split(".")[1]) if "." in text else 0
    value = float(text.replace(",", ""))
    if hedged or value >= 100:
        factor = rng.choice([0.25, 0.4, 0.5, 0.6, 1.5, 1.8, 2, 2.5, 3])
    elif value < 2:
        factor = rng.choice([2, 3, 4])
    else:
        factor = rng.choice([0.5, 0.6, 0.75, 1.25, 1.5, 2, 2.5])
    new = value * factor
    if value >= 10 and digits == 0 and rng.random() < 0.4 and not hedged:
        new = value + rng.choice([-7, -5, -3, -2, -1, 1, 2, 3, 4, 6, 8])
    if digits == 0:
        new = round(new)
        if value >= 1000 and text.endswith("00"):
            new = round(new, -2)
        if new == value:
            new = value + 1
        if "," in text and new >= 1000:
            return f"{int(new):,}"
        return str(int(new))
    changed = f"{new:.{digits}f}"
    return changed if changed != text.replace(",", "") else f"{value + 10**-digits * 3:.{digits}f}"


def number_changed(text: str, rng):
    """A plain number becomes another one: years, counts, percentages, doses."""
    found = [m for m in numbers(text) if m.group() not in ("0", "1")]
    if not found:
        return None
    m = rng.choice(found)
    if re.match(r"\s?%|\s?percent|\s?per cent", text[m.end() :]) and float(m.group().replace(",", "")) > 50:
        value = float(m.group().replace(",", ""))
        digits = len(m.group().split(".")[1]) if "." in m.group() else 0
        new = f"{value * rng.choice([0.3, 0.5, 0.7, 0.85]):.{digits}f}"
    elif re.search(rf"({'|'.join(MONTHS)})\s$", text[: m.start()]) and not is_year(m):
        new = str(rng.choice([d for d in range(1, 29) if d != int(float(m.group()))]))
    elif re.match(rf"\s({'|'.join(MONTHS)})", text[m.end() :]) and not is_year(m):
        new = str(rng.choice([d for d in range(1, 29) if d != int(float(m.group()))]))
    else:
        new = other_number(m, rng, bool(_HEDGE.search(text[: m.start()])))
    return text[: m.start()] + new + text[m.end() :]


def number_word_changed(text: str, rng):
    """"three" becomes "five"; "one" is left alone, because it is mostly a pronoun."""
    found = [
        m
        for m in re.finditer(r"\b(" + "|".join(NUMBER_WORDS) + r")\b(?!-)", text)
        if not _BOUND.search(text[: m.start()]) and not re.match(r" of (us|them)|[- ](thirds|or)", text[m.end() :])
    ]
    if not found:
        return None
    m = rng.choice(found)
    at = NUMBER_WORDS.index(m.group())
    near = [w for i, w in enumerate(NUMBER_WORDS[:11]) if i != at and abs(i - at) <= 6]
    return text[: m.start()] + rng.choice(near or ["two"]) + text[m.end() :]


def ordinal_changed(text: str, rng):
    """"the second" becomes "the third"."""
    found = list(re.finditer(r"\b(?:the|his|her|its|their) (" + "|".join(ORDINALS) + r")\b(?! (time|of))", text))
    found = [m for m in found if not re.search(r"(was|were|is) $", text[: m.start()]) or m.group(1) != "first"]
    if not found:
        return None
    m = rng.choice(found)
    new = rng.choice([o for o in ORDINALS[:6] if o != m.group(1)])
    return text[: m.start(1)] + new + text[m.end(1) :]


def date_changed(text: str, rng):
    """Another month or weekday."""
    found = []
    for m in re.finditer(r"\b(" + "|".join(MONTHS) + r")\b", text):
        near = re.search(r"(\d|\bin|\bof|\bsince|\buntil|\blate|\bearly)\s$", text[: m.start()]) or re.match(
            r",? \d", text[m.end() :]
        )
        if near:
            found.append((m, MONTHS))
    found += [(m, WEEKDAYS) for m in re.finditer(r"\bon (" + "|".join(WEEKDAYS) + r")\b(?!,? \w+ \d)", text)]
    if not found:
        return None
    m, names = rng.choice(found)
    new = rng.choice([n for n in names if n != m.group(1)])
    return text[: m.start(1)] + new + text[m.end(1) :]


_UNITS = {
    "mg": ["g", "µg"], "g": ["mg", "kg"], "kg": ["g"], "µg": ["mg"], "μg": ["mg"], "ml": ["l"], "mL": ["L"],
    "km": ["m", "miles"], "kilometres": ["metres", "miles"], "kilometers": ["meters", "miles"],
    "miles": ["feet", "kilometres"], "metres": ["kilometres", "feet"], "meters": ["kilometers", "feet"],
    "feet": ["miles", "metres"], "cm": ["mm", "m"], "mm": ["cm"], "seconds": ["minutes", "hours"],
    "minutes": ["hours", "days"], "hours": ["days", "minutes", "weeks"], "days": ["weeks", "months", "hours"],
    "weeks": ["months", "days", "years"], "months": ["years", "weeks", "days"],
    "years": ["months", "weeks", "decades"], "tons": ["pounds"], "pounds": ["tons"], "acres": ["square miles"],
    "percent": ["percentage points"], "inches": ["feet"],
}  # fmt: skip
_UNITS.pop("percent")
_NUMERAL = r"(?:\d[\d,.]*|" + "|".join(NUMBER_WORDS) + r")"


def unit_changed(text: str, rng):
    """The unit after a number becomes another one of its kind."""
    pattern = rf"(?<![\w\-])({_NUMERAL})[\s-](" + "|".join(map(re.escape, _UNITS)) + r")\b(?! old)"
    found = [m for m in re.finditer(pattern, text) if not _BOUND.search(text[: m.start()])]
    if not found:
        return None
    m = rng.choice(found)
    return text[: m.start(2)] + rng.choice(_UNITS[m.group(2)]) + text[m.end(2) :]


def scale_changed(text: str, rng):
    """million, billion, thousand, hundred."""
    scales = ["hundred", "thousand", "million", "billion"]
    found = [
        m
        for m in re.finditer(rf"\b({_NUMERAL}) ({'|'.join(scales)})\b", text)
        if not _BOUND.search(text[: m.start()])
    ]
    if not found:
        return None
    m = rng.choice(found)
    new = rng.choice([s for s in scales if s != m.group(2)])
    return text[: m.start(2)] + new + text[m.end(2) :]


def numbers_exchanged(text: str, rng):
    """Two numbers of one statement change places: each then stands with the wrong noun."""
    found = [m for m in numbers(text) if m.group() not in ("0", "1")]
    years, counts = [m for m in found if is_year(m)], [m for m in found if not is_year(m)]

    def kind(m):
        tail = re.match(r"\s?(%|percent|per cent)", text[m.end() :])
        month = re.match(rf"\s({'|'.join(MONTHS)})", text[m.end() :]) or re.search(
            rf"({'|'.join(MONTHS)})\s$", text[: m.start()]
        )
        return "date" if month else "percent" if tail else "count"

    pools = [years] + [[m for m in counts if kind(m) == k] for k in ("percent", "count")]
    pools = [p for p in pools if len({m.group() for m in p}) == len(p) == 2]
    if not pools:
        return None
    a, b = rng.choice(pools)
    between = text[a.end() : b.start()]
    if len(between.split()) < 2 or re.fullmatch(r"\s*(and|to|or|versus|vs\.?|,|of|out of)\s*", between):
        return None
    if re.search(r"\bout of\b|\bbetween\b|\bto $|\bscore\b|\brecord\b", between):
        return None
    return text[: a.start()] + b.group() + between + a.group() + text[b.end() :]


def number_of_another_noun(claim: str, sentence: str, rng):
    """The claim's number becomes another number of the same sentence, which belongs to something else."""
    here = [m for m in numbers(claim) if m.group() not in ("0", "1")]
    if not here:
        return None
    m = rng.choice(here)
    kind = is_year(m)
    others = [
        n.group()
        for n in numbers(sentence)
        if is_year(n) == kind and n.group() not in claim and n.group() not in ("0", "1")
    ]
    if not others:
        return None
    return claim[: m.start()] + rng.choice(others) + claim[m.end() :]


def number_rewritten(text: str, rng):
    """Same number in another form ("3" and "three", "%" and "percent"): the meaning stays."""
    options = []
    for m in numbers(text):
        if re.fullmatch(r"\d+", m.group()) and 2 <= int(m.group()) <= 12:
            dated = re.match(rf"\s({'|'.join(MONTHS)})|\s?%|, \d", text[m.end() :]) or re.search(
                rf"({'|'.join(MONTHS)}|[Nn]o\.|[A-Z]\w+)\s$", text[: m.start()]
            )
            if not dated and m.start() > 0:
                options.append((m.start(), m.end(), NUMBER_WORDS[int(m.group()) - 2]))
        percent = re.match(r"\s?%", text[m.end() :])
        if percent:
            options.append((m.end(), m.end() + percent.end(), " percent"))
    for m in re.finditer(r"\b(" + "|".join(NUMBER_WORDS[:11]) + r")\b(?!-)", text):
        options.append((m.start(), m.end(), str(NUMBER_WORDS.index(m.group()) + 2)))
    for m in re.finditer(r"\s(percent|per cent)\b", text):
        options.append((m.start(), m.end(), "%"))
    if not options:
        return None
    start, end, new = rng.choice(options)
    return text[:start] + new + text[end:]
