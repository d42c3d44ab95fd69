"""A plot of the ratings over the games."""

from __future__ import annotations

from collections.abc import Sequence

from gamenight.arena.ratings import Rating
from gamenight.arena.report.axes import WIDTH, Scale, axis_below, plot, ticks, widened
from gamenight.arena.report.markup import Markup, el, join
from gamenight.arena.report.people import Person, badge

History = Sequence[tuple[int, Rating]]

HEIGHT = 340.0
TOP, LEFT, RIGHT = 14.0, 56.0, 40.0
MOST_POINTS = 220


def ratings_plot(people: Sequence[Person], histories: Sequence[History], games: int) -> Markup:
    """A line for each rating, and a band of one sigma to both sides."""
    thinned = [[*thin(histories[person.index]), (games, histories[person.index][-1][1])] for person in people]
    edges = [r.mu + side * r.sigma for history in thinned for _, r in history for side in (-1, 1)]
    low, high = widened(edges)
    across, up = Scale(0, max(games, 1), LEFT, WIDTH - RIGHT), Scale(low, high, HEIGHT, TOP)
    bands = [_band(person, history, across, up) for person, history in zip(people, thinned, strict=True)]
    lines = [_line(person, history, across, up) for person, history in zip(people, thinned, strict=True)]
    axis = axis_below(across, ticks(0, max(games, 1), 8, least=1), TOP, HEIGHT, "games played in all")
    return plot(HEIGHT + 46, "Ratings over games", axis, _axis_left(up), *bands, *lines, _keys(people, thinned, up))


def thin(history: History) -> History:
    """At most about MOST_POINTS points of the history, including the first and the last."""
    step = -(-len(history) // MOST_POINTS)
    return [*history[:-1:step], history[-1]]


def _axis_left(up: Scale) -> Markup:
    lines = [
        join(
            el("line", x1=LEFT, x2=WIDTH - RIGHT, y1=up(value), y2=up(value), class_="grid"),
            el("text", f"{value:g}", x=LEFT - 8, y=up(value) + 4, class_="tick", text_anchor="end"),
        )
        for value in ticks(up.low, up.high, 7)
    ]
    middle = (TOP + HEIGHT) / 2
    turned = f"rotate(-90 16 {middle:g})"
    return join(
        *lines, el("text", "rating, μ ± σ", x=16, y=middle, class_="axis", text_anchor="middle", transform=turned)
    )


def _band(person: Person, history: History, across: Scale, up: Scale) -> Markup:
    upper = [f"{across(game):.1f} {up(rating.mu + rating.sigma):.1f}" for game, rating in history]
    lower = [f"{across(game):.1f} {up(rating.mu - rating.sigma):.1f}" for game, rating in reversed(history)]
    return el("path", d=f"M{'L'.join(upper + lower)}Z", fill=person.colour, opacity=0.1)


def _line(person: Person, history: History, across: Scale, up: Scale) -> Markup:
    points = "L".join(f"{across(game):.1f} {up(rating.mu):.1f}" for game, rating in history)
    return el("path", el("title", person.name), d=f"M{points}", stroke=person.colour, class_="line")


def _keys(people: Sequence[Person], thinned: Sequence[History], up: Scale) -> Markup:
    """The contestants' numbers at the ends of their lines, without overlaps."""
    wanted = sorted((up(history[-1][1].mu), person.place) for person, history in zip(people, thinned, strict=True))
    placed: list[float] = []
    for y, _ in wanted:
        placed.append(max(y, placed[-1] + 18) if placed else y)
    excess = max(0.0, placed[-1] - HEIGHT)
    return join(
        *(badge(people[place], WIDTH - RIGHT + 8, y - excess + 4) for y, (_, place) in zip(placed, wanted, strict=True))
    )
