#!/usr/bin/env python3
"""Measure the figures check on public entailment pairs: false alarms and what changed claims it finds.

  measure.py --data FOLDER --build BUILD [--show SET] [--split dev]

FOLDER holds nli/*.jsonl.gz (premise, hypothesis, label) and evidence/*.jsonl.gz (claim, sentences,
evidence; the whole document is the context of names and dates). For every set: the share of supported pairs with a conflict or a missing figure (a false
alarm), by kind; the share of contradicted pairs that are flagged; and the share flagged of claims
that rules of this file changed (number, unit, date, negation, name).
"""

import argparse
import collections
import glob
import gzip
import json
import os
import random
import re
import subprocess

import changes

# Sets whose label "supported" says less than entailment: the evidence speaks for the claim, or holds
# with the rest of the document or with arithmetic. Their rates are printed apart.
LOOSE = {"check_covid", "citation_integrity", "climate_fever", "healthver", "scifact", "realsumm_scu",
         "fool_me_twice", "nli4ct", "wice"}


def clean(text):
    return re.sub(r"\s+", " ", text).strip()


def read_rows(path):
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def nli_pairs(path):
    for row in read_rows(path):
        yield row["label"], row.get("lang", "en"), row["hypothesis"], row["premise"]


def evidence_pairs(path):
    labels = {"entail": "entail", "supported": "entail", "supports": "entail", "accurate": "entail",
              "contradict": "contradict", "refutes": "contradict"}
    for row in read_rows(path):
        for claim in row.get("claims", [row]):
            label = labels.get(claim.get("label"))
            groups = claim.get("evidence") or []
            text = claim.get("claim") or claim.get("text") or claim.get("hypothesis")
            if label is None or not groups or not text:
                continue
            sentences = row["sentences"]
            for group in groups[:1]:
                group = group if isinstance(group, list) else [group]
                yield label, "en", text, " ".join(sentences[i] for i in group), " ".join(sentences)


def check(binary, pairs):
    """The mismatches of each (language, claim, evidence[, document]): (certainty, kind, claim,
    evidence)."""
    text = "".join("\t".join([pair[0]] + [clean(part) for part in pair[1:]]) + "\n" for pair in pairs)
    out = subprocess.run([binary], input=text, capture_output=True, text=True, check=True).stdout
    lines = out.split("\n")[:len(pairs)]
    return [[tuple(m.split("\t")) for m in line.split("\x1f")] if line else [] for line in lines]


def blocks(mismatches):
    """What keeps a claim from being supported: all conflicts, and missing figures; a missing name
    may be in the title or the sentences around."""
    return [m for m in mismatches if m[0] == "conflict" or m[1] != "name"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True)
    parser.add_argument("--build", required=True)
    parser.add_argument("--split", default="dev", choices=["dev", "train"])
    parser.add_argument("--limit", type=int, default=4000, help="pairs a set and label")
    parser.add_argument("--show", help="print the false alarms of one set")
    parser.add_argument("--kind", help="with --show: of one kind")
    args = parser.parse_args()
    binary = os.path.join(args.build, "eval", "figures", "gloss_check_figures")
    totals = {"entailment": collections.Counter(), "loose": collections.Counter()}
    kinds_total = {"entailment": collections.Counter(), "loose": collections.Counter()}
    print(f"{'set':28} {'supported':>9} {'blocked':>8} {'%':>6}  by kind | contradicted flagged | "
          "changed claims found")
    for path in sorted(glob.glob(os.path.join(args.data, "nli", f"*.{args.split}.jsonl.gz")) +
                       glob.glob(os.path.join(args.data, "evidence", f"*.{args.split}.jsonl.gz"))):
        name = os.path.basename(os.path.dirname(path)) + "/" + os.path.basename(path).split(".")[0]
        if args.show and args.show not in name:
            continue
        rows = list(nli_pairs(path) if "/nli/" in path else evidence_pairs(path))
        rng = random.Random(1)
        rng.shuffle(rows)
        supported = [r[1:] for r in rows if r[0] == "entail"][:args.limit]
        refuted = [r[1:] for r in rows if r[0] == "contradict"][:args.limit]
        if not supported:
            continue
        kinds = collections.Counter()
        passed = []
        blocked = 0
        names = 0
        for pair, mismatches in zip(supported, check(binary, supported)):
            names += any(m[0] == "missing" and m[1] == "name" for m in mismatches)
            stops = blocks(mismatches)
            if not stops:
                passed.append(pair)
                continue
            blocked += 1
            kinds.update({f"{m[0][0]}:{m[1]}" for m in stops})
            if args.show and (not args.kind or any(m[1] == args.kind for m in stops)):
                print(f"\n  CLAIM {clean(pair[1])}\n  EVID  {clean(pair[2])[:700]}\n   {stops}")
        flagged = sum(bool(blocks(m)) for m in check(binary, refuted)) if refuted else 0
        found = collections.Counter()
        made = collections.Counter()
        changed = []
        for pair in passed[:1500]:
            for kind, claim in changes.changes_of(pair[1], pair[2], pair[0], rng):
                changed.append((kind, (pair[0], claim) + tuple(pair[2:])))
        for (kind, _), mismatches in zip(changed, check(binary, [c[1] for c in changed])):
            made[kind] += 1
            found[kind] += bool(mismatches)
        group = "loose" if name.split("/")[1] in LOOSE else "entailment"
        total = totals[group]
        total["supported"] += len(supported)
        total["blocked"] += blocked
        total["names"] += names
        for kind in made:
            total["made " + kind] += made[kind]
            total["found " + kind] += found[kind]
        kinds_total[group].update(kinds)
        by_kind = " ".join(f"{k}={n}" for k, n in kinds.most_common())
        recall = " ".join(f"{k} {found[k]}/{made[k]}" for k in sorted(made))
        print(f"{name:28} {len(supported):9} {blocked:8} {100 * blocked / len(supported):6.2f}  "
              f"{by_kind} | {flagged}/{len(refuted)} | {recall}  (missing names {names})")
    for group, total in totals.items():
        if not total["supported"]:
            continue
        print(f"{'all ' + group:28} {total['supported']:9} {total['blocked']:8} "
              f"{100 * total['blocked'] / total['supported']:6.2f}  "
              f"{dict(kinds_total[group].most_common())} missing names {total['names']}")
        for key in sorted(k for k in total if k.startswith("made ")):
            kind = key[5:]
            print(f"  {kind}: {total['found ' + kind]}/{total[key]} = "
                  f"{100 * total['found ' + kind] / max(1, total[key]):.1f} %")


if __name__ == "__main__":
    main()
