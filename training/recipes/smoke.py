"""Runs a recipe for a few steps on a tiny model of its architecture, on the CPU, with Axolotl itself.

    python -m recipes.smoke recipes/decomposer_qwen3_14b.yaml --exports EXPORTS --out FOLDER

Everything that is not in `overrides` is the recipe's own. The losses are printed, and left in FOLDER/RECIPE/losses.json;
a run fails when its last ones are not below its first.
"""

import argparse
import ast
import json
import os
import pathlib
import re
import subprocess
import sys

import yaml

from . import text_model, tiny, tokenizer

ARCHITECTURES = {"Qwen/Qwen3-14B": "qwen3", "Qwen/Qwen3-4B-Instruct-2507": "qwen3",
                 "build/training/writer-base": "mistral3"}  # fmt: skip
# Several GPUs, and what only a GPU has.
DROPPED = ("fsdp_version", "fsdp_config", "context_parallel_size", "test_datasets", "evals_per_epoch", "saves_per_epoch",
           "save_total_limit")  # fmt: skip


def overrides(config: dict, model: pathlib.Path, rows: pathlib.Path, out: pathlib.Path, steps: int) -> dict:
    """What the tiny run changes of a recipe."""
    return {
        "base_model": str(model),
        "datasets": [{**config["datasets"][0], "path": str(rows)}],
        "dataset_prepared_path": str(out / "prepared"),
        "output_dir": str(out / "adapter"),
        "sequence_len": 1024,
        "sample_packing": False,
        "pad_to_sequence_len": False,
        "micro_batch_size": 4,
        "gradient_accumulation_steps": 1,
        "max_steps": steps,
        "num_epochs": 50,
        "warmup_ratio": 0.0,
        # Random weights have all to learn: a rate that shows it in a few steps.
        "learning_rate": 0.01,
        "logging_steps": 1,
        "save_strategy": "no",
        "optimizer": "adamw_torch",
        "bf16": False,
        "fp16": False,
        "tf32": False,
        "attn_implementation": "sdpa",
        "lora_mlp_kernel": False,
        "lora_qkv_kernel": False,
        "lora_o_kernel": False,
        "lora_embedding_kernel": False,
    }


def learnt_texts(rows: pathlib.Path) -> list[str]:
    lines = [json.loads(line) for line in rows.read_text("utf-8").split("\n") if line]
    if not lines:
        raise ValueError(f"{rows}: no rows")
    return ["\n".join(turn["content"] for turn in line["messages"]) for line in lines]


def prepare(recipe: pathlib.Path, exports: pathlib.Path, out: pathlib.Path, steps: int) -> pathlib.Path:
    """The tiny model and the changed configuration; the path of the latter."""
    config = yaml.safe_load(recipe.read_text("utf-8"))
    base, rows = config["base_model"], exports / "axolotl" / pathlib.Path(config["datasets"][0]["path"]).name
    if base not in ARCHITECTURES:
        raise ValueError(f"{recipe}: no tiny model of {base}; add it to ARCHITECTURES")
    tiny.make(ARCHITECTURES[base], out / "model", learnt_texts(rows))
    model = out / "model"
    if ARCHITECTURES[base] == "mistral3":
        model = out / "text"
        text_model.make(str(out / "model"), model, tokenizer.IDS)
    kept = {key: value for key, value in config.items() if key not in DROPPED}
    path = out / "config.yaml"
    path.write_text(yaml.safe_dump({**kept, **overrides(config, model, rows, out, steps)}), "utf-8")
    return path


def axolotl(command: str, config: pathlib.Path, *more: str) -> None:
    """A command of Axolotl's, its log beside the configuration."""
    env = {**os.environ, "ACCELERATE_USE_CPU": "true", "HF_HUB_OFFLINE": "1", "AXOLOTL_DO_NOT_TRACK": "1",
           "WANDB_MODE": "disabled", "CUDA_VISIBLE_DEVICES": "", "TOKENIZERS_PARALLELISM": "false",
           # Compiling takes longer than the run, and more threads than one wait for each other.
           "TORCHDYNAMO_DISABLE": "1", "OMP_NUM_THREADS": "1"}  # fmt: skip
    log = config.with_name(f"{command}.log")
    with log.open("w", encoding="utf-8") as file:
        done = subprocess.run([sys.executable, "-m", f"axolotl.cli.{command}", str(config), *more], stdout=file,
                              stderr=subprocess.STDOUT, env=env, cwd=config.parent)
    if done.returncode:
        raise ValueError(f"axolotl {command} failed:\n" + "\n".join(log.read_text("utf-8").splitlines()[-25:]))


def losses(out: pathlib.Path) -> list[float]:
    """As the trainer prints them: it keeps no record where it saves no checkpoint."""
    printed = re.findall(r"\{'loss':.*?\}", (out / "train.log").read_text("utf-8"))
    return [float(ast.literal_eval(text)["loss"]) for text in printed]


def run(recipe: pathlib.Path, exports: pathlib.Path, out: pathlib.Path, steps: int) -> list[float]:
    config = prepare(recipe, exports.resolve(), out, steps)
    axolotl("train", config)
    values = losses(out)
    (out / "losses.json").write_text(json.dumps(values) + "\n", "utf-8")
    if len(values) != steps:
        raise ValueError(f"{len(values)} losses after {steps} steps: see {out / 'train.log'}")
    return values


def fell(values: list[float]) -> bool:
    """The mean of the last three is below that of the first three."""
    part = min(3, len(values) // 2)
    return part > 0 and sum(values[-part:]) < sum(values[:part])


def main() -> int:
    p = argparse.ArgumentParser(prog="recipes.smoke", description="a few steps of a recipe on a tiny model")
    p.add_argument("recipes", type=pathlib.Path, nargs="+")
    p.add_argument("--exports", type=pathlib.Path, required=True, help="folder that python -m exports wrote")
    p.add_argument("--out", type=pathlib.Path, required=True, help="a folder for each recipe is made there")
    p.add_argument("--steps", type=int, default=10)
    p.add_argument("--merge", action="store_true", help="merge the adapter into the model afterwards, as for an export")
    args = p.parse_args()
    failed = 0
    for recipe in args.recipes:
        out = (args.out / recipe.stem).resolve()
        try:
            values = run(recipe, args.exports, out, args.steps)
            if args.merge:
                axolotl("merge_lora", out / "config.yaml")
            if not fell(values):
                raise ValueError(f"the loss did not fall: {values}")
            print(recipe.stem, *(f"{value:.3f}" for value in values), flush=True)
        except (ValueError, OSError) as error:
            print(f"recipes.smoke: {recipe}: {error}", file=sys.stderr)
            failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
