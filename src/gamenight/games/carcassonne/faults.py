"""Why something may not be done, in words for whoever tried."""

from __future__ import annotations

from gamenight.core.text import Message, say
from gamenight.games.carcassonne.actions import PlaceMeeple, PlaceTile
from gamenight.games.carcassonne.places import COLUMN, STEPS, number_at, place_of
from gamenight.games.carcassonne.state import Land, feature_of, shape_of
from gamenight.games.carcassonne.tiles import FITS, ROTATIONS, SHAPES, SIDES

FAR = COLUMN // 2


def tile_fault(land: Land, wanted: PlaceTile) -> Message | None:
    """Why the drawn tile may not lie there like that."""
    assert land.drawn is not None
    place = place_of(wanted.x, wanted.y)
    demand = number_at(land.frontier, place) if abs(wanted.x) < FAR and abs(wanted.y) < FAR else None
    if demand is None:
        taken = any((tile.x, tile.y) == (wanted.x, wanted.y) for tile in land.tiles)
        return say("bad-taken", x=wanted.x, y=wanted.y) if taken else say("bad-alone")
    if FITS[land.drawn][demand] >> ROTATIONS.index(wanted.rotation) & 1:
        return None
    return _clash(land, wanted, place)


def _clash(land: Land, wanted: PlaceTile, place: int) -> Message:
    """The first side that does not go with its neighbour."""
    assert land.drawn is not None
    own = SHAPES[land.drawn][wanted.rotation].edges
    for side, step in enumerate(STEPS):
        number = number_at(land.board, place + step)
        if number is None:
            continue
        theirs = shape_of(land.tiles[number]).edges[(side + 2) % 4]
        if own[side] != theirs:
            return say("bad-clash", side=say(SIDES[side]), own=say(f"edge-{own[side]}"), theirs=say(f"edge-{theirs}"))
    raise AssertionError("every side goes with its neighbour")


def meeple_fault(land: Land, wanted: PlaceMeeple) -> Message | None:
    """Why no meeple may stand there; placing none is always possible."""
    if wanted.skip or wanted.meeple_spot is None:
        both_or_neither = wanted.skip is (wanted.meeple_spot is not None)
        return say("bad-spot_or_skip") if both_or_neither else None
    placed = land.tiles[-1]
    for ident, segment in enumerate(shape_of(placed).segments, placed.first):
        if segment.spot == wanted.meeple_spot:
            if segment.kind == "field" and not land.farmers:
                return say("bad-farmers")
            occupied = feature_of(land.features, ident).meeples
            return say("bad-occupied", kind=segment.kind) if occupied else None
    return say("bad-spot")
