#!/usr/bin/env python3
"""Check that every #include in src/ follows the rooms' dependency lists; keep the diagram true.

A room is declared by gloss_room(NAME ... DEPS ...) in src/<room>/CMakeLists.txt. Its files may
include its own headers and those of rooms that it reaches through DEPS. The order of the rooms is
the list in the root CMakeLists.txt: DEPS may only name rooms that come earlier. Some headers of
other projects are fenced: only the rooms or files of the table FENCES may include them.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

BEGIN = "<!-- layers:begin -->"
END = "<!-- layers:end -->"
SOURCE_SUFFIXES = {".h", ".cc"}


@dataclass(frozen=True)
class Fence:
    headers: str  # regular expression of the whole include path
    rooms: tuple[str, ...] = ()  # rooms that may include it
    files: str = r"(?!)"  # file names (regular expression) that may include it in any room


FENCES = (
    Fence(r"(llama|llama-cpp|gguf|ggml[a-z-]*)\.h", rooms=("backends/llama_cpp",)),
    Fence(r"sqlite3\.h|libpq-fe\.h|pqxx/.*", rooms=("store/sqlite",)),
    Fence(r"zlib\.h", rooms=("store/sqlite",)),
    Fence(
        r"(gumbo|md4c|md4c-html|archive|archive_entry)\.h|pugi(xml|config)\.hpp", rooms=("loaders",)
    ),
    Fence(r"nlohmann/.*", rooms=("cli", "report"), files=r".*_json(_test)?\.(h|cc)"),
    Fence(r"iostream|fstream", rooms=("cli",)),
    Fence(r"CLI/.*|CLI11\.hpp|toml\.hpp|toml\+\+/.*", rooms=("cli",)),
    Fence(r"unicode/.*", rooms=("text", "loaders", "report")),
    Fence(r"openssl/.*", rooms=("base",)),
    Fence(r"httplib\.h|curl/.*", rooms=("server",), files=r"http_.*\.(h|cc)"),
    Fence(r"(gtest|gmock)/.*", files=r".*_test\.cc|.*(test|_cases).*\.h"),
    # Copyleft libraries are never linked; pdftotext runs as a process of its own.
    Fence(r"poppler.*|mupdf/.*|fpdf.*|goo/.*"),
)


@dataclass
class Room:
    name: str
    deps: list[str]


class LayerError(Exception):
    """The lists themselves cannot be read."""


def strip_cmake_comments(text: str) -> str:
    return re.sub(r"#[^\n]*", "", text)


def read_order(root: Path) -> list[str]:
    """The rooms in order, from the foreach() of the root CMakeLists.txt."""
    text = strip_cmake_comments((root / "CMakeLists.txt").read_text(encoding="utf-8"))
    match = re.search(r"foreach\(\s*room\s+IN\s+ITEMS\s+([^)]*)\)", text)
    if not match:
        raise LayerError(
            "CMakeLists.txt: no 'foreach(room IN ITEMS ...)' with the order of the rooms"
        )
    return match[1].split()


def read_rooms(root: Path) -> dict[str, Room]:
    rooms: dict[str, Room] = {}
    for path in sorted((root / "src").rglob("CMakeLists.txt")):
        text = strip_cmake_comments(path.read_text(encoding="utf-8"))
        for call in re.findall(r"gloss_room\(([^)]*)\)", text):
            room = parse_room(call, path)
            place = path.parent.relative_to(root / "src").as_posix()
            if room.name != place:
                raise LayerError(f"{path}: the room is named {room.name} but lies in src/{place}")
            rooms[room.name] = room
    if not rooms:
        raise LayerError("no gloss_room() in src/**/CMakeLists.txt")
    return rooms


def parse_room(call: str, path: Path) -> Room:
    values: dict[str, list[str]] = {"NAME": [], "DEPS": [], "LINK": []}
    keyword = None
    for word in call.split():
        if word in values:
            keyword = word
        elif keyword is None:
            raise LayerError(f"{path}: gloss_room() begins with {word}, not with NAME")
        else:
            values[keyword].append(word)
    if len(values["NAME"]) != 1:
        raise LayerError(f"{path}: gloss_room() needs one NAME")
    return Room(values["NAME"][0], values["DEPS"])


def check_order(rooms: dict[str, Room], order: list[str]) -> list[str]:
    """Each dependency exists and comes earlier, so there are no cycles."""
    problems = []
    for room in rooms.values():
        where = f"src/{room.name}/CMakeLists.txt"
        if room.name not in order:
            problems.append(f"{where}: {room.name} is not in the order of the root CMakeLists.txt")
            continue
        for dep in room.deps:
            if dep not in rooms:
                problems.append(f"{where}: {room.name} depends on {dep}, which is no room")
            elif dep in order and order.index(dep) >= order.index(room.name):
                problems.append(f"{where}: {room.name} may not depend on {dep}, which comes later")
    return problems


def reachable(rooms: dict[str, Room], name: str) -> set[str]:
    found: set[str] = set()
    pending = list(rooms[name].deps)
    while pending:
        dep = pending.pop()
        if dep in rooms and dep not in found:
            found.add(dep)
            pending += rooms[dep].deps
    return found


def room_of(path: str, rooms: dict[str, Room]) -> str | None:
    """The room that a path below src/ lies in: backends/llama_cpp before backends."""
    inside = [name for name in rooms if path.startswith(name + "/")]
    return max(inside, key=len, default=None)


def includes(path: Path) -> Iterator[tuple[int, str, bool]]:
    """Line number, path and whether it is quoted, of each #include."""
    text = path.read_text(encoding="utf-8")
    # Comments may quote an include; string literals with "/*" do not occur in include lines.
    text = re.sub(r"/\*.*?\*/", lambda m: "\n" * m[0].count("\n"), text, flags=re.S)
    for number, line in enumerate(text.splitlines(), start=1):
        if match := re.match(r'\s*#\s*include\s*(?:<([^>]+)>|"([^"]+)")', line):
            yield number, match[1] or match[2], match[2] is not None


def check_includes(root: Path, rooms: dict[str, Room]) -> list[str]:
    problems = []
    allowed = {name: reachable(rooms, name) | {name} for name in rooms}
    for path in sorted((root / "src").rglob("*")):
        if path.suffix not in SOURCE_SUFFIXES:
            continue
        relative = path.relative_to(root / "src").as_posix()
        room = room_of(relative, rooms)
        if room is None:
            problems.append(f"src/{relative}: lies in no room")
            continue
        for number, header, quoted in includes(path):
            where = f"src/{relative}:{number}"
            fence = next((f for f in FENCES if re.fullmatch(f.headers, header)), None)
            if fence:
                if room not in fence.rooms and not re.fullmatch(fence.files, path.name):
                    problems.append(f"{where}: {header} is fenced: {describe(fence)}")
                continue
            target = room_of(header, rooms)
            if target is None:
                # A bare name.inc is a table that the build generates for the room itself.
                if quoted and not re.fullmatch(r"\w+\.inc", header):
                    problems.append(f'{where}: "{header}" is in no room; write "room/file.h"')
            elif target not in allowed[room]:
                problems.append(
                    f"{where}: {room} may not include {header}: "
                    f"{target} is not reached by its DEPS ({' '.join(rooms[room].deps)})"
                )
    return problems


def describe(fence: Fence) -> str:
    places = [f"src/{room}" for room in fence.rooms]
    if fence.files != r"(?!)":
        places.append(f"files named {fence.files}")
    return "only in " + " and ".join(places) if places else "nowhere"


def diagram(rooms: dict[str, Room], order: list[str]) -> str:
    """A line a room, with its height above base and the dependencies not implied by others."""
    names = [name for name in order if name in rooms]
    level: dict[str, int] = {}
    for name in names:
        level[name] = 1 + max((level[dep] for dep in rooms[name].deps if dep in level), default=-1)
    width = max(map(len, names))
    lines = []
    for name in names:
        deps = rooms[name].deps
        implied = set().union(*(reachable(rooms, dep) for dep in deps if dep in rooms))
        direct = [dep for dep in names if dep in deps and dep not in implied]
        line = f"{level[name]}  {name:{width}}"
        lines.append(f"{line}  -> {', '.join(direct)}" if direct else line.rstrip())
    return "\n".join(["```text", *lines, "```"])


def updated_document(text: str, picture: str) -> str:
    begin, end = text.find(BEGIN), text.find(END)
    if begin < 0 or end < begin:
        raise LayerError(f"ARCHITECTURE.md: the markers {BEGIN} and {END} are missing")
    return f"{text[: begin + len(BEGIN)]}\n{picture}\n{text[end:]}"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--write",
        action="store_true",
        help="rewrite the diagram in ARCHITECTURE.md instead of comparing it",
    )
    parser.add_argument(
        "--root",
        type=Path,
        default=Path(__file__).resolve().parent.parent,
        help="another source tree (for tests)",
    )
    options = parser.parse_args(arguments)
    root: Path = options.root
    try:
        rooms, order = read_rooms(root), read_order(root)
        problems = check_order(rooms, order)
        if not problems:
            problems = check_includes(root, rooms)
            document = root / "ARCHITECTURE.md"
            text = document.read_text(encoding="utf-8")
            new_text = updated_document(text, diagram(rooms, order))
            if new_text != text and options.write:
                document.write_text(new_text, encoding="utf-8")
            elif new_text != text:
                problems.append(
                    "ARCHITECTURE.md: the diagram is out of date; "
                    "run scripts/check_layers.py --write"
                )
    except (LayerError, OSError) as error:
        problems = [str(error)]
    for problem in problems:
        print(f"layers: {problem}", file=sys.stderr)
    if not problems:
        print(f"layers: {len(rooms)} rooms are in order")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
