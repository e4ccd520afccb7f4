"""Tokenises the mix into the state folder, so that workers which start together do not each do it.

    python -m multilingual.prepare (the options of multilingual.train)
"""

from . import base, data, train


def main() -> None:
    args = train.make_parser().parse_args()
    args.state.mkdir(parents=True, exist_ok=True)
    made = [args.made] + ([args.made_english] if args.made_english else [])
    pool = data.cached_pool(args.data, made, args.state, base.Tokenizer(base.read_package(args.package)))
    shares = [round(share, 3) for share in pool.expected_shares()]
    print(f"{len(pool.rows)} pairs, {sum(pool.passes):.0f} an epoch, shares of the labels {shares}")


if __name__ == "__main__":
    main()
