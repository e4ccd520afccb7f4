"""Stages "llama-source", "llama", "llama-server": the source of llama.cpp and what is built from it.

libllama with ggml is built once, in release mode, for every preset of this project, sanitizers included.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from .archives import extract_tree
from .cache import move_into_place
from .errors import SetupError
from .hashing import key_of
from .processes import Command, run
from .pypi import Pin, fetch, read_pins
from .python_env import PythonEnvironment
from .stage import Context, Stage

_PACKAGE = "llama-cpp-python"
_COMMIT = "0c1e570"  # of llama.cpp in the pinned package; reported by the library

# Not needed to build the library, the tools or the converter: test vocabularies and paperwork.
_LEFT_OUT = {"models", "docs", "media", "benches", "pocs", "skills", "ci", "requirements"}

_OPTIONS = {
    "CMAKE_BUILD_TYPE": "Release",
    "CMAKE_POSITION_INDEPENDENT_CODE": "ON",
    "CMAKE_INSTALL_LIBDIR": "lib",
    "BUILD_SHARED_LIBS": "OFF",
    "LLAMA_BUILD_COMMON": "OFF",
    "LLAMA_BUILD_TESTS": "OFF",
    "LLAMA_BUILD_TOOLS": "OFF",
    "LLAMA_BUILD_EXAMPLES": "OFF",
    "LLAMA_BUILD_SERVER": "OFF",
    "LLAMA_BUILD_APP": "OFF",
    # Fixed, so that the build does not ask a git repository that happens to lie above it.
    "LLAMA_BUILD_COMMIT": _COMMIT,
    "LLAMA_BUILD_NUMBER": "0",
    "GGML_BUILD_COMMIT": _COMMIT,
    # One thread budget for the process: no second pool beside ours.
    "GGML_OPENMP": "OFF",
    "GGML_NATIVE": "ON",
    "GGML_LLAMAFILE": "ON",
    # A compiler cache does not know what -march=native meant on the machine that filled it.
    "GGML_CCACHE": "OFF",
}

# What the server needs beside the library; no page, no TLS, no child processes.
_SERVER_OPTIONS = {
    "LLAMA_USE_SYSTEM_GGML": "ON",
    "LLAMA_BUILD_COMMON": "ON",
    "LLAMA_BUILD_TOOLS": "ON",
    "LLAMA_BUILD_SERVER": "ON",
    "LLAMA_BUILD_UI": "OFF",
    "LLAMA_USE_PREBUILT_UI": "OFF",
    "LLAMA_OPENSSL": "OFF",
    "LLAMA_SUBPROCESS": "OFF",
}


def wanted(path: PurePosixPath) -> bool:
    return path.parts[0] not in _LEFT_OUT and not path.parts[0].startswith(".")


class LlamaSource(Stage):
    name = "llama-source"
    title = "llama.cpp source"

    def __init__(self, context: Context, python: PythonEnvironment) -> None:
        super().__init__(context)
        self._python = python
        override = context.environment.get("GLOSSATOR_LLAMA_SOURCE")
        self.override = Path(override).absolute() if override else None

    @property
    def pin(self) -> Pin:
        return read_pins(self.context.deps / "llama.txt")[_PACKAGE]

    @property
    def version(self) -> str:
        return "local" if self.override else self.pin.version

    @property
    def folder(self) -> Path:
        if self.override:
            return self.override
        return self.context.cache.root / f"llama-src-{self.pin.version}-{self.pin.sha256[:8]}"

    def key(self) -> str:
        if not self.override:
            return key_of(self.pin.line, *sorted(_LEFT_OUT))
        return key_of(
            str(self.override),
            *(
                f"{path} {path.stat().st_size} {path.stat().st_mtime_ns}"
                for path in _sources(self.override)
            ),
        )

    def run(self) -> list[Path]:
        if self.override:
            if not (self.override / "include" / "llama.h").is_file():
                raise SetupError(
                    "GLOSSATOR_LLAMA_SOURCE is not a llama.cpp source tree",
                    where=str(self.override),
                    fix="point it at one or unset it",
                )
            return [self.override / "include" / "llama.h"]
        cache = self.context.cache
        archive = fetch(self.context, self._python.python, self.pin, self.log)
        self.context.console.update("unpacking")
        prefix = f"{_PACKAGE.replace('-', '_')}-{self.pin.version}/vendor/llama.cpp"
        with cache.scratch() as scratch:
            extract_tree(archive, prefix, wanted, scratch / "source")
            if not (scratch / "source" / "include" / "llama.h").is_file():
                raise SetupError("the package holds no llama.cpp source", where=str(archive))
            move_into_place(scratch / "source", self.folder)
        archive.unlink()  # the source tree replaces it
        return [self.folder / "CMakeLists.txt", self.folder / "include" / "llama.h"]


class LlamaLibrary(Stage):
    name = "llama"
    title = "llama.cpp library"

    def __init__(self, context: Context, source: LlamaSource) -> None:
        super().__init__(context)
        self._source = source
        self._key: str | None = None

    def key(self) -> str:
        """Source, options, compiler, and what that compiler makes of -march=native here."""
        if self._key is None:
            options = (f"{name}={value}" for name, value in _OPTIONS.items())
            self._key = key_of(self._source.key(), *options, self._target())
        return self._key

    @property
    def prefix(self) -> Path:
        return self.context.cache.root / f"llama-{self._source.version}-{self.key()}"

    def run(self) -> list[Path]:
        cache = self.context.cache
        # Kept when interrupted: the next run goes on where this one stopped.
        build = cache.root / "build" / f"llama-{self.key()}"
        build_with_cmake(self, self._source.folder, build, _OPTIONS)
        with cache.scratch() as scratch:
            run(
                Command(
                    ["cmake", "--install", str(build), "--prefix", str(scratch / "prefix")],
                    self.log,
                    "installing llama.cpp",
                )
            )
            license_file = self._source.folder / "LICENSE"
            if license_file.is_file():
                shutil.copy(license_file, scratch / "prefix" / "LICENSE")
            move_into_place(scratch / "prefix", self.prefix)
        shutil.rmtree(build, ignore_errors=True)
        cmake = self.prefix / "lib" / "cmake"
        return [
            self.prefix / "lib" / "libllama.a",
            self.prefix / "include" / "llama.h",
            cmake / "llama" / "llama-config.cmake",
            cmake / "ggml" / "ggml-config.cmake",
        ]

    def _target(self) -> str:
        compiler = self.context.environment.get("CXX", "c++")
        argv = [*compiler.split(), "-march=native", "-Q", "--help=target", "-v"]
        try:
            result = subprocess.run(
                argv,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                check=False,
                env={**self.context.environment, "LC_ALL": "C"},
            )
        except OSError:
            return f"no compiler {compiler}"
        version = re.findall(r"^.* version .*$", result.stderr, re.M)
        return f"{compiler}\n{version}\n{result.stdout or _cpu_flags()}"


class LlamaServer(Stage):
    """llama-server over the ggml that LlamaLibrary installed; for tests against a real server."""

    name = "llama-server"
    title = "llama-server"

    def __init__(self, context: Context, source: LlamaSource, library: LlamaLibrary) -> None:
        super().__init__(context)
        self._source = source
        self._library = library

    def key(self) -> str:
        options = (f"{name}={value}" for name, value in _SERVER_OPTIONS.items())
        return key_of(self._library.key(), *options)

    @property
    def program(self) -> Path:
        """The same place for every version, so that tests need not ask which one is there."""
        return self.context.cache.root / "llama-server" / "llama-server"

    def run(self) -> list[Path]:
        build = self.context.cache.root / "build" / f"llama-server-{self.key()}"
        options = {
            **_OPTIONS,
            **_SERVER_OPTIONS,
            "ggml_DIR": str(self._library.prefix / "lib" / "cmake" / "ggml"),
        }
        build_with_cmake(self, self._source.folder, build, options, target="llama-server")
        self.program.parent.mkdir(parents=True, exist_ok=True)
        move_into_place(build / "bin" / "llama-server", self.program)
        shutil.rmtree(build, ignore_errors=True)
        return [self.program]


def build_with_cmake(
    stage: Stage, source: Path, build: Path, options: dict[str, str], target: str = "all"
) -> None:
    """Configure and build with Ninja in the folder `build`, saying how far it is."""
    console = stage.context.console
    # --fresh: objects are kept, but not what CMake found out on an earlier, perhaps other, day.
    run(
        Command(
            ["cmake", "--fresh", "-S", str(source), "-B", str(build), "-G", "Ninja"]
            + [f"-D{name}={value}" for name, value in options.items()],
            stage.log,
            f"configuring {stage.title}",
        ),
        on_tick=lambda: console.update("configuring"),
    )
    percent = 0

    def read_progress(line: str) -> None:
        nonlocal percent
        if match := re.match(r"\[(\d+)/(\d+)\]", line):
            percent = 100 * int(match[1]) // int(match[2])

    run(
        Command(
            ["ninja", "-C", str(build), f"-j{stage.context.jobs}", target],
            stage.log,
            f"building {stage.title}",
            environment={"NINJA_STATUS": "[%f/%t] "},
        ),
        on_line=read_progress,
        on_tick=lambda: console.update("building", percent),
    )


def _cpu_flags() -> str:
    """For compilers that do not answer --help=target."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return "unknown processor"
    flags = re.search(r"^(?:flags|Features)\s*:\s*(.*)$", text, re.M)
    return " ".join(sorted(flags[1].split())) if flags else "unknown processor"


def _sources(root: Path) -> Iterator[Path]:
    """What the library is built from, in a fixed order."""
    yield from (path for path in (root / "CMakeLists.txt",) if path.is_file())
    for folder in ("cmake", "ggml", "include", "src"):
        yield from sorted(path for path in (root / folder).rglob("*") if path.is_file())
