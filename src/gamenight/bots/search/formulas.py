"""The formulas of tree search as pure functions; hot code of the search has them inline."""

from __future__ import annotations

import math

from gamenight.core.model import GameResult, PlayerId

UNKNOWN = 0.5
"""The value of an action of which nothing is known: neither good nor bad."""


def uct(total: float, visits: int, parent_visits: int, exploration: float) -> float:
    """The mean with a bonus for few visits; infinite without visits, so that the action is tried first."""
    if not visits:
        return math.inf
    return total / visits + exploration * math.sqrt(math.log(max(1, parent_visits)) / visits)


def beta(parent_visits: int, k: float) -> float:
    """The weight of an action's record elsewhere against its record here; a half at `parent_visits == k`."""
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
    """UCT with the mean blended with the action's record anywhere below. With `urgency`, that record also orders
    untried actions."""
    elsewhere = amaf_total / amaf_visits if amaf_visits else UNKNOWN
    if not visits:
        return 1 + elsewhere if urgency and amaf_visits else math.inf
    weight = beta(parent_visits, k)
    bonus = uct(0.0, visits, parent_visits, exploration)
    return (1 - weight) * total / visits + weight * elsewhere + bonus


def max_children(visits: int, widening: float, power: float) -> int:
    """The maximum number of children of a node with this many visits; with a power of 0, always the same."""
    return max(1, math.floor(widening * math.pow(max(1, visits), power)))


def terminal_value(result: GameResult | None, player: PlayerId, draw: float) -> float:
    """1 for a sole winner, `draw` for a shared first place, 0 for a loser; a half if there is no ranking."""
    if result is None or not result.ranking:
        return UNKNOWN
    if player not in result.winners:
        return 0.0
    return draw if result.is_draw else 1.0
