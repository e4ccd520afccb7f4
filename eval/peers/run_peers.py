"""Runs contexttrace, cite-right and anchorcite on answers, through their public APIs and without models or network.

Called by compare.py with the Python of its environment. Standard input: {"cases": [{"source": …, "response": …,
"names": […]}]}; with "names" a response has a statement for each of them and is judged by statement. Standard
output: {tool and mode: {"verdicts": [[…]…], "seconds": …}}; the time is that of the calls in this process, without
imports.

Verdicts are put on three words:
  contexttrace  contradicted where a claim of the response is contradicted, supported where all are "supported",
                else "not supported" (partially_supported, unsupported, unverifiable, no claim at all)
  cite-right    supported where all spans have the status supported, else not supported (it has no contradiction)
  anchorcite    the response is put in one <cite> tag; supported where it is verified, else not supported (it has
                no contradiction)
"""

import json
import sys
import time


def combine(verdicts) -> str:
    verdicts = list(verdicts)
    if "contradicted" in verdicts:
        return "contradicted"
    return "supported" if verdicts and all(v == "supported" for v in verdicts) else "not supported"


def by_name(case: dict, parts: list) -> list:
    """parts: (text, verdict). One verdict a name, else one for the whole response."""
    if not case.get("names"):
        return [combine(verdict for _, verdict in parts)]
    return [combine(verdict for text, verdict in parts if name in text) for name in case["names"]]


def contexttrace(mode: str):
    from contexttrace.verify import RAGTrace, TraceContext, verify_trace

    def run(case: dict) -> list:
        trace = RAGTrace(query="", answer=case["response"], contexts=[TraceContext(id="s1", text=case["source"])])
        claims = verify_trace(trace, mode=mode)["claims"]
        return by_name(case, [(claim["claim"], claim["verdict"]) for claim in claims])

    return run


def cite_right(strict: bool):
    from cite_right import CitationConfig, SourceDocument, align_citations

    config = CitationConfig.strict() if strict else CitationConfig()

    def run(case: dict) -> list:
        spans = align_citations(case["response"], [SourceDocument(id="s1", text=case["source"])], config=config)
        return by_name(case, [(span.answer_span.text, span.status) for span in spans])

    return run


def anchorcite():
    from anchorcite import LexicalScorer, verify_answer

    scorer = LexicalScorer()

    def run(case: dict) -> list:
        statements = case.get("statements") or [case["response"]]
        answer = " ".join(f'<cite id="s1">{statement}</cite>' for statement in statements)
        citations = verify_answer(answer, {"s1": case["source"]}, scorer=scorer).citations
        return by_name(case, [(c.claim, "supported" if c.verified else "not supported") for c in citations])

    return run


TOOLS = {
    "contexttrace lexical": lambda: contexttrace("lexical"),
    "contexttrace semantic": lambda: contexttrace("semantic"),
    "contexttrace local_ml": lambda: contexttrace("local_ml"),
    "cite-right default": lambda: cite_right(False),
    "cite-right strict": lambda: cite_right(True),
    "anchorcite core": anchorcite,
}


def main() -> int:
    request = json.load(sys.stdin)
    results = {}
    for name in request.get("tools") or TOOLS:
        run = TOOLS[name]()
        run({"source": "Rain fell.", "response": "Rain fell."})  # What a first call sets up is not counted.
        begin = time.perf_counter()
        verdicts = [run(case) for case in request["cases"]]
        results[name] = {"verdicts": verdicts, "seconds": time.perf_counter() - begin}
    json.dump(results, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
