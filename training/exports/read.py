"""Reads the output folder of `glossator synth`. Errors name the file, the line and what is wrong with it."""

import dataclasses
import json
import pathlib

EXAMPLE = "glossator/synth_example/1"
GROUP = "glossator/synth_group/1"
PAIR = "glossator/synth_pair/1"
SUMMARY = "glossator/synth_summary/1"
LABELS = ("entailment", "neutral", "contradiction")

# What the exports read of a line, with its type; a reader skips all other members.
MEMBERS = {
    EXAMPLE: {"id": str, "split": str, "language": str, "document": str, "part": list, "tagged": str,
              "instruction": dict, "prompt": dict, "reasoning": str, "summary": str},
    GROUP: {"id": str, "split": str, "language": str, "document": str, "sentence": str, "before": str, "claims": list},
    PAIR: {"id": str, "split": str, "language": str, "document": str, "claim": str, "evidence": str, "label": str,
           "claim_id": str, "change": str, "changed": str, "origin": str},
}  # fmt: skip
FILES = {"examples": EXAMPLE, "rejected": EXAMPLE, "groups": GROUP, "pairs": PAIR}


class InputError(Exception):
    """The input is not what the format says."""


@dataclasses.dataclass
class Synth:
    """The lines of a folder, in the order of its files. A kind that was not made is an empty list."""

    examples: list[dict] = dataclasses.field(default_factory=list)
    rejected: list[dict] = dataclasses.field(default_factory=list)
    groups: list[dict] = dataclasses.field(default_factory=list)
    pairs: list[dict] = dataclasses.field(default_factory=list)
    summary: dict = dataclasses.field(default_factory=dict)


def check(line, schema: str) -> str:
    """What is wrong with a line; empty when nothing is."""
    if not isinstance(line, dict):
        return "not a JSON object"
    if line.get("schema") != schema:
        return f"schema is {line.get('schema')!r}, expected {schema!r}"
    for name, kind in MEMBERS[schema].items():
        if not isinstance(line.get(name), kind):
            return f"member {name!r} is missing or no {kind.__name__}"
    if not line["split"] or "/" in line["split"]:
        return f"split {line['split']!r} is no name"
    if schema == PAIR and line["label"] not in LABELS:
        return f"label {line['label']!r}, expected one of {', '.join(LABELS)}"
    if schema == GROUP and (not line["claims"] or not all(isinstance(claim, str) and claim for claim in line["claims"])):
        return "claims must be texts, at least one"
    if schema == EXAMPLE:
        for name in ("system", "user_before", "user_after"):
            if not isinstance(line["prompt"].get(name), str):
                return f"member prompt.{name} is missing or no str"
    return ""


def read_lines(path: pathlib.Path, schema: str) -> list[dict]:
    rows, seen = [], set()
    for number, text in enumerate(path.read_text("utf-8").split("\n"), 1):
        if not text:
            continue
        try:
            line = json.loads(text)
        except ValueError as error:
            raise InputError(f"{path}:{number}: not JSON: {error}") from None
        problem = check(line, schema)
        if problem:
            raise InputError(f"{path}:{number}: {problem}")
        if line["id"] in seen:
            raise InputError(f"{path}:{number}: id {line['id']} stands in the file twice")
        seen.add(line["id"])
        rows.append(line)
    return rows


def read(folder: pathlib.Path) -> Synth:
    synth = Synth()
    found = False
    for name, schema in FILES.items():
        path = folder / f"{name}.jsonl"
        if path.exists():
            found = True
            setattr(synth, name, read_lines(path, schema))
    path = folder / "summary.json"
    if path.exists():
        try:
            synth.summary = json.loads(path.read_text("utf-8"))
        except ValueError as error:
            raise InputError(f"{path}: not JSON: {error}") from None
        if not isinstance(synth.summary, dict) or synth.summary.get("schema") != SUMMARY:
            raise InputError(f"{path}: expected schema {SUMMARY!r}")
    if not found:
        raise InputError(f"{folder}: none of {', '.join(f'{name}.jsonl' for name in FILES)} is there; "
                         "name the output folder of glossator synth")
    check_sides(synth)
    return synth


def check_sides(synth: Synth) -> None:
    """A document on two sides of the split would be trained on and measured with."""
    sides = {}
    for name in FILES:
        for line in getattr(synth, name):
            side = sides.setdefault(line["document"], line["split"])
            if side != line["split"]:
                raise InputError(f"document {line['document']} is on two sides of the split, {side} and {line['split']} "
                                 f"(id {line['id']} of {name}.jsonl)")
