"""Negation added or removed."""

import re

from .lexicon import BASE_TO_PAST, NEGATIONS, PAST_TO_BASE, THIRD_NOUNS, THIRD_TO_BASE, third_person

_AUX = r"\b(is|are|was|were|has been|have been|had been|can|will|would|does|do|did)\b"
_SUBORDINATE = re.compile(r"\b(if|whether|that|who|which|when|where|while|because|although|unless)\b")


def has_negation(text: str) -> bool:
    tokens = re.findall(r"n't|[a-z]+", text.lower())
    return any(t in NEGATIONS for t in tokens)


def negation_added(text: str, rng):
    """Negates the main clause: after its auxiliary, else with "did not" or "does not"."""
    if has_negation(text) or text.endswith("?") or len(text.split()) > 40:
        return None
    m = re.search(_AUX, text)
    if m and not _SUBORDINATE.search(text[: m.start()].lower()) and m.start() > 0:
        after = text[m.end() :]
        if re.match(r" (not|only|also|always|still|now known|often|sometimes|just|merely|both)\b", after):
            return None
        aux = m.group()
        if aux == "can":
            return text[: m.start()] + "cannot" + after
        if " " in aux:
            return text[: m.start()] + aux.split()[0] + " not been" + after
        if aux in ("do", "does", "did") and not re.match(r" [a-z]+", after):
            return None
        if aux in ("do", "does", "did"):
            return None  # mostly a main verb ("did well")
        return text[: m.start()] + aux + " not" + after
    head = m.start() if m else len(text)
    for v in re.finditer(r"\b[a-z]+\b", text[:head]):
        word, before, after = v.group(), text[: v.start()], text[v.end() :]
        if _SUBORDINATE.search(before.lower()):
            return None
        if not before or re.search(r"\b(to|has|have|had|be|been|being|and|or|also|the|a|an|of|by|,)\s$", before):
            continue
        if re.match(r" (by|also|only)\b", after):
            continue
        if word in PAST_TO_BASE:
            if word in ("led", "based", "used", "found", "felt", "left", "made") and re.match(r" (to|in|by|for)\b", after):
                continue
            if re.search(r"(,|\))\s*$", before):
                continue
            return f"{before}did not {PAST_TO_BASE[word]}{after}"
        if word in THIRD_TO_BASE and not (word in THIRD_NOUNS and re.match(r" (in|of|and|from|with)\b|[.,]", after)):
            return f"{before}does not {THIRD_TO_BASE[word]}{after}"
    return None


_REMOVALS = [
    (r"\b(is|are|was|were|has|have|had|will|would|could|should|does|do|did) not\b", None),
    (r"\bcannot\b", "can"),
    (r"\b(no|not any) evidence\b", "clear evidence"),
    (r"\bno significant (difference|change|effect|association|correlation|improvement|increase|decrease|reduction)\b", r"a significant \1"),
    (r"\bno significant (differences|changes|effects|associations|correlations|improvements)\b", r"significant \1"),
    (r"\bno (difference|change|effect|association|correlation|improvement|increase|decrease|reduction|relationship)\b", r"a clear \1"),
    (r"\bno (differences|changes|effects|associations|correlations|improvements)\b", r"clear \1"),
    (r"\bnot significantly\b", "significantly"),
    (r"\bnever\b ", ""),
    (r"\bwithout\b(?! (a|an) )", "with"),
]  # fmt: skip


def negation_removed(text: str, rng):
    """The statement without its one negation."""
    tokens = [t for t in re.findall(r"n't|[a-z]+", text.lower()) if t in NEGATIONS]
    if len(tokens) != 1 or re.search(r"\bnot (only|just|merely|all|every|necessarily|yet)\b|\b(if|but|until)\b", text):
        return None
    for pattern, new in _REMOVALS:
        m = re.search(pattern, text)
        if not m:
            continue
        if new is not None:
            return text[: m.start()] + m.expand(new) + text[m.end() :]
        aux, after = m.group(1), text[m.end() :]
        if aux in ("does", "do", "did"):
            verb = re.match(r" (?:[a-z]+ly )?([a-z]+)\b", after)
            if not verb or after[: verb.end()].count(" ") > 1:
                return None
            base = verb.group(1)
            if aux == "does":
                form = "has" if base == "have" else third_person(base)
            elif aux == "do":
                form = base
            else:
                form = {"have": "had", "do": "did"}.get(base) or BASE_TO_PAST.get(base)
            return f"{text[: m.start()]}{form}{after[verb.end() :]}" if form else None
        return text[: m.start()] + aux + after
    return None
