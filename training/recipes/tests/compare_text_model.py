"""The text part of a tiny Mistral 3 with the real Tekken, against the whole: prints the differences as JSON."""

import json
import pathlib
import sys

from recipes import text_model, tiny, tokenizer

TEXTS = [
    "It's THE iPhoneX's 12345th, 3.5% of 1,000 — don't!", "Die Länge der Straße beträgt 1.234,5 km.\n\n  Größe\tÄ",
    "L'Été où j'étais là : « 20 % »", "¿Cuándo subió el 3,5 %? ¡Ayer!", "Perché l'Università è città?", "<a3f5e823>Text</a3f5e823> a/b'll",
]  # fmt: skip


def main() -> None:
    import mistral_common
    import torch
    from mistral_common.tokens.tokenizers.tekken import Tekkenizer
    from transformers import AutoModelForCausalLM, AutoTokenizer, Mistral3ForConditionalGeneration

    folder = pathlib.Path(sys.argv[1])
    tekken = pathlib.Path(mistral_common.__file__).parent / "data/tekken_240911.json"
    tiny.make("mistral3", folder / "whole", [], tekken=tekken)
    text_model.make(str(folder / "whole"), folder / "text", tokenizer.IDS)
    made, real = AutoTokenizer.from_pretrained(folder / "text"), Tekkenizer.from_file(tekken)
    different = [text for text in TEXTS if made.encode(text, add_special_tokens=False) != real.encode(text, bos=False, eos=False)]
    prompt = made.apply_chat_template([{"role": "user", "content": TEXTS[0]}], add_generation_prompt=True, return_tensors="pt")
    ids = prompt["input_ids"]
    text, whole = AutoModelForCausalLM.from_pretrained(folder / "text"), Mistral3ForConditionalGeneration.from_pretrained(folder / "whole")
    with torch.no_grad():
        difference = (text(ids).logits - whole(ids).logits).abs().max().item()
    try:
        tokenizer.make(str(folder / "whole"), folder / "other", (3, 21))
        refused = ""
    except ValueError as error:
        refused = str(error)
    print(json.dumps({
        "different_texts": different, "size": len(made), "marks": made.convert_tokens_to_ids(list(tokenizer.MARKS)),
        "prompt": ids[0].tolist(), "eos": text.config.eos_token_id, "architecture": type(text).__name__,
        "largest_difference": difference, "refused": refused,
    }))  # fmt: skip


if __name__ == "__main__":
    main()
