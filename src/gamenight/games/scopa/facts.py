"""Facts that a careful player of Scopa counts, by name; all of them come from the view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamenight.cards import SUITS, Cards, TableView
from gamenight.cards.deck import suit_text
from gamenight.cards.shown.context import count_by, unseen
from gamenight.core import seat as player_of
from gamenight.games.scopa.scoring import COINS, PACK, ScopaMemory, Side, categories


def facts_of(table: TableView[ScopaMemory], teams: Sequence[Side]) -> dict[str, Any]:
    won = [tuple(card for seat in team for card in table.cards(f"won/{seat}")) for team in teams]
    taker = table.rules.last_capturer
    return {
        "sides": [_side(table, team, cards) for team, cards in zip(teams, won, strict=True)],
        "last_capturer": None if taker is None else player_of(taker),
        "unseen_cards_by_rank": count_by(unseen(table, PACK), "rank"),
        "unseen_coins": count_by(unseen(table, PACK), "suit").get(suit_text(COINS), 0),
    }


def _side(table: TableView[ScopaMemory], team: Side, cards: Cards) -> dict[str, Any]:
    """The winnings of a side in this deal; its primiera is None while a suit is missing."""
    figures = {kind: figure for kind, (figure,) in categories([cards]).items()}
    return {
        "players": [player_of(seat) for seat in team],
        "scope": sum(table.rules.scope[seat] for seat in team),
        **figures,
        "suits_missing": [suit_text(suit) for suit in SUITS if not any(card[1] == suit for card in cards)],
    }
