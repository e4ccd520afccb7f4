"""Checks recipes with Axolotl's own validation, as on the GPUs that they are for; needs no GPU and no weights.

    python -m recipes.check recipes/*.yaml

Axolotl drops keys that it does not know without a word, so those are errors here. What a GPU alone can show is not
checked: that flash-attn and ring-flash-attn run. Where they are not installed, a stand-in satisfies their import.
"""

import argparse
import importlib.machinery
import importlib.util
import json
import os
import pathlib
import sys
import types

# An H100: what the recipe of the writer asks for; the others ask for less.
GPU = {"bf16": True, "fp8": True, "tf32": True, "compute_capability": "sm_90"}


class ConfigError(Exception):
    """The configuration is wrong, or what it names does not fit."""


def stand_in(name: str) -> bool:
    """A module that can be imported and does nothing, where the real one is not installed."""
    if importlib.util.find_spec(name):
        return False
    module = types.ModuleType(name)
    module.__spec__ = importlib.machinery.ModuleSpec(name, None)
    sys.modules[name] = module
    return True


def unknown(config: dict, model, place: str = "") -> list[str]:
    """Keys that Axolotl would drop; lists of data sets and nested parts as well."""
    names = set(model.model_fields)
    for field in model.model_fields.values():
        names |= {alias for alias in (field.alias, field.validation_alias) if isinstance(alias, str)}
    return [place + key for key in config if key not in names]


def check(path: pathlib.Path, gpus: int | None) -> dict:
    import torch
    import yaml
    from axolotl.utils.config import validate_config
    from axolotl.utils.dict import DictDefault
    from axolotl.utils.schemas.config import AxolotlInputConfig
    from axolotl.utils.schemas.datasets import SFTDataset
    from axolotl.utils.schemas.fsdp import FSDPConfig

    try:
        config = yaml.safe_load(path.read_text("utf-8"))
    except (OSError, yaml.YAMLError) as error:
        raise ConfigError(f"{path}: {error}") from None
    if not isinstance(config, dict):
        raise ConfigError(f"{path}: not a mapping")
    strange = unknown(config, AxolotlInputConfig)
    for kind in ("datasets", "test_datasets"):
        for i, entry in enumerate(config.get(kind) or []):
            strange += unknown(entry, SFTDataset, f"{kind}[{i}].")
    strange += unknown(config.get("fsdp_config") or {}, FSDPConfig, "fsdp_config.")
    if strange:
        raise ConfigError(f"{path}: Axolotl knows no {', '.join(strange)}")
    absent = []
    parallel = config.get("context_parallel_size") or 1
    if parallel > 1 and stand_in("ring_flash_attn"):
        absent.append("ring_flash_attn")
    gpus = gpus or parallel
    try:
        valid = validate_config(DictDefault(config), {**GPU, "n_gpu": gpus}, {"torch_version": torch.__version__.split("+")[0]})
    except Exception as error:  # pydantic's, Axolotl's own, ImportError: all say what is wrong in their text.
        raise ConfigError(f"{path}: {error}") from None
    if gpus % parallel:
        raise ConfigError(f"{path}: context_parallel_size {parallel} does not divide {gpus} GPUs")
    return {"config": path.name, "base_model": valid.base_model, "epochs": valid.num_epochs, "sequence_len": valid.sequence_len,
            "lora_r": valid.lora_r, "context_parallel_size": parallel, "not_installed": absent}  # fmt: skip


def main() -> int:
    p = argparse.ArgumentParser(prog="recipes.check", description="Axolotl's own validation of the recipes")
    p.add_argument("configs", type=pathlib.Path, nargs="+")
    p.add_argument("--gpus", type=int, help="how many the run has (default: what the recipe's context parallelism needs)")
    args = p.parse_args()
    # Before Axolotl is imported, which asks for it at once.
    os.environ.setdefault("AXOLOTL_DO_NOT_TRACK", "1")
    failed = 0
    for path in args.configs:
        try:
            print(json.dumps(check(path, args.gpus)))
        except ConfigError as error:
            print(f"recipes.check: {error}", file=sys.stderr)
            failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
