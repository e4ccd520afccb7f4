"""Memory and time of the recipes, as estimates: formulas over the models' shapes. Nothing here is measured.

    python -m recipes.estimate              the table of docs/guides/training_large.md
"""

import argparse
import dataclasses
import sys

GB = 1e9


@dataclasses.dataclass(frozen=True)
class Shape:
    """Of a decoder with grouped heads and a gated feed-forward part."""

    layers: int
    hidden: int
    ffn: int
    heads: int
    kv_heads: int
    head: int
    vocab: int
    tied: bool

    def linears(self) -> list[tuple[int, int]]:
        """(in, out) of the projections of a layer."""
        q, kv = self.heads * self.head, self.kv_heads * self.head
        return [(self.hidden, q), (self.hidden, kv), (self.hidden, kv), (q, self.hidden), (self.hidden, self.ffn),
                (self.hidden, self.ffn), (self.ffn, self.hidden)]  # fmt: skip

    def parameters(self) -> int:
        return self.layers * sum(a * b for a, b in self.linears()) + self.vocab * self.hidden * (1 if self.tied else 2)

    def adapter(self, rank: int) -> int:
        return self.layers * sum(rank * (a + b) for a, b in self.linears())

    def cache_bytes(self, tokens: int) -> float:
        """Keys and values in 16 bits."""
        return tokens * self.layers * 2 * self.kv_heads * self.head * 2


@dataclasses.dataclass(frozen=True)
class Run:
    name: str
    shape: Shape
    gpu: str
    gpus: int
    gpu_gb: int
    peak: float  # FLOP/s in bf16, dense, of one GPU
    use: float  # share of the peak that is reached
    sequence: int  # tokens of the longest batch on all GPUs together
    examples: int
    mean_tokens: int
    epochs: int
    rank: int = 16


QWEN3_14B = Shape(40, 5120, 17408, 40, 8, 128, 151936, tied=False)
QWEN3_4B = Shape(36, 2560, 9728, 32, 8, 128, 151936, tied=True)
MISTRAL_SMALL = Shape(40, 5120, 32768, 32, 8, 128, 131072, tied=False)
RUNS = (
    Run("decomposer, Qwen3-14B", QWEN3_14B, "A6000", 1, 48, 155e12, 0.35, 2 * 2048, 182, 500, 10),
    Run("entailment, Qwen3-4B", QWEN3_4B, "A6000", 1, 48, 155e12, 0.35, 8 * 1024, 4267, 200, 5),
    Run("writer, Mistral-Small-24B", MISTRAL_SMALL, "H100", 4, 80, 989e12, 0.35, 102400, 22000, 12000, 2),
)


def memory(run: Run) -> dict[str, float]:
    """Bytes on each GPU at the longest batch. Weights and adapter are cut over the GPUs, and so is the sequence."""
    shape, tokens = run.shape, run.sequence / run.gpus
    return {
        "weights": shape.parameters() * 2 / run.gpus,
        # Adapter in f32, its gradient, and two moments of Adam.
        "adapter": shape.adapter(run.rank) * 16 / run.gpus,
        # The input of each layer is kept, and one layer is computed again at a time.
        "kept": shape.layers * tokens * shape.hidden * 2,
        "layer": tokens * (8 * shape.hidden + 3 * shape.ffn) * 2,
        # In 16 bits, with their gradient; in f32 only in pieces.
        "logits": tokens * shape.vocab * 2 * 2,
        # Two layers' whole weights while FSDP gathers them; CUDA and fragments.
        "rest": (2 * sum(a * b for a, b in shape.linears()) * 2 if run.gpus > 1 else 0) + 3e9,
    }


def flops(run: Run) -> float:
    """Of the whole training: 6 a weight and token (forward, forward again, backward through frozen weights), and four
    times the causal attention's 2 × layers × heads × head × tokens (forward and again, backward twice)."""
    shape, tokens = run.shape, run.mean_tokens
    attention = 4 * 2 * shape.layers * shape.heads * shape.head * tokens
    return run.examples * run.epochs * tokens * (6 * shape.parameters() + attention)


def seconds(run: Run) -> float:
    return flops(run) / (run.gpus * run.peak * run.use)


def table() -> str:
    head = ["recipe", "weights", "adapter", "GPUs", "tokens in a batch", "GB on each GPU", "examples × epochs × tokens", "time"]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for run in RUNS:
        used, hours = sum(memory(run).values()) / GB, seconds(run) / 3600
        time = f"{hours:.1f} h" if hours >= 1 else f"{hours * 60:.0f} min"
        cells = [run.name, f"{run.shape.parameters() / 1e9:.2f} B", f"{run.shape.adapter(run.rank) / 1e6:.0f} M",
                 f"{run.gpus} × {run.gpu} {run.gpu_gb} GB", f"{run.sequence:,}", f"{used:.0f}",
                 f"{run.examples:,} × {run.epochs} × {run.mean_tokens:,}", time]  # fmt: skip
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def serving_table() -> str:
    lines = ["| model | window | bf16 | FP8 | Q4_K_M | keys and values of one full window |", "|---|---|---|---|---|---|"]
    for name, shape, window in (("Qwen3-14B", QWEN3_14B, 4096), ("Qwen3-4B", QWEN3_4B, 4096),
                                ("Mistral-Small-24B", MISTRAL_SMALL, 106496)):  # fmt: skip
        weights = shape.parameters()
        # FP8 leaves embeddings and output layer in 16 bits; Q4_K_M is about 4.85 bits a weight.
        kept = shape.vocab * shape.hidden * (1 if shape.tied else 2)
        sizes = [weights * 2, (weights - kept) + kept * 2, weights * 4.85 / 8, shape.cache_bytes(window)]
        lines.append(f"| {name} | {window:,} | " + " | ".join(f"{size / GB:.1f} GB" for size in sizes) + " |")
    return "\n".join(lines) + "\n"


def main() -> int:
    argparse.ArgumentParser(prog="recipes.estimate", description=__doc__.splitlines()[0]).parse_args()
    print(table())
    print(serving_table(), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
