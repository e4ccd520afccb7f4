"""The table by which SentencePiece normalises text (a "precompiled charsmap"), built from a plain map.

Form: the size in bytes of a double array, the array (one 32-bit unit each node: Darts-clone's layout), then the
replacements, each ended by a NUL. A unit holds its label (bits 0-7), whether its node ends a key (bit 8) and how
far its children are (bits 10-30, by exclusive or); a value has bit 31 set and says where its replacement begins.
"""

import struct

ROW = 256  # children of a node lie in one row of units
FARTHEST = 1 << 21


class _Places:
    """Finds rooms for children: their units must be free, and no two nodes may share a base."""

    def __init__(self):
        self.used = bytearray(ROW)
        self.bases = set()
        self.first_free = 1

    def take(self, labels: list[int]) -> int:
        place = self.first_free
        while True:
            if place + ROW > len(self.used):
                self.used.extend(bytes(ROW))
            base = place ^ labels[0]
            if base not in self.bases and not any(self.used[base ^ label] for label in labels):
                break
            place += 1
        self.bases.add(base)
        for label in labels:
            self.used[base ^ label] = 1
        while self.used[self.first_free : self.first_free + 1] == b"\x01":
            self.first_free += 1
        return base


def build(replacements: dict[str, str]) -> bytes:
    """`replacements`: text (no NUL) -> what it is read as; the longest key that fits wins."""
    root: dict = {}
    for key in sorted(replacements):
        node = root
        for byte in key.encode("utf-8"):
            node = node.setdefault(byte, {})
        node[0] = replacements[key]  # byte 0 is in no key
    texts: dict[str, int] = {}
    blob = bytearray()
    places = _Places()
    places.used[0] = 1  # the root
    units = {0: 0}
    todo = [(0, root)]
    while todo:
        here, node = todo.pop()
        base = places.take(sorted(node))
        distance = base ^ here
        if distance >= FARTHEST:
            raise ValueError("too many replacements for one table")
        units[here] |= distance << 10 | (0 in node) << 8
        for label in sorted(node):
            if label:
                units[base ^ label] = label
                todo.append((base ^ label, node[label]))
                continue
            if node[0] not in texts:
                texts[node[0]] = len(blob)
                blob += node[0].encode("utf-8") + b"\0"
            units[base] = 1 << 31 | texts[node[0]]
    array = [units.get(i, 0) for i in range(len(places.used))]
    return struct.pack(f"<I{len(array)}I", 4 * len(array), *array) + bytes(blob)


def lookup(table: bytes, text: str) -> tuple[str, int] | None:
    """The replacement of the longest key that `text` begins with and that key's bytes; for tests."""
    (size,) = struct.unpack_from("<I", table)
    units = struct.unpack_from(f"<{size // 4}I", table, 4)
    at = units[0] >> 10
    found = None
    for count, byte in enumerate(text.encode("utf-8"), start=1):
        at ^= byte
        if byte == 0 or units[at] & (1 << 31 | 0xFF) != byte:
            break
        ends = units[at] >> 8 & 1
        at ^= units[at] >> 10
        if ends:
            begin = 4 + size + (units[at] & 0x7FFFFFFF)
            found = (table[begin : table.index(b"\0", begin)].decode("utf-8"), count)
    return found
