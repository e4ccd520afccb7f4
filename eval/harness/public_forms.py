"""Loaders for public data sets in the form their authors publish. Each takes a path; none of the data ships here.

  pubmedqa       ori_pqal.json: {id: {QUESTION, CONTEXTS, LONG_ANSWER, final_decision}}
  tracsum        test.jsonl: {PMID, Document (sentences), Aspect, Summary, Indexes (from 0)}
  scifact        folder with corpus.jsonl and claims_*.jsonl
  wice           claim/dev.jsonl: {claim, evidence (sentences), supporting_sentences (alternative groups), label}
  ragtruth       folder with response.jsonl and source_info.jsonl
  llm_aggrefact  .jsonl, .json or .csv with dataset, doc, claim, label (1 supported, 0 not)
"""

import csv
import html
import json
import pathlib

from .data import Absent, Claim, Judged, Question, Source, flat, read_json, read_jsonl


def pubmedqa(path: pathlib.Path) -> list:
    return [Question(name, row["QUESTION"], row["CONTEXTS"], row["LONG_ANSWER"], row.get("final_decision", ""))
            for name, row in read_json(pathlib.Path(path)).items()]


def tracsum(path: pathlib.Path) -> list:
    sources = {}
    for row in read_jsonl(pathlib.Path(path)):
        if not row["Indexes"]:
            continue  # The aspect is not in the abstract.
        sentences = [html.unescape(text) for text in row["Document"]]
        source = sources.setdefault(str(row["PMID"]), Source(sentences, []))
        source.claims.append(Claim.of(html.unescape(row["Summary"]), len(sentences), row["Indexes"]))
    return list(sources.values())


def scifact(folder: pathlib.Path, split: str = "dev") -> list:
    """One source for each claim and each abstract that it cites, evidence or not."""
    folder = pathlib.Path(folder)
    corpus = {int(row["doc_id"]): row for row in read_jsonl(folder / "corpus.jsonl")}
    sources = []
    for row in read_jsonl(folder / f"claims_{split}.jsonl"):
        evidence = {int(doc): entries for doc, entries in (row.get("evidence") or {}).items()}
        for doc in dict.fromkeys([*map(int, row.get("cited_doc_ids") or []), *evidence]):
            if doc not in corpus:
                raise Absent(f"corpus.jsonl has no document {doc}, which claim {row['id']} cites")
            abstract = corpus[doc]["abstract"]
            entries = evidence.get(doc, [])
            sides = [flat([entry["sentences"] for entry in entries if entry["label"] == label])
                     for label in ("SUPPORT", "CONTRADICT")]
            claim = Claim.of(row["claim"], len(abstract), *sides)
            sources.append(Source(abstract, [claim], corpus[doc].get("title", "")))
    return sources


def wice(path: pathlib.Path) -> list:
    sources = []
    for row in read_jsonl(pathlib.Path(path)):
        places = flat(row.get("supporting_sentences"))
        sides = {"supported": {"supports": places}, "partially_supported": {"ignore": places}}
        claim = Claim.of(row["claim"], len(row["evidence"]), **sides.get(row["label"], {}))
        sources.append(Source(row["evidence"], [claim]))
    return sources


def ragtruth(folder: pathlib.Path, split: str = "test") -> list:
    """Responses of good quality; supported where no span of them is marked."""
    folder = pathlib.Path(folder)
    info = {str(row["source_id"]): row for row in read_jsonl(folder / "source_info.jsonl")}
    judged = []
    for row in read_jsonl(folder / "response.jsonl"):
        if row.get("split") != split or row.get("quality", "good") != "good":
            continue
        source = info[str(row["source_id"])]
        content = source["source_info"]
        if isinstance(content, dict) and "passages" in content:  # Question answering.
            document = content["passages"]
        else:  # A summary's article, or the data that a text was written from.
            document = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
        spans = [(label["start"], label["end"], label["label_type"]) for label in row["labels"]]
        judged.append(Judged(document, row["response"], not spans, source["task_type"], spans=spans))
    return judged


def llm_aggrefact(path: pathlib.Path) -> list:
    path = pathlib.Path(path)
    if path.suffix == ".csv":
        if not path.is_file():
            raise Absent(f"{path.name} is not in {path.parent}")
        csv.field_size_limit(1 << 30)
        with open(path, encoding="utf-8", newline="") as text:
            rows = list(csv.DictReader(text))
    else:
        rows = read_json(path) if path.suffix == ".json" else read_jsonl(path)
    return [Judged(row["doc"], row["claim"], int(row["label"]) == 1, row.get("dataset", "")) for row in rows]


# What eval/run.py --extra NAME=PATH can add to the tables, by the table that takes it.
SOURCES = {"tracsum": tracsum, "scifact": scifact, "wice": wice}
JUDGED = {"ragtruth": ragtruth, "llm_aggrefact": llm_aggrefact}
