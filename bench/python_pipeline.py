#!/usr/bin/env python3
"""Claim-level grounding as it is written today: NLTK's Punkt, sentence-transformers, transformers.

The same work as `glossator ground --method etracer`, with the same weights: the embedder and the decomposition model
that the product uses, and its entailment model as a BertForSequenceClassification. Written to be fast, as a careful
user would: all sentences of the response are decomposed in one batch, all texts embedded in one call, pairs sorted by
length and batched, torch.inference_mode, all cores, float32 (on these CPUs faster than half precision).

    python bench/python_pipeline.py < requests > measurements

A request is a line "METHOD<TAB>RESPONSE FILE<TAB>SOURCE FILE" (the method is not looked at), its answer a line of JSON;
bench/compare.py sends them. No PFCR and no report are computed, which the product does.
"""

import json
import pathlib
import re
import sys
import time

import numpy as np
import punkt
import torch
import transformers
from sentence_transformers import SentenceTransformer

REPOSITORY = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(REPOSITORY / "eval"), str(REPOSITORY / "training")]
import product  # noqa: E402
from entailment.inference import load_gguf  # noqa: E402
from entailment.model import HIDDEN, LABELS, LAYERS, package_dir, to_hf  # noqa: E402

TAU = 0.5
MAX_ATTEMPTS = 3
BATCH = 32
MAX_TOKENS = 256


def reset_peak() -> None:
    pathlib.Path("/proc/self/clear_refs").write_text("5")


def peak_memory() -> int:
    """Peak resident bytes since reset_peak."""
    status = pathlib.Path("/proc/self/status").read_text()
    return int(re.search(r"VmHWM:\s+(\d+) kB", status)[1]) * 1024


class Clock:
    """Wall time of each stage."""

    def __init__(self):
        self.stages, self.last = {}, time.perf_counter()

    def mark(self, stage: str) -> None:
        now = time.perf_counter()
        self.stages[stage] = self.stages.get(stage, 0.0) + now - self.last
        self.last = now


class Entailment:
    """The product's entailment weights in transformers' own class."""

    def __init__(self):
        config = transformers.BertConfig(
            num_hidden_layers=LAYERS, hidden_size=HIDDEN, intermediate_size=4 * HIDDEN, hidden_act="gelu_pytorch_tanh",
            num_labels=len(LABELS))
        self.model = transformers.BertForSequenceClassification(config).eval()
        renamed = {}
        for name, tensor in to_hf(load_gguf(product.model_file("entailment"))).items():
            if name.startswith("classifier.dense"):
                name = name.replace("classifier.dense", "bert.pooler.dense")
            elif name.startswith("classifier.out_proj"):
                name = name.replace("classifier.out_proj", "classifier")
            else:
                name = "bert." + name
            renamed[name] = tensor
        missing, unexpected = self.model.load_state_dict(renamed, strict=False)
        if unexpected or any("position_ids" not in name for name in missing):
            raise RuntimeError(f"entailment weights do not fit: missing {missing}, unexpected {unexpected}")
        self.tokenizer = transformers.AutoTokenizer.from_pretrained(package_dir())
        self.pairs = 0

    def __call__(self, pairs: list) -> list:
        """The label of each (premise, hypothesis)."""
        self.pairs += len(pairs)
        order = sorted(range(len(pairs)), key=lambda i: len(pairs[i][0]) + len(pairs[i][1]))
        labels = [None] * len(pairs)
        for start in range(0, len(order), BATCH):
            part = order[start : start + BATCH]
            inputs = self.tokenizer([pairs[i][0] for i in part], [pairs[i][1] for i in part], padding=True,
                                    truncation="longest_first", max_length=MAX_TOKENS, return_tensors="pt")
            inputs["token_type_ids"] = torch.zeros_like(inputs["input_ids"])  # As the model was trained.
            for i, best in zip(part, self.model(**inputs).logits.argmax(-1).tolist()):
                labels[i] = LABELS[best]
        return labels


class Decomposer:
    """Sentences to claims, all sentences in one batch; the product's prompt."""

    def __init__(self):
        path = product.model_file("decomposer")
        where = {"pretrained_model_name_or_path": str(path.parent), "gguf_file": path.name}
        self.tokenizer = transformers.AutoTokenizer.from_pretrained(**where, padding_side="left")
        self.model = transformers.AutoModelForCausalLM.from_pretrained(**where, dtype=torch.float32).eval()
        if self.tokenizer.pad_token is None:
            self.tokenizer.pad_token = self.tokenizer.eos_token
        text = (REPOSITORY / "prompts" / "decompose_v1.txt").read_text()
        parts = re.split(r"^--- (system|user|assistant)\n", text, flags=re.M)[1:]
        self.messages = [{"role": role, "content": content.strip()} for role, content in zip(parts[::2], parts[1::2])]
        self.generated = 0

    def __call__(self, sentences: list, attempt: int) -> list:
        prompts = []
        for sentence in sentences:
            last = {"role": "user", "content": self.messages[-1]["content"].replace("{sentence}", sentence)}
            prompts.append(self.tokenizer.apply_chat_template([*self.messages[:-1], last], tokenize=False,
                                                              add_generation_prompt=True))
        inputs = self.tokenizer(prompts, return_tensors="pt", padding=True)
        inputs.pop("token_type_ids", None)
        longest = max(len(sentence.split()) for sentence in sentences)
        torch.manual_seed(42 + attempt)
        sampling = {"do_sample": False} if attempt == 1 else {"do_sample": True, "temperature": 0.7}
        out = self.model.generate(**inputs, **sampling, max_new_tokens=min(max(6 * longest + 24, 48), 400),
                                  eos_token_id=self.tokenizer.convert_tokens_to_ids("<|im_end|>"),
                                  pad_token_id=self.tokenizer.pad_token_id, stop_strings=["\n\n"],
                                  tokenizer=self.tokenizer)
        out = out[:, inputs["input_ids"].shape[1]:]
        self.generated += int((out != self.tokenizer.pad_token_id).sum())
        answers = self.tokenizer.batch_decode(out, skip_special_tokens=True)
        return [[line[2:].strip() for line in answer.split("\n") if line.startswith("- ") and line[2:].strip()]
                for answer in answers]


class Pipeline:
    def __init__(self):
        self.embedder = SentenceTransformer(str(package_dir()), device="cpu")
        self.entailment = Entailment()
        self.decomposer = Decomposer()
        self.splitter = punkt.PunktSentenceTokenizer(punkt.load_model("english"))

    def claims_of(self, sentences: list, clock: Clock) -> list:
        """(sentence number, claim): those that their sentence entails; tried again until all are, or the sentence."""
        claims = {}
        pending = list(range(len(sentences)))
        for attempt in range(1, MAX_ATTEMPTS + 1):
            if not pending:
                break
            answers = self.decomposer([sentences[i] for i in pending], attempt)
            clock.mark("decompose")
            flat = [(i, claim) for i, answer in zip(pending, answers) for claim in answer]
            labels = self.entailment([(sentences[i], claim) for i, claim in flat])
            clock.mark("check_claims")
            again = []
            for i in pending:
                mine = [(claim, label) for (j, claim), label in zip(flat, labels) if j == i]
                kept = [claim for claim, label in mine if label == "entailment"]
                if len(kept) > len(claims.get(i, [])):
                    claims[i] = kept
                if not mine or len(kept) < len(mine):
                    again.append(i)
            pending = again
        return [(i, claim) for i, sentence in enumerate(sentences) for claim in claims.get(i) or [sentence]]

    def ground(self, response_file: str, source_file: str) -> dict:
        reset_peak()
        begin, cpu = time.perf_counter(), time.process_time()
        self.entailment.pairs = self.decomposer.generated = 0
        clock = Clock()
        response = pathlib.Path(response_file).read_text(encoding="utf-8")
        source = pathlib.Path(source_file).read_text(encoding="utf-8")
        split = lambda text: [s for block in re.split(r"\n\s*\n", text) if block.strip()
                              for s in self.splitter.tokenize(block.strip())]
        sentences, context = split(response), split(source)
        clock.mark("load")
        with torch.inference_mode():
            claims = self.claims_of(sentences, clock)
            vectors = self.embedder.encode([claim for _, claim in claims] + context, batch_size=BATCH,
                                           normalize_embeddings=True, show_progress_bar=False)
            importance = vectors[: len(claims)] @ vectors[len(claims):].T
            clock.mark("embed")
            candidates = np.argwhere(importance >= TAU)
            labels = self.entailment([(context[s], claims[c][1]) for c, s in candidates])
        sign = {"entailment": 1, "neutral": 0, "contradiction": -1}
        scores = np.zeros_like(importance)
        for (c, s), label in zip(candidates, labels):
            scores[c, s] = importance[c, s] * sign[label]
        verdicts = {}
        for row in scores:
            supports, contradicts = (row > 0).any(), (row < 0).any()
            verdict = ("conflicting" if supports and contradicts else "supported" if supports
                       else "contradicted" if contradicts else "not_enough_info")
            verdicts[verdict] = verdicts.get(verdict, 0) + 1
        clock.mark("match")
        return {"wall": time.perf_counter() - begin, "cpu": time.process_time() - cpu,
                "peak_memory": peak_memory(),
                "threads": torch.get_num_threads(), "response_sentences": len(sentences),
                "source_sentences": len(context), "claims": len(claims), "verdicts": verdicts,
                "stages": {name: {"wall": seconds} for name, seconds in clock.stages.items()},
                "models": {"embedder": {"items": len(claims) + len(context)},
                           "entailment": {"items": self.entailment.pairs},
                           "decomposer": {"generated_tokens": self.decomposer.generated}}}


def main() -> int:
    transformers.utils.logging.set_verbosity_error()
    transformers.utils.logging.disable_progress_bar()
    pipeline = Pipeline()
    for line in sys.stdin:
        _, response, source = line.rstrip("\n").split("\t")
        print(json.dumps(pipeline.ground(response, source)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
