#!/usr/bin/env python3
"""Measures written texts: python3 eval/writing/measure.py PART --tool gloss_write_cited --models DIR… --data DIR

PART is one of
  docs      100 summaries of the documents in five languages (20 a language; long files are cut where a
            language has fewer): format compliance, support, spread, length
  decoding  the same documents, their beginnings, written by --writer from one prompt, once held to
            the tags that exist and once free: false tags and format compliance of the text as it comes
  citation  citations of tracsum and aclsum (dev) against those of people: precision, recall, F1 of the
            product, of lead-k, of the nearest to the middle (centrality) and of a random choice
  answers   pubmedqa: does the least relevance tell questions that a source answers from others?
            qmsum (dev): are the cited turns those that people cite?
The tool writes one JSON line a row (eval/writing/write_cited_main.cc).
"""

import argparse
import gzip
import json
import pathlib
import random
import re
import subprocess
import sys

LANGUAGES = ("en", "de", "es", "fr", "it")
ASPECTS = {
    # What each aspect of the data sets stands for, as a user would ask for it.
    "tracsum": {
        "a": "Focus on the aim of the study.",
        "i": "Focus on the intervention: the treatment that was given and its dose.",
        "o": "Focus on the outcome: the results that were measured, with their figures.",
        "p": "Focus on the patients who took part in the study and their number.",
        "m": "Focus on the medicines and methods of the study.",
        "d": "Focus on how long the treatment and the follow-up lasted.",
        "s": "Focus on side effects, adverse events and safety.",
    },
    "aclsum": {
        "challenge": "Focus on the problem and the shortcomings of earlier work that the paper addresses.",
        "approach": "Focus on the method that the authors propose and present in this paper.",
        "outcome": "Focus on the results: experiments show that the method outperforms or improves.",
    },
}


def read_rows(path):
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def run_tool(options, rows):
    """One answer a row, in order."""
    command = [options.tool, "--threads", str(options.threads)]
    for folder in options.models:
        command += ["--models", folder]
    if options.writer:
        command += ["--writer", options.writer]
    if not rows:
        return []
    result = subprocess.run(command, input="".join(json.dumps(row) + "\n" for row in rows), text=True,
                            capture_output=True)
    if result.returncode != 0:
        sys.exit(result.stderr)
    return [json.loads(line) for line in result.stdout.splitlines()]


def mean(values):
    values = [value for value in values if value is not None]
    return sum(values) / len(values) if values else float("nan")


# -- docs ------------------------------------------------------------------------------------------

def pieces_of(folder, language, wanted, least_words=1500):
    """`wanted` texts of a language: whole files first, then cuts of the long ones at blank lines."""
    files = sorted(path for path in (folder / language).iterdir())
    texts = []
    for path in files:
        text = path.read_text(encoding="utf-8")
        if least_words <= len(text.split()) <= 12000:
            texts.append((path.name, text))
    random.Random(42).shuffle(texts)
    texts = texts[:wanted]
    for path in sorted(files, key=lambda path: -path.stat().st_size):
        text = path.read_text(encoding="utf-8")
        if len(text.split()) <= 12000:
            continue
        paragraphs = re.split(r"\n\s*\n", text)
        piece, words = [], 0
        for paragraph in paragraphs:
            if len(texts) >= wanted:
                return texts
            piece.append(paragraph)
            words += len(paragraph.split())
            if words >= least_words:
                texts.append((f"{path.name}#{len(texts)}", "\n\n".join(piece)))
                piece, words = [], 0
    return texts


def measure_docs(options):
    rows = []
    for language in LANGUAGES:
        for name, text in pieces_of(options.data / "docs", language, options.per_language):
            rows.append({"id": f"{language}/{name}", "language": language, "document": text,
                         "words": options.words, "verify": not options.no_verify})
    # The languages take turns, so that what is there of an unfinished run is of all.
    rows = [row for turn in range(options.per_language) for row in rows[turn::options.per_language]]
    answers = []
    if options.keep and options.keep.exists():
        answers = [json.loads(line) for line in options.keep.read_text(encoding="utf-8").splitlines()]
    known = {answer["id"] for answer in answers}
    for row in rows:
        if row["id"] in known or options.summary_only:
            continue
        answers += run_tool(options, [row])
        if options.keep:
            with options.keep.open("a", encoding="utf-8") as file:
                file.write(json.dumps(answers[-1], ensure_ascii=False) + "\n")
    print(f"{len(answers)} summaries of {options.words} words")
    print("| language | texts | compliance | precision | recall | verified precision | parts >= 8 | length within 20 % "
          "| coverage | filler | quoted | shortened | written | seconds |")
    print("|" + "---|" * 14)
    for language in (*LANGUAGES, "all"):
        chosen = [answer for answer in answers if language in ("all", answer["id"][:2])]
        good = [answer for answer in chosen if "quality" in answer]
        quality = [answer["quality"] for answer in good]
        verified = [answer["verified"] for answer in good if "verified" in answer]
        sentences = sum(q["sentences"] for q in quality) or 1

        def share(predicate):
            return sum(predicate(q) for q in quality) / max(1, len(chosen))
        print(f"| {language} | {len(chosen)} | {share(lambda q: not q['faults']):.3f} "
              f"| {mean(q.get('precision') for q in quality):.3f} | {mean(q.get('recall') for q in quality):.3f} "
              f"| {mean(q.get('precision') for q in verified):.3f} "
              f"| {share(lambda q: q['parts'] >= 8):.3f} | {share(lambda q: q.get('length_error', 1) <= 0.2):.3f} "
              f"| {mean(q.get('coverage') for q in quality):.2f} | {sum(q['filler'] for q in quality)} "
              f"| {sum(q['quoted'] for q in quality) / sentences:.2f} "
              f"| {sum(q['shortened'] for q in quality) / sentences:.2f} "
              f"| {sum(q['written'] for q in quality) / sentences:.2f} "
              f"| {mean(answer['seconds'] for answer in good):.1f} |")
    for answer in answers:
        problem = answer.get("error") or "; ".join(answer["quality"]["faults"])
        if not problem and answer["quality"]["parts"] < 8:
            problem = f"cites {answer['quality']['parts']} parts"
        if not problem and answer["quality"].get("length_error", 0) > 0.2:
            problem = f"{answer['quality']['words']} words"
        if problem:
            print(f"- {answer['id']}: {problem[:300]}")


# -- decoding --------------------------------------------------------------------------------------

def beginning_of(text, words):
    """Whole paragraphs from the first on, of about so many words."""
    piece = []
    for paragraph in re.split(r"\n\s*\n", text):
        if piece and sum(len(part.split()) for part in piece) + len(paragraph.split()) > words:
            break
        piece.append(" ".join(paragraph.split()[:words]))
    return "\n\n".join(piece)


def measure_decoding(options):
    rows = []
    for language in LANGUAGES:
        for name, text in pieces_of(options.data / "docs", language, options.per_language):
            for decoding in ("constrained", "free"):
                rows.append({"id": f"{language}/{name}/{decoding}", "language": language, "decoding": decoding,
                             "document": beginning_of(text, 250), "words": 100})
    answers = run_tool(options, rows)
    if options.keep:
        options.keep.write_text("".join(json.dumps(answer, ensure_ascii=False) + "\n" for answer in answers))
    print("| decoding | texts | with a false tag | false tags | good tags a text | used again | compliance |")
    print("|" + "---|" * 7)
    for decoding in ("constrained", "free"):
        chosen = [answer for answer in answers if answer["id"].endswith("/" + decoding)]
        good = [answer for answer in chosen if "quality" in answer]
        print(f"| {decoding} | {len(chosen)} | {sum(a['false_tags'] > 0 for a in good)} "
              f"| {sum(a['false_tags'] for a in good)} | {mean(a['good_tags'] for a in good):.2f} "
              f"| {sum(a['repeated'] for a in good)} "
              f"| {sum(not a['quality']['faults'] for a in good) / max(1, len(chosen)):.3f} |")
        for answer in chosen:
            if "error" in answer:
                print(f"- {answer['id']}: {answer['error'][:200]}")


# -- citation --------------------------------------------------------------------------------------

def scores_of(cited, gold):
    hits = len(set(cited) & set(gold))
    precision = hits / len(cited) if cited else 0.0
    recall = hits / len(gold) if gold else 0.0
    return precision, recall, 2 * precision * recall / (precision + recall) if hits else 0.0


def measure_citation(options):
    for source in ("tracsum", "aclsum"):
        gold_rows = [row for row in read_rows(options.data / "citation" / f"{source}.dev.jsonl.gz") if row["citations"]]
        gold_rows = gold_rows[:options.limit] if options.limit else gold_rows
        usual = max(1, round(mean(len(row["citations"]) for row in gold_rows)))
        print(f"\n{source}: {len(gold_rows)} texts, {usual} citations each")
        print("| choice | precision | recall | F1 |\n|---|---|---|---|")
        for name, method, focused in (("random", "random", False), ("lead-k", "lead", False),
                                      ("centrality", "centrality", False), ("salience, no instruction", "salience", False),
                                      ("salience, focus on the aspect", "salience", True)):
            rows = []
            for index, gold in enumerate(gold_rows):
                row = {"id": str(index), "sentences": gold["sentences"], "tags": usual, "method": method, "shorten": False,
                       "language": "en", **json.loads(options.weights)}
                if focused:
                    row["instruct"] = ASPECTS[source][gold["aspect"]]
                rows.append(row)
            answers = run_tool(options, rows)
            scores = [scores_of(answer.get("cited", []), gold["citations"])
                      for answer, gold in zip(answers, gold_rows)]
            print(f"| {name} | {mean(s[0] for s in scores):.3f} | {mean(s[1] for s in scores):.3f} "
                  f"| {mean(s[2] for s in scores):.3f} |")


# -- answers ---------------------------------------------------------------------------------------

def measure_answers(options):
    with gzip.open(options.data / "pubmedqa" / "data__ori_pqal.json.gz", "rt", encoding="utf-8") as file:
        records = list(json.load(file).values())
    random.Random(42).shuffle(records)
    records = records[:options.limit or 200]
    rows = []
    for index, record in enumerate(records):
        # The same field, another study: the source is about something near and does not answer.
        other = records[(index + 1) % len(records)]
        for kind, source in (("own", record), ("other", other)):
            rows.append({"id": kind, "document": "\n\n".join(source["CONTEXTS"]), "question": record["QUESTION"],
                         "language": "en"})
    answers = run_tool(options, rows)
    best = {kind: sorted(float(a["settings"]["best_relevance"]) for a in answers if a["id"] == kind and "settings" in a)
            for kind in ("own", "other")}
    print(f"pubmedqa: {len(records)} questions, each with its own source and with another one")
    print("| least relevance | own source answered | other source refused |\n|---|---|---|")
    for least in (0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7):
        own = mean(value >= least for value in best["own"])
        other = mean(value < least for value in best["other"])
        print(f"| {least:.2f} | {own:.3f} | {other:.3f} |")
    meetings = read_rows(options.data / "citation" / "qmsum.dev.jsonl.gz")
    rows, gold, wrong = [], [], []
    for index, meeting in enumerate(meetings[:options.meetings]):
        for summary in meeting["summaries"]:
            if not summary["citations"]:
                continue
            row = {"id": "own", "sentences": meeting["sentences"], "question": summary["aspect"], "language": "en",
                   "tags": 5}
            rows.append(row)
            gold.append(summary["citations"])
            wrong.append({**row, "id": "other", "sentences": meetings[(index + 7) % len(meetings)]["sentences"]})
    answers = run_tool(options, rows)
    hits = [len(set(a.get("cited", [])) & set(g)) / len(a["cited"]) if a.get("cited") else None
            for a, g in zip(answers, gold)]
    chance = mean(len(g) / len(row["sentences"]) for g, row in zip(gold, rows))
    print(f"\nqmsum dev: {len(rows)} questions on {options.meetings} meetings: {mean(hits):.3f} of the cited turns "
          f"are those that people cite (chance {chance:.3f}); "
          f"{sum(h is not None for h in hits)} answered")
    others = run_tool(options, wrong)
    print(f"asked of another meeting: {sum(not a.get('cited') for a in others)} of {len(others)} refused")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=("docs", "decoding", "citation", "answers"))
    parser.add_argument("--tool", required=True)
    parser.add_argument("--models", nargs="+", required=True)
    parser.add_argument("--data", type=pathlib.Path, required=True)
    parser.add_argument("--writer", default="", help="a writer model, by name; none: rules")
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--words", type=int, default=300)
    parser.add_argument("--per-language", type=int, default=20)
    parser.add_argument("--no-verify", action="store_true", help="docs: do not read the texts back")
    parser.add_argument("--limit", type=int, default=0, help="rows of a data set; 0: all")
    parser.add_argument("--meetings", type=int, default=6)
    parser.add_argument("--weights", default="{}", help="citation: JSON of weights of salience")
    parser.add_argument("--keep", type=pathlib.Path, help="docs: the answers' file; those in it are not made again")
    parser.add_argument("--summary-only", action="store_true", help="docs: only what --keep has")
    options = parser.parse_args()
    {"docs": measure_docs, "decoding": measure_decoding, "citation": measure_citation, "answers": measure_answers}[options.part](options)


if __name__ == "__main__":
    main()
