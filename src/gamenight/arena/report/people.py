"""The contestants in all tables and plots of a page: ordered by standing, each with a number and a colour."""

from __future__ import annotations

import re

from msgspec import Struct

from gamenight.arena.report.markup import Markup, el, join
from gamenight.arena.report.result import ArenaResult
from gamenight.arena.tally import Showing

COLOURS = 8


class Person(Struct, frozen=True):
    """A contestant: its index in the contest, its place on this page, and its statistics."""

    index: int
    place: int
    name: str
    showing: Showing

    @property
    def colour(self) -> str:
        return f"var(--c{self.place % COLOURS})"

    @property
    def key(self) -> str:
        return str(self.place + 1)

    def chip(self) -> Markup:
        """The contestant's number on its colour, and its name."""
        number = el("span", self.key, class_="chip", style=f"background:{self.colour}")
        return el("span", number, el("span", *_breakable(self.name)), class_="who")


def _breakable(name: str) -> list[str]:
    """The name in parts, with line breaks allowed only after a colon or comma."""
    return [part for piece in re.split(r"(?<=[:,])", name) for part in (piece, el("wbr"))]


def people(result: ArenaResult) -> list[Person]:
    tally = result.tally
    return [
        Person(index, place, result.contest.names[index], tally.overall[index])
        for place, index in enumerate(tally.standings())
    ]


def badge(person: Person, x: float, y: float) -> Markup:
    """A contestant's number on its colour, in a plot."""
    return join(
        el("rect", x=x, y=y - 12, width=20, height=16, rx=4, fill=person.colour),
        el("text", person.key, x=x + 10, y=y, class_="badge", text_anchor="middle"),
    )
