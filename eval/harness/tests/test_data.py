import csv
import json
import pathlib
import tempfile
import unittest

from . import support
from harness import public_forms
from harness.data import CONTRADICT, ENTAIL, NEUTRAL, Absent, Data, flat, read_jsonl, sample


class WithFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def put(self, path, rows):
        return support.write_rows(self.folder / path, rows)


class NormalForm(WithFolder):
    def setUp(self):
        super().setUp()
        self.data = Data(self.folder)

    def test_nli(self):
        self.put("nli/x.dev.jsonl.gz", [
            {"premise": "a", "hypothesis": "b", "label": "contradict", "lang": "de", "category": "colors"},
            {"premise": "a", "hypothesis": "c", "label": "neutral", "lang": "en"}])
        pairs = self.data.nli("x.dev")
        self.assertEqual([(p.label, p.language, p.category) for p in pairs],
                         [(CONTRADICT, "de", "colors"), (NEUTRAL, "en", "")])
        self.assertEqual(len(self.data.nli("x.dev", "en")), 1)
        self.assertEqual(pairs[0].cluster, pairs[1].cluster)

    def test_evidence_of_every_shape(self):
        three = ["s0", "s1", "s2"]
        self.put("evidence/x.dev.jsonl.gz", [
            {"claim": "c", "sentences": three, "evidence": [[0, 2], [2]], "label": "entail", "title": "T"},
            {"claim": "c", "sentences": three, "evidence": [[1]], "label": "partially_supported"},
            {"claim": "c", "sentences": three, "evidence": [], "label": "neutral"},
            {"claim": "c", "sentences": three, "sentence_labels": ["refutes", "not_enough_info", "entail"], "label": "disputed"},
            {"sentences": three, "doc": 1, "claims": [{"claim": "d", "evidence": [1], "label": "contradict"},
                                                       {"claim": "e", "evidence": None, "label": "neutral"}]}])
        sources = self.data.evidence("x.dev")
        golds = [claim.gold.tolist() for source in sources for claim in source.claims]
        e, n, c = ENTAIL, NEUTRAL, CONTRADICT
        self.assertEqual(golds, [[e, n, e], [n, n, n], [n, n, n], [c, n, e], [n, c, n], [n, n, n]])
        self.assertEqual(sources[1].claims[0].ignore.tolist(), [False, True, False])
        self.assertEqual(sources[0].title, "T")

    def test_an_empty_sentence_is_sent_as_a_mark(self):
        self.put("evidence/x.dev.jsonl.gz", [{"claim": "c", "sentences": ["a", " "], "evidence": [[0]], "label": "entail"}])
        self.assertEqual(self.data.evidence("x.dev")[0].request()["sentences"], ["a", "-"])

    def test_grounding(self):
        self.put("grounding/x.test.jsonl.gz", [{"document": "d", "claim": "c", "label": "unsupported", "domain": "m"}])
        row, = self.data.grounding("x.test")
        self.assertEqual((row.supported, row.domain, row.cluster), (False, "m", "d"))

    def test_citation_flat_and_nested(self):
        self.put("citation/x.dev.jsonl.gz", [
            {"doc": 1, "sentences": ["a", "b"], "summary": "s", "citations": [1], "lang": "en"},
            {"doc": 1, "sentences": ["a", "b"], "summary": "Unknown.", "citations": [], "lang": "en"},
            {"doc": 2, "sentences": ["a", "b"], "lang": "en",
             "summaries": [{"summary": "t", "citations": [0, 1]}, {"summary": "u", "citations": []}]}])
        sources = self.data.citation("x.dev")
        self.assertEqual([[c.text for c in s.claims] for s in sources], [["s"], ["t"]])
        self.assertEqual(sources[0].claims[0].gold.tolist(), [NEUTRAL, ENTAIL])

    def test_decompose_passages_documents_files(self):
        self.put("decompose/x.jsonl.gz", [{"sentence": "s", "claims": ["a", "b"], "split": "dev", "context": None},
                                          {"sentence": "t", "claims": ["c"], "split": "test"}])
        self.assertEqual([(s.sentence, s.claims, s.context) for s in self.data.decompose("x", "dev")], [("s", ["a", "b"], "")])
        self.put("sentences/ud_pud.it.jsonl.gz", [{"text": "A. B.", "sentences": ["A.", "B."]}])
        self.assertEqual(self.data.passages("it"), [("A. B.", ["A.", "B."])])
        for kind in ("docs", "files"):
            self.put(f"{kind}/manifest.jsonl", [{"file": "en/a.txt"}, {"file": "en/missing.txt"}])
            (self.folder / kind / "en").mkdir()
            (self.folder / kind / "en" / "a.txt").write_text("A.")
        self.assertEqual([path.name for path, _ in self.data.documents()], ["a.txt"])
        self.assertEqual([row["file"] for _, row in self.data.files()], ["en/a.txt"])

    def test_questions(self):
        support.data_folder(self.folder / "all")
        question = Data(self.folder / "all").questions()[0]
        self.assertEqual((question.question, len(question.contexts)), ("Boats?", 1))

    def test_what_is_absent_is_named(self):
        with self.assertRaisesRegex(Absent, "none.dev.jsonl.gz"):
            self.data.nli("none.dev")
        with self.assertRaisesRegex(Absent, "--data"):
            Data(None).nli("x.dev")

    def test_a_broken_line_is_named(self):
        path = self.folder / "x.jsonl"
        path.write_text('{"a": 1}\n{"a": \n')
        with self.assertRaisesRegex(ValueError, "line 2"):
            read_jsonl(path)


class Sampling(unittest.TestCase):
    def test_a_fixed_choice(self):
        items = list(range(100))
        self.assertEqual(sample(items, 10), sample(items, 10))
        self.assertEqual(len(sample(items, 10)), 10)
        self.assertEqual(sample(items, 0), items)
        self.assertEqual(sample(items, 5), sample(items, 10)[:5])
        self.assertEqual(len(sample([[1, 2], [3, 4], [5, 6]], 3, size=len)), 2)

    def test_flat(self):
        self.assertEqual(flat([[1, 2], [2, 3], 5]), [1, 2, 3, 5])
        self.assertEqual(flat(None), [])


class PublicForms(WithFolder):
    def test_pubmedqa(self):
        path = self.folder / "ori_pqal.json"
        path.write_text(json.dumps({"1": {"QUESTION": "q", "CONTEXTS": ["a", "b"], "LONG_ANSWER": "l", "final_decision": "no"}}))
        question, = public_forms.pubmedqa(path)
        self.assertEqual((question.name, question.contexts, question.answer, question.decision), ("1", ["a", "b"], "l", "no"))

    def test_tracsum(self):
        path = self.put("test.jsonl", [
            {"PMID": "7", "Document": ["a &lt; b", "c", "d"], "Aspect": "p", "Summary": "s", "Indexes": [0, 2], "Sentences": []},
            {"PMID": "7", "Document": ["a &lt; b", "c", "d"], "Aspect": "s", "Summary": "Unknown.", "Indexes": []}])
        source, = public_forms.tracsum(path)
        self.assertEqual(source.sentences[0], "a < b")
        self.assertEqual([c.gold.tolist() for c in source.claims], [[ENTAIL, NEUTRAL, ENTAIL]])

    def test_scifact(self):
        self.put("corpus.jsonl", [{"doc_id": 4, "title": "T", "abstract": ["a", "b", "c"]},
                                  {"doc_id": 5, "title": "U", "abstract": ["d"]}])
        self.put("claims_dev.jsonl", [{
            "id": 1, "claim": "c", "cited_doc_ids": [4, 5],
            "evidence": {"4": [{"sentences": [0], "label": "SUPPORT"}, {"sentences": [2], "label": "SUPPORT"}]}}])
        first, second = public_forms.scifact(self.folder)
        self.assertEqual(first.claims[0].gold.tolist(), [ENTAIL, NEUTRAL, ENTAIL])
        self.assertEqual((second.title, second.claims[0].gold.tolist()), ("U", [NEUTRAL]))

    def test_scifact_with_a_document_that_is_not_there(self):
        self.put("corpus.jsonl", [{"doc_id": 4, "title": "", "abstract": ["a"]}])
        self.put("claims_dev.jsonl", [{"id": 1, "claim": "c", "cited_doc_ids": [9], "evidence": {}}])
        with self.assertRaisesRegex(Absent, "document 9"):
            public_forms.scifact(self.folder)

    def test_wice(self):
        path = self.put("dev.jsonl", [
            {"claim": "c", "evidence": ["a", "b"], "supporting_sentences": [[0], [1]], "label": "supported", "meta": {}},
            {"claim": "c", "evidence": ["a", "b"], "supporting_sentences": [[1]], "label": "partially_supported"},
            {"claim": "c", "evidence": ["a", "b"], "supporting_sentences": [], "label": "not_supported"}])
        claims = [source.claims[0] for source in public_forms.wice(path)]
        self.assertEqual([c.gold.tolist() for c in claims], [[ENTAIL, ENTAIL], [NEUTRAL, NEUTRAL], [NEUTRAL, NEUTRAL]])
        self.assertEqual(claims[1].ignore.tolist(), [False, True])

    def test_ragtruth(self):
        self.put("source_info.jsonl", [{"source_id": "1", "task_type": "QA", "source_info": {"question": "q", "passages": "p"}},
                                       {"source_id": "2", "task_type": "Summary", "source_info": "article"},
                                       {"source_id": "3", "task_type": "Data2txt", "source_info": {"name": "Bar"}}])
        mark = {"start": 0, "end": 4, "text": "Text", "label_type": "Evident Conflict"}
        self.put("response.jsonl", [
            {"id": "1", "source_id": "1", "response": "Text", "labels": [mark], "split": "test", "quality": "good"},
            {"id": "2", "source_id": "2", "response": "r", "labels": [], "split": "test", "quality": "good"},
            {"id": "3", "source_id": "3", "response": "r", "labels": [], "split": "test", "quality": "truncated"},
            {"id": "4", "source_id": "3", "response": "r", "labels": [], "split": "train", "quality": "good"}])
        rows = public_forms.ragtruth(self.folder)
        self.assertEqual([(r.document, r.supported, r.domain) for r in rows],
                         [("p", False, "QA"), ("article", True, "Summary")])
        self.assertEqual(rows[0].spans, [(0, 4, "Evident Conflict")])
        self.assertEqual(public_forms.ragtruth(self.folder, "train")[0].document, '{"name": "Bar"}')

    def test_llm_aggrefact_in_each_file_type(self):
        rows = [{"dataset": "RAGTruth", "doc": "d, with\n\"marks\"", "claim": "c", "label": 1},
                {"dataset": "Reveal", "doc": "e", "claim": "f", "label": 0}]
        self.put("a.jsonl", rows)
        (self.folder / "a.json").write_text(json.dumps(rows))
        with open(self.folder / "a.csv", "w", newline="", encoding="utf-8") as out:
            writer = csv.DictWriter(out, rows[0])
            writer.writeheader()
            writer.writerows(rows)
        for name in ("a.jsonl", "a.json", "a.csv"):
            judged = public_forms.llm_aggrefact(self.folder / name)
            self.assertEqual([(r.document, r.supported, r.domain) for r in judged],
                             [(rows[0]["doc"], True, "RAGTruth"), ("e", False, "Reveal")])

    def test_absent_files_are_named(self):
        for load in (public_forms.pubmedqa, public_forms.tracsum, public_forms.wice, public_forms.llm_aggrefact):
            with self.assertRaisesRegex(Absent, "none"):
                load(self.folder / "none.csv")
        for load in (public_forms.scifact, public_forms.ragtruth):
            with self.assertRaises(Absent):
                load(self.folder / "none")


if __name__ == "__main__":
    unittest.main()
