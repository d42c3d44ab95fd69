"""The table of riichi mahjong, by concern: score sheet, wall, hands, melds, rivers, flags, and what is going on.

Tiles are ids from 0 to 135, and equal tiles have the same id, the lowest of theirs: nobody can know which copy lies
where, so the table does not say it. Tuples of four are in seat order.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from gamenight.games.riichi.options import Rules

Tiles = tuple[int, ...]
MeldKind = Literal["chi", "pon", "open_kan", "closed_kan", "added_kan"]
Stage = Literal["draw", "turn", "call", "rob", "end", "over"]
DrawKind = Literal[
    "exhaustive", "nagashi_mangan", "kyuushu_kyuuhai", "suufon_renda", "suucha_riichi", "suukaikan", "sanchahou"
]
EndKind = Literal["tsumo", "ron"] | DrawKind
SEATS = 4


class Sheet(Struct, frozen=True, gc=False):
    """Where the match stands. `round` 0 is East 1, 4 South 1, 8 West 1; the dealer is the seat `round % 4`."""

    points: tuple[int, ...]
    round: int = 0
    honba: int = 0
    sticks: int = 0
    deal: int = 0
    """How many deals have been begun."""

    @property
    def dealer(self) -> int:
        return self.round % SEATS


class Wall(Struct, frozen=True, gc=False):
    """What is not dealt. Live tiles are drawn from the last on; each kan takes the first one away from them."""

    live: Tiles
    rinshan: Tiles
    """The replacement tiles that are left, the next one first."""
    dora: Tiles
    """The five places for dora indicators, of which `shown` are turned up."""
    ura: Tiles
    shown: int = 1


class Discard(Struct, frozen=True, gc=False):
    """A tile in a river. `drawn`: it was discarded as drawn. `called_by` is the seat that has taken it."""

    tile: int
    drawn: bool = False
    riichi: bool = False
    called_by: int | None = None


class Meld(Struct, frozen=True, gc=False):
    """Tiles laid down. `called` is the tile that came from `source`; `added` the fourth one of an added kan."""

    kind: MeldKind
    tiles: Tiles
    called: int | None = None
    source: int | None = None
    added: int | None = None


class Flags(Struct, frozen=True, gc=False):
    """What is remembered of a seat. `riichi` is 1, or 2 if declared in the first go-around without a call.

    `missed` are the kinds that others let go since this seat's own last discard, or since its riichi: if its hand
    waits for one of them it is furiten.
    """

    riichi: int = 0
    ippatsu: bool = False
    missed: Tiles = ()
    riichi_kans: Tiles = ()
    """The kinds of the closed kans made in riichi."""
    pao: tuple[Pao, ...] = ()


class Pao(Struct, frozen=True, gc=False):
    """A seat that is liable for a yakuman, since it gave the last tile that the yakuman was certain with."""

    yakuman: Literal["daisangen", "daisuushii"]
    seat: int


class Play(Struct, frozen=True, gc=False):
    """What is going on. `seat` is on turn, or has made the discard or kan that `tile` is of."""

    stage: Stage
    seat: int
    drawn: int | None = None
    """The tile that the seat on turn has drawn."""
    is_rinshan: bool = False
    tile: int | None = None
    """What may be called, or robbed."""
    forbidden: Tiles = ()
    """The kinds that may not be discarded after a call."""
    dora_due: int = 0
    """Indicators that are turned up with the next discard, or before the next replacement tile."""
    is_calm: bool = True
    """Nobody has called anything in this deal, not even a closed kan."""


class Yaku(Struct, frozen=True, gc=False):
    """A yaku with its han; a yakuman has 13, or 26 where it counts double."""

    name: str
    han: int


class Win(Struct, frozen=True, gc=False):
    """A win. `source` is the seat that gave the tile, or the winner's own. Tiles are faces, as all can see them.

    `value` is what the hand is worth without honba and sticks. `limit` is empty, mangan, haneman, baiman, sanbaiman or
    yakuman.
    """

    seat: int
    source: int
    tile: str
    hand: tuple[str, ...]
    """The concealed tiles, the winning one not among them."""
    yaku: tuple[Yaku, ...]
    han: int
    fu: int
    yakuman: int
    """How many yakuman it is worth."""
    limit: str
    value: int
    ura: tuple[str, ...]
    pao: int | None
    deltas: tuple[int, ...]
    """What everybody gets or pays for this win, honba and sticks included."""


class Outcome(Struct, frozen=True, gc=False):
    """How a deal has ended: `wins`, the nearest to the discarder first, or the kind of draw."""

    kind: EndKind
    round: int
    honba: int
    sticks: int
    """Riichi sticks on the table before they were paid out."""
    wins: tuple[Win, ...]
    tenpai: tuple[int, ...]
    """The seats whose hands are shown at a draw."""
    nagashi: tuple[int, ...]
    """The seats that are paid for a nagashi mangan."""
    deltas: tuple[int, ...]
    points: tuple[int, ...]
    """The points after it."""


class Final(Struct, frozen=True, gc=False):
    """How the match has ended: the seats from first to last, the points with leftover sticks, the results."""

    order: tuple[int, ...]
    points: tuple[int, ...]
    results: tuple[float, ...]
    """The results in thousands with uma and oka, in seat order."""


class RiichiState(Struct, frozen=True, gc=False):
    """The state of a match."""

    rules: Rules
    sheet: Sheet
    wall: Wall
    hands: tuple[Tiles, ...]
    """The concealed tiles, sorted; the one just drawn is not among them."""
    melds: tuple[tuple[Meld, ...], ...]
    rivers: tuple[tuple[Discard, ...], ...]
    flags: tuple[Flags, ...]
    play: Play
    opened: tuple[bool, ...] = (False,) * SEATS
    """Whose hands lie open, after the deal."""
    outcome: Outcome | None = None
    """How this deal has ended, or the last one."""
    final: Final | None = None
    walls: tuple[Tiles, ...] = ()
    """Fixed walls of the deals to come."""
