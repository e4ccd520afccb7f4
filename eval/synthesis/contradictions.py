#!/usr/bin/env python3
"""How many of the contradictions that `glossator synth` makes truly contradict?

  contradictions.py sources DATA OUT                      abstracts and news of ../shared/data as text files
  contradictions.py make PROGRAM OUT DOCS... [-n 200]     glossator synth --make pairs, until there are so many
  contradictions.py sheet OUT/pairs.jsonl [--count 50]    a random sample, to read
  contradictions.py report OUT/pairs.jsonl read.jsonl     the share of those read that contradict

`sources` writes what has the sentences of comparisons and names that laws and speeches lack: abstracts of PubMedQA
(none of its test ids), the passages of PUD in five languages and short premises of FEVER, 20 to a file. Every other one
of each is for writing rules (`--half develop`); what is read is made of the rest (`--half measure`).

`read.jsonl` has a line a pair that a person read: {"id", "contradicts": true or false, "why"}. It holds no
text of the documents. The sample takes kinds of change in turn, so that rare ones are read too; the report
gives the share of each kind and the share over all, weighted by how often each kind was made.
"""

import argparse
import collections
import gzip
import json
import math
import pathlib
import random
import subprocess
import sys


def load(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def contradictions(path):
    return [pair for pair in load(path) if pair["label"] == "contradiction"]


def sample(pairs, count, seed):
    """Kinds in turn, in each at random."""
    of_kind = collections.defaultdict(list)
    for pair in pairs:
        of_kind[pair["change"]].append(pair)
    rng = random.Random(seed)
    for kind in of_kind.values():
        kind.sort(key=lambda pair: pair["id"])
        rng.shuffle(kind)
    chosen = []
    while len(chosen) < count and any(of_kind.values()):
        for kind in sorted(of_kind):
            if of_kind[kind] and len(chosen) < count:
                chosen.append(of_kind[kind].pop())
    return chosen


def wilson(yes, of, z=1.96):
    """Wilson's interval of a share."""
    if of == 0:
        return 0.0, 1.0
    share = yes / of
    middle = share + z * z / (2 * of)
    width = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return (middle - width) / (1 + z * z / of), (middle + width) / (1 + z * z / of)


LANGUAGES = ("en", "de", "es", "fr", "it")
PASSAGES_A_FILE = 20
LONGEST_PREMISE = 300


def write_passages(out, name, passages):
    for at in range(0, len(passages), PASSAGES_A_FILE):
        text = "\n\n".join(passages[at:at + PASSAGES_A_FILE])
        (out / f"{name}_{at // PASSAGES_A_FILE:02}.txt").write_text(text + "\n", encoding="utf-8")


def sources(arguments):
    data, out = pathlib.Path(arguments.data), pathlib.Path(arguments.out)
    out.mkdir(parents=True, exist_ok=True)
    first = 0 if arguments.half == "develop" else 1
    with gzip.open(data / "pubmedqa" / "data__ori_pqal.json.gz", "rt", encoding="utf-8") as file:
        abstracts = json.load(file)
    with gzip.open(data / "pubmedqa" / "data__test_ground_truth.json.gz", "rt", encoding="utf-8") as file:
        tested = set(json.load(file))
    for name in sorted(set(abstracts) - tested)[first::2][:arguments.abstracts]:
        text = "\n\n".join([*abstracts[name]["CONTEXTS"], abstracts[name]["LONG_ANSWER"]])
        (out / f"pubmedqa_{name}.txt").write_text(text + "\n", encoding="utf-8")
    for language in LANGUAGES:
        with gzip.open(data / "sentences" / f"ud_pud.{language}.jsonl.gz", "rt", encoding="utf-8") as lines:
            write_passages(out, f"pud_{language}", [json.loads(line)["text"] for line in lines][first::2])
    with gzip.open(data / "nli" / "fever.dev.jsonl.gz", "rt", encoding="utf-8") as lines:
        premises = dict.fromkeys(json.loads(line)["premise"] for line in lines)
    short = [premise for premise in premises if len(premise) <= LONGEST_PREMISE]
    write_passages(out, "fever", short[first::2][:arguments.premises])
    print(f"{len(list(out.glob('*.txt')))} files")
    return 0


def make(arguments):
    command = [arguments.program, "synth", *arguments.docs, "-o", arguments.out, "--make", "pairs",
               "--neutrals", str(arguments.neutrals), "--part-tokens", "3000", "--max-parts", "1",
               "--sentences-per-part", str(arguments.sentences)]
    subprocess.run(command, check=False)
    pairs = contradictions(pathlib.Path(arguments.out) / "pairs.jsonl")
    print(f"{len(pairs)} contradictions")
    return 0 if len(pairs) >= arguments.n else 1


def sheet(arguments):
    for pair in sample(contradictions(arguments.pairs), arguments.count, arguments.seed):
        print(f'{pair["id"]}  {pair["language"]}  {pair["change"]} in the {pair["changed"]}: '
              f'"{pair["was"]}" -> "{pair["now"]}"  p={pair["probability"]:.2f}')
        print(f'  evidence: {pair["evidence"]}\n  claim:    {pair["claim"]}\n')
    return 0


def report(arguments):
    pairs = {pair["id"]: pair for pair in contradictions(arguments.pairs)}
    made = collections.Counter(pair["change"] for pair in pairs.values())
    read = [line for line in load(arguments.read) if line["id"] in pairs]
    missing = len(load(arguments.read)) - len(read)
    yes, of = collections.Counter(), collections.Counter()
    for line in read:
        kind = pairs[line["id"]]["change"]
        of[kind] += 1
        yes[kind] += line["contradicts"]
    print(f'{"change":<12} {"made":>5} {"read":>5} {"contradict":>10}')
    for kind in sorted(made):
        print(f"{kind:<12} {made[kind]:>5} {of[kind]:>5} {yes[kind]:>10}")
    total, right = sum(of.values()), sum(yes.values())
    low, high = wilson(right, total)
    print(f"of {total} read, {right} contradict: {right / max(1, total):.2f} (95 %: {low:.2f} to {high:.2f})")
    weighted = sum(made[kind] * yes[kind] / of[kind] for kind in of) / max(1, sum(made[kind] for kind in of))
    print(f"weighted by how often each kind was made: {weighted:.2f}")
    if missing:
        print(f"{missing} lines are of pairs that were not made", file=sys.stderr)
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(required=True)
    verb = verbs.add_parser("sources")
    verb.add_argument("data")
    verb.add_argument("out")
    verb.add_argument("--half", choices=("develop", "measure"), default="measure")
    verb.add_argument("--abstracts", type=int, default=120)
    verb.add_argument("--premises", type=int, default=600)
    verb.set_defaults(run=sources)
    verb = verbs.add_parser("make")
    verb.add_argument("program")
    verb.add_argument("out")
    verb.add_argument("docs", nargs="+")
    verb.add_argument("-n", type=int, default=200)
    verb.add_argument("--neutrals", type=int, default=1)
    verb.add_argument("--sentences", type=int, default=14)
    verb.set_defaults(run=make)
    verb = verbs.add_parser("sheet")
    verb.add_argument("pairs")
    verb.add_argument("--count", type=int, default=50)
    verb.add_argument("--seed", type=int, default=42)
    verb.set_defaults(run=sheet)
    verb = verbs.add_parser("report")
    verb.add_argument("pairs")
    verb.add_argument("read")
    verb.set_defaults(run=report)
    arguments = parser.parse_args()
    return arguments.run(arguments)


if __name__ == "__main__":
    sys.exit(main())
