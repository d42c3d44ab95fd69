"""What points are worth by the place that they lead to: in the last deals a lead is kept, and a gap is to be closed."""

from __future__ import annotations

import math
from functools import lru_cache

from msgspec import Struct

from gamenight.games.riichi.options import UMA
from gamenight.games.riichi.state import SEATS, RiichiState

SWING = 7000.0
"""By how much a deal usually changes the difference between two players."""
LAST_SWING = 1500.0
"""The same for what a guess of this deal's points leaves open."""
REPEATS = 1.2
"""How many deals there are for each that the winds have."""
ROUNDS = {"hanchan": 8, "tonpuu": 4}


class SeatStanding(Struct, frozen=True, gc=False):
    """How a seat stands: its own points, and those of the others in turn order."""

    own: int
    others: tuple[int, ...]
    spread: float
    """By how much the difference between two players may still change."""
    place: float
    """What each place up brings at the end, in points."""
    first: float
    """What the first place brings besides."""


def standing_of(table: RiichiState, seat: int) -> SeatStanding:
    sheet, rules = table.sheet, table.rules
    later = ROUNDS[rules.length] - 1 - sheet.round if not rules.deals else rules.deals - sheet.deal
    spread = math.hypot(LAST_SWING, SWING * math.sqrt(REPEATS * max(0, later)))
    first, second, _, last = UMA[rules.uma]
    oka = SEATS * (rules.target - rules.start_points) // 1000 if rules.oka else 0
    place = (second - last) / 2
    others = tuple([sheet.points[(seat + step) % SEATS] for step in (1, 2, 3)])
    return SeatStanding(sheet.points[seat], others, spread, 1000 * place, 1000 * (first + oka - second - place))


@lru_cache(maxsize=1 << 9)
def gain_of(standing: SeatStanding, points: float) -> float:
    """What a win of so many points is worth; who pays it is not known."""
    others = tuple([other - points / 3 for other in standing.others])
    return _value(standing, standing.own + points, others) - _value(standing, standing.own, standing.others)


@lru_cache(maxsize=1 << 9)
def loss_of(standing: SeatStanding, points: int, step: int) -> float:
    """What it costs to pay so many points to the player so many seats on."""
    others = tuple([other + points * (at == step) for at, other in enumerate(standing.others, 1)])
    return _value(standing, standing.own, standing.others) - _value(standing, standing.own - points, others)


def _value(standing: SeatStanding, own: float, others: tuple[float, ...]) -> float:
    """The points and what the likely place is worth, at the end."""
    ahead = [0.5 + 0.5 * math.erf((own - other) / standing.spread / math.sqrt(2)) for other in others]
    return own + standing.place * sum(ahead) + standing.first * math.prod(ahead)
