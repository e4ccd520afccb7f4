"""Runs `glossator synth` against a stub of a model server: teacher, entailment model and embedder.

Called by ctest as `python3 synth_test.py PROGRAM SOURCE_DIR CLASS`. It needs no model.
"""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import stub_server

PROGRAM, SOURCE_DIR = "", pathlib.Path()

THINGS = ("budget", "museum", "bridge", "library", "school", "harbour", "hospital", "theatre", "market",
          "stadium", "station", "garden")
DEEDS = ("was approved", "stayed closed", "was repaired", "opens early", "needs paint", "lost trade",
         "hired nurses", "sold seats", "moved away", "was cleaned", "looks new", "grew larger")


class Teacher:
    """What the stub's teacher says, by the document's name in the prompt."""

    def __init__(self):
        self.asked = []
        self.faults = {}  # name -> function of a good answer
        self.delay = 0.0
        self.lock = threading.Lock()

    def answer(self, prompt):
        sentences = re.findall(r"<([0-9a-f]{8})>([^<]*)</\1>", prompt)
        name = re.search(r"town of (\w+)", prompt)[1]
        with self.lock:
            self.asked.append(name)
        time.sleep(self.delay)
        reasoning = "The text tells of a small town and of what became of its places; I choose in order:"
        text = ""
        for tag, sentence in sentences:
            reasoning += f"\n<{tag}> since it states a fact of its own"
            text += f"{sentence} <{tag}> "
        good = f"<reasoning>{reasoning}</reasoning>\n<text>{text}</text>"
        fault = self.faults.get(name)
        return fault(good) if fault else good


TEACHER = Teacher()
_plain_chat = stub_server.chat


def chat(body, *answer):
    user = body["messages"][-1]["content"]
    if "<reasoning>" not in user:
        return _plain_chat(body, *answer)
    content = TEACHER.answer(user)
    if isinstance(content, bytes):
        return content
    finish = "stop"
    if content.endswith("CUT"):
        content, finish = content[:-3], "length"
    return {"choices": [{"index": 0, "finish_reason": finish,
                         "message": {"role": "assistant", "content": content}}],
            "usage": {"prompt_tokens": 500, "completion_tokens": len(content) // 4}}


stub_server.chat = chat


def in_text(good, old, new):
    head, text = good.split("<text>")
    assert old in text, old
    return head + "<text>" + text.replace(old, new, 1)


class Synth(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.server = stub_server.StubServer()
        self.addCleanup(self.server.close)
        TEACHER.__init__()
        (self.folder / "docs").mkdir()
        self.names = [f"town{chr(ord('a') + i)}" for i in range(6)]
        for name in self.names:
            # Every sentence names its town, so that no two documents or texts are alike.
            text = "\n\n".join(f"The {thing} in the town of {name} {deed}."
                               for thing, deed in zip(THINGS, DEEDS))
            (self.folder / "docs" / f"{name}.txt").write_text(text, encoding="utf-8")

    def command(self, *arguments, instructions="none:1"):
        url = self.server.url()
        return [PROGRAM, "synth", "docs", "-o", "data", "--server", url, "--teacher-server", url,
                "--decomposer", "rules", "--words", "100", "--instructions", instructions,
                "--text-similarity", "1", "--document-similarity", "1", *map(str, arguments)]

    def environment(self):
        return {"PATH": os.environ["PATH"], "HOME": str(self.folder), "LANG": "C.UTF-8",
                "GLOSSATOR_NO_CACHE": "1", "GLOSSATOR_NO_HISTORY": "1"}

    def run_here(self, *command):
        return subprocess.run([*map(str, command)], cwd=self.folder, capture_output=True, text=True,
                              env=self.environment(), timeout=120)

    def synth(self, *arguments, **options):
        return self.run_here(*self.command(*arguments, **options))

    def lines(self, name):
        return [json.loads(line) for line in
                (self.folder / "data" / name).read_text(encoding="utf-8").splitlines()]

    def summary(self):
        return json.loads((self.folder / "data" / "summary.json").read_text(encoding="utf-8"))

    @staticmethod
    def town(line):
        return line["sources"][0]["uri"].removeprefix("docs/").removesuffix(".txt")

    def codes(self):
        return {self.town(line): [each["code"] for each in line["rejections"]]
                for line in self.lines("rejected.jsonl")}

    def test_good_answers_are_accepted_and_pass_verify(self):
        result = self.synth("--yes")
        self.assertEqual(result.returncode, 0, result.stderr + result.stdout)
        examples = self.lines("examples.jsonl")
        self.assertEqual(len(examples), 6, result.stdout)
        self.assertIn("6 accepted, 0 rejected", result.stdout)
        self.assertEqual({line["split"] for line in examples}, {"train", "eval"})
        self.assertEqual(sum(line["split"] == "train" for line in examples), 2)
        for line in examples:
            (self.folder / "one.json").write_text(json.dumps(line), encoding="utf-8")
            verified = self.run_here(PROGRAM, "verify", "one.json", "--server", self.server.url(),
                                     "--decomposer", "rules")
            self.assertEqual(verified.returncode, 0, verified.stdout + verified.stderr)

    def test_each_bad_answer_is_rejected_for_its_fault(self):
        TEACHER.faults = {
            "towna": lambda good: good.split("</reasoning>")[1],
            "townb": lambda good: in_text(good, "The museum", "<0123abcd> The museum"),
            "townc": lambda good: in_text(good, "was repaired", "was demolished"),
            "townd": lambda good: in_text(good, "The museum", "Everyone says so. The museum"),
            "towne": lambda good: good + "CUT",
        }
        result = self.synth("--yes")
        self.assertEqual(result.returncode, 0, result.stderr + result.stdout)
        codes = self.codes()
        self.assertEqual(codes, {"towna": ["no_reasoning"], "townb": ["unknown_tag"],
                                 "townc": ["unsupported"], "townd": ["uncited_statement"],
                                 "towne": ["cut_off"]})
        self.assertEqual(len(self.lines("examples.jsonl")), 1)
        for code in ("no_reasoning", "unknown_tag", "unsupported", "uncited_statement", "cut_off"):
            self.assertRegex(result.stdout, rf"{code} +1 +1")
        # Judged by the same rules, but not rejected for it: the text may be any length.
        again = self.synth("--yes", "--max-length-error", "9")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertEqual(len(TEACHER.asked), 6, "answers are asked for once")

    def test_killed_and_taken_up_again(self):
        TEACHER.delay = 0.4
        process = subprocess.Popen(self.command("--yes", "--jobs", "1"), cwd=self.folder,
                                   env=self.environment(), stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        journal = self.folder / "data" / "journal.jsonl"
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and not (
                journal.exists() and journal.read_text(encoding="utf-8").count('"answer"') >= 2):
            time.sleep(0.05)
        process.send_signal(signal.SIGKILL)
        process.wait()
        kept = journal.read_bytes()
        self.assertGreaterEqual(kept.count(b'"answer"'), 2)
        self.assertLess(kept.count(b'"answer"'), 6)
        # The worst place to be killed at: in the middle of a line.
        journal.write_bytes(kept + b'{"schema":"glossator/synth_journal/1","kind":"ans')
        asked = len(TEACHER.asked)
        TEACHER.delay = 0.0
        result = self.synth("--yes")
        self.assertEqual(result.returncode, 0, result.stderr + result.stdout)
        self.assertEqual(len(TEACHER.asked) - asked, 6 - kept.count(b'"answer"'))
        self.assertEqual({self.town(line) for line in self.lines("examples.jsonl")}, set(self.names))
        ids = [line["id"] for line in self.lines("examples.jsonl")]
        self.assertEqual(len(ids), len(set(ids)))
        self.assertEqual(len(ids), 6)
        before = (self.folder / "data" / "examples.jsonl").read_bytes()
        self.assertEqual(self.synth("--yes").returncode, 0)
        self.assertEqual((self.folder / "data" / "examples.jsonl").read_bytes(), before)

    def test_interrupted_run_writes_what_is_done(self):
        TEACHER.delay = 0.4
        process = subprocess.Popen(self.command("--yes", "--jobs", "1"), cwd=self.folder,
                                   env=self.environment(), stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 60
        while len(TEACHER.asked) < 3 and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, out + err)
        self.assertIn("goes on from here", out)
        self.assertGreaterEqual(self.summary()["answered"], 1)
        self.assertGreaterEqual(self.summary()["open"], 1)

    def test_budget_ends_the_run(self):
        result = self.synth("--yes", "--jobs", "1", "--max-tokens", "5000", "--price-in", "1",
                            "--price-out", "2")
        self.assertEqual(result.returncode, 4, result.stdout)
        summary = self.summary()
        self.assertIn("budget", summary["stopped"])
        self.assertGreater(summary["answered"], 0)
        self.assertGreater(summary["open"], 0)
        self.assertLessEqual(summary["prompt_tokens"] + summary["completion_tokens"], 5000)
        self.assertAlmostEqual(summary["cost"], (summary["prompt_tokens"] +
                                                 2 * summary["completion_tokens"]) / 1e6)

    def test_rate_limit_is_kept(self):
        begin = time.monotonic()
        result = self.synth("--yes", "--requests-per-minute", "300")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertGreaterEqual(time.monotonic() - begin, 1.0)  # Five gaps of 0.2 s.

    def test_replies_that_are_no_answers_are_asked_again(self):
        TEACHER.faults = {"townb": lambda good: b'{"choices": [{"message":',
                          "townc": lambda good: b'{"choices": []}'}
        result = self.synth("--yes")
        self.assertEqual(result.returncode, 4, result.stdout)
        self.assertEqual(self.summary()["failed"], 2)
        self.assertEqual(self.summary()["accepted"], 4)
        TEACHER.faults = {}
        asked = len(TEACHER.asked)
        result = self.synth("--yes")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(len(TEACHER.asked) - asked, 2)
        self.assertEqual(self.summary()["accepted"], 6)

    def test_nothing_is_sent_without_consent(self):
        result = self.synth()
        self.assertEqual(result.returncode, 2, result.stdout)
        self.assertIn("--yes", result.stderr)
        self.assertIn("6 texts to ask for", result.stderr)
        self.assertEqual(TEACHER.asked, [])
        self.assertFalse((self.folder / "data").exists())
        result = self.synth("--dry-run", "--price-in", "1", "--price-out", "2")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stderr, r"cost \d+\.\d\d")
        self.assertIn("<reasoning>", result.stdout)
        self.assertEqual(TEACHER.asked, [])

    def test_groups_and_pairs_need_no_teacher(self):
        result = self.synth("--make", "groups,pairs", "--split", "8:1:1")
        self.assertEqual(result.returncode, 0, result.stderr + result.stdout)
        self.assertEqual(TEACHER.asked, [])
        pairs = self.lines("pairs.jsonl")
        side_of = {}
        for pair in pairs:
            self.assertEqual(side_of.setdefault(pair["document"], pair["split"]), pair["split"])
        self.assertEqual(set(side_of.values()) - {"train", "dev", "eval"}, set())
        self.assertEqual({pair["label"] for pair in pairs},
                         {"entailment", "contradiction", "neutral"})
        self.assertTrue(self.lines("groups.jsonl"))

    def test_lines_keep_to_the_schema(self):
        try:
            import jsonschema
        except ImportError:
            self.skipTest("jsonschema is not installed")
        TEACHER.faults = {"towna": lambda good: "No."}
        result = self.synth("--yes", "--make", "examples,groups,pairs",
                            instructions="positive:1,adversarial:1,formatting:1")
        self.assertEqual(result.returncode, 0, result.stderr)
        schema = json.loads(
            (SOURCE_DIR / "docs/formats/synth_examples.schema.json").read_text(encoding="utf-8"))
        validator = jsonschema.Draft202012Validator(schema)
        for name in ("examples.jsonl", "rejected.jsonl", "groups.jsonl", "pairs.jsonl"):
            for line in self.lines(name):
                validator.validate(line)
        validator.validate(self.summary())

    def test_mistakes_are_told(self):
        for arguments, word in ((("--split", "0:0"), "split"), (("--make", "poems"), "--make"),
                                (("--min-spread", "2"), "--min-spread")):
            result = self.synth("--yes", *arguments)
            self.assertEqual(result.returncode, 2, arguments)
            self.assertIn(word, result.stderr)
        result = self.synth("--yes", instructions="nice:1")
        self.assertEqual(result.returncode, 2)
        self.assertIn("--instructions", result.stderr)
        result = self.run_here(PROGRAM, "synth", "docs", "-o", "data", "--yes")
        self.assertEqual(result.returncode, 2)
        self.assertIn("--teacher-server", result.stderr)


if __name__ == "__main__":
    PROGRAM, SOURCE_DIR = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
