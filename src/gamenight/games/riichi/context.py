"""The table in facts and as a recap, for language models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamenight.core.model import Event, PlayerId, PlayerView, seat
from gamenight.core.showing.recap import RecapLine, parted
from gamenight.games.riichi.hand.tiles import KIND_NAMES, dora_of
from gamenight.games.riichi.presentation.words import WINDS, tile_words
from gamenight.games.riichi.view import RiichiView

TILES = "1m to 9m are man, p pin, s sou, 5mr a red five; E S W N are the winds; P, F, C the white, green, red dragon"
TABLE = (
    "> is on turn, [ ] a meld, ( ) a discard that was called, ! one with riichi, # a hidden tile, + a tile just drawn"
)

OUTCOMES = ("game.won", "game.deal_drawn", "game.deal_ended")
"""What is told of a deal that is over."""


def facts(view: PlayerView) -> dict[str, Any]:
    """What everybody at the table knows without counting; nothing of what a tile is worth to somebody."""
    table: RiichiView = view.game_data
    told: dict[str, Any] = {
        "notation_of_tiles": TILES,
        "notation_of_the_table": TABLE,
        "round_wind": tile_words(WINDS[table.round // 4 % 4]),
        "dealer": seat(table.dealer),
        "dora": [tile_words(_dora(indicator)) for indicator in table.dora],
        "in_riichi": [seat(number) for number, riichi in enumerate(table.riichi) if riichi],
        "points_on_the_table": table.sticks * 1000,
    }
    if view.seat is not None:
        told["your_seat_wind"] = tile_words(WINDS[(view.seat - table.dealer) % len(WINDS)])
        told["your_hand_is_closed"] = all(meld.kind == "closed_kan" for meld in table.melds[view.seat])
    if table.tile is not None:
        told["tile_that_may_be_called"] = tile_words(table.tile)
        told["discarded_by"] = seat(table.turn)
    return told


def _dora(indicator: str) -> str:
    kind: str = KIND_NAMES[dora_of(KIND_NAMES.index(indicator.removesuffix("r")))]
    return kind


def recap(history: Sequence[Event], view: PlayerView) -> Sequence[RecapLine]:
    """An old deal on a line, by how it ended; of this one, what happened from one's own draw to the next."""
    *earlier, deal = parted(history, begins=("game.dealt",)) or [()]
    lines: list[RecapLine] = [tuple(e for e in old if e.event_type in OUTCOMES) for old in earlier]
    return [*lines, *_rounds([event for event in deal if _is_told(event)], view.viewer_id)]


def _is_told(event: Event) -> bool:
    """That others have drawn goes without saying."""
    return event.event_type != "game.drawn" or "tile" in event.payload or event.payload["rinshan"]


def _rounds(events: Sequence[Event], own: PlayerId | None) -> list[RecapLine]:
    lines: list[list[Event]] = [[]]
    for event in events:
        is_own_turn = event.event_type in ("game.drawn", "game.called") and event.player_id == own
        if is_own_turn or event.event_type == "game.dealt":
            lines.append([])
        lines[-1].append(event)
    return [tuple(line) for line in lines]
