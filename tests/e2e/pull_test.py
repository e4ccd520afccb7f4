"""Runs `glossator models pull` and its companions against a stub hub on a loopback port.

Called by ctest as `python3 pull_test.py PROGRAM`. Nothing outside this machine is reached.
"""

import hashlib
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest

from stub_hub import StubHub

PROGRAM = ""
CONTENT = random.Random(7).randbytes(1_000_003)
OTHER = random.Random(8).randbytes(1_000_003)


def sha256(content):
    return hashlib.sha256(content).hexdigest()


class PullTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.home = pathlib.Path(folder.name)
        self.folder = self.home / "weights"
        self.folder.mkdir()
        self.hub = self.new_hub()
        self.hub.add("o/r", "f.gguf", CONTENT)
        self.write_spec("model", sha256=sha256(CONTENT), size_bytes=len(CONTENT))
        self.file = self.folder / "f.gguf"
        self.part = self.folder / "f.gguf.part"

    def new_hub(self, **options):
        hub = StubHub(**options)
        self.addCleanup(hub.close)
        return hub

    def write_spec(self, name, **fields):
        spec = {"name": name, "role": "writer", "file": "f.gguf", "repo": "o/r", **fields}
        (self.folder / f"{name}.json").write_text(json.dumps(spec), encoding="utf-8")

    def environment(self, extra):
        return {"PATH": os.environ["PATH"], "HOME": str(self.home), "LANG": "C.UTF-8",
                "HF_TOKEN": "hf_secret", **(extra or {})}

    def arguments(self, action, *more, hub=None):
        return [PROGRAM, "models", action, "--model-dir", str(self.folder),
                "--hub", hub or self.hub.url, *map(str, more)]

    def models(self, action, *more, hub=None, env=None, timeout=60, **options):
        return subprocess.run(self.arguments(action, *more, hub=hub), capture_output=True, text=True,
                              env=self.environment(env), cwd=self.home, timeout=timeout, **options)

    def start(self, *more):
        process = subprocess.Popen(self.arguments("pull", *more), stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, env=self.environment(None),
                                   cwd=self.home)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def wait_for_part(self, size):
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            if self.part.exists() and self.part.stat().st_size >= size:
                return
            time.sleep(0.05)
        self.fail("no part of the file came")

    def assert_whole(self, result):
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.file.read_bytes(), CONTENT)
        self.assertFalse(self.part.exists())

    def assert_nothing(self):
        self.assertFalse(self.file.exists())
        self.assertFalse(self.part.exists())


class Transfers(PullTest):
    def test_a_pull_and_a_second_one(self):
        result = self.models("pull", "model", "--json")
        self.assert_whole(result)
        report = json.loads(result.stdout)
        self.assertEqual(report["schema"], "glossator/pull/1")
        self.assertEqual(report["files"][0]["sha256"], sha256(CONTENT))
        self.assertFalse(report["files"][0]["was_present"])
        again = self.models("pull", "model", "--json")
        self.assertTrue(json.loads(again.stdout)["files"][0]["was_present"])
        self.assertEqual(len(self.hub.requests), 1)

    def test_a_broken_transfer_goes_on(self):
        self.hub.break_after = 400_000
        self.assert_whole(self.models("pull", "model"))
        self.assertEqual(self.hub.ranges(), [None, "bytes=400000-", "bytes=800000-"])

    def test_an_error_of_the_server_is_tried_again(self):
        self.hub.statuses = [500]
        self.assert_whole(self.models("pull", "model"))

    def test_kill_and_go_on(self):
        self.hub.bytes_per_second = 300_000
        process = self.start("model")
        self.wait_for_part(100_000)
        process.kill()
        process.wait()
        self.assertFalse(self.file.exists())
        self.hub.bytes_per_second = None
        result = self.models("pull", "model", "--json")
        self.assert_whole(result)
        self.assertGreater(json.loads(result.stdout)["files"][0]["resumed_from"], 0)

    def test_interrupt_keeps_the_part(self):
        self.hub.bytes_per_second = 300_000
        process = self.start("model")
        self.wait_for_part(50_000)
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate(timeout=20)
        self.assertEqual(process.returncode, 130, stderr)
        self.assertTrue(self.part.exists())
        self.assertFalse(self.file.exists())

    def test_a_server_without_ranges(self):
        self.part.write_bytes(CONTENT[:300_000])
        self.hub.knows_ranges = False
        self.assert_whole(self.models("pull", "model"))

    def test_a_file_that_changed_meanwhile(self):
        self.write_spec("unpinned")
        self.part.write_bytes(OTHER[:300_000])
        (self.folder / "f.gguf.part.etag").write_text('"v0"')
        self.assert_whole(self.models("pull", "unpinned", "--accept-unpinned"))
        self.assertEqual(self.hub.requests[0][1]["if-range"], '"v0"')

    def test_a_wrong_hash(self):
        self.hub.add("o/r", "f.gguf", OTHER)
        result = self.models("pull", "model")
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertIn(sha256(OTHER), result.stderr)
        self.assert_nothing()

    def test_another_size(self):
        self.hub.add("o/r", "f.gguf", CONTENT + b"x")
        result = self.models("pull", "model")
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assert_nothing_new(result)

    def assert_nothing_new(self, result):
        self.assertFalse(self.file.exists(), result.stderr)

    def test_two_at_once_fetch_it_once(self):
        self.hub.bytes_per_second = 800_000
        first, second = self.start("model"), self.start("model")
        for process in (first, second):
            _, stderr = process.communicate(timeout=40)
            self.assertEqual(process.returncode, 0, stderr)
        self.assertEqual(self.file.read_bytes(), CONTENT)
        self.assertEqual(len(self.hub.requests), 1)

    def test_a_full_disk_keeps_the_part(self):
        # A limit on the size of files stands for a full disk: both show as a failed write.
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
        result = self.models("pull", "model", preexec_fn=limit)
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertIn("disk is full", result.stderr)
        self.assertEqual(self.part.stat().st_size, 200_000)
        self.assert_whole(self.models("pull", "model"))
        self.assertEqual(self.hub.ranges()[-1], "bytes=200000-")

    def test_a_folder_that_cannot_be_written(self):
        if os.geteuid() == 0:
            folder = pathlib.Path("/proc/self")
        else:
            folder = self.home / "closed"
            folder.mkdir()
            folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
        result = subprocess.run(
            [PROGRAM, "models", "pull", f"hf:o/r/f.gguf", "--sha256", sha256(CONTENT), "--model-dir",
             str(folder / "weights"), "--hub", self.hub.url],
            capture_output=True, text=True, env=self.environment(None), cwd=self.home, timeout=60)
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertIn(str(folder), result.stderr)
        self.assertEqual(self.hub.requests, [])


class Hubs(PullTest):
    def test_statuses(self):
        for status, words in ((404, "no such file"), (401, "token"), (403, "token")):
            self.hub.statuses = [status]
            result = self.models("pull", "model")
            self.assertEqual(result.returncode, 3, result.stderr)
            self.assertIn(words, result.stderr)
            self.assertIn("as the test asked", result.stderr)
            self.assertNotIn("<html>", result.stderr)
            self.assertNotIn("hf_secret", result.stderr)
            self.assertFalse(self.file.exists())
        self.assertEqual(len(self.hub.requests), 3)

    def test_too_many_requests_are_tried_again(self):
        self.hub.statuses = [429]
        self.assert_whole(self.models("pull", "model"))
        self.assertEqual(len(self.hub.requests), 2)

    def test_the_token_goes_to_the_hub_alone(self):
        other = self.new_hub()
        other.files = self.hub.files
        self.hub.redirect_to = other.url
        self.hub.break_after = other.break_after = 400_000
        self.assert_whole(self.models("pull", "model"))
        self.assertEqual({headers.get("authorization") for _, headers in self.hub.requests},
                         {"Bearer hf_secret"})
        self.assertEqual({headers.get("authorization") for _, headers in other.requests}, {None})
        self.assertEqual(other.ranges(), [None, "bytes=400000-", "bytes=800000-"])

    def test_the_token_does_not_go_over_plain_http(self):
        result = self.models("pull", "model", hub="http://hub.invalid")
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn("HF_TOKEN", result.stderr)
        self.assertNotIn("hf_secret", result.stderr)

    def test_a_hub_that_is_no_address(self):
        for hub in ("file:///etc", "hub.example", "http://user:pw@127.0.0.1/", "http://a b/"):
            result = self.models("pull", "model", hub=hub)
            self.assertEqual(result.returncode, 2, result.stderr)
            self.assertNotIn("pw", result.stderr)

    def test_a_hub_that_is_away(self):
        url = self.hub.url
        self.hub.close()
        self.hub = self.new_hub()
        started = time.monotonic()
        process = subprocess.Popen(self.arguments("pull", "model", hub=url), stderr=subprocess.PIPE,
                                   text=True, env=self.environment(None), cwd=self.home)
        time.sleep(1.5)  # It waits before it tries again: a stop request ends that too.
        process.send_signal(signal.SIGTERM)
        _, stderr = process.communicate(timeout=20)
        self.assertEqual(process.returncode, 130, stderr)
        self.assertIn("trying again", stderr)
        self.assertLess(time.monotonic() - started, 10)

    def test_the_endpoint_variable_and_the_flag(self):
        result = subprocess.run([PROGRAM, "models", "pull", "model", "--model-dir", str(self.folder)],
                                capture_output=True, text=True, cwd=self.home, timeout=60,
                                env=self.environment({"HF_ENDPOINT": self.hub.url}))
        self.assert_whole(result)
        self.file.unlink()
        self.assert_whole(self.models("pull", "model", env={"HF_ENDPOINT": "http://127.0.0.1:9"}))

    def test_a_project_cannot_choose_the_hub(self):
        (self.home / ".glossator.toml").write_text(f'hub = "{self.hub.url}"\n')
        result = subprocess.run([PROGRAM, "models", "pull", "model", "--model-dir", str(self.folder)],
                                capture_output=True, text=True, cwd=self.home, timeout=60,
                                env=self.environment(None))
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertEqual(self.hub.requests, [])

    def test_offline(self):
        for more, env in ((["--offline"], {}), ([], {"GLOSSATOR_OFFLINE": "1"})):
            result = self.models("pull", "model", *more, env=env)
            self.assertEqual(result.returncode, 4, result.stderr)
            self.assertIn("--offline", result.stderr)
        self.assertEqual(self.hub.requests, [])
        self.file.write_bytes(CONTENT)
        self.assert_whole(self.models("pull", "model", "--offline"))


class Certificates(PullTest):
    """A hub with TLS: who is not known gets nothing."""

    def setUp(self):
        super().setUp()
        if not shutil.which("openssl"):
            self.skipTest("the openssl program is not there")
        self.certificate = self.home / "hub.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout",
             self.certificate, "-out", self.home / "ca.pem", "-subj", "/CN=127.0.0.1", "-addext",
             "subjectAltName=IP:127.0.0.1"], check=True, capture_output=True)
        with self.certificate.open("ab") as pem:
            pem.write((self.home / "ca.pem").read_bytes())
        plain, self.hub = self.hub, self.new_hub(certificate=self.certificate)
        self.hub.files = plain.files
        self.plain = plain

    def test_an_unknown_certificate_is_refused(self):
        result = self.models("pull", "model")
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertIn("certificate", result.stderr.lower())
        self.assertEqual(self.hub.requests, [])

    def test_a_known_certificate_is_taken(self):
        env = {"SSL_CERT_FILE": str(self.home / "ca.pem")}
        self.assert_whole(self.models("pull", "model", env=env))
        self.assertEqual(self.hub.requests[0][1]["authorization"], "Bearer hf_secret")

    def test_a_redirect_to_plain_http_is_refused(self):
        self.hub.redirect_to = self.plain.url
        result = self.models("pull", "model", env={"SSL_CERT_FILE": str(self.home / "ca.pem")})
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertIn("https to http", result.stderr)
        self.assertEqual(self.plain.requests, [])


class Trust(PullTest):
    def test_an_unpinned_file_needs_consent_and_is_kept_to(self):
        self.write_spec("unpinned")
        refused = self.models("pull", "unpinned")
        self.assertEqual(refused.returncode, 2, refused.stderr)
        self.assertIn("--accept-unpinned", refused.stderr)
        self.assertEqual(self.hub.requests, [])

        self.assert_whole(self.models("pull", "unpinned", "--accept-unpinned"))
        lock = self.folder / "f.gguf.sha256"
        self.assertEqual(lock.read_text(), f"{sha256(CONTENT)}  f.gguf\n")
        self.assertEqual(self.models("verify", "unpinned").returncode, 0)

        # Another file under the same name is refused from now on.
        self.file.unlink()
        self.hub.add("o/r", "f.gguf", OTHER)
        result = self.models("pull", "unpinned", "--accept-unpinned")
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assert_nothing()

    def test_verify_finds_what_changed(self):
        self.assert_whole(self.models("pull", "model"))
        self.assertEqual(self.models("verify", "model").returncode, 0)
        content = bytearray(CONTENT)
        content[500_000] ^= 1
        self.file.write_bytes(content)
        result = self.models("verify", "model", "--json")
        self.assertEqual(result.returncode, 4)
        state = json.loads(result.stdout)["models"][0]
        self.assertFalse(state["usable"])
        self.assertIn("damaged", state["state"])
        self.assert_whole(self.models("pull", "model"))  # Pulling repairs it.

    def test_split_files(self):
        parts = {f"w-0000{i}-of-00003.gguf": CONTENT[i * 1000:i * 1000 + 5000] for i in (1, 2, 3)}
        for name, content in parts.items():
            self.hub.add("o/r", name, content, revision="abc123")
        self.write_spec("split", file="w-00001-of-00003.gguf", revision="abc123", parts=[
            {"file": name, "sha256": sha256(content), "size_bytes": len(content)}
            for name, content in parts.items()])
        result = self.models("pull", "split")
        self.assertEqual(result.returncode, 0, result.stderr)
        for name, content in parts.items():
            self.assertEqual((self.folder / name).read_bytes(), content)
        self.assertEqual(self.models("path", "split").stdout.split(),
                         [str(self.folder / name) for name in parts])
        (self.folder / "w-00003-of-00003.gguf").write_bytes(b"x" * 5000)
        self.assertEqual(self.models("verify", "split").returncode, 4)

    def test_a_file_by_reference(self):
        self.hub.add("o/r", "sub/g.gguf", CONTENT, revision="abc123")
        reference = "hf:o/r/sub/g.gguf@abc123"
        self.assertEqual(self.models("pull", reference).returncode, 2)
        result = self.models("pull", reference, "--sha256", sha256(CONTENT), "--role", "writer",
                             "--name", "mine")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual((self.folder / "sub" / "g.gguf").read_bytes(), CONTENT)
        shown = json.loads(self.models("show", "mine").stdout)["models"][0]
        self.assertEqual(shown["sha256"], sha256(CONTENT))
        self.assertEqual(self.models("verify", "mine").returncode, 0)

    def test_references_that_make_no_sense(self):
        for reference in ("hf:o/f.gguf", "hf:o/r/../f.gguf", "hf:o/r/f.bin", "hf:o/r/f.gguf@"):
            self.assertEqual(self.models("pull", reference).returncode, 2, reference)
        self.assertEqual(self.hub.requests, [])


class Lists(PullTest):
    def test_list_and_remove(self):
        listed = self.models("list")
        self.assertIn("model", listed.stdout)
        self.assertIn("not pulled", listed.stdout)
        self.assert_whole(self.models("pull", "model"))
        self.part.write_bytes(b"x")
        result = self.models("rm", "model")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assert_nothing()
        self.assertIn("removed", result.stdout)
        self.assertIn("nothing of it", self.models("rm", "model").stderr)

    def test_shipped_weights_are_never_removed(self):
        result = self.models("rm", "entailment-minilm-v2")
        self.assertEqual(result.returncode, 2, result.stderr)

    def test_names_that_are_not_known(self):
        result = self.models("pull", "modle")
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertIn('did you mean "model"', result.stderr)
        self.assertEqual(self.models("pull").returncode, 2)
        self.assertEqual(self.models("path").returncode, 2)

    def test_a_model_of_servers_only(self):
        result = self.models("pull", "writer-sui-1-24b")
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn("--server", result.stderr)

    def test_one_failure_does_not_stop_the_others(self):
        self.write_spec("lost", file="lost.gguf", sha256="0" * 64)
        result = self.models("pull", "lost", "model")
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertEqual(self.file.read_bytes(), CONTENT)

    def test_a_profile_in_a_file_pulls_nothing_more(self):
        (self.home / ".glossator.toml").write_text('profile = "paper"\n')
        result = self.models("pull", "model", "--json")
        self.assert_whole(result)
        self.assertEqual(len(json.loads(result.stdout)["files"]), 1)
        self.assertEqual(len(self.hub.requests), 1)
        self.assertIn("writer-sui-1-24b", self.models("list").stdout)

    def test_the_profile_of_the_paper(self):
        result = self.models("pull", "--profile", "paper", "--offline")
        self.assertEqual(result.returncode, 4, result.stderr)
        for name in ("Qwen3-Embedding-8B", "Qwen3-4B-Instruct-2507", "Qwen3-14B"):
            self.assertIn(name, result.stderr)
        answer, source = self.home / "answer.txt", self.home / "source.txt"
        answer.write_text("It rained.")
        source.write_text("It rained.")
        ground = [PROGRAM, "ground", answer, "--source", source, "--profile", "paper", "--model-dir",
                  self.folder]
        missing = subprocess.run(list(map(str, ground)), capture_output=True, text=True, timeout=60,
                                 env=self.environment(None), cwd=self.home)
        self.assertEqual(missing.returncode, 4, missing.stderr)
        self.assertIn("glossator models pull embedder-qwen3-embedding-8b", missing.stderr)
        overridden = subprocess.run(
            list(map(str, ground + ["--embedder", "no-such-model"])), capture_output=True, text=True,
            timeout=60, env=self.environment(None), cwd=self.home)
        self.assertIn("no-such-model", overridden.stderr)


if __name__ == "__main__":
    PROGRAM = sys.argv[1]
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
