"""The deal, and the draw from the wall."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from gamenight.core import Rng, TransitionResult
from gamenight.games.riichi.deal import events
from gamenight.games.riichi.deal.wall import after_deal, dealt_hands, next_live, next_rinshan
from gamenight.games.riichi.hand.faces import looks
from gamenight.games.riichi.options import Options, Rules, rules_of
from gamenight.games.riichi.state import SEATS, Flags, Outcome, Play, RiichiState, Sheet, Tiles

NO_FLAGS = (Flags(),) * SEATS


def open_match(options: Options, rng: Rng) -> TransitionResult:
    rules, start = rules_of(options), options.start
    points = start.points or (rules.start_points,) * SEATS
    return deal(rules, Sheet(points, start.round, start.honba, start.sticks), options.walls, rng)


def deal(
    rules: Rules, sheet: Sheet, walls: tuple[Tiles, ...], rng: Rng, outcome: Outcome | None = None
) -> TransitionResult:
    """The next deal on this sheet, from a fixed wall if there is one; `outcome` is how the last one has ended."""
    order = walls[0] if walls else rng.stream("wall", sheet.deal).shuffle(looks(red_fives=rules.red_fives))
    table = replace(table_dealt(rules, sheet, order), walls=walls[1:], outcome=outcome)
    return TransitionResult(table, (events.dealt(table),), sheet.points)


def table_dealt(rules: Rules, sheet: Sheet, order: Sequence[int]) -> RiichiState:
    """The table when a wall in this order has been dealt, and the dealer is to draw."""
    look = looks(red_fives=rules.red_fives)
    order = [look[tile] for tile in order]
    return RiichiState(
        rules=rules,
        sheet=replace(sheet, deal=sheet.deal + 1),
        wall=after_deal(order),
        hands=tuple([tuple(sorted(hand)) for hand in dealt_hands(order, sheet.dealer)]),
        melds=((),) * SEATS,
        rivers=((),) * SEATS,
        flags=NO_FLAGS,
        play=Play("draw", sheet.dealer),
    )


def draw(table: RiichiState) -> TransitionResult:
    """The seat on turn takes the next tile, or after a kan a replacement tile."""
    play = table.play
    tile, wall = (next_rinshan if play.is_rinshan else next_live)(table.wall)
    after = replace(table, wall=wall, flags=_flags_after_draw(table), play=replace(play, stage="turn", drawn=tile))
    return TransitionResult(after, (events.drawn(after, tile),))


def _flags_after_draw(table: RiichiState) -> tuple[Flags, ...]:
    """Where furiten ends with the draw, what was let go is forgotten."""
    seat = table.play.seat
    own = table.flags[seat]
    if table.rules.furiten_until == "discard" or own.riichi or not own.missed:
        return table.flags
    return put(table.flags, seat, replace(own, missed=()))


def put(flags: tuple[Flags, ...], seat: int, own: Flags) -> tuple[Flags, ...]:
    return (*flags[:seat], own, *flags[seat + 1 :])
