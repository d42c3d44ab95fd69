"""Quick choices of a sensible Scopa player: the worth of a capture, minus the expected gain of the next player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from gamenight.cards import DECK, AnyCardTable, Cards, without
from gamenight.core import Action
from gamenight.games.scopa.capturing import captures
from gamenight.games.scopa.scoring import COINS, SETTEBELLO

# Rough estimates of the part of a point that a card decides.
SCOPA = 1.0
CARD = 0.05
COIN = 0.2
FOR_PRIMIERA = {"7": 0.2, "6": 0.1, "A": 0.06}


def best_play(table: AnyCardTable, seat: int, following: int, actions: Sequence[Action]) -> Action:
    """The action with the highest gain; the first among equals. `following` is the next seat."""
    chances = _chances(table, seat, len(table.hand(following)))
    return max(actions, key=lambda action: _gain(table.piles["table"], action.payload, chances))


def _chances(table: AnyCardTable, seat: int, held: int) -> dict[str, float]:
    """The probability of each rank in a hand of `held` cards, as far as this seat knows."""
    others = [table.hand(other) for other in range(table.players) if other != seat]
    unseen = Counter([card[0] for pile in (table.piles[DECK], *others) for card in pile])
    total = sum(unseen.values())
    return {rank: 1 - (1 - count / total) ** held for rank, count in unseen.items()}


def _gain(table: Cards, payload: Any, chances: dict[str, float]) -> float:
    takes = getattr(payload, "takes", ())
    if not takes:
        return -_expected_loss((*table, payload.card), chances)
    left = without(table, takes)
    return _taking(table, takes, payload.card) - _expected_loss(left, chances)


def _expected_loss(table: Cards, chances: dict[str, float]) -> float:
    """The highest gain of the next player over all ranks, each weighted by its probability."""
    losses = [chance * _most(table, rank) for rank, chance in chances.items()]
    return max(losses, default=0.0)


def _most(table: Cards, rank: str) -> float:
    card = rank + "S"
    return max([_taking(table, takes, card) for takes in captures(card, table)], default=0.0)


def _taking(table: Cards, takes: Cards, card: str) -> float:
    """The worth of a capture, including the card that captures."""
    return _worth((*takes, card)) + SCOPA * (len(takes) == len(table))


def _worth(cards: Cards) -> float:
    return sum(
        [CARD + COIN * (card[1] == COINS) + FOR_PRIMIERA.get(card[0], 0) + (card == SETTEBELLO) for card in cards]
    )
