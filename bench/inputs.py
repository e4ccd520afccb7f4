"""What `make bench` measures on: texts of the repository, of the public data where it is there, and made ones."""

import pathlib
import random
import re
import sys
from typing import NamedTuple, Optional

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "eval"))
import product  # noqa: E402

FOLDER = product.REPOSITORY / "build" / "bench-inputs"
MADE_SENTENCES = 20000

REPORT_ANSWER = """Identity proofing establishes that a subject is who they claim to be. \
At identity assurance level 1 there is no requirement to link the applicant to a specific real-life identity. \
At level 3 physical presence is required for identity proofing. \
The CSP may use knowledge-based verification for in-person identity proofing at every level. \
Enrollment codes sent to a postal address in the United States are valid for at most 10 days.
"""

STATUTE_ANSWER = """Chacun a droit au respect de sa vie privée. \
La majorité est fixée à dix-huit ans accomplis. \
Le mariage ne peut être contracté avant vingt-cinq ans révolus. \
Les conventions légalement formées tiennent lieu de loi à ceux qui les ont faites. \
La propriété est le droit de jouir et disposer des choses de la manière la plus absolue.
"""

PLANTED = [
    "The observatory on Mount Kestrel was moved to a drier plateau in the spring of 1967.",
    "The lighthouse keeper of Skarvholm counted 312 ships in the first week of October.",
    "The bakery cooperative of Almendral sold its flour mill to the town for 48,000 pesetas.",
    "The glass harmonica of the Brennan family was not damaged in the flood.",
]
PLANTED_ANSWER = """The observatory on Mount Kestrel was moved to a drier plateau in 1967. \
In the first week of October the keeper of the Skarvholm lighthouse counted 312 ships. \
The bakery cooperative of Almendral sold its flour mill for 84,000 pesetas. \
The flood damaged the glass harmonica of the Brennan family. \
The mayor of Tollgate opened a new skating rink.
"""


class Input(NamedTuple):
    name: str
    response: pathlib.Path
    source: pathlib.Path
    note: str = ""


def abstract(folder: pathlib.Path, sentences: int = 5) -> Input:
    """Twelve sentences of the example abstract, the first few of the example answer."""
    examples = product.REPOSITORY / "examples"
    paragraphs = [p for p in (examples / "abstract.txt").read_text().split("\n\n") if p.strip().endswith(".")]
    answer = re.split(r"(?<=\.) ", (examples / "answer.txt").read_text().strip())[:sentences]
    source = write(folder / "abstract.txt", "\n\n".join(paragraphs[:3]) + "\n")
    return Input("abstract, 12 sentences", write(folder / "abstract_answer.txt", " ".join(answer) + "\n"), source)


def write(path: pathlib.Path, text: str) -> pathlib.Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def public(docs: Optional[pathlib.Path], name: str, title: str, answer: str, folder: pathlib.Path) -> Optional[Input]:
    path = docs / name if docs else None
    if path is None or not path.is_file():
        print(f"left out: {title}: data/docs/{name} is not there (--shared)")
        return None
    return Input(title, write(folder / f"{path.stem}_answer.txt", answer), path)


def sentences_of_data(docs: pathlib.Path) -> list:
    found = []
    for path in sorted((docs / "en").glob("*.*")):
        for sentence in re.split(r"(?<=[.;])\s+", path.read_text(encoding="utf-8", errors="replace")):
            sentence = " ".join(sentence.split())
            if sentence.endswith(".") and 6 <= len(sentence.split()) <= 60:
                found.append(sentence)
    return list(dict.fromkeys(found))


def made_sentence(chance: random.Random) -> str:
    who = chance.choice(["office", "council", "hospital", "college", "library", "museum", "company", "archive"])
    town = chance.choice(["Aldbury", "Benfleet", "Corran", "Dunmore", "Elsing", "Farrow", "Glenn", "Hythe", "Ivel"])
    did = chance.choice(["bought", "sold", "counted", "repaired", "replaced", "registered", "inspected", "lent"])
    what = chance.choice(["boats", "books", "houses", "letters", "machines", "paintings", "trees", "wagons"])
    why = chance.choice(["for the harbour", "after the storm", "at the request of the governor", "with its own money",
                         "before the winter", "against the advice of the auditors", "on behalf of the province"])
    return f"In {chance.randint(1850, 2020)} the {who} of {town} {did} {chance.randint(3, 9999)} {what} {why}."


def large(docs: Optional[pathlib.Path], folder: pathlib.Path) -> Input:
    """20,000 different sentences: real English ones, then halves of them put together; else made by rule."""
    chance = random.Random(20000)
    real = sentences_of_data(docs) if docs and (docs / "en").is_dir() else []
    chance.shuffle(real)
    kept = dict.fromkeys(real[: MADE_SENTENCES - len(PLANTED)])
    count = len(kept)
    halves = [sentence.split(", ", 1) for sentence in real if ", " in sentence]
    while len(kept) < MADE_SENTENCES - len(PLANTED):
        if halves:
            kept[chance.choice(halves)[0] + ", " + chance.choice(halves)[1]] = None
        else:
            kept[made_sentence(chance)] = None
    sentences = list(kept)
    for i, sentence in enumerate(PLANTED):
        sentences.insert((2 * i + 1) * len(sentences) // (2 * len(PLANTED)), sentence)
    paragraphs = [" ".join(sentences[i : i + 8]) for i in range(0, len(sentences), 8)]
    source = write(folder / "large.txt", "\n\n".join(paragraphs) + "\n")
    note = f"{count} sentences of data/docs, the rest put together from halves" if real else "made by rule"
    return Input(f"made, {MADE_SENTENCES} sentences", write(folder / "large_answer.txt", PLANTED_ANSWER), source, note)


def all_inputs(shared: pathlib.Path, quick: bool = False) -> list:
    if quick:
        return [abstract(FOLDER, sentences=1)]
    docs = shared / "data" / "docs"
    docs = docs if docs.is_dir() else None
    inputs = [
        abstract(FOLDER),
        public(docs, "en/nist_sp800-63a.md", "report, about 30 pages", REPORT_ANSWER, FOLDER),
        public(docs, "fr/code_civil_long.md", "statute, 1.1 MB", STATUTE_ANSWER, FOLDER),
        large(docs, FOLDER),
    ]
    return [entry for entry in inputs if entry]
