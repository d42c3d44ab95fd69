"""What the seat on turn may do: discard, riichi, tsumo, closed and added kan, nine terminals."""

from __future__ import annotations

from functools import lru_cache

from gamenight.core import Action, seat
from gamenight.games.riichi.actions import Discard, Kan
from gamenight.games.riichi.deal.wall import KANS, kans_made, tiles_left
from gamenight.games.riichi.hand.faces import faces
from gamenight.games.riichi.hand.hands import is_closed, orphan_kinds, shanten_of, waits_for, waits_of
from gamenight.games.riichi.hand.tiles import KIND_NAMES
from gamenight.games.riichi.hand.winning import can_tsumo
from gamenight.games.riichi.state import RiichiState, Tiles

RIICHI_POINTS = 1000
RIICHI_TILES = 4
NINE = 9


def turn_actions(table: RiichiState, who: int) -> list[Action]:
    listed = [Action("tsumo", seat(who))] if can_tsumo(table, who) else []
    if table.flags[who].riichi:
        assert table.play.drawn is not None
        listed.append(_discard("discard", who, _face(table, table.play.drawn), True))
    else:
        hand, red_fives = table.hands[who], table.rules.red_fives
        listed += _discards(who, hand, table.play.drawn, table.play.forbidden, red_fives)
        listed += [_discard("riichi", who, tile, drawn) for tile, drawn in riichi_discards(table, who)]
    listed += [Action("closed_kan", seat(who), Kan(KIND_NAMES[kind])) for kind in closed_kans(table, who)]
    listed += [Action("added_kan", seat(who), Kan(_face(table, tile))) for tile in added_kans(table, who)]
    if is_nine_terminals(table, who):
        listed.append(Action("kyuushu_kyuuhai", seat(who)))
    return listed


def _face(table: RiichiState, tile: int) -> str:
    return faces(red_fives=table.rules.red_fives)[tile]


@lru_cache(maxsize=1024)
def _discard(kind: str, who: int, tile: str, drawn: bool) -> Action:
    return Action(kind, seat(who), Discard(tile, drawn))


@lru_cache(maxsize=1024)
def _discards(who: int, hand: Tiles, drawn: int | None, forbidden: Tiles, red_fives: bool) -> tuple[Action, ...]:
    """Every face in the hand once, and the tile just drawn; none that a call forbids."""
    face = faces(red_fives=red_fives)
    names = dict.fromkeys([face[tile] for tile in hand if tile // 4 not in forbidden])
    found = tuple([_discard("discard", who, name, False) for name in names])
    return found if drawn is None else (*found, _discard("discard", who, face[drawn], True))


def riichi_discards(table: RiichiState, who: int) -> list[tuple[str, bool]]:
    """The discards that leave a closed hand tenpai, if riichi may be declared at all."""
    drawn, melds = table.play.drawn, len(table.melds[who])
    if drawn is None or table.flags[who].riichi or not is_closed(table, who):
        return []
    if table.sheet.points[who] < RIICHI_POINTS or tiles_left(table.wall) < RIICHI_TILES:
        return []
    held = table.hands[who]
    if shanten_of((*held, drawn), melds) > 0:
        return []
    closed = {meld.tiles[0] // 4 for meld in table.melds[who]}
    kinds = {tile // 4 for tile in (*held, drawn)}
    good = {kind for kind in kinds if _leaves_tenpai((*held, drawn), kind, melds, closed)}
    face = faces(red_fives=table.rules.red_fives)
    found = [(name, False) for name in dict.fromkeys([face[tile] for tile in held if tile // 4 in good])]
    return [*found, (face[drawn], True)] if drawn // 4 in good else found


def _leaves_tenpai(tiles: Tiles, kind: int, melds: int, closed: set[int]) -> bool:
    left = list(tiles)
    left.remove(next(tile for tile in tiles if tile // 4 == kind))
    return not closed.issuperset(waits_for(tuple(sorted(left)), melds))


def may_kan(table: RiichiState) -> bool:
    """A kan needs a replacement tile and one more tile to draw."""
    return tiles_left(table.wall) > 0 and kans_made(table.wall) < KANS


def closed_kans(table: RiichiState, who: int) -> list[int]:
    """The kinds of which the seat holds all four; in riichi only the one just drawn, and if the waits stay."""
    drawn = table.play.drawn
    if drawn is None or not may_kan(table):
        return []
    fours = _fours(table.hands[who], drawn)
    if table.flags[who].riichi:
        return [drawn // 4] if drawn // 4 in fours and _keeps_waits(table, who, drawn // 4) else []
    return fours


def _fours(hand: Tiles, drawn: int) -> list[int]:
    """The kinds of which all four are held. Equal tiles of a hand stand side by side, as it is sorted."""
    kinds = [tile // 4 for tile in hand]
    found = {a for a, b in zip(kinds, kinds[3:], strict=False) if a == b}
    return sorted(found | {drawn // 4}) if kinds.count(drawn // 4) == 3 else sorted(found)


def _keeps_waits(table: RiichiState, who: int, kind: int) -> bool:
    rest = tuple([tile for tile in table.hands[who] if tile // 4 != kind])
    return waits_for(rest, len(table.melds[who]) + 1) == waits_of(table, who)


def added_kans(table: RiichiState, who: int) -> list[int]:
    """The tiles that make one of the seat's pons a kan."""
    drawn = table.play.drawn
    if drawn is None or not table.melds[who] or not may_kan(table):
        return []
    pons = {meld.tiles[0] // 4 for meld in table.melds[who] if meld.kind == "pon"}
    return [tile for tile in (*table.hands[who], drawn) if tile // 4 in pons]


def is_nine_terminals(table: RiichiState, who: int) -> bool:
    """The first draw, before any call, brings nine kinds of terminals and honours."""
    drawn = table.play.drawn
    if drawn is None or table.rivers[who] or not table.play.is_calm or not table.rules.abortive_draws:
        return False
    return orphan_kinds((*table.hands[who], drawn)) >= NINE
