"""Stage "packages": Debian packages by apt-get, only those that are missing."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from .errors import SetupError
from .hashing import key_of
from .processes import Command, no_network, run, says_no_network
from .stage import Stage

_DPKG_STATUS = Path("/var/lib/dpkg/status")
_WHAT = "installing Debian packages"


@dataclass(frozen=True)
class Package:
    name: str
    version: str  # a prefix with a star, as apt-get takes it: "3.25.*"

    @property
    def request(self) -> str:
        return self.name if self.version == "*" else f"{self.name}={self.version}"


def read_packages(path: Path) -> list[Package]:
    packages = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        match = re.fullmatch(r"([a-z0-9][a-z0-9.+-]+)=(\S*\*)", line.strip())
        if not match:
            raise SetupError("not of the form name=version-prefix*", where=f"{path}:{number}")
        packages.append(Package(*match.groups()))
    return packages


def missing_packages(packages: list[Package]) -> list[Package]:
    try:
        listing = subprocess.run(
            [
                "dpkg-query",
                "-W",
                "-f",
                "${Package} ${db:Status-Status}\n",
                *(p.name for p in packages),
            ],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        ).stdout
    except FileNotFoundError as error:
        raise SetupError(
            "this is not a Debian system (dpkg-query was not found)",
            fix="install what scripts/deps/debian.txt names in your system's way, then set "
            "GLOSSATOR_SETUP_SKIP=packages",
        ) from error
    installed = {line.split()[0] for line in listing.splitlines() if line.endswith(" installed")}
    return [package for package in packages if package.name not in installed]


class DebianPackages(Stage):
    name = "packages"
    title = "Debian packages"

    def key(self) -> str:
        try:
            status = _DPKG_STATUS.stat()
            state = f"{status.st_size} {status.st_mtime_ns}"
        except OSError:
            state = "no dpkg"
        return key_of(self._list.read_text(encoding="utf-8"), state)

    def run(self) -> list[Path]:
        missing = missing_packages(read_packages(self._list))
        if missing:
            self._install([package.request for package in missing])
        return []

    def missing(self) -> list[Package]:
        return missing_packages(read_packages(self._list))

    @property
    def _list(self) -> Path:
        return self.context.deps / "debian.txt"

    def _install(self, requests: list[str]) -> None:
        apt = [*self._as_root(requests), "apt-get", "-o", "DPkg::Lock::Timeout=300"]
        # A repository that cannot be read matters only if something is then not found.
        trouble: SetupError | None = None
        try:
            lists = self._apt([*apt, "update"], "reading the package lists", "update")
            if says_no_network(lists):
                trouble = no_network(_WHAT, self._log_of("update"))
        except SetupError as error:
            trouble = error
        options = ["-y", "-q", "--no-install-recommends"]
        try:
            self._apt(
                [*apt, "install", *options, *requests],
                f"installing {len(requests)} packages",
                "install",
            )
        except SetupError as error:
            raise trouble or error from error

    def _apt(self, argv: list[str], doing: str, verb: str) -> str:
        environment = {"DEBIAN_FRONTEND": "noninteractive"}
        command = Command(argv, self._log_of(verb), _WHAT, environment=environment)
        return run(command, on_tick=lambda: self.context.console.update(doing))

    def _log_of(self, verb: str) -> Path:
        return self.log.with_name(f"{self.name}-{verb}.log")

    def _as_root(self, requests: list[str]) -> list[str]:
        if os.geteuid() == 0:
            return []
        if shutil.which("sudo"):
            probe = subprocess.run(
                ["sudo", "-n", "true"], stdin=subprocess.DEVNULL, capture_output=True, check=False
            )
            if probe.returncode == 0:
                return ["sudo", "-n", "--preserve-env=DEBIAN_FRONTEND"]
        quoted = " ".join(f"'{request}'" for request in requests)
        raise SetupError(
            f"{len(requests)} Debian packages are missing and this user may not install them",
            fix="run: sudo apt-get update && "
            f"sudo apt-get install --no-install-recommends {quoted}",
        )
