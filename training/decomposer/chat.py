"""Prompts and tokens as the C++ side makes them: chatml, contents tokenised apart from the template."""

import pathlib
import re

import numpy as np

PROMPT = "decompose_v2"
END = "<|im_end|>"


def safe(text: str) -> str:
    """White space collapsed; no text can end its own message."""
    return " ".join(text.split()).replace("<|", "< |").replace("|>", "| >")


def fill(content: str, values: dict[str, str]) -> str:
    """Puts values in for {name}; a value is not filled again."""
    return re.sub(r"\{(\w+)\}", lambda m: values.get(m.group(1), m.group(0)), content)


def answer(claims: list[str]) -> str:
    return "\n".join(f"- {claim}" for claim in claims)


class Tokenizer:
    """The byte-level BPE that a GGUF file carries, digits one by one ("smollm")."""

    def __init__(self, gguf_path: pathlib.Path):
        import gguf
        from tokenizers import Tokenizer, decoders, models, pre_tokenizers

        fields = gguf.GGUFReader(gguf_path).fields
        kind = fields["tokenizer.ggml.pre"].contents()
        if kind != "smollm":
            raise ValueError(f"{gguf_path}: pre-tokenizer {kind!r}, expected 'smollm'")
        tokens = fields["tokenizer.ggml.tokens"].contents()
        types = fields["tokenizer.ggml.token_type"].contents()
        merges = [tuple(m.split(" ", 1)) for m in fields["tokenizer.ggml.merges"].contents()]
        bpe = models.BPE(vocab={t: i for i, t in enumerate(tokens)}, merges=merges)
        # Special tokens in a text are ordinary text, so they are not registered: see `special`.
        self._tokenizer = Tokenizer(bpe)
        self._tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
            [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
        )
        self._tokenizer.decoder = decoders.ByteLevel()
        self.special = {t: i for i, t in enumerate(tokens) if types[i] == gguf.TokenType.CONTROL}
        self.end = self.special[END]

    def text(self, text: str) -> list[int]:
        return self._tokenizer.encode(text, add_special_tokens=False).ids

    def template(self, text: str) -> list[int]:
        """Text with the names of special tokens in it."""
        out = []
        for piece in re.split(r"(<\|im_(?:start|end)\|>)", text):
            out += [self.special[piece]] if piece in self.special else self.text(piece)
        return out

    def prompt(self, messages: list[tuple[str, str]], values: dict[str, str]) -> list[int]:
        """Tokens up to where the answer begins."""
        out = []
        for i, (role, content) in enumerate(messages):
            if i + 1 == len(messages):
                content = fill(content, values)
            opening = f"<|im_start|>{role}\n"
            out += self.template(opening if i == 0 else f"{END}\n{opening}")
            out += self.text(content)
        return out + self.template(f"{END}\n<|im_start|>assistant\n")

    def decode(self, ids: list[int]) -> str:
        return self._tokenizer.decode(ids)

    def sample(self, messages, values: dict[str, str], claims: list[str]) -> tuple[np.ndarray, int]:
        """(tokens, how many of them are the prompt) of one training sample."""
        prompt = self.prompt(messages, values)
        return np.array(prompt + self.text(answer(claims)) + [self.end], dtype=np.int32), len(prompt)
