"""Rows of each format. A conversation ends with the answer that is to be learnt; what stands before it is the prompt."""

from . import messages as talk

# Formats whose rows are made of one conversation each.
CONVERSATIONS = ("openai", "chatml", "axolotl", "trl-sft")
FORMATS = (*CONVERSATIONS, "trl-preference", "trl-unpaired", "trl-stepwise", "nli")


def openai(conversation: list[dict]) -> dict:
    return {"messages": conversation}


def chatml(conversation: list[dict]) -> dict:
    return {"text": "".join(f"<|im_start|>{turn['role']}\n{turn['content']}<|im_end|>\n" for turn in conversation)}


def axolotl(conversation: list[dict]) -> dict:
    """`train` is for message_field_training: the examples inside a prompt are not learnt by heart."""
    last = len(conversation) - 1
    return {"messages": [{**turn, "train": i == last} for i, turn in enumerate(conversation)]}


def trl_sft(conversation: list[dict]) -> dict:
    return {"prompt": conversation[:-1], "completion": conversation[-1:]}


MAKERS = {"openai": openai, "chatml": chatml, "axolotl": axolotl, "trl-sft": trl_sft}


def nli(line: dict) -> dict:
    return {"premise": line["evidence"], "hypothesis": line["claim"], "label": line["label"],
            "language": line["language"], "id": line["id"]}  # fmt: skip


def asked(line: dict) -> tuple:
    """What makes two cited texts answers to one question."""
    prompt = line["prompt"]
    return prompt["system"], prompt["user_before"], line["tagged"], prompt["user_after"]


def writer_preferences(examples: list[dict], rejected: list[dict], reasoning: bool) -> list[tuple[dict, dict]]:
    """An accepted and a rejected text for the same prompt; each rejected one once. (line, row)"""
    chosen = {}
    for line in examples:
        chosen.setdefault(asked(line), line)
    rows = []
    for line in rejected:
        good = chosen.get(asked(line))
        if good is None or not line["summary"].strip():
            continue
        conversation, other = talk.writer(good, reasoning), talk.writer(line, reasoning)
        rows.append((line, {"prompt": conversation[:-1], "chosen": conversation[-1:], "rejected": other[-1:]}))
    return rows


def changed_claims(pairs: list[dict]) -> dict[tuple, list[dict]]:
    """(evidence, true claim) -> contradictions of that claim with unchanged evidence."""
    true_claim = {line["claim_id"]: line for line in pairs if line["label"] == "entailment"}
    changed = {}
    for line in pairs:
        true = true_claim.get(line["claim_id"])
        if true and line["label"] == "contradiction" and line["changed"] == "claim" and line["evidence"] == true["evidence"]:
            changed.setdefault((true["evidence"], true["claim"]), []).append(line)
    return changed


def decomposer_preferences(groups: list[dict], pairs: list[dict], prompt: list[dict]) -> list[tuple[dict, dict]]:
    """The claims of a sentence, and the same with one claim altered so that the sentence contradicts it."""
    changed = changed_claims(pairs)
    rows = []
    for group in groups:
        for place, claim in enumerate(group["claims"]):
            for line in changed.get((group["sentence"], claim), []):
                wrong = [*group["claims"][:place], line["claim"], *group["claims"][place + 1 :]]
                conversation = talk.decomposer(group["sentence"], group["before"], group["claims"], prompt)
                rows.append((group, {"prompt": conversation[:-1], "chosen": conversation[-1:],
                                     "rejected": [talk.message("assistant", talk.list_claims(wrong))]}))  # fmt: skip
    return rows


def unpaired(examples: list[dict], rejected: list[dict], reasoning: bool) -> list[tuple[dict, dict]]:
    rows = []
    for lines, label in ((examples, True), (rejected, False)):
        for line in lines:
            if line["summary"].strip():
                conversation = talk.writer(line, reasoning)
                rows.append((line, {"prompt": conversation[:-1], "completion": conversation[-1:], "label": label}))
    return rows


def stepwise(pairs: list[dict]) -> list[tuple[dict, dict]]:
    """Claims about one text, each right or not: a step is right when the text entails it."""
    steps = {}
    for line in pairs:
        steps.setdefault((line["document"], line["evidence"]), []).append(line)
    rows = []
    for lines in steps.values():
        rows.append((lines[0], {"prompt": f"State facts that this text says:\n{lines[0]['evidence']}",
                                "completions": [line["claim"] for line in lines],
                                "labels": [line["label"] == "entailment" for line in lines]}))  # fmt: skip
    return rows
