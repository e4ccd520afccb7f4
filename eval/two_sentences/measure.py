#!/usr/bin/env python3
"""Claims that need two sentences: what groups of sentences find that single sentences do not.

    python3 eval/two_sentences/measure.py --build build/bench [--data DIR] [--quick] [--errors]

30 claims that no single sentence of their source supports: 15 written for this (claims.jsonl; each with a twin that is
false) and 15 of wice.dev (--data, the folder of the public data): supported claims all of whose evidence groups have two
sentences or more and one has exactly two, the 15 first by id. Each is matched without decomposition against all sentences
of its source, by gloss_ground_evidence:
  cascade          the default method
  cascade-single   the same without groups of sentences
  etracer          the paper's, single sentences

Columns: claims that were called supported; those whose evidence holds all sentences of a gold group ("whole"); false
twins called supported (fewer is better). A supporting sentence that stands for half of a claim is no evidence for it, so
what single sentences are "supported" by is half an error.

Exit code: 0 measured, 2 could not measure.
"""

import argparse
import gzip
import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import product  # noqa: E402  (eval/product.py)

METHODS = ("cascade", "cascade-single", "etracer")
WICE_CLAIMS = 15


def own_rows() -> list:
    rows = []
    for row in product.read_jsonl(HERE / "claims.jsonl"):
        for entry in row["claims"]:
            rows.append({"sentences": row["sentences"], "claims": [entry["claim"], entry["false_claim"]],
                         "gold": [entry["evidence"]]})
    return rows


def wice_rows(data: pathlib.Path) -> list:
    with gzip.open(data / "evidence" / "wice.dev.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    fitting = [row for row in rows if row["label"] == "supported" and row["evidence"]
               and min(len(set(group)) for group in row["evidence"]) == 2]
    return [{"sentences": [text if text.strip() else "-" for text in row["sentences"]], "claims": [row["claim"]],
             "gold": row["evidence"]} for row in sorted(fitting, key=lambda row: row["id"])[:WICE_CLAIMS]]


def run(args, rows: list) -> dict:
    """method -> one answer a row."""
    command = [str(product.built(args.build, "eval/evidence/gloss_ground_evidence")),
               "--methods", ",".join(METHODS), "--threads", str(args.threads)]
    for folder in product.model_folders():
        command += ["--models", str(folder)]
    requests = "".join(json.dumps({key: row[key] for key in ("claims", "sentences")}) + "\n" for row in rows)
    done = subprocess.run(command, input=requests, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        raise product.NotThere(f"gloss_ground_evidence: exit code {done.returncode}")
    answers = {method: [None] * len(rows) for method in METHODS}
    for line in done.stdout.splitlines():
        answer = json.loads(line)
        answers[answer["method"]][answer["row"]] = answer
    return answers


def is_supported(answer: dict, claim: int) -> bool:
    return bool(answer["supports"][claim]) and not answer["contradicts"][claim]


def whole(answer: dict, row: dict) -> bool:
    found = set(answer["supports"][0])
    return any(set(group) <= found for group in row["gold"])


def main() -> int:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--build", type=pathlib.Path, required=True, help="build folder with gloss_ground_evidence")
    beside = product.REPOSITORY.parent / "shared"
    shared = pathlib.Path(os.environ.get("GLOSSATOR_SHARED_DIR", beside))
    p.add_argument("--data", type=pathlib.Path, default=shared / "data", help="folder of the public data sets")
    p.add_argument("--threads", type=int, default=0, help="0: all cores")
    p.add_argument("--quick", action="store_true", help="two claims of each kind: does it run?")
    p.add_argument("--errors", action="store_true", help="list what the default method does not find")
    args = p.parse_args()
    parts = {"written": own_rows()}
    if (args.data / "evidence" / "wice.dev.jsonl.gz").is_file():
        parts["wice.dev"] = wice_rows(args.data)
    else:
        print(f"left out: wice.dev is not in {args.data}/evidence (--data)")
    try:
        answers = {}
        for name, rows in parts.items():
            parts[name] = rows = rows[:2] if args.quick else rows
            answers[name] = run(args, rows)
    except product.NotThere as problem:
        print(f"measure.py: {problem}", file=sys.stderr)
        return 2
    print(f"{'method':18}" + "".join(f"{f'{name}: supported':>22}{'whole':>9}" for name in parts)
          + f"{'all: supported':>18}{'whole':>9}{'false twins':>14}")
    for method in METHODS:
        line, supported, holds, total = f"{method:18}", 0, 0, 0
        for name, rows in parts.items():
            given = answers[name][method]
            counts = (sum(is_supported(a, 0) for a in given), sum(whole(a, row) for a, row in zip(given, rows)))
            line += f"{counts[0]:>19}/{len(rows):<2}{counts[1]:>6}/{len(rows):<2}"
            supported, holds, total = supported + counts[0], holds + counts[1], total + len(rows)
        false = sum(is_supported(a, 1) for a in answers["written"][method])
        print(line + f"{supported:>15}/{total:<2}{holds:>6}/{total:<2}{false:>11}/{len(parts['written'])}")
    if args.errors:
        for name, rows in parts.items():
            for row, answer in zip(rows, answers[name]["cascade"]):
                if not is_supported(answer, 0) or not whole(answer, row):
                    print(f"  {name}: {row['claims'][0]} supports {answer['supports'][0]} contradicts"
                          f" {answer['contradicts'][0]}, gold {row['gold'][:4]}")
                if name == "written" and is_supported(answer, 1):
                    print(f"  {name}: FALSE SUPPORT {row['claims'][1]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
