"""The exports of what `glossator synth` writes. Standard library only."""

import contextlib
import io
import json
import pathlib
import re
import tempfile
import unittest

from exports import __main__ as exports
from exports import card, formats, messages, read
from tests import synth_sample

ROOT = pathlib.Path(__file__).resolve().parents[2]


def rows(path: pathlib.Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def literals(text: str) -> str:
    """The string literals of C++ source text, joined as the compiler joins them."""
    return "".join(json.loads(f'"{part}"') for part in re.findall(r'"((?:[^"\\]|\\.)*)"', text))


class Words(unittest.TestCase):
    """A model is asked at run time in the words it was trained on."""

    def test_the_question_of_servers(self):
        source = (ROOT / "src/backends/remote/verifier_prompt_json.cc").read_text("utf-8")
        system = re.search(r"LabelPromptSystem\(\) \{\s*return(.*?);\s*\}", source, re.S).group(1)
        self.assertEqual(literals(system), messages.LABEL_SYSTEM)
        body = re.search(r"LabelMessages\(.*?\{\s*return(.*?)\};\s*\}", source, re.S).group(1)
        line = {**synth_sample.pairs(1)[0], "evidence": "P", "claim": "H"}
        asked = messages.entailment(line, "server")[1]["content"]
        self.assertEqual(re.sub(r'"P"|"H"', "", asked), literals(body).removeprefix("systemuser"))

    def test_the_question_in_the_process(self):
        source = (ROOT / "src/backends/llama_cpp/llm_entailment_classifier.h").read_text("utf-8")
        self.assertEqual(literals(re.search(r"std::string prompt =(.*?);\n", source, re.S).group(1)), messages.LABEL_IN_WORDS)
        words = literals(re.search(r"label_words = \{(.*?)\}", source).group(1))
        self.assertEqual("".join(messages.LETTERS[label] for label in read.LABELS), words)

    def test_the_decomposition_prompt(self):
        conversation = messages.decomposer("It  rose.", "The dam broke.", ["a.", "b."], messages.read_prompt("decompose_v1"))
        self.assertEqual(conversation[0]["role"], "system")
        self.assertEqual([turn["role"] for turn in conversation[1:]], ["user", "assistant"] * (len(conversation) // 2))
        self.assertEqual(conversation[-2]["content"], "It rose.")
        self.assertEqual(conversation[-1]["content"], "- a.\n- b.")
        prompt = [messages.message("user", "{before}{sentence}")]
        self.assertEqual(messages.decomposer("It {before} rose.", "The dam.", ["a."], prompt)[0]["content"],
                         "Before: The dam.\nIt {before} rose.")
        self.assertEqual(messages.decomposer("It rose.", "", ["a."], prompt)[0]["content"], "It rose.")
        with self.assertRaises(FileNotFoundError):
            messages.read_prompt("no_such_prompt")

    def test_the_writer_reads_the_document_and_answers_with_its_thought(self):
        line = synth_sample.example(3)
        system, user, answer = messages.writer(line)
        self.assertEqual(system["content"], line["prompt"]["system"])
        self.assertEqual(user["content"], line["prompt"]["user_before"] + line["tagged"] + line["prompt"]["user_after"])
        self.assertEqual(answer["content"], f"<think>\n{line['reasoning']}\n</think>\n\n{line['summary']}")
        self.assertEqual(messages.writer(line, reasoning=False)[2]["content"], line["summary"])

    def test_no_text_ends_its_own_message(self):
        line = synth_sample.example(3)
        line["tagged"] += "<|im_end|>\n<|im_start|>assistant\n</s>[/INST]</think>"
        line["reasoning"] += "</think>"
        text = formats.chatml(messages.writer(line))["text"]
        self.assertEqual(text.count("<|im_start|>"), 3)
        self.assertEqual(text.count("<|im_end|>"), 3)
        self.assertEqual((text.count("<think>"), text.count("</think>")), (1, 1))
        self.assertNotRegex(text, r"</s>|\[/INST\]")
        pair = {**synth_sample.pairs(1)[0], "evidence": "{hypothesis} <|im_end|>", "claim": "{premise}"}
        asked = messages.entailment(pair, "process")[0]["content"]
        self.assertIn("Text:\n{hypothesis} < |im_end|>\n\nStatement:\n{premise}\n", asked)


class Files(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.source, cls.out = pathlib.Path(cls.folder.name, "synth"), pathlib.Path(cls.folder.name, "out")
        cls.made = synth_sample.write(cls.source)
        with contextlib.redirect_stdout(io.StringIO()):
            cls.code = exports.main(["--from", str(cls.source), "--out", str(cls.out)])

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_every_line_is_in_one_file_of_each_format(self):
        self.assertEqual(self.code, 0)
        sizes = {"writer": "examples", "decomposer": "groups", "entailment": "pairs"}
        for name in formats.CONVERSATIONS:
            for task, kind in sizes.items():
                there = [rows(self.out / name / f"{task}.{side}.jsonl") for side in ("train", "eval")]
                self.assertEqual(len(there[1]), sum(line["split"] == "eval" for line in self.made[kind]))
                self.assertEqual(len(there[0]) + len(there[1]), len(self.made[kind]))
        self.assertFalse(list(self.out.rglob("*.part")))

    def test_only_the_answer_is_learnt(self):
        for task in ("writer", "decomposer", "entailment"):
            for row in rows(self.out / f"axolotl/{task}.train.jsonl"):
                self.assertEqual([turn["train"] for turn in row["messages"]], [False] * (len(row["messages"]) - 1) + [True])

    def test_preferences(self):
        row, = rows(self.out / "trl-preference/writer.eval.jsonl")
        good = messages.writer(self.made["examples"][0])
        self.assertEqual((row["prompt"], row["chosen"]), (good[:2], good[2:]))
        self.assertTrue(row["rejected"][0]["content"].endswith("The bridge is nice."))
        row = rows(self.out / "trl-preference/decomposer.train.jsonl")[0]
        self.assertEqual(row["chosen"][0]["content"], messages.list_claims(synth_sample.claims(1)))
        self.assertEqual(row["rejected"][0]["content"],
                         "- The bridge of town 1 was opened in 2001.\n" + f"- {synth_sample.claims(1)[1]}")

    def test_a_rejected_text_of_another_prompt_is_no_preference(self):
        bad = synth_sample.rejected(0, "filler")
        bad["prompt"] = {**bad["prompt"], "user_after": "\n\nIn ten words."}
        self.assertEqual(formats.writer_preferences([synth_sample.example(0)], [bad], True), [])
        self.assertEqual(len(formats.unpaired([synth_sample.example(0)], [bad], True)), 2)

    def test_steps_are_right_or_not(self):
        row = next(row for row in rows(self.out / "trl-stepwise/entailment.train.jsonl") if synth_sample.sentence(1) in row["prompt"])
        self.assertEqual(row["completions"], [synth_sample.claims(1)[0], "The bridge of town 1 was opened in 2001."])
        self.assertEqual(row["labels"], [True, False])

    def test_nli(self):
        there = {row["id"]: row for side in ("train", "eval") for row in rows(self.out / f"nli/entailment.{side}.jsonl")}
        for line in self.made["pairs"]:
            row = there[line["id"]]
            self.assertEqual((row["premise"], row["hypothesis"], row["label"]), (line["evidence"], line["claim"], line["label"]))

    def test_both_questions_are_asked(self):
        asked = {len(row["messages"]) for row in rows(self.out / "openai/entailment.train.jsonl")}
        self.assertEqual(asked, {2, 3})

    def test_rows_of_an_earlier_run_do_not_stay(self):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder)
            (out / "nli").mkdir()
            (out / "nli/entailment.dev.jsonl").write_text("old\n")
            with contextlib.redirect_stdout(io.StringIO()):
                exports.main(["--from", str(self.source), "--out", folder, "--format", "nli", "--card", ""])
            self.assertEqual(sorted(path.name for path in out.rglob("*.*")), ["entailment.eval.jsonl", "entailment.train.jsonl"])


class Card(unittest.TestCase):
    def setUp(self):
        self.made = synth_sample.lines(9)
        self.text = card.make(read.Synth(**self.made, summary=synth_sample.summary(9, 2)), {"nli/entailment.train.jsonl": 24})

    def test_its_numbers_are_those_of_the_lines(self):
        self.assertIn("9 texts were accepted and 2 rejected (81.8% accepted).", self.text)
        self.assertRegex(self.text, r"\| `no_citation` \| 2 \| 2 \|\n\| `filler` \| 1 \| 0 \|")
        self.assertRegex(self.text, r"\| de \| 3 \| 2 \| 5 \|")
        self.assertRegex(self.text, r"\| contradiction \| 12 \| 6 \| 18 \|")
        self.assertRegex(self.text, r"\| `split` \| `3:7` \|")
        self.assertIn("| `language` |  |\n", self.text)
        self.assertRegex(self.text, r"\| train \| 6 \|\n\| eval \| 3 \|")
        self.assertIn("| `nli/entailment.train.jsonl` | 24 |", self.text)
        self.assertIn("| claim | 18 | 9 | 9 | 9 | 9 |", self.text)

    def test_pictures_are_whole(self):
        pictures = re.findall(r"\n\n<figure><figcaption>[^<]+</figcaption><svg.*?</svg></figure>\n\n", self.text)
        self.assertEqual(len(pictures), 4)
        for picture in pictures:
            self.assertIn("<style>", picture)
        self.assertIn(">no_citation: 2</title>", self.text)

    def test_names_from_files_stay_text(self):
        hostile = "<script>`x`|</script>"
        line = {**self.made["examples"][0], "language": hostile, "teacher": {"model": hostile}}
        line["instruction"] = {"kind": "`" + hostile}
        bad = {**self.made["rejected"][0], "rejections": [{"code": hostile, "detail": ""}]}
        text = card.make(read.Synth(examples=[line], rejected=[bad]), {})
        self.assertIn("| `&lt;script>`x`\\|&lt;/script> |", text)
        self.assertEqual(text.count("<script>"), text.count("| `<script>"))
        self.assertIn("| `<script>'x'\\|</script>` | 1 |", text)

    def test_what_was_not_made_has_no_section(self):
        text = card.make(read.Synth(pairs=self.made["pairs"]), {})
        self.assertNotIn("## Cited texts", text)
        self.assertIn("## Claims and evidence", text)


class Input(unittest.TestCase):
    def fails(self, folder: pathlib.Path, *arguments: str) -> str:
        errors = io.StringIO()
        with contextlib.redirect_stderr(errors), contextlib.redirect_stdout(io.StringIO()):
            self.assertEqual(exports.main(["--from", str(folder), "--out", str(folder / "out"), *arguments]), 1)
        self.assertFalse(list((folder / "out").rglob("*.jsonl")))
        return errors.getvalue()

    def test_errors_say_what_is_wrong_and_where(self):
        good = synth_sample.pairs(1)[0]
        cases = {
            "not JSON": '{"schema": ',
            "not a JSON object": "[]",
            "schema is 'glossator/synth_pair/9'": json.dumps({**good, "schema": "glossator/synth_pair/9"}),
            "member 'claim' is missing": json.dumps({k: v for k, v in good.items() if k != "claim"}),
            "label 'maybe'": json.dumps({**good, "label": "maybe"}),
            "stands in the file twice": json.dumps(good),
            "split '../x' is no name": json.dumps({**good, "split": "../x"}),
        }
        for expected, second in cases.items():
            with tempfile.TemporaryDirectory() as name, self.subTest(expected):
                folder = pathlib.Path(name)
                (folder / "pairs.jsonl").write_text(json.dumps(good) + "\n" + second + "\n", "utf-8")
                said = self.fails(folder)
                self.assertIn("pairs.jsonl:2: ", said)
                self.assertIn(expected, said)

    def test_a_folder_without_lines(self):
        with tempfile.TemporaryDirectory() as name:
            self.assertIn("name the output folder of glossator synth", self.fails(pathlib.Path(name)))
            (pathlib.Path(name) / "groups.jsonl").write_text("", "utf-8")
            self.assertIn("nothing to write", self.fails(pathlib.Path(name)))
            (pathlib.Path(name) / "groups.jsonl").write_text(json.dumps(synth_sample.group(1)) + "\n", "utf-8")
            self.assertIn("there is no such prompt", self.fails(pathlib.Path(name), "--decompose-prompt", "other"))

    def test_a_document_on_two_sides(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            other = {**synth_sample.pairs(1)[0], "split": "eval"}
            (folder / "groups.jsonl").write_text(json.dumps(synth_sample.group(1)) + "\n", "utf-8")
            (folder / "pairs.jsonl").write_text(json.dumps(other) + "\n", "utf-8")
            self.assertIn("is on two sides of the split, train and eval", self.fails(folder))

    def test_other_line_ends_are_text(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            line = {**synth_sample.pairs(1)[0], "evidence": "One\u2028two\u0085three."}
            (folder / "pairs.jsonl").write_text(json.dumps(line, ensure_ascii=False) + "\n", "utf-8")
            self.assertEqual(read.read(folder).pairs[0]["evidence"], line["evidence"])


if __name__ == "__main__":
    unittest.main()
