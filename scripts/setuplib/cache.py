"""The cache outside the work tree: paths, the lock, stamps, and whole-or-nothing directories."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from .errors import SetupError


def cache_root(environment: dict[str, str]) -> Path:
    """GLOSSATOR_CACHE_DIR, else $XDG_CACHE_HOME/glossator, else ~/.cache/glossator."""
    if own := environment.get("GLOSSATOR_CACHE_DIR"):
        return Path(own).expanduser().absolute()
    if xdg := environment.get("XDG_CACHE_HOME"):
        return Path(xdg).absolute() / "glossator"
    return Path("~/.cache/glossator").expanduser()


@dataclass(frozen=True)
class Stamp:
    """What a finished stage left: the key of its inputs and its files with size and mtime."""

    key: str
    files: dict[str, list[int]]

    def holds(self, key: str) -> bool:
        return self.key == key and all(_state(Path(p)) == s for p, s in self.files.items())


class Cache:
    def __init__(self, root: Path) -> None:
        self.root = root
        self.downloads = root / "downloads"
        self.models = root / "models"
        self.logs = root / "logs"
        self._stamps = root / "stamps"
        self._scratch = root / "tmp"

    def prepare(self) -> None:
        for folder in (self.downloads, self.models, self.logs, self._stamps, self._scratch):
            folder.mkdir(parents=True, exist_ok=True)

    @contextlib.contextmanager
    def lock(self, on_wait: Callable[[str], None]) -> Iterator[None]:
        """Held by one set-up at a time; the kernel frees it when the holder dies."""
        self.prepare()
        with (self.root / "lock").open("a+") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                file.seek(0)
                holder = file.read().strip()
                on_wait(
                    f"another set-up is running (process {holder or 'unknown'}); waiting for it"
                )
                fcntl.flock(file, fcntl.LOCK_EX)
            file.truncate(0)
            file.write(str(os.getpid()))
            file.flush()
            # Nobody else is at work: whatever lies here is left from an interrupted run.
            shutil.rmtree(self._scratch, ignore_errors=True)
            self._scratch.mkdir(exist_ok=True)
            yield

    @contextlib.contextmanager
    def scratch(self) -> Iterator[Path]:
        """A temporary folder on the cache's file system, so that its content can be renamed."""
        with tempfile.TemporaryDirectory(dir=self._scratch, ignore_cleanup_errors=True) as folder:
            yield Path(folder)

    def read_stamp(self, stage: str) -> Stamp | None:
        try:
            data = json.loads((self._stamps / stage).read_text(encoding="utf-8"))
            return Stamp(key=data["key"], files=data["files"])
        except (FileNotFoundError, ValueError, KeyError, TypeError):
            return None

    def write_stamp(self, stage: str, key: str, files: list[Path]) -> None:
        states = {}
        for path in files:
            state = _state(path)
            if state is None:
                raise SetupError("a finished stage has no result", where=str(path), fix="run again")
            states[str(path)] = state
        write_whole(
            self._stamps / stage, json.dumps({"key": key, "files": states}, indent=1) + "\n"
        )


def _state(path: Path) -> list[int] | None:
    """Size and modification time of a file; only existence counts for a folder."""
    try:
        status = path.stat()
    except OSError:
        return None
    return [0, 0] if path.is_dir() else [status.st_size, status.st_mtime_ns]


def write_whole(path: Path, text: str) -> None:
    """Write a small file so that a reader sees the old text or the new, never a part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(path)


def move_into_place(source: Path, target: Path) -> None:
    """Rename a finished file or folder; an older one of that name is replaced."""
    target.parent.mkdir(parents=True, exist_ok=True)
    if target.is_dir():
        shutil.rmtree(target)
    source.replace(target)
