#!/usr/bin/env python3
"""Time and memory of each stage of `glossator ground`, warm and without a cache, for three real inputs and a large one.

    python3 bench/stages.py --build build/bench [--rounds 3] [--quick] [--shared DIR]

The models are loaded once and one round is thrown away; a figure is the median of the rounds. The stages are those of
gloss_bench_ground (bench/ground_bench.cc); CPU is of all threads. Memory is the peak of the process while it grounds,
weights included. The statute is French, which the default models were not made for: it stands for size.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "eval"))
import inputs  # noqa: E402
import product  # noqa: E402

STAGES = ("load", "decompose", "check_claims", "shortlist", "embed", "match", "metrics")
UNITS = {"embedder": "sentences", "entailment": "pairs", "decomposer": "sentences"}


class Measured:
    """A program that measures: one line in, one line out."""

    def __init__(self, command: list):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env={**os.environ, "HF_HUB_OFFLINE": "1"})

    def round(self, method: str, entry: inputs.Input) -> dict:
        self.process.stdin.write(f"{method}\t{entry.response}\t{entry.source}\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise product.NotThere(f"{self.process.args[0]} ended: exit code {self.process.wait()}")
        answer = json.loads(line)
        if "error" in answer:
            raise product.NotThere(f"{entry.name}: {answer['error']}")
        return answer

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait()


def product_process(build: pathlib.Path, threads: int) -> Measured:
    command = [str(product.built(build, "bench/gloss_bench_ground")), "--threads", str(threads)]
    for folder in product.model_folders():
        command += ["--models", str(folder)]
    return Measured(command)


def median(rounds: list, *keys: str) -> float:
    values = []
    for answer in rounds:
        for key in keys:
            answer = answer.get(key, {}) if isinstance(answer, dict) else answer
        values.append(answer if isinstance(answer, (int, float)) else 0.0)
    return statistics.median(values)


def show(entry: inputs.Input, rounds: list) -> None:
    first = rounds[0]
    wall = median(rounds, "wall")
    verdicts = ", ".join(f"{count} {name}" for name, count in first["verdicts"].items())
    print(f"\n{entry.name}: {entry.source.stat().st_size / 1000:.0f} kB, {first['source_sentences']} sentences"
          f" ({first['language']}); answer of {first['response_sentences']} sentences, {first['claims']} claims"
          f" ({verdicts}){'; ' + entry.note if entry.note else ''}")
    print(f"  {'stage':14}{'wall':>9}{'CPU':>9}{'share':>8}")
    for stage in STAGES:
        time = median(rounds, "stages", stage, "wall")
        print(f"  {stage:14}{time:>8.3f}s{median(rounds, 'stages', stage, 'cpu'):>8.3f}s{100 * time / wall:>7.1f}%")
    print(f"  {'all':14}{wall:>8.3f}s{median(rounds, 'cpu'):>8.3f}s"
          f"   peak memory {max(r['peak_memory'] for r in rounds) / 2**20:.0f} MiB, {len(rounds)} rounds,"
          f" {min(r['wall'] for r in rounds):.3f} to {max(r['wall'] for r in rounds):.3f} s")
    for model, unit in UNITS.items():
        use = first["models"][model]
        seconds = max(1e-9, median(rounds, "models", model, "wall"))
        text = f"  {model:14}{use['items']} {unit} in {use['calls']} calls: {use['items'] / seconds:.0f} {unit}/s"
        if model == "decomposer":
            text += (f", {use['generated_tokens'] / seconds:.0f} generated tokens/s"
                     f" beside {use['tokens'] / seconds:.0f} prompt tokens/s")
        else:
            text += f", {use['tokens'] / seconds:.0f} tokens/s"
        print(text, flush=True)


def add_arguments(p: argparse.ArgumentParser) -> None:
    beside = product.REPOSITORY.parent / "shared"
    p.add_argument("--build", type=pathlib.Path, required=True, help="build folder with gloss_bench_ground")
    p.add_argument("--threads", type=int, default=0, help="0: all cores")
    p.add_argument("--shared", type=pathlib.Path, default=pathlib.Path(os.environ.get("GLOSSATOR_SHARED_DIR", beside)),
                   help="folder that holds data/docs (default: %(default)s)")


def main() -> int:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_arguments(p)
    p.add_argument("--method", default="cascade-rules", help="also cascade-model, etracer-model (default: %(default)s)")
    p.add_argument("--rounds", type=int, default=3)
    p.add_argument("--quick", action="store_true", help="one round of one sentence: does it run?")
    args = p.parse_args()
    try:
        entries = inputs.all_inputs(args.shared, args.quick)
        process = product_process(args.build, args.threads)
        process.round(args.method, entries[0])
        print(f"stages of glossator ground, method {args.method}; {product.load_average()}")
        for entry in entries:
            show(entry, [process.round(args.method, entry) for _ in range(1 if args.quick else args.rounds)])
        process.close()
    except product.NotThere as problem:
        print(f"stages.py: {problem}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
