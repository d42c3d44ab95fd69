"""Whether a seat may win now, and what its hand would be worth."""

from __future__ import annotations

from gamenight.games.riichi.deal.wall import tiles_left
from gamenight.games.riichi.hand.hands import is_closed, is_furiten, waits_of
from gamenight.games.riichi.hand.scoring import Situation, Worth, worth
from gamenight.games.riichi.hand.tiles import ORPHANS
from gamenight.games.riichi.state import SEATS, RiichiState


def can_tsumo(table: RiichiState, seat: int) -> bool:
    """The tile just drawn completes the hand, and there is a yaku; a closed hand always has one."""
    drawn = table.play.drawn
    if drawn is None or drawn // 4 not in waits_of(table, seat):
        return False
    return is_closed(table, seat) or worth_of(table, seat, drawn, is_tsumo=True) is not None


def can_ron(table: RiichiState, seat: int) -> bool:
    """The tile that may be called or robbed completes the hand, which has a yaku and is not furiten."""
    tile = table.play.tile
    if tile is None or tile // 4 not in waits_of(table, seat) or is_furiten(table, seat):
        return False
    if is_closed_kan(table) and not _is_kokushi(table, seat):
        return False
    return table.flags[seat].riichi > 0 or worth_of(table, seat, tile, is_tsumo=False) is not None


def worth_of(table: RiichiState, seat: int, tile: int, *, is_tsumo: bool, with_ura: bool = False) -> Worth | None:
    """What the seat's hand is worth with this tile as things stand; None if there is no yaku."""
    wall, play, flags = table.wall, table.play, table.flags[seat]
    at = Situation(
        is_tsumo,
        (seat - table.sheet.dealer) % SEATS,
        table.sheet.round // SEATS,
        flags.riichi,
        flags.ippatsu,
        is_tsumo and play.is_rinshan,
        play.stage == "rob",
        tiles_left(wall) == 0,
        play.is_calm and not table.rivers[seat],
    )
    dora = wall.dora[: wall.shown]
    ura = wall.ura[: wall.shown] if with_ura and flags.riichi else ()
    return worth(table.hands[seat], tile, table.melds[seat], dora, ura, at, table.rules)


def is_closed_kan(table: RiichiState) -> bool:
    """What may be robbed is a closed kan."""
    play = table.play
    return play.stage == "rob" and any(m.kind == "closed_kan" and play.tile in m.tiles for m in table.melds[play.seat])


def _is_kokushi(table: RiichiState, seat: int) -> bool:
    return not table.melds[seat] and all(tile // 4 in ORPHANS for tile in table.hands[seat])
