"""Fine-tunes MiniLM-L6 into the entailment model; resumes from its last checkpoint.

    python -m entailment.train --data DIR --state DIR --minutes 130 [--made FILE]

The learning rate follows the training clock (minutes spent training, kept across restarts), because
the speed of a shared machine is not known in advance: warm-up, flat, then linear decay to zero at
--minutes. Resuming with a larger --minutes raises it again. A changed mix of data starts a new epoch.

On a shared machine two workers of one thread each are nearly twice as fast as one of two threads, because
neither waits for the other at every operation: start the command twice with --workers 2 and --worker 0 and 1.
They see different batches and average their weights every --sync-seconds.
"""

import argparse
import copy
import json
import os
import pathlib
import signal
import time

import torch
import torch.distributed as dist
import torch.nn.functional as F

from . import data, inference
from .model import LABELS, from_base


def make_parser(description: str) -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(description=description, formatter_class=argparse.RawTextHelpFormatter)
    p.add_argument("--data", type=pathlib.Path, required=True, help="folder of the public data sets")
    p.add_argument("--state", type=pathlib.Path, required=True, help="checkpoints and log go here")
    p.add_argument("--made", type=pathlib.Path, help="rule-made pairs (entailment.make_pairs)")
    p.add_argument("--start", type=pathlib.Path, help="without a checkpoint: begin with the weights of this GGUF file")
    p.add_argument("--minutes", type=float, default=130, help="training clock at which the rate is zero")
    p.add_argument("--rate", type=float, default=8e-5, help="peak learning rate")
    p.add_argument("--decay-from", type=float, default=0.3, help="share of the clock where decay starts")
    p.add_argument("--warmup-minutes", type=float, default=3)
    p.add_argument("--tokens", type=int, default=1792, help="tokens a batch, padding included")
    p.add_argument("--freeze", type=int, default=1, help="lowest layers that stay as they are")
    p.add_argument("--smoothing", type=float, default=0.05)
    p.add_argument("--ema", type=float, default=0.998)
    p.add_argument("--threads", type=int, default=2)
    p.add_argument("--seed", type=int, default=7)
    p.add_argument("--anneal", action="store_true", help="the mix for the last part of a run (data.ANNEAL)")
    p.add_argument("--workers", type=int, default=1)
    p.add_argument("--worker", type=int, default=0, help="number of this one; 0 saves and logs")
    p.add_argument("--sync-seconds", type=float, default=120)
    p.add_argument("--checkpoint-minutes", type=float, default=4)
    p.add_argument("--dev-minutes", type=float, default=12)
    return p


def rate_at(args, clock: float, since_start: float) -> float:
    """Learning rate at `clock` minutes; every (re)start of the optimizer's clock warms up again."""
    warm = min(1.0, since_start / args.warmup_minutes)
    begin = args.decay_from * args.minutes
    fall = 1.0 if clock < begin else max(0.0, (args.minutes - clock) / (args.minutes - begin))
    return args.rate * warm * fall


def dev_sample(data_dir, tokenizer, per_set: int = 150):
    """The first rows of each development set after a fixed shuffle: a quick look, not a figure."""
    import random

    out = {}
    for name in ("lingnli.dev", "check_covid.dev", "contract_nli.dev", "climate_fever.dev"):
        rows = list(data.read_pairs(data_dir, data.Source(f"nli/{name}", 1)))
        random.Random(0).shuffle(rows)
        premises, hypotheses, labels = zip(*rows[:per_set])
        out[name] = (tokenizer.pairs(list(premises), list(hypotheses)), torch.tensor(labels))
    return out


@torch.no_grad()
def accuracy(model, rows, labels) -> float:
    order = sorted(range(len(rows)), key=lambda i: len(rows[i]))
    hits = 0
    for start in range(0, len(order), 32):
        part = order[start : start + 32]
        with torch.autocast("cpu", torch.bfloat16):
            logits = model(*data.collate([rows[i] for i in part]))
        hits += int((logits.argmax(1) == labels[part]).sum())
    return hits / len(rows)


class Run:
    """One training; another base or mix overrides the make_ functions (multilingual.train)."""

    def __init__(self, args):
        self.args = args
        self.tokenizer = self.make_tokenizer()
        self.pool = self.make_pool()
        if args.anneal:
            self.pool.anneal()
        self.model = self.make_model()
        self.model.freeze(args.freeze)
        self.optimizer = torch.optim.AdamW(self.make_groups(), lr=0.0, fused=True)
        self.ema = copy.deepcopy(self.model)
        self.clock = 0.0  # minutes
        self.pairs = 0
        self.steps = 0
        self.epoch = 0
        self.batch = 0
        self.fingerprint = f"{self.pool.fingerprint()}/{args.workers}"
        self.stopped = False
        signal.signal(signal.SIGTERM, self.stop)

    def make_tokenizer(self):
        return data.Tokenizer()

    def make_pool(self) -> data.Pool:
        return data.cached_pool(self.args.data, self.args.made, self.args.state)

    def make_model(self):
        if self.args.start:
            return inference.load_gguf(self.args.start).train()
        return from_base(self.args.seed)

    def make_groups(self) -> list[dict]:
        """The optimizer's groups; one with a "scale" learns at that multiple of the rate."""
        trained = [p for p in self.model.parameters() if p.requires_grad]
        decayed = [p for p in trained if p.ndim > 1]
        plain = [p for p in trained if p.ndim == 1]
        return [{"params": decayed, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0.0}]

    def dev_rows(self) -> dict:
        return dev_sample(self.args.data, self.tokenizer)

    def stop(self, *_) -> None:
        """SIGTERM: finish the step, save, leave."""
        self.stopped = True

    def path(self) -> pathlib.Path:
        return self.args.state / "checkpoint.pt"

    def save(self) -> None:
        state = {k: getattr(self, k) for k in ("clock", "pairs", "steps", "epoch", "batch", "fingerprint")}
        state["model"] = self.model.state_dict()
        state["ema"] = self.ema.state_dict()
        state["optimizer"] = self.optimizer.state_dict()
        part = self.path().with_suffix(".part")
        torch.save(state, part)
        os.replace(part, self.path())

    def load(self) -> None:
        if not self.path().exists():
            return
        state = torch.load(self.path(), weights_only=True)
        same_data = state["fingerprint"] == self.fingerprint
        self.model.load_state_dict(state["model"])
        self.ema.load_state_dict(state["ema"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.clock, self.pairs, self.steps = state["clock"], state["pairs"], state["steps"]
        self.epoch = state["epoch"] if same_data else state["epoch"] + 1
        self.batch = state["batch"] if same_data else 0
        self.log(f"resumed, {'same' if same_data else 'new'} data")

    def average(self, own_pairs: int) -> None:
        """Weights become the mean over all workers; adds everybody's pairs to the count."""
        total = torch.tensor([float(own_pairs)])
        dist.all_reduce(total)
        self.pairs += int(total) - own_pairs
        trained = [p.data for p in self.model.parameters() if p.requires_grad]
        flat = torch.cat([p.view(-1) for p in trained])
        dist.all_reduce(flat)
        flat /= self.args.workers
        start = 0
        for p in trained:
            p.copy_(flat[start : start + p.numel()].view_as(p))
            start += p.numel()

    def log(self, text: str) -> None:
        if self.args.worker:
            return
        line = f"{time.strftime('%H:%M:%S')} clock {self.clock:.1f} epoch {self.epoch} step {self.steps} pairs {self.pairs} {text}"
        print(line, flush=True)

    def step(self, batch, rate: float) -> float:
        for group in self.optimizer.param_groups:
            group["lr"] = rate * group.get("scale", 1.0)
        ids, lengths = data.collate([self.pool.rows[i] for i in batch])
        labels = torch.tensor([self.pool.labels[i] for i in batch])
        with torch.autocast("cpu", torch.bfloat16):
            logits = self.model(ids, lengths)
        loss = F.cross_entropy(logits.float(), labels, label_smoothing=self.args.smoothing)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        self.optimizer.step()
        self.optimizer.zero_grad()
        self.steps += 1
        self.pairs += len(batch)
        if self.steps % 4 == 0:
            decay = min(self.args.ema, self.steps / (self.steps + 40)) ** 4
            with torch.no_grad():
                for slow, fast in zip(self.ema.parameters(), self.model.parameters()):
                    if fast.requires_grad:
                        slow.lerp_(fast, 1 - decay)
        return float(loss.detach())

    def train(self) -> None:
        args = self.args
        dev = self.dev_rows()
        shares = dict(zip(LABELS, (round(s, 3) for s in self.pool.expected_shares())))
        self.log(f"pool {len(self.pool.rows)} pairs, {sum(self.pool.passes):.0f} an epoch, {shares}")
        for name, counts in self.pool.counts.items():
            self.log(f"  {name} {counts}")
        began = self.clock
        last = time.monotonic()
        saved = looked = self.clock
        losses, seen, since = [], 0, self.clock
        synced_pairs, syncs, origin = self.pairs, 0, time.monotonic()
        last_sync = int((args.minutes - self.clock) * 60 / args.sync_seconds) if args.workers > 1 else 0
        while self.clock < args.minutes:
            batches = self.pool.batches(args.seed, self.epoch, args.tokens)[args.worker :: args.workers]
            while self.batch < len(batches) and self.clock < args.minutes:
                batch = batches[self.batch]
                losses.append(self.step(batch, rate_at(args, self.clock, self.clock - began + 0.01)))
                seen += len(batch)
                self.batch += 1
                now = time.monotonic()
                self.clock += (now - last) / 60
                last = now
                if self.steps % 200 == 0:
                    speed = seen / (60 * max(1e-9, self.clock - since))
                    rate = self.optimizer.param_groups[0]["lr"]
                    self.log(f"loss {sum(losses) / len(losses):.4f} rate {rate:.2e} {speed:.1f} pairs/s")
                    losses, seen, since = [], 0, self.clock
                while syncs < last_sync and (now - origin) / args.sync_seconds >= syncs + 1:
                    self.average(self.pairs - synced_pairs)
                    synced_pairs, syncs = self.pairs, syncs + 1
                if args.worker:
                    if self.stopped:
                        return
                    continue
                if self.stopped or self.clock - saved > args.checkpoint_minutes:
                    self.save()
                    saved = self.clock
                if self.stopped:
                    self.log("stopped")
                    return
                if self.clock - looked > args.dev_minutes:
                    looks = {k: round(accuracy(self.ema, *v), 3) for k, v in dev.items()}
                    self.log(f"dev sample (averaged weights) {json.dumps(looks)}")
                    looked = self.clock
            if self.batch >= len(batches):
                self.epoch, self.batch = self.epoch + 1, 0
        for _ in range(syncs, last_sync):
            self.average(self.pairs - synced_pairs)
            synced_pairs = self.pairs
        if args.worker:
            return
        self.save()
        looks = {k: round(accuracy(self.ema, *v), 3) for k, v in dev.items()}
        self.log(f"done; dev sample (averaged weights) {json.dumps(looks)}")


def start(args, run_class=Run) -> None:
    """Runs a training to its end or until it is stopped."""
    args.state.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(args.threads)
    torch.set_flush_denormal(True)
    if args.workers > 1:
        meeting = f"file://{args.state.resolve()}/workers-{os.getppid()}"
        dist.init_process_group("gloo", init_method=meeting, rank=args.worker, world_size=args.workers)
    run = run_class(args)
    run.load()
    run.train()


def main():
    start(make_parser(__doc__).parse_args())


if __name__ == "__main__":
    main()
