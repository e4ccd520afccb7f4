"""Rules that make a false claim of a true one: another number, unit, scale word, date, the negation
put in or taken out, names swapped. Used to measure what the figures check finds."""

import re

MONTHS = {
    "en": "January February March April June July August September October November December".split(),
    "de": "Januar Februar März April Juni Juli August September Oktober November Dezember".split(),
    "es": "enero febrero marzo abril junio julio agosto septiembre octubre noviembre diciembre".split(),
    "fr": "janvier février mars avril juin juillet août septembre octobre novembre décembre".split(),
    "it": "gennaio febbraio marzo aprile giugno luglio agosto settembre ottobre novembre dicembre".split(),
}
SWAPS = {
    "unit": [("mg", "g"), ("kg", "g"), ("km", "m"), ("million", "billion"), ("thousand", "million"),
             ("hours", "days"), ("days", "weeks"), ("weeks", "months"), ("months", "years"),
             ("years", "months"), ("minutes", "hours"), ("percent", "percentage points"),
             ("miles", "feet"), ("metres", "kilometres"), ("meters", "miles"), ("dollars", "euros"),
             ("Millionen", "Milliarden"), ("Jahre", "Monate"), ("Tage", "Wochen"),
             ("millones", "mil"), ("años", "meses"), ("días", "semanas"), ("millions", "milliards"),
             ("ans", "mois"), ("jours", "semaines"), ("milioni", "miliardi"), ("anni", "mesi")],
}
VERBS = {"en": ["is", "was", "are", "were", "has", "have", "can", "will", "could"],
         "de": ["ist", "war", "sind", "waren", "wurde", "wurden", "hat", "haben"],
         "es": ["es", "fue", "son", "fueron", "ha", "han", "está"],
         "fr": ["est", "sont", "était", "étaient", "a", "ont"],
         "it": ["è", "sono", "era", "erano", "ha", "hanno", "fu"]}


def replace(text, span, new):
    return text[:span[0]] + new + text[span[1]:]


def change_number(claim, evidence, rng):
    numbers = [m for m in re.finditer(r"(?<![\w.,-])\d+(?:[.,]\d+)*(?![\w-])", claim)
               if not re.fullmatch(r"(1[5-9]|20)\d\d", m.group())]
    if not numbers:
        return None
    match = rng.choice(numbers)
    digits = match.group()
    at = rng.randrange(len(digits))
    while not digits[at].isdigit():
        at = rng.randrange(len(digits))
    new = digits[:at] + str((int(digits[at]) + rng.randint(2, 7)) % 9 + 1) + digits[at + 1:]
    if new == digits or new in evidence:
        return None
    return replace(claim, match.span(), new)


def change_unit(claim, evidence, rng):
    for old, new in rng.sample(SWAPS["unit"], len(SWAPS["unit"])):
        match = re.search(rf"(?<=\d )\b{old}\b|(?<=\d){old}\b", claim)
        if match and new not in evidence:
            return replace(claim, match.span(), new)
    return None


def change_date(claim, evidence, language, rng):
    years = list(re.finditer(r"\b(1[89]|20)\d\d\b", claim))
    months = [m for name in MONTHS.get(language, []) for m in re.finditer(rf"\b{name}\b", claim)]
    choices = years + months
    if not choices:
        return None
    match = rng.choice(choices)
    if match.group().isdigit():
        new = str(int(match.group()) + rng.choice([-7, -3, -1, 1, 2, 5]))
    else:
        new = rng.choice([m for m in MONTHS[language] if m != match.group()])
    return None if new in evidence else replace(claim, match.span(), new)


def change_negation(claim, evidence, language, rng):
    if re.search(r"\b(not|no|never|nicht|kein\w*|non|nunca|jamais|pas|sin|ohne|without)\b|n't",
                 claim, re.I):
        return None
    for verb in VERBS.get(language, []):
        match = re.search(rf"(?<=\w )\b{verb}\b(?= \w)", claim)
        if not match:
            continue
        if language == "en":
            return replace(claim, match.span(), verb + " not")
        if language == "de":
            return replace(claim, match.span(), verb + " nicht")
        if language in ("es", "it"):
            return replace(claim, match.span(), ("no " if language == "es" else "non ") + verb)
        vowel = verb[0] in "aeéèoiu"
        return replace(claim, match.span(), ("n'" if vowel else "ne ") + verb + " pas")
    return None


def change_name(claim, evidence, rng):
    """A name of the claim replaced by another of the evidence that the claim does not have."""
    name = r"(?:[A-Z][a-zà-ÿ]{2,}(?: [A-Z][a-zà-ÿ]{2,})*)"
    own = [m for m in re.finditer(rf"(?<=[a-zà-ÿ,] ){name}", claim)]
    others = [m.group() for m in re.finditer(rf"(?<=[a-zà-ÿ,] ){name}", evidence)]
    others = [o for o in others if not any(w in claim for w in o.split())]
    own = [m for m in own if m.group() in evidence]
    if not own or not others:
        return None
    return replace(claim, rng.choice(own).span(), rng.choice(others))


def changes_of(claim, evidence, language, rng):
    """(kind, changed claim) for each rule that has something to change."""
    made = [("number", change_number(claim, evidence, rng)),
            ("unit", change_unit(claim, evidence, rng)),
            ("date", change_date(claim, evidence, language, rng)),
            ("negation", change_negation(claim, evidence, language, rng))]
    if language != "de":
        made.append(("name", change_name(claim, evidence, rng)))
    return [(kind, changed) for kind, changed in made if changed and changed != claim]
