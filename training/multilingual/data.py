"""The mix of the multilingual entailment model.

English sets as in the English mix, at a share of their passes: what they teach crosses over. In the other
languages: rte3.dev (en, de, fr, it), inferes.train (es), and pairs by rule (multilingual.make_pairs). Nothing marked
NON-COMMERCIAL (xnli) and no test split is read; pairs of rte3.dev that stand in rte3.test too are left out, and a
fixed part of rte3.dev and inferes.train is kept for looks during a run.
"""

import hashlib
import os
import pathlib
import pickle

import torch

from entailment import data

from . import base

ENGLISH_SHARE = 0.4  # of data.HUMAN's passes
ENGLISH_MADE_SHARE = 0.25  # of data.MADE_PASSES
SETS = {"nli/rte3.dev": 2.0, "nli/inferes.train": 1.2}
MADE = {
    "number": 0.5, "number_word": 1.0, "month": 0.7, "opposite": 1.0, "negation_added": 0.7, "negation_removed": 1.2,
    "itself": 0.4, "same_change": 0.6, "near": 0.35, "unrelated": 0.2, "translated": 1.0, "translated_near": 0.8,
}  # fmt: skip
MADE_DEFAULT = 1.0
HELD_OUT = 8  # one pair in eight of SETS
LOOKS = 150  # pairs of each set in a look


def is_held_out(premise: str) -> bool:
    """By premise, so that a premise is never on both sides."""
    return int(hashlib.sha256(premise.encode()).hexdigest(), 16) % HELD_OUT == 0


def read_set(data_dir: pathlib.Path, file: str, held_out: bool):
    """Yields (language, premise, hypothesis, label index) of one side of a set."""
    test = set()
    if file == "nli/rte3.dev":
        rows = data.read_jsonl(data_dir / "nli/rte3.test.jsonl.gz")
        test = {(row["premise"], row["hypothesis"]) for row in rows}
    for row in data.read_jsonl(data_dir / f"{file}.jsonl.gz"):
        pair = (row["premise"], row["hypothesis"])
        if pair not in test and is_held_out(row["premise"]) == held_out:
            yield row["lang"], *pair, data.LABEL_OF[row["label"]]


def build_pool(data_dir: pathlib.Path, made: list[pathlib.Path], tokenizer: base.Tokenizer) -> data.Pool:
    """`made`: rule-made pairs of multilingual.make_pairs, then, if given, those of entailment.make_pairs."""
    english = made[1] if len(made) > 1 else None
    pool = data.build_pool(data_dir, english, tokenizer)
    rows = [(name, sum(counts)) for name, counts in pool.counts.items()]
    shares = [ENGLISH_MADE_SHARE if name.startswith("made/") else ENGLISH_SHARE for name, n in rows for _ in range(n)]
    pool.passes = [passes * share for passes, share in zip(pool.passes, shares)]

    def add(name: str, triples: list, passes: float) -> None:
        premises, hypotheses, labels = zip(*triples)
        pool.add(name, tokenizer.pairs(list(premises), list(hypotheses)), list(labels), passes)

    for file, passes in SETS.items():
        by_language: dict[str, list] = {}
        for language, *triple in read_set(data_dir, file, held_out=False):
            by_language.setdefault(language, []).append(triple)
        for language, triples in sorted(by_language.items()):
            add(f"{file}/{language}", triples, passes)
    groups: dict[tuple, list] = {}
    for row in data.read_jsonl(made[0]):
        triple = (row["premise"], row["hypothesis"], data.LABEL_OF[row["label"]])
        groups.setdefault((row["rule"], row["language"]), []).append(triple)
    for (rule, language), triples in sorted(groups.items()):
        add(f"made/{rule}/{language}", triples, MADE.get(rule, MADE_DEFAULT))
    return pool


def cached_pool(data_dir: pathlib.Path, made: list, state: pathlib.Path, tokenizer: base.Tokenizer) -> data.Pool:
    """build_pool, kept in the state folder until the mix, the vocabulary or the made pairs change."""
    mix = [repr(data.HUMAN), repr(data.MADE_PASSES), ENGLISH_SHARE, ENGLISH_MADE_SHARE, repr(SETS), repr(MADE)]
    mix += [MADE_DEFAULT, HELD_OUT, data.MAX_TOKENS, base.e5_to_gguf.VOCABULARY.read_text()]
    mix += [(path.stat().st_size, path.stat().st_mtime_ns) for path in made]
    key = hashlib.sha256(repr(mix).encode()).hexdigest()[:16]
    path = state / f"pool-{key}.pickle"
    if path.exists():
        with open(path, "rb") as file:  # written by this program into its own folder
            return pickle.load(file)
    pool = build_pool(data_dir, made, tokenizer)
    part = path.with_suffix(f".part{os.getpid()}")
    with open(part, "wb") as file:
        pickle.dump(pool, file, protocol=5)
    part.replace(path)
    return pool


def dev_rows(data_dir: pathlib.Path, tokenizer: base.Tokenizer) -> dict:
    """A quick look at each language, not a figure: tokenised pairs and labels by name."""
    from entailment import train

    out = {"lingnli.dev": train.dev_sample(data_dir, tokenizer)["lingnli.dev"]}
    by_language: dict[str, list] = {}
    for file in SETS:
        for language, *triple in read_set(data_dir, file, held_out=True):
            by_language.setdefault(f"{file[4:]}/{language}", []).append(triple)
    for name, triples in sorted(by_language.items()):
        premises, hypotheses, labels = zip(*triples[:LOOKS])
        out[name] = (tokenizer.pairs(list(premises), list(hypotheses)), torch.tensor(labels))
    return out
