"""Reads every export with the packages themselves, and prints what they made of it as one line of JSON.

Run by test_exports_load.py with the Python that has the packages: `python -m recipes.tests.load_exports FOLDER`.
"""

import json
import os
import pathlib
import sys

from recipes import tiny

ROOT = pathlib.Path(__file__).resolve().parents[3]


def rows_of(path: pathlib.Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]


def schema_errors(synth: pathlib.Path) -> list[str]:
    import jsonschema

    schema = json.loads((ROOT / "docs/formats/synth_examples.schema.json").read_text("utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    lines = [(path.name, row) for path in sorted(synth.glob("*.jsonl")) for row in rows_of(path)]
    lines.append(("summary.json", json.loads((synth / "summary.json").read_text("utf-8"))))
    return [f"{name}: {error.message}" for name, row in lines for error in validator.iter_errors(row)]


def load_all(exports: pathlib.Path) -> dict:
    """file -> [rows, columns]."""
    from datasets import load_dataset

    seen = {}
    for path in sorted(exports.rglob("*.jsonl")):
        loaded = load_dataset("json", data_files=str(path), split="train")
        seen[str(path.relative_to(exports))] = [len(loaded), sorted(loaded.column_names)]
    return seen


def trl_kinds(exports: pathlib.Path) -> dict[str, bool]:
    from trl.data_utils import is_conversational

    files = {"openai": "writer", "trl-sft": "writer", "trl-preference": "writer", "trl-unpaired": "writer",
             "trl-stepwise": "entailment", "chatml": "writer"}  # fmt: skip
    return {name: is_conversational(rows_of(exports / name / f"{task}.eval.jsonl")[0]) for name, task in files.items()}


def trl(exports: pathlib.Path, folder: pathlib.Path, model: pathlib.Path) -> dict:
    from datasets import load_dataset
    from transformers import AutoModelForTokenClassification, AutoTokenizer
    from trl import DPOConfig, DPOTrainer, KTOConfig, KTOTrainer, SFTConfig, SFTTrainer
    from trl.experimental.prm import PRMConfig, PRMTrainer

    tokenizer = AutoTokenizer.from_pretrained(model)
    common = {"report_to": "none", "use_cpu": True, "bf16": False}

    def load(name: str):
        return load_dataset("json", data_files=str(exports / name), split="train")

    sft = SFTTrainer(str(model), SFTConfig(str(folder / "sft"), max_length=None, **common),
                     train_dataset=load("trl-sft/entailment.train.jsonl"))  # fmt: skip
    # What is learnt: labels where the trainer makes them beforehand, else the completion's mask.
    answers = set()
    for row in sft.train_dataset:
        mask = row["completion_mask"] if "completion_mask" in row else [label != -100 for label in row["labels"]]
        answers.add(tokenizer.decode([token for token, use in zip(row["input_ids"], mask) if use]))

    name = "trl-preference/decomposer.train.jsonl"
    dpo = DPOTrainer(str(model), args=DPOConfig(str(folder / "dpo"), max_length=None, **common), train_dataset=load(name),
                     processing_class=tokenizer)  # fmt: skip
    first = dpo.train_dataset[0]
    kept = {key: tokenizer.decode(first[f"{key}_ids"] if f"{key}_ids" in first else first[f"{key}_input_ids"], skip_special_tokens=True)
            for key in ("chosen", "rejected")}  # fmt: skip

    unpaired_file = "trl-unpaired/writer.train.jsonl"
    kto = KTOTrainer(str(model), args=KTOConfig(str(folder / "kto"), max_length=None, per_device_train_batch_size=2, **common),
                     train_dataset=load(unpaired_file), processing_class=tokenizer)  # fmt: skip

    steps_file = "trl-stepwise/entailment.train.jsonl"
    head = AutoModelForTokenClassification.from_pretrained(model, num_labels=2)
    prm = PRMTrainer(head, PRMConfig(str(folder / "prm"), max_length=None, **common), processing_class=tokenizer,
                     train_dataset=load(steps_file))  # fmt: skip
    return {
        "conversational": trl_kinds(exports),
        "sft_answers": sorted(answers),
        "dpo_chosen": kept["chosen"].strip(),
        "dpo_rejected": kept["rejected"].strip(),
        "expected_chosen": rows_of(exports / name)[0]["chosen"][0]["content"],
        "kto_labels": sorted(kto.train_dataset["label"]),
        "expected_kto_labels": sorted(row["label"] for row in rows_of(exports / unpaired_file)),
        "step_labels": [[label for label in row["labels"] if label != -100] for row in prm.train_dataset],
        "expected_step_labels": [[int(label) for label in row["labels"]] for row in rows_of(exports / steps_file)],
    }


def axolotl(exports: pathlib.Path, folder: pathlib.Path, model: pathlib.Path) -> dict:
    """task -> what its recipe learns of the first row, that row's answer, and the whole text that the model reads."""
    import yaml
    from axolotl.prompt_strategies import load as load_strategy
    from axolotl.utils.dict import DictDefault
    from transformers import AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(model)
    seen = {}
    for path in sorted((ROOT / "training/recipes").glob("*.yaml")):
        config = DictDefault(yaml.safe_load(path.read_text("utf-8")))
        source = config.datasets[0]
        task = pathlib.Path(source.path).name.partition(".")[0]
        row = rows_of(exports / "axolotl" / pathlib.Path(source.path).name)[0]
        strategy = load_strategy(source.type, tokenizer, DictDefault({**config, "eot_tokens": None}), source)
        made = strategy.tokenize_prompt({"messages": [row["messages"]]})
        ids, labels = made["input_ids"], made["labels"]
        if isinstance(ids[0], list):
            ids, labels = ids[0], labels[0]
        learnt = tokenizer.decode([token for token, label in zip(ids, labels) if label != -100])
        seen[task] = [learnt, row["messages"][-1]["content"], tokenizer.decode(ids)]
    return seen


def main() -> None:
    from transformers import AutoTokenizer

    folder = pathlib.Path(sys.argv[1])
    exports, model = folder / "exports", folder / "model"
    texts = [json.dumps(row["messages"], ensure_ascii=False) for row in rows_of(exports / "axolotl/writer.train.jsonl")]
    tiny.make("qwen3", model, texts)
    tokenizer = AutoTokenizer.from_pretrained(model)
    tokenizer.chat_template = (
        "{% for m in messages %}<|im_start|>{{ m['role'] }}\n{{ m['content'] }}<|im_end|>\n{% endfor %}"
        "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
    )
    tokenizer.save_pretrained(model)
    conversations = rows_of(exports / "openai/writer.train.jsonl")
    seen = {
        "schema_errors": schema_errors(folder / "synth"),
        "rows": load_all(exports),
        "templated": [tokenizer.apply_chat_template(row["messages"], tokenize=False) for row in conversations],
        "chatml": [row["text"] for row in rows_of(exports / "chatml/writer.train.jsonl")],
        "trl": trl(exports, folder, model),
        "axolotl": axolotl(exports, folder, model),
    }
    print(json.dumps(seen))


if __name__ == "__main__":
    os.environ.setdefault("AXOLOTL_DO_NOT_TRACK", "1")
    main()
