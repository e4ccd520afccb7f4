"""What every stage of the set-up has in common."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from pathlib import Path

from .cache import Cache
from .console import Console


@dataclass(frozen=True)
class Context:
    """Everything a stage may look at; tests pass their own."""

    repository: Path
    cache: Cache
    console: Console
    environment: dict[str, str] = field(default_factory=lambda: dict(os.environ))

    @property
    def deps(self) -> Path:
        return self.repository / "scripts" / "deps"

    @property
    def jobs(self) -> int:
        """Cores that this process may use."""
        return len(os.sched_getaffinity(0))


class Stage(ABC):
    """One step with a key of its inputs. A stage whose stamp holds that key is skipped."""

    name: str  # of the stamp and the log
    title: str  # what the user reads

    def __init__(self, context: Context) -> None:
        self.context = context

    @abstractmethod
    def key(self) -> str:
        """A key of all inputs; quick (milliseconds), without network."""

    @abstractmethod
    def run(self) -> list[Path]:
        """Do the work, whole or not at all; return the files and folders that must stay."""

    @property
    def log(self) -> Path:
        return self.context.cache.logs / f"{self.name}.log"

    def is_done(self) -> bool:
        stamp = self.context.cache.read_stamp(self.name)
        return stamp is not None and stamp.holds(self.key())

    def ensure(self) -> None:
        files = self.run()
        self.context.cache.write_stamp(self.name, self.key(), files)
