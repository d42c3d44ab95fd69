"""How a sensible player of Scopa plays at a glance: what a play takes, less what it leaves to the next player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from gamenight.cards import DECK, AnyCardTable, Cards, without
from gamenight.core import Action
from gamenight.games.scopa.capturing import captures
from gamenight.games.scopa.scoring import COINS, SETTEBELLO

# Worths are the part of a point that a card decides, as far as can be guessed.
SCOPA = 1.0
CARD = 0.05
COIN = 0.2
FOR_PRIMIERA = {"7": 0.2, "6": 0.1, "A": 0.06}


def best_play(table: AnyCardTable, seat: int, following: int, actions: Sequence[Action]) -> Action:
    """The action that gains most; of equal ones the first. `following` is the next seat."""
    chances = _chances(table, seat, len(table.hand(following)))
    return max(actions, key=lambda action: _gain(table.piles["table"], action.payload, chances))


def _chances(table: AnyCardTable, seat: int, held: int) -> dict[str, float]:
    """How likely somebody who holds so many cards has each rank, as far as this seat knows."""
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
    """What the next player takes with the best rank, each weighed by how likely it is there."""
    losses = [chance * _most(table, rank) for rank, chance in chances.items()]
    return max(losses, default=0.0)


def _most(table: Cards, rank: str) -> float:
    card = rank + "S"
    return max([_taking(table, takes, card) for takes in captures(card, table)], default=0.0)


def _taking(table: Cards, takes: Cards, card: str) -> float:
    """What a capture is worth, with the card that captures."""
    return _worth((*takes, card)) + SCOPA * (len(takes) == len(table))


def _worth(cards: Cards) -> float:
    return sum(
        [CARD + COIN * (card[1] == COINS) + FOR_PRIMIERA.get(card[0], 0) + (card == SETTEBELLO) for card in cards]
    )
