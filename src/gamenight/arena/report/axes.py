"""Scales with round ticks, and how numbers are written."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

from gamenight.arena.intervals import Interval
from gamenight.arena.report.markup import Markup, el, join

WIDTH = 880
"""Of all plots, in their own units; the page scales them to its own width."""


class Scale(Struct, frozen=True):
    """From values in `low`..`high` to places in `start`..`end`."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)


def round_step(span: float, steps: int) -> float:
    """The step of 1, 2 or 5 times a power of ten that parts the span into at most so many."""
    least = span / steps
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= least * (1 - 1e-9))


def ticks(low: float, high: float, steps: int) -> list[float]:
    """Round values within the range."""
    step = round_step(high - low, steps)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [index * step for index in range(first, last + 1)]


def widened(values: Sequence[float]) -> tuple[float, float]:
    """The range of these values; one value alone gets some room around it."""
    low, high = min(values), max(values)
    return (low, high) if high > low else (low - 0.5, high + 0.5)


def axis_below(scale: Scale, at: Sequence[float], top: float, bottom: float, title: str, unit: str = "") -> Markup:
    """Grid lines with numbers and a title below a plot."""
    lines = [
        join(
            el("line", x1=scale(value), x2=scale(value), y1=top, y2=bottom, class_="grid"),
            el("text", f"{value:g}{unit}", x=scale(value), y=bottom + 16, class_="tick", text_anchor="middle"),
        )
        for value in at
    ]
    middle = (scale.start + scale.end) / 2
    return join(*lines, el("text", title, x=middle, y=bottom + 36, class_="axis", text_anchor="middle"))


def plot(height: float, label: str, *children: Markup) -> Markup:
    """A plot of this height, and what it shows in words for those who do not see it."""
    return el("svg", *children, viewBox=f"0 0 {WIDTH} {height:g}", role="img", aria_label=label)


def percent(rate: float | None) -> str:
    return "–" if rate is None else f"{100 * rate:.1f} %"


def percents(interval: Interval | None) -> str:
    return "–" if interval is None else f"{100 * interval[0]:.1f} – {100 * interval[1]:.1f} %"


def figure(value: float | None) -> str:
    """A number with as many digits as anybody wants to read."""
    if value is None:
        return "–"
    if abs(value) >= 100 or value == int(value):
        return f"{value:,.0f}".replace(",", " ")
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def duration(ms: float | None) -> str:
    if ms is None:
        return "–"
    if ms < 1000:
        return f"{figure(ms)} ms"
    return f"{ms / 1000:.1f} s" if ms < 120_000 else f"{ms / 60_000:.1f} min"


def shortened(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[: length - 1]}…"
