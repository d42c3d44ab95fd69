"""The scales and axes of plots."""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec import Struct

from gamenight.arena.report.markup import Markup, el, join

WIDTH = 880
"""The width of all plots in their own units; the page scales them to its width."""


class Scale(Struct, frozen=True):
    """Maps values in `low`..`high` to coordinates in `start`..`end`."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)


def round_step(span: float, steps: int) -> float:
    """The smallest step of 1, 2 or 5 times a power of ten that divides the span into at most `steps` parts."""
    least = span / steps
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= least * (1 - 1e-9))


def ticks(low: float, high: float, steps: int, least: float = 0.0) -> list[float]:
    """Round values within the range, at least `least` apart."""
    step = max(least, round_step(high - low, steps))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [index * step for index in range(first, last + 1)]


def widened(values: Sequence[float]) -> tuple[float, float]:
    """The range of these values; a range of a single value is widened."""
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
    """A plot of this height, with a label for screen readers."""
    drawn = el("svg", *children, viewBox=f"0 0 {WIDTH} {height:g}", role="img", aria_label=label)
    return el("div", drawn, class_="scroll")
