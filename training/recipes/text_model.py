"""The text part of Mistral Small 3.2 as a model of its own, with ChatML in its tokenizer: what the writer is trained from.

    python -m recipes.text_model --from mistralai/Mistral-Small-3.2-24B-Instruct-2506 --out ../build/training/writer-base

The published model reads pictures too, and Axolotl then asks for a picture processor even when no example has one. The
weights are copied shard by shard, unchanged: memory for one shard (5 GB) is enough, and 48 GB of disk.
"""

import argparse
import json
import pathlib
import sys

from . import tokenizer

# Of the published checkpoints, and of those that Transformers 5 writes.
PREFIXES = {"language_model.model.": "model.", "language_model.lm_head.": "lm_head.", "model.language_model.": "model.",
            "lm_head.": "lm_head."}  # fmt: skip
SHARED = ("bos_token_id", "eos_token_id", "pad_token_id", "tie_word_embeddings")


def text_name(name: str) -> str | None:
    for old, new in PREFIXES.items():
        if name.startswith(old):
            return new + name[len(old) :]
    return None


def find(source: str) -> pathlib.Path:
    """The folder of the model; one that is named is fetched into the hub's cache."""
    if pathlib.Path(source).is_dir():
        return pathlib.Path(source)
    from huggingface_hub import snapshot_download

    # consolidated.safetensors holds the same weights once more in Mistral's own names.
    return pathlib.Path(snapshot_download(source, ignore_patterns=["consolidated*"]))


def copy_weights(source: pathlib.Path, out: pathlib.Path) -> dict[str, str]:
    """name -> file of the copy."""
    from safetensors import safe_open
    from safetensors.torch import save_file

    places = {}
    shards = sorted(path for path in source.glob("*.safetensors") if not path.name.startswith("consolidated"))
    for path in shards:
        with safe_open(path, framework="pt") as file:
            names = {name: new for name in file.keys() if (new := text_name(name))}
            if names:
                save_file({new: file.get_tensor(name) for name, new in names.items()}, out / path.name, metadata={"format": "pt"})
        places.update({new: path.name for new in names.values()})
    return places


def text_config(config: dict) -> dict:
    text = config.get("text_config")
    if not isinstance(text, dict):
        raise ValueError(f"the model is a {config.get('model_type')!r} without a text_config: it needs no splitting")
    shared = {key: config[key] for key in SHARED if key in config and key not in text}
    return {**text, **shared, "architectures": ["MistralForCausalLM"], "model_type": "mistral",
            "dtype": config.get("dtype") or config.get("torch_dtype") or "bfloat16"}  # fmt: skip


def make(source: str, out: pathlib.Path, ids: tuple[int, int]) -> None:
    folder = find(source)
    out.mkdir(parents=True, exist_ok=True)
    config = text_config(json.loads((folder / "config.json").read_text("utf-8")))
    places = copy_weights(folder, out)
    layers = {name.split(".")[2] for name in places if name.startswith("model.layers.")}
    if len(layers) != config["num_hidden_layers"] or "model.embed_tokens.weight" not in places:
        raise ValueError(f"{folder}: {len(layers)} of {config['num_hidden_layers']} layers found; are all its "
                         "*.safetensors there?")
    index = {"metadata": {}, "weight_map": dict(sorted(places.items()))}
    if set(places.values()) != {"model.safetensors"}:
        (out / "model.safetensors.index.json").write_text(json.dumps(index, indent=1) + "\n", "utf-8")
    tokenizer.make(str(folder), out, ids)
    config["eos_token_id"], config["bos_token_id"] = ids[1], None
    (out / "config.json").write_text(json.dumps(config, indent=2) + "\n", "utf-8")
    (out / "generation_config.json").write_text(json.dumps({"eos_token_id": ids[1]}) + "\n", "utf-8")


def main() -> int:
    p = argparse.ArgumentParser(prog="recipes.text_model", description="the text part of Mistral Small 3.2, with ChatML")
    p.add_argument("--from", dest="source", required=True, help="model, by name or folder")
    p.add_argument("--out", type=pathlib.Path, required=True)
    p.add_argument("--ids", type=int, nargs=2, default=tokenizer.IDS, help="reserved ids for the marks (default: 20 21)")
    args = p.parse_args()
    try:
        make(args.source, args.out, tuple(args.ids))
    except (ValueError, OSError) as error:
        print(f"recipes.text_model: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
