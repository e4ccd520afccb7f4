"""What follows from a sentence by its form alone."""

import re

_LABEL = r"^(?:BACKGROUND|METHODS?|RESULTS?|CONCLUSIONS?|FINDINGS|INTERPRETATION|OBJECTIVES?|AIMS?|PURPOSE|INTRODUCTION|MEASUREMENTS|MAIN RESULTS|DISCUSSION)\s?[:.]\s*"
_OPENER = (
    r"^(?:However|Moreover|Furthermore|In addition|Additionally|Thus|Therefore|In conclusion|Interestingly|"
    r"Importantly|Notably|Consequently|Hence|Finally|Nevertheless|Also|Here|Similarly|Overall|In contrast|"
    r"In this study|Surprisingly|Indeed|Recently), "
)
_FOUND = r"^(?:(?:Here,? )?(?:[Ww]e|The authors|Our results|These results|Our data|These data|Results|The results) (?:also )?(?:found|show|showed|demonstrate|demonstrated|observed|report|reported|reveal|revealed|confirm|confirmed)(?: here)?) that "


def _sentence(text: str) -> str:
    text = text.strip(" ,;")
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def opener_dropped(text: str, rng):
    """Without its section label, connective or "we found that"."""
    short = re.sub(_FOUND, "", re.sub(_OPENER, "", re.sub(_LABEL, "", text)))
    if short == text or len(short.split()) < 4:
        return None
    return _sentence(short)


_SUBJECT = r"(?:[A-Z][\w'’-]*|the|a|an|no|all|most|some|many|these|this|its|their|his|her|he|she|it|they|we)"
_VERB = re.compile(r"\b(was|were|is|are|had|has|have|did|does|can|cannot|will|would|may|could|[a-z]{3,}ed|remains?|shows?|increases?|reduces?|became|began|won)\b")


def clause(text: str, rng):
    """One of two main clauses joined by ", and", ", but", ", while", ", whereas" or ";"."""
    for m in re.finditer(r"(?:, (?:and|but|while|whereas|although) |; (?:however, )?)", text):
        first, second = text[: m.start()], text[m.end() :]
        if re.search(r"\b(if|whether|unless|when|that|suggest\w*|believe\w*|because|to|not|neither|either)\b", text[: m.end()].lower()):
            continue
        if not re.match(rf"{_SUBJECT}\b", second) or not (_VERB.search(first) and _VERB.search(second)):
            continue
        verb = _VERB.search(second)
        if re.search(r",", second[: verb.start()]) or len(second[: verb.start()].split()) > 6:
            continue
        if len(first.split()) < 5 or len(second.split()) < 5 or first.count(",") > 0:
            continue
        if re.match(r"(it|they|he|she|this|these|its|their|his|her|the latter|the former)\b", second.lower()):
            return _sentence(first)
        return _sentence(rng.choice([first, second]))
    return None


def brackets_dropped(text: str, rng):
    """Without what stands in brackets."""
    short = re.sub(r"\s?\([^()]*\)|\s?\[[^\[\]]*\]", "", text)
    if short == text or len(short.split()) < 5 or re.search(r"[()\[\]]", short):
        return None
    return short
