"""A merged model in FP8, for vLLM: half of bf16's memory (sui-1: 48 GB to 24 GB).

    python -m recipes.export_fp8 MODEL OUT

Weights are rounded to E4M3 with one scale a row, activations are scaled a token as they come (FP8_DYNAMIC of
llm-compressor), so no calibration texts are needed. Embeddings and the output layer stay as they are.
"""

import argparse
import pathlib
import shutil
import sys

KEPT = ["lm_head", "re:.*vision_tower.*", "re:.*multi_modal_projector.*"]


def export(model_folder: pathlib.Path, out: pathlib.Path) -> None:
    from llmcompressor import oneshot
    from llmcompressor.modifiers.quantization import QuantizationModifier
    from transformers import AutoModelForCausalLM, AutoTokenizer

    model = AutoModelForCausalLM.from_pretrained(model_folder, dtype="auto")
    oneshot(model=model, recipe=QuantizationModifier(targets="Linear", scheme="FP8_DYNAMIC", ignore=KEPT))
    model.save_pretrained(out, save_compressed=True)
    AutoTokenizer.from_pretrained(model_folder).save_pretrained(out)
    for name in ("chat_template.jinja", "generation_config.json"):
        if (model_folder / name).exists():
            shutil.copy(model_folder / name, out / name)


def main() -> int:
    p = argparse.ArgumentParser(prog="recipes.export_fp8", description="a merged model in FP8")
    p.add_argument("model", type=pathlib.Path, help="folder that axolotl merge-lora wrote")
    p.add_argument("out", type=pathlib.Path)
    args = p.parse_args()
    if not (args.model / "config.json").exists():
        print(f"recipes.export_fp8: {args.model} holds no config.json; merge the adapter first", file=sys.stderr)
        return 1
    export(args.model, args.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
