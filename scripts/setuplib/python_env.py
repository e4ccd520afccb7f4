"""Stages "python", "format" and "tidy": virtual environments with pinned packages."""

from __future__ import annotations

import importlib.util
import platform
import shutil
import sys
from pathlib import Path

from .errors import SetupError
from .hashing import key_of
from .processes import Command, run
from .stage import Context, Stage

# pip settings that hold for every call: no questions, no look for a newer pip.
PIP_OPTIONS = ["--disable-pip-version-check", "--no-input"]


class PythonEnvironment(Stage):
    """A virtual environment with exactly what scripts/deps/<name>.txt pins by hash."""

    def __init__(self, context: Context, name: str, title: str) -> None:
        super().__init__(context)
        self.requirements = context.deps / f"{name}.txt"
        # One for each Python, so that two of them on one machine do not undo each other's work.
        self.name = f"{name}-{sys.version_info.major}.{sys.version_info.minor}"
        self.title = title

    @property
    def folder(self) -> Path:
        return self.context.cache.root / "environments" / self.name

    @property
    def python(self) -> Path:
        return self.folder / "bin" / "python"

    def key(self) -> str:
        return key_of(self.requirements.read_text(encoding="utf-8"), platform.machine())

    def run(self) -> list[Path]:
        what = f"creating the environment for {self.title}"
        importlib.invalidate_caches()  # the packages stage may just have installed it
        if importlib.util.find_spec("ensurepip") is None:
            raise SetupError(
                "this Python cannot create virtual environments",
                where=sys.executable,
                fix="install python3-venv (apt-get install python3-venv)",
            )
        # Not relocatable, so it is made in place; without its stamp it does not count.
        if self.folder.exists():
            shutil.rmtree(self.folder)
        tick = lambda: self.context.console.update("creating the environment")  # noqa: E731
        run(Command([sys.executable, "-m", "venv", str(self.folder)], self.log, what), on_tick=tick)
        tick = lambda: self.context.console.update("installing")  # noqa: E731
        run(
            Command(
                [
                    str(self.python),
                    "-m",
                    "pip",
                    "install",
                    *PIP_OPTIONS,
                    "--no-deps",
                    "--only-binary",
                    ":all:",
                    "--require-hashes",
                    "-r",
                    str(self.requirements),
                ],
                self.log,
                f"installing {self.title}",
                environment={"PIP_USER": "0"},  # a user's own default would miss the environment
            ),
            on_tick=tick,
        )
        return [self.python]
