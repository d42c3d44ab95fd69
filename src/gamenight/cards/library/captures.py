"""Captures: the table cards that a played card may take because their values equal its own or add up to it.

The game defines the value of a card; values are at least 1. The cards of a capture are in the order of the table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gamenight.cards.deck import Cards

ValueOf = Callable[[str], int]

SCOPA_RANKS = "A234567JQK"


def scopa_value(card: str) -> int:
    """The value of a card in Scopa: from 1 for the ace to 10 for the king."""
    return SCOPA_RANKS.index(card[0]) + 1


def subsets_by_sum(cards: Sequence[str], target: int, value_of: ValueOf) -> list[Cards]:
    """All sets of these cards whose values add up to the target, single cards included."""
    values = [value_of(card) for card in cards]
    return [_chosen(cards, mask) for mask in _masks_by_sum(values, target)]


def scopa_captures(card: str, table: Sequence[str]) -> list[Cards]:
    """The captures of a card: single cards of its value if there are any, else sets that add up to it."""
    target = scopa_value(card)
    equal: list[Cards] = [(other,) for other in table if scopa_value(other) == target]
    return equal or subsets_by_sum(table, target, scopa_value)


def disjoint_captures(table: Sequence[str], target: int, value_of: ValueOf) -> list[Cards]:
    """The captures of a card of value `target` that may take several sets at once, each of which adds up to the target.

    There can be nearly as many as subsets of the table cards: up to 2 to the power of 20 for a table of 20.
    """
    unions = {0}
    for mask in _masks_by_sum([value_of(card) for card in table], target):
        unions |= {union | mask for union in unions if not union & mask}
    return [_chosen(table, union) for union in sorted(unions - {0})]


def _masks_by_sum(values: Sequence[int], target: int) -> list[int]:
    """The sets of positions whose values add up to the target, as bit masks, in ascending order."""
    masks: dict[int, list[int]] = {total: [] for total in range(target + 1)}
    masks[0].append(0)
    for place, value in enumerate(values):
        # Large totals first, so that no set gets this position twice.
        for total in range(target, value - 1, -1):
            masks[total] += [mask | 1 << place for mask in masks[total - value]]
    return sorted(masks[target]) if target > 0 else []


def _chosen(cards: Sequence[str], mask: int) -> Cards:
    return tuple([card for place, card in enumerate(cards) if mask >> place & 1])
