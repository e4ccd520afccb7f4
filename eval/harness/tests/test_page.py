import html.parser
import json
import pathlib
import re
import tempfile
import unittest
import xml.etree.ElementTree

from . import support  # noqa: F401
from harness import page, plots, table

HOSTILE = '<script>alert(1)</script>"\' onload=x <img src=//e.example/x> & \u202e\x07 ]]> </style>'
VOID = {"meta", "br", "img", "link", "input", "hr"}


def result(text: str) -> dict:
    made = table.Table("evidence", text, text, [("f1", text), ("note", "note")])
    made.row(text, text, f1={"value": 0.5, "low": 0.25, "high": 0.75}, note=text)
    made.row("macro", text, f1=0.5, note=None)
    made.skipped.append({"what": text, "why": text})
    made.published = [{"what": text, "value": 0.7, "source": text}]
    points = [[0.1, 1.0, 0.9], [1.0, 0.4, 0.1]]
    made.plots = [
        {"kind": "precision_recall", "title": text, "lines": [{"name": text, "points": points}, {"name": "b", "points": []}]},
        {"kind": "reliability", "title": text, "bins": [{"said": 0.2, "right": 0.3, "count": 4}], "error": 0.1},
        {"kind": "tau", "title": text, "lines": [{"name": text, "points": [[0, 0.2], [1, 0.1]]}], "peaks": {text: 0}},
        {"kind": "speed", "title": text, "points": [{"name": text, "quality": 0.4}, {"name": "gone", "quality": 0.1}]}]
    made.timing = {text: {"seconds_a_claim": 0.25}}
    return {**made.result(), "card": {"commit": text, "options": {"split": text, "claims": 8}, "machine": {"cpu": text},
                                      "models": [{"role": text, "name": text, "sha256": ""}], "seeds": {}, "nothing": []}}


class Reader(html.parser.HTMLParser):
    """Tags, attributes and balance."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.attributes, self.unbalanced = [], set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.attributes += attributes
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.add(tag)
        self.attributes += attributes

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.unbalanced.append(tag)


class Page(unittest.TestCase):
    def test_hostile_text_stays_text(self):
        text = page.render([result(HOSTILE)])
        reader = Reader(text)
        self.assertFalse({"script", "img", "iframe", "link", "object"} & reader.tags)
        self.assertEqual((reader.unbalanced, reader.open), ([], []))
        for name, value in reader.attributes:
            self.assertFalse(name.startswith("on"), name)
            self.assertNotIn(name, ("src", "srcset", "action"))
            if name == "href":
                self.assertTrue(value.startswith("#"), value)
        self.assertIn("&lt;script&gt;alert(1)", text)

    def test_nothing_is_fetched(self):
        text = page.render([result("plain")])
        self.assertNotRegex(text, r"https?://|@import|url\(")
        self.assertIn("default-src 'none'", text)

    def test_links_lead_to_their_sections(self):
        text = page.render([result("one"), result("two")])
        for target in re.findall(r'href="#([^"]+)"', text):
            self.assertIn(f'id="{target}"', text)

    def test_every_plot_is_well_formed(self):
        for text in ("plain", HOSTILE.replace("\x07", "")):
            for plot in result(text)["plots"]:
                drawn = plots.draw(plot, {text: {"seconds_a_claim": 0.25}})
                svg = re.search(r"<svg.*?</svg>", drawn, re.S)[0]
                xml.etree.ElementTree.fromstring(svg)
                self.assertNotIn("nan", svg)

    def test_places_of_points(self):
        axes = plots.Axes("x", "y")
        self.assertEqual((axes.x(0), axes.x(1)), (plots.LEFT, plots.WIDTH - plots.RIGHT))
        self.assertEqual((axes.y(0), axes.y(1)), (plots.HEIGHT - plots.BOTTOM, plots.TOP))
        self.assertEqual(axes.x(7), axes.x(1))
        self.assertEqual([plots.top_of(v) for v in ([], [0.05], [0.2], [0.41], [1.0])], [1.0, 0.2, 0.2, 0.6, 1.0])
        logarithmic = plots.Axes("x", "y", (0.01, 1.0), log_x=True)
        self.assertAlmostEqual(logarithmic.x(0.1), (logarithmic.x(0.01) + logarithmic.x(1)) / 2, delta=0.1)

    def test_figures_are_there_with_their_intervals(self):
        text = page.render([result("plain")])
        self.assertIn('0.500<span class="range">0.250–0.750</span>', text)
        self.assertIn("0.250 s, F1 0.400".replace("0.250", "0.25"), text)

    def test_a_folder(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            self.assertIn("no results", page.write(folder).read_text())
            table.write(folder / "evidence.dev.json", result("first"))
            (folder / "broken.json").write_text("{")
            (folder / "other.json").write_text(json.dumps({"schema": "other"}))
            (folder / "list.json").write_text("[1]")
            self.assertEqual([r["title"] for r in page.load(folder)], ["first"])
            self.assertIn("first", page.write(folder).read_text())

    def test_text_that_utf8_cannot_hold(self):
        with tempfile.TemporaryDirectory() as name:
            table.write(pathlib.Path(name) / "evidence.dev.json", result("lone \ud800 half"))
            self.assertIn("lone ? half", page.write(pathlib.Path(name)).read_text("utf-8"))


if __name__ == "__main__":
    unittest.main()
