#!/usr/bin/env python3
"""Writes abstract.pdf and abstract.txt: the invented study that the demo checks an answer against.

Standard library only and deterministic. The page has what makes real papers hard to read back: a
running header, a page footer, hyphenated line ends and ligature glyphs. The PDF's fonts are two of
the standard ones that every viewer has, so no font file is embedded.
"""

import pathlib

HEADER = "Annals of Headache Practice, volume 9, 2022"
FOOTER = "Invented study: an example for Glossator, not a medical source. Page 1"
TITLE = (
    "Once-daily oral belmarone for the prevention of episodic migraine in adults: "
    "a randomised, double-blind, placebo-controlled trial"
)
AUTHORS = "Astrid Lindqvist, Michael Okafor, Paula Serrano and Jonas Wieland"
# A vertical bar marks where a word may be cut at the end of a line.
SECTIONS = [
    (
        "Background",
        "Migraine affects about one in seven adults, and many pa|tients stop tak|ing pre|ven|tive"
        " drugs because of side effects. We tested whether belmarone, an oral drug taken once"
        " daily, re|duces the num|ber of mi|graine days in adults with epi|sodic mi|graine.",
    ),
    (
        "Methods",
        "In this ran|domised, dou|ble-blind trial, 642 adults were re|cruited at 38 hos|pi|tals in"
        " Spain, Ger|many and Can|ada between March 2019 and June 2021. Par|tic|i|pants were"
        " ran|domly as|signed to re|ceive 40 mg of bel|mar|one, 80 mg of bel|mar|one or pla|cebo"
        " once daily for 24 weeks. The pri|mary ef|fi|cacy out|come was the change in the mean"
        " num|ber of mi|graine days per month from base|line to weeks 21 to 24.",
    ),
    (
        "Results",
        "The mean age of the par|tic|i|pants was 41.3 years, and 78% of them were women. The"
        " num|ber of monthly mi|graine days fell by 3.9 days with 80 mg of bel|mar|one, by 2.8"
        " days with 40 mg and by 1.6 days with pla|cebo. The dif|fer|ence between 80 mg and"
        " pla|cebo was 2.3 days (95% con|fi|dence in|ter|val 1.7 to 2.9; P < 0.001) and was"
        " sta|tis|ti|cally sig|nif|i|cant. A re|duc|tion of at least 50% in monthly mi|graine"
        " days was reached by 46% of the par|tic|i|pants in the 80 mg group and by 21% of those"
        " in the pla|cebo group. The most fre|quent ad|verse event was nau|sea, which was"
        " re|ported by 12% of the par|tic|i|pants who re|ceived 80 mg and by 4% of those who"
        " re|ceived pla|cebo. Se|ri|ous ad|verse events oc|curred in five par|tic|i|pants who"
        " re|ceived bel|mar|one and in four who re|ceived pla|cebo. No deaths were re|ported"
        " dur|ing the trial.",
    ),
    (
        "Conclusions",
        "Bel|mar|one at a dose of 80 mg once daily re|duced the fre|quency of mi|graine more than"
        " pla|cebo did. Its safety be|yond 24 weeks has not been stud|ied.",
    ),
]

PAGE_WIDTH, PAGE_HEIGHT, MARGIN = 595, 842, 92
COLUMN_WIDTH = PAGE_WIDTH - 2 * MARGIN
BODY_SIZE, LEADING = 11, 15
LIGATURES = {"fi": "\x01", "fl": "\x02"}

# Advance widths of Times-Roman in thousandths of the size, from ' ' to '~', then the ligatures.
_ASCII_WIDTHS = (
    "250 333 408 500 500 833 778 333 333 333 500 564 250 333 250 278 "
    "500 500 500 500 500 500 500 500 500 500 278 278 564 564 564 444 "
    "921 722 667 667 722 611 556 722 722 333 389 722 611 889 722 722 "
    "556 722 667 556 611 722 722 944 722 722 611 333 278 333 469 500 "
    "333 444 500 444 500 444 333 500 500 278 278 500 278 778 500 500 "
    "500 500 333 389 278 500 500 722 500 500 444 480 200 480 541"
)
WIDTHS = {chr(32 + i): int(width) for i, width in enumerate(_ASCII_WIDTHS.split())}
WIDTHS.update({"\x01": 556, "\x02": 556})


def with_ligatures(text: str) -> str:
    for letters, glyph in LIGATURES.items():
        text = text.replace(letters, glyph)
    return text


def width_of(text: str) -> float:
    return sum(WIDTHS[glyph] for glyph in with_ligatures(text)) * BODY_SIZE / 1000


def best_cut(word: str, room: float) -> tuple[str, str]:
    """The longest head of the word (with its hyphen) that fits, and the rest; head may be empty."""
    parts = word.split("|")
    for count in range(len(parts) - 1, 0, -1):
        head = "".join(parts[:count]) + "-"
        if len(head) > 2 and width_of(head) <= room:
            return head, "|".join(parts[count:])
    return "", word


def wrap(text: str) -> list[str]:
    lines, line = [], ""
    queue = text.split()
    while queue:
        word = queue.pop(0)
        plain = word.replace("|", "")
        candidate = f"{line} {plain}" if line else plain
        if width_of(candidate) <= COLUMN_WIDTH:
            line = candidate
            continue
        head, rest = best_cut(word, COLUMN_WIDTH - width_of(line + " "))
        lines.append(f"{line} {head}" if head else line)
        line = ""
        queue.insert(0, rest)
    return [*lines, line]


def pdf_string(text: str) -> str:
    escaped = with_ligatures(text)
    for plain in "\\()":
        escaped = escaped.replace(plain, "\\" + plain)
    return "(" + escaped.replace("\x01", "\\001").replace("\x02", "\\002") + ")"


class Page:
    def __init__(self) -> None:
        self.operators: list[str] = []

    def put(self, x: float, y: float, font: str, text: str, justify: bool = False) -> None:
        font_name, size = font.split()
        spacing = 0.0
        if justify and " " in text:
            spacing = (COLUMN_WIDTH - width_of(text)) / text.count(" ")
        self.operators.append(
            f"BT /{font_name} {size} Tf {spacing:.3f} Tw {x} {y} Td {pdf_string(text)} Tj ET"
        )


def draw() -> str:
    page = Page()
    page.put(MARGIN, PAGE_HEIGHT - 46, "Roman 9", HEADER)
    page.put(MARGIN, 42, "Roman 9", FOOTER)
    y = PAGE_HEIGHT - 110
    words, line = TITLE.split(), ""
    for word in [*words, None]:
        if word is None or len(line) + len(word) > 52:
            page.put(MARGIN, y, "Bold 16", line)
            y -= 21
            line = ""
        if word is not None:
            line = f"{line} {word}" if line else word
    y -= 4
    page.put(MARGIN, y, "Roman 11", AUTHORS)
    y -= 32
    for heading, text in SECTIONS:
        page.put(MARGIN, y, "Bold 12", heading)
        y -= 18
        lines = wrap(text)
        for i, body_line in enumerate(lines):
            page.put(MARGIN, y, f"Roman {BODY_SIZE}", body_line, justify=i + 1 < len(lines))
            y -= LEADING
        y -= 12
    return "\n".join(page.operators)


def build_pdf(content: str) -> bytes:
    encoding = "<< /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [1 /fi /fl] >>"
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {PAGE_WIDTH} {PAGE_HEIGHT}] /Contents 4 0 R"
        " /Resources << /Font << /Roman 5 0 R /Bold 6 0 R >> >> >>",
        f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
        f"<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding {encoding} >>",
        f"<< /Type /Font /Subtype /Type1 /BaseFont /Times-Bold /Encoding {encoding} >>",
        f"<< /Title {pdf_string(TITLE)} /Author {pdf_string(AUTHORS)} >>".replace("\\001", "fi"),
    ]
    pdf = b"%PDF-1.4\n"
    offsets = []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(pdf))
        pdf += f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1")
    xref = len(pdf)
    table = "".join(f"{offset:010d} 00000 n \n" for offset in offsets)
    trailer = f"<< /Size {len(objects) + 1} /Root 1 0 R /Info 7 0 R >>"
    pdf += (
        f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
        f"trailer\n{trailer}\nstartxref\n{xref}\n%%EOF\n"
    ).encode("latin-1")
    return pdf


def plain_text() -> str:
    parts = [TITLE, AUTHORS]
    for heading, text in SECTIONS:
        parts += [heading, text.replace("|", "")]
    return "\n\n".join(parts) + "\n"


def main() -> None:
    folder = pathlib.Path(__file__).resolve().parent
    (folder / "abstract.pdf").write_bytes(build_pdf(draw()))
    (folder / "abstract.txt").write_text(plain_text(), encoding="utf-8")


if __name__ == "__main__":
    main()
