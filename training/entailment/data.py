"""Training pairs: which sets are used, how often, and how they become batches.

Every set here is marked free or "none stated"; nothing marked NON-COMMERCIAL and no test file is read.
Sets kept for development (lingnli.dev, check_covid.dev, climate_fever.dev, contract_nli.dev, nli4ct.dev,
wice.dev) are never read here either.
"""

import gzip
import hashlib
import json
import pathlib
import pickle
import random
from dataclasses import dataclass

import numpy as np

LABEL_OF = {"entail": 0, "neutral": 1, "contradict": 2}
MAX_TOKENS = 160
CLS, SEP, PAD = 101, 102, 0


@dataclass(frozen=True)
class Source:
    """One file of pairs. `passes` is how often each row appears in an epoch (a fraction: by chance)."""

    file: str
    passes: float
    keep: str = ""  # "easy": only rows with hard == false


# ANNEAL replaces the passes in the last part of a run (--anneal), when the rate falls to zero.
ANNEAL = {
    "nli/lingnli.train": 0.45, "nli/semiauto_nli.train": 0.4, "nli/cad_nli.train": 0.25, "nli/mnli_sample.train": 1.0,
    "nli/fever.dev": 0.2, "nli/climate_fever.train": 2.5, "nli/healthver.dev": 6.0, "nli/nli4ct.train": 1.5,
    "nli/check_covid.train": 14.0, "nli/contract_nli.train": 6.0, "nli/scifact.train": 10.0,
    "nli/fool_me_twice.dev": 0.3, "nli/wice.train": 1.0, "nli/realsumm_scu.train": 0.02,
    "nli/derived_neutral.train": 0.3, "nli/conjnli.train": 0.02, "nli/monli.train": 0.1,
    "evidence/check_covid.train": 5.0, "evidence/contract_nli.train": 5.0, "evidence/nli4ct.train": 1.5,
    "evidence/fool_me_twice.dev": 1.5, "evidence/climate_fever.train": 1.0, "evidence/healthver.dev": 1.0,
}  # fmt: skip
ANNEAL_MADE = 0.22  # of MADE_PASSES

# Evidence-form sets count several times: they are the product's own task, and small.
HUMAN = (
    Source("nli/lingnli.train", 1.8),
    Source("nli/semiauto_nli.train", 1.8),
    Source("nli/cad_nli.train", 1.2),
    Source("nli/mnli_sample.train", 2.0),
    Source("nli/fever.dev", 0.8),
    Source("nli/climate_fever.train", 1.5),
    Source("nli/healthver.dev", 3.0),
    Source("nli/nli4ct.train", 1.0),
    Source("nli/check_covid.train", 5.0),
    Source("nli/contract_nli.train", 3.0),
    Source("nli/scifact.train", 5.0),
    Source("nli/fool_me_twice.dev", 0.5),
    Source("nli/wice.train", 2.0),
    Source("nli/realsumm_scu.train", 0.2),
    Source("nli/derived_neutral.train", 0.7, keep="easy"),
    Source("nli/conjnli.train", 0.2),
    Source("nli/monli.train", 0.7),
    # Claims against the sentences of their own source (evidence.training_pairs).
    Source("evidence/check_covid.train", 3.0),
    Source("evidence/contract_nli.train", 2.5),
    Source("evidence/nli4ct.train", 1.0),
    Source("evidence/fool_me_twice.dev", 1.5),
    Source("evidence/climate_fever.train", 0.5),
    Source("evidence/healthver.dev", 0.5),
)


# How often a rule-made pair appears in an epoch: less often where the model soon made no mistakes.
MADE_PASSES = {
    "itself": 0.3, "same_change": 0.3, "synonym": 0.35, "claim": 0.4, "antonym": 0.6, "negation_added": 0.3,
    "number_rewritten": 0.3, "brackets_dropped": 0.2, "number": 0.4, "neighbour": 0.7, "outside_evidence": 0.7,
    "unrelated": 0.2, "other_row": 0.3, "detail_added": 0.4, "date": 0.4, "number_word": 0.5, "before_after": 0.6,
    "template/mixed_effects": 0.5, "template/speakers": 0.6, "template/absence": 0.6, "names_exchanged": 3.0,
    "roles_exchanged": 3.0, "association_to_cause": 3.0, "groups_exchanged": 3.0,
}  # fmt: skip
MADE_DEFAULT = 1.0


def read_jsonl(path: pathlib.Path):
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def read_pairs(data_dir: pathlib.Path, source: Source):
    """Yields (premise, hypothesis, label index) of one file."""
    if source.file.startswith("evidence/"):
        from . import evidence

        yield from evidence.training_pairs(data_dir, source.file.removeprefix("evidence/"))
        return
    for row in read_jsonl(data_dir / f"{source.file}.jsonl.gz"):
        if source.keep == "easy" and row.get("hard"):
            continue
        yield row["premise"], row["hypothesis"], LABEL_OF[row["label"]]


def truncate(premise: list, hypothesis: list, budget: int) -> tuple[list, list]:
    """longest_first: takes tokens from the end of whichever part is longer until both fit."""
    over = len(premise) + len(hypothesis) - budget
    if over <= 0:
        return premise, hypothesis
    p, h = len(premise), len(hypothesis)
    cut = min(over, abs(p - h))
    p, h = (p - cut, h) if p > h else (p, h - cut)
    over -= cut
    return premise[: p - (over + 1) // 2], hypothesis[: h - over // 2]


class Tokenizer:
    """WordPiece of the base model; pairs become [CLS] premise [SEP] hypothesis [SEP]."""

    def __init__(self):
        from tokenizers import Tokenizer as FastTokenizer

        from .model import package_dir

        self.fast = FastTokenizer.from_file(str(package_dir() / "tokenizer.json"))
        self.fast.no_truncation()
        self.fast.no_padding()

    def pieces(self, texts: list[str]) -> list[list[int]]:
        return [e.ids for e in self.fast.encode_batch(texts, add_special_tokens=False)]

    def pairs(self, premises: list[str], hypotheses: list[str], max_tokens: int = MAX_TOKENS):
        rows = []
        for p, h in zip(self.pieces(premises), self.pieces(hypotheses)):
            p, h = truncate(p, h, max_tokens - 3)
            rows.append(np.array([CLS, *p, SEP, *h, SEP], dtype=np.int32))
        return rows


class Pool:
    """All tokenised pairs with their passes; epochs and batches are functions of (seed, epoch)."""

    def __init__(self):
        self.rows: list[np.ndarray] = []
        self.labels: list[int] = []
        self.passes: list[float] = []
        self.counts: dict[str, list[int]] = {}

    def add(self, name: str, rows: list, labels: list[int], passes: float) -> None:
        self.rows.extend(rows)
        self.labels.extend(labels)
        self.passes.extend([passes] * len(rows))
        self.counts[name] = [sum(1 for l in labels if l == k) for k in range(3)]

    def anneal(self) -> None:
        """Other passes for the same rows: the sets in evidence form come to the fore."""
        self.passes = [
            ANNEAL[name] if name in ANNEAL else ANNEAL_MADE * MADE_PASSES.get(name.removeprefix("made/"), MADE_DEFAULT)
            for name, counts in self.counts.items()
            for _ in range(sum(counts))
        ]

    def fingerprint(self) -> str:
        text = json.dumps([self.counts, sum(self.passes)], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def expected_shares(self) -> list[float]:
        totals = [0.0] * 3
        for label, passes in zip(self.labels, self.passes):
            totals[label] += passes
        return [t / sum(totals) for t in totals]

    def batches(self, seed: int, epoch: int, token_budget: int, window: int = 4096):
        """Lists of row numbers; rows of similar length share a batch, so there is little padding."""
        rng = random.Random(f"{seed}/{epoch}")
        order = []
        for i, passes in enumerate(self.passes):
            times = int(passes) + (rng.random() < passes - int(passes))
            order.extend([i] * times)
        rng.shuffle(order)
        out = []
        for start in range(0, len(order), window):
            part = sorted(order[start : start + window], key=lambda i: len(self.rows[i]))
            batches, batch = [], []
            for i in part:
                if batch and len(self.rows[i]) * (len(batch) + 1) > token_budget:
                    batches.append(batch)
                    batch = []
                batch.append(i)
            batches.append(batch)
            rng.shuffle(batches)
            out.extend(batches)
        return out


def collate(rows: list[np.ndarray]):
    import torch

    lengths = torch.tensor([len(r) for r in rows])
    ids = torch.full((len(rows), int(lengths.max())), PAD, dtype=torch.long)
    for i, row in enumerate(rows):
        ids[i, : len(row)] = torch.from_numpy(row.astype(np.int64))
    return ids, lengths


def build_pool(data_dir: pathlib.Path, made: pathlib.Path | None, tokenizer: Tokenizer) -> Pool:
    """Human sets and, if given, the file of rule-made pairs written by entailment.make_pairs."""
    pool = Pool()

    def add(name, triples, passes):
        premises, hypotheses, labels = zip(*triples)
        pool.add(name, tokenizer.pairs(list(premises), list(hypotheses)), list(labels), passes)

    for source in HUMAN:
        add(source.file, read_pairs(data_dir, source), source.passes)
    if made is not None:
        groups: dict[str, list] = {}
        for row in read_jsonl(made):
            groups.setdefault(row["rule"], []).append((row["premise"], row["hypothesis"], LABEL_OF[row["label"]]))
        for rule in sorted(groups):
            add(f"made/{rule}", groups[rule], MADE_PASSES.get(rule, MADE_DEFAULT))
    return pool


def cached_pool(data_dir: pathlib.Path, made: pathlib.Path | None, state: pathlib.Path) -> Pool:
    """build_pool, kept in the state folder until the mix or the made pairs change."""
    mix = [repr(HUMAN), repr(MADE_PASSES), MADE_DEFAULT, MAX_TOKENS]
    if made is not None:
        mix += [made.stat().st_size, made.stat().st_mtime_ns]
    key = hashlib.sha256(repr(mix).encode()).hexdigest()[:16]
    path = state / f"pool-{key}.pickle"
    if path.exists():
        with open(path, "rb") as file:  # written by this program into its own folder
            return pickle.load(file)
    pool = build_pool(data_dir, made, Tokenizer())
    with open(path, "wb") as file:
        pickle.dump(pool, file, protocol=5)
    return pool


if __name__ == "__main__":  # prepares the cache, so that a restart of the training costs no time
    import sys

    from entailment import data as module

    ready = module.cached_pool(*map(pathlib.Path, sys.argv[1:4]))
    print(len(ready.rows), sum(ready.passes), ready.expected_shares())
