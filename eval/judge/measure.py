#!/usr/bin/env python3
"""Which planted faults `glossator judge` finds: python3 eval/judge/measure.py --program build/release/glossator

Ten sources (one of them German), each with one good text and five texts with one fault each (planted.json):
wrong fact, missing topic, vague, broken format, ignored instruction. A fault is found when its criterion has a
check that failed, and not in the same place on the good text too: a judge that fails the good text for another
sentence has found nothing. Run twice: with the checks that the program decides alone, and with a generative judge too
(--judge, the embedded model by default; --judge-server for one on a server; --judge none to leave it out).
What a judge fails on the good texts, and in the criteria of a text in which nothing was planted, is told too.
"""

import argparse
import collections
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent
CRITERION = {
    "wrong_fact": "factual_accuracy",
    "missing_topic": "coverage",
    "vague": "specificity",
    "broken_format": "format_compliance",
    "ignored_instruction": "instruction_following",
}
CRITERIA = list(CRITERION.values())


def tag_of(sentence):
    return hashlib.md5(sentence.encode()).hexdigest()[:8]


def with_tags(text, sentences):
    def mark(match):
        tag = tag_of(sentences[int(match[1]) - 1])
        if match[2]:
            tag = tag[:-1] + format((int(tag[-1], 16) + 1) % 16, "x")
        return f"<{tag}>"

    return re.sub(r"\{(\d+)(~?)\}", mark, text)


def records():
    """The texts as `glossator judge` reads them: ids "ferry/good", "ferry/wrong_fact" …"""
    made = []
    for case in json.loads((FOLDER / "planted.json").read_text(encoding="utf-8"))["cases"]:
        sentences = [sentence for paragraph in case["source"] for sentence in paragraph]
        source = "\n\n".join(" ".join(paragraph) for paragraph in case["source"]) + "\n"
        for kind, text in [("good", case["good"]), *case["faults"].items()]:
            made.append({"id": f"{case['id']}/{kind}", "response": with_tags(text, sentences),
                         "sources": [{"id": case["id"], "title": case["id"], "text": source}],
                         "instructions": case["instructions"]})
    return made


def run(options, extra):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "planted.jsonl"
        path.write_text("".join(json.dumps(record) + "\n" for record in records()), encoding="utf-8")
        command = [options.program, "judge", str(path), "--format", "json", "--no-config", *extra]
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode not in (0, 4) or not result.stdout:
            sys.exit(f"glossator judge: exit code {result.returncode}\n{result.stderr}")
        return json.loads(result.stdout)


def outcome(text, criterion, deciders):
    """"failed", "unchecked" or "passed" of a criterion by some deciders; None: they have no check of it."""
    outcomes = {check["outcome"] for check in text["checks"]
                if check["criterion"] == criterion and check["decided_by"] in deciders}
    for each in ("failed", "unchecked", "passed"):
        if each in outcomes:
            return each
    return None


def failures(text, criterion, deciders):
    """Places that the failed checks of a criterion name: {check: statements}."""
    return {check["id"]: set(check["statements"]) for check in text["checks"]
            if check["criterion"] == criterion and check["decided_by"] in deciders and check["outcome"] == "failed"}


def finds(text, good, criterion, deciders):
    """True when a check fails that the good text passes, or fails it for another statement."""
    before = failures(good, criterion, deciders)
    return any(check not in before or statements - before[check]
               for check, statements in failures(text, criterion, deciders).items())


def measure(report, deciders):
    """Found faults and texts that failed by kind, what failed on good texts, and what else failed, by criterion."""
    found, failing, good, beside = (collections.Counter() for _ in range(4))
    missed, all_of = [], collections.Counter()
    good_texts = {text["id"].partition("/")[0]: text for text in report["texts"] if text["id"].endswith("/good")}
    for text in report["texts"]:
        source, _, kind = text["id"].partition("/")
        all_of[kind] += 1
        for criterion in CRITERIA:
            failed = outcome(text, criterion, deciders) == "failed"
            if kind == "good":
                good[criterion] += failed
            elif CRITERION[kind] == criterion:
                is_found = finds(text, good_texts[source], criterion, deciders)
                found[kind] += is_found
                failing[kind] += failed
                if not is_found:
                    missed.append(text["id"])
            else:
                beside[criterion] += failed
    return {"found": found, "failing": failing, "good": good, "beside": beside, "missed": missed, "all": all_of}


def print_table(name, measured):
    others = sum(count for kind, count in measured["all"].items() if kind != "good")
    print(f"\n{name}\n{'fault':22}{'criterion':24}{'found':>8}{'failed':>10}{'good texts failed':>20}{'beside':>10}")
    for kind, criterion in CRITERION.items():
        print(f"{kind:22}{criterion:24}{measured['found'][kind]:>5}/{measured['all'][kind]}"
              f"{measured['failing'][kind]:>7}/{measured['all'][kind]}"
              f"{measured['good'][criterion]:>18}/{measured['all']['good']}"
              f"{measured['beside'][criterion]:>7}/{others - measured['all'][kind]}")
    total = sum(measured["found"].values())
    print(f"found in all: {total}/{others}; missed: {', '.join(measured['missed']) or 'none'}")


def without_times(value):
    if isinstance(value, dict):
        return {key: without_times(each) for key, each in value.items() if key != "seconds"}
    return [without_times(each) for each in value] if isinstance(value, list) else value


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--judge", default="writer-smollm2-135m", help="a model's name; none: leave it out")
    parser.add_argument("--judge-server", default="")
    parser.add_argument("--samples", default="1")
    parser.add_argument("--twice", action="store_true", help="run again, without the cache, and compare")
    parser.add_argument("--write", type=pathlib.Path, help="write the records here too (JSON Lines)")
    parser.add_argument("--page", help="write the evaluation page here")
    options = parser.parse_args()
    if options.write:
        options.write.write_text("".join(json.dumps(record) + "\n" for record in records()), encoding="utf-8")
    extra = ["--samples", options.samples]
    if options.judge_server:
        extra += ["--judge-server", options.judge_server]
        extra += ["--judge", options.judge] if options.judge not in ("none", "writer-smollm2-135m") else []
    elif options.judge != "none":
        extra += ["--judge", options.judge]
    if options.page:
        extra += ["--output", options.page]
    report = run(options, extra)
    by_program = ("rules", "grounder")
    print_table("decided by the program alone", measure(report, by_program))
    if report["usage"]["requests"] > 0:
        print_table("asked of the judge alone", measure(report, ("judge",)))
        print_table("both", measure(report, (*by_program, "judge")))
    print(f"\nusage: {report['usage']}")
    if options.twice:
        again = run(options, [*extra, "--no-cache"])
        same = without_times(again) == without_times(report)
        print("a second run, without the cache:", "the same" if same else "NOT the same")
        sys.exit(0 if same else 1)


if __name__ == "__main__":
    main()
