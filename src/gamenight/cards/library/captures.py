"""Captures: the table cards that a played card may take because their values are equal or add up to its own.

The game says what a card is worth; values are at least 1. Each capture keeps its cards in the order of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gamenight.cards.deck import Cards

ValueOf = Callable[[str], int]

SCOPA_RANKS = "A234567JQK"


def scopa_value(card: str) -> int:
    """The value of a card of Scopa: the ace 1, up to the king 10."""
    return SCOPA_RANKS.index(card[0]) + 1


def subsets_by_sum(cards: Sequence[str], target: int, value_of: ValueOf) -> list[Cards]:
    """All sets of these cards whose values add up to the target, single cards included."""
    values = [value_of(card) for card in cards]
    return [_chosen(cards, mask) for mask in _masks_by_sum(values, target)]


def scopa_captures(card: str, table: Sequence[str]) -> list[Cards]:
    """What the card may take: one card of its value if there is any, else one set that adds up to it."""
    target = scopa_value(card)
    equal: list[Cards] = [(other,) for other in table if scopa_value(other) == target]
    return equal or subsets_by_sum(table, target, scopa_value)


def disjoint_captures(table: Sequence[str], target: int, value_of: ValueOf) -> list[Cards]:
    """All that a card worth `target` may take if it may take several sets at once, each of which adds up to the target.

    There can be nearly as many as sets of table cards at all, so 2 to the power of 20 for a table of 20.
    """
    unions = {0}
    for mask in _masks_by_sum([value_of(card) for card in table], target):
        unions |= {union | mask for union in unions if not union & mask}
    return [_chosen(table, union) for union in sorted(unions - {0})]


def _masks_by_sum(values: Sequence[int], target: int) -> list[int]:
    """The sets of places whose values add up to the target, as bit masks, in ascending order."""
    masks: dict[int, list[int]] = {total: [] for total in range(target + 1)}
    masks[0].append(0)
    for place, value in enumerate(values):
        # Large totals first, so that no set gets this place twice.
        for total in range(target, value - 1, -1):
            masks[total] += [mask | 1 << place for mask in masks[total - value]]
    return sorted(masks[target]) if target > 0 else []


def _chosen(cards: Sequence[str], mask: int) -> Cards:
    return tuple([card for place, card in enumerate(cards) if mask >> place & 1])
