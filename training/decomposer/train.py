"""Trains the decomposer's LoRA adapter on SmolLM2-135M-Instruct; resumes from its last checkpoint.

    python -m decomposer.train --data DIR --base GGUF --state DIR --minutes 60

The loss is that of the claims alone. As in entailment.train the learning rate follows the training clock
(minutes of training, kept across restarts): warm-up, then linear decay to zero at --minutes.
"""

import argparse
import json
import pathlib
import random
import signal
import time

import numpy as np
import torch

from prompt_files import read_prompt

from . import chat, samples
from .model import Llama, read_base


def values_of(sample: samples.Sample) -> dict[str, str]:
    """What fills the prompt, as in src/grounding/claim_extractor.cc."""
    before = f"Before: {chat.safe(sample.before)}\n" if sample.before else ""
    return {"before": before, "sentence": chat.safe(sample.sentence)}


def tokenise(made, tokenizer: chat.Tokenizer, messages, most: int) -> list[tuple[np.ndarray, int]]:
    """[(tokens, length of the prompt)] of the samples that are not too long."""
    rows = [tokenizer.sample(messages, values_of(s), s.claims) for s in made]
    return [row for row in rows if len(row[0]) <= most]


def batches(rows, seed: int, epoch: int, budget: int, window: int = 128) -> list[list[int]]:
    """An epoch's batches, cut by tokens (padding included) from windows sorted by length."""
    rng = random.Random(f"{seed} {epoch}")
    order = list(range(len(rows)))
    rng.shuffle(order)
    out = []
    for start in range(0, len(order), window):
        part: list[int] = []
        for i in sorted(order[start : start + window], key=lambda i: len(rows[i][0])):
            if part and (len(part) + 1) * len(rows[i][0]) > budget:
                out.append(part)
                part = []
            part.append(i)
        out.append(part)
    rng.shuffle(out)
    return out


def collate(rows) -> tuple[torch.Tensor, torch.Tensor]:
    """(tokens, targets), right-padded; targets are -100 in prompts and padding."""
    width = max(len(tokens) for tokens, _ in rows)
    ids = torch.zeros(len(rows), width, dtype=torch.long)
    targets = torch.full((len(rows), width), -100, dtype=torch.long)
    for i, (tokens, prompt) in enumerate(rows):
        ids[i, : len(tokens)] = torch.from_numpy(tokens)
        targets[i, prompt : len(tokens)] = torch.from_numpy(tokens[prompt:])
    return ids, targets


def rate_at(args, clock: float) -> float:
    return args.rate * min(1.0, clock / args.warmup_minutes) * max(0.0, 1 - clock / args.minutes)


class Run:
    def __init__(self, args):
        self.args = args
        shape, tensors = read_base(args.base)
        torch.manual_seed(args.seed)
        self.model = Llama(shape, tensors, args.rank, args.alpha, torch.bfloat16)
        tokenizer = chat.Tokenizer(args.base)
        messages = read_prompt(chat.PROMPT)
        self.rows = tokenise(samples.make(args.data), tokenizer, messages, args.most_tokens)
        dev = samples.development(args.data)
        self.dev = tokenise(dev, tokenizer, messages, args.most_tokens)[: args.dev_samples]
        parameters = list(self.model.parameters())
        self.optimizer = torch.optim.AdamW(parameters, lr=args.rate, weight_decay=0.0, betas=(0.9, 0.99))
        self.epoch = self.step_in_epoch = self.steps = 0
        self.clock = 0.0
        self.stopped = False
        self.path = args.state / "checkpoint.pt"

    def log(self, **values) -> None:
        line = json.dumps({"minutes": round(self.clock, 2), "steps": self.steps, **values})
        print(line, flush=True)
        with open(self.args.state / "log.jsonl", "a", encoding="utf-8") as file:
            file.write(line + "\n")

    def load(self) -> None:
        if not self.path.exists():
            return
        kept = torch.load(self.path, weights_only=True)
        self.model.load_lora(kept["lora"])
        self.optimizer.load_state_dict(kept["optimizer"])
        self.clock, self.steps = kept["clock"], kept["steps"]
        if kept["samples"] == len(self.rows):
            self.epoch, self.step_in_epoch = kept["epoch"], kept["step_in_epoch"]
        else:
            self.epoch = kept["epoch"] + 1  # other samples: their order means nothing any more
        self.log(resumed=self.epoch)

    def save(self) -> None:
        kept = {
            "lora": self.model.lora_state(),
            "optimizer": self.optimizer.state_dict(),
            "rank": self.args.rank,
            "alpha": float(self.args.alpha),
            "clock": self.clock,
            "steps": self.steps,
            "epoch": self.epoch,
            "step_in_epoch": self.step_in_epoch,
            "samples": len(self.rows),
        }
        part = self.path.with_suffix(".part")
        torch.save(kept, part)
        part.replace(self.path)

    @torch.no_grad()
    def dev_loss(self) -> float:
        losses = [self.model.loss(*collate(self.dev[i : i + 8])).item() for i in range(0, len(self.dev), 8)]
        return sum(losses) / len(losses)

    def step(self, batch: list[int]) -> float:
        for group in self.optimizer.param_groups:
            group["lr"] = rate_at(self.args, self.clock)
        loss = self.model.loss(*collate([self.rows[i] for i in batch]))
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        return loss.item()

    def train(self) -> None:
        signal.signal(signal.SIGTERM, lambda *_: setattr(self, "stopped", True))
        self.log(samples=len(self.rows), tokens=sum(len(r[0]) for r in self.rows), dev=len(self.dev))
        saved = logged = looked = self.clock
        losses, tokens = [], 0
        while self.clock < self.args.minutes and not self.stopped:
            plan = batches(self.rows, self.args.seed, self.epoch, self.args.tokens)
            for batch in plan[self.step_in_epoch :]:
                begin = time.monotonic()
                losses.append(self.step(batch))
                tokens += sum(len(self.rows[i][0]) for i in batch)
                self.clock += (time.monotonic() - begin) / 60
                self.steps += 1
                self.step_in_epoch += 1
                if self.clock - logged >= 1:
                    speed = tokens / (self.clock - logged) / 60
                    self.log(loss=round(sum(losses) / len(losses), 4), speed=round(speed, 1), epoch=self.epoch)
                    losses, tokens, logged = [], 0, self.clock
                if self.clock - saved >= self.args.checkpoint_minutes:
                    self.save()
                    saved = self.clock
                if self.clock - looked >= self.args.dev_minutes:
                    self.log(dev_loss=round(self.dev_loss(), 4))
                    looked = self.clock
                if self.clock >= self.args.minutes or self.stopped:
                    break
            else:
                self.epoch, self.step_in_epoch = self.epoch + 1, 0
        self.save()
        self.log(dev_loss=round(self.dev_loss(), 4), finished=not self.stopped)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    p.add_argument("--data", type=pathlib.Path, required=True, help="folder of the public data sets")
    p.add_argument("--base", type=pathlib.Path, required=True, help="SmolLM2-135M-Instruct.Q4_1.gguf")
    p.add_argument("--state", type=pathlib.Path, required=True, help="checkpoint and log go here")
    p.add_argument("--minutes", type=float, default=60, help="training clock at which the rate is zero")
    p.add_argument("--rate", type=float, default=1e-3, help="peak learning rate")
    p.add_argument("--warmup-minutes", type=float, default=2)
    p.add_argument("--rank", type=int, default=16)
    p.add_argument("--alpha", type=float, default=32)
    p.add_argument("--tokens", type=int, default=1024, help="tokens a batch, padding included")
    p.add_argument("--most-tokens", type=int, default=190, help="longer samples are left out")
    p.add_argument("--threads", type=int, default=1)
    p.add_argument("--seed", type=int, default=7)
    p.add_argument("--checkpoint-minutes", type=float, default=4)
    p.add_argument("--dev-minutes", type=float, default=12)
    p.add_argument("--dev-samples", type=int, default=64)
    args = p.parse_args()
    args.state.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(args.threads)
    torch.set_flush_denormal(True)
    run = Run(args)
    run.load()
    run.train()


if __name__ == "__main__":
    main()
