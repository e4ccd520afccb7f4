#!/usr/bin/env python3
"""Glossator beside contexttrace, cite-right and anchorcite: right verdicts on 40 response sentences, and time.

    python3 eval/peers/compare.py --build build/release [--quick] [--errors]

responses.jsonl holds 40 response sentences to four sources (sources.jsonl), five of each kind, written for this
comparison before any tool was run on them. Each tool gets one sentence at a time with its whole source. The peers run in
their offline modes, without models, in an environment of their own (requirements.txt; run_peers.py says how their
verdicts are read); the product with its own small models, caches off. A response sentence of the product is contradicted
where a claim of it is contradicted or conflicting, supported where all its checkable claims are, else not supported.

Columns: right verdicts of each kind (5) and of all (40) on three words: supported, contradicted, not supported. The tools
with a * only say supported or not: their kinds are counted on that. "2-way": all on supported or not; "kept": sentences
that are supported and called so (of 10); "false s.": called supported and are not (of 30); time for the 40, the product's
with the start of the program and the loading of its models, the peers' within a running Python.

The second table: 60 statements in one response against one source of 26,000 words (made here by rule: 40 are in it
word by word, 20 have another figure), right verdicts (2-way) and time.

Exit code: 0 measured, 2 could not measure.
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import product  # noqa: E402  (eval/product.py)

METHODS = {
    "glossator": [],
    "glossator, model splits": ["--decomposer", "decomposer-smollm2-135m"],
    "glossator etracer": ["--method", "etracer"],
}
BINARY = ("cite-right", "anchorcite")
TOOLS = ("contexttrace lexical", "contexttrace semantic", "contexttrace local_ml", "cite-right default",
         "cite-right strict", "anchorcite core")  # As in run_peers.py.


def large_case(words: int) -> dict:
    """A report on districts, and statements on some of them with their gold verdicts."""
    chance = random.Random(26)
    starts = ["Al", "Ber", "Cor", "Dan", "El", "Fal", "Gar", "Hol", "Is", "Jor", "Kel", "Lom", "Mar", "Nor", "Or", "Pel"]
    middles = ["a", "be", "da", "e", "ga", "i", "la", "mi", "no", "ra", "so", "ve"]
    ends = ["berg", "dale", "ford", "ham", "mouth", "stead", "ton", "wick"]
    names = [a + b + c for a in starts for b in middles for c in ends]
    chance.shuffle(names)
    topics = ["roads", "schools", "flood defences", "street lighting", "public libraries", "waste collection"]
    remarks = [
        "The council of {} had asked for more, but the region did not agree.",
        "Residents of {} were heard in two public meetings before the budget was passed.",
        "The auditors found no fault in the books of {} and thanked its treasurer.",
        "Most of the work in {} was given to firms from the region.",
    ]
    facts, text, count = [], [], 0
    for name in names:
        fact = (name, f"{chance.randint(2, 94)}.{chance.randint(1, 9)}", chance.choice(topics))
        sentences = ["The district of {0} spent {1} million euros on {2} in 2023.".format(*fact),
                     chance.choice(remarks).format(name)]
        facts.append(fact)
        text += sentences
        count += sum(len(sentence.split()) for sentence in sentences)
        if count >= words:
            break
    chosen = chance.sample(facts, 60)
    statements, gold = [], []
    for i, (name, figure, topic) in enumerate(chosen):
        wrong = i % 3 == 2
        value = f"{float(figure) + chance.randint(3, 30):.1f}" if wrong else figure
        statements.append(f"The district of {name} spent {value} million euros on {topic} in 2023.")
        gold.append("contradicted" if wrong else "supported")
    return {"source": " ".join(text), "response": " ".join(statements), "statements": statements,
            "names": [name for name, _, _ in chosen], "gold": gold, "words": count}


def combine(verdicts: list) -> str:
    verdicts = [verdict for verdict in verdicts if verdict != "not_checkable"]
    if any(verdict in ("contradicted", "conflicting") for verdict in verdicts):
        return "contradicted"
    return "supported" if verdicts and all(v == "supported" for v in verdicts) else "not supported"


def run_product(program: pathlib.Path, flags: list, cases: list) -> dict:
    settings = ["--no-config", "--no-cache", "--no-history", "--format", "jsonl", *flags]
    for folder in product.model_folders():
        settings += ["--model-dir", str(folder)]
    with tempfile.TemporaryDirectory() as folder:
        records = pathlib.Path(folder) / "records.jsonl"
        with open(records, "w", encoding="utf-8") as out:
            for i, case in enumerate(cases):
                record = {"id": str(i), "response": case["response"], "sources": [case["source"]]}
                out.write(json.dumps(record) + "\n")
        begin = time.perf_counter()
        done = subprocess.run([str(program), "ground", str(records), *settings], capture_output=True, text=True)
        seconds = time.perf_counter() - begin
    if done.returncode not in (0, 1):
        raise product.NotThere(f"glossator: exit code {done.returncode}: {done.stderr.strip()[-600:]}")
    reports = {report["id"]: report for report in map(json.loads, done.stdout.splitlines())}
    verdicts = []
    for i, case in enumerate(cases):
        claims = reports[str(i)]["claims"]
        groups = case.get("names") or [""]
        verdicts.append([combine([c["verdict"] for c in claims if name in c["span"]["quote"]]) for name in groups])
    return {"verdicts": verdicts, "seconds": seconds}


def run_all(args, python: pathlib.Path, program: pathlib.Path, cases: list, methods: list) -> dict:
    results = {name: run_product(program, METHODS[name], cases) for name in methods}
    for tool in args.tools or TOOLS:
        request = json.dumps({"cases": cases, "tools": [tool]})
        command = [str(python), str(HERE / "run_peers.py")]
        try:
            done = subprocess.run(command, input=request, capture_output=True, text=True, timeout=args.limit)
        except subprocess.TimeoutExpired:
            results[tool] = None
            continue
        if done.returncode != 0:
            raise product.NotThere(f"run_peers.py: {tool}: {done.stderr.strip()[-800:]}")
        results.update(json.loads(done.stdout))
    return results


def binary(verdict: str) -> bool:
    return verdict == "supported"


def show_sentences(rows: list, results: dict, errors: bool) -> None:
    kinds = list(dict.fromkeys(row["kind"] for row in rows))
    print(f"{'':24}" + "".join(f"{kind:>15.14}" for kind in kinds) + f"{'all':>7}{'2-way':>7}{'kept':>6}{'false s.':>10}{'time':>9}")
    for name, result in results.items():
        if result is None:
            print(f"{name:24}did not finish in the time allowed")
            continue
        given = [verdicts[0] for verdicts in result["verdicts"]]
        right = [verdict == row["gold"] for verdict, row in zip(given, rows)]
        halves = [binary(verdict) == binary(row["gold"]) for verdict, row in zip(given, rows)]
        kept = sum(binary(verdict) and binary(row["gold"]) for verdict, row in zip(given, rows))
        false = sum(binary(verdict) and not binary(row["gold"]) for verdict, row in zip(given, rows))
        whole = str(sum(right))
        if name.startswith(BINARY):
            right, whole, name = halves, "-", name + " *"
        cells = [sum(ok for ok, row in zip(right, rows) if row["kind"] == kind) for kind in kinds]
        print(f"{name:24}" + "".join(f"{cell:>15}" for cell in cells)
              + f"{whole:>7}{sum(halves):>7}{kept:>6}{false:>10}{result['seconds']:>7.2f} s")
        if errors:
            for verdict, row, ok in zip(given, rows, right):
                if not ok:
                    print(f"    {row['id']} {row['kind']}: {verdict}, should be {row['gold']}: {row['response']}")


def show_large(case: dict, results: dict) -> None:
    print(f"\n{len(case['names'])} statements against {case['words']} words")
    print(f"{'':24}{'right (2-way)':>15}{'false s.':>10}{'time':>10}")
    for name, result in results.items():
        if result is None:
            print(f"{name:24}did not finish in the time allowed")
            continue
        given = result["verdicts"][0]
        right = sum(binary(verdict) == binary(gold) for verdict, gold in zip(given, case["gold"]))
        false = sum(binary(verdict) and not binary(gold) for verdict, gold in zip(given, case["gold"]))
        print(f"{name:24}{right:>12}/{len(given)}{false:>10}{result['seconds']:>8.2f} s")


def main() -> int:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--build", type=pathlib.Path, required=True, help="build folder with the program")
    p.add_argument("--python", type=pathlib.Path, help="a Python that has requirements.txt (default: made in build/)")
    p.add_argument("--tools", nargs="*", help="only these peers")
    p.add_argument("--limit", type=float, default=240, help="seconds that a peer may take (default: %(default)s)")
    p.add_argument("--quick", action="store_true", help="8 sentences and 2,000 words: does it run?")
    p.add_argument("--errors", action="store_true", help="list what each tool gets wrong")
    args = p.parse_args()
    try:
        program = product.built(args.build, "glossator")
        python = args.python or product.environment("peers", HERE / "requirements.txt")
        sources = {row["id"]: row["text"] for row in product.read_jsonl(HERE / "sources.jsonl")}
        rows = product.read_jsonl(HERE / "responses.jsonl")
        if args.quick:
            rows = rows[::5]
        cases = [{"source": sources[row["source"]], "response": row["response"]} for row in rows]
        print(product.load_average(), flush=True)
        methods = list(METHODS)
        show_sentences(rows, run_all(args, python, program, cases, methods), args.errors)
        sys.stdout.flush()
        large = large_case(2000 if args.quick else 26000)
        # The paper's method embeds all of the source and is no candidate for large ones.
        show_large(large, run_all(args, python, program, [large], methods[:1] if args.quick else methods[:2]))
    except product.NotThere as problem:
        print(f"compare.py: {problem}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
