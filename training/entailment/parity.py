"""Pairs with PyTorch's logits, for comparing another implementation with it.

    python -m entailment.parity --model GGUF --data DIR --out FILE [--pairs 500]

Writes JSONL {"premise", "hypothesis", "logits": [3]}, logits from the GGUF's weights in f32. The small fixture
in models/parity is made from the hand-written pairs of eval/entailment by entailment.export.
"""

import argparse
import json
import pathlib
import random

import torch

from . import data, inference

HANDMADE = pathlib.Path("eval/entailment/handmade.jsonl")
SETS = ("lingnli.dev", "check_covid.dev", "contract_nli.dev", "climate_fever.dev", "wice.dev")
FIXTURE_PAIRS = 40


def write(model, tokenizer, pairs: list, out: pathlib.Path, max_tokens: int) -> None:
    premises, hypotheses = zip(*pairs)
    table = inference.logits(model, tokenizer, premises, hypotheses, max_tokens)
    with open(out, "w", encoding="utf-8") as file:
        for premise, hypothesis, row in zip(premises, hypotheses, table):
            record = {"premise": premise, "hypothesis": hypothesis, "logits": [round(float(v), 5) for v in row]}
            file.write(json.dumps(record, ensure_ascii=False) + "\n")


def write_fixture(model, tokenizer, handmade: pathlib.Path, out: pathlib.Path) -> None:
    pairs = [(r["premise"], r["hypothesis"]) for r in data.read_jsonl(handmade)]
    write(model, tokenizer, pairs[:FIXTURE_PAIRS], out, 256)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    p.add_argument("--model", type=pathlib.Path, required=True)
    p.add_argument("--data", type=pathlib.Path, required=True)
    p.add_argument("--out", type=pathlib.Path, required=True)
    p.add_argument("--pairs", type=int, default=500)
    p.add_argument("--max-tokens", type=int, default=256)
    args = p.parse_args()
    torch.set_flush_denormal(True)
    pairs = []
    for name in SETS:
        rows = [(a, b) for a, b, _ in data.read_pairs(args.data, data.Source(f"nli/{name}", 1))]
        pairs += random.Random(5).sample(rows, min(len(rows), 2 * args.pairs // len(SETS)))
    model, tokenizer = inference.load_gguf(args.model), data.Tokenizer()
    whole = tokenizer.pairs([a for a, _ in pairs], [b for _, b in pairs], 1 << 20)
    pairs = [pair for pair, row in zip(pairs, whole) if len(row) <= args.max_tokens]  # no truncation here
    pairs = random.Random(6).sample(pairs, args.pairs)
    write(model, tokenizer, pairs, args.out, args.max_tokens)
    print(len(pairs), "pairs")


if __name__ == "__main__":
    main()
