"""Runs the glossator program against model servers: a stub that misbehaves, and a real llama-server.

Called by ctest as `python3 remote_test.py PROGRAM SOURCE_DIR MODEL_CACHE CLASS`. Tests of the class
LlamaServer are skipped, saying so, when that program (`make llama-server`) or a model is not there.
"""

import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.error
import urllib.request

from stub_server import StubServer

PROGRAM, SOURCE_DIR, MODEL_CACHE = "", pathlib.Path(), pathlib.Path()

SOURCE = "The trial enrolled 120 adults in Norway. No deaths were reported. Treatment lasted weeks."
# The second sentence holds the stub's marker.
RESPONSE = "No deaths were reported. The trial enrolled 900 adults in Norway."
KEY = "sk-stub-secret-0123456789"


class WithFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.source = self.write("source.txt", SOURCE)
        self.response = self.write("response.txt", RESPONSE)

    def write(self, name, content):
        path = self.folder / name
        path.write_text(content, encoding="utf-8")
        return path

    def environment(self, env=None):
        # Every answer must come from the server, even the second to the same text.
        return {"PATH": os.environ["PATH"], "HOME": str(self.folder), "LANG": "C.UTF-8",
                "GLOSSATOR_NO_CACHE": "1", "GLOSSATOR_NO_HISTORY": "1", **(env or {})}

    def run_here(self, *arguments, env=None, timeout=120):
        return subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.folder, capture_output=True,
                              env=self.environment(env), text=True, timeout=timeout)

    def ground(self, *arguments, **options):
        return self.run_here("ground", self.response, "--source", self.source, "--format", "json",
                             *arguments, **options)

    def verdicts(self, result):
        return [claim["verdict"] for claim in json.loads(result.stdout)["claims"]]


class Stub(WithFolder):
    def setUp(self):
        super().setUp()
        self.stub = StubServer()
        self.addCleanup(self.stub.close)

    def ground_with(self, mode, *arguments, retries=2, **options):
        """All roles on the stub; entailment in the given mode."""
        return self.ground("--server", self.stub.url(), "--entailment-server", self.stub.url(mode),
                           "--retries", retries, *arguments, **options)

    def test_a_good_server(self):
        result = self.ground_with("ok")
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertEqual(self.verdicts(result), ["supported", "contradicted"])
        report = json.loads(result.stdout)
        provenance = report["provenance"]
        self.assertEqual(provenance["settings"]["entailment_server"], self.stub.url())
        self.assertEqual(provenance["settings"]["entailment_verifier"], "logprobs")
        self.assertEqual(provenance["settings"]["embedder_server"], self.stub.url())
        self.assertEqual({model["name"] for model in provenance["models"]}, {"stub-model"})
        self.assertIn("verify_label_v1", {prompt["id"] for prompt in provenance["prompts"]})

    def test_a_claim_that_meets_a_misbehaviour_is_unchecked_and_its_neighbour_is_not(self):
        for mode in ("reset", "cut", "endless", "storm", "html", "utf8", "huge", "deep", "empty",
                     "nologprobs", "unsure", "leak"):
            with self.subTest(mode=mode):
                result = self.ground_with(mode)
                self.assertEqual(result.returncode, 4, result.stderr)
                self.assertEqual(self.verdicts(result), ["supported", "unchecked"])
                claim = json.loads(result.stdout)["claims"][1]
                self.assertTrue(claim["reason"])
                self.assertTrue(json.loads(result.stdout)["coverage"]["gaps"])

    def test_slow_servers_run_into_the_time_out(self):
        for mode in ("drip", "slow"):
            with self.subTest(mode=mode):
                begin = time.monotonic()
                result = self.ground_with(mode, "--timeout", "1", retries=1)
                self.assertEqual(self.verdicts(result), ["supported", "unchecked"], result.stderr)
                self.assertLess(time.monotonic() - begin, 40)

    def test_what_can_be_overcome_is(self):
        for mode in ("flaky", "texttype"):
            with self.subTest(mode=mode):
                result = self.ground_with(mode)
                self.assertEqual(self.verdicts(result), ["supported", "contradicted"], result.stderr)

    def test_interrupt_ends_a_request_within_a_second(self):
        process = subprocess.Popen(
            [PROGRAM, "ground", str(self.response), "--source", str(self.source), "--format", "json",
             "--server", self.stub.url(), "--entailment-server", self.stub.url("slow")],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=self.environment())
        self.assertTrue(self.stub.marked.wait(60))
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=30)
        self.assertLess(time.monotonic() - begin, 5)  # One second, and what a busy machine adds.
        self.assertEqual(process.returncode, 130, stderr)
        self.assertIn("unchecked", {claim["verdict"] for claim in json.loads(stdout)["claims"]})

    def test_the_key_is_in_its_header_and_nowhere_else(self):
        key_file = self.write("key", KEY + "\n")
        key_file.chmod(0o600)
        for flags, env in ((["--api-key-env", "MY_KEY"], {"MY_KEY": KEY}),
                           (["--api-key-file", key_file], {})):
            for mode in ("ok", "leak"):
                outputs = [self.folder / name for name in ("r.html", "r.json", "r.md", "r.txt")]
                result = self.ground_with(mode, *flags, *(w for o in outputs for w in ("-o", o)),
                                          env=env)
                self.assertIn(result.returncode, (1, 4), result.stderr)
                written = [result.stdout, result.stderr, *(o.read_text() for o in outputs)]
                for text in written:
                    self.assertNotIn(KEY, text)
        self.assertTrue(self.stub.requests)
        for path, headers, body in self.stub.requests:
            self.assertEqual(headers.get("Authorization"), f"Bearer {KEY}", path)
            self.assertNotIn(KEY, path + body)

    def test_a_key_file_that_others_can_read_is_refused(self):
        key_file = self.write("key", KEY)
        key_file.chmod(0o644)
        result = self.ground_with("ok", "--api-key-file", key_file)
        self.assertIn("chmod 600", result.stderr)
        self.assertNotEqual(result.returncode, 0)
        self.assertNotIn(KEY, result.stderr)
        self.assertEqual(self.stub.requests, [])

    def test_the_key_does_not_follow_a_redirect(self):
        other = StubServer()
        self.addCleanup(other.close)
        self.stub.redirect_to = f"http://127.0.0.1:{other.server_address[1]}"
        result = self.ground_with("redirect", "--api-key-env", "MY_KEY", env={"MY_KEY": KEY})
        self.assertEqual(self.verdicts(result), ["supported", "unchecked"], result.stderr)
        for _, headers, body in other.requests:
            self.assertNotIn(KEY, json.dumps(headers))
            self.assertNotIn("900", body)

    def test_never_more_requests_than_jobs(self):
        self.response.write_text("The trial enrolled 120 adults in Norway. " * 12)
        self.ground_with("ok", "--jobs", "2")
        self.assertLessEqual(self.stub.most_inside, 2)

    def test_no_text_leaves_unless_a_server_is_named(self):
        env = {"OPENAI_BASE_URL": self.stub.url(), "OPENAI_API_KEY": KEY,
               "OLLAMA_HOST": self.stub.url()}
        self.ground(env=env)
        self.assertEqual(self.stub.requests, [])
        result = self.ground("--server", "openai", env=env)
        self.assertEqual(self.verdicts(result), ["supported", "contradicted"], result.stderr)
        self.assertTrue(all(headers.get("Authorization") == f"Bearer {KEY}"
                            for _, headers, _ in self.stub.requests))
        self.assertNotIn(KEY, result.stdout + result.stderr)

    def test_a_project_file_cannot_name_a_server(self):
        for key, value in (("server", self.stub.url()), ("entailment-server", self.stub.url()),
                           ("api-key-env", "HOME"), ("api-key-file", "/etc/hostname")):
            self.write(".glossator.toml", f'{key} = "{value}"\n')
            result = self.ground()
            self.assertEqual(result.returncode, 2, result.stderr)
            self.assertIn(key, result.stderr)
        self.assertEqual(self.stub.requests, [])

    def test_wrong_addresses_are_clear_errors(self):
        with socket.socket() as unused:
            unused.bind(("127.0.0.1", 0))
            dead = f"http://127.0.0.1:{unused.getsockname()[1]}"
        for url, code, words in ((dead, 4, dead), ("localhost:8080", 2, "http"),
                                 ("ftp://host", 2, "http"),
                                 ("http://me:hunter2@127.0.0.1:1", 2, "--api-key-env"),
                                 (self.stub.url() + "/none", 4, "--server-kind")):
            with self.subTest(url=url):
                result = self.ground("--server", url)
                self.assertEqual(result.returncode, code, result.stderr)
                self.assertIn(words, result.stderr)
                self.assertNotIn("hunter2", result.stderr)

    def test_doctor_says_what_a_server_can(self):
        result = self.run_here("doctor", "--server", self.stub.url())
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertIn("llama-server stub, model stub-model, verifier logprobs", result.stdout)
        self.assertIn("JSON schemas not enforced", result.stdout)
        self.assertIn("64 dimensions", result.stdout)


class LlamaServer(WithFolder):
    """A real llama-server with the models that set-up provides."""

    servers = []

    @classmethod
    def setUpClass(cls):
        program = pathlib.Path(MODEL_CACHE).parent / "llama-server" / "llama-server"
        if not program.is_file():
            raise unittest.SkipTest(f"llama-server is not there: make llama-server ({program})")
        chat = MODEL_CACHE / "SmolLM2-135M-Instruct.Q4_1.gguf"
        embedder = MODEL_CACHE / "all-MiniLM-L6-v2.f16.gguf"
        for model in (chat, embedder):
            if not model.is_file():
                raise unittest.SkipTest(f"a model is not there: {model}")
        cls.addClassCleanup(cls.stop_servers)
        cls.key_folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.key_folder.cleanup)
        cls.key_file = pathlib.Path(cls.key_folder.name) / "key"
        cls.key_file.write_text(KEY)
        cls.key_file.chmod(0o600)
        cls.chat = cls.start(program, chat, "--ctx-size", "8192", "--parallel", "2", "--api-key-file",
                             str(cls.key_file))
        cls.embedder = cls.start(program, embedder, "--embedding", "--pooling", "mean", "--ctx-size",
                                 "512", "--batch-size", "512", "--ubatch-size", "512")
        for url in (cls.chat, cls.embedder):
            cls.wait_for(url)

    @classmethod
    def start(cls, program, model, *arguments):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        process = subprocess.Popen(
            [str(program), "--model", str(model), "--host", "127.0.0.1", "--port", str(port),
             "--threads", "1", "--threads-batch", "1", "--no-webui", *arguments],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        cls.servers.append(process)
        return f"http://127.0.0.1:{port}"

    @classmethod
    def wait_for(cls, url):
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(url + "/health", timeout=5):
                    return
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                time.sleep(0.5)
        raise AssertionError(f"llama-server did not start: {url}")

    @classmethod
    def stop_servers(cls):
        for process in cls.servers:
            process.terminate()
        for process in cls.servers:
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def with_key(self):
        return ["--api-key-file", self.key_file]

    def test_embeddings_are_those_of_the_model_in_process(self):
        local = self.ground()
        remote = self.ground("--embedder-server", self.embedder)
        self.assertEqual(remote.returncode, local.returncode, remote.stderr)
        self.assertEqual(self.verdicts(remote), self.verdicts(local))
        self.assertEqual(*([[evidence["sentences"] for evidence in claim["evidence"]]
                            for claim in json.loads(result.stdout)["claims"]]
                           for result in (local, remote)))

    def test_every_role_on_servers(self):
        answer = (SOURCE_DIR / "examples" / "answer.txt").read_text(encoding="utf-8")
        self.response.write_text(". ".join(answer.split(". ")[:2]) + ".")  # Two sentences.
        result = self.run_here(
            "ground", self.response, "--source", SOURCE_DIR / "examples" / "abstract.txt", "--format",
            "json", "--embedder-server", self.embedder, "--entailment-server", self.chat,
            "--decomposer-server", self.chat, *self.with_key(), timeout=600)
        self.assertIn(result.returncode, (0, 1), result.stderr)
        report = json.loads(result.stdout)
        self.assertEqual(report["provenance"]["settings"]["decomposer_server"], self.chat)
        self.assertTrue(report["claims"])
        self.assertEqual({model["name"] for model in report["provenance"]["models"]},
                         {"SmolLM2-135M-Instruct.Q4_1.gguf", "all-MiniLM-L6-v2.f16.gguf"})
        # The small model may abstain, but no request may fail.
        for claim in report["claims"]:
            self.assertNotRegex(claim["reason"], "HTTP|server ")
        self.assertNotIn(KEY, result.stdout + result.stderr)

    def test_doctor(self):
        result = self.run_here("doctor", "--embedder-server", self.embedder, "--entailment-server",
                               self.chat, "--decomposer-server", self.chat, *self.with_key(),
                               timeout=300)
        self.assertIn("384 dimensions", result.stdout, result.stderr)
        self.assertIn("llama-server", result.stdout)
        self.assertIn("JSON schemas enforced", result.stdout)

    def test_json_verdicts_keep_to_the_schema(self):
        result = self.ground("--entailment-server", self.chat, "--verifier", "json", *self.with_key(),
                             timeout=600)
        self.assertIn(result.returncode, (0, 1), result.stderr)
        settings = json.loads(result.stdout)["provenance"]["settings"]
        self.assertEqual(settings["entailment_verifier"], "json")

    def test_without_its_key(self):
        result = self.ground("--entailment-server", self.chat)
        self.assertEqual(result.returncode, 4, result.stderr)
        self.assertIn("--api-key-env", result.stderr)


if __name__ == "__main__":
    PROGRAM, SOURCE_DIR, MODEL_CACHE = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    unittest.main(argv=[sys.argv[0], "-v", *sys.argv[4:]])
