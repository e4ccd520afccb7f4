"""Changed claims are not supported, the claims they were made from are: tests/regression/perturbed_claims.jsonl.

Called by ctest as `python3 perturbed_test.py PROGRAM SOURCE_DIR MODEL_CACHE [MODEL_DIR]`; by hand it prints which
claims went wrong. Runs the shipped models; skipped, saying so, when a model file is not there.
"""

import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile

# Of 100 changed claims at least so many must not be supported, of their originals so many must be.
LEAST_CAUGHT, LEAST_KEPT = 95, 95


def ground(program, source_dir, cache, model_dir, records):
    """Reports of all records, in order."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "records.jsonl"
        path.write_text("\n".join(json.dumps(record) for record in records), encoding="utf-8")
        command = [program, "ground", str(path), "--format", "jsonl", "--decomposer", "rules", "--fail-on", "none",
                   "--no-cache", "--no-history", "--no-config", "--progress", "never"]
        for place in (model_dir, str(source_dir / "models"), cache):
            if place:
                command += ["--model-dir", place]
        done = subprocess.run(command, capture_output=True, text=True, timeout=380,
                              env={"PATH": os.environ["PATH"], "HOME": folder, "LANG": "C.UTF-8"})
    reports = [json.loads(line) for line in done.stdout.splitlines()]
    if len(reports) != len(records):
        sys.exit(f"{len(reports)} reports for {len(records)} records, exit code {done.returncode}:\n{done.stderr[-3000:]}")
    return reports


def verdicts(report):
    return [claim["verdict"] for claim in report["claims"]]


def main():
    program, source_dir, cache = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    model_dir = sys.argv[4] if len(sys.argv) > 4 else ""
    if not any((pathlib.Path(place) / "all-MiniLM-L6-v2.f16.gguf").is_file() for place in (cache, model_dir) if place):
        print("a model is not there: run make setup")
        return 0
    lines = (source_dir / "tests" / "regression" / "perturbed_claims.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [json.loads(line) for line in lines]
    records = []
    for case in cases:
        for kind in ("claim", "perturbed"):
            records.append({"id": f"{case['id']}/{kind}", "response": case[kind],
                            "retrieved_contexts": [" ".join(case["source"])]})
    reports = ground(program, source_dir, cache, model_dir, records)
    kept, caught = collections.Counter(), collections.Counter()
    all_of = collections.Counter()
    for i, case in enumerate(cases):
        original, changed = verdicts(reports[2 * i]), verdicts(reports[2 * i + 1])
        is_kept = bool(original) and all(v == "supported" for v in original)
        is_caught = any(v in ("contradicted", "not_enough_info", "conflicting") for v in changed)
        for key in (case["language"], case["kind"], "all"):
            all_of[key] += 1
            kept[key] += is_kept
            caught[key] += is_caught
        if not is_kept:
            print(f"lost    {case['id']:22} {original}  {case['claim']}")
        if not is_caught:
            print(f"missed  {case['id']:22} {changed}  {case['perturbed']}")
    for key in sorted(all_of):
        print(f"{key:10} of {all_of[key]:3}: original supported {kept[key]:3}, changed not supported {caught[key]:3}")
    return 0 if kept["all"] >= LEAST_KEPT and caught["all"] >= LEAST_CAUGHT else 1


if __name__ == "__main__":
    sys.exit(main())
