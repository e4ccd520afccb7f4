"""Checkpoint -> LoRA adapter in GGUF (f16), its ModelSpec, and texts to compare another implementation with.

    python -m decomposer.export --checkpoint FILE --base GGUF --models DIR [--out-dir DIR]

The adapter is applied by libllama on the quantised base file; tensors are named as llama.cpp's own converter
names them (blk.N.PROJECTION.weight.lora_a, .lora_b).
"""

import argparse
import hashlib
import json
import pathlib

import torch

from prompt_files import read_prompt

from . import chat, samples, train
from .model import Llama, read_base

NAME = "decomposer-smollm2-135m-lora"
BASE_SPEC = "decomposer-smollm2-135m.json"
SENTENCES = "eval/decompose/sentences.jsonl"
FIXTURE_ROWS = 12


def write_adapter(model: Llama, path: pathlib.Path, name: str) -> str:
    """Writes the adapter; gives its SHA-256. The same additions give the same bytes."""
    import gguf

    writer = gguf.GGUFWriter(path, "llama")
    writer.add_type("adapter")
    writer.add_string("adapter.type", "lora")
    writer.add_float32("adapter.lora.alpha", model.alpha)
    writer.add_name(name)
    writer.add_string("general.license", "apache-2.0")
    for i, block in enumerate(model.blocks):
        for projection, (a, b) in block.projections().items():
            for end, tensor in (("lora_a", a), ("lora_b", b)):
                values = tensor.detach().to(torch.float16).contiguous().numpy()
                writer.add_tensor(f"blk.{i}.{projection}.weight.{end}", values)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return hashlib.sha256(path.read_bytes()).hexdigest()


def read_adapter(model: Llama, path: pathlib.Path) -> None:
    """Puts the additions of a file into a model of the same rank."""
    import gguf

    stored = {t.name: torch.from_numpy(t.data.copy()).float() for t in gguf.GGUFReader(path).tensors}
    with torch.no_grad():
        for i, block in enumerate(model.blocks):
            for projection, (a, b) in block.projections().items():
                a.copy_(stored[f"blk.{i}.{projection}.weight.lora_a"])
                b.copy_(stored[f"blk.{i}.{projection}.weight.lora_b"])


def write_fixture(model: Llama, base: pathlib.Path, repository: pathlib.Path, out: pathlib.Path) -> None:
    """Prompts with what the model writes, greedily, in f32: {"messages", "text"} a line."""
    tokenizer = chat.Tokenizer(base)
    messages = read_prompt(chat.PROMPT)
    with open(repository / SENTENCES, encoding="utf-8") as lines, open(out, "w", encoding="utf-8") as file:
        for line, _ in zip(lines, range(FIXTURE_ROWS)):
            row = json.loads(line)
            values = train.values_of(samples.Sample("", row["context"], row["sentence"], []))
            text = tokenizer.decode(model.generate(tokenizer.prompt(messages, values), 120, {tokenizer.end}))
            filled = [(role, chat.fill(content, values)) for role, content in messages]
            record = {"messages": [{"role": role, "content": content} for role, content in filled], "text": text}
            file.write(json.dumps(record, ensure_ascii=False) + "\n")


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    p.add_argument("--checkpoint", type=pathlib.Path, required=True)
    p.add_argument("--base", type=pathlib.Path, required=True)
    p.add_argument("--models", type=pathlib.Path, required=True, help="the repository's models folder")
    p.add_argument("--out-dir", type=pathlib.Path, help="write here instead of --models (to try an export)")
    p.add_argument("--threads", type=int, default=1)
    args = p.parse_args()
    torch.set_num_threads(args.threads)
    kept = torch.load(args.checkpoint, weights_only=True)
    model = Llama(*read_base(args.base), kept["rank"], kept["alpha"])
    model.load_lora(kept["lora"])
    out = args.out_dir or args.models
    out.mkdir(parents=True, exist_ok=True)
    path = out / f"{NAME}.gguf"
    digest = write_adapter(model, path, NAME)
    base = json.loads((args.models / BASE_SPEC).read_text(encoding="utf-8"))
    spec = {
        **{k: base[k] for k in ("role", "file", "sha256", "size_bytes", "format", "licence")},
        "base": "SmolLM2-135M-Instruct, with an adapter trained by training/decomposer",
        **{k: base[k] for k in ("source", "max_tokens", "template", "languages")},
        "adapter": {"file": path.name, "sha256": digest, "size_bytes": path.stat().st_size},
        "prompt": chat.PROMPT,
    }
    spec = {"name": NAME, **spec}
    (out / f"{NAME}.json").write_text(json.dumps(spec, indent=2) + "\n", encoding="utf-8")
    read_adapter(model, path)  # from here on: as it ships
    (out / "parity").mkdir(exist_ok=True)
    write_fixture(model, args.base, args.models.resolve().parent, out / "parity" / f"{NAME}.jsonl")
    print(digest, path)


if __name__ == "__main__":
    main()
