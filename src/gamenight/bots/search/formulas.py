"""The numbers of tree search as pure functions; the search itself may write them out where it is hot."""

from __future__ import annotations

import math

from gamenight.core.model import GameResult, PlayerId

UNKNOWN = 0.5
"""What an action is taken for of which nothing is known: neither good nor bad."""


def uct(total: float, visits: int, parent_visits: int, exploration: float) -> float:
    """The mean, and more for what is not known well; what was never tried comes first."""
    if not visits:
        return math.inf
    return total / visits + exploration * math.sqrt(math.log(max(1, parent_visits)) / visits)


def beta(parent_visits: int, k: float) -> float:
    """How much the action's record elsewhere counts against its record here; half at `parent_visits == k`."""
    return math.sqrt(k / (3 * parent_visits + k)) if k else 0.0


def rave(
    total: float,
    visits: int,
    amaf_total: float,
    amaf_visits: int,
    parent_visits: int,
    exploration: float,
    k: float,
    urgency: bool,
) -> float:
    """UCT with the mean blended with how the action did anywhere below; that orders untried ones under `urgency`."""
    elsewhere = amaf_total / amaf_visits if amaf_visits else UNKNOWN
    if not visits:
        return 1 + elsewhere if urgency and amaf_visits else math.inf
    weight = beta(parent_visits, k)
    bonus = uct(0.0, visits, parent_visits, exploration)
    return (1 - weight) * total / visits + weight * elsewhere + bonus


def max_children(visits: int, widening: float, power: float) -> int:
    """How many children a node of so many visits may have; with a power of 0 always the same number."""
    return max(1, math.floor(widening * math.pow(max(1, visits), power)))


def terminal_value(result: GameResult | None, player: PlayerId, draw: float) -> float:
    """1 for the side that won, `draw` for those that share the first place, 0 for who lost; a half unranked."""
    if result is None or not result.ranking:
        return UNKNOWN
    if player not in result.winners:
        return 0.0
    return draw if result.is_draw else 1.0
