"""95 % confidence intervals of rates and means."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from statistics import fmean, stdev

Interval = tuple[float, float]

Z = 1.96
"""Half the width of a 95 % interval, in standard deviations of a normal distribution."""


def wilson(points: float, games: int) -> Interval:
    """Wilson's score interval of a rate; (0, 0) for no games.

    With half points for draws it is a little too wide, but never too narrow: of all results with the same mean, those
    of wins and losses alone have the largest spread.
    """
    if games == 0:
        return 0.0, 0.0
    rate, square = points / games, Z * Z
    weight = 1 + square / games
    middle = (rate + square / (2 * games)) / weight
    margin = Z * math.sqrt((rate * (1 - rate) + square / (4 * games)) / games) / weight
    return max(0.0, middle - margin), min(1.0, middle + margin)


def mean_interval(values: Sequence[float]) -> Interval | None:
    """Student's interval of a mean; None for a single value, or if all values are the same."""
    if len(values) < 2 or min(values) == max(values):
        return None
    middle = fmean(values)
    margin = student(len(values) - 1) * stdev(values, middle) / math.sqrt(len(values))
    return middle - margin, middle + margin


@cache
def student(freedom: int) -> float:
    """The t for which a t-distributed value is between -t and t with a probability of 95 %."""
    low, high = 0.0, 13.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, freedom) < 0.95 else (low, middle)
    return (low + high) / 2


def _within(t: float, freedom: int) -> float:
    """The probability that a t-distributed value is between -t and t: finite sums for integer degrees of freedom."""
    angle = math.atan(t / math.sqrt(freedom))
    sine, cosine = math.sin(angle), math.cos(angle)
    is_odd = freedom % 2
    term = total = cosine if is_odd else 1.0
    for k in range(2 + is_odd, freedom - 1, 2):
        term *= cosine * cosine * (k - 1) / k
        total += term
    if not is_odd:
        return sine * total
    return 2 / math.pi * (angle + (sine * total if freedom > 1 else 0.0))
