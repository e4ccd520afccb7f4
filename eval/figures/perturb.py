#!/usr/bin/env python3
"""Make false claims of true ones, by rule: a number, unit, date or name changed, a negation put in or
taken out.

  perturb.py    write tests/regression/perturbed_claims.jsonl of supported_claims.jsonl

Each row of supported_claims.jsonl has a source, a claim that it supports, and the kind of change. No
randomness: the same rows make the same file. The texts were written for this test and are free.
"""

import json
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent
SUPPORTED = HERE / "supported_claims.jsonl"
PERTURBED = HERE.parents[1] / "tests" / "regression" / "perturbed_claims.jsonl"

UNITS = {
    "million dollars": "billion dollars", "Millionen Euro": "Milliarden Euro",
    "millones de euros": "mil millones de euros", "millions d'euros": "milliards d'euros",
    "milioni di euro": "miliardi di euro", "mg": "g", "km": "m", "minutes": "hours",
    "Minuten": "Stunden", "minutos": "horas", "minuti": "ore",
}
FRENCH_UNITS = {**UNITS, "minutes": "heures"}
MONTHS = {"June": "August", "October": "December", "Juni": "August", "Oktober": "Dezember",
          "junio": "agosto", "octubre": "diciembre", "juin": "août", "octobre": "décembre",
          "giugno": "agosto", "ottobre": "dicembre"}
# What stands before the negation that is put in, by language; the verb as it is in the claims.
NEGATIONS = {
    "en": [(r"\b(is|was|were) not\b", r"\1"), (r"\b(is|was|were)\b", r"\1 not")],
    "de": [(r"\bnicht ", ""), (r"(?<=Kinder) (?=sicher)", " nicht "),
           (r"(?<=Haushalt) (?=beschlossen)", " nicht ")],
    "es": [(r"\bno ", ""), (r"\b(fue|ha)\b", r"no \1")],
    "fr": [(r"n'(est|étaient) pas\b", r"\1"), (r"\b(était)\b", r"n'\1 pas"),
           (r"\ba (?=approuvé)", "n'a pas ")],
    "it": [(r"\bnon ", ""), (r"\b(era|ha)\b", r"non \1")],
}


def change_number(claim):
    """The first figure of the first number becomes another: 5,000 is 8,000."""
    match = re.search(r"\d", claim)
    digit = str((int(match.group()) + 3 - 1) % 9 + 1)
    return claim[:match.start()] + digit + claim[match.end():]


def change_unit(claim, language):
    for unit, other in (FRENCH_UNITS if language == "fr" else UNITS).items():
        changed = re.sub(rf"(?<=\d )\b{unit}\b", other, claim)
        if changed != claim:
            return changed
    raise ValueError(f"no unit to change: {claim}")


def change_date(claim):
    """Another month of the same year; a year alone is seven years later."""
    for month, other in MONTHS.items():
        if re.search(rf"\b{month}\b", claim):
            return re.sub(rf"\b{month}\b", other, claim)
    return re.sub(r"\b(19|20)\d\d\b", lambda year: str(int(year.group()) + 7), claim)


def change_negation(claim, language):
    for pattern, replacement in NEGATIONS[language]:
        changed = re.sub(pattern, replacement, claim, count=1)
        if changed != claim:
            return changed
    raise ValueError(f"no negation to change: {claim}")


def change_name(claim, names):
    """The name gives way to the other one of its class."""
    for name, other in zip(names, reversed(names)):
        if name in claim:
            return claim.replace(name, other)
    raise ValueError(f"no name to change: {claim}")


def perturb(row):
    claim = row["claim"]
    changed = {
        "number": lambda: change_number(claim),
        "unit": lambda: change_unit(claim, row["language"]),
        "date": lambda: change_date(claim),
        "negation": lambda: change_negation(claim, row["language"]),
        "name": lambda: change_name(claim, row["names"]),
    }[row["kind"]]()
    if changed == claim:
        raise ValueError(f"nothing changed: {claim}")
    return {"id": row["id"], "language": row["language"], "source": row["source"], "claim": claim,
            "perturbed": changed, "kind": row["kind"]}


def main():
    rows = [perturb(json.loads(line)) for line in SUPPORTED.read_text("utf-8").splitlines()]
    PERTURBED.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    print(f"{len(rows)} claims")


if __name__ == "__main__":
    main()
