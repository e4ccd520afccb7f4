"""The data card: what is in the files, as Markdown with inline SVG. Every plot's numbers stand in a table as well."""

import collections
import pathlib
import statistics
import sys

from . import read

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "eval"))
from harness import plots

# The classes of harness.plots for a picture that stands in Markdown, where the page's style is not.
STYLE = "<style>.tick{font:11px sans-serif;fill:currentColor}.bar{fill:#4878a8}</style>"
SIDES = ("train", "dev", "eval")
WORDS = (0, 50, 100, 200, 400, 800, 1600, 3200, 6400, 12800, 25600)


class Code(str):
    """A text that is a code span."""


def code(value) -> Code:
    text = str(value).replace("`", "'")
    return Code(f"`{text}`" if text.strip() else "")


def cell(value) -> str:
    """Names come from files: no HTML outside of code, no further column."""
    text = str(value).replace("|", "\\|").replace("\n", " ")
    return text if isinstance(value, Code) else text.replace("&", "&amp;").replace("<", "&lt;")


def table(head: list[str], rows: list[list]) -> str:
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
    return "".join("| " + " | ".join(cell(value) for value in line) + " |\n" for line in lines)


def picture(title: str, items: list[tuple]) -> str:
    """One line that begins with <figure>: Markdown takes it for HTML up to the next blank line."""
    if not items:
        return ""
    svg = plots.bars(title, items).replace('">', f'" width="420">{STYLE}', 1)
    return plots.figure(title, svg) + "\n"


def sides_of(*lists: list[dict]) -> list[str]:
    there = {line["split"] for lines in lists for line in lines}
    return [side for side in SIDES if side in there] + sorted(there - set(SIDES))


def count_by(lines: list[dict], sides: list[str], key) -> list[list]:
    """Rows of (value, count of each side, all), the most frequent first."""
    counts = collections.defaultdict(collections.Counter)
    for line in lines:
        counts[key(line)][line["split"]] += 1
    rows = [[value, *(count[side] for side in sides), sum(count.values())] for value, count in counts.items()]
    return sorted(rows, key=lambda row: (-row[-1], str(row[0])))


def length_row(name: str, texts: list[str]) -> list:
    words = sorted(len(text.split()) for text in texts)
    if not words:
        return [name, 0, "", "", "", ""]
    at = lambda share: words[min(len(words) - 1, int(share * len(words)))]  # noqa: E731
    return [name, len(words), round(statistics.mean(words), 1), at(0.5), at(0.95), words[-1]]


def histogram(texts: list[str]) -> list[tuple[str, int]]:
    counts = [0] * len(WORDS)
    for text in texts:
        size = len(text.split())
        counts[max(i for i, low in enumerate(WORDS) if low <= size)] += 1
    names = [f"{low}–{high - 1} words" for low, high in zip(WORDS, WORDS[1:])] + [f"{WORDS[-1]} words and more"]
    used = [i for i, count in enumerate(counts) if count]
    return [(names[i], counts[i]) for i in range(used[0], used[-1] + 1)] if used else []


def rejections(rejected: list[dict]) -> tuple[list[list], list[tuple[str, int]]]:
    """A text can have several reasons; the first one is that of the first filter that it failed."""
    every, first = collections.Counter(), collections.Counter()
    for line in rejected:
        codes = [reason["code"] for reason in line.get("rejections") or []]
        every.update(set(codes))
        first.update(codes[:1])
    order = sorted(every, key=lambda name: (-every[name], name))
    return [[code(name), every[name], first[name]] for name in order], [(name, every[name]) for name in order]


def section(title: str, *parts: str) -> str:
    return f"## {title}\n\n" + "\n".join(part for part in parts if part) + "\n"


def texts_section(synth: read.Synth) -> str:
    sides = sides_of(synth.examples, synth.rejected)
    lines = synth.examples
    answered = len(lines) + len(synth.rejected)
    share = f"{len(lines) / answered:.1%}" if answered else "none"
    out = [f"{len(lines)} texts were accepted and {len(synth.rejected)} rejected ({share} accepted).\n"]
    if lines:
        head = [*sides, "all"]
        out.append(table(["language", *head], count_by(lines, sides, lambda line: line["language"])))
        out.append(table(["instruction", *head], count_by(lines, sides, lambda line: line["instruction"].get("kind", ""))))
        out.append(table(["words of", "texts", "mean", "median", "95 %", "longest"],
                         [length_row("document with tags", [line["tagged"] for line in lines]),
                          length_row("reasoning", [line["reasoning"] for line in lines]),
                          length_row("text", [line["summary"] for line in lines])]))  # fmt: skip
        out.append(picture("Words of the tagged documents", histogram([line["tagged"] for line in lines])))
    reasons, items = rejections(synth.rejected)
    if reasons:
        out.append("Why texts were rejected (the codes: docs/formats/synth_examples.md). A text can have several "
                   "reasons; *first* counts each text once, by the first filter that it failed.\n")
        out.append(table(["reason", "texts", "first"], reasons))
        out.append(picture("Reasons for rejection", items))
    return section("Cited texts", *out)


def groups_section(groups: list[dict]) -> str:
    sides = sides_of(groups)
    claims = [claim for line in groups for claim in line["claims"]]
    sizes = collections.Counter(len(line["claims"]) for line in groups)
    return section(
        "Sentences and their claims",
        f"{len(groups)} sentences with {len(claims)} claims.\n",
        table(["language", *sides, "all"], count_by(groups, sides, lambda line: line["language"])),
        table(["words of", "texts", "mean", "median", "95 %", "longest"],
              [length_row("sentence", [line["sentence"] for line in groups]), length_row("claim", claims)]),
        table(["claims of a sentence", "sentences"], [[size, sizes[size]] for size in sorted(sizes)]),
        picture("Claims of a sentence", [(f"{size} claims", sizes[size]) for size in sorted(sizes)]),
    )  # fmt: skip


def pairs_section(pairs: list[dict]) -> str:
    sides = sides_of(pairs)
    head = [*sides, "all"]
    changed = [line for line in pairs if line["label"] == "contradiction"]
    labels = count_by(pairs, sides, lambda line: line["label"])
    return section(
        "Claims and evidence",
        f"{len(pairs)} pairs about {len({line['claim_id'] for line in pairs})} claims.\n",
        table(["label", *head], labels),
        table(["language", *head], count_by(pairs, sides, lambda line: line["language"])),
        table(["origin", *head], count_by(pairs, sides, lambda line: line["origin"])),
        table(["change of a contradiction", *head], count_by(changed, sides, lambda line: line["change"] or "none")) if changed else "",
        table(["words of", "texts", "mean", "median", "95 %", "longest"],
              [length_row("evidence", [line["evidence"] for line in pairs]),
               length_row("claim", [line["claim"] for line in pairs])]),
        picture("Labels", [(row[0], row[-1]) for row in labels]),
    )  # fmt: skip


def origin_section(synth: read.Synth) -> str:
    """What the texts are from; the settings say with which teacher."""
    documents = collections.defaultdict(set)
    for lines in (synth.examples, synth.groups, synth.pairs):
        for line in lines:
            documents[line["split"]].add(line["document"])
    rows = [[side, len(documents[side])] for side in sides_of(*(synth.examples, synth.groups, synth.pairs))]
    teachers = collections.Counter(line.get("teacher", {}).get("model", "") for line in synth.examples)
    out = [table(["split", "documents"], rows)] if rows else []
    if synth.summary:
        read_in = synth.summary.get("documents", {})
        out.append(f"Read: {read_in.get('read', 0)} documents; not readable {read_in.get('unread', 0)}; left out as nearly "
                   f"the same as another {len(read_in.get('near_duplicates', []))}.\n")
    if teachers:
        out.append(table(["teacher", "accepted texts"], [[code(name), count] for name, count in teachers.most_common()]))
    settings = synth.summary.get("settings") or {}
    if settings:
        out.append(table(["setting", "value"], [[code(name), code(value)] for name, value in sorted(settings.items())]))
    return section("Where it is from", *out)


def make(synth: read.Synth, counts: dict[str, int]) -> str:
    parts = [
        "# Data card\n\nMade by `python -m exports` from the output of `glossator synth`. Cited texts were written by the teacher "
        "that is named below; claims are its own or those of the run's decomposer; evidence is from the sources, which keep "
        "the licence that they had. Lengths are words between white space.\n\n",
        origin_section(synth),
    ]
    if synth.examples or synth.rejected:
        parts.append(texts_section(synth))
    if synth.groups:
        parts.append(groups_section(synth.groups))
    if synth.pairs:
        parts.append(pairs_section(synth.pairs))
    if counts:
        rows = [[code(path), rows] for path, rows in counts.items()]
        parts.append(section("Files", table(["file", "rows"], rows)))
    return "".join(parts).rstrip("\n") + "\n"
