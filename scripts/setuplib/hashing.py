"""SHA-256 of bytes, files and stage inputs."""

from __future__ import annotations

import hashlib
from pathlib import Path


def sha256_file(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def key_of(*parts: str) -> str:
    """A short key of all parts; no two lists of parts share one by accident of joining."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode()
        digest.update(f"{len(data)}:".encode())
        digest.update(data)
    return digest.hexdigest()[:16]


def key_of_files(*paths: Path) -> str:
    return key_of(*(path.read_text(encoding="utf-8") for path in paths))
