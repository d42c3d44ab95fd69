"""A turn from the draw on, and a player who leaves in the middle."""

from __future__ import annotations

from msgspec.structs import replace

from gamenight.core.model import Event, TransitionResult, seat
from gamenight.games.carcassonne.placing import lay_tile, stand_meeple
from gamenight.games.carcassonne.state import Land, next_seat
from gamenight.games.carcassonne.tiles import FITS, Rotation


def draw(land: Land) -> TransitionResult:
    """The mover draws; tiles that fit nowhere are set aside for good, until one fits or the bag is empty."""
    player, events = seat(land.mover), []
    for count, letter in enumerate(land.bag, 1):
        if fits_anywhere(land, letter):
            bag, aside = land.bag[count:], land.set_aside + land.bag[: count - 1]
            events.append(Event("tile_drawn", player, {"tile": letter, "remaining": len(bag)}))
            return TransitionResult(
                replace(land, bag=bag, drawn=letter, set_aside=aside, stage="place_tile"), tuple(events)
            )
        events.append(Event("tile_set_aside", player, {"tile": letter, "remaining": len(land.bag) - count}))
    ended = replace(land, bag=(), set_aside=land.set_aside + land.bag, stage="final_scoring")
    return TransitionResult(ended, tuple(events))


def fits_anywhere(land: Land, letter: str) -> bool:
    fits = FITS[letter]
    return any(fits[entry & 255] for entry in land.frontier)


def place_tile(land: Land, x: int, y: int, rotation: Rotation) -> TransitionResult:
    placed = {"tile": land.drawn, "x": x, "y": y, "rotation": rotation}
    return TransitionResult(lay_tile(land, x, y, rotation), (Event("tile_placed", seat(land.mover), placed),))


def place_meeple(land: Land, spot: str | None) -> TransitionResult:
    """A meeple on the tile just placed, or none; then comes the scoring."""
    player, tile = seat(land.mover), land.tiles[-1]
    if spot is None:
        return TransitionResult(replace(land, stage="score_check"), (Event("meeple_skipped", player),))
    where = {"x": tile.x, "y": tile.y, "spot": spot}
    return TransitionResult(stand_meeple(land, spot), (Event("meeple_placed", player, where),))


def leave(land: Land, index: int) -> TransitionResult:
    """A player is gone for good, but not the meeples; a drawn tile is the next player's, a placed one is scored."""
    after = replace(land, left=(*land.left, index))
    if index != land.mover:
        return TransitionResult(after)
    if land.stage == "place_meeple":
        return TransitionResult(replace(after, stage="score_check"))
    following = next_seat(after, index)
    handed_on = Event("tile_handed_on", seat(following), {"tile": land.drawn})
    return TransitionResult(replace(after, mover=following), (handed_on,))
