"""What players may do, made once: listing is the hot path of every search."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from gamenight.core import Action, Phase, seat, turn
from gamenight.games.carcassonne.places import column_and_row
from gamenight.games.carcassonne.state import Land, free_spots
from gamenight.games.carcassonne.tiles import FITS, ROTATIONS, Rotation


class PlaceTile(Struct, frozen=True, forbid_unknown_fields=True):
    """The drawn tile in this column (to the east) and row (to the north), turned clockwise by so many degrees."""

    x: int
    y: int
    rotation: Rotation


class PlaceMeeple(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A meeple at a spot of the tile just placed, or none."""

    meeple_spot: str | None = None
    skip: bool = False


AUTOMATIC = {name: Phase(name, auto_resolve=True) for name in ("draw_tile", "score_check", "final_scoring")}


def phase(land: Land) -> Phase:
    return AUTOMATIC.get(land.stage) or turn(land.mover, land.stage)


def placements(land: Land) -> list[Action]:
    """Every place and rotation in which the drawn tile fits, column by column and row by row."""
    assert land.drawn is not None
    fits, mover = FITS[land.drawn], land.mover
    found: list[Action] = []
    for entry in land.frontier:
        mask = fits[entry & 255]
        if mask:
            found += _turned(mover, entry >> 8, mask)
    return found


@cache
def _turned(mover: int, place: int, mask: int) -> tuple[Action, ...]:
    """The actions in one place, for the rotations of a mask."""
    return tuple(_placing(mover, place, rotation) for bit, rotation in enumerate(ROTATIONS) if mask >> bit & 1)


@cache
def _placing(mover: int, place: int, rotation: Rotation) -> Action:
    return Action("place_tile", seat(mover), PlaceTile(*column_and_row(place), rotation))


def meeple_places(land: Land) -> list[Action]:
    """The free spots of the tile just placed, and at last to place no meeple."""
    mover, free = land.mover, free_spots(land.features, land.tiles[-1], farmers=land.farmers)
    return [*[_standing(mover, segment.spot) for segment in free], skip(mover)]


@cache
def skip(mover: int) -> Action:
    """To place no meeple."""
    return Action("place_meeple", seat(mover), PlaceMeeple(skip=True))


@cache
def _standing(mover: int, spot: str) -> Action:
    return Action("place_meeple", seat(mover), PlaceMeeple(spot))
