import http.server
import json
import threading
import unittest

import numpy as np

from . import support  # noqa: F401
from harness import baselines, llm
from harness.data import Claim, Source


def entry(claim, *scores):
    """Scores: (sentence, cosine, (entailment, neutral, contradiction), bm25, support, against)."""
    return {"claim": claim, "scores": [[s, cosine, *logits, 0.5, bm25, support, against]
                                       for s, cosine, logits, bm25, support, against in scores]}


YES, NO, NEUTRAL = (3.0, 0.0, -3.0), (-3.0, 0.0, 3.0), (0.0, 3.0, 0.0)


def scores():
    source = Source(["a", "b", "c"], [Claim.of("x", 3, supports=[0], ignore=[2]), Claim.of("y", 3, contradicts=[1])])
    answer = {"scores": [entry(0, (0, 0.9, YES, 4.0, 0.8, 0.1), (1, 0.2, NEUTRAL, 2.0, 0.3, 0.1), (2, 0.6, YES, 0.0, 0.7, 0.1)),
                         entry(1, (0, 0.4, NEUTRAL, 0.0, 0.1, 0.2), (1, 0.5, NO, 0.0, 0.1, 0.9))]}
    return baselines.Scores([source], [answer])


class SentenceBaselines(unittest.TestCase):
    def named(self, method, side=0):
        table = scores()
        score, cut = baselines.sentence_baselines(table)[method][side], baselines.sentence_baselines(table)[method][2][side]
        return table.named(score >= cut)

    def test_each_at_its_fixed_threshold(self):
        self.assertEqual(self.named("embedding only"), {(0, 0): {0, 2}, (0, 1): {1}})
        # No term in common with any sentence: BM25 names none.
        self.assertEqual(self.named("BM25 only"), {(0, 0): {0}})
        self.assertEqual(self.named("entailment, whole sentences"), {(0, 0): {0, 2}})
        self.assertEqual(self.named("entailment, whole sentences", 1), {(0, 1): {1}})
        self.assertEqual(self.named("cosine + entailment"), {(0, 0): {0, 2}})
        self.assertEqual(self.named("SummaC-style best sentence"), {(0, 0): {0}, (0, 1): {0}})
        self.assertEqual(self.named("SummaC-style best sentence", 1)[(0, 1)], {1})

    def test_gold_and_what_counts(self):
        table = scores()
        self.assertEqual(table.gold.tolist(), [0, 1, 1, 1, 2])
        self.assertEqual(table.counts.tolist(), [True, True, False, True, True])

    def test_no_pairs_at_all(self):
        table = baselines.Scores([], [])
        self.assertEqual(table.named(table.cosine >= 0), {})
        self.assertEqual(len(baselines.sentence_baselines(table)["BM25 only"][0]), 0)

    def test_decide(self):
        table = scores()
        supports, contradicts = baselines.decide(table.claim, table.support, table.against, table.logits, (0.25, 0.15))
        # 0.3 is less than 0.7 of the best, 0.8; the model finds nothing against the claim in the sentence with 0.2.
        self.assertEqual(table.named(supports), {(0, 0): {0, 2}})
        self.assertEqual(table.named(contradicts), {(0, 1): {1}})

    def test_few_words_in_common_need_a_sure_model(self):
        logits = np.array([[0.0, 1.0, 0.0], [3.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 1.0, 0.0]])
        kept = baselines.weaken_loose(np.array([0.6, 0.6, 0.6, 0.2]), np.array([0.4, 0.4, 0.5, 0.4]), logits)
        self.assertEqual(kept.tolist(), [0.49, 0.6, 0.6, 0.2])

    def decided(self, *pairs):
        source = Source(["a", "b"], [Claim.of("x", 2)])
        table = baselines.Scores([source], [{"scores": [entry(0, *pairs)]}])
        given = baselines.decide(table.claim, table.support, table.against, table.logits, (0.3, 0.3))
        return tuple(side.tolist() for side in given)

    def test_decide_drops_the_weaker_side(self):
        self.assertEqual(self.decided((0, 0.9, YES, 1.0, 0.7, 0.1), (1, 0.9, NO, 1.0, 0.1, 0.5)),
                         ([True, False], [False, False]))
        # Weak support outweighs nothing, and nothing outweighs it.
        self.assertEqual(self.decided((0, 0.9, YES, 1.0, 0.49, 0.1), (1, 0.9, NO, 1.0, 0.1, 0.35)),
                         ([True, False], [False, True]))
        self.assertEqual(self.decided((0, 0.9, YES, 1.0, 0.35, 0.1), (1, 0.9, NO, 1.0, 0.1, 0.9)),
                         ([True, False], [False, True]))


class DocumentScores(unittest.TestCase):
    ANSWER = {"scores": [entry(0, (0, 0.9, YES, 1, 0, 0), (1, 0.1, NO, 1, 0, 0)), entry(1, (0, 0.3, NEUTRAL, 1, 0, 0))]}

    def test_summac_is_the_mean_of_the_best_leads(self):
        probability = np.exp([3, 0, -3]) / np.exp([3, 0, -3]).sum()
        self.assertAlmostEqual(baselines.summac(self.ANSWER), (probability[0] - probability[2]) / 2)
        self.assertAlmostEqual(baselines.best_cosine(self.ANSWER), 0.6)
        self.assertAlmostEqual(baselines.term_overlap(self.ANSWER), 0.5)
        self.assertEqual(baselines.summac({"scores": []}), 0.0)

    def test_chunks_end_with_sentences(self):
        self.assertEqual(baselines.chunks_of("One two. Three four five. Six.", 5), ["One two. Three four five.", "Six."])
        self.assertEqual(baselines.chunks_of("One two three four five six seven.", 3), ["One two three four five six seven."])
        self.assertEqual(baselines.chunks_of("  ", 5), [""])

    def test_minicheck_interface(self):
        class FakeTools:
            def score_pairs(self, pairs):
                return [{"probabilities": [0.9 if claim in chunk else 0.2, 0.1, 0]} for chunk, claim, _ in pairs]

        scorer = baselines.MiniCheckScorer(FakeTools(), words=2)
        labels, best, chunks, by_chunk = scorer.score(["Rain fell. Snow fell.", "Wind blew."], ["Snow fell.", "Hail."])
        self.assertEqual((labels, best), ([1, 0], [0.9, 0.2]))
        self.assertEqual((chunks[0], by_chunk), (["Rain fell.", "Snow fell."], [[0.2, 0.9], [0.2]]))
        with self.assertRaises(ValueError):
            scorer.score(["a"], [])


class ReadAnswer(unittest.TestCase):
    def test_plain_and_fenced(self):
        text = 'Sure:\n```json\n{"claims": [{"claim": 2, "supports": [1, 3], "contradicts": []}]}\n```'
        self.assertEqual(baselines.read_answer(text, 2, 3), [(set(), set()), ({0, 2}, set())])

    def test_what_does_not_exist_is_left_out(self):
        text = json.dumps({"claims": [{"claim": 1, "supports": [0, 4, 2, True, "1", None, 2.5], "contradicts": "1"},
                                      {"claim": 9, "supports": [1]}, {"claim": "1", "supports": [1]}, "x", None]})
        self.assertEqual(baselines.read_answer(text, 1, 3), [({1}, set())])

    def test_what_is_no_answer(self):
        for text in ("", "no", "{", '{"claims": 1}', '{"other": []}', "[1]", "{" * 100000, '{"claims": ' + "[" * 100000 + "}"):
            self.assertIsNone(baselines.read_answer(text, 1, 1), text[:40])


class Stub(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append((self.path, body, self.headers.get("Authorization")))
        status, text = self.server.answers.pop(0)
        self.send_response(status)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *arguments):
        pass


def completion(text: str) -> tuple:
    return 200, json.dumps({"choices": [{"message": {"content": text}}]})


class Prompt(unittest.TestCase):
    def setUp(self):
        self.server = http.server.HTTPServer(("127.0.0.1", 0), Stub)
        self.server.asked, self.server.answers = [], []
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def ask(self, *answers, sources=1):
        self.server.answers = list(answers)
        prompt = baselines.PromptBaseline(llm.ChatServer(self.url, "m", timeout=5, pause=0))
        source = Source(["First\nsentence.", "Second."], [Claim.of("One.", 2), Claim.of("Two.", 2)])
        return prompt, *prompt.name([source] * sources)

    def test_names_what_the_server_named(self):
        prompt, supports, contradicts = self.ask(completion(
            '{"claims": [{"claim": 1, "supports": [2], "contradicts": []}, {"claim": 2, "contradicts": [1]}]}'))
        self.assertEqual(supports, {(0, 0): {1}, (0, 1): set()})
        self.assertEqual(contradicts, {(0, 0): set(), (0, 1): {0}})
        self.assertEqual(prompt.failed, 0)
        path, body, _ = self.server.asked[0]
        self.assertEqual((path, body["temperature"], body["model"]), ("/v1/chat/completions", 0, "m"))
        self.assertIn("[1] First sentence.\n[2] Second.", body["messages"][1]["content"])
        self.assertIn("1. One.\n2. Two.", body["messages"][1]["content"])

    def test_tries_again_when_the_server_is_busy(self):
        prompt, supports, _ = self.ask((503, ""), (429, ""), completion('{"claims": [{"claim": 1, "supports": [1]}]}'))
        self.assertEqual((supports[(0, 0)], prompt.failed, len(self.server.asked)), ({0}, 0, 3))

    def test_failures_are_counted_and_name_nothing(self):
        prompt, supports, contradicts = self.ask((401, ""), completion("I cannot."), (200, "<html>"), (200, "{}"), (200, "[]"),
                                                 sources=3)
        self.assertEqual((supports, contradicts, prompt.failed), ({}, {}, 3))
        self.assertEqual(len(self.server.asked), 5)  # Not once more for what is no matter of time.

    def test_a_server_that_is_not_there(self):
        self.server.shutdown()
        self.server.server_close()
        with self.assertRaises(llm.ServerFailed):
            llm.ChatServer(self.url, "m", timeout=1, retries=1, pause=0).ask("s", "u")


if __name__ == "__main__":
    unittest.main()
