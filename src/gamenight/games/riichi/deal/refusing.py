"""Why an action that is not listed may not be done."""

from __future__ import annotations

from gamenight.core import Action, seat_index
from gamenight.core.text import Words, say
from gamenight.games.riichi.actions import Call, Discard, Kan
from gamenight.games.riichi.deal.turns import RIICHI_POINTS, RIICHI_TILES
from gamenight.games.riichi.deal.wall import tiles_left
from gamenight.games.riichi.hand.faces import names
from gamenight.games.riichi.hand.hands import is_closed, is_furiten, waits_of
from gamenight.games.riichi.hand.tiles import KIND_NAMES
from gamenight.games.riichi.state import RiichiState

TURN = frozenset({"discard", "riichi", "tsumo", "closed_kan", "added_kan", "kyuushu_kyuuhai"})


def why_not(table: RiichiState, action: Action) -> Words | None:
    who, kind = seat_index(action.player_id), action.action_type
    if (kind in TURN) != (table.play.stage == "turn"):
        return None
    if kind in ("discard", "riichi") and isinstance(action.payload, Discard):
        return _why_no_discard(table, who, action.payload) or (_why_no_riichi(table, who) if kind == "riichi" else None)
    if kind in ("tsumo", "ron"):
        return _why_no_win(table, who)
    if isinstance(action.payload, Call | Kan) or kind == "open_kan":
        return say("refused-meld")
    return say("refused-nine")


def _why_no_discard(table: RiichiState, who: int, what: Discard) -> Words | None:
    drawn = () if table.play.drawn is None else (table.play.drawn,)
    tiles = drawn if what.drawn else table.hands[who]
    if what.tile not in names(tiles, red_fives=table.rules.red_fives):
        return say("refused-tile")
    if table.flags[who].riichi:
        return say("refused-in-riichi")
    return say("refused-kuikae") if what.tile[:2] in [KIND_NAMES[k] for k in table.play.forbidden] else None


def _why_no_riichi(table: RiichiState, who: int) -> Words:
    if not is_closed(table, who):
        return say("refused-open")
    if table.sheet.points[who] < RIICHI_POINTS:
        return say("refused-points", points=RIICHI_POINTS)
    if tiles_left(table.wall) < RIICHI_TILES:
        return say("refused-wall", tiles=RIICHI_TILES)
    return say("refused-noten")


def _why_no_win(table: RiichiState, who: int) -> Words:
    tile = table.play.tile if table.play.stage != "turn" else table.play.drawn
    if tile is None or tile // 4 not in waits_of(table, who):
        return say("refused-incomplete")
    if table.play.stage != "turn" and is_furiten(table, who):
        return say("refused-furiten")
    return say("refused-yaku")
