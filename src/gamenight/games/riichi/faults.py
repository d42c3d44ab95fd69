"""Which choices make no sense together."""

from __future__ import annotations

from gamenight.core.text import Words, say
from gamenight.games.riichi.deal.payments import STICK
from gamenight.games.riichi.deal.standings import LAST_ROUND
from gamenight.games.riichi.hand.tiles import TILES
from gamenight.games.riichi.options import Options, Rules, StartingDeal, rules_of
from gamenight.games.riichi.state import SEATS


def faults_of(options: Options) -> list[Words]:
    """What is wrong, in words."""
    rules = rules_of(options)
    faults: list[Words] = []
    if rules.oka and rules.target <= rules.start_points:
        faults.append(say("bad-oka", target=rules.target, start=rules.start_points))
    if rules.rons == "two" and not rules.abortive_draws:
        faults.append(say("bad-rons"))
    if rules.honba_each and rules.rons == "one":
        faults.append(say("bad-honba"))
    if not _is_possible(options.start, rules):
        faults.append(say("bad-start", total=SEATS * rules.start_points))
    if any(sorted(wall) != list(range(TILES)) for wall in options.walls):
        faults.append(say("bad-wall"))
    return faults


def _is_possible(start: StartingDeal, rules: Rules) -> bool:
    """There is such a deal in a match of this length, and no points have been lost on the way to it."""
    points = start.points or (rules.start_points,) * SEATS
    if len(points) != SEATS or any(each % 100 for each in points):
        return False
    total = sum(points) + STICK * start.sticks
    last = LAST_ROUND[rules.length] + (SEATS if rules.extension else 0)
    is_lost = rules.tobi and min(points) < 0
    return total == SEATS * rules.start_points and start.round <= last and not is_lost
