"""Facts for players of Crazy Eights, by name; all of them come from the view."""

from __future__ import annotations

from typing import Any

from gamenight.cards import Cards, TableView
from gamenight.cards.deck import rank_text, suit_text
from gamenight.core import PlayerView
from gamenight.core import seat as player_of


def facts_of(view: PlayerView, values: dict[str, int]) -> dict[str, Any]:
    table: TableView[Any] = view.game_data
    rules, pile = table.rules, table.cards("pile")
    return {
        "suit_in_force": suit_text(rules.named or _top(pile)[1:]),
        "rank_in_force": rank_text(_top(pile)[:1]),
        "penalty": rules.penalty,
        "cards_drawn_this_turn": rules.drawn,
        "direction": "clockwise" if rules.direction == 1 else "anticlockwise",
        "hand_sizes": {player_of(seat): table.piles[f"hand/{seat}"].count for seat in range(table.players)},
        "own_hand_points": None if view.seat is None else sum(values[card[0]] for card in table.hand(view.seat)),
        "passes_in_a_row": rules.passes,
    }


def _top(pile: Cards) -> str:
    return pile[-1] if pile else ""
