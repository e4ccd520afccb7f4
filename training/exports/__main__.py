"""Writes training files for other tools.

    python -m exports --from SYNTH --out OUT                     all formats
    python -m exports --from SYNTH --out OUT --format axolotl    one of them

OUT/FORMAT/TASK.SPLIT.jsonl: TASK is writer, decomposer or entailment, SPLIT as in the input. OUT/card.md is the
data card. docs/guides/training_large.md says which tool reads which format, and how.
"""

import argparse
import collections
import json
import os
import pathlib
import sys

from . import card, formats, messages, read

TASKS = ("writer", "decomposer", "entailment")


def parse(arguments: list[str] | None) -> argparse.Namespace:
    p = argparse.ArgumentParser(prog="exports", description="training files of what glossator synth wrote")
    p.add_argument("--from", dest="source", type=pathlib.Path, required=True, help="output folder of glossator synth")
    p.add_argument("--out", type=pathlib.Path, required=True, help="folder for the files; those of an earlier run are replaced")
    p.add_argument("--format", action="append", choices=formats.FORMATS, help="only this format; may be given again")
    p.add_argument("--task", action="append", choices=TASKS, help="only this task; may be given again")
    p.add_argument("--no-reasoning", action="store_true", help="the writer learns the text alone, without <think>…</think>")
    p.add_argument("--decompose-prompt", default="decompose_v1", help="file of prompts/ that the decomposer will be asked with")
    p.add_argument("--asked", choices=("server", "process", "both"), default="both",
                   help="who asks the entailment model for its label: the question differs")
    p.add_argument("--card", default="card.md", help="name of the data card in OUT; empty: none")
    return p.parse_args(arguments)


def conversations(synth: read.Synth, task: str, args: argparse.Namespace) -> list[tuple[dict, list[dict]]]:
    if task == "writer":
        return [(line, messages.writer(line, not args.no_reasoning)) for line in synth.examples]
    if task == "decomposer":
        prompt = messages.read_prompt(args.decompose_prompt)
        return [(line, messages.decomposer(line["sentence"], line["before"], line["claims"], prompt))
                for line in synth.groups]
    return [(line, messages.entailment(line, args.asked)) for line in synth.pairs]


def rows_of(synth: read.Synth, name: str, task: str, args: argparse.Namespace) -> list[tuple[dict, dict]]:
    """(line it is from, row); empty where the format has nothing for the task."""
    if name in formats.CONVERSATIONS:
        make = formats.MAKERS[name]
        return [(line, make(conversation)) for line, conversation in conversations(synth, task, args)]
    reasoning = not args.no_reasoning
    if name == "trl-preference" and task == "writer":
        return formats.writer_preferences(synth.examples, synth.rejected, reasoning)
    if name == "trl-preference" and task == "decomposer":
        return formats.decomposer_preferences(synth.groups, synth.pairs, messages.read_prompt(args.decompose_prompt))
    if name == "trl-unpaired" and task == "writer":
        return formats.unpaired(synth.examples, synth.rejected, reasoning)
    if name == "trl-stepwise" and task == "entailment":
        return formats.stepwise(synth.pairs)
    if name == "nli" and task == "entailment":
        return [(line, formats.nli(line)) for line in synth.pairs]
    return []


def write(path: pathlib.Path, text: str) -> None:
    """Whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_text(text, "utf-8", newline="\n")
    os.replace(part, path)


def export(synth: read.Synth, args: argparse.Namespace) -> dict[str, int]:
    """Writes the files; how many rows each has."""
    counts = {}
    for name in args.format or formats.FORMATS:
        for task in args.task or TASKS:
            sides = collections.defaultdict(list)
            for line, row in rows_of(synth, name, task, args):
                sides[line["split"]].append(json.dumps(row, ensure_ascii=False))
            # Rows of an earlier run must not be taken for rows of this one.
            for old in (args.out / name).glob(f"{task}.*.jsonl"):
                old.unlink()
            for side, rows in sorted(sides.items()):
                path = f"{name}/{task}.{side}.jsonl"
                write(args.out / path, "".join(row + "\n" for row in rows))
                counts[path] = len(rows)
    return counts


def main(arguments: list[str] | None = None) -> int:
    args = parse(arguments)
    try:
        synth = read.read(args.source)
        counts = export(synth, args)
        if args.card:
            write(args.out / args.card, card.make(synth, counts))
    except (read.InputError, OSError) as error:
        print(f"exports: {error}", file=sys.stderr)
        return 1
    for path, rows in counts.items():
        print(f"{rows:8d}  {path}")
    if not counts:
        print("exports: nothing to write: the input has no lines for these formats and tasks", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
