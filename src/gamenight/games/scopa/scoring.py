"""The points of a deal of Scopa."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from gamenight.cards import SUITS, AnyCardTable, Cards, of_suit, ranked_pack
from gamenight.cards.library.captures import SCOPA_RANKS

PACK = ranked_pack(SCOPA_RANKS)
COINS = "D"
SETTEBELLO = "7D"
PRIMIERA = {"7": 21, "6": 18, "A": 16, "5": 15, "4": 14, "3": 13, "2": 12, "J": 10, "Q": 10, "K": 10}

Side = Sequence[int]


class ScopaMemory(Struct, frozen=True):
    """`scope` counts the sweeps of each seat in this deal; `last_capturer` gets the remaining table cards at its
    end."""

    scope: tuple[int, ...] = ()
    last_capturer: int | None = None


def primiera(cards: Cards) -> int | None:
    """The best card of each suit, added up; None if a suit is missing."""
    if {card[1] for card in cards} != set(SUITS):
        return None
    return sum(max(PRIMIERA[card[0]] for card in of_suit(cards, suit)) for suit in SUITS)


def best_alone(figures: Sequence[int | None]) -> int | None:
    """The index of the highest figure; None if there is a tie for it."""
    best = max((figure for figure in figures if figure is not None), default=None)
    return figures.index(best) if best and figures.count(best) == 1 else None


def categories(sides: Sequence[Cards]) -> dict[str, list[int | None]]:
    """The figures of each side that decide the four points of a deal, from the cards that it has won."""
    return {
        "cards": [len(cards) for cards in sides],
        "coins": [len(of_suit(cards, COINS)) for cards in sides],
        "settebello": [cards.count(SETTEBELLO) for cards in sides],
        "primiera": [primiera(cards) for cards in sides],
    }


def counted(table: AnyCardTable, teams: Sequence[Side]) -> Iterator[tuple[str, Side, int]]:
    """Yield the points of the deal as (kind, side, figure): one point for each category, and one for each sweep."""
    sides = [tuple(card for seat in team for card in table.pile("won", seat)) for team in teams]
    for kind, figures in categories(sides).items():
        best = best_alone(figures)
        if best is not None:
            yield kind, teams[best], figures[best] or 0
    for team in teams:
        if scope := sum(table.rules.scope[seat] for seat in team):
            yield "scope", team, scope
