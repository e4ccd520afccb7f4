#!/usr/bin/env python3
"""Long documents: python3 eval/writing/long_documents.py PART --tool gloss_write_long --models DIR… FILE…

PART is one of
  fit      beginnings of FILE (several are joined) of --sizes bytes: is the time a linear function of
           the length? Prints the line through the CPU times, its R², and the worst deviation.
  resume   the text is written once in one go and once stopped halfway: are the results the same?
  whole    one run of the whole text, with its peak of memory
The last line is one JSON object.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile


def run(options, text, *flags):
    command = [options.tool, "--language", options.language, "--threads", str(options.threads),
               "--words", str(options.words)]
    for folder in options.models:
        command += ["--models", folder]
    done = subprocess.run([*command, *map(str, flags)], input=text, capture_output=True)
    if done.returncode != 0:
        sys.exit(done.stderr.decode())
    return json.loads(done.stdout)


def line_through(points):
    """Least squares: slope, intercept, R²."""
    n = len(points)
    mean_x = sum(x for x, _ in points) / n
    mean_y = sum(y for _, y in points) / n
    sxx = sum((x - mean_x) ** 2 for x, _ in points)
    sxy = sum((x - mean_x) * (y - mean_y) for x, y in points)
    syy = sum((y - mean_y) ** 2 for _, y in points)
    slope = sxy / sxx
    intercept = mean_y - slope * mean_x
    residual = sum((y - slope * x - intercept) ** 2 for x, y in points)
    return slope, intercept, 1 - residual / syy


def fit(options, text):
    points, rows = [], []
    for size in options.sizes:
        row = run(options, text, "--bytes", size)
        row.pop("text")
        coverage = row.pop("coverage")
        row["parts_cited"] = sum(1 for part in coverage if part[1] > 0)
        print(json.dumps(row), flush=True)
        # CPU time: what else runs on the machine does not count.
        points.append((row["bytes"] / 1e6, row["cpu_seconds"]))
        rows.append(row)
    slope, intercept, r2 = line_through(points)
    worst = max(abs(y - slope * x - intercept) / y for x, y in points)
    return {"cpu_seconds_per_mb": round(slope, 2), "intercept": round(intercept, 2), "r2": round(r2, 4),
            "worst_deviation": round(worst, 3), "peak_mib": max(row["peak_mib"] for row in rows)}


def resume(options, text):
    if options.sizes:
        text = text[:options.sizes[0]].decode("utf-8", "ignore").encode()
    whole = run(options, text)
    with tempfile.TemporaryDirectory() as folder:
        state = pathlib.Path(folder) / "state.json"
        stopped = run(options, text, "--state", state, "--stop-after", max(1, whole["parts"] // 2))
        resumed = run(options, text, "--state", state)
    return {"bytes": whole["bytes"], "parts": whole["parts"], "citations": whole["citations"],
            "tenths": whole["tenths"], "peak_mib": max(r["peak_mib"] for r in (whole, stopped, resumed)),
            "cpu_seconds": [round(r["cpu_seconds"], 1) for r in (whole, stopped, resumed)], "stopped": stopped.get("stopped", False),
            "resumed_texts": resumed["resumed"], "same": whole["text"] == resumed["text"],
            "seconds": [round(r["seconds"], 1) for r in (whole, stopped, resumed)]}


def whole(options, text):
    row = run(options, text, *(["--state", options.state] if options.state else []))
    parts = row.pop("coverage")
    row["parts_cited"] = sum(1 for part in parts if part[1] > 0)
    row["parts_in_text"] = sum(1 for part in parts if part[2] > 0)
    print(row.pop("text"))
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", choices=("fit", "resume", "whole"))
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--models", action="append", required=True)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--words", type=int, default=300)
    parser.add_argument("--language", default="en")
    parser.add_argument("--state", help="with whole: keep what is done here, and take it up")
    parser.add_argument("--sizes", type=lambda text: [int(float(size)) for size in text.split(",")],
                        default=[], help="bytes, with commas: 2.5e5,5e5,1e6,2e6")
    options = parser.parse_args()
    text = b"\n\n".join(path.read_bytes() for path in options.files)
    print(json.dumps(globals()[options.part](options, text)))


if __name__ == "__main__":
    main()
