"""A heat map of the results of each contestant against each other."""

from __future__ import annotations

from collections.abc import Sequence

from gamenight.arena.report.axes import WIDTH, plot
from gamenight.arena.report.markup import Markup, el, join
from gamenight.arena.report.people import Person, badge
from gamenight.arena.tally import Duel
from gamenight.arena.words import percents, shortened

NAMES = 330.0
TOP = 34.0
STRONGEST = 0.75
"""The opacity of a cell whose games were all won or all lost."""


def matrix_plot(people: Sequence[Person], duels: Sequence[Sequence[Duel]]) -> Markup:
    """Rows have the names of contestants, columns the numbers of their opponents."""
    width = min(110.0, (WIDTH - NAMES) / len(people))
    height = max(28.0, min(44.0, width * 0.62))
    columns = [badge(person, NAMES + width * (place + 0.5) - 10, 20) for place, person in enumerate(people)]
    rows = [_row(person, people, duels, TOP + height * place, width, height) for place, person in enumerate(people)]
    return plot(TOP + height * len(people) + 6, "Points per game against each opponent", *columns, *rows)


def _row(
    person: Person, people: Sequence[Person], duels: Sequence[Sequence[Duel]], top: float, width: float, height: float
) -> Markup:
    name = join(
        badge(person, 8, top + height / 2 + 4),
        el("text", shortened(person.name, 38), el("title", person.name), x=35, y=top + height / 2 + 4, class_="name"),
    )
    cells = [
        _cell(person, other, duels[person.index][other.index], NAMES + width * place, top, width, height)
        for place, other in enumerate(people)
    ]
    return join(name, *cells)


def _cell(own: Person, other: Person, duel: Duel, x: float, y: float, width: float, height: float) -> Markup:
    box = {"x": x + 1, "y": y + 1, "width": width - 2, "height": height - 2, "rx": 4.0}
    if duel.rate is None:
        return el("rect", **box, class_="nobody")
    lead = 2 * duel.rate - 1
    said = f"{own.name} against {other.name}: {duel.points:g} of {duel.games}, {percents(duel.interval)}"
    return el(
        "g",
        el("title", said),
        el("rect", **box, class_="cell"),
        el("rect", **box, fill="var(--win)" if lead > 0 else "var(--loss)", opacity=abs(lead) * STRONGEST),
        el(
            "text",
            f"{100 * duel.rate:.0f} %",
            x=x + width / 2,
            y=y + height / 2 + 4.5,
            class_="inside",
            text_anchor="middle",
        ),
    )
