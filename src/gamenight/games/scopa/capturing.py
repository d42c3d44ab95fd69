"""The captures of a card in Scopa."""

from __future__ import annotations

from functools import lru_cache

from gamenight.cards import Cards
from gamenight.cards.library.captures import scopa_captures, scopa_value


@lru_cache(maxsize=1 << 14)
def captures(card: str, table: Cards) -> list[Cards]:
    """The captures of the card; cached, as a listing checks each choice again."""
    return scopa_captures(card, table)


def why_not(card: str, takes: Cards, table: Cards) -> str:
    """The reason to refuse a capture that is not among those of the card."""
    if not set(takes) <= set(table) or len(set(takes)) < len(takes):
        return "not_there"
    if sum(map(scopa_value, takes)) != scopa_value(card):
        return "sum"
    return "equal_first"
