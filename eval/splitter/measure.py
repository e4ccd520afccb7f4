#!/usr/bin/env python3
"""Measures the sentence splitter on the passages of UD PUD and compares it with NLTK Punkt.

    python3 eval/splitter/measure.py [--build DIR] [--shared DIR] [--errors N]

The metric: F1 of inner sentence boundaries. Each row of ud_pud.<lang>.jsonl.gz holds a passage and
its gold sentences. A boundary is the place between two neighbouring sentences of one passage,
written as the number of characters before it that are not white space; so white space at a boundary
does not count, and neither do the two ends of a passage. True positives, false positives and misses
are summed over all passages of a language; F1 = 2TP / (2TP + FP + FN).

Needs the built tool gloss_split_sentences (`cmake --build DIR --target gloss_split_sentences`), the
data (--shared, else $GLOSSATOR_SHARED_DIR, else ../shared beside the repository) and, for the
comparison, the Python package of requirements.txt; says so when one is missing.
Exit code: 0 when each language reaches the target, 1 when not, 2 when it could not measure.
"""

import argparse
import gzip
import json
import os
import pathlib
import subprocess
import sys

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
LANGUAGES = {"en": "english", "de": "german", "es": "spanish", "fr": "french", "it": "italian"}
TARGET = 0.985


def solid_length(text):
    return sum(1 for c in text if not c.isspace())


def boundaries(sentences):
    """Places between neighbouring sentences, in characters that are not white space."""
    places = []
    position = 0
    for sentence in sentences[:-1]:
        position += solid_length(sentence)
        places.append(position)
    return set(places)


def read_passages(path):
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def split_with_tool(tool, language, texts):
    done = subprocess.run([tool, language], input="\0".join(texts).encode() + b"\0", check=True,
                          stdout=subprocess.PIPE)
    result = []
    for text, line in zip(texts, done.stdout.decode().split("\n")):
        raw = text.encode()
        spans = [tuple(map(int, part.split(":"))) for part in line.split()]
        result.append([raw[begin:end].decode() for begin, end in spans])
    if len(result) != len(texts):
        raise RuntimeError(f"{tool} answered {len(result)} of {len(texts)} texts")
    return result


def load_punkt():
    try:
        import punkt  # pylint: disable=import-outside-toplevel
    except ImportError:
        return None
    return punkt


def split_with_punkt(punkt, language, texts):
    tokenizer = punkt.PunktSentenceTokenizer(punkt.load_model(LANGUAGES[language]))
    return [tokenizer.tokenize(text) for text in texts]


def score(rows, splits):
    hits = wrong = missed = 0
    errors = []
    for row, sentences in zip(rows, splits):
        gold = boundaries(row["sentences"])
        found = boundaries(sentences)
        hits += len(gold & found)
        wrong += len(found - gold)
        missed += len(gold - found)
        for kind, places in (("false", found - gold), ("missed", gold - found)):
            errors.extend((kind, around(row["text"], place)) for place in sorted(places))
    f1 = 2 * hits / max(1, 2 * hits + wrong + missed)
    return f1, hits, wrong, missed, errors


def around(text, place):
    solid = 0
    for index, c in enumerate(text):
        if solid == place:
            return text[max(0, index - 45):index] + " ¦ " + text[index:index + 45].strip()
        solid += not c.isspace()
    return text[-45:]


def find_tool(build):
    candidates = [build] if build else sorted(REPOSITORY.glob("build/*"))
    for folder in candidates:
        tool = pathlib.Path(folder) / "eval" / "splitter" / "gloss_split_sentences"
        if tool.is_file():
            return str(tool)
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--build", help="build folder (default: the first of build/* that has the tool)")
    parser.add_argument("--shared", default=os.environ.get("GLOSSATOR_SHARED_DIR",
                                                           str(REPOSITORY.parent / "shared")),
                        help="folder that holds data/sentences (default: %(default)s)")
    parser.add_argument("--errors", type=int, default=0, help="print the first N errors a language")
    args = parser.parse_args()

    tool = find_tool(args.build)
    if tool is None:
        print("measure.py: gloss_split_sentences is not built: cmake --build DIR --target "
              "gloss_split_sentences, then --build DIR", file=sys.stderr)
        return 2
    data = pathlib.Path(args.shared) / "data" / "sentences"
    if not data.is_dir():
        print(f"measure.py: no data at {data}: give --shared or set GLOSSATOR_SHARED_DIR",
              file=sys.stderr)
        return 2
    punkt = load_punkt()
    if punkt is None:
        print("measure.py: NLTK Punkt is left out: pip install -r eval/splitter/requirements.txt",
              file=sys.stderr)

    good = True
    print(f"{'lang':5}{'gold':>6}{'F1':>9}{'false':>7}{'missed':>7}{'Punkt F1':>10}")
    for language in LANGUAGES:
        rows = read_passages(data / f"ud_pud.{language}.jsonl.gz")
        texts = [row["text"] for row in rows]
        f1, hits, wrong, missed, errors = score(rows, split_with_tool(tool, language, texts))
        line = f"{language:5}{hits + missed:6}{f1:9.4f}{wrong:7}{missed:7}"
        good = good and f1 >= TARGET
        if punkt is not None:
            other = score(rows, split_with_punkt(punkt, language, texts))[0]
            good = good and f1 > other
            line += f"{other:10.4f}"
        print(line)
        for kind, place in errors[:args.errors]:
            print(f"      {kind:7} {place}")
    print("target: F1 >= %.3f%s in each language: %s" %
          (TARGET, " and above Punkt" if punkt else "", "reached" if good else "NOT REACHED"))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
