"""One self-contained page of all results of a folder: tables, plots, cards. No script, no address is fetched."""

import json
import pathlib

from .plots import draw, escape
from .table import SCHEMA, cell_text

STYLE = """
:root{color-scheme:light dark;--ink:#1c1e21;--soft:#5b6168;--paper:#fff;--panel:#f6f7f9;--rule:#d9dde2;
--c0:#1f5fae;--c1:#b3541e;--c2:#2e7d4f;--c3:#8a3fa0;--c4:#8a6d00;--c5:#a8324a}
@media (prefers-color-scheme:dark){:root{--ink:#e6e8eb;--soft:#a3abb5;--paper:#15171a;--panel:#1e2126;--rule:#363c44;
--c0:#7db3f2;--c1:#f0a06e;--c2:#7fd0a0;--c3:#d39be6;--c4:#e0c55a;--c5:#f08ba0}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,"Segoe UI",sans-serif}
body{overflow-wrap:anywhere}table{overflow-wrap:normal}
main,header{max-width:1180px;margin:0 auto;padding:0 16px}
header{padding-top:24px}
h1{font-size:1.6rem;margin:0 0 4px}
h2{font-size:1.25rem;margin:44px 0 6px;border-top:1px solid var(--rule);padding-top:22px}
h3{font-size:1rem;margin:20px 0 6px}
p{margin:0 0 10px;max-width:78ch}
nav ul{display:flex;flex-wrap:wrap;gap:4px 18px;list-style:none;padding:0;margin:14px 0 0}
a{color:var(--c0)}
.scroll{overflow-x:auto;border:1px solid var(--rule);border-radius:6px}
table{border-collapse:collapse;width:100%;font-size:.86rem;font-variant-numeric:tabular-nums}
th,td{padding:5px 10px;text-align:right;white-space:nowrap;border-bottom:1px solid var(--rule)}
tbody tr:last-child td,tbody tr:last-child th{border-bottom:0}
thead th{background:var(--panel);font-weight:600;vertical-align:bottom;white-space:normal;min-width:5.5em}
th.t,td.t{text-align:left}
tbody th{font-weight:400}
thead th.t{min-width:8em}
tr.group th{background:var(--panel);font-weight:600}
tr.group span{position:sticky;left:10px}
td.w{white-space:normal;min-width:7em}
.range{display:block;color:var(--soft);font-size:.78rem;font-weight:400}
.note,.soft{color:var(--soft);font-size:.88rem}
.plots{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,320px),1fr));gap:18px;margin:16px 0}
figure{margin:0;border:1px solid var(--rule);border-radius:6px;padding:10px 12px;min-width:0}
figcaption{font-weight:600;font-size:.9rem;margin-bottom:6px;overflow-wrap:anywhere}
figure .note{margin:6px 0 0}
svg{display:block;width:100%;height:auto}
.grid{stroke:var(--rule);stroke-width:1}
.ideal{stroke:var(--soft);stroke-dasharray:4 4}
.tick{fill:var(--soft);font-size:11px}
.axis{fill:var(--ink);font-size:12px}
.line{fill:none;stroke-width:2}.line.c1{stroke-dasharray:7 3}.line.c2{stroke-dasharray:3 3}.line.c3{stroke-dasharray:9 3 2 3}
.c0{stroke:var(--c0);color:var(--c0)}.c1{stroke:var(--c1);color:var(--c1)}.c2{stroke:var(--c2);color:var(--c2)}
.c3{stroke:var(--c3);color:var(--c3)}.c4{stroke:var(--c4);color:var(--c4)}.c5{stroke:var(--c5);color:var(--c5)}
.dot{fill:currentColor;stroke:var(--paper);stroke-width:1}
.legend{list-style:none;padding:0;margin:8px 0 0;font-size:.84rem;display:flex;flex-wrap:wrap;gap:2px 14px}
.swatch{display:inline-block;width:.75em;height:.75em;border-radius:50%;background:currentColor;margin-right:.4em}
details{margin:14px 0;border:1px solid var(--rule);border-radius:6px;padding:8px 12px}
summary{cursor:pointer;font-weight:600}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:2px 14px;margin:8px 0 0;font-size:.86rem}
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
@media (max-width:560px){th,td{padding:4px 7px}tbody th.t,tbody td.t{white-space:normal;
min-width:7.5em}thead th.t{min-width:7.5em}tbody tr.group th{white-space:nowrap}td.w{min-width:5.5em}dl{grid-template-columns:minmax(0,1fr)}dd{margin-bottom:6px}h1{font-size:1.35rem}}
@media print{details{display:block}.scroll{overflow:visible}}
"""
ORDER = ("entailment", "languages", "evidence", "citation", "contradictory", "tau", "perturbed", "reference_free", "grounding",
         "speed")


def load(folder: pathlib.Path) -> list:
    """The results of a folder in the order of the page; files that are none are left out."""
    results = []
    for path in sorted(pathlib.Path(folder).glob("*.json")):
        try:
            result = json.loads(path.read_text("utf-8"))
        except ValueError:
            continue
        if isinstance(result, dict) and result.get("schema") == SCHEMA:
            results.append(result)
    place = {name: i for i, name in enumerate(ORDER)}
    return sorted(results, key=lambda r: (place.get(r["table"], len(place)), r["table"], split_of(r)))


def split_of(result: dict) -> str:
    return str(result.get("card", {}).get("options", {}).get("split", ""))


def anchor(result: dict) -> str:
    text = f"{result['table']}-{split_of(result)}"
    return "".join(c if c.isalnum() and c.isascii() else "-" for c in text)


def cell_html(cell) -> str:
    if isinstance(cell, dict):
        return f"<td>{cell['value']:.3f}<span class=\"range\">{cell['low']:.3f}–{cell['high']:.3f}</span></td>"
    # Words wrap, figures do not.
    opened = '<td class="w">' if isinstance(cell, str) else "<td>"
    return f"{opened}{escape(cell_text(cell))}</td>"


def table_html(result: dict) -> str:
    columns = result["columns"]
    # With one method a set has one row; else a row of its own above its methods.
    one = len({row["method"] for row in result["rows"]}) == 1
    heads = f'<th class="t" scope="col">{"set" if one else "method"}</th>' + "".join(
        f'<th scope="col">{escape(column["title"])}</th>' for column in columns)
    rows, last = [], None
    for row in result["rows"]:
        if not one and row["set"] != last:
            rows.append(f'<tr class="group"><th class="t" scope="rowgroup" colspan="{len(columns) + 1}"><span>'
                        f'{escape(row["set"])}</span></th></tr>')
        cells = "".join(map(cell_html, (row["cells"].get(column["key"]) for column in columns)))
        rows.append(f'<tr><th class="t" scope="row">{escape(row["set"] if one else row["method"])}</th>{cells}</tr>')
        last = row["set"]
    return (f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(result["title"])}"><table><thead><tr>{heads}'
            f'</tr></thead><tbody>{"".join(rows)}</tbody></table></div>')


def published_html(result: dict) -> str:
    if not result["published"]:
        return ""
    rows = "".join(f'<tr><th class="t" scope="row">{escape(p["what"])}</th><td>{p["value"]:.3f}</td>'
                   f'<td class="t">{escape(p["source"])}</td></tr>' for p in result["published"])
    return ('<h3>Published</h3><div class="scroll"><table><thead><tr><th class="t" scope="col">what</th><th scope="col">'
            f'value</th><th class="t" scope="col">source</th></tr></thead><tbody>{rows}</tbody></table></div>')


def flat(prefix: str, value) -> list:
    """(name, text) lines of a card."""
    if isinstance(value, dict):
        return [line for key, item in value.items() for line in flat(f"{prefix} {key}".strip(), item)]
    if isinstance(value, list):
        if value and all(isinstance(item, dict) for item in value):
            return [(prefix, " ".join(str(v) for v in item.values())) for item in value]
        return [(prefix, ", ".join(map(str, value)))] if value else []
    return [(prefix, "" if value is None else str(value))]


def card_html(result: dict) -> str:
    card = {**result.get("card", {}), "digest of the numbers": result.get("digest", ""),
            "load average": result.get("timing", {}).get("load_average")}
    lines = "".join(f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in flat("", card) if text)
    return f"<details><summary>Run card</summary><dl>{lines}</dl></details>"


def section(result: dict) -> str:
    timing = {name: value for name, value in result.get("timing", {}).items() if isinstance(value, dict)}
    plots = "".join(draw(plot, timing) for plot in result["plots"])
    skipped = "".join(f'<li>{escape(entry["what"])}: {escape(entry["why"])}</li>' for entry in result["skipped"])
    skipped = f'<h3>Left out</h3><ul class="soft">{skipped}</ul>' if skipped else ""
    split = split_of(result)
    limit = result.get("card", {}).get("options", {}).get("claims")
    sampled = f"{split} split; at most {limit} of each set." if limit else f"{split} split, whole sets."
    return (f'<section id="{anchor(result)}"><h2>{escape(result["title"])}</h2><p>{escape(result["note"])}</p>'
            f'<p class="soft">{escape(sampled)} Second line of a cell: 95 % interval.</p>{table_html(result)}'
            f'{published_html(result)}<div class="plots">{plots}</div>{skipped}{card_html(result)}</section>')


def render(results: list) -> str:
    links = "".join(f'<li><a href="#{anchor(r)}">{escape(r["title"])}{", " + escape(split_of(r)) if split_of(r) else ""}</a>'
                    "</li>" for r in results)
    body = "".join(map(section, results)) or "<p>There are no results in this folder yet.</p>"
    return ('<!doctype html><html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width,initial-scale=1">'
            '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'">'
            f"<title>Glossator: evaluation</title><style>{STYLE}</style></head><body><header><h1>Evaluation</h1>"
            f'<p class="soft">What the figures are of and how they are made: docs/guides/evaluation.md.</p>'
            f"<nav><ul>{links}</ul></nav></header><main>{body}</main></body></html>\n")


def write(folder: pathlib.Path) -> pathlib.Path:
    path = pathlib.Path(folder) / "index.html"
    path.write_bytes(render(load(folder)).encode("utf-8", "replace"))
    return path
