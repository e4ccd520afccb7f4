"""ChatML for a tokenizer that lacks its marks: two reserved names become <|im_start|> and <|im_end|>.

Mistral Small 3.2 carries Tekken, whose first thousand ids are kept for such names; no id and no weight is added, so
the vocabulary stays at 131,072 and the weights stay loadable everywhere. The two rows are untrained: the recipe
trains them with the adapter (peft_trainable_token_indices), which is why the ids are checked here.
"""

import json
import pathlib
import re

MARKS = ("<|im_start|>", "<|im_end|>")
IDS = (20, 21)
TEMPLATE = (
    "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>' + '\\n' }}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"
)


def rename(tokenizer: dict, names: dict[int, str]) -> dict:
    """tokenizer.json with other names for added tokens. Only reserved ones may be taken."""
    entries = {entry["id"]: entry for entry in tokenizer["added_tokens"]}
    for token, name in names.items():
        old = entries.get(token, {}).get("content", "no added token")
        if not re.fullmatch(r"<SPECIAL_\d+>", old):
            raise ValueError(f"id {token} is {old!r}, not a reserved name <SPECIAL_n>; choose others with --ids, and name "
                             "the same in peft_trainable_token_indices")
        entries[token].update(content=name, special=True)
        vocabulary = tokenizer["model"].get("vocab")
        if isinstance(vocabulary, dict) and old in vocabulary:
            vocabulary[name] = vocabulary.pop(old)
    return tokenizer


def make(source: str, out: pathlib.Path, ids: tuple[int, int] = IDS) -> None:
    from transformers import AutoTokenizer, PreTrainedTokenizerFast

    # mistral_format=False: mistral-common's own tokenizer knows no ChatML and cannot be renamed.
    loaded = AutoTokenizer.from_pretrained(source, mistral_format=False)
    data = rename(json.loads(loaded.backend_tokenizer.to_str()), dict(zip(ids, MARKS)))
    out.mkdir(parents=True, exist_ok=True)
    path = out / "tokenizer.json"
    path.write_text(json.dumps(data, ensure_ascii=False), "utf-8")
    # No beginning-of-text token: ChatML has none, and the product's servers add none.
    saved = PreTrainedTokenizerFast(tokenizer_file=str(path), eos_token=MARKS[1], pad_token=loaded.pad_token or "<pad>",
                                    unk_token=loaded.unk_token, clean_up_tokenization_spaces=False)
    saved.chat_template = TEMPLATE
    saved.save_pretrained(out)
    check(saved, dict(zip(ids, MARKS)), len(loaded))


def check(tokenizer, names: dict[int, str], size: int) -> None:
    if len(tokenizer) != size:
        raise ValueError(f"the tokenizer has {len(tokenizer)} tokens and had {size}; its pad token must be one it has")
    for token, name in names.items():
        if tokenizer.encode(name, add_special_tokens=False) != [token]:
            raise ValueError(f"{name} is not token {token} after the change")
