"""A small output folder of `glossator synth`, with everything that the exports look at (docs/formats/synth_examples.md)."""

import hashlib
import json
import pathlib

PROMPT = {"id": "oneshot_relaxed_en_v1", "sha256": "0" * 64, "relaxed": True, "system": "Summarise the text.",
          "user_before": "Write in English.\n\nText:\n", "user_after": "\n\nThank you."}  # fmt: skip
TEACHER = {"model": "teacher-a", "prompt": "synth_en_v1", "prompt_sha256": "1" * 64, "temperature": 0.7, "seed": 42,
           "prompt_tokens": 100, "completion_tokens": 50}  # fmt: skip
QUALITY = {"words": 20, "sentences": 2, "citations": 2, "precision": 1.0, "recall": 1.0, "parts": 2, "spacing": 0.5,
           "longest_uncited": 9, "filler": 0, "length_error": None, "reasoning_words": 15, "reasoning_tags": 2}  # fmt: skip


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def document(i: int) -> str:
    return digest(f"document {i}")


def split(i: int) -> str:
    return "train" if i % 3 else "eval"


def example(i: int, text: str = "", kind: str = "none") -> dict:
    sentences = [f"The bridge of town {i} was opened in 19{i:02d}.", f"It is {i + 20} metres long.", "Nobody ever paid a toll."]
    tags = [hashlib.md5(s.encode()).hexdigest()[:8] for s in sentences]
    return {
        "schema": "glossator/synth_example/1", "id": digest(f"example {i} {text}"), "split": split(i), "language": "en" if i % 2 else "de",
        "document": document(i), "part": [0, 1],
        "sources": [{"id": "d1", "title": "", "uri": f"{i}.txt", "language": "en", "text": " ".join(sentences)}],
        "tagged": " ".join(f"<{tag}>{s}</{tag}>" for tag, s in zip(tags, sentences)),
        "instruction": {"kind": kind, "name": "", "text": "", "format": ""}, "words": 20, "tags": 2, "prompt": PROMPT,
        "reasoning": f"The opening <{tags[0]}> and the toll <{tags[2]}> matter.",
        "summary": text or f"The bridge has been open since 19{i:02d} <{tags[0]}>. It was always free <{tags[2]}>.",
        "quality": QUALITY, "teacher": TEACHER,
    }  # fmt: skip


def rejected(i: int, *codes: str) -> dict:
    line = example(i, "The bridge is nice.")
    return {**line, "rejections": [{"code": code, "detail": ""} for code in codes]}


def sentence(i: int) -> str:
    return f"The bridge of town {i} was opened in 19{i:02d} and is {i + 20} metres long."


def claims(i: int) -> list[str]:
    return [f"The bridge of town {i} was opened in 19{i:02d}.", f"The bridge of town {i} is {i + 20} metres long."]


def group(i: int) -> dict:
    return {"schema": "glossator/synth_group/1", "id": digest(f"group {i}"), "split": split(i), "language": "en",
            "document": document(i), "sentence": sentence(i), "before": "It is old." if i == 1 else "", "claims": claims(i),
            "origin": "model", "coverage": 1.0}  # fmt: skip


def pairs(i: int) -> list[dict]:
    claim_id = digest(f"pair {i} entailment")
    base = {"schema": "glossator/synth_pair/1", "split": split(i), "language": "en", "document": document(i),
            "claim": claims(i)[0], "evidence": sentence(i), "claim_id": claim_id, "origin": "source", "change": "",
            "changed": "", "was": "", "now": "", "probability": 0.9}  # fmt: skip
    return [
        {**base, "id": claim_id, "label": "entailment"},
        {**base, "id": digest(f"pair {i} claim"), "label": "contradiction", "claim": f"The bridge of town {i} was opened in 2001.",
         "origin": "rule", "change": "date", "changed": "claim", "was": f"19{i:02d}", "now": "2001"},
        {**base, "id": digest(f"pair {i} evidence"), "label": "contradiction", "evidence": f"The bridge of town {i} was opened in 2002.",
         "origin": "rule", "change": "date", "changed": "evidence", "was": f"19{i:02d}", "now": "2002"},
        {**base, "id": digest(f"pair {i} neutral"), "label": "neutral", "evidence": "Nobody ever paid a toll.", "origin": "document"},
    ]  # fmt: skip


def summary(examples: int, rejections: int) -> dict:
    return {"schema": "glossator/synth_summary/1", "documents": {"read": examples, "unread": 0, "near_duplicates": []},
            "tasks": examples + rejections, "answered": examples + rejections, "accepted": examples, "rejected": rejections,
            "failed": 0, "open": 0, "rejections": {}, "first_rejections": {}, "by_language": {}, "by_instruction": {},
            "splits": {}, "pairs": {}, "contradictions": {}, "prompt_tokens": 1, "completion_tokens": 1, "estimated_cost": None,
            "cost": None, "stopped": "", "settings": {"seed": "42", "split": "3:7", "language": ""}}  # fmt: skip


def lines(size: int) -> dict[str, list[dict]]:
    return {
        "examples": [example(i, kind="positive" if i % 4 == 0 else "none") for i in range(size)],
        "rejected": [rejected(0, "no_citation", "filler"), rejected(1, "no_citation")],
        "groups": [group(i) for i in range(size)],
        "pairs": [pair for i in range(size) for pair in pairs(i)],
    }


def write(folder: pathlib.Path, size: int = 9) -> dict[str, list[dict]]:
    folder.mkdir(parents=True, exist_ok=True)
    made = lines(size)
    for name, rows in made.items():
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    (folder / "summary.json").write_text(json.dumps(summary(len(made["examples"]), len(made["rejected"]))), "utf-8")
    return made
