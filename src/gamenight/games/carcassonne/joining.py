"""Segments of a new tile join the features beside it.

One feature keeps all that joins, the others point to it. Every list of tiles and cities is ascending, each number once.
"""

from __future__ import annotations

from gamenight.games.carcassonne.state import Feature, Placed, root_of
from gamenight.games.carcassonne.tiles import SHAPES, Segment

Beside = list[Placed | None]
"""The tiles in the north, east, south and west of a place."""


def add_segment(
    features: list[Feature | int], segment: Segment, beside: Beside, number: int, first: int, closed: list[int]
) -> None:
    """Give the segment the next id and join it with what lies beside it; note what that completes."""
    roots: list[int] = []
    joined = 0
    for side, port in segment.joins:
        tile = beside[side]
        if tile is not None:
            root = root_of(features, tile.first + SHAPES[tile.letter][tile.rotation].ports[port])
            joined += 1
            if root not in roots:
                roots.append(root)
    if not roots:
        features.append(fresh(segment, number, first))
        return
    whole = _join(features, segment, roots, joined, number, first)
    if segment.open and not whole.open:
        closed.append(roots[0])


def fresh(segment: Segment, number: int, first: int) -> Feature:
    """The segment as a feature of its own."""
    cities = segment.cities and tuple([first + city for city in segment.cities])
    return Feature(segment.kind, (number,), segment.open, segment.pennants, (), cities)


def _join(
    features: list[Feature | int], segment: Segment, roots: list[int], joined: int, number: int, first: int
) -> Feature:
    """Let the first of these features have the segment and all the others."""
    keeper, *others = roots
    features.append(keeper)
    whole = _grown(features[keeper], segment, joined, number, first)  # type: ignore[arg-type]
    for other in others:
        whole = _united(whole, features[other])  # type: ignore[arg-type]
        features[other] = keeper
    features[keeper] = whole
    return whole


def _grown(one: Feature, segment: Segment, joined: int, number: int, first: int) -> Feature:
    """The feature with one segment more; each edge at which they meet was open on both sides."""
    tiles, cities = one.tiles, one.cities
    return Feature(
        one.kind,
        tiles if tiles[-1] == number else (*tiles, number),
        one.open + segment.open - 2 * joined if segment.open else 0,
        one.pennants + segment.pennants,
        one.meeples,
        _merged(cities, tuple([first + city for city in segment.cities])) if segment.cities else cities,
    )


def _united(one: Feature, other: Feature) -> Feature:
    return Feature(
        one.kind,
        _merged(one.tiles, other.tiles),
        one.open + other.open,
        one.pennants + other.pennants,
        _added(one.meeples, other.meeples),
        _merged(one.cities, other.cities),
    )


def _merged(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    if not one or not other:
        return one or other
    return one + other if one[-1] < other[0] else tuple(sorted({*one, *other}))


def _added(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    """The meeples of each seat together."""
    if not one or not other:
        return one or other
    return tuple([a + b for a, b in zip(one, other, strict=True)])
