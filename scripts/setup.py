#!/usr/bin/env python3
"""Set up what building, testing and running Glossator needs; quick when all is there.

Debian packages come from apt; llama.cpp, the model files and Python tools come from pip, pinned by
version and SHA-256. They are kept outside the work tree, in GLOSSATOR_CACHE_DIR, else
$XDG_CACHE_HOME/glossator, else ~/.cache/glossator. The result is build/deps.cmake, which
CMakeLists.txt reads. Interrupted runs go on where they stopped.
"""

from __future__ import annotations

import argparse
import errno
import os
import shutil
import signal
import sys
import time
from pathlib import Path

if sys.version_info < (3, 11):
    sys.exit(f"set-up: Python 3.11 or newer is needed, this is {sys.version.split()[0]}")

from setuplib.cache import Cache, cache_root
from setuplib.console import Console, format_seconds
from setuplib.debian import DebianPackages
from setuplib.deps_file import DepsFile
from setuplib.errors import SetupError
from setuplib.llama import LlamaLibrary, LlamaServer, LlamaSource
from setuplib.models import ModelFileStage, read_model_files
from setuplib.processes import DISK_FIX
from setuplib.python_env import PythonEnvironment
from setuplib.stage import Context, Stage

REPOSITORY = Path(__file__).resolve().parent.parent
NEEDED_BYTES = 1_000_000_000  # downloads, the unpacked source and a build of llama.cpp at once

EXAMPLES = """\
examples:
  scripts/setup.py                 all that `make demo` and `make test` need
  scripts/setup.py --check         say what is there and what is missing, change nothing
  scripts/setup.py format          the pinned clang-format (for `make fmt`, `make check`)
  scripts/setup.py tidy            the pinned clang-tidy (for `make tidy`)
  scripts/setup.py server          llama-server too, for the tests against a real server

environment:
  GLOSSATOR_CACHE_DIR       where to keep what is fetched and built
  GLOSSATOR_LLAMA_SOURCE    a llama.cpp source tree to build instead of the pinned one
  GLOSSATOR_SETUP_SKIP      "packages": leave Debian packages alone (systems without apt)
  PIP_*, http_proxy, ...    pip and apt use your own settings
"""


class Plan:
    """The stages of one group in the order in which they must run."""

    def __init__(self, context: Context, group: str) -> None:
        self.deps_file: DepsFile | None = None
        needs_build = group in ("build", "server")
        title = "Python packages" if needs_build else f"clang-{group}"
        python = PythonEnvironment(context, "python" if needs_build else group, title)
        self.programs = python.folder / "bin"
        skip = context.environment.get("GLOSSATOR_SETUP_SKIP", "").split(",")
        self.stages: list[Stage] = []
        if needs_build:
            if "packages" not in skip:
                self.stages.append(DebianPackages(context))
            source = LlamaSource(context, python)
            llama = LlamaLibrary(context, source)
            self.stages += [python, source, llama]
            for model in read_model_files(context.deps / "models.json"):
                self.stages.append(ModelFileStage(context, model, python))
            if group == "server":
                self.stages.append(LlamaServer(context, source, llama))
            self.deps_file = DepsFile(context, llama)
        else:
            self.stages.append(python)

    def missing(self) -> list[Stage]:
        return [stage for stage in self.stages if not stage.is_done()]


def check(context: Context, plan: Plan) -> int:
    missing = plan.missing()
    for stage in plan.stages:
        print(f"{'missing' if stage in missing else 'there':8} {stage.title}")
        if stage in missing and isinstance(stage, DebianPackages):
            for package in stage.missing():
                print(f"         {package.request}")
    print(f"cache: {context.cache.root}")
    return 1 if missing else 0


def set_up(context: Context, plan: Plan, quiet: bool) -> None:
    start = time.monotonic()
    if plan.missing():
        with context.cache.lock(on_wait=context.console.say):
            check_free_space(context.cache.root)
            for number, stage in enumerate(plan.stages, start=1):
                if not stage.is_done():  # asked again: another run may have done it meanwhile
                    run_stage(context, stage, f"[{number}/{len(plan.stages)}] {stage.title}")
    elif not quiet:
        context.console.say(f"set-up: all there ({format_seconds(time.monotonic() - start)})")
    if plan.deps_file:
        plan.deps_file.write()


def run_stage(context: Context, stage: Stage, label: str) -> None:
    context.console.begin(label, "starting")
    try:
        stage.ensure()
    except SetupError as error:
        raise SetupError(
            f"{stage.title}: {error.what}", where=error.where, fix=error.fix
        ) from error
    context.console.end()


def check_free_space(folder: Path) -> None:
    free = shutil.disk_usage(folder).free
    if free < NEEDED_BYTES:
        raise SetupError(
            f"only {free / 1e6:.0f} MB are free, {NEEDED_BYTES / 1e6:.0f} MB are needed",
            where=str(folder),
            fix=DISK_FIX,
        )


def explain_os_error(error: OSError) -> SetupError:
    where = str(error.filename or "")
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return SetupError("the disk is full", where=where, fix=DISK_FIX)
    if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return SetupError(
            "no permission",
            where=where,
            fix="make it writable or set GLOSSATOR_CACHE_DIR, and run again",
        )
    return SetupError(error.strerror or str(error), where=where, fix="mend the cause and run again")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="scripts/setup.py",
        description=__doc__,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "group",
        nargs="?",
        choices=("build", "format", "tidy", "server"),
        default="build",
        help="what to set up (default: build)",
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="say what is there and what is missing; exit 1 if something is",
    )
    parser.add_argument(
        "--where", action="store_true", help="print the folder of the programs that were set up"
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="say nothing when all is there")
    options = parser.parse_args(arguments)

    # Ended by a job runner: stop the running program and leave the cache as after Ctrl-C.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    console = Console()
    try:
        context = Context(REPOSITORY, Cache(cache_root(dict(os.environ))), console)
        plan = Plan(context, options.group)
        if options.check:
            return check(context, plan)
        set_up(context, plan, options.quiet)
        if options.where:
            print(plan.programs)
        return 0
    except SetupError as error:
        console.say(f"set-up: {error}")
    except OSError as error:
        console.say(f"set-up: {explain_os_error(error)}")
    except KeyboardInterrupt:
        console.say("set-up: interrupted; run again to go on from here")
        return 130
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
