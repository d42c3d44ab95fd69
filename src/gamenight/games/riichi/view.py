"""What a viewer may know of a table. Tiles are faces: `1m` to `9s`, `5mr` the red five, E S W N P F C."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from gamenight.core import PlayerId, seat_index
from gamenight.games.riichi.deal.wall import tiles_left
from gamenight.games.riichi.hand.faces import faces
from gamenight.games.riichi.hand.hands import is_furiten, waits_of
from gamenight.games.riichi.hand.tiles import KIND_NAMES
from gamenight.games.riichi.options import Rules
from gamenight.games.riichi.state import SEATS, Discard, Final, Meld, MeldKind, Outcome, RiichiState, Stage, Tiles

Faces = tuple[str, ...]
"""The name of each tile."""


class ShownDiscard(Struct, frozen=True, gc=False):
    """A tile in a river. `drawn`: discarded as drawn. `called_by`: the seat that has taken it."""

    tile: str
    drawn: bool
    riichi: bool
    called_by: int | None


class ShownMeld(Struct, frozen=True, gc=False):
    """Tiles laid down, all of them in `tiles`; `called` came from the seat `source`, `added` made a pon a kan."""

    kind: MeldKind
    tiles: tuple[str, ...]
    called: str | None
    source: int | None
    added: str | None


class RiichiView(Struct, frozen=True):
    """Tuples of four are in seat order. The wind of a seat is `(seat - dealer) % 4`: 0 is east."""

    stage: Stage
    """`turn`: the seat `turn` is to discard. `call`: its discard `tile` may be called. `rob`: its kan may be robbed of
    `tile`. `end`: the deal is over, see `outcome`. `over`: the match is over, see `final`."""
    round: int
    """0 is East 1, 4 South 1, 8 West 1."""
    honba: int
    sticks: int
    """Riichi sticks on the table."""
    deal: int
    """The number of this deal, from 1 on."""
    dealer: int
    points: tuple[int, ...]
    tiles_left: int
    """How many tiles can still be drawn from the wall."""
    dora: tuple[str, ...]
    """The dora indicators that are turned up."""
    ura: tuple[str, ...]
    """The ura indicators, after a win in riichi."""
    turn: int
    """The seat on turn, or whose discard or kan is waited on."""
    tile: str | None
    """The tile that may be called or robbed now."""
    has_drawn: bool
    """The seat on turn holds a tile that it has just drawn."""
    hand: tuple[str, ...]
    """The viewer's concealed tiles in order, without the one just drawn; a spectator has none."""
    drawn: str | None
    """The tile that the viewer has just drawn."""
    hand_sizes: tuple[int, ...]
    """How many concealed tiles everybody has, without the one just drawn."""
    opened: tuple[tuple[str, ...], ...]
    """The hands that lie open, after the deal or all the time, then with the tile just drawn last; else empty."""
    melds: tuple[tuple[ShownMeld, ...], ...]
    rivers: tuple[tuple[ShownDiscard, ...], ...]
    riichi: tuple[int, ...]
    """0: not in riichi; 1: in riichi; 2: in double riichi."""
    waits: tuple[str, ...]
    """The kinds that complete the viewer's hand, if the table shows that."""
    is_furiten: bool
    """The viewer may not win by ron now, if the table shows that."""
    outcome: Outcome | None
    """How this deal has ended; while it is played, how the last one has."""
    final: Final | None
    rules: Rules


def view_of(table: RiichiState, viewer: PlayerId | None) -> RiichiView:
    own = None if viewer is None else seat_index(viewer)
    sheet, play, red_fives = table.sheet, table.play, table.rules.red_fives
    face = faces(red_fives=red_fives)
    is_waiting = own is not None and table.rules.show_waits
    shows_ura = play.stage in ("end", "over") and table.outcome is not None and any(w.ura for w in table.outcome.wins)
    return RiichiView(
        stage=play.stage,
        round=sheet.round,
        honba=sheet.honba,
        sticks=sheet.sticks,
        deal=sheet.deal,
        dealer=sheet.dealer,
        points=sheet.points,
        tiles_left=tiles_left(table.wall),
        dora=_names(table.wall.dora[: table.wall.shown], face),
        ura=_names(table.wall.ura[: table.wall.shown], face) if shows_ura else (),
        turn=play.seat,
        tile=None if play.tile is None else face[play.tile],
        has_drawn=play.drawn is not None,
        hand=() if own is None else _names(table.hands[own], face),
        drawn=face[play.drawn] if play.drawn is not None and own == play.seat else None,
        hand_sizes=tuple([len(hand) for hand in table.hands]),
        opened=tuple([_names(_opened(table, n), face) for n in range(SEATS)]),
        melds=tuple([_shown_melds(melds, red_fives) if melds else () for melds in table.melds]),
        rivers=tuple([_shown_river(river, red_fives) for river in table.rivers]),
        riichi=tuple([flags.riichi for flags in table.flags]),
        waits=tuple([KIND_NAMES[kind] for kind in waits_of(table, own)]) if is_waiting and own is not None else (),
        is_furiten=is_waiting and own is not None and is_furiten(table, own),
        outcome=table.outcome,
        final=table.final,
        rules=table.rules,
    )


def _opened(table: RiichiState, seat: int) -> Tiles:
    """The tiles of this seat that everybody sees."""
    play, hand = table.play, table.hands[seat]
    if table.opened[seat]:
        return hand
    if not table.rules.open_hands:
        return ()
    return hand if play.drawn is None or play.seat != seat else (*hand, play.drawn)


def _names(tiles: Tiles, face: Faces) -> tuple[str, ...]:
    return tuple([face[tile] for tile in tiles])


# Each of the five viewers of a table is shown the same rivers and melds, most of which no move changes.


@lru_cache(maxsize=256)
def _shown_river(river: tuple[Discard, ...], red_fives: bool) -> tuple[ShownDiscard, ...]:
    face = faces(red_fives=red_fives)
    return tuple([ShownDiscard(face[one.tile], one.drawn, one.riichi, one.called_by) for one in river])


@lru_cache(maxsize=256)
def _shown_melds(melds: tuple[Meld, ...], red_fives: bool) -> tuple[ShownMeld, ...]:
    return tuple([_shown_meld(meld, faces(red_fives=red_fives)) for meld in melds])


def _shown_meld(meld: Meld, face: Faces) -> ShownMeld:
    return ShownMeld(
        meld.kind,
        _names(meld.tiles, face),
        None if meld.called is None else face[meld.called],
        meld.source,
        None if meld.added is None else face[meld.added],
    )
