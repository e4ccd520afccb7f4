"""Running other programs: output goes to a log, failures become one line."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from .errors import SetupError

_NO_NETWORK = re.compile(
    r"Temporary failure (in name resolution|resolving)|Name or service not known"
    r"|Failed to establish a new connection|NewConnectionError|NameResolutionError"
    r"|Network is unreachable|No route to host|Could not connect to|Connection timed out"
    r"|Connection refused|Cannot initiate the connection|ReadTimeoutError|ConnectTimeoutError"
    r"|ProxyError|Could not resolve"
)
_DISK_FULL = re.compile(r"No space left on device|Disk quota exceeded|not enough free space", re.I)
_NO_PERMISSION = re.compile(r"Permission denied|Read-only file system")
_HASH_MISMATCH = re.compile(r"DO NOT MATCH THE HASHES|Hash Sum mismatch")

NETWORK_FIX = "connect this machine (or set the proxy or mirror that pip and apt use) and run again"
DISK_FIX = "free some space or set GLOSSATOR_CACHE_DIR to another disk, and run again"

GRACE_SECONDS = 5.0  # between asking a program to end and ending it


@dataclass(frozen=True)
class Command:
    argv: Sequence[str]
    log: Path
    what: str  # "installing Debian packages": the subject of an error message
    cwd: Path | None = None
    environment: dict[str, str] | None = None


def run(
    command: Command,
    on_line: Callable[[str], None] | None = None,
    on_tick: Callable[[], None] | None = None,
) -> str:
    """Run to the end and return the output. Raises SetupError for any failure.

    `on_line` sees each line of output as it comes; `on_tick` is called about three times a second
    while the program is silent.
    """
    environment = {**os.environ, "LC_ALL": "C.UTF-8", **(command.environment or {})}
    command.log.parent.mkdir(parents=True, exist_ok=True)
    with command.log.open("w+b") as log:
        try:
            process = subprocess.Popen(
                list(command.argv),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=command.cwd,
                env=environment,
                process_group=0,
            )
        except FileNotFoundError as error:
            raise SetupError(
                f"{command.argv[0]} was not found",
                where=command.what,
                fix="install it and run again",
            ) from error
    try:
        _follow(process, command.log, on_line, on_tick)
    except BaseException:
        _end_group(process)
        raise
    output = command.log.read_text(encoding="utf-8", errors="replace")
    if process.returncode != 0:
        raise explain(command, process.returncode, output)
    return output


def _end_group(process: subprocess.Popen[bytes]) -> None:
    """End the program and what it started: politely, after a while by force."""
    for signal_number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, signal_number)
            process.wait(timeout=GRACE_SECONDS)
            return
        except ProcessLookupError:
            process.wait()
            return
        except subprocess.TimeoutExpired:
            continue


def _follow(
    process: subprocess.Popen[bytes],
    log: Path,
    on_line: Callable[[str], None] | None,
    on_tick: Callable[[], None] | None,
) -> None:
    with log.open("r", encoding="utf-8", errors="replace") as reader:
        pending = ""
        while True:
            finished = process.poll() is not None
            pending += reader.read()
            *lines, pending = pending.split("\n")
            for line in lines:
                if on_line:
                    on_line(line)
            if finished:
                return
            if on_tick:
                on_tick()
            try:
                process.wait(timeout=0.3 if on_tick or on_line else None)
            except subprocess.TimeoutExpired:
                pass


def says_no_network(output: str) -> bool:
    return _NO_NETWORK.search(output) is not None


def no_network(what: str, log: Path) -> SetupError:
    return SetupError(f"{what}: no network", where=f"log: {log}", fix=NETWORK_FIX)


def explain(command: Command, code: int, output: str) -> SetupError:
    """Name the cause that the user can act on; else quote the first line that says error."""
    log = f"log: {command.log}"
    if _HASH_MISMATCH.search(output):
        return SetupError(
            f"{command.what}: a download does not have the pinned SHA-256",
            where=log,
            fix="do not use it; run again, and if it stays, report it as in SECURITY.md",
        )
    if _DISK_FULL.search(output):
        return SetupError(f"{command.what}: the disk is full", where=log, fix=DISK_FIX)
    if says_no_network(output):
        return no_network(command.what, command.log)
    if _NO_PERMISSION.search(output):
        return SetupError(
            f"{command.what}: no permission",
            where=log,
            fix="make the path named in the log writable, and run again",
        )
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    cause = lines[-1] if lines else "no output"
    for line, following in zip(lines, [*lines[1:], ""]):
        if re.search(r"\berror\b|\bE:", line, re.I):
            cause = f"{line} {following}" if line.endswith(":") else line
            break
    return SetupError(
        f"{command.what} failed (exit {code}): {cause[:300]}",
        where=log,
        fix="see the log, mend the cause and run again",
    )
