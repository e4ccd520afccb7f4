"""A build folder with stand-ins of the measuring tools, and a small data folder. Scores follow from the words alone."""

import gzip
import json
import pathlib
import sys

EVAL = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(EVAL))

FAKE = '''#!{python}
import json, math, re, sys
flags = dict(zip(sys.argv[1::2], sys.argv[2::2]))
rows = [json.loads(line) for line in sys.stdin]
MODELS = [{{"role": "entailment", "name": "fake", "sha256": "ab" * 32}}]

def words(text):
    return set(re.findall(r"[a-z0-9]+", text.lower())) - {{"the", "a", "of", "is", "was"}}

def score(premise, claim):
    p, c = words(premise), words(claim)
    share = len(p & c) / max(1, len(c))
    denied = ("not" in p) != ("not" in c)
    e, a = (4 * share - 2, -2.0) if not denied else (-2.0, 4 * share - 2)
    z = [math.exp(e), math.exp(0.0), math.exp(a)]
    return share, [e, 0.0, a], [v / sum(z) for v in z]

def label(p):
    return ("entailment", "neutral", "contradiction")[p.index(max(p))]
'''
PAIRS = FAKE + '''
print(json.dumps({{"models": {{"en": MODELS}}}}))
for row in rows:
    share, logits, p = score(row["premise"], row["hypothesis"])
    print(json.dumps({{"logits": logits, "probabilities": p, "label": label(p), "cosine": share, "coverage": share}}))
'''
GROUND = FAKE + '''
def split(text):
    return [part for part in re.split(r"(?<=[.])\\s+", text) if part]

for number, row in enumerate(rows):
    claims = row.get("claims") or split(row["response"])
    sentences = row.get("sentences") or split(row["document"])
    for method in flags["--methods"].split(","):
        tau = float(method.split("@")[1]) if "@" in method else 0.0
        answer = {{"row": number, "method": method, "seconds": 0.25 + number, "labelled": 0, "claims": [], "supports": [],
                  "contradicts": [], "scores": [], "models": MODELS, "prompts": [{{"id": "p", "sha256": "cd" * 32}}],
                  "metrics": dict.fromkeys(["fcr", "acr", "hcr", "ucr", "unchecked", "cer", "ecss", "pfcr"], 0.5)}}
        answer["metrics"]["pfcr"] = None if number else 1.0
        for c, claim in enumerate(claims):
            scored = [(s, *score(text, claim)) for s, text in enumerate(sentences)]
            scored = [entry for entry in scored if entry[1] >= tau]
            answer["labelled"] += len(scored)
            ok = [s for s, _, _, p in scored if label(p) == "entailment"]
            bad = [s for s, _, _, p in scored if label(p) == "contradiction"]
            answer["supports"].append(ok)
            answer["contradicts"].append(bad)
            answer["scores"].append({{"claim": c, "scores": [[s, share, *logits, share, share * 10, p[0], p[2]]
                                                            for s, share, logits, p in scored]}})
            verdict = "conflicting" if ok and bad else "supported" if ok else "contradicted" if bad else "not_enough_info"
            answer["claims"].append({{"claim": c, "text": claim, "verdict": verdict,
                                     "support": max([p[0] for *_, p in scored], default=0),
                                     "contradiction": max([p[2] for *_, p in scored], default=0)}})
        print(json.dumps(answer))
'''
DECOMPOSE = FAKE + '''
print(json.dumps({{"models": MODELS, "prompt": {{"id": "p", "sha256": "cd" * 32}}}}))
for row in rows:
    out = []
    for sentence in row["sentences"]:
        text = sentence["text"].rstrip(".")
        whole = flags["--decomposer"] == "none" or " and " not in text
        subject = text.split()[0]
        first, *rest = [text] if whole else text.split(" and ")
        claims = [first + "."] + [subject + " " + part + "." for part in rest]
        origin = "sentence" if whole else "model"
        written = [] if whole else claims + ["It is made up."]
        if not sentence["wanted"]:
            claims, written = [], []
        out.append({{"claims": [{{"text": c, "origin": origin}} for c in claims], "written": written, "refused": {{}}}})
    print(json.dumps({{"sentences": out, "seconds": 0.5}}))
'''


def build_folder(folder: pathlib.Path) -> pathlib.Path:
    for name, text in (("eval/evidence/gloss_ground_evidence", GROUND), ("eval/tools/gloss_score_pairs", PAIRS),
                       ("eval/decompose/gloss_decompose", DECOMPOSE)):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.format(python=sys.executable))
        path.chmod(0o755)
    return folder


def write_rows(path: pathlib.Path, rows: list) -> pathlib.Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with (gzip.open if path.suffix == ".gz" else open)(path, "wt", encoding="utf-8") as out:
        out.writelines(json.dumps(row) + "\n" for row in rows)
    return path


TOWNS = ["Aldbury", "Benfleet", "Corran", "Dunmore", "Elsing", "Farrow", "Glenn", "Hythe"]


def evidence_rows(labelled: str = "entail") -> list:
    """Eight sources of three sentences: the first supports the claim, the second denies another one."""
    rows = []
    for i, town in enumerate(TOWNS):
        sentences = [f"The council of {town} bought {i + 3} boats in 1985.", f"The mill of {town} was not sold to Hythe.",
                     "Rain fell on many days."]
        claims = [(f"The council of {town} bought {i + 3} boats in 1985.", [[0]], labelled),
                  (f"The mill of {town} was sold to Hythe.", [[1]], "contradict")]
        rows += [{"claim": text, "sentences": sentences, "evidence": evidence, "label": label, "lang": "en"}
                 for text, evidence, label in claims]
    return rows


def pair_rows() -> list:
    rows = []
    for i, town in enumerate(TOWNS):
        premise = f"The council of {town} bought {i + 3} boats."
        for hypothesis, label in ((premise, "entail"), (f"The council of {town} has not bought {i + 3} boats.", "contradict"),
                                  ("Rain fell on many days.", "neutral")):
            rows.append({"premise": premise, "hypothesis": hypothesis, "label": label, "lang": "en", "category": "towns"})
    return rows


def data_folder(folder: pathlib.Path) -> pathlib.Path:
    for name in ("check_covid.dev", "wice.dev", "wice.test"):
        write_rows(folder / "evidence" / f"{name}.jsonl.gz", evidence_rows())
    for name in ("lingnli.dev", "snli.dev", "snli.test", "breaking_nli.test"):
        write_rows(folder / "nli" / f"{name}.jsonl.gz", pair_rows())
    write_rows(folder / "nli" / "rte3.dev.jsonl.gz", [{**row, "lang": lang} for lang in ("en", "it") for row in pair_rows()])
    judged = [{"document": " ".join(row["sentences"]), "claim": row["claim"], "domain": ("a", "b")[i % 3 == 0],
               "label": "supported" if row["label"] == "entail" else "unsupported", "lang": "en"}
              for i, row in enumerate(evidence_rows())]
    write_rows(folder / "grounding" / "begin.dev.jsonl.gz", judged)
    write_rows(folder / "grounding" / "begin.test.jsonl.gz", judged)
    cited = [{"doc": str(i), "sentences": row["sentences"], "summary": row["claim"], "citations": [0], "lang": "en"}
             for i, row in enumerate(evidence_rows()) if row["label"] == "entail"]
    cited.append({"doc": "99", "sentences": ["Rain fell."], "summary": "Unknown.", "citations": [], "lang": "en"})
    write_rows(folder / "citation" / "tracsum.dev.jsonl.gz", cited)
    questions = {str(i): {"QUESTION": "Boats?", "CONTEXTS": [" ".join(row["sentences"])], "LONG_ANSWER": row["claim"],
                          "final_decision": "yes"} for i, row in enumerate(evidence_rows())}
    lives = [{"sentence": sentence, "claims": claims, "topic": f"{town} Ash (poet)", "model": "m", "split": "dev",
              "context": f"{town} Ash (poet)."}
             for town in TOWNS
             for sentence, claims in (
                 (f"{town} Ash lived in Rome and wrote 12 plays.", ["He lived in Rome.", "He wrote 12 plays."]),
                 ("She won nothing.", ["She won nothing."]))]
    write_rows(folder / "decompose" / "factscore.jsonl.gz", lives)
    path = folder / "pubmedqa" / "data__ori_pqal.json.gz"
    path.parent.mkdir(parents=True)
    with gzip.open(path, "wt", encoding="utf-8") as out:
        json.dump(questions, out)
    return folder
