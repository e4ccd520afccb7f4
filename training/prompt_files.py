"""The files of prompts/, as the C++ side reads them (prompts/README.md)."""

import pathlib
import re

PROMPTS = pathlib.Path(__file__).resolve().parents[1] / "prompts"


def read_prompt(name: str) -> list[tuple[str, str]]:
    """[(role, content)] of prompts/NAME.txt."""
    path = PROMPTS / f"{name}.txt"
    if not path.exists():
        raise FileNotFoundError(f"{path}: there is no such prompt")
    parts = re.split(r"^--- ", path.read_text(encoding="utf-8"), flags=re.M)[1:]
    cut = [part.partition("\n") for part in parts]
    return [(role.strip(), content.strip()) for role, _, content in cut]
