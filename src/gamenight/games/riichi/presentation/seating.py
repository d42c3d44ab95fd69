"""Where things lie on the table, in units of its free box: rivers around the middle, melds in the corners.

Everything is placed as its own player sees it, in units to the right and towards that player from the centre, and
then turned to the side of the table where that player sits.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from gamenight.games.riichi.view import ShownDiscard, ShownMeld

PER_ROW = 6
ROWS = 3
WIDE, HIGH = 0.75, 1.0
"""The room of a tile in a river. Short numbers, as they are sent with every tile."""
SIDEWAYS_WIDE = 1.05
MIDDLE = 5.0
"""The side of the square between the rivers."""
RIVER_LEFT = -2.375
MELD_TILE, MELD_WIDE, MELD_HIGH = 0.72, 0.53, 0.74
SIDEWAYS = 90


class Spot(NamedTuple):
    """The place of a tile on the table, and how it is turned, clockwise."""

    x: float
    y: float
    turn: int


def side_of(seat: int, below: int) -> int:
    """0 is below, 1 on the right, 2 opposite, 3 on the left: players sit counter-clockwise."""
    return (seat - below) % 4


def depth_of(rivers: Iterable[tuple[ShownDiscard, ...]]) -> int:
    """How many rows the rivers need: three, unless somebody has discarded more than is usual."""
    return max(ROWS, *(-(-len(river) // PER_ROW) for river in rivers))


def extent_of(depth: int) -> float:
    return round(MIDDLE + 2 * depth * HIGH, 2)


def turned(x: float, y: float, turn: int, side: int, extent: float) -> Spot:
    """A place as its own player sees it, from the centre, as a place on the table."""
    right, down = ((x, y), (y, -x), (-x, -y), (-y, x))[side]
    centre = extent / 2
    return Spot(round(centre + right, 2), round(centre + down, 2), (turn - 90 * side) % 360)


@lru_cache(maxsize=1 << 10)
def river_spots(sideways: tuple[bool, ...], side: int, extent: float) -> tuple[Spot, ...]:
    """Rows of six from left to right, the first nearest to the middle; the riichi tile lies sideways."""
    spots: list[Spot] = []
    left = 0.0
    for number, is_sideways in enumerate(sideways):
        row, column = divmod(number, PER_ROW)
        left = RIVER_LEFT if column == 0 else left
        width = SIDEWAYS_WIDE if is_sideways else WIDE
        y = MIDDLE / 2 + (row + 0.5) * HIGH
        spots.append(turned(left + width / 2, y, SIDEWAYS if is_sideways else 0, side, extent))
        left += width
    return tuple(spots)


def meld_spots(meld: ShownMeld, seat: int, level: int, side: int, extent: float) -> list[tuple[str | None, Spot]]:
    """The faces of a meld, None for a tile face down, in the corner at its player's right hand.

    The called tile lies sideways: on the left if the player there gave it, on the right if the one there did.
    """
    laid = _laid(meld, seat)
    widths = [MELD_TILE if turn else MELD_WIDE for _, turn in laid]
    left = extent / 2 - sum(widths)
    y = extent / 2 - (level + 0.5) * MELD_HIGH
    spots: list[tuple[str | None, Spot]] = []
    for (face, turn), width in zip(laid, widths, strict=True):
        spots.append((face, turned(left + width / 2, y, turn, side, extent)))
        left += width
    return spots


def _laid(meld: ShownMeld, seat: int) -> list[tuple[str | None, int]]:
    """The tiles of a meld from left to right, with how they are turned; the outer ones of a closed kan face down."""
    if meld.called is None or meld.source is None:
        return [(None, 0), *((face, 0) for face in meld.tiles[1:-1]), (None, 0)]
    own = list(meld.tiles)
    sideways = [meld.called] + ([meld.added] if meld.added is not None else [])
    for face in sideways:
        own.remove(face)
    at = {3: 0, 2: 1, 1: len(own)}[(meld.source - seat) % 4]
    return [
        *((face, 0) for face in own[:at]),
        *((face, SIDEWAYS) for face in sideways),
        *((face, 0) for face in own[at:]),
    ]
