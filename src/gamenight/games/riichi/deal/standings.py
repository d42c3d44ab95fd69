"""What follows a deal: who deals next, whether the match is over, and the final results."""

from __future__ import annotations

import math

from msgspec.structs import replace

from gamenight.core import Rng, TransitionResult
from gamenight.games.riichi.deal import events
from gamenight.games.riichi.deal.dealing import deal
from gamenight.games.riichi.deal.ending import ABORTIVE
from gamenight.games.riichi.deal.payments import STICK
from gamenight.games.riichi.options import MOST_DEALS, UMA, Rules
from gamenight.games.riichi.state import SEATS, Final, Outcome, RiichiState, Sheet

LAST_ROUND = {"hanchan": 7, "tonpuu": 3}


def go_on(table: RiichiState, rng: Rng) -> TransitionResult:
    """The next deal, or the end of the match."""
    outcome = table.outcome
    assert outcome is not None
    if is_over(table.rules, table.sheet, outcome):
        return end_match(table)
    return deal(table.rules, next_sheet(table.sheet, outcome), table.walls, rng, outcome)


def dealer_repeats(sheet: Sheet, outcome: Outcome) -> bool:
    """After a win or tenpai of the dealer, and after an abortive draw."""
    if outcome.wins:
        return any(win.seat == sheet.dealer for win in outcome.wins)
    return outcome.kind in ABORTIVE or sheet.dealer in outcome.tenpai


def next_sheet(sheet: Sheet, outcome: Outcome) -> Sheet:
    repeats = dealer_repeats(sheet, outcome)
    honba = sheet.honba + 1 if repeats or not outcome.wins else 0
    return replace(sheet, round=sheet.round if repeats else sheet.round + 1, honba=honba)


def is_over(rules: Rules, sheet: Sheet, outcome: Outcome) -> bool:
    points, last = sheet.points, LAST_ROUND[rules.length]
    if sheet.deal >= (rules.deals or MOST_DEALS) or (rules.tobi and min(points) < 0):
        return True
    if sheet.round < last:
        return False
    has_target = max(points) >= rules.target
    if dealer_repeats(sheet, outcome):
        if outcome.kind in ABORTIVE:
            return False
        may_stop = rules.agari_yame == "tenpai" or (rules.agari_yame == "win" and bool(outcome.wins))
        return may_stop and has_target and order_of(points)[0] == sheet.dealer
    return has_target or not rules.extension or sheet.round >= last + SEATS


def order_of(points: tuple[int, ...]) -> tuple[int, ...]:
    """The seats from first to last; of equal points the nearest to the first dealer comes first."""
    return tuple(sorted(range(SEATS), key=lambda n: (-points[n], n)))


def end_match(table: RiichiState) -> TransitionResult:
    final = final_of(table.rules, table.sheet)
    after = replace(
        table,
        sheet=replace(table.sheet, points=final.points, sticks=0),
        play=replace(table.play, stage="over"),
        final=final,
    )
    ties = None
    if table.rules.ties == "seat":
        ties = tuple([-final.order.index(n) for n in range(SEATS)])
    return TransitionResult(after, (events.match_ended(final),), final.points, game_over=True, tie_break=ties)


def final_of(rules: Rules, sheet: Sheet) -> Final:
    """Points with leftover sticks, and results with uma and oka."""
    order, points = order_of(sheet.points), list(sheet.points)
    if rules.leftover_sticks == "first":
        points[order[0]] += STICK * sheet.sticks
    uma = _uma(rules, tuple(points), order)
    start = rules.target if rules.oka else rules.start_points
    results = [_thousands(points[n], rules) - start / 1000 + uma[n] for n in range(SEATS)]
    if rules.oka:
        results[order[0]] -= sum(results)
    return Final(order, tuple(points), tuple([round(result, 3) for result in results]))


def _thousands(points: int, rules: Rules) -> float:
    """Points in thousands; where they are rounded, halves go away from zero."""
    if rules.rounding == "exact":
        return points / 1000
    return math.copysign(math.floor(abs(points) / 1000 + 0.5), points)


def _uma(rules: Rules, points: tuple[int, ...], order: tuple[int, ...]) -> list[float]:
    """What each seat's place is worth; where ties are shared, so are the places."""
    worth = UMA[rules.uma]
    if rules.ties == "seat":
        return [float(worth[order.index(n)]) for n in range(SEATS)]
    places = [[place for place, n in enumerate(order) if points[n] == points[own]] for own in range(SEATS)]
    return [sum(worth[place] for place in shared) / len(shared) for shared in places]
