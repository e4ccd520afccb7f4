"""The Python that has the packages of training/recipes/requirements.txt: GLOSSATOR_RECIPES_PYTHON, else this one."""

import os
import pathlib
import subprocess
import sys
import unittest

PYTHON = os.environ.get("GLOSSATOR_RECIPES_PYTHON") or sys.executable
TRAINING = pathlib.Path(__file__).resolve().parents[2]
# Nothing is fetched and nothing is sent; the tests' models are made on the spot and small enough for the CPU.
QUIET = {"HF_HUB_OFFLINE": "1", "HF_DATASETS_OFFLINE": "1", "AXOLOTL_DO_NOT_TRACK": "1", "DO_NOT_TRACK": "1",
         "WANDB_MODE": "disabled", "CUDA_VISIBLE_DEVICES": "", "TOKENIZERS_PARALLELISM": "false",
         "PYTHONDONTWRITEBYTECODE": "1", "OMP_NUM_THREADS": "1"}  # fmt: skip


def environment(**more: str) -> dict:
    return {**os.environ, **QUIET, **more}


def run(arguments: list[str], **options) -> subprocess.CompletedProcess:
    """With that Python, in training/."""
    return subprocess.run([PYTHON, *arguments], cwd=TRAINING, env=environment(**options.pop("env", {})), capture_output=True,
                          text=True, **options)


def need(*packages: str) -> None:
    """Skips, saying which packages are not there. They are looked for, not imported: that takes seconds."""
    code = f"import importlib.util as u, sys; sys.exit(', '.join(n for n in {packages!r} if not u.find_spec(n)) or 0)"
    done = run(["-c", code])
    if done.returncode:
        raise unittest.SkipTest(f"skipped: {done.stderr.strip()} not installed: training/recipes/requirements.txt, "
                                "GLOSSATOR_RECIPES_PYTHON")
