"""Win rates with their intervals."""

from __future__ import annotations

from collections.abc import Sequence

from gamenight.arena.report.axes import WIDTH, Scale, axis_below, plot
from gamenight.arena.report.markup import Markup, el, join
from gamenight.arena.report.people import Person, badge
from gamenight.arena.words import percent, percents, shortened

ROW = 52
LEFT, RIGHT = 8.0, 168.0
LONGEST_NAME = 90


def rates_plot(people: Sequence[Person], sides: int) -> Markup:
    """A row for each contestant: a band for Wilson's interval, a line for the paired one, a dot for the rate."""
    bottom = ROW * len(people) + 22.0
    scale = Scale(0, 1, LEFT + 6, WIDTH - RIGHT)
    percents_scale = Scale(0, 100, scale.start, scale.end)
    rows = [_row(person, scale, 22 + ROW * place) for place, person in enumerate(people)]
    axis = axis_below(percents_scale, range(0, 101, 10), 16, bottom, "points per game", " %")
    return plot(bottom + 46, "Win rates with 95 % intervals", axis, _even(scale, sides, bottom), *rows)


def _even(scale: Scale, sides: int, bottom: float) -> Markup:
    """A line at the rate of equally strong contestants."""
    x = scale(1 / sides)
    return join(
        el("line", x1=x, x2=x, y1=14, y2=bottom, class_="even"),
        el("text", f"even, {100 / sides:.3g} %", x=x, y=10, class_="tick", text_anchor="middle"),
    )


def _row(person: Person, scale: Scale, top: float) -> Markup:
    showing, middle = person.showing, top + 32
    name = join(
        badge(person, LEFT, top + 13),
        el("text", shortened(person.name, LONGEST_NAME), x=LEFT + 27, y=top + 13, class_="name"),
    )
    if showing.rate is None:
        return name
    low, high = showing.interval
    band = el(
        "rect",
        x=scale(low),
        y=middle - 7,
        width=scale(high) - scale(low),
        height=14,
        rx=7,
        fill=person.colour,
        opacity=0.3,
    )
    dot = el("circle", cx=scale(showing.rate), cy=middle, r=5.5, fill=person.colour, class_="dot")
    return el(
        "g",
        el("title", f"{person.name}: {percent(showing.rate)} in {showing.games} games"),
        name,
        band,
        _paired(person, scale, middle),
        dot,
        el("text", percent(showing.rate), x=WIDTH - RIGHT + 20, y=middle - 2, class_="value"),
        el("text", percents(showing.interval), x=WIDTH - RIGHT + 20, y=middle + 14, class_="tick"),
    )


def _paired(person: Person, scale: Scale, middle: float) -> Markup | None:
    interval = person.showing.paired_interval
    if interval is None:
        return None
    low, high = scale(interval[0]), scale(interval[1])
    return el("path", d=f"M{low:.1f} {middle - 5}v10m0-5H{high:.1f}m0-5v10", stroke=person.colour, class_="whisker")
