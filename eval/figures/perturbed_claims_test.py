#!/usr/bin/env python3
"""The figures check alone on tests/regression/perturbed_claims.jsonl: no model is asked.

  perturbed_claims_test.py PROGRAM     PROGRAM is gloss_check_figures; by hand it prints what it missed

A changed claim must be refused beside the sentence that its original came from, and mostly beside the
whole source; no original may be refused beside its source.
"""

import json
import re
import subprocess
import sys

import perturb

LEAST_CAUGHT_BESIDE_SENTENCE = 98
LEAST_CAUGHT_BESIDE_SOURCE = 88


def words(text):
    return set(re.findall(r"\w+", text.lower()))


def own_sentence(row):
    return max(row["source"], key=lambda sentence: len(words(sentence) & words(row["claim"])))


def refused(program, items):
    """True for each (language, claim, evidence) with a conflict or a missing figure or name."""
    text = "".join("\t".join(item) + "\n" for item in items)
    out = subprocess.run([program], input=text, capture_output=True, text=True, check=True).stdout
    return [bool(line) for line in out.split("\n")[:len(items)]]


def main():
    program = sys.argv[1]
    made = "".join(json.dumps(perturb.perturb(json.loads(line)), ensure_ascii=False) + "\n"
                   for line in perturb.SUPPORTED.read_text("utf-8").splitlines())
    text = perturb.PERTURBED.read_text("utf-8")
    if made != text:
        sys.exit(f"{perturb.PERTURBED.name} is not what the rules make: run eval/figures/perturb.py")
    rows = [json.loads(line) for line in text.splitlines()]

    def beside(evidence_of, which):
        return refused(program, [(row["language"], row[which], evidence_of(row)) for row in rows])

    def source(row):
        return " ".join(row["source"])

    kept = beside(source, "claim")
    sentence = beside(own_sentence, "perturbed")
    whole = beside(source, "perturbed")
    for row, was_refused in zip(rows, kept):
        if was_refused:
            print(f"refused: {row['claim']}")
    for row, caught in zip(rows, sentence):
        if not caught:
            print(f"passed beside its sentence: {row['perturbed']}")
    print(f"{len(rows)} claims: {len(rows) - sum(kept)} originals pass, {sum(sentence)} changed ones are "
          f"refused beside their sentence, {sum(whole)} beside the whole source")
    if sum(kept) > 0 or sum(sentence) < LEAST_CAUGHT_BESIDE_SENTENCE or \
            sum(whole) < LEAST_CAUGHT_BESIDE_SOURCE:
        sys.exit(1)


if __name__ == "__main__":
    main()
