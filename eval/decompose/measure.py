#!/usr/bin/env python3
"""Measures the clause rules and the resolution of references on public decomposition data.

    python3 eval/decompose/measure.py [--build DIR] [--shared DIR] [--limit N] [--show N]

For each data set (dev rows; all rows where it has no dev split), over its sentences:

- split: share of sentences that the rules split and no guard objects to;
- claims: claims a split sentence;
- words: share of the content words of split sentences that their claims hold;
- refused: share of the pieces that a guard refuses (their sentence then stays whole);
- gold f1: word F1 of each piece of a split sentence with the gold claim that it is nearest to, mean
  over pieces. A piece that mixes what belongs apart, or says what no annotator said, scores low;
- resolved, open: sentences that begin with or hold a word that refers back, by what became of it.

Needs the built tool gloss_split_claims (`cmake --build DIR --target gloss_split_claims`) and the data
(--shared, else $GLOSSATOR_SHARED_DIR, else ../shared beside the repository). Exit code 2 when one is
missing.
"""

import argparse
import gzip
import json
import os
import pathlib
import re
import subprocess
import sys

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
DATA_SETS = ("factscore", "propsegment", "wikisplit", "wice_subclaims")
STOP = set(
    "a an the and or but of in on at to from by with for as is are was were be been has have had "
    "that this these those it its they their he she his her which who also not".split())


def words_of(text):
    return re.findall(r"[^\W_]+", text.lower())


def content_words(text):
    return [word for word in words_of(text) if word not in STOP]


def f1(piece, gold):
    left, right = set(content_words(piece)), set(content_words(gold))
    common = len(left & right)
    return 2 * common / (len(left) + len(right)) if common else 0.0


def read_rows(path, limit):
    rows = []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            rows.append(json.loads(line))
    if any(row.get("split") == "dev" for row in rows):
        rows = [row for row in rows if row.get("split") == "dev"]
    return rows[:limit]


def run_tool(tool, rows):
    def field(text):
        return (text or "").replace("\x00", " ").replace("\x1f", " ").replace("\x1e", " ")

    records = "\0".join(
        "\x1f".join(("en", field(row.get("context")), field(row["sentence"]))) for row in rows)
    output = subprocess.run([tool], input=records.encode(), stdout=subprocess.PIPE, check=True)
    lines = output.stdout.decode().split("\n")[:-1]
    if len(lines) != len(rows):
        raise SystemExit(f"{len(lines)} answers for {len(rows)} sentences")
    for line in lines:
        fields = line.split("\x1f")
        pieces = [piece.split("\x1e", 1) for piece in fields[2:]]
        yield fields[0], fields[1], pieces


def measure(tool, rows, show):
    split = claims = kept = held = pieces_seen = refused = resolved = opened = 0
    scores = []
    shown = 0
    for row, (text, open_references, pieces) in zip(rows, run_tool(tool, rows)):
        resolved += text.split() != row["sentence"].split()
        opened += bool(open_references)
        pieces_seen += len(pieces)
        bad = sum(objection != "ok" for objection, _ in pieces)
        refused += bad
        if len(pieces) < 2 or bad:
            continue
        split += 1
        claims += len(pieces)
        words = set(content_words(text))
        said = set(content_words(" ".join(claim for _, claim in pieces)))
        kept += len(words)
        held += len(words & said)
        piece_scores = [max((f1(claim, gold) for gold in row["claims"]), default=0.0)
                        for _, claim in pieces]
        scores += piece_scores
        if shown < show:
            shown += 1
            print(f"  {text}")
            for (_, claim), score in zip(pieces, piece_scores):
                print(f"    {score:.2f} {claim}")
    return {
        "sentences": len(rows),
        "split": split / len(rows),
        "claims": claims / max(split, 1),
        "words": held / max(kept, 1),
        "refused": refused / max(pieces_seen, 1),
        "gold f1": sum(scores) / max(len(scores), 1),
        "resolved": resolved / len(rows),
        "open": opened / len(rows),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default=str(REPOSITORY / "build" / "dev"))
    parser.add_argument("--shared", default=os.environ.get("GLOSSATOR_SHARED_DIR",
                                                           str(REPOSITORY.parent / "shared")))
    parser.add_argument("--limit", type=int, default=2000, help="rows of a data set")
    parser.add_argument("--show", type=int, default=0, help="split sentences to print of each")
    arguments = parser.parse_args()
    tool = pathlib.Path(arguments.build) / "eval" / "decompose" / "gloss_split_claims"
    folder = pathlib.Path(arguments.shared) / "data" / "decompose"
    if not tool.exists():
        print(f"{tool}: not built", file=sys.stderr)
        return 2
    if not folder.is_dir():
        print(f"{folder}: no data", file=sys.stderr)
        return 2
    header = None
    for name in DATA_SETS:
        result = measure(str(tool), read_rows(folder / f"{name}.jsonl.gz", arguments.limit),
                         arguments.show)
        if header is None:
            header = list(result)
            print(f"{'data':16}" + "".join(f"{key:>11}" for key in header))
        cells = "".join(f"{value:>11}" if isinstance(value, int) else f"{value:>11.3f}"
                        for value in result.values())
        print(f"{name:16}{cells}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
