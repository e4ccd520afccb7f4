"""The parts of set-up that are easier to reach from inside."""

from __future__ import annotations

import errno
import io
import os
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path
from unittest import mock

from scripts.tests import fake_packages

sys.path.insert(0, str(fake_packages.SCRIPTS))

import setup as setup_program  # noqa: E402
from setuplib import archives, debian, llama  # noqa: E402
from setuplib.cache import Cache, cache_root, write_whole  # noqa: E402
from setuplib.console import Console  # noqa: E402
from setuplib.errors import SetupError  # noqa: E402
from setuplib.hashing import key_of  # noqa: E402
from setuplib.processes import Command, explain, run  # noqa: E402
from setuplib.pypi import read_pins  # noqa: E402
from setuplib.stage import Context, Stage  # noqa: E402


class TemporaryFolder(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="glossator-setup-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def context(self, **environment: str) -> Context:
        cache = Cache(self.folder / "cache")
        cache.prepare()
        return Context(self.folder / "repo", cache, Console(io.StringIO(), live=False), environment)


class CacheRoot(unittest.TestCase):
    def test_own_variable_then_xdg_then_home(self) -> None:
        self.assertEqual(
            cache_root({"GLOSSATOR_CACHE_DIR": "/a", "XDG_CACHE_HOME": "/b"}), Path("/a")
        )
        self.assertEqual(cache_root({"XDG_CACHE_HOME": "/b"}), Path("/b/glossator"))
        self.assertEqual(cache_root({}), Path.home() / ".cache" / "glossator")


class Stamps(TemporaryFolder):
    def test_holds_while_inputs_and_results_stay(self) -> None:
        cache = self.context().cache
        result = self.folder / "result"
        result.write_text("made")
        cache.write_stamp("stage", "key", [result])
        stamp = cache.read_stamp("stage")
        self.assertTrue(stamp.holds("key"))
        self.assertFalse(stamp.holds("other key"))
        result.write_text("changed")
        self.assertFalse(stamp.holds("key"))
        result.unlink()
        self.assertFalse(stamp.holds("key"))

    def test_unreadable_stamp_counts_as_none(self) -> None:
        cache = self.context().cache
        for text in ("", "{", "[]", '{"key": "k"}'):
            write_whole(cache.root / "stamps" / "stage", text)
            self.assertIsNone(cache.read_stamp("stage"), text)

    def test_missing_result_is_an_error(self) -> None:
        with self.assertRaisesRegex(SetupError, "no result"):
            self.context().cache.write_stamp("stage", "key", [self.folder / "nothing"])

    def test_failed_stage_leaves_no_stamp(self) -> None:
        class Failing(Stage):
            name = title = "failing"

            def key(self) -> str:
                return "key"

            def run(self) -> list[Path]:
                raise SetupError("it failed")

        context = self.context()
        with self.assertRaises(SetupError):
            Failing(context).ensure()
        self.assertFalse(Failing(context).is_done())

    def test_lock_clears_what_an_interrupted_run_left(self) -> None:
        cache = self.context().cache
        (cache.root / "tmp" / "half").mkdir()
        with cache.lock(on_wait=self.fail):
            self.assertEqual(list((cache.root / "tmp").iterdir()), [])


class Keys(unittest.TestCase):
    def test_parts_do_not_run_together(self) -> None:
        self.assertNotEqual(key_of("ab", "c"), key_of("a", "bc"))


class SafeExtraction(TemporaryFolder):
    def archive(self, *entries: tarfile.TarInfo | tuple[str, bytes]) -> Path:
        path = self.folder / "a.tar.gz"
        with tarfile.open(path, "w:gz") as tar:
            for entry in entries:
                if isinstance(entry, tarfile.TarInfo):
                    tar.addfile(entry)
                else:
                    fake_packages.add_bytes(tar, *entry)
        return path

    def extract(self, path: Path) -> int:
        return archives.extract_tree(
            path, "p", lambda name: name.name != "left", self.folder / "out"
        )

    def test_takes_wanted_files_below_the_prefix(self) -> None:
        path = self.archive(("p/a/b", b"1"), ("p/left", b"2"), ("q/c", b"3"))
        self.assertEqual(self.extract(path), 1)
        self.assertEqual((self.folder / "out" / "a" / "b").read_bytes(), b"1")
        self.assertEqual(len([f for f in (self.folder / "out").rglob("*") if f.is_file()]), 1)

    def test_refuses_paths_that_leave_the_target(self) -> None:
        for name in ("p/../../evil", "/p/evil", "p/a\\..\\evil"):
            with self.assertRaisesRegex(SetupError, "unsafe path"):
                self.extract(self.archive((name, b"")))
        self.assertFalse((self.folder / "evil").exists())

    def test_refuses_links(self) -> None:
        link = tarfile.TarInfo("p/link")
        link.type = tarfile.SYMTYPE
        link.linkname = "/etc/passwd"
        with self.assertRaisesRegex(SetupError, "unexpected entry"):
            self.extract(self.archive(link))

    def test_refuses_too_much(self) -> None:
        with mock.patch.object(archives, "MAX_UNPACKED_BYTES", 10):
            with self.assertRaisesRegex(SetupError, "larger than expected"):
                self.extract(self.archive(("p/a", b"123456"), ("p/b", b"123456")))

    def test_cut_archive(self) -> None:
        path = self.archive(("p/a", os.urandom(100_000)))
        path.write_bytes(path.read_bytes()[:50_000])
        with self.assertRaisesRegex(SetupError, "cannot read archive"):
            self.extract(path)

    def test_wheel_without_the_member(self) -> None:
        path = self.folder / "w.whl"
        with zipfile.ZipFile(path, "w") as wheel:
            wheel.writestr("other", "")
        with self.assertRaisesRegex(SetupError, "cannot read member"):
            archives.extract_member(path, "member", self.folder / "out")


class InterruptedExtraction(TemporaryFolder):
    def test_leaves_nothing_behind(self) -> None:
        index = self.folder / "index"
        index.mkdir()
        archive = fake_packages.make_source_package(index)
        context = self.context()
        context.deps.mkdir(parents=True)
        (context.deps / "llama.txt").write_text(
            fake_packages.pin("llama-cpp-python", "0.3.36", archive)
        )
        archive.rename(context.cache.downloads / archive.name)
        stage = llama.LlamaSource(context, mock.Mock())

        def interrupt(path: object) -> bool:
            if str(path).startswith("src"):
                raise KeyboardInterrupt
            return True

        with mock.patch.object(llama, "wanted", interrupt), self.assertRaises(KeyboardInterrupt):
            stage.ensure()
        self.assertFalse(stage.folder.exists())
        self.assertFalse(stage.is_done())
        self.assertEqual(list((context.cache.root / "tmp").iterdir()), [])
        stage.ensure()
        self.assertTrue((stage.folder / "src" / "llama.c").is_file())


class DebianList(TemporaryFolder):
    def test_reads_names_and_prefixes(self) -> None:
        path = self.folder / "debian.txt"
        path.write_text("# comment\n\ng++=4:12.*\nca-certificates=*\n")
        self.assertEqual(
            [p.request for p in debian.read_packages(path)], ["g++=4:12.*", "ca-certificates"]
        )

    def test_names_the_bad_line(self) -> None:
        path = self.folder / "debian.txt"
        path.write_text("cmake\n")
        with self.assertRaisesRegex(SetupError, "debian.txt:1"):
            debian.read_packages(path)

    def test_user_who_may_not_install_is_told_the_command(self) -> None:
        context = self.context()
        context.deps.mkdir(parents=True)
        (context.deps / "debian.txt").write_text("cmake=3.25.*\nmold=1.*\n")
        refused = subprocess.CompletedProcess([], 1, "", "")
        with (
            mock.patch.object(debian.os, "geteuid", return_value=1000),
            mock.patch.object(debian.shutil, "which", return_value="/usr/bin/sudo"),
            mock.patch.object(debian.subprocess, "run", return_value=refused),
            self.assertRaises(SetupError) as raised,
        ):
            debian.DebianPackages(context).run()
        self.assertIn(
            "sudo apt-get install --no-install-recommends 'cmake=3.25.*' 'mold=1.*'",
            str(raised.exception),
        )

    def test_system_without_dpkg(self) -> None:
        with (
            mock.patch.object(debian.subprocess, "run", side_effect=FileNotFoundError),
            self.assertRaisesRegex(SetupError, "not a Debian system.*GLOSSATOR_SETUP_SKIP"),
        ):
            debian.missing_packages([])


class Pins(TemporaryFolder):
    def test_pin_without_hash_is_refused(self) -> None:
        path = self.folder / "pins.txt"
        path.write_text("numpy==2.0\n")
        with self.assertRaisesRegex(SetupError, "name==version --hash"):
            read_pins(path)

    def test_committed_pins_are_whole(self) -> None:
        for path in sorted((fake_packages.SCRIPTS / "deps").glob("*.txt")):
            if path.name == "debian.txt":
                self.assertGreater(len(debian.read_packages(path)), 10)
                continue
            text = path.read_text().replace("\\\n", " ")
            for line in text.splitlines():
                if line and not line.startswith("#"):
                    self.assertRegex(line, r"^[\w.-]+==[\w.]+(\s+--hash=sha256:[0-9a-f]{64})+\s*$")


class Explanations(TemporaryFolder):
    def explained(self, output: str) -> str:
        return str(explain(Command(["x"], Path("x.log"), "doing it"), 1, output))

    def test_causes(self) -> None:
        for output, expected in {
            "OSError: [Errno 28] No space left on device": "doing it: the disk is full",
            "THESE PACKAGES DO NOT MATCH THE HASHES": "pinned SHA-256",
            "NewConnectionError: Failed to establish": "doing it: no network",
            "E: Temporary failure resolving 'x'": "doing it: no network",
            "mkdir: Permission denied": "doing it: no permission",
            "one\nfatal error: x.h: missing\ntwo": "fatal error: x.h: missing",
            "": "no output",
        }.items():
            self.assertIn(expected, self.explained(output))

    def test_program_that_does_not_exist(self) -> None:
        with self.assertRaisesRegex(SetupError, "no-such-program was not found"):
            run(Command(["no-such-program"], self.folder / "log", "doing it"))

    def test_error_while_following_is_not_taken_for_a_missing_program(self) -> None:
        def vanish() -> None:
            raise FileNotFoundError("something else")

        with self.assertRaisesRegex(FileNotFoundError, "something else"):
            run(Command(["sleep", "20"], self.folder / "log", "sleeping"), on_tick=vanish)

    def test_os_errors(self) -> None:
        full = OSError(errno.ENOSPC, "No space", "/cache/x")
        self.assertIn("the disk is full (/cache/x)", str(setup_program.explain_os_error(full)))
        denied = PermissionError(errno.EACCES, "denied", "/cache/x")
        self.assertIn("no permission (/cache/x)", str(setup_program.explain_os_error(denied)))

    def test_little_free_space_is_said_before_the_work(self) -> None:
        usage = mock.Mock(free=5_000_000)
        with (
            mock.patch.object(setup_program.shutil, "disk_usage", return_value=usage),
            self.assertRaisesRegex(SetupError, "only 5 MB are free"),
        ):
            setup_program.check_free_space(self.folder)

    def test_lines_of_output_are_seen_as_they_come(self) -> None:
        seen: list[str] = []
        output = run(Command(["printf", "a\\nb\\n"], self.folder / "log", "printing"), seen.append)
        self.assertEqual(seen, ["a", "b"])
        self.assertEqual(output, "a\nb\n")


class Progress(unittest.TestCase):
    def test_plain_lines_at_each_quarter(self) -> None:
        stream = io.StringIO()
        console = Console(stream, live=False)
        console.begin("[1/2] x", "starting")
        for percent in range(0, 101):
            console.update("building", percent)
        console.end()
        lines = stream.getvalue().splitlines()
        self.assertEqual(len(lines), 6)
        self.assertTrue(lines[1].startswith("[1/2] x: building 25 %"), lines)
        self.assertNotIn("\r", stream.getvalue())

    def test_live_line_is_wiped(self) -> None:
        stream = io.StringIO()
        console = Console(stream, live=True)
        console.begin("x", "starting")
        console.end()
        self.assertRegex(stream.getvalue(), "^\r\x1b\\[Kx: starting.*\r\x1b\\[Kx: done in .* s\n$")


if __name__ == "__main__":
    unittest.main()
