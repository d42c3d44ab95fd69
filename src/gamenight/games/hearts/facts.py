"""Facts that a careful player of Hearts counts, by name; all of them come from the view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gamenight.cards import Cards, TableView
from gamenight.cards.deck import suit_text
from gamenight.cards.library.tricks import led_suit, winning_index
from gamenight.cards.shown.context import count_by, unseen
from gamenight.core import seat as player_of
from gamenight.games.hearts.options import seats_passed


def facts_of(table: TableView[Any], pack: Cards, points: Mapping[str, int]) -> dict[str, Any]:
    """`pack` are the cards of the game, `points` the points of some of them."""
    others = unseen(table, pack)
    return {
        "passes_to": _receivers(table),
        "hearts_are_broken": table.rules.is_broken,
        "led_suit": suit_text(led_suit(table.cards("trick"))) or None,
        "trick_points": _worth(table.cards("trick"), points),
        "trick_is_won_so_far_by": _winning(table),
        "points_taken": {player_of(seat): _taken(table, seat, points) for seat in range(table.players)},
        "cards_of_each_suit_in_other_hands": count_by(others, "suit"),
        "points_in_other_hands": _worth(others, points),
    }


def _receivers(table: TableView[Any]) -> dict[str, str]:
    """The player to whom each player passes cards in this deal; empty if there is no passing."""
    shift = seats_passed(table.options["passing"], table.players, table.deal)
    seats = range(table.players) if shift else ()
    return {player_of(seat): player_of((seat + shift) % table.players) for seat in seats}


def _worth(cards: Cards, points: Mapping[str, int]) -> int:
    return sum(points.get(card, 0) for card in cards)


def _taken(table: TableView[Any], seat: int, points: Mapping[str, int]) -> int:
    return _worth(table.cards(f"won/{seat}"), points)


def _winning(table: TableView[Any]) -> str | None:
    """The player who would take the trick as it is now."""
    trick = table.cards("trick")
    return player_of((table.rules.leader + winning_index(trick)) % table.players) if trick else None
