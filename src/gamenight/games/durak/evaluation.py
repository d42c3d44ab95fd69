"""Evaluate a position of Durak by the cards in all hands: for search, instead of random play to the end."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp
from statistics import fmean

from gamenight.cards import AnyCardTable, Cards
from gamenight.cards.library.tricks import ace_high
from gamenight.core import PlayerId, seat_index
from gamenight.games.durak.bout import side_of, talon_size
from gamenight.games.durak.state import HAND

BURDEN = 13
"""The cost of getting rid of a card; only trumps and aces are worth more."""

UNKNOWN = 10
"""The mean strength of a card that will be drawn."""

TRUMP = 9
SCALE = 12.0


def by_hands(table: AnyCardTable, scores: Mapping[PlayerId, float], player_id: PlayerId) -> float:
    """From 0 to 1: the worth of the hands of the player's side, compared with the worst other side."""
    sides: dict[int, list[float]] = {}
    for seat in range(table.players):
        sides.setdefault(side_of(table, seat), []).append(_worth(table, seat))
    own = fmean(sides.pop(side_of(table, seat_index(player_id))))
    return 1 / (1 + exp((min(map(fmean, sides.values())) - own) / SCALE))


def _worth(table: AnyCardTable, seat: int) -> float:
    """The worth of a hand: strong cards count for it, the number of cards against it, including cards it will draw."""
    rules, hand = table.rules, table.hand(seat)
    if rules.is_taking and seat == rules.defender:
        hand += table.piles["attacks"] + table.piles["defences"]
    draws = min(max(0, HAND - len(hand)), talon_size(table))
    return _strength(hand, rules.trump) - BURDEN * len(hand) + (UNKNOWN - BURDEN) * draws


def _strength(hand: Cards, trump: str) -> float:
    return float(sum(ace_high(card) + TRUMP * (card[1] == trump) for card in hand))
