"""What a reader must know to run a table again: commit, models, prompts, seeds, machine, command."""

import os
import pathlib
import platform
import re
import shlex
import subprocess
import sys

import numpy as np

from . import data, intervals, tuning

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]


def git(*arguments: str) -> str:
    try:
        return subprocess.run(["git", "-C", str(REPOSITORY), *arguments], capture_output=True, text=True,
                              check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def commit() -> str:
    """The commit, with "+changes" where tracked files differ from it."""
    name = git("rev-parse", "HEAD") or "not under git"
    changed = git("status", "--porcelain", "--untracked-files=no")
    return name + ("+changes" if changed else "")


def processor(cpuinfo: str) -> str:
    found = re.search(r"^model name\s*:\s*(.+)$", cpuinfo, re.M)
    return found[1].strip() if found else platform.processor() or platform.machine()


def machine() -> dict:
    def read(path: str) -> str:
        try:
            return pathlib.Path(path).read_text()
        except OSError:
            return ""

    memory = re.search(r"^MemTotal:\s+(\d+) kB", read("/proc/meminfo"), re.M)
    return {"cpu": processor(read("/proc/cpuinfo")), "cores": os.cpu_count(),
            "memory_gib": round(int(memory[1]) / 2**20, 1) if memory else None}


def make(used: dict, options: dict) -> dict:
    """`used`: Tools.used(); `options`: what the run was told (split, claims …)."""
    return {
        "commit": commit(),
        **used,
        "seeds": {"bootstrap": intervals.SEED, "replicates": intervals.REPLICATES, "sample": data.SAMPLE_SEED,
                  "folds": tuning.FOLDS},
        "options": options,
        "machine": machine(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "command": shlex.join(["python3", *sys.argv]),
    }
