"""A tiny model of the same architecture as a recipe's, made on the spot: random weights, nothing fetched."""

import json
import pathlib
import shutil

CHATML = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
SIZES = {"hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2, "num_attention_heads": 4,
         "num_key_value_heads": 2, "head_dim": 16, "max_position_embeddings": 4096}  # fmt: skip


def make_tokenizer(texts: list[str], special: list[str], **names: str):
    """A byte-level BPE of a thousand tokens."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(vocab_size=1000, special_tokens=special, show_progress=False,
                                  initial_alphabet=pre_tokenizers.ByteLevel.alphabet())
    tokenizer.train_from_iterator(texts, trainer)
    return PreTrainedTokenizerFast(tokenizer_object=tokenizer, **names)


def qwen3(out: pathlib.Path, texts: list[str]) -> None:
    from transformers import Qwen3Config, Qwen3ForCausalLM

    saved = make_tokenizer(texts, [*CHATML, "<think>", "</think>"], eos_token="<|im_end|>", pad_token="<|endoftext|>")
    saved.save_pretrained(out)
    config = Qwen3Config(vocab_size=len(saved), eos_token_id=saved.eos_token_id, pad_token_id=saved.pad_token_id, **SIZES)
    Qwen3ForCausalLM(config).save_pretrained(out)


def reserved_tokenizer(out: pathlib.Path, texts: list[str]) -> int:
    """Keeps reserved names, as Tekken does. Its size."""
    names = ["<unk>", "<s>", "</s>", "[INST]", "[/INST]", *(f"<SPECIAL_{i}>" for i in range(5, 24))]
    names[10], names[11] = "[IMG]", "<pad>"
    saved = make_tokenizer(texts, names, bos_token="<s>", eos_token="</s>", unk_token="<unk>", pad_token="<pad>")
    saved.save_pretrained(out)
    return len(saved)


def mistral3(out: pathlib.Path, texts: list[str], tekken: pathlib.Path | None = None) -> None:
    """With the vision part, as in Mistral Small 3.2. `tekken`: its real tokenizer (mistral-common's package has one)."""
    from transformers import Mistral3Config, Mistral3ForConditionalGeneration

    if tekken:
        shutil.copy(tekken, out / "tekken.json")
        size = json.loads(tekken.read_text("utf-8"))["config"]["default_vocab_size"]
    else:
        size = reserved_tokenizer(out, texts)
    vision = {"model_type": "pixtral", "hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 1,
              "num_attention_heads": 2, "head_dim": 16, "image_size": 28, "patch_size": 14}  # fmt: skip
    text = {"model_type": "mistral", "vocab_size": size, "sliding_window": None, "tie_word_embeddings": False, **SIZES}
    config = Mistral3Config(text_config=text, vision_config=vision, image_token_index=10, tie_word_embeddings=False)
    Mistral3ForConditionalGeneration(config).save_pretrained(out)


MAKERS = {"qwen3": qwen3, "mistral3": mistral3}


def make(kind: str, out: pathlib.Path, texts: list[str], **more) -> None:
    import torch

    torch.manual_seed(42)
    out.mkdir(parents=True, exist_ok=True)
    MAKERS[kind](out, texts, **more)
