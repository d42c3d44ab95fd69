"""What a card of Scopa may capture."""

from __future__ import annotations

from functools import lru_cache

from gamenight.cards import Cards
from gamenight.cards.library.captures import scopa_captures, scopa_value


@lru_cache(maxsize=1 << 14)
def captures(card: str, table: Cards) -> list[Cards]:
    """What the card may take; kept, as a listing asks for each choice again whether it is legal."""
    return scopa_captures(card, table)


def why_not(card: str, takes: Cards, table: Cards) -> str:
    """The reason for refusing a capture that is not among those of the card."""
    if not set(takes) <= set(table) or len(set(takes)) < len(takes):
        return "not_there"
    if sum(map(scopa_value, takes)) != scopa_value(card):
        return "sum"
    return "equal_first"
