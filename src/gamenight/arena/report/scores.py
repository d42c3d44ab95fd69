"""A plot of the distribution of scores of each contestant."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from statistics import median, quantiles

from msgspec import Struct

from gamenight.arena.report.axes import WIDTH, Scale, axis_below, plot, round_step, ticks, widened
from gamenight.arena.report.markup import Markup, el, join
from gamenight.arena.report.people import Person, badge
from gamenight.arena.words import figure, shortened

ROW = 118.0
BARS = 66.0
LEFT, RIGHT = 50.0, 20.0
MOST_BINS = 40
WIDEST_BAR = 90.0


class Bins(Struct, frozen=True):
    """Adjacent bins of the same width; with a width of 1, whole scores are in the middle of their bins."""

    start: float
    width: float
    count: int

    def of(self, score: float) -> int:
        return min(self.count - 1, int((score - self.start) / self.width + 1e-9))


def bins_for(scores: Sequence[float]) -> Bins:
    """Bins with round borders for all of these scores."""
    low, high = widened(scores)
    width = round_step(high - low, MOST_BINS)
    if all(score == int(score) for score in scores):
        width = max(1.0, width)
        start = width * math.floor(low / width) - (0.5 if width == 1 else 0.0)
    else:
        start = width * math.floor(low / width)
    return Bins(start, width, int((high - start) / width + 1e-9) + 1)


def scores_plot(people: Sequence[Person]) -> Markup | None:
    """A histogram for each contestant, all on the same scale, with quartiles, median and mean below it."""
    shown = [person for person in people if person.showing.scores]
    if not shown:
        return None
    bins = bins_for([score for person in shown for score in person.showing.scores])
    end = bins.start + bins.width * bins.count
    across = Scale(bins.start, end, LEFT, WIDTH - RIGHT)
    counted = [Counter(map(bins.of, person.showing.scores)) for person in shown]
    most = max(max(counts.values()) / counts.total() for counts in counted)
    rows = [
        _row(person, counts, bins, across, most, ROW * place)
        for place, (person, counts) in enumerate(zip(shown, counted, strict=True))
    ]
    bottom = ROW * len(shown) + 4
    axis = axis_below(
        across, ticks(bins.start, end, 12, least=min(1.0, bins.width)), 26, bottom, "score at the end of a game"
    )
    return plot(bottom + 46, "Distribution of scores", axis, *rows)


def _row(person: Person, counts: Counter[int], bins: Bins, across: Scale, most: float, top: float) -> Markup:
    base = top + 26 + BARS
    bars = [_bar(person, index, counts, bins, across, most, base) for index in sorted(counts)]
    return join(_title(person, top), _share_axis(most, base), *bars, _box(person, across, base + 11))


def _title(person: Person, top: float) -> Markup:
    showing = person.showing
    figures = (
        f"mean {figure(showing.score_mean)}, deviation {figure(showing.score_deviation)}, {len(showing.scores)} games"
    )
    return join(
        badge(person, LEFT, top + 17),
        el("text", shortened(person.name, 70), x=LEFT + 27, y=top + 17, class_="name"),
        el("text", figures, x=WIDTH - RIGHT, y=top + 17, class_="tick", text_anchor="end"),
    )


def _share_axis(most: float, base: float) -> Markup:
    return join(
        el("line", x1=LEFT, x2=WIDTH - RIGHT, y1=base, y2=base, class_="base"),
        el("text", f"{100 * most:.0f} %", x=LEFT - 8, y=base - BARS + 9, class_="tick", text_anchor="end"),
        el("text", "0", x=LEFT - 8, y=base + 4, class_="tick", text_anchor="end"),
    )


def _bar(
    person: Person, index: int, counts: Counter[int], bins: Bins, across: Scale, most: float, base: float
) -> Markup:
    low = bins.start + index * bins.width
    left, right = across(low), across(low + bins.width)
    height = counts[index] / counts.total() / most * BARS
    gap = max((right - left - WIDEST_BAR) / 2, min(1.0, (right - left) * 0.1))
    where = f"{low + bins.width / 2:g}" if bins.width == 1 else f"{low:g} to {low + bins.width:g}"
    return el(
        "rect",
        el("title", f"{where}: {counts[index]} games"),
        x=left + gap,
        y=base - height,
        width=right - left - 2 * gap,
        height=height,
        fill=person.colour,
        opacity=0.8,
    )


def _box(person: Person, across: Scale, y: float) -> Markup:
    """A line from the first to the third quartile, with the median; a diamond marks the mean."""
    scores = person.showing.scores
    first, _, third = quantiles(scores, n=4, method="inclusive") if len(scores) > 1 else scores * 3
    mean = across(person.showing.score_mean or 0.0)
    middle = across(median(scores))
    return join(
        el("line", x1=across(min(scores)), x2=across(max(scores)), y1=y, y2=y, stroke=person.colour, opacity=0.5),
        el("line", x1=across(first), x2=across(third), y1=y, y2=y, stroke=person.colour, class_="half"),
        el("line", x1=middle, x2=middle, y1=y - 6, y2=y + 6, class_="median"),
        el("path", d=f"M{mean:.1f} {y - 5}l5 5l-5 5l-5-5z", class_="mean"),
    )
