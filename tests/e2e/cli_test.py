"""Runs the glossator program as a user does: flags, settings, exit codes, files, signals.

Called by ctest as `python3 cli_test.py PROGRAM SOURCE_DIR MODEL_CACHE CLASS`. Tests of the class Models
are skipped, saying so, when a model file is not there.
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM, SOURCE_DIR, MODEL_CACHE = "", pathlib.Path(), ""

SOURCE = """The trial enrolled 120 adults in Norway. No deaths were reported. Treatment lasted twelve weeks.
"""


def run(*arguments, cwd=None, env=None, stdin="", timeout=120):
    """The finished process; the environment is clean but for what a shell always has."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(cwd or "/nonexistent"), "LANG": "C.UTF-8",
                   "GLOSSATOR_NO_CACHE": "1", "GLOSSATOR_NO_HISTORY": "1"}
    environment.update(env or {})
    return subprocess.run(
        [PROGRAM, *map(str, arguments)],
        cwd=cwd, env=environment, input=stdin, capture_output=True, text=True, timeout=timeout)


class WithFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.source = self.write("source.txt", SOURCE)

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content, encoding="utf-8")
        return path

    def run_here(self, *arguments, **options):
        return run(*arguments, cwd=self.folder, **options)


class Usage(WithFolder):
    def test_no_command_prints_help_and_fails(self):
        result = self.run_here()
        self.assertEqual(result.returncode, 2)
        self.assertIn("ground", result.stderr)
        self.assertEqual(result.stdout, "")

    def test_help_has_examples(self):
        for arguments in (["--help"], ["ground", "--help"], ["load", "--help"], ["models", "--help"],
                          ["doctor", "--help"]):
            result = self.run_here(*arguments)
            self.assertEqual(result.returncode, 0, arguments)
            self.assertIn("Example", result.stdout, arguments)

    def test_version(self):
        result = self.run_here("--version")
        self.assertEqual(result.returncode, 0)
        self.assertRegex(result.stdout, r"^glossator \d+\.\d+\.\d+\n$")

    def test_mistyped_command_is_guessed(self):
        result = self.run_here("grund", "a.txt")
        self.assertEqual(result.returncode, 2)
        self.assertIn('did you mean "ground"', result.stderr)

    def test_unknown_flag(self):
        result = self.run_here("ground", "a.txt", "--sauce", "b.txt")
        self.assertEqual(result.returncode, 2)
        self.assertIn("--sauce", result.stderr)

    def test_bad_values(self):
        for flag, value in (("--tau", "1.5"), ("--tau", "half"), ("--format", "docx"),
                            ("--max-attempts", "0"), ("--batch-size", "0"), ("--color", "red"),
                            ("--fail-on", "wrong"), ("--offset-unit", "bytes"),
                            ("--output", "report.exe")):
            result = self.run_here("ground", self.source, "--source", self.source, flag, value)
            self.assertEqual(result.returncode, 2, (flag, result.stderr))
            self.assertIn("glossator: error: ", result.stderr)

    def test_ground_needs_a_source(self):
        result = self.run_here("ground", self.source)
        self.assertEqual(result.returncode, 2)
        self.assertIn("--source", result.stderr)

    def test_standard_input_is_taken_once(self):
        result = self.run_here("ground", "-", "--source", "-", stdin="text")
        self.assertEqual(result.returncode, 2)
        self.assertIn("standard input", result.stderr)


class Configuration(WithFolder):
    """`load` shows the language, so it shows which layer of settings won."""

    def language(self, *arguments, env=None):
        result = self.run_here("load", "--format", "json", self.source, *arguments, env=env)
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)["language"]

    def test_precedence(self):
        user = self.write("xdg/glossator/config.toml", 'language = "it"\n')
        env = {"XDG_CONFIG_HOME": str(user.parent.parent)}
        self.assertEqual(self.language(env=env), "it")
        self.write(".glossator.toml", '[load]\nlanguage = "fr"\n')
        self.assertEqual(self.language(env=env), "fr")
        env["GLOSSATOR_LANGUAGE"] = "es"
        self.assertEqual(self.language(env=env), "es")
        self.assertEqual(self.language("--language", "de", env=env), "de")
        del env["GLOSSATOR_LANGUAGE"]
        self.assertEqual(self.language("--no-config", env=env), "en")
        other = self.write("other.toml", 'language = "de"\n')
        self.assertEqual(self.language("--config", other, env=env), "de")

    def test_unknown_key_is_told_with_the_nearest(self):
        self.write(".glossator.toml", 'langage = "fr"\n')
        result = self.run_here("load", self.source)
        self.assertEqual(result.returncode, 2)
        self.assertIn('.glossator.toml: unknown setting "langage": did you mean "language"?',
                      result.stderr)

    def test_broken_file_names_its_line(self):
        self.write(".glossator.toml", 'lossy = true\nlanguage = = "fr"\n')
        result = self.run_here("load", self.source)
        self.assertEqual(result.returncode, 2)
        self.assertIn(".glossator.toml:2:", result.stderr)

    def test_bad_value_names_its_origin(self):
        result = self.run_here("load", self.source, env={"GLOSSATOR_LOAD_TIMEOUT": "soon"})
        self.assertEqual(result.returncode, 2)
        self.assertIn("GLOSSATOR_LOAD_TIMEOUT", result.stderr)
        self.write(".glossator.toml", "load-timeout = 0\n")
        result = self.run_here("load", self.source)
        self.assertEqual(result.returncode, 2)
        self.assertIn(".glossator.toml: load-timeout", result.stderr)

    def test_missing_named_file(self):
        result = self.run_here("load", self.source, "--config", "none.toml")
        self.assertEqual(result.returncode, 2)
        self.assertIn("none.toml", result.stderr)


class Load(WithFolder):
    def test_json_offsets_are_code_points(self):
        path = self.write("text.txt", "Grüße 😀 an alle. Das ist schön.")
        result = self.run_here("load", "--format", "json", path)
        document = json.loads(result.stdout)
        self.assertEqual(document["offset_unit"], "codepoint")
        for sentence in document["sentences"]:
            self.assertEqual(document["text"][sentence["start"]:sentence["end"]], sentence["text"])
        self.assertEqual(len(document["sentences"]), 2)

    def test_errors_are_typed_and_the_rest_is_loaded(self):
        broken = self.write("broken.txt", b"good start \xff\xfe\xfa bad end")
        result = self.run_here("load", "missing.txt", broken, self.source)
        self.assertEqual(result.returncode, 3)
        self.assertIn("missing.txt", result.stderr)
        self.assertIn("broken.txt", result.stderr)
        self.assertIn("120 adults", result.stdout)

    def test_invalid_bytes_name_their_offset_or_are_replaced(self):
        broken = self.write("broken.txt", "ein gültiger Anfang ".encode() + b"\xff und ein Ende.")
        result = self.run_here("load", broken)
        self.assertEqual(result.returncode, 3)
        self.assertRegex(result.stderr, r"\b21\b")
        result = self.run_here("load", "--lossy", broken)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("\ufffd", result.stdout)

    def test_standard_input(self):
        result = self.run_here("load", "-", stdin="One. Two is here.")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("Two is here.", result.stdout)

    def test_escape_sequences_of_a_document_do_not_reach_the_terminal(self):
        path = self.write("evil.txt", "Harmless text. " * 40 + "Harmless \x1b[31mred\x1b]0;title\x07 text.")
        result = self.run_here("load", path)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("title", result.stdout)
        self.assertNotIn("\x1b", result.stdout)
        self.assertNotIn("\x07", result.stdout)

    def test_closed_pipe_is_no_crash(self):
        path = self.write("long.txt", "A sentence of some words. " * 20000)
        process = subprocess.Popen([PROGRAM, "load", str(path)], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, env={"PATH": os.environ["PATH"]})
        process.stdout.read(10)
        process.stdout.close()
        self.assertIn(process.wait(timeout=60), (0, 3))
        process.stderr.close()


class Models(WithFolder):
    """End to end with the shipped models."""

    @classmethod
    def setUpClass(cls):
        result = run("models")
        if result.returncode != 0:
            raise unittest.SkipTest("a model is not there: " + result.stdout + result.stderr)

    def ground(self, response, *arguments, **options):
        path = self.write("response.txt", response)
        return self.run_here("ground", path, "--source", self.source, *arguments, **options)

    def verdicts(self, result):
        return [claim["verdict"] for claim in json.loads(result.stdout)["claims"]]

    def test_supported_passes(self):
        result = self.ground("No deaths were reported.", "--format", "json")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.verdicts(result), ["supported"])

    def test_contradicted_fails_the_gate(self):
        result = self.ground("The trial enrolled 900 adults in Norway.", "--format", "json")
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertIn("gate failed", result.stderr)
        result = self.ground("The trial enrolled 900 adults in Norway.", "--fail-on", "none")
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_report_is_the_same_for_any_threads_and_batch_size(self):
        response = "The trial enrolled 120 adults. It lasted twelve weeks. Two patients died."
        reports = [
            self.ground(response, "--format", "json", "--threads", threads, "--batch-size", batch)
            for threads, batch in (("1", "1"), ("2", "64"), ("2", "1"), ("1", "64"))]
        self.assertTrue(json.loads(reports[0].stdout)["claims"])
        for report in reports[1:]:
            self.assertEqual(report.stdout, reports[0].stdout)

    def test_cut_off_response_is_unchecked(self):
        result = self.ground("No deaths were reported. The trial enrolled 120 adults and", "--format", "json")
        self.assertEqual(result.returncode, 1, result.stderr)
        report = json.loads(result.stdout)
        self.assertIn("unchecked", self.verdicts(result))
        self.assertTrue(report["coverage"]["gaps"])

    def test_unread_source_is_reported(self):
        result = self.ground("The bridge was opened in 1932.", "--source", "missing.pdf", "--format", "json")
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertIn("missing.pdf", result.stderr)
        self.assertEqual(set(self.verdicts(result)), {"unchecked"})
        self.assertEqual(json.loads(result.stdout)["unread_sources"][0]["uri"], "missing.pdf")

    def test_greeting_alone_never_passes(self):
        result = self.ground("Hello!", "--format", "json")
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertIn("no claim that can be checked", result.stderr)

    def test_files_by_extension(self):
        names = ["r.html", "r.json", "r.jsonl", "r.md", "r.txt"]
        outputs = [word for name in names for word in ("-o", self.folder / name)]
        result = self.ground("No deaths were reported.", "-q", *outputs)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))
        for name in names:
            self.assertIn("No deaths were reported.", (self.folder / name).read_text(), name)
        self.assertNotIn("\x1b", (self.folder / "r.txt").read_text())

    def test_output_that_cannot_be_written(self):
        result = self.ground("No deaths were reported.", "-o", "missing/report.json")
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertIn("missing/report.json", result.stderr)

    def test_records(self):
        records = self.write("records.jsonl", "\n".join([
            json.dumps({"id": "a", "response": "No deaths were reported.",
                        "retrieved_contexts": [SOURCE]}),
            "{broken",
            json.dumps({"question": "Deaths?", "answer": "No deaths were reported.",
                        "contexts": [SOURCE], "extra": 1}),
        ]))
        result = self.run_here("ground", records, "--format", "jsonl")
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertIn("record 2", result.stderr)
        reports = [json.loads(line) for line in result.stdout.splitlines()]
        self.assertEqual([report["id"] for report in reports], ["a", "3"])
        for report in reports:
            self.assertEqual([claim["verdict"] for claim in report["claims"]], ["supported"])

    def test_folder_of_sources(self):
        self.write("sources/b.md", "# Results\n\nThe bridge was opened in 1932.")
        self.write("sources/a.txt", "The river is wide.")
        path = self.write("answer.md", "The bridge was opened in 1932.")
        result = self.run_here("ground", path, "--source", self.folder / "sources", "--format", "json")
        self.assertEqual(result.returncode, 0, result.stderr)
        uris = [document["uri"] for document in json.loads(result.stdout)["documents"]]
        self.assertEqual([pathlib.Path(uri).name for uri in uris], ["a.txt", "b.md"])

    def test_reformulated_text_alone(self):
        new = self.folder / "new.txt"
        result = self.ground("No deaths were reported. The trial enrolled 900 adults in Norway.",
                             "--reformulated-output", new, "--format", "json")
        self.assertEqual(result.returncode, 1, result.stderr)
        reformulation = json.loads(result.stdout)["reformulation"]
        self.assertEqual(new.read_text(), reformulation["text"])
        self.assertEqual(
            new.read_text().strip(), "No deaths were reported. The trial enrolled 120 adults in Norway.")
        self.assertEqual([sentence["action"] for sentence in reformulation["sentences"]],
                         ["kept", "rewritten"])

    def test_reformulation_drops_or_marks(self):
        response = "No deaths were reported. Whales sing at night."
        result = self.ground(response, "--reformulate", "--fail-on", "none", "--format", "json")
        text = json.loads(result.stdout)["reformulation"]["text"]
        self.assertIn("Whales sing at night. [", text)
        result = self.ground(response, "--reformulate", "--on-unsupported", "drop", "--fail-on", "none",
                             "--format", "json")
        text = json.loads(result.stdout)["reformulation"]["text"]
        self.assertEqual(text.strip(), "No deaths were reported.")

    def test_claims_by_rule_and_whole(self):
        response = "The trial enrolled 120 adults in Norway and lasted twelve weeks."
        for decomposer, origins in (("rules", ["rule", "rule"]), ("none", ["sentence"])):
            result = self.ground(response, "--decomposer", decomposer, "--fail-on", "none",
                                 "--format", "json")
            report = json.loads(result.stdout)
            self.assertEqual([claim["origin"] for claim in report["claims"]], origins)
            self.assertEqual([model["role"] for model in report["provenance"]["models"]],
                             ["embedder", "entailment"])

    def test_missing_model(self):
        result = self.ground("No deaths were reported.", "--entailment", "none-such")
        self.assertIn("none-such", result.stderr)
        self.assertIn(result.returncode, (2, 3, 4))
        self.assertEqual(result.stdout, "")

    def test_a_generative_model_judges_in_words_and_embeds(self):
        # The mechanisms of the bigger models' specs, on a small one.
        shipped = json.loads((SOURCE_DIR / "models" / "decomposer-smollm2-135m.json").read_text())
        del shipped["default"]
        for spec in ({"name": "judge", "role": "entailment", "asks_in_words": True},
                     {"name": "last", "role": "embedder", "pooling": "last", "max_tokens": 128,
                      "query_prefix": "Instruct: find it\nQuery:"}):
            self.write(f"models/{spec['name']}.json", json.dumps({**shipped, **spec}))
        result = self.ground("No deaths were reported.", "--model-dir", self.folder / "models",
                             "--entailment", "judge", "--embedder", "last", "--method", "etracer",
                             "--tau", "0", "--format", "json", "--fail-on", "none")
        self.assertEqual(result.returncode, 0, result.stderr)
        report = json.loads(result.stdout)
        self.assertNotIn("unchecked", self.verdicts(result))
        self.assertEqual({model["name"] for model in report["provenance"]["models"]},
                         {"judge", "last", "decomposer-smollm2-135m"})
        self.assertIn("entailment_in_words_v1",
                      {prompt["id"] for prompt in report["provenance"]["prompts"]})

    def test_models_tell_languages_and_cards(self):
        models = {model["name"]: model for model in json.loads(run("models", "--json").stdout)["models"]}
        self.assertEqual(models["entailment-minilm-v2"]["languages"], ["en"])
        self.assertTrue(models["entailment-minilm-v2"]["card"].endswith("/entailment-minilm-v2.md"))
        multilingual = models["embedder-multilingual-e5-small"]
        self.assertTrue(multilingual["default"])
        self.assertEqual(sorted(multilingual["languages"]), ["de", "en", "es", "fr", "it"])
        self.assertEqual(multilingual["licence"], "MIT")
        table = run("models").stdout
        self.assertIn("en de es fr it", table)
        self.assertIn("card: ", table)

    def test_the_language_picks_the_models(self):
        names = [model["name"] for model in json.loads(run("models", "--json").stdout)["models"]]
        german = self.write("quelle.txt", "Die Studie dauerte zwölf Wochen. Es wurden keine Todesfälle gemeldet.")
        path = self.write("antwort.txt", "Die Studie dauerte zwölf Wochen.")
        report = json.loads(self.run_here("ground", path, "--source", german, "--format", "json").stdout)
        used = {model["role"]: model["name"] for model in report["provenance"]["models"]}
        if "entailment-multilingual-v1" in names:
            self.assertEqual(used["entailment"], "entailment-multilingual-v1")
            self.assertEqual(used["embedder"], "embedder-multilingual-e5-small")
        else:  # said, and the embedder is the one that the calibration knows
            self.assertEqual(used["embedder"], "embedder-all-minilm-l6-v2")
            self.assertTrue(any("language de: entailment model" in text for text in report["warnings"]),
                            report["warnings"])
        report = json.loads(self.ground("No deaths were reported.", "--format", "json").stdout)
        used = {model["role"]: model["name"] for model in report["provenance"]["models"]}
        self.assertEqual(used["entailment"], "entailment-minilm-v2")
        self.assertEqual(used["embedder"], "embedder-all-minilm-l6-v2")
        self.assertFalse(any("language" in text for text in report["warnings"]), report["warnings"])

    def test_damaged_model(self):
        spec = json.loads((SOURCE_DIR / "models" / "embedder-all-minilm-l6-v2.json").read_text())
        spec.update(name="damaged", default=False)
        whole = pathlib.Path(MODEL_CACHE) / spec["file"]
        spec["file"] = "damaged.gguf"
        self.write("models/damaged.json", json.dumps(spec))
        self.write("models/damaged.gguf", whole.read_bytes()[:1_000_000])
        result = self.ground("No deaths were reported.", "--model-dir", self.folder / "models",
                             "--embedder", "damaged")
        self.assertEqual(result.returncode, 4, result.stderr)
        self.assertIn("damaged.gguf", result.stderr)

    def test_interrupt_reports_what_is_done(self):
        response = self.write("long.txt", "The trial enrolled 120 adults in Norway. " * 400)
        process = subprocess.Popen(
            [PROGRAM, "ground", str(response), "--source", str(self.source), "--format", "json",
             "--decomposer", "decomposer-smollm2-135m"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={"PATH": os.environ["PATH"]})
        time.sleep(3)
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, stderr)
        self.assertIn("unchecked", {claim["verdict"] for claim in json.loads(stdout)["claims"]})

    def test_doctor(self):
        result = self.run_here("doctor")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertIn("self-test", result.stdout)


if __name__ == "__main__":
    PROGRAM, SOURCE_DIR, MODEL_CACHE = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    unittest.main(argv=[sys.argv[0], "-v", *sys.argv[4:]])
