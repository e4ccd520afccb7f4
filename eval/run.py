#!/usr/bin/env python3
"""Evaluation: one command a table, all of them, and the page.

    python3 eval/run.py TABLE --data DATA --build build/bench [--split dev] [--claims 150]
    python3 eval/run.py all   --data DATA --build build/bench [--quick]
    python3 eval/run.py page | print [--markdown]      # of what is in OUT

Tables: entailment, languages, evidence, citation, contradictory, claims, tau, perturbed, reference_free, grounding,
speed (docs/guides/evaluation.md says what each shows). A table is printed and written to OUT/TABLE.SPLIT.json with its run card;
OUT/index.html is the page of all that is there. Running again gives the same numbers.

--split test opens the held-out sets: once, at the end, with settings that were chosen on dev.

Exit code: 0 done, 2 could not measure.
"""

import argparse
import importlib
import json
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

try:
    from harness import baselines, llm, page, run_card, table, tables
except ModuleNotFoundError as missing:
    if missing.name != "numpy":
        raise
    print("run.py: numpy is missing: make setup (Debian: python3-numpy)", file=sys.stderr)
    sys.exit(2)
import product  # noqa: E402
from harness.data import Absent, Data  # noqa: E402
from harness.tools import ToolFailed, Tools  # noqa: E402

QUICK_CLAIMS = 8


def scorer_of(name: str):
    """module:Class, made without arguments."""
    module, _, attribute = name.partition(":")
    return getattr(importlib.import_module(module), attribute)()


def arguments(argv: list) -> argparse.Namespace:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("table", choices=[*tables.ALL, "all", "page", "print"])
    p.add_argument("--data", type=pathlib.Path, help="folder of the public data sets")
    p.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build/bench"), help="folder with the built tools")
    p.add_argument("--models", type=pathlib.Path, action="append", help="folders of specs and weights (default: what ships)")
    p.add_argument("--out", type=pathlib.Path, default=pathlib.Path("build/eval"))
    p.add_argument("--split", choices=["dev", "test"], default="dev")
    p.add_argument("--claims", type=int, default=150, help="of each set, a fixed choice; 0: all")
    p.add_argument("--sets", help="these sets instead of the table's own, with commas")
    p.add_argument("--methods", help="these methods instead of the table's own, with commas")
    p.add_argument("--threads", type=int, default=os.cpu_count())
    p.add_argument("--extra", action="append", default=[], metavar="NAME=PATH",
                   help="a set in its public form: pubmedqa, tracsum, scifact, wice, ragtruth, llm_aggrefact")
    p.add_argument("--llm", metavar="URL", help="server of the one-prompt baseline; its key: GLOSSATOR_API_KEY")
    p.add_argument("--llm-model", default="default")
    p.add_argument("--scorer", metavar="MODULE:CLASS", help="an object with MiniCheck's score(docs, claims)")
    p.add_argument("--markdown", action="store_true", help="print tables for documents")
    p.add_argument("--beside", type=pathlib.Path, metavar="FILE", help="an earlier result of the table: its rows beside")
    p.add_argument("--show", type=int, default=0, metavar="N", help="contradictory: print N of the made texts, to be read")
    p.add_argument("--quick", action="store_true", help="a few claims of each set: does it run?")
    args = p.parse_args(argv)
    for entry in args.extra:
        if "=" not in entry:
            p.error(f"--extra {entry}: must be NAME=PATH")
    if args.show and args.table != "contradictory":
        p.error("--show: only the table contradictory makes texts")
    return args


def make(name: str, args) -> dict:
    """Runs one table, writes and gives its result."""
    tools = Tools(args.build, args.models or product.model_folders(), args.threads)
    prompt = baselines.PromptBaseline(llm.ChatServer(args.llm, args.llm_model)) if args.llm else None
    context = table.Context(
        data=Data(args.data), tools=tools, split=args.split, claims=QUICK_CLAIMS if args.quick else args.claims,
        sets=args.sets.split(",") if args.sets else [], methods=args.methods.split(",") if args.methods else [],
        llm=prompt, scorer=scorer_of(args.scorer) if args.scorer else None,
        extra=dict(entry.split("=", 1) for entry in args.extra))
    if args.show:
        for line in tables.ALL[name].show(context, args.show):
            print(line)
        return {}
    load = os.getloadavg()[0]
    result = tables.ALL[name].run(context).result()
    used = tools.used()
    if prompt:
        used["prompts"].append(prompt.prompt())
        used["models"].append({"role": "prompt baseline", "name": args.llm_model, "sha256": ""})
    options = {"split": args.split, "claims": context.claims, "sets": context.sets, "methods": context.methods}
    result["card"] = run_card.make(used, options)
    result["timing"]["load_average"] = round(load, 1)
    if args.beside:
        result = table.put_beside(result, json.loads(args.beside.read_text("utf-8")))
    table.write(args.out / f"{name}.{args.split}.json", result)
    print_result(result, args)
    return result


def print_result(result: dict, args) -> None:
    print((table.as_markdown if args.markdown else table.as_text)(result) + "\n", flush=True)


def main(argv: list) -> int:
    args = arguments(argv)
    try:
        if args.table == "print":
            for result in page.load(args.out):
                print_result(result, args)
            return 0
        if args.table != "page":
            for name in tables.ALL if args.table == "all" else [args.table]:
                make(name, args)
        args.out.mkdir(parents=True, exist_ok=True)
        print(page.write(args.out))
    except (Absent, ToolFailed, product.NotThere, OSError, ValueError) as problem:
        print(f"run.py: {problem}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
