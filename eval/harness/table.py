"""A table: rows of figures with intervals, plots, published figures beside them, and what was left out and why."""

import hashlib
import json
import pathlib
import sys
from dataclasses import dataclass, field

from .data import Absent, Data
from .intervals import Figure, Macro
from .tools import Tools

SCHEMA = "glossator/eval/1"


@dataclass
class Context:
    """What a table is made with."""

    data: Data
    tools: Tools
    split: str = "dev"
    claims: int = 150  # At most about so many claims or questions of a set; 0: all.
    sets: list = field(default_factory=list)  # Instead of the table's own sets.
    methods: list = field(default_factory=list)  # Instead of the table's own methods.
    llm: object = None  # baselines.PromptBaseline, where a server was named.
    scorer: object = None  # An object with MiniCheck's score(docs, claims), beside ours.
    extra: dict = field(default_factory=dict)  # name -> path of a set in its public form.

    @property
    def pairs(self) -> int:
        """The same for plain pairs, which cost less than a claim with all sentences of its source."""
        return 10 * self.claims

    def chosen(self, own: dict) -> list:
        """The sets of this split: those asked for, else the table's own."""
        return self.sets or own[self.split]

    def log(self, text: str) -> None:
        print(text, file=sys.stderr, flush=True)


class Table:
    def __init__(self, name: str, title: str, note: str, columns: list):
        """`columns`: (key, title) of the figures; each row also has a set and a method."""
        self.name, self.title, self.note, self.columns = name, title, note, columns
        self.rows, self.plots, self.published, self.skipped = [], [], [], []
        self.timing = {}

    def row(self, set_name: str, method: str, **cells) -> None:
        """A cell is a Figure, a dict with value, low, high, a number, a text, or None where it has no meaning."""
        values = {key: cell.cell() if isinstance(cell, Figure) else cell for key, cell in cells.items()}
        self.rows.append({"set": set_name, "method": method, "cells": values})

    def macro_row(self, method: str, columns: dict) -> bool:
        """columns: key -> figures of the sets. No row where there is no figure of two sets or more."""
        cells = {key: Macro(of) for key, of in columns.items() if len(of) > 1}
        if cells:
            self.row("macro", method, **cells)
        return bool(cells)

    def skip(self, what: str, why) -> None:
        self.skipped.append({"what": what, "why": str(why)})
        print(f"{self.name}: {what} left out: {why}", file=sys.stderr, flush=True)

    def sets(self, names: list, read) -> list:
        """(name, what `read` gives) of the sets that are there."""
        found = []
        for name in names:
            try:
                items = read(name)
            except Absent as absent:
                self.skip(name, absent)
                continue
            if items:
                found.append((name, items))
            else:
                self.skip(name, "it has no rows of this kind")
        return found

    def result(self) -> dict:
        """All but the card. "timing" differs from run to run; "digest" is of everything else."""
        numbers = {
            "schema": SCHEMA, "table": self.name, "title": self.title, "note": self.note,
            "columns": [{"key": key, "title": title} for key, title in self.columns],
            "rows": self.rows, "plots": self.plots, "published": self.published, "skipped": self.skipped,
        }
        text = json.dumps(numbers, sort_keys=True, ensure_ascii=False)
        return {**numbers, "digest": hashlib.sha256(text.encode("utf-8", "replace")).hexdigest(), "timing": self.timing}


def put_beside(result: dict, other: dict) -> dict:
    """The result with the rows of an earlier one of the same table behind its own; methods get the other's entailment
    model as a name, or its commit where that is the same."""
    if other.get("schema") != SCHEMA or other.get("table") != result["table"]:
        raise ValueError(f"not a result of the table {result['table']}")

    def model(of):
        return ", ".join(m["name"] for m in of.get("card", {}).get("models", ()) if m["role"] == "entailment")

    name = model(other)
    if not name or name == model(result):
        name = str(other.get("card", {}).get("commit", "earlier"))[:12]
    rows = [{**row, "method": f"{row['method']} ({name})"} for row in other["rows"]]
    order = {key: i for i, key in enumerate(dict.fromkeys(row["set"] for row in [*result["rows"], *rows]))}
    return {**result, "rows": sorted([*result["rows"], *rows], key=lambda row: order[row["set"]]),
            "beside": {"digest": other.get("digest", ""), "card": other.get("card", {})}}


def write(path: pathlib.Path, result: dict) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(result, indent=1, ensure_ascii=False) + "\n"
    # In one step: a run that is stopped leaves no half a file.
    part = path.with_suffix(".part")
    part.write_bytes(text.encode("utf-8", "replace"))
    part.replace(path)


def cell_text(cell) -> str:
    if cell is None:
        return "–"
    if isinstance(cell, dict):
        return f"{cell['value']:.3f} [{cell['low']:.3f}, {cell['high']:.3f}]"
    return f"{cell:.3f}" if isinstance(cell, float) else str(cell)


def as_text(result: dict) -> str:
    """For the terminal."""
    heads = ["set", "method", *[column["title"] for column in result["columns"]]]
    keys = [column["key"] for column in result["columns"]]
    rows = [[row["set"], row["method"], *[cell_text(row["cells"].get(key)) for key in keys]] for row in result["rows"]]
    widths = [max([len(head), *[len(row[i]) for row in rows]]) for i, head in enumerate(heads)]
    lines = [result["title"], ""]
    lines += ["  ".join(text.ljust(width) for text, width in zip(row, widths)).rstrip() for row in [heads, *rows]]
    lines += [f"left out: {entry['what']}: {entry['why']}" for entry in result["skipped"]]
    return "\n".join(lines)


def markdown_cell(cell) -> str:
    if isinstance(cell, dict):
        return f"{cell['value']:.3f} ({cell['low']:.2f}–{cell['high']:.2f})"
    return cell_text(cell).replace("|", "\\|")


def as_markdown(result: dict) -> str:
    """For documents: the command above the rows. Columns without a figure are left out."""
    columns = [column for column in result["columns"]
               if any(row["cells"].get(column["key"]) is not None for row in result["rows"])]
    heads = ["set", "method", *[column["title"] for column in columns]]
    rows = [[row["set"].replace("|", "\\|"), row["method"].replace("|", "\\|"),
             *[markdown_cell(row["cells"].get(column["key"])) for column in columns]] for row in result["rows"]]
    card = result.get("card", {})
    models = ", ".join(f"{model['name']} {model['sha256'][:12]}" for model in card.get("models", ()))
    lines = [f"{result['title']}: `{card.get('command', '')}` ({models}; commit {str(card.get('commit', ''))[:12]})", ""]
    lines += ["| " + " | ".join(row) + " |" for row in [heads, ["---"] * len(heads), *rows]]
    return "\n".join(lines)
