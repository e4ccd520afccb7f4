"""SmolLM2 (Llama architecture) with LoRA on all projections, in the shape that libllama computes.

The weights are read from the GGUF file that the product runs, dequantised: the adapter is trained on what
it is applied to, so it also makes up for some of the quantisation. Rows of q and k stay in GGUF's order, in
which a head's rotation turns neighbouring pairs, so an adapter needs no permutation on its way out.
"""

import dataclasses
import math
import pathlib

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

PROJECTIONS = ("attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down")


@dataclasses.dataclass(frozen=True)
class Shape:
    layers: int
    hidden: int
    ffn: int
    heads: int
    kv_heads: int
    theta: float
    eps: float
    vocab: int

    @property
    def head(self) -> int:
        return self.hidden // self.heads

    def of(self, projection: str) -> tuple[int, int]:
        """(outputs, inputs) of a projection."""
        kv = self.kv_heads * self.head
        return {
            "attn_q": (self.hidden, self.hidden),
            "attn_k": (kv, self.hidden),
            "attn_v": (kv, self.hidden),
            "attn_output": (self.hidden, self.hidden),
            "ffn_gate": (self.ffn, self.hidden),
            "ffn_up": (self.ffn, self.hidden),
            "ffn_down": (self.hidden, self.ffn),
        }[projection]


class LoraLinear(nn.Module):
    """Frozen projections of one input, side by side, each with its own low-rank addition."""

    def __init__(self, weights: list[torch.Tensor], rank: int, alpha: float):
        super().__init__()
        self.register_buffer("weight", torch.cat(weights), persistent=False)
        self.sizes = [w.shape[0] for w in weights]
        self.scale = alpha / rank
        inputs = weights[0].shape[1]
        self.a = nn.Parameter(torch.empty(len(weights) * rank, inputs))
        self.b = nn.ParameterList(nn.Parameter(torch.zeros(size, rank)) for size in self.sizes)
        nn.init.normal_(self.a, std=1 / math.sqrt(inputs))

    def forward(self, x):
        low = F.linear(x, self.a.to(x.dtype)) * self.scale
        parts = low.chunk(len(self.sizes), dim=-1)
        added = [F.linear(part, b.to(x.dtype)) for part, b in zip(parts, self.b)]
        return F.linear(x, self.weight) + (torch.cat(added, -1) if len(added) > 1 else added[0])


def rms_norm(x, weight, eps: float):
    """In f32, whatever the type of the matrices."""
    return x * torch.rsqrt(x.square().mean(-1, keepdim=True) + eps) * weight


def rotate(x, cos, sin):
    """Rotary positions on neighbouring pairs; x is (batch, heads, tokens, head)."""
    even, odd = x[..., 0::2], x[..., 1::2]
    return torch.stack((even * cos - odd * sin, even * sin + odd * cos), -1).flatten(-2)


class Block(nn.Module):
    def __init__(self, shape: Shape, tensors: dict, rank: int, alpha: float):
        super().__init__()
        self.shape = shape
        self.register_buffer("attn_norm", tensors["attn_norm"].float(), persistent=False)
        self.register_buffer("ffn_norm", tensors["ffn_norm"].float(), persistent=False)
        self.qkv = LoraLinear([tensors[n] for n in ("attn_q", "attn_k", "attn_v")], rank, alpha)
        self.out = LoraLinear([tensors["attn_output"]], rank, alpha)
        self.gate_up = LoraLinear([tensors["ffn_gate"], tensors["ffn_up"]], rank, alpha)
        self.down = LoraLinear([tensors["ffn_down"]], rank, alpha)

    def projections(self) -> dict:
        """Projection -> (A, B) of its addition."""
        out = {}
        for part, names in (
            (self.qkv, ("attn_q", "attn_k", "attn_v")),
            (self.out, ("attn_output",)),
            (self.gate_up, ("ffn_gate", "ffn_up")),
            (self.down, ("ffn_down",)),
        ):
            for name, a, b in zip(names, part.a.chunk(len(names)), part.b):
                out[name] = (a, b)
        return out

    def forward(self, x, cos, sin, past=None):
        s, (batch, tokens, _) = self.shape, x.shape
        matrix = self.qkv.weight.dtype
        q, k, v = self.qkv(rms_norm(x, self.attn_norm, s.eps).to(matrix)).split(self.qkv.sizes, -1)
        q = rotate(q.view(batch, tokens, s.heads, s.head).transpose(1, 2), cos, sin)
        k = rotate(k.view(batch, tokens, s.kv_heads, s.head).transpose(1, 2), cos, sin)
        v = v.view(batch, tokens, s.kv_heads, s.head).transpose(1, 2)
        if past is not None:
            if past:
                k, v = torch.cat((past[0], k), 2), torch.cat((past[1], v), 2)
            past[:] = [k, v]
        k, v = (t.repeat_interleave(s.heads // s.kv_heads, 1) for t in (k, v))
        q, k, v = q.float(), k.float(), v.float()  # its backward pass in bf16 takes 2.5 times as long
        # Right padding: with the causal mask no real token sees it.
        a = F.scaled_dot_product_attention(q, k, v, is_causal=tokens > 1)
        x = x + self.out(a.transpose(1, 2).reshape(batch, tokens, s.hidden).to(matrix)).float()
        gate, up = self.gate_up(rms_norm(x, self.ffn_norm, s.eps).to(matrix)).chunk(2, -1)
        return x + self.down(F.silu(gate) * up).float()


class Llama(nn.Module):
    """Hidden states and logits of right-padded rows of tokens; only the additions have gradients."""

    def __init__(self, shape: Shape, tensors: dict, rank: int = 16, alpha: float = 32, dtype=torch.float32):
        super().__init__()
        self.shape, self.rank, self.alpha = shape, rank, alpha
        self.register_buffer("embeddings", tensors["token_embd"].to(dtype), persistent=False)
        self.register_buffer("norm", tensors["output_norm"].float(), persistent=False)
        self.blocks = nn.ModuleList()
        for i in range(shape.layers):
            own = {n.split(".")[2]: t for n, t in tensors.items() if n.startswith(f"blk.{i}.")}
            own = {n: t.to(dtype) for n, t in own.items()}
            self.blocks.append(Block(shape, own, rank, alpha))
        frequencies = shape.theta ** (-torch.arange(0, shape.head, 2) / shape.head)
        self.register_buffer("frequencies", frequencies, persistent=False)

    def hidden(self, ids, start: int = 0, past=None):
        angles = torch.arange(start, start + ids.shape[1])[:, None] * self.frequencies
        cos, sin = (t.to(self.embeddings.dtype) for t in (angles.cos(), angles.sin()))
        x = F.embedding(ids, self.embeddings).float()
        for i, block in enumerate(self.blocks):
            x = block(x, cos, sin, None if past is None else past[i])
        return rms_norm(x, self.norm, self.shape.eps)

    def logits(self, hidden):
        return F.linear(hidden.to(self.embeddings.dtype), self.embeddings).float()

    def loss(self, ids, targets):
        """Mean cross-entropy; `targets` is -100 where nothing is to be learnt."""
        states = self.hidden(ids)[:, :-1]
        wanted = targets[:, 1:]
        chosen = wanted != -100
        return F.cross_entropy(self.logits(states[chosen]), wanted[chosen])

    @torch.no_grad()
    def generate(self, ids: list[int], most: int, stop: set[int]) -> list[int]:
        """The likeliest continuation, token by token, without the token that ends it."""
        past = [[] for _ in self.blocks]
        out, row, start = [], torch.tensor([ids]), 0
        while len(out) < most:
            token = int(self.logits(self.hidden(row, start, past)[:, -1]).argmax())
            if token in stop:
                break
            out.append(token)
            start += row.shape[1]
            row = torch.tensor([[token]])
        return out

    def lora_state(self) -> dict:
        return {n: p.detach().clone() for n, p in self.named_parameters()}

    def load_lora(self, state: dict) -> None:
        own = dict(self.named_parameters())
        if own.keys() != state.keys():
            raise ValueError("the additions are those of another model or rank")
        with torch.no_grad():
            for name, parameter in own.items():
                parameter.copy_(state[name])


def read_base(path: pathlib.Path) -> tuple[Shape, dict]:
    """Shape and dequantised tensors (f32, names without ".weight") of a GGUF file."""
    import gguf

    reader = gguf.GGUFReader(path)
    field = lambda name: reader.fields[f"llama.{name}"].contents()  # noqa: E731
    shape = Shape(
        layers=field("block_count"),
        hidden=field("embedding_length"),
        ffn=field("feed_forward_length"),
        heads=field("attention.head_count"),
        kv_heads=field("attention.head_count_kv"),
        theta=field("rope.freq_base"),
        eps=field("attention.layer_norm_rms_epsilon"),
        vocab=field("vocab_size"),
    )
    tensors = {}
    for tensor in reader.tensors:
        values = gguf.quants.dequantize(tensor.data, tensor.tensor_type).astype(np.float32)
        tensors[tensor.name.removesuffix(".weight")] = torch.from_numpy(values)
    return shape, tensors
