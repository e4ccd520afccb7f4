"""Stage "cmake": build/deps.cmake tells CMake where the set-up put things."""

from __future__ import annotations

from pathlib import Path

from .cache import write_whole
from .llama import LlamaLibrary
from .stage import Context


class DepsFile:
    def __init__(self, context: Context, llama: LlamaLibrary) -> None:
        self.path = context.repository / "build" / "deps.cmake"
        self._models = context.cache.models
        self._llama = llama

    def write(self) -> None:
        """Left alone when unchanged, because CMake configures again when it is newer."""
        text = (
            "# Written by scripts/setup.py; do not edit.\n"
            + _set("GLOSSATOR_LLAMA_PREFIX", self._llama.prefix)
            + _set("GLOSSATOR_MODEL_CACHE", self._models)
        )
        if not self.path.is_file() or self.path.read_text(encoding="utf-8") != text:
            write_whole(self.path, text)


def _set(variable: str, path: Path) -> str:
    # A bracket argument takes every character as it is.
    return f"set({variable} [==[{path}]==])\n"
