"""Where the scripts of eval/ and bench/ find the product, its models and the environments they compare it with."""

import hashlib
import json
import os
import pathlib
import subprocess
import sys

REPOSITORY = pathlib.Path(__file__).resolve().parents[1]


class NotThere(Exception):
    """Something that a measurement needs is missing; the message says what to do."""


def cache_root() -> pathlib.Path:
    """As scripts/setup.py: GLOSSATOR_CACHE_DIR, else $XDG_CACHE_HOME/glossator, else ~/.cache/glossator."""
    if os.environ.get("GLOSSATOR_CACHE_DIR"):
        return pathlib.Path(os.environ["GLOSSATOR_CACHE_DIR"])
    home = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(home) / "glossator"


def model_folders() -> list:
    """Specs and weights that ship, and the weights that set-up made."""
    return [REPOSITORY / "models", cache_root() / "models"]


def model_file(role: str) -> pathlib.Path:
    """The weights of the default model of a role."""
    for path in sorted((REPOSITORY / "models").glob("*.json")):
        spec = json.loads(path.read_text())
        if spec.get("role") == role and spec.get("default"):
            for folder in model_folders():
                if (folder / spec["file"]).is_file():
                    return folder / spec["file"]
            raise NotThere(f"{spec['file']} is not there: make setup")
    raise NotThere(f"no default model for the role {role} in models/")


def built(build: pathlib.Path, tool: str) -> pathlib.Path:
    """A program of a build folder; `tool` is its path in it."""
    path = pathlib.Path(build) / tool
    if not path.is_file():
        raise NotThere(f"{path} is not there: cmake --build {build} --target {path.name}")
    return path


def environment(name: str, requirements: pathlib.Path) -> pathlib.Path:
    """The Python of a virtual environment with these requirements, made in build/ when it is not there."""
    folder = REPOSITORY / "build" / "environments" / name
    python = folder / "bin" / "python"
    stamp = folder / "requirements.sha256"
    wanted = hashlib.sha256(requirements.read_bytes()).hexdigest()
    if stamp.is_file() and stamp.read_text() == wanted and python.exists():
        return python
    print(f"installing {requirements.relative_to(REPOSITORY)} into {folder.relative_to(REPOSITORY)}",
          file=sys.stderr, flush=True)
    try:
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(folder)], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                        "-r", str(requirements)], check=True)
    except subprocess.CalledProcessError as error:
        raise NotThere(f"{requirements.name} could not be installed: {error}") from error
    stamp.write_text(wanted)
    return python


def read_jsonl(path: pathlib.Path) -> list:
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def load_average() -> str:
    return f"{os.cpu_count()} cores, load average {os.getloadavg()[0]:.1f}"
