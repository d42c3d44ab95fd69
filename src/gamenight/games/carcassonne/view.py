"""What everybody may know of the land: all but the order of the bag."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from gamenight.core.model import PlayerId
from gamenight.games.carcassonne.state import PLAYERS, Land, Meeple, Placed, Points
from gamenight.games.carcassonne.tiles import LETTERS


class CarcassonneView(Struct, frozen=True):
    """The board in the order of placing; tuples about players are in seat order.

    `tile` is the one to be placed now. `remaining` counts the tiles in the bag by letter. `earned` is what was scored
    during the game, `final` what was added at its end.
    """

    tiles: tuple[Placed, ...]
    meeples: tuple[Meeple, ...]
    mover: PlayerId | None
    tile: str | None
    last_placed: Placed | None
    remaining: dict[str, int]
    set_aside: tuple[str, ...]
    supply: tuple[int, ...]
    earned: tuple[Points, ...]
    final: tuple[Points, ...]
    left: tuple[PlayerId, ...]
    two_tile_city: int
    farmers: bool


def view_of(land: Land) -> CarcassonneView:
    bag = Counter(land.bag)
    return CarcassonneView(
        land.tiles,
        land.meeples,
        None if land.stage == "game_over" else PLAYERS[land.mover],
        land.drawn,
        land.tiles[-1] if len(land.tiles) > 1 else None,
        {letter: bag[letter] for letter in LETTERS if letter in bag},
        land.set_aside,
        land.supply,
        land.earned,
        land.final,
        tuple([PLAYERS[seat] for seat in land.left]),
        land.two_tile_city,
        land.farmers,
    )
