"""Base, merged and FP8 weights of the writer's tiny run: prints what differs as JSON."""

import json
import pathlib
import sys


def load(folder: pathlib.Path) -> dict:
    from safetensors.torch import load_file

    return {name: tensor for path in folder.glob("*.safetensors") for name, tensor in load_file(path).items()}


def main() -> None:
    import torch
    from transformers import AutoTokenizer

    base, merged, rounded = (load(pathlib.Path(folder)) for folder in sys.argv[1:4])
    rows = {}
    for name in ("model.embed_tokens.weight", "lm_head.weight"):
        rows[name] = torch.nonzero((base[name] != merged[name]).any(dim=1)).flatten().tolist()
    projections = sorted(name for name in merged if name.endswith("_proj.weight"))
    errors = []
    for name in projections:
        back = rounded[name].float() * rounded[name.replace(".weight", ".weight_scale")].float()
        # Of what is not tiny: the smallest numbers have fewer bits.
        sure = merged[name].abs() > merged[name].abs().amax(dim=1, keepdim=True) / 64
        errors.append(((back - merged[name]).abs() / merged[name].abs())[sure].max().item())
    print(json.dumps({
        "trained_rows": rows,
        "projections": projections,
        "unchanged_projections": [name for name in projections if torch.equal(base[name], merged[name])],
        "fp8": sorted(name for name, tensor in rounded.items() if tensor.dtype == torch.float8_e4m3fn),
        "largest_relative_error": max(errors),
        "tokenizer": AutoTokenizer.from_pretrained(sys.argv[3]).eos_token,
    }))  # fmt: skip


if __name__ == "__main__":
    main()
