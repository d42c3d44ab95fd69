"""Tables for tests of the player: only what a test says is special."""

from __future__ import annotations

from msgspec.structs import replace

from gamenight.core import Rng, seat
from gamenight.games.riichi import GAME
from gamenight.games.riichi.hand.faces import looks
from gamenight.games.riichi.hand.tiles import TILES, find_tile, read_hand, tile_name, write_hand
from gamenight.games.riichi.options import Options
from gamenight.games.riichi.state import SEATS, Discard, Flags, Meld, Play, RiichiState

LOOKS = looks(red_fives=True)


def table_with(
    hand: str,
    *,
    drawn: str = "",
    called: str = "",
    melds: tuple[Meld, ...] = (),
    rivers: tuple[str, str, str, str] = ("", "", "", ""),
    riichi: tuple[int, ...] = (),
    left: int = 50,
    indicator: str = "4z",
    dealer: int = 0,
) -> RiichiState:
    """Seat 0 holds this hand and has drawn a tile, or seat 3 has discarded one. Others hold what is left over."""
    pool = _Pool()
    for meld in melds:
        pool.take(write_hand(meld.tiles))
    own = pool.take(hand)
    drawn_tile = pool.take(drawn)[0] if drawn else None
    lying = [[Discard(tile) for tile in pool.take(river)] for river in rivers]
    for n in riichi:
        lying[n][-1] = replace(lying[n][-1], riichi=True)
    called_tile = pool.take(called)[0] if called else None
    if called_tile is not None:
        lying[3].append(Discard(called_tile))
    dora = pool.take(indicator)
    hands = (own, *[pool.any(13) for _ in range(SEATS - 1)])
    base = GAME.create_initial_state(tuple(map(seat, range(SEATS))), Options(), Rng("tables")).game_data
    return replace(
        base,
        sheet=replace(base.sheet, round=dealer),
        wall=replace(base.wall, live=pool.any(left), dora=(*dora, *base.wall.dora[1:]), shown=1),
        hands=tuple(tuple(sorted(held)) for held in hands),
        melds=(melds, (), (), ()),
        rivers=tuple(tuple(river) for river in lying),
        flags=tuple(Flags(riichi=int(n in riichi)) for n in range(SEATS)),
        play=Play(
            "call" if called else "turn", 3 if called else 0, drawn=drawn_tile, tile=called_tile, is_calm=not melds
        ),
    )


def pon(tiles: str) -> Meld:
    three = tuple(LOOKS[tile] for tile in read_hand(tiles))
    return Meld("pon", three, called=three[0], source=2)


def chi(tiles: str) -> Meld:
    three = tuple(LOOKS[tile] for tile in read_hand(tiles))
    return Meld("chi", three, called=three[0], source=3)


class _Pool:
    """The tiles that nobody has taken yet."""

    def __init__(self) -> None:
        self.left = list(range(TILES))

    def take(self, text: str) -> tuple[int, ...]:
        found = []
        for tile in read_hand(text):
            own = find_tile(self.left, tile_name(tile))
            assert own is not None
            self.left.remove(own)
            found.append(LOOKS[own])
        return tuple(found)

    def any(self, count: int) -> tuple[int, ...]:
        step = max(1, len(self.left) // count)
        found = self.left[::step][:count]
        self.left = [tile for tile in self.left if tile not in found]
        return tuple(LOOKS[tile] for tile in found)
