"""What a hand is worth on average: how likely its plans are to win in the draws that are left, times their points."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from gamenight.games.riichi.hand.shapes import shanten, waits
from gamenight.games.riichi.hand.tiles import Counts, with_tile
from gamenight.games.riichi.player.places import gain_of
from gamenight.games.riichi.player.plans import Holding, Plan, plans_of
from gamenight.games.riichi.player.reading import Reading
from gamenight.games.riichi.player.worth import points

LATER_HELPS = (4.2, 14.0, 22.0, 32.0, 42.0, 52.0, 62.0)
"""How many tiles usually help at each distance that is still to come; the first is what a tenpai hand waits for."""
CALLS = 1.25
"""How much faster a hand gets on that may call."""
RON_IN_RIICHI, RON = 0.45, 0.5
"""How many of the winning tiles that others draw they discard."""
LAST_GO_AROUND, EACH_EARLIER = 0.86, 0.0085
"""How likely the last go-around is to pass without somebody else's win, and how much likelier each one before it.

With these figures the chances are those of 2,500 deals between strong players, at every distance and turn.
"""
THREATENED = 0.93
OTHER_PLANS = 0.15
"""What the other plans of a hand count besides the best: a hand that can go several ways is better."""
TENPAI_PAYMENT = 1500.0
"""What tenpai at an exhaustive draw is worth."""
ANY_WIN = 4000.0
"""What a win is worth to whoever does not weigh points."""
TRUST = (1.0, 0.8, 0.6, 0.5)
"""How far the guess of a hand's points is trusted, by its distance: the power of what it is against an average win."""
NEARER = 0.6
"""What each step of distance leaves of a promise. With 1.0 the player went back a step four times as often as strong
players do, and won 18 deals of 100 instead of 27."""
SWAY = 0.8
"""How much it matters that more or fewer tiles help than usual; a hand with few also gets better while it waits."""
STEP = 250
"""Chances are rounded to this part of one, so that equal questions are asked once."""


class Prospect(NamedTuple):
    """What to expect of a hand, in points, and the plan that promises it."""

    value: float
    plan: Plan | None
    chance: float
    others: float = 0.0
    """What the other plans add to the value."""


def prospect(reading: Reading, hand: Holding) -> Prospect:
    """The best plan of a hand of 13 - 3 * melds tiles."""
    found = [appraise(reading, plan) for plan in plans_of(reading, hand)]
    if not found:
        return Prospect(0.0, None, 0.0)
    found.sort(key=lambda each: -each.value)
    others = OTHER_PLANS * sum([each.value for each in found[1:3]])
    return found[0]._replace(value=found[0].value + others, others=others)


def appraise(reading: Reading, plan: Plan) -> Prospect:
    """What this plan promises."""
    won, tenpai = _chances(_steps(reading, plan), reading.draws, bool(reading.threats))
    stake, payment = _by_place(reading, _stake(reading, plan)), _by_place(reading, TENPAI_PAYMENT)
    nearness = math.pow(NEARER, max(0, plan.distance))
    return Prospect((won * stake + tenpai * payment) * nearness, plan, won)


def _by_place(reading: Reading, points: float) -> float:
    return points if reading.standing is None else gain_of(reading.standing, round(points, -2))


def _stake(reading: Reading, plan: Plan) -> float:
    """What the plan brings if it wins."""
    if not reading.skill.weighs_points:
        return ANY_WIN
    full = points(plan.han, is_dealer=reading.is_dealer) + reading.bonus
    trust = TRUST[min(len(TRUST) - 1, max(0, plan.distance))]
    return ANY_WIN * math.pow(full / ANY_WIN, trust)


def _steps(reading: Reading, plan: Plan) -> tuple[int, ...]:
    """The chance to get one step further in each go-around, from here to the win, in parts of `STEP`."""
    unseen, total = reading.unseen, max(1, sum(reading.unseen))
    now = float(sum([unseen[kind] for kind in plan.helps]))
    if plan.distance <= 0:
        is_furiten = not reading.gone.isdisjoint(plan.helps)
        return (_rounded(now / total * _winning_tiles(plan, is_furiten=is_furiten)),)
    usual = LATER_HELPS[min(6, plan.distance)]
    now = usual * math.pow(now / usual, SWAY)
    pace = CALLS if plan.is_open else 1.0
    narrow = min(1.0, max(0.3, now / usual)) ** 0.7
    moving = [_rounded(tiles * narrow / total * pace) for tiles in LATER_HELPS[plan.distance - 1 : 0 : -1]]
    last = _rounded(plan.waits / total * _winning_tiles(plan, is_furiten=False))
    return (_rounded(now / total * pace), *moving, last)


def _winning_tiles(plan: Plan, *, is_furiten: bool) -> float:
    """How many of the tiles of a go-around may win: the own draw, and some of the others' three."""
    if is_furiten:
        return 1.0
    return 1 + 3 * (RON_IN_RIICHI if plan.needs_riichi else RON)


def _rounded(chance: float) -> int:
    return max(0, min(int(0.95 * STEP), round(chance * STEP)))


@lru_cache(maxsize=1 << 11)
def _chances(steps: tuple[int, ...], draws: int, is_threatened: bool) -> tuple[float, float]:
    """How likely the hand is to win, and to be tenpai when the wall ends."""
    at = [1.0, *[0.0] * (len(steps) - 1)]
    won, playing = 0.0, 1.0
    for left in range(draws, 0, -1):
        won += playing * at[-1] * steps[-1] / STEP
        at[-1] -= at[-1] * steps[-1] / STEP
        for step in range(len(steps) - 2, -1, -1):
            moved = at[step] * steps[step] / STEP
            at[step] -= moved
            at[step + 1] += moved
        playing *= min(0.995, LAST_GO_AROUND + EACH_EARLIER * left) * (THREATENED if is_threatened else 1.0)
    return won, at[-1] * playing


def expected_waits(reading: Reading, counts: Counts, helps: tuple[int, ...], melds: int) -> float:
    """How many tiles a hand that is one from tenpai will wait for on average, if it discards well."""
    total = weight = 0.0
    for kind in helps:
        left = reading.unseen[kind]
        if left:
            total += left * _widest_wait(reading.unseen, with_tile(counts, kind), melds)
            weight += left
    return total / weight if weight else 0.0


def _widest_wait(unseen: Counts, counts: Counts, melds: int) -> int:
    widest = 0
    for kind in range(34):
        if counts[kind]:
            rest = with_tile(counts, kind, -1)
            if shanten(rest, melds) == 0:
                widest = max(widest, sum([unseen[wait] for wait in waits(rest, melds)]))
    return widest
