#!/usr/bin/env python3
"""Compares who splits sentences into claims, on the 30 sentences of sentences.jsonl.

    python3 eval/decompose/compare.py --glossator FILE [--decomposer NAME ...] [--show]

Each sentence is grounded with the product in a source that is the sentence itself (after the sentence
before it, where there is one). Counted of each decomposer:

- covered: sentences whose claims hold all numbers, names and negations and enough of the words, so
  that the sentence is no claim itself;
- split: those of them with two claims or more;
- claims: claims that are kept; whole: sentences that are claims themselves;
- refused: lines that the rules or the entailment check refuse;
- cpu: seconds of processor time of the whole run, models opened once, nothing cached.

--show prints the claims, to be read: whether they are right is for people to say.
"""

import argparse
import json
import pathlib
import resource
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent


def records(rows):
    for i, row in enumerate(rows):
        text = f"{row['context']} {row['sentence']}".strip()
        yield {"id": f"s{i + 1}", "response": text, "sources": [{"text": text}]}


def run(glossator, decomposer, rows):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "records.jsonl"
        path.write_text("".join(json.dumps(record) + "\n" for record in records(rows)))
        command = [glossator, "ground", str(path), "--format", "jsonl", "--fail-on", "none",
                   "--no-cache", "--no-history"]
        if decomposer == "model-alone":
            command += ["--method", "etracer"]  # no rules beside the model
        elif decomposer != "model":
            command += ["--decomposer", decomposer]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        output = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    lines = output.stdout.decode().split("\n")
    reports = [json.loads(line) for line in lines if line]
    if len(reports) != len(rows):
        raise SystemExit(f"{len(reports)} reports for {len(rows)} sentences:\n"
                         + output.stderr.decode())
    return reports, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--glossator", required=True)
    parser.add_argument("--decomposer", nargs="+", default=["rules", "model", "model-alone", "none"],
                        help="a decomposer, \"model\" for the default one, \"model-alone\" without rules")
    parser.add_argument("--show", action="store_true")
    arguments = parser.parse_args()
    rows = [json.loads(line) for line in (FOLDER / "sentences.jsonl").read_text().splitlines()]
    print(f"{'decomposer':12}{'covered':>9}{'split':>7}{'claims':>8}{'whole':>7}{'refused':>9}"
          f"{'cpu':>9}")
    for name in arguments.decomposer:
        reports, seconds = run(arguments.glossator, name, rows)
        covered = split = claims = whole = refused = 0
        shown = []
        for row, report in zip(rows, reports):
            last = max(claim["sentence"] for claim in report["claims"])
            own = [claim for claim in report["claims"] if claim["sentence"] == last]
            pieces = [claim for claim in own if claim["origin"] != "sentence"]
            covered += bool(pieces) and len(pieces) == len(own)
            split += len(pieces) == len(own) and len(pieces) > 1
            claims += len(own)
            whole += len(own) - len(pieces)
            refused += sum(claim["sentence"] == last for claim in report["dropped_claims"])
            shown.append((row, own))
        print(f"{name:12}{covered:>9}{split:>7}{claims:>8}{whole:>7}{refused:>9}{seconds:>9.1f}")
        if arguments.show:
            for row, own in shown:
                print(f"  {row['context']} | {row['sentence']}")
                for claim in own:
                    print(f"    {claim['origin']:9}{claim['verdict']:16}{claim['text']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
