"""Plots as inline SVG: no script, nothing fetched. Colours are classes, so the page's light and dark themes hold.

All text goes through `escape`; names of sets and methods can come from files.
"""

import html
import math

WIDTH, HEIGHT = 420, 300
LEFT, RIGHT, TOP, BOTTOM = 52, 14, 10, 40


def escape(text) -> str:
    return html.escape(str(text), quote=True)


class Axes:
    """A frame with ticks; maps values to places. `log_x`: powers of ten."""

    def __init__(self, x_title: str, y_title: str, x_range=(0.0, 1.0), y_range=(0.0, 1.0), log_x: bool = False):
        self.x_range, self.y_range, self.log_x = x_range, y_range, log_x
        self.parts = []
        self.frame(x_title, y_title)

    def x(self, value: float) -> float:
        low, high = self.x_range
        if self.log_x:
            low, high, value = math.log10(low), math.log10(high), math.log10(max(value, self.x_range[0]))
        share = (value - low) / ((high - low) or 1)
        return round(LEFT + min(1, max(0, share)) * (WIDTH - LEFT - RIGHT), 1)

    def y(self, value: float) -> float:
        low, high = self.y_range
        share = (value - low) / ((high - low) or 1)
        return round(HEIGHT - BOTTOM - min(1, max(0, share)) * (HEIGHT - TOP - BOTTOM), 1)

    def ticks(self, bounds, log: bool) -> list:
        low, high = bounds
        if log:
            first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
            return [10.0**e for e in range(first, last + 1) if low <= 10.0**e <= high]
        return [low + (high - low) * i / 4 for i in range(5)]

    def frame(self, x_title: str, y_title: str) -> None:
        for value in self.ticks(self.y_range, False):
            y = self.y(value)
            self.parts.append(f'<line class="grid" x1="{LEFT}" y1="{y}" x2="{WIDTH - RIGHT}" y2="{y}"/>'
                              f'<text class="tick" x="{LEFT - 6}" y="{y + 4}" text-anchor="end">{value:.2g}</text>')
        for value in self.ticks(self.x_range, self.log_x):
            x = self.x(value)
            self.parts.append(f'<line class="grid" x1="{x}" y1="{TOP}" x2="{x}" y2="{HEIGHT - BOTTOM}"/>'
                              f'<text class="tick" x="{x}" y="{HEIGHT - BOTTOM + 15}" text-anchor="middle">{value:.3g}</text>')
        self.parts.append(f'<text class="axis" x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 6}" '
                          f'text-anchor="middle">{escape(x_title)}</text>')
        middle = (TOP + HEIGHT - BOTTOM) / 2
        self.parts.append(f'<text class="axis" x="12" y="{middle}" text-anchor="middle" '
                          f'transform="rotate(-90 12 {middle})">{escape(y_title)}</text>')

    def line(self, points, number: int) -> None:
        if not points:
            return
        places = " ".join(f"{self.x(p[0])},{self.y(p[1])}" for p in points)
        self.parts.append(f'<polyline class="line c{number % 6}" points="{places}"/>')

    def dot(self, x: float, y: float, number: int, title: str, radius: float = 4) -> None:
        self.parts.append(f'<circle class="dot c{number % 6}" cx="{self.x(x)}" cy="{self.y(y)}" r="{radius}">'
                          f"<title>{escape(title)}</title></circle>")

    def svg(self, title: str) -> str:
        return (f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">' + "".join(self.parts) +
                "</svg>")


def top_of(values) -> float:
    """The end of an axis from 0: a multiple of 0.2, so that its four steps are round."""
    return max(0.2, math.ceil(max(values, default=1.0) * 5 - 1e-9) / 5)


def legend(names: list) -> str:
    items = "".join(f'<li><span class="swatch c{i % 6}"></span>{escape(name)}</li>' for i, name in enumerate(names))
    return f'<ul class="legend">{items}</ul>' if names else ""


def figure(title: str, svg: str, names=(), note: str = "") -> str:
    note = f'<p class="note">{escape(note)}</p>' if note else ""
    return f"<figure><figcaption>{escape(title)}</figcaption>{svg}{legend(list(names))}{note}</figure>"


def bars(title: str, items: list) -> str:
    """Lying bars, one for each (name, number); numbers are 0 or more. A table beside it says the same in words."""
    top, row, label = max([number for _, number in items] or [0]) or 1, 22, 150
    height, span = TOP * 2 + row * len(items), WIDTH - label - 60
    parts = []
    for i, (name, number) in enumerate(items):
        y, width = TOP + row * i, round(span * number / top, 1)
        shown = str(name) if len(str(name)) <= 24 else str(name)[:23] + "…"
        parts.append(f'<text class="tick" x="{label - 6}" y="{y + 15}" text-anchor="end">{escape(shown)}</text>'
                     f'<rect class="bar c0" x="{label}" y="{y + 3}" width="{width}" height="{row - 6}">'
                     f"<title>{escape(name)}: {number:g}</title></rect>"
                     f'<text class="tick" x="{label + width + 6}" y="{y + 15}">{number:g}</text>')
    return (f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">' + "".join(parts) + "</svg>")


def precision_recall(plot: dict) -> str:
    axes = Axes("recall", "precision")
    for i, line in enumerate(plot["lines"]):
        axes.line([(p[0], p[1]) for p in line["points"]], i)
    title = "Precision and recall, " + plot["title"]
    return figure(title, axes.svg(title), [line["name"] for line in plot["lines"]])


def reliability(plot: dict) -> str:
    axes = Axes("probability said", "share that is right")
    axes.parts.append(f'<line class="ideal" x1="{axes.x(0)}" y1="{axes.y(0)}" x2="{axes.x(1)}" y2="{axes.y(1)}"/>')
    axes.line([(b["said"], b["right"]) for b in plot["bins"]], 0)
    for b in plot["bins"]:
        axes.dot(b["said"], b["right"], 0, f"said {b['said']}, right {b['right']}, {b['count']} pairs",
                 radius=round(min(9, 2 + math.log10(max(1, b["count"]))), 1))
    title = "Reliability, " + plot["title"]
    return figure(title, axes.svg(title), note=f"Expected calibration error {plot['error']:.3f}. Larger dots: more pairs.")


def tau(plot: dict) -> str:
    axes = Axes("τ", "F1", y_range=(0.0, top_of([p[1] for line in plot["lines"] for p in line["points"]])))
    for i, line in enumerate(plot["lines"]):
        axes.line(line["points"], i)
        for value, f1 in line["points"]:
            axes.dot(value, f1, i, f"{line['name']}: τ = {value}, F1 {f1}")
    peaks = ", ".join(f"{name} at {value:g}" for name, value in plot["peaks"].items())
    title = "τ, " + plot["title"]
    return figure(title, axes.svg(title), [line["name"] for line in plot["lines"]], f"Peak: {peaks}.")


def speed(plot: dict, timing: dict) -> str:
    points = [(timing[p["name"]]["seconds_a_claim"], p["quality"], p["name"]) for p in plot["points"] if p["name"] in timing]
    points = [p for p in points if p[0] > 0]
    if not points:
        return ""
    low = 10 ** math.floor(math.log10(min(p[0] for p in points)))
    high = 10 ** math.ceil(math.log10(max(p[0] for p in points) * 1.0001))
    axes = Axes("seconds a claim", "support F1", (low, max(high, low * 10)), (0.0, top_of([p[1] for p in points])),
                log_x=True)
    for i, (seconds, quality, name) in enumerate(points):
        axes.dot(seconds, quality, i, f"{name}: {seconds} s, F1 {quality}", radius=6)
        # Above and below in turns: methods of one speed lie close together.
        axes.parts.append(f'<text class="tick" x="{axes.x(seconds)}" y="{axes.y(quality) + (-10 if i % 2 else 18)}" '
                          f'text-anchor="middle">{i + 1}</text>')
    names = [f"{i}. {name}: {seconds:.3g} s, F1 {quality:.3f}" for i, (seconds, quality, name) in enumerate(points, 1)]
    return figure(plot["title"], axes.svg(plot["title"]), names)


def draw(plot: dict, timing: dict) -> str:
    kinds = {"precision_recall": precision_recall, "reliability": reliability, "tau": tau}
    if plot["kind"] == "speed":
        return speed(plot, timing)
    return kinds[plot["kind"]](plot)
