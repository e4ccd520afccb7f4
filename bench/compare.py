#!/usr/bin/env python3
"""Warm grounding beside the same pipeline in Python (bench/python_pipeline.py), on one input, in turns.

    python3 bench/compare.py --build build/bench [--python PYTHON] [--rounds 5] [--quick]

A five-sentence answer against an abstract of twelve sentences, the same weights. Both processes load their models, run
once unmeasured, then take turns: Python, product as it is by default (claims by rule), product with its claims by the
same model as Python's, product with --method etracer (the same algorithm as Python's). Figures are medians; memory is the peak of a process while it grounds, weights included. Neither
uses a cache. The product also computes PFCR and reads and reports what Python leaves out.
"""

import argparse
import pathlib
import sys

import inputs
from stages import Measured, add_arguments, median, product, product_process

STAGES = ("load", "decompose", "check_claims", "embed", "match", "metrics")
TARGET_TIME, TARGET_MEMORY = 3.0, 3.0


def rate(rounds: list, model: str, key: str, *stages: str) -> float:
    seconds = sum(median(rounds, "stages", stage, "wall") for stage in stages)
    return median(rounds, "models", model, key) / max(1e-9, seconds)


def show(measured: dict) -> bool:
    names = list(measured)
    python = measured["Python"]
    print(f"{'':22}" + "".join(f"{name:>22}" for name in names))
    for stage in STAGES:
        # Only the default method has a shortlist; it stands for embedding.
        cells = [median(r, "stages", stage, "wall")
                 + (median(r, "stages", "shortlist", "wall") if stage == "embed" else 0) for r in measured.values()]
        print(f"{stage + ', s':22}" + "".join(f"{cell:>22.3f}" for cell in cells))
    rows = {
        "all, s": lambda r: f"{median(r, 'wall'):.3f}",
        "  fastest, slowest": lambda r: f"{min(x['wall'] for x in r):.3f} {max(x['wall'] for x in r):.3f}",
        "CPU, s": lambda r: f"{median(r, 'cpu'):.3f}",
        "peak memory, MiB": lambda r: f"{max(x['peak_memory'] for x in r) / 2**20:.0f}",
        "claims": lambda r: f"{r[0]['claims']}",
        "embedded sentences/s": lambda r: f"{rate(r, 'embedder', 'items', 'shortlist', 'embed'):.0f}",
        "labelled pairs/s": lambda r: f"{rate(r, 'entailment', 'items', 'check_claims', 'match', 'metrics'):.0f}",
        "generated tokens/s": lambda r: f"{rate(r, 'decomposer', 'generated_tokens', 'decompose'):.0f}",
    }
    for label, cell in rows.items():
        print(f"{label:22}" + "".join(f"{cell(rounds):>22}" for rounds in measured.values()))
    good = True
    for name in names[1:]:
        time = median(python, "wall") / median(measured[name], "wall")
        memory = max(r["peak_memory"] for r in python) / max(r["peak_memory"] for r in measured[name])
        print(f"glossator, {name}: {time:.1f} times faster than Python, 1/{memory:.1f} of its memory")
        if name == names[1]:
            good = time >= TARGET_TIME and memory >= TARGET_MEMORY
    print(f"target: {TARGET_TIME:.0f} times faster at 1/{TARGET_MEMORY:.0f} of the memory, default method:"
          f" {'reached' if good else 'NOT REACHED'}")
    return good


def main() -> int:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_arguments(p)
    p.add_argument("--python", type=pathlib.Path, help="a Python that has requirements.txt (default: made in build/)")
    p.add_argument("--rounds", type=int, default=5)
    p.add_argument("--quick", action="store_true", help="one round of one sentence: does it run?")
    args = p.parse_args()
    here = pathlib.Path(__file__).resolve().parent
    try:
        python = args.python or product.environment("bench", here / "requirements.txt")
        entry = inputs.abstract(inputs.FOLDER, sentences=1 if args.quick else 5)
        ours = product_process(args.build, args.threads)
        theirs = Measured([str(python), str(here / "python_pipeline.py")])
        turns = {"Python": (theirs, ""), "default": (ours, "cascade-rules"), "claims by model": (ours, "cascade-model"),
                 "etracer": (ours, "etracer-model")}
        for process, method in turns.values():
            process.round(method, entry)
        print(product.load_average(), flush=True)
        measured = {name: [] for name in turns}
        for number in range(1 if args.quick else args.rounds):
            for name, (process, method) in turns.items():
                measured[name].append(process.round(method, entry))
            print(f"round {number + 1}: " + ", ".join(f"{n} {r[-1]['wall']:.2f} s" for n, r in measured.items()),
                  file=sys.stderr, flush=True)
        good = show(measured)
        ours.close()
        theirs.close()
    except product.NotThere as problem:
        print(f"compare.py: {problem}", file=sys.stderr)
        return 2
    return 0 if good or args.quick else 1


if __name__ == "__main__":
    sys.exit(main())
