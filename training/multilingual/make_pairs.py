"""Training pairs by rule in German, Spanish, French, Italian and, across languages, English.

    python -m multilingual.make_pairs --data DIR --out FILE [--samples FILE]

Sentences of docs/ (laws, encyclopaedia, regulations; free licences) and of sentences/ud_pud (a thousand news and
encyclopaedia sentences, the same in all five languages). One JSON object a line: premise, hypothesis, label, rule,
language ("de", or "de-en" where premise and hypothesis are in two). --samples writes twelve of each, to be read.
"""

import argparse
import collections
import json
import pathlib
import random
import re

from entailment import data

from . import rules

FEW = ("de", "es", "fr", "it")
PER_DOCUMENT = 220  # sentences of one document, so that no law outweighs all else
_END = re.compile(r"(?<=[.!?])\s+(?=[A-ZÄÖÜÉÈÀÁÍÓÚÊ¿¡«„“\"])")
_ABBREVIATION = re.compile(r"\b(\w|\d+|Abs|Art|Nr|bzw|z|ca|Dr|Prof|St|usw|etc|art|núm|Sr|Sra|vgl|bspw|Mio|Mrd|p|pp|n)\.$")


def sentences(text: str) -> list[str]:
    """Whole sentences of running text, in order; headings, lists and fragments are left out."""
    found = []
    # A long line without an end goes on in the next one.
    joined = re.sub(r"(?<=[^\n.!?:;]{50}[^\n.!?:;\s])[ \t]*\n(?=[^\W\d_])", " ", text)
    for line in re.sub(r"[ \t]+", " ", joined).split("\n"):
        parts = _END.split(line.strip())
        while parts:
            part = parts.pop(0)
            while parts and _ABBREVIATION.search(part):
                part += " " + parts.pop(0)
            words = part.split()
            if 6 <= len(words) <= 40 and re.match(r"[A-ZÄÖÜÉÈÀÁÍÓÚÊ«„¿¡\"]", part) and part.endswith("."):
                if not re.search(r"[|{}<>\[\]*_#]|https?:|\.\.", part) and part.count("(") == part.count(")"):
                    found.append(part)
    return found


def stems(text: str) -> set[str]:
    return {w[:6] for w in re.findall(r"\w{4,}", text.lower())}


class Maker:
    def __init__(self, seed: int):
        self.rng = random.Random(seed)
        self.rows: list[dict] = []

    def add(self, premise: str, hypothesis: str, label: str, rule: str, language: str) -> None:
        if premise and hypothesis:
            row = {"premise": premise, "hypothesis": hypothesis, "label": label, "rule": rule, "language": language}
            self.rows.append(row)

    def changes(self, text: str, language: str, most: int) -> list[tuple[str, str]]:
        """Up to `most` (rule, changed text), in random order."""
        names = list(rules.CHANGES)
        self.rng.shuffle(names)
        out = []
        for name in names:
            changed = rules.CHANGES[name](text, language, self.rng)
            if changed and changed != text and len(out) < most:
                out.append((name, changed))
        return out

    def beside(self, texts: list[str], at: int) -> str:
        """The sentence, with the one before or after it."""
        before = at > 0 and self.rng.random() < 0.5
        near = texts[at - 1] if before else texts[at + 1] if at + 1 < len(texts) else ""
        return f"{near} {texts[at]}".strip() if before else f"{texts[at]} {near}".strip()

    def neutral(self, texts: list[str], at: int) -> str | None:
        """A sentence of the same document that shares most words with this one, but does not repeat it."""
        own = stems(texts[at])
        near = [i for i in range(max(0, at - 12), min(len(texts), at + 13)) if i != at]
        shared = {i: len(own & stems(texts[i])) for i in near}
        good = [i for i in near if shared[i] < 0.6 * len(own) and not texts[i] in texts[at]]
        return texts[max(good, key=lambda i: (shared[i], self.rng.random()))] if good else None

    def document(self, texts: list[str], language: str) -> None:
        """Pairs of one document in one language."""
        chosen = sorted(self.rng.sample(range(len(texts)), min(len(texts), PER_DOCUMENT)))
        for at in chosen:
            text = texts[at]
            premise = self.beside(texts, at) if self.rng.random() < 0.35 else text
            changes = self.changes(text, language, 2)
            for name, changed in changes:
                if self.rng.random() < 0.5:
                    self.add(premise, changed, "contradict", name, language)
                else:
                    self.add(premise.replace(text, changed), text, "contradict", name, language)
            if changes and self.rng.random() < 0.4:
                name, changed = changes[0]
                self.add(premise.replace(text, changed), changed, "entail", "same_change", language)
            elif self.rng.random() < 0.4:
                self.add(premise, text, "entail", "itself", language)
            other = self.neutral(texts, at)
            if other:
                self.add(premise, other, "neutral", "near", language)
            if self.rng.random() < 0.15:
                self.add(premise, self.rng.choice(texts), "neutral", "unrelated", language)

    def across(self, parallel: dict[str, list[str]]) -> None:
        """Pairs in two languages of sentences that say the same."""
        for at in range(len(parallel["en"])):
            for language, texts in parallel.items():
                other = self.rng.choice([one for one in parallel if one != language])
                names, text, premise = f"{other}-{language}", texts[at], parallel[other][at]
                if self.rng.random() < 0.3:
                    premise = self.beside(parallel[other], at)
                self.add(premise, text, "entail", "translated", names)
                for name, changed in self.changes(text, language, 1):
                    self.add(premise, changed, "contradict", f"translated_{name}", names)
                near = self.neutral(texts, at)
                if near:
                    self.add(premise, near, "neutral", "translated_near", names)


def read_parallel(data_dir: pathlib.Path) -> dict[str, list[str]]:
    """The sentences that all five languages have, in the same order."""
    tables = {}
    for language in rules.languages():
        rows = data.read_jsonl(data_dir / "sentences" / f"ud_pud.{language}.jsonl.gz")
        tables[language] = {i: s for row in rows for i, s in zip(row["ids"], row["sentences"])}
    common = [i for i in tables["en"] if all(i in table for table in tables.values())]
    return {language: [table[i] for i in common] for language, table in tables.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, required=True, help="folder of the public data sets")
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--samples", type=pathlib.Path, help="twelve pairs of each rule and language, to be read")
    parser.add_argument("--seed", type=int, default=11)
    args = parser.parse_args()
    maker = Maker(args.seed)
    for language in FEW:
        for path in sorted((args.data / "docs" / language).iterdir()):
            texts = sentences(path.read_text(encoding="utf-8", errors="replace"))
            if len(texts) > 5:
                maker.document(texts, language)
    maker.across(read_parallel(args.data))
    random.Random(args.seed).shuffle(maker.rows)
    with open(args.out, "w", encoding="utf-8") as file:
        for row in maker.rows:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
    groups = collections.defaultdict(list)
    for row in maker.rows:
        groups[row["rule"], row["language"] if "-" not in row["language"] else "two languages"].append(row)
    if args.samples:
        with open(args.samples, "w", encoding="utf-8") as file:
            for (rule, language), rows in sorted(groups.items()):
                file.write(f"== {rule} {language}: {len(rows)}\n")
                for row in rows[:12]:
                    file.write(f"[{row['label']}] {row['premise']}\n    -> {row['hypothesis']}\n")
    print(len(maker.rows), collections.Counter((row["language"][-2:], row["label"]) for row in maker.rows))


if __name__ == "__main__":
    main()
