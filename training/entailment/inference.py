"""The shipped GGUF file in PyTorch, and batched logits and embeddings from it."""

import pathlib

import numpy as np
import torch

from . import data
from .model import LAYERS, PairClassifier, from_base, to_hf


def load_gguf(path: pathlib.Path) -> PairClassifier:
    """The entailment model with the weights of a GGUF file (f16 widened to f32)."""
    import gguf

    reader = gguf.GGUFReader(path)
    stored = {tensor.name: tensor for tensor in reader.tensors}
    names = gguf.get_tensor_name_map(gguf.MODEL_ARCH.BERT, LAYERS)
    model = PairClassifier()
    with torch.no_grad():
        for source, tensor in to_hf(model).items():
            found = stored[names.get_name(source, try_suffixes=(".weight", ".bias"))]
            tensor.copy_(torch.from_numpy(np.array(found.data, dtype=np.float32)).view(tensor.shape))
    return model.eval()


def load_checkpoint(path: pathlib.Path, part: str = "ema") -> PairClassifier:
    """The averaged ("ema") or the latest ("model") weights of a checkpoint."""
    model = PairClassifier()
    model.load_state_dict(torch.load(path, weights_only=True)[part])
    return model.eval()


@torch.no_grad()
def logits(model, tokenizer: data.Tokenizer, premises, hypotheses, max_tokens: int) -> np.ndarray:
    """(pairs, 3) logits in f32; pairs of similar length share a batch."""
    rows = tokenizer.pairs(list(premises), list(hypotheses), max_tokens)
    order = sorted(range(len(rows)), key=lambda i: len(rows[i]))
    out = np.zeros((len(rows), 3), dtype=np.float32)
    for start in range(0, len(order), 32):
        part = order[start : start + 32]
        out[part] = model(*data.collate([rows[i] for i in part])).numpy()
    return out


class Embedder:
    """all-MiniLM-L6-v2: mean of the last layer over all tokens, normalised."""

    def __init__(self, tokenizer: data.Tokenizer):
        self.model = from_base().eval()
        self.tokenizer = tokenizer

    @torch.no_grad()
    def __call__(self, texts, max_tokens: int = 256) -> np.ndarray:
        texts = list(texts)
        rows = [
            np.array([data.CLS, *ids[: max_tokens - 2], data.SEP], dtype=np.int32)
            for ids in self.tokenizer.pieces(texts)
        ]
        order = sorted(range(len(rows)), key=lambda i: len(rows[i]))
        out = np.zeros((len(rows), 384), dtype=np.float32)
        for start in range(0, len(order), 32):
            part = order[start : start + 32]
            ids, lengths = data.collate([rows[i] for i in part])
            states = self.model.encode(ids, lengths)
            mask = (torch.arange(ids.shape[1])[None, :] < lengths[:, None])[..., None]
            mean = (states * mask).sum(1) / lengths[:, None]
            out[part] = torch.nn.functional.normalize(mean, dim=1).numpy()
        return out


def cosines(embedder: Embedder, left, right) -> np.ndarray:
    """Cosine of each pair; every distinct text is embedded once."""
    texts = list(dict.fromkeys([*left, *right]))
    at = {text: i for i, text in enumerate(texts)}
    vectors = embedder(texts)
    return np.array([vectors[at[a]] @ vectors[at[b]] for a, b in zip(left, right)])


