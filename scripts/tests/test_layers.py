"""scripts/check_layers.py on small source trees."""

from __future__ import annotations

import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path

from scripts.tests import fake_packages

sys.path.insert(0, str(fake_packages.SCRIPTS))

import check_layers  # noqa: E402

_TREE = {
    "CMakeLists.txt": "foreach(room IN ITEMS  # in order\n"
    "    base types text models backends/llama_cpp loaders report engine cli)\n",
    "ARCHITECTURE.md": "# A\n<!-- layers:begin -->\nold\n<!-- layers:end -->\nrest\n",
    "src/base/CMakeLists.txt": "gloss_room(NAME base LINK fmt::fmt)",
    "src/types/CMakeLists.txt": "gloss_room(NAME types DEPS base LINK fmt::fmt)",
    "src/text/CMakeLists.txt": "gloss_room(NAME text DEPS types)  # DEPS models would be wrong",
    "src/models/CMakeLists.txt": "gloss_room(NAME models DEPS base types)",
    "src/backends/llama_cpp/CMakeLists.txt": "gloss_room(NAME backends/llama_cpp DEPS models)",
    "src/loaders/CMakeLists.txt": "gloss_room(NAME loaders DEPS text)",
    "src/report/CMakeLists.txt": "gloss_room(NAME report DEPS types)",
    "src/cli/CMakeLists.txt": "gloss_room(NAME cli DEPS loaders backends/llama_cpp report)",
}


class Layers(unittest.TestCase):
    def check(self, files: dict[str, str], *arguments: str) -> tuple[int, str]:
        """Runs the check on the tree with `files` added and an up-to-date diagram."""
        folder = tempfile.TemporaryDirectory(prefix="glossator-layers-")
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        fake_packages.write_tree(self.root, {**_TREE, **files})
        if not arguments:
            self.run_main("--write")
        return self.run_main(*arguments)

    def run_main(self, *arguments: str) -> tuple[int, str]:
        output = io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            code = check_layers.main([*arguments, "--root", str(self.root)])
        return code, output.getvalue()

    def assert_refused(self, files: dict[str, str], *parts: str) -> None:
        code, output = self.check(files)
        self.assertEqual(code, 1, output)
        for part in parts:
            self.assertIn(part, output)

    def assert_allowed(self, files: dict[str, str]) -> None:
        code, output = self.check(files)
        self.assertEqual(code, 0, output)

    def test_own_direct_and_reached_rooms_are_allowed(self) -> None:
        self.assert_allowed(
            {
                "src/text/split.cc": '#include "text/split.h"\n#include <vector>\n'
                '#include "types/span.h"\n#include "base/status.h"\n',
                "src/cli/main.cc": '#include "base/status.h"\n'
                '#include "backends/llama_cpp/model.h"\n',
            }
        )

    def test_room_that_is_not_reached(self) -> None:
        self.assert_refused(
            {"src/text/split.cc": '\n#include "models/embedder.h"\n'},
            "src/text/split.cc:2: text may not include models/embedder.h",
        )
        self.assert_refused({"src/types/a.h": '#include "text/utf8.h"\n'}, "src/types/a.h:1")

    def test_commented_include_does_not_count(self) -> None:
        self.assert_allowed(
            {"src/text/a.cc": '// #include "models/a.h"\n/*\n#include "cli/b.h" */\n'}
        )

    def test_line_number_after_a_block_comment(self) -> None:
        self.assert_refused({"src/text/a.cc": '/*\n\n*/\n#include "cli/b.h"\n'}, "a.cc:4:")

    def test_include_without_its_room(self) -> None:
        self.assert_refused({"src/text/a.cc": '#include "utf8.h"\n'}, 'write "room/file.h"')

    def test_generated_table_of_the_room(self) -> None:
        self.assert_allowed({"src/text/a.cc": '#include "table.inc"\n'})

    def test_file_outside_every_room(self) -> None:
        self.assert_refused({"src/stray/a.cc": ""}, "src/stray/a.cc: lies in no room")
        self.assert_refused({"src/backends/a.cc": ""}, "src/backends/a.cc: lies in no room")

    def test_dependency_on_a_later_room(self) -> None:
        self.assert_refused(
            {"src/types/CMakeLists.txt": "gloss_room(NAME types DEPS base text)"},
            "types may not depend on text, which comes later",
        )

    def test_dependency_on_itself_or_on_nothing(self) -> None:
        self.assert_refused(
            {"src/types/CMakeLists.txt": "gloss_room(NAME types DEPS types)"},
            "types may not depend on types",
        )
        self.assert_refused(
            {"src/types/CMakeLists.txt": "gloss_room(NAME types DEPS tpyes)"},
            "tpyes, which is no room",
        )

    def test_room_in_the_wrong_folder_or_order(self) -> None:
        self.assert_refused(
            {"src/types/CMakeLists.txt": "gloss_room(NAME typos DEPS base)"},
            "the room is named typos but lies in src/types",
        )
        self.assert_refused(
            {"src/attic/CMakeLists.txt": "gloss_room(NAME attic DEPS base)"},
            "attic is not in the order",
        )

    def test_fences(self) -> None:
        for place, header in {
            "src/models/a.cc": "llama.h",
            "src/cli/a.cc": "ggml-backend.h",
            "src/text/b.cc": "sqlite3.h",
            "src/models/b.cc": "zlib.h",
            "src/report/c.cc": "gumbo.h",
            "src/text/d.cc": "nlohmann/json.hpp",
            "src/loaders/e.cc": "fstream",
            "src/report/f.cc": "iostream",
            "src/models/g.cc": "unicode/uchar.h",
            "src/models/h.cc": "CLI/CLI.hpp",
            "src/loaders/i.cc": "toml++/toml.h",
            "src/loaders/j.cc": "poppler/cpp/poppler-document.h",
            "src/models/k.cc": "gtest/gtest.h",
        }.items():
            for include in (f"#include <{header}>", f'#  include "{header}"'):
                with self.subTest(place=place, include=include):
                    self.assert_refused({place: include + "\n"}, f"{place}:1: {header} is fenced")

    def test_inside_the_fences(self) -> None:
        self.assert_allowed(
            {
                "src/backends/llama_cpp/a.cc": '#include "llama.h"\n#include <ggml.h>\n',
                "src/models/spec_json.cc": "#include <nlohmann/json.hpp>\n",
                "src/report/html.cc": "#include <nlohmann/json.hpp>\n",
                "src/loaders/b.cc": "#include <md4c.h>\n#include <unicode/ucnv.h>\n",
                "src/cli/c.cc": "#include <iostream>\n#include <CLI/CLI.hpp>\n"
                "#include <toml++/toml.h>\n",
                "src/text/d_test.cc": "#include <gmock/gmock.h>\n#include <gtest/gtest.h>\n",
            }
        )

    def test_diagram_is_written_and_then_compared(self) -> None:
        code, output = self.check({}, "--write")
        self.assertEqual(code, 0, output)
        text = (self.root / "ARCHITECTURE.md").read_text()
        self.assertIn("3  backends/llama_cpp  -> models\n", text)
        self.assertTrue(text.startswith("# A\n") and text.endswith("-->\nrest\n"), text)
        self.assertEqual(self.run_main()[0], 0)
        (self.root / "src/report/CMakeLists.txt").write_text("gloss_room(NAME report DEPS base)")
        code, output = self.run_main()
        self.assertEqual(code, 1)
        self.assertIn("diagram is out of date", output)

    def test_diagram_leaves_out_implied_dependencies(self) -> None:
        self.check({}, "--write")
        self.assertIn(
            "2  models              -> types\n", (self.root / "ARCHITECTURE.md").read_text()
        )

    def test_unreadable_lists_are_named(self) -> None:
        self.assert_refused({"CMakeLists.txt": ""}, "with the order of the rooms")
        self.assert_refused({"ARCHITECTURE.md": "# A\n"}, "markers")
        self.assert_refused({"src/base/CMakeLists.txt": "gloss_room(base)"}, "not with NAME")

    def test_this_repository_is_in_order(self) -> None:
        self.root = fake_packages.SCRIPTS.parent
        code, output = self.run_main()
        self.assertEqual(code, 0, output)


if __name__ == "__main__":
    unittest.main()
