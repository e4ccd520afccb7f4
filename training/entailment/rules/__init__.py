"""Rules that turn a true statement into a false one, an unsupported one or a paraphrase.

Each rule is a function (text, rng) -> changed text, or None where it does not apply. Rules keep the
grammar; a change that would not decide the relation (for example "at least 5" -> "at least 4") is None.
"""
