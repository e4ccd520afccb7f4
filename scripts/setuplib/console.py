"""Progress of the set-up on stderr: a live line on a terminal, plain lines elsewhere."""

from __future__ import annotations

import os
import sys
import time
from typing import TextIO

REFRESH_SECONDS = 0.2
PLAIN_STEP_PERCENT = 25


def format_seconds(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.1f} s"
    return f"{int(seconds) // 60} min {int(seconds) % 60:02d} s"


class Console:
    """Not thread-safe: one stage runs at a time."""

    def __init__(self, stream: TextIO | None = None, *, live: bool | None = None) -> None:
        self._stream = stream or sys.stderr
        if live is None:
            live = (
                self._stream.isatty()
                and os.environ.get("TERM") != "dumb"
                and "CI" not in os.environ
            )
        self._live = live
        self._label = ""
        self._start = 0.0
        self._last_refresh = 0.0
        self._last_percent = 0

    def say(self, text: str) -> None:
        self._clear()
        print(text, file=self._stream, flush=True)

    def begin(self, label: str, doing: str) -> None:
        self._label = label
        self._start = time.monotonic()
        self._last_refresh = 0.0
        self._last_percent = 0
        if self._live:
            self.update(doing)
        else:
            self.say(f"{label}: {doing}")

    def update(self, doing: str, percent: int | None = None) -> None:
        """Called often; writes at most five times a second, or at each quarter off a terminal."""
        now = time.monotonic()
        shown = doing if percent is None else f"{doing} {percent} %"
        elapsed = format_seconds(now - self._start)
        if self._live:
            if now - self._last_refresh >= REFRESH_SECONDS:
                self._last_refresh = now
                self._stream.write(f"\r\x1b[K{self._label}: {shown}  ({elapsed})")
                self._stream.flush()
        elif percent is not None and percent >= self._last_percent + PLAIN_STEP_PERCENT:
            self._last_percent = percent
            self.say(f"{self._label}: {shown} ({elapsed})")

    def end(self, outcome: str = "done") -> None:
        elapsed = format_seconds(time.monotonic() - self._start)
        self.say(f"{self._label}: {outcome} in {elapsed}")

    def _clear(self) -> None:
        if self._live:
            self._stream.write("\r\x1b[K")
