"""Runs the glossator program with a cache and a run history: second runs, damage, kills, limits.

Called by ctest as `python3 store_test.py PROGRAM CLASS`. Tests of the class Models are skipped, saying
so, when a model file is not there. Every test has a cache folder of its own.
"""

import json
import os
import pathlib
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = ""

SOURCE = """The trial enrolled 120 adults in Norway. No deaths were reported. Treatment lasted twelve weeks.
The drug was given once a day. Two nurses visited each patient at home every week.
"""
RESPONSE = "The trial enrolled 120 adults. Treatment lasted nine weeks. The drug was given once a day."


def run(*arguments, cwd=None, env=None, timeout=120, **options):
    """The finished process; the environment is clean but for what a shell always has."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(cwd or "/nonexistent"), "LANG": "C.UTF-8"}
    environment.update(env or {})
    return subprocess.run([PROGRAM, *map(str, arguments)], cwd=cwd, env=environment,
                          capture_output=True, text=True, timeout=timeout, **options)


class WithCache(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.cache = self.folder / "cache"
        self.source = self.write("source.txt", SOURCE)
        self.response = self.write("response.txt", RESPONSE)

    def write(self, name, content):
        path = self.folder / name
        path.write_text(content, encoding="utf-8")
        return path

    def run_here(self, *arguments, env=None, **options):
        environment = {"GLOSSATOR_CACHE_DIR": str(self.cache), **(env or {})}
        return run(*arguments, cwd=self.folder, env=environment, **options)


class Runs(WithCache):
    """Without any model."""

    def test_no_runs_yet(self):
        result = self.run_here("runs")
        self.assertEqual((result.returncode, result.stdout), (0, "no runs are kept yet\n"), result.stderr)
        listed = json.loads(self.run_here("runs", "list", "--json").stdout)
        self.assertEqual(listed, {"schema": "glossator/runs/1", "runs": []})

    def test_wrong_use(self):
        for arguments, code in ((["show"], 2), (["show", "1", "2"], 2), (["compare", "1"], 2),
                                (["delete"], 2), (["show", "first"], 2), (["show", "-1"], 2),
                                (["show", "last-x"], 2), (["list", "1"], 2), (["burn"], 2),
                                (["show", "1"], 3), (["show", "last"], 3), (["delete", "7"], 3)):
            result = self.run_here("runs", *arguments)
            self.assertEqual(result.returncode, code, (arguments, result.stderr))
            self.assertIn("glossator: error: ", result.stderr)
            self.assertEqual(result.stdout, "")

    def test_a_folder_that_cannot_be_made_is_an_error_here(self):
        result = self.run_here("runs", "--cache-dir", self.source / "below")
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertIn("run history", result.stderr)

    def test_a_newer_history_is_left_alone(self):
        self.run_here("runs")
        with sqlite3.connect(self.cache / "runs.sqlite") as database:
            database.execute("PRAGMA user_version = 99")
        database.close()
        result = self.run_here("runs")
        self.assertEqual(result.returncode, 3)
        self.assertIn("newer", result.stderr)

    def test_a_project_does_not_choose_the_folder(self):
        self.write(".glossator.toml", 'cache-dir = "elsewhere"\n')
        result = run("runs", cwd=self.folder)
        self.assertEqual(result.returncode, 2, result.stdout)
        self.assertIn("cache-dir", result.stderr)


class Models(WithCache):
    @classmethod
    def setUpClass(cls):
        result = run("models")
        if result.returncode != 0:
            raise unittest.SkipTest("a model is not there: " + result.stdout + result.stderr)

    def ground(self, *arguments, decomposer="rules", **options):
        """A run that must succeed; claims by rule, since a model that writes takes most of the time."""
        if decomposer:
            arguments += ("--decomposer", decomposer)
        result = self.run_here("ground", self.response, "--source", self.source, "--format", "json",
                               "--fail-on", "none", "--stats", *arguments, **options)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result

    def counts(self, result):
        """{"embeddings": (from the cache, computed), …} of the line that --stats prints."""
        line = [line for line in result.stderr.splitlines() if "from the cache" in line][-1]
        counts = {}
        for part in line.removeprefix("glossator: ").split("; ")[:3]:
            name, numbers = part.split(": ")
            cached, computed = numbers.split(", ")
            counts[name] = (int(cached.split()[0]), int(computed.split()[0]))
        return counts

    def runs(self):
        return json.loads(self.run_here("runs", "list", "--json").stdout)["runs"]

    def test_a_second_run_computes_nothing_and_says_the_same(self):
        plain = self.ground("--no-cache", decomposer="decomposer-smollm2-135m")
        self.assertIn("no cache", plain.stderr)
        first = self.ground(decomposer="decomposer-smollm2-135m")
        second = self.ground(decomposer="decomposer-smollm2-135m")
        self.assertEqual(first.stdout, plain.stdout)
        self.assertEqual(second.stdout, plain.stdout)
        for name, (cached, computed) in self.counts(first).items():
            self.assertGreater(computed, 0, name)
        for name, (cached, computed) in self.counts(second).items():
            self.assertEqual(computed, 0, name)
            self.assertGreater(cached, 0, name)

    def test_another_response_to_the_same_source_embeds_only_its_claims(self):
        first = self.counts(self.ground())
        self.response.write_text("No deaths were reported.")
        result = self.ground()
        again = self.counts(result)
        claims = len(json.loads(result.stdout)["claims"])
        self.assertLessEqual(again["embeddings"][1], 2 * claims)
        self.assertLess(again["embeddings"][1], first["embeddings"][1])
        self.assertEqual(result.stdout, self.ground("--no-cache").stdout)

    def test_files_are_private_and_elsewhere_nothing_is_written(self):
        self.ground(env={"XDG_CACHE_HOME": str(self.folder / "xdg")})
        for name in ("results.sqlite", "runs.sqlite"):
            self.assertEqual((self.cache / name).stat().st_mode & 0o777, 0o600, name)
        self.assertEqual(self.cache.stat().st_mode & 0o777, 0o700)
        self.assertFalse((self.folder / "xdg").exists())
        self.assertNotIn(SOURCE.split(".")[0].encode(), (self.cache / "results.sqlite").read_bytes())

    def test_the_default_folder(self):
        result = run("ground", self.response, "--source", self.source, "--fail-on", "none",
                     "--decomposer", "rules", cwd=self.folder,
                     env={"XDG_CACHE_HOME": str(self.folder / "xdg")})
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertTrue((self.folder / "xdg/glossator/results.sqlite").exists())
        result = run("ground", self.response, "--source", self.source, "--fail-on", "none",
                     "--decomposer", "rules", cwd=self.folder, env={"XDG_CACHE_HOME": "relative/path"})
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertTrue((self.folder / ".cache/glossator/results.sqlite").exists())

    def test_a_damaged_cache_is_set_aside_with_a_warning(self):
        plain = self.ground()
        for content in (b"garbage " * 500, b"SQLite format 3\0" + b"\xff" * 5000):
            (self.cache / "results.sqlite").write_bytes(content)
            result = self.ground()
            self.assertEqual(result.stdout, plain.stdout)
            self.assertIn("glossator: warning: cache", result.stderr)
            self.assertIn("damaged-", result.stderr)
        self.assertTrue((self.cache / "results.sqlite.damaged-2").exists())
        result = self.ground()
        self.assertEqual(self.counts(result)["embeddings"][1], 0)
        self.assertNotIn("warning: cache", result.stderr)

    def test_no_cache_folder_is_no_failure(self):
        plain = self.ground()
        result = self.ground("--cache-dir", self.source / "below")
        self.assertEqual(result.stdout, plain.stdout)
        self.assertIn("no cache, all is computed", result.stderr)
        self.assertIn("this run is not kept", result.stderr)
        quiet = self.run_here("ground", self.response, "--source", self.source, "--fail-on", "none",
                              "-q", "--decomposer", "rules", "--cache-dir", self.source / "below")
        self.assertEqual((quiet.returncode, quiet.stdout, quiet.stderr), (0, "", ""))

    def test_a_full_disk_is_no_failure(self):
        plain = self.ground("--no-cache", "--no-history")

        def small_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, resource.RLIM_INFINITY))

        result = self.ground(preexec_fn=small_files)
        self.assertEqual(result.stdout, plain.stdout)
        self.assertIn("warning", result.stderr)
        self.assertEqual(self.ground().stdout, plain.stdout)

    def test_kills_leave_a_usable_cache(self):
        plain = self.ground("--no-cache", "--no-history")
        rng = random.Random(4)
        environment = {"PATH": os.environ["PATH"], "GLOSSATOR_CACHE_DIR": str(self.cache)}
        for _ in range(8):
            process = subprocess.Popen(
                [PROGRAM, "ground", str(self.response), "--source", str(self.source), "--format", "json",
                 "--decomposer", "rules"],
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
            time.sleep(rng.uniform(0.1, 1.5))
            process.send_signal(signal.SIGKILL)
            process.wait()
        result = self.ground()
        self.assertEqual(result.stdout, plain.stdout)
        self.assertNotIn("warning: cache", result.stderr)
        self.assertEqual(self.counts(self.ground())["embeddings"][1], 0)

    def test_two_programs_at_once(self):
        plain = self.ground("--no-cache", "--no-history")
        environment = {"PATH": os.environ["PATH"], "GLOSSATOR_CACHE_DIR": str(self.cache)}
        processes = [
            subprocess.Popen([PROGRAM, "ground", str(self.response), "--source", str(self.source),
                              "--format", "json", "--fail-on", "none", "--decomposer", "rules"],
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)
            for _ in range(2)]
        for process in processes:
            stdout, stderr = process.communicate(timeout=120)
            self.assertEqual(process.returncode, 0, stderr)
            self.assertEqual(stdout, plain.stdout)
        self.assertEqual(len(self.runs()), 2)

    def test_a_bad_size_is_refused(self):
        for size in ("10", "many", "-1"):
            result = self.run_here("ground", self.response, "--source", self.source, "--cache-size", size)
            self.assertEqual(result.returncode, 2, (size, result.stderr))
        self.ground("--cache-size", "2MB")

    def test_history(self):
        first = self.ground()
        self.ground("--no-history")
        runs = self.runs()
        self.assertEqual(len(runs), 1)
        kept = runs[0]
        self.assertEqual(kept["command"], "ground")
        self.assertEqual({model["role"] for model in kept["models"]},
                         {"embedder", "entailment"})
        report = json.loads(first.stdout)
        self.assertEqual(kept["method"], report["provenance"]["method"])
        self.assertEqual(kept["settings"], report["provenance"]["settings"])
        inputs = kept["reports"][0]["inputs"]
        self.assertEqual([(item["role"], item["name"]) for item in inputs],
                         [("response", str(self.response)), ("source", str(self.source))])
        self.assertEqual(inputs[1]["sha256"], report["documents"][0]["sha256"])
        counted = {name: count for name, count in report["verdicts"].items() if count > 0}
        self.assertEqual(kept["reports"][0]["verdicts"], counted)
        listing = self.run_here("runs").stdout
        self.assertIn("response.txt", listing)

        shown = self.run_here("runs", "show", "last", "--format", "json")
        self.assertEqual((shown.returncode, shown.stdout), (0, first.stdout), shown.stderr)
        for format_name, sign in (("terminal", "Treatment lasted nine weeks"), ("html", "<!doctype html"),
                                  ("markdown", "Treatment lasted nine weeks"), ("sarif", '"runs"'),
                                  ("junit", "<testsuite")):
            shown = self.run_here("runs", "show", str(kept["id"]), "--format", format_name)
            self.assertEqual(shown.returncode, 0, shown.stderr)
            self.assertIn(sign.lower(), shown.stdout.lower(), format_name)
        self.run_here("runs", "show", "last", "-q", "-o", "again.json")
        self.assertEqual((self.folder / "again.json").read_text(), first.stdout)

    def test_compare(self):
        self.ground()
        self.ground()
        same = self.run_here("runs", "compare", "last-1", "last", "--json")
        self.assertEqual(same.returncode, 0, same.stdout)
        comparison = json.loads(same.stdout)
        self.assertEqual(comparison["schema"], "glossator/comparison/1")
        self.assertTrue(comparison["comparable"])
        self.assertEqual(comparison["records"][0]["changes"], [])

        self.ground("--seed", "7")
        other = self.run_here("runs", "compare", "last-1", "last")
        self.assertEqual(other.returncode, 6, other.stdout)
        self.assertIn("NOT comparable", other.stdout)
        self.assertIn("setting seed: 42 → 7", other.stdout)

        self.response.write_text(RESPONSE.replace("nine weeks", "twelve weeks"))
        self.ground()
        edited = json.loads(self.run_here("runs", "compare", "1", "last", "--json").stdout)
        self.assertFalse(edited["comparable"])
        self.assertEqual([item["kind"] for item in edited["records"][0]["differences"]], ["response"])
        claims = [change["claim"] for change in edited["records"][0]["changes"]]
        self.assertTrue(any("nine weeks" in claim for claim in claims), claims)
        self.assertTrue(any("twelve weeks" in claim for claim in claims), claims)
        self.assertGreater(edited["records"][0]["unchanged_claims"], 0)

    def test_records_are_one_run(self):
        records = self.write("records.jsonl", "\n".join(
            json.dumps({"id": name, "response": "No deaths were reported.", "contexts": [SOURCE]})
            for name in ("a", "b")))
        for content in (records.read_text(), records.read_text().splitlines()[1]):
            records.write_text(content)
            result = self.run_here("ground", records, "--format", "jsonl", "--fail-on", "none",
                                   "--decomposer", "rules")
            self.assertEqual(result.returncode, 0, result.stderr)
        runs = self.runs()
        self.assertEqual([len(entry["reports"]) for entry in runs], [1, 2])
        result = self.run_here("runs", "compare", "1", "2")
        self.assertEqual(result.returncode, 6)
        self.assertIn("record a: only in run 1", result.stdout)
        self.assertEqual(self.run_here("runs", "show", "1", "--json").returncode, 0)

    def test_delete(self):
        self.ground()
        self.assertEqual(self.run_here("runs", "delete", "last").returncode, 0)
        self.assertEqual(self.runs(), [])


if __name__ == "__main__":
    PROGRAM = sys.argv[1]
    unittest.main(argv=[sys.argv[0], "-v", *sys.argv[2:]])
