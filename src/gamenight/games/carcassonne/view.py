"""What everybody may know of the land: all but the order of the bag."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from gamenight.core.model import PlayerId, seat
from gamenight.games.carcassonne.state import Land, Points
from gamenight.games.carcassonne.tiles import LETTERS, Rotation


class ShownTile(Struct, frozen=True, gc=False):
    """A tile in this column (to the east) and row (to the north), turned clockwise by so many degrees."""

    letter: str
    x: int
    y: int
    rotation: Rotation


class ShownMeeple(Struct, frozen=True, gc=False):
    """A player's meeple on the tile in this column and row, at a spot of it."""

    player_id: PlayerId
    x: int
    y: int
    spot: str


class CarcassonneView(Struct, frozen=True):
    """The board in the order of placing; tuples about players are in seat order.

    `tile` is the one to be placed now. `remaining` counts the tiles in the bag by letter. `earned` is what was scored
    during the game, `final` what was added at its end.
    """

    tiles: tuple[ShownTile, ...]
    meeples: tuple[ShownMeeple, ...]
    mover: PlayerId | None
    tile: str | None
    remaining: dict[str, int]
    set_aside: tuple[str, ...]
    supply: tuple[int, ...]
    earned: tuple[Points, ...]
    final: tuple[Points, ...]
    left: tuple[PlayerId, ...]
    two_tile_city: int
    farmers: bool


def view_of(land: Land, viewer: PlayerId | None) -> CarcassonneView:
    bag = Counter(land.bag)
    return CarcassonneView(
        tuple([ShownTile(tile.letter, tile.x, tile.y, tile.rotation) for tile in land.tiles]),
        _meeples(land),
        None if land.stage == "game_over" else seat(land.mover),
        land.drawn,
        {letter: bag[letter] for letter in LETTERS if letter in bag},
        land.set_aside,
        land.supply,
        land.earned,
        land.final,
        tuple([seat(index) for index in land.left]),
        land.two_tile_city,
        land.farmers,
    )


def _meeples(land: Land) -> tuple[ShownMeeple, ...]:
    where = [(land.tiles[meeple.tile], meeple) for meeple in land.meeples]
    return tuple([ShownMeeple(seat(meeple.player), tile.x, tile.y, meeple.spot) for tile, meeple in where])
