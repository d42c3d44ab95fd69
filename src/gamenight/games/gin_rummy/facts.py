"""Facts that a careful player of gin rummy counts, by name; all of them come from the view."""

from __future__ import annotations

from typing import Any

from gamenight.cards import DECK, Cards, TableView
from gamenight.cards.deck import card_names
from gamenight.cards.library.melds import best_arrangement
from gamenight.core import PlayerView
from gamenight.core import seat as player_of


def facts_of(view: PlayerView, wall: int) -> dict[str, Any]:
    """`wall` is the number of cards at the end of the stock that are not drawn."""
    table: TableView[Any] = view.game_data
    rules, hand = table.rules, () if view.seat is None else table.hand(view.seat)
    return {
        "top_of_the_discard_pile": card_names(table.cards("discard")[-1:]),
        "knock_limit": rules.limit,
        "hand_counts_double": rules.is_double,
        "stock_left_to_draw": max(0, table.piles[DECK].count - wall),
        "knocker": None if rules.knocker is None else player_of(rules.knocker),
        "may_not_be_discarded": card_names([rules.taken] if rules.taken and _may_not_return(table) else []),
        **(_arranged(hand) if hand else {}),
    }


def _may_not_return(table: TableView[Any]) -> bool:
    return not table.options["return_upcard"]


def _arranged(hand: Cards) -> dict[str, Any]:
    """The best arrangement of the player's present hand, with ten or eleven cards."""
    best = best_arrangement(hand)
    return {
        "own_melds": card_names(best.melds),
        "own_deadwood": card_names(best.deadwood),
        "own_deadwood_points": best.points,
    }
