"""The bidding in facts and as a recap, for language models."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamenight.core.model import Event, PlayerView, seat
from gamenight.core.showing.recap import RecapLine, parted
from gamenight.games.goofspiel.view import TableView


def facts(view: PlayerView) -> dict[str, Any]:
    table: TableView = view.game_data
    order = "prizes_to_come_in_this_order" if table.is_order_known else "prizes_to_come_in_any_order"
    return {
        "prize": table.prize,
        order: list(table.prizes_left),
        "your_cards": list(table.hand),
        "cards_of_each_hand": table.hand_size,
        "bids_are_shown": table.hands is not None,
        "players_who_left": [seat(number) for number in table.out],
    }


def recap(history: Sequence[Event], view: PlayerView) -> Sequence[RecapLine]:
    """A round on a line."""
    return parted(history, begins=("game.round_started",))
