"""The gate as a CI job uses it: exit codes, baselines, JUnit, SARIF, summaries, self-test.

Called by ctest as `python3 gate_test.py PROGRAM SOURCE_DIR CLASS`. Models are a stub server's, so that
broken ones can be tried; class Models uses the shipped ones and is skipped where a file is missing.
"""

import copy
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

import stub_server

PROGRAM, SOURCE_DIR = "", pathlib.Path()


def run(*arguments, cwd=None, env=None, timeout=120):
    environment = {"PATH": os.environ["PATH"], "HOME": str(cwd or "/nonexistent"), "LANG": "C.UTF-8",
                   "GLOSSATOR_NO_CACHE": "1", "GLOSSATOR_NO_HISTORY": "1"}
    environment.update(env or {})
    return subprocess.run([PROGRAM, *map(str, arguments)], cwd=cwd, env=environment,
                          capture_output=True, text=True, timeout=timeout)


class WithFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, content):
        path = self.folder / name
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return path

    def run_here(self, *arguments, **options):
        return run(*arguments, cwd=self.folder, **options)


def sample():
    """A report with two supported claims, complete."""
    report = json.loads((SOURCE_DIR / "src/report/testdata/sample.json").read_text())
    report["unread_sources"] = []
    report["coverage"]["gaps"] = []
    report["citations"] = []
    report["claims"] = report["claims"][1:3]
    return report


def with_verdict(report, index, verdict):
    changed = copy.deepcopy(report)
    changed["claims"][index]["verdict"] = verdict
    if verdict == "contradicted":
        for evidence in changed["claims"][index]["evidence"]:
            evidence["polarity"] = "contradicts"
    elif verdict != "supported":
        changed["claims"][index]["evidence"] = []
    return changed


# What the usual consumers (Jenkins' schema, GitLab) allow and need.
JUNIT = {
    "testsuites": ({"name", "tests", "failures", "errors", "time"}, set(), {"testsuite"}),
    "testsuite": ({"name", "tests", "failures", "errors", "skipped", "time"}, {"name", "tests"}, {"testcase"}),
    "testcase": ({"name", "classname", "time", "file", "line"}, {"name", "classname"},
                 {"failure", "error", "skipped", "system-out"}),
    "failure": ({"message", "type"}, {"message", "type"}, set()),
    "error": ({"message", "type"}, {"message", "type"}, set()),
    "skipped": ({"message"}, set(), set()),
    "system-out": (set(), set(), set()),
}


def check_junit(test, text):
    root = ElementTree.fromstring(text)
    test.assertEqual(root.tag, "testsuites")

    def check(element):
        allowed, needed, children = JUNIT[element.tag]
        test.assertLessEqual(set(element.attrib), allowed, element.tag)
        test.assertLessEqual(needed, set(element.attrib), element.tag)
        for child in element:
            test.assertIn(child.tag, children)
            check(child)

    check(root)
    names = [suite.get("name") for suite in root]
    test.assertEqual(len(names), len(set(names)))
    for suite in root:
        test.assertEqual(int(suite.get("tests")), len(suite))
        for name in ("failure", "error", "skipped"):
            count = suite.get("skipped" if name == "skipped" else name + "s")
            test.assertEqual(int(count), len(suite.findall(f"testcase/{name}")))
        for case in suite:
            test.assertLessEqual(len(case), 1)
    return root


def check_sarif(test, text):
    """The parts of the SARIF 2.1.0 schema that the log uses."""
    log = json.loads(text)
    test.assertEqual(log["version"], "2.1.0")
    test.assertIn("sarif-2.1.0", log["$schema"])
    (run_,) = log["runs"]
    test.assertEqual(run_["columnKind"], "unicodeCodePoints")
    rules = run_["tool"]["driver"]["rules"]
    test.assertEqual(len({rule["id"] for rule in rules}), len(rules))
    for rule in rules:
        test.assertIn(rule["defaultConfiguration"]["level"], ("none", "note", "warning", "error"))
        test.assertTrue(rule["help"]["text"] and rule["shortDescription"]["text"])
    for artifact in run_["artifacts"]:
        test.assertRegex(artifact["location"]["uri"], r"^[A-Za-z0-9%\-._~/:@!$&'()*+,;=?#]+$")
        for value in artifact.get("hashes", {}).values():
            test.assertRegex(value, r"^[0-9a-f]{64}$")

    def check_location(location):
        physical = location["physicalLocation"]
        index = physical["artifactLocation"]["index"]
        test.assertEqual(run_["artifacts"][index]["location"]["uri"], physical["artifactLocation"]["uri"])
        region = physical.get("region")
        if region:
            for name in ("startLine", "startColumn", "endLine", "endColumn"):
                test.assertGreaterEqual(region[name], 1)
            test.assertGreaterEqual((region["endLine"], region["endColumn"]),
                                    (region["startLine"], region["startColumn"]))
            test.assertEqual(region["charLength"], len(region["snippet"]["text"]))
            test.assertEqual(region["byteLength"], len(region["snippet"]["text"].encode()))

    prints = [result["partialFingerprints"]["glossator/v1"] for result in run_["results"]]
    test.assertEqual(len(prints), len(set(prints)))
    for result in run_["results"]:
        test.assertEqual(rules[result["ruleIndex"]]["id"], result["ruleId"])
        test.assertIn(result["level"], ("note", "warning", "error"))
        test.assertTrue(result["message"]["text"])
        test.assertNotRegex(re.sub(r"\\[\[\]\\]", "", result["message"]["text"]), r"[\[\]]")
        test.assertIn(result.get("baselineState", "new"), ("new", "unchanged"))
        test.assertEqual(len(result["locations"]), 1)
        for location in result["locations"] + result.get("relatedLocations", []):
            check_location(location)
    (invocation,) = run_["invocations"]
    test.assertIsInstance(invocation["executionSuccessful"], bool)
    test.assertIsInstance(invocation["exitCode"], int)
    return run_


class Gate(WithFolder):
    """Stored reports: no model is needed."""

    def gate(self, *arguments, **options):
        return self.run_here("gate", *arguments, **options)

    def test_passes_and_fails(self):
        good = self.write("good.json", sample())
        result = self.gate(good)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("gate passed", result.stdout)
        for verdict in ("contradicted", "not_enough_info", "unchecked"):
            bad = self.write("bad.json", with_verdict(sample(), 0, verdict))
            result = self.gate(bad)
            self.assertEqual(result.returncode, 1, verdict)
            self.assertIn(f"1 claim {verdict}", result.stderr)
        self.assertEqual(self.gate(bad, "--fail-on", "none").returncode, 1, "unchecked always fails")
        self.assertEqual(self.gate(bad, "--fail-on", "none", "--max-unchecked", "1").returncode, 0)

    def test_shares(self):
        half = self.write("half.json", with_verdict(sample(), 0, "not_enough_info"))
        self.assertEqual(self.gate(half, "--fail-under", "0.5").returncode, 0, "the share alone decides")
        self.assertEqual(self.gate(half, "--fail-under", "51%").returncode, 1)
        self.assertEqual(self.gate(half, "--fail-under", "fcr=0.5").returncode, 0)
        self.assertEqual(
            self.gate(half, "--fail-under", "0.5", "--fail-on", "not_enough_info").returncode, 1)
        self.assertEqual(self.gate(half, env={"GLOSSATOR_FAIL_UNDER": "0.6"}).returncode, 1)
        self.assertEqual(self.gate(half, env={"GLOSSATOR_FAIL_UNDER": "0.4"}).returncode, 0)
        both = self.write("both.jsonl", "\n".join(
            json.dumps(dict(report, id=name)) for name, report in
            (("a", sample()), ("b", with_verdict(sample(), 0, "not_enough_info")))))
        self.assertEqual(self.gate(both, "--fail-under", "0.75").returncode, 1)
        self.assertEqual(
            self.gate(both, "--fail-under", "0.75", "--gate-scope", "batch").returncode, 0)
        for bad in ("1.5", "x", "hcr=0.1"):
            result = self.gate(half, "--fail-under", bad)
            self.assertEqual(result.returncode, 2, bad)
            self.assertIn("--fail-under", result.stderr)

    def test_fails_closed(self):
        no_claims = dict(sample(), claims=[])
        self.assertEqual(self.gate(self.write("r.json", no_claims)).returncode, 1)
        gap = sample()
        gap["coverage"]["gaps"] = ["the response was cut off"]
        self.assertEqual(self.gate(self.write("r.json", gap)).returncode, 1)
        baseless = sample()
        baseless["claims"][0]["evidence"] = []
        self.assertEqual(self.gate(self.write("r.json", baseless)).returncode, 1)
        unread = json.loads((SOURCE_DIR / "src/report/testdata/sample.json").read_text())
        self.assertEqual(self.gate(self.write("r.json", unread)).returncode, 3)
        for broken in ("", "[]", "{}", json.dumps(sample())[:-9], json.dumps(sample()) + "\n{}"):
            result = self.gate(self.write("r.json", broken))
            self.assertEqual(result.returncode, 3, broken[:40])
            self.assertIn("r.json", result.stderr)
        self.assertEqual(self.gate("none.json").returncode, 3)
        self.assertEqual(self.gate().returncode, 2)

    def test_baseline(self):
        old = self.write("old.json", sample())
        worse = self.write("new.json", with_verdict(sample(), 1, "not_enough_info"))
        result = self.gate(worse, "--baseline", old, "--fail-on", "none")
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertIn("1 claim was supported in the baseline and not now", result.stderr)
        self.assertIn("| regression |", result.stdout)
        self.assertEqual(self.gate(worse, "--baseline", worse, "--fail-on", "none").returncode, 0)
        self.assertIn("| known |", self.gate(worse, "--baseline", worse).stdout)
        self.assertEqual(self.gate(old, "--baseline", worse).returncode, 0, "better is fine")

    def test_not_comparable_has_its_own_code(self):
        old = self.write("old.json", sample())

        def changed(change):
            report = sample()
            change(report)
            return self.write("new.json", report)

        changes = {
            "model": lambda r: r["provenance"]["models"][0].update(sha256="0" * 64),
            "prompt": lambda r: r["provenance"]["prompts"][0].update(sha256="0" * 64),
            "method": lambda r: r["provenance"].update(method="another"),
            "threshold": lambda r: r["provenance"]["settings"].update(tau="0.9"),
            "splitter": lambda r: r["provenance"].update(splitter_version="another"),
            "record": lambda r: r.update(id="another"),
            "question": lambda r: r.update(question="Another?"),
        }
        for name, change in changes.items():
            result = self.gate(changed(change), "--baseline", old)
            self.assertEqual(result.returncode, 6, (name, result.stderr))
            self.assertIn("not comparable", result.stderr)
        self.assertEqual(self.gate(old, "--baseline", "none.json").returncode, 3)

    def test_junit(self):
        whole = json.loads((SOURCE_DIR / "src/report/testdata/sample.json").read_text())
        hostile = json.loads((SOURCE_DIR / "src/report/testdata/hostile.json").read_text())
        hostile["id"] = "\u0007]]><x>\ufffe & \"'"
        path = self.write("r.jsonl", json.dumps(whole) + "\n" + json.dumps(hostile))
        self.gate(path, "-q", "-o", "r.junit.xml")
        root = check_junit(self, (self.folder / "r.junit.xml").read_text(encoding="utf-8"))
        self.assertEqual(len(root), 2)
        failed = {case.get("name").split(":")[0]: case for case in root[0] if len(case.findall("failure"))}
        self.assertEqual(set(failed), {"c5", "c8", "c9"})
        self.assertIn("Melatonin", failed["c5"].find("failure").text)
        self.assertEqual(failed["c5"].get("file"), "answer.txt")
        errors = [case.get("name") for case in root[0] if len(case.findall("error"))]
        self.assertTrue(any(name.startswith("c10:") for name in errors))
        self.assertTrue(any(name.startswith("coverage:") for name in errors))
        self.assertEqual(check_junit(self, self.gate(path, "--format", "junit").stdout).get("tests"),
                         root.get("tests"))

    def test_sarif(self):
        whole = json.loads((SOURCE_DIR / "src/report/testdata/sample.json").read_text())
        hostile = json.loads((SOURCE_DIR / "src/report/testdata/hostile.json").read_text())
        path = self.write("r.jsonl", json.dumps(whole) + "\n" + json.dumps(hostile))
        for name in ("r.sarif", "r.sarif.json"):
            self.gate(path, "-q", "-o", name)
            run_ = check_sarif(self, (self.folder / name).read_text(encoding="utf-8"))
        self.assertEqual(run_["invocations"][0]["exitCode"], 3)
        self.assertFalse(run_["invocations"][0]["executionSuccessful"])
        self.assertIn("contradicted", {result["ruleId"] for result in run_["results"]})
        again = self.gate(path, "--format", "sarif").stdout
        self.assertEqual(check_sarif(self, again), run_)

    def test_summary(self):
        hostile = json.loads((SOURCE_DIR / "src/report/testdata/hostile.json").read_text())
        path = self.write("r.json", hostile)
        self.gate(path, "-q", "-o", "summary.md", "-o", "full.md")
        summary = (self.folder / "summary.md").read_text(encoding="utf-8")
        self.assertNotRegex(summary, r"(?<!\\)<(?!!--)")
        self.assertNotRegex(summary, r"@\w")
        self.assertNotIn("\x1b", summary)
        self.assertIn("# Grounding report", (self.folder / "full.md").read_text(encoding="utf-8"))

    def test_github_summary_only_when_asked(self):
        good = self.write("good.json", sample())
        job = self.write("job.md", "before\n")
        env = {"GITHUB_STEP_SUMMARY": str(job)}
        self.assertEqual(self.gate(good, env=env).returncode, 0)
        self.assertEqual(job.read_text(), "before\n")
        self.assertEqual(self.gate(good, "--github-summary", env=env).returncode, 0)
        self.assertTrue(job.read_text().startswith("before\n"))
        self.assertIn("gate passed", job.read_text())
        result = self.gate(good, "--github-summary")
        self.assertEqual(result.returncode, 2)
        self.assertIn("GITHUB_STEP_SUMMARY", result.stderr)


SOURCE = "The council adopted the budget in June. The fire department receives $58.3 million.\n"


class Server(WithFolder):
    """`ground` in CI, with models that a stub serves."""

    def setUp(self):
        super().setUp()
        self.stub = stub_server.StubServer()
        self.addCleanup(self.stub.close)
        self.source = self.write("source.txt", SOURCE)
        honest = stub_server.label
        self.addCleanup(lambda: setattr(stub_server, "label", honest))

    def ground(self, *arguments, **options):
        return self.run_here("ground", *arguments, "--server", self.stub.url(), **options)

    def records(self, *responses):
        return self.write("records.jsonl", "\n".join(
            json.dumps({"id": f"q{i}", "response": text, "sources": [SOURCE]})
            for i, text in enumerate(responses)))

    def test_files_for_ci_of_a_batch(self):
        records = self.records("The council adopted the budget in June [1].",
                               "The fire department receives $85.3 million [9].")
        result = self.ground(records, "-q", "-o", "r.jsonl", "-o", "r.junit.xml", "-o", "r.sarif",
                             "-o", "summary.md")
        self.assertEqual(result.returncode, 1, result.stderr)
        root = check_junit(self, (self.folder / "r.junit.xml").read_text(encoding="utf-8"))
        self.assertEqual([suite.get("name") for suite in root], ["record q0", "record q1"])
        run_ = check_sarif(self, (self.folder / "r.sarif").read_text(encoding="utf-8"))
        rules = {result_["ruleId"] for result_ in run_["results"]}
        self.assertIn("dangling_citation", rules)
        self.assertTrue(rules & {"contradicted", "not_enough_info"}, rules)
        self.assertIn("gate failed", (self.folder / "summary.md").read_text(encoding="utf-8"))
        # The same verdict later, without models; and against itself as baseline.
        self.assertEqual(self.run_here("gate", "r.jsonl").returncode, 1)
        again = self.ground(records, "-q", "--baseline", "r.jsonl", "--fail-on", "none")
        self.assertEqual(again.returncode, 0, again.stderr)

    def test_marks_do_not_change_verdicts_and_offsets_stay(self):
        text = ("<think>Is it?</think>\n😀 The council adopted the budget in June [1]. "
                "<cite id=\"s1\">The fire department receives $58.3 million.</cite>[99]\n")
        for unit in ("codepoint", "utf8", "utf16"):
            result = self.ground(self.write("answer.txt", text), "--source", self.source, "--format",
                                 "json", "--offset-unit", unit)
            self.assertEqual(result.returncode, 0, result.stdout[:300] + result.stderr)
            report = json.loads(result.stdout)
            self.assertEqual({claim["verdict"] for claim in report["claims"]}, {"supported"})
            encoded = {"codepoint": text, "utf8": text.encode(), "utf16": text.encode("utf-16-le")}[unit]
            width = 2 if unit == "utf16" else 1
            for part in [claim["span"] for claim in report["claims"]] + report["marks"]:
                piece = encoded[part["start"] * width:part["end"] * width]
                if unit != "codepoint":
                    piece = piece.decode("utf-8" if unit == "utf8" else "utf-16-le")
                self.assertEqual(piece, part["quote"])
            self.assertEqual([mark["form"] for mark in report["marks"]],
                             ["thinking", "bracket", "element", "bracket"])
            self.assertIn("dangling citation \"99\"", result.stderr)

    def test_typographic_variants(self):
        source = self.write("quotes.txt", "The mayor said “we can’t wait” – on 14 June.\n")
        for text in ("The mayor said \"we can't wait\" - on 14 June.",
                     "The mayor said “we can’t wait” – on 14\u00a0June."):
            result = self.ground(self.write("answer.txt", text), "--source", source, "--format", "json")
            report = json.loads(result.stdout)
            self.assertEqual({claim["verdict"] for claim in report["claims"]}, {"supported"}, text)
            for claim in report["claims"]:
                span = claim["span"]
                self.assertEqual(text[span["start"]:span["end"]], span["quote"], "shown as written")
                for evidence in claim["evidence"]:
                    for sentence in evidence["sentences"]:
                        self.assertIn(sentence["quote"], source.read_text(encoding="utf-8"))

    def test_identical_and_marked_up_passages_keep_their_places(self):
        text = "The council **adopted** the budget in June. <b>It rained.</b> **It rained.**\n"
        result = self.ground(self.write("answer.txt", text), "--source", self.source, "--format", "json")
        report = json.loads(result.stdout)
        starts = []
        for sentence in report["response"]["sentences"]:
            starts.append(sentence["start"])
        self.assertEqual(starts, sorted(set(starts)))
        for claim in report["claims"]:
            span = claim["span"]
            self.assertEqual(text[span["start"]:span["end"]], span["quote"])
        rained = [claim["span"]["start"] for claim in report["claims"] if "rained" in claim["text"]]
        self.assertEqual(len(rained), 2)
        self.assertLess(rained[0], rained[1])

    def test_no_records_fail(self):
        result = self.ground(self.write("records.jsonl", "{broken"), "-q", "-o", "r.junit.xml")
        self.assertEqual(result.returncode, 3, result.stderr)
        root = check_junit(self, (self.folder / "r.junit.xml").read_text(encoding="utf-8"))
        self.assertEqual(root.get("failures"), "1")

    def test_one_bad_record_fails_the_batch(self):
        records = self.records("The council adopted the budget in June.")
        records.write_text(records.read_text() + "\n{broken")
        self.assertEqual(self.ground(records, "-q").returncode, 3)

    def test_self_test_with_a_good_verifier(self):
        result = self.ground("--self-test")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertIn("self-test passed", result.stdout)

    def test_self_test_is_red_with_a_broken_verifier(self):
        honest = stub_server.label
        verifiers = {
            "always yes": lambda text, statement: "A",
            "always unsure": lambda text, statement: "B",
            "always no": lambda text, statement: "C",
            "yes but for numbers": lambda text, statement:
                "C" if honest(text, statement) == "C" else "A",
        }
        for method in ("cascade", "etracer"):
            for name, verifier in verifiers.items():
                stub_server.label = verifier
                result = self.ground("--self-test", "--method", method)
                self.assertEqual(result.returncode, 1, (method, name, result.stdout, result.stderr))
                self.assertIn("self-test FAILED", result.stdout)
        stub_server.label = honest
        result = self.ground("--self-test", "--entailment-server", "http://127.0.0.1:9/none",
                             "--retries", "0")
        self.assertNotEqual(result.returncode, 0, result.stdout)


class Models(WithFolder):
    """The shipped models find planted faults, by both methods."""

    def test_self_test(self):
        if run("models").returncode != 0:
            raise unittest.SkipTest("a model is not there")
        for method in ("cascade", "etracer"):
            result = self.run_here("ground", "--self-test", "--method", method)
            self.assertEqual(result.returncode, 0, (method, result.stdout, result.stderr))


if __name__ == "__main__":
    PROGRAM, SOURCE_DIR = sys.argv[1], pathlib.Path(sys.argv[2])
    unittest.main(argv=[sys.argv[0], "-v", *sys.argv[3:]])
