"""What a player does: win if it can; otherwise abort, kan, riichi, call or discard."""

from __future__ import annotations

from collections.abc import Sequence

from gamenight.core import Action, PlayerId, Rng, seat_index
from gamenight.games.riichi.actions import Discard, Kan
from gamenight.games.riichi.deal.calls import call_actions
from gamenight.games.riichi.deal.turns import turn_actions
from gamenight.games.riichi.hand.faces import faces
from gamenight.games.riichi.hand.hands import orphan_kinds
from gamenight.games.riichi.hand.shapes import shanten
from gamenight.games.riichi.hand.tiles import counts_of, read_kind
from gamenight.games.riichi.player.calling import best_call
from gamenight.games.riichi.player.discarding import RatedDiscard, holding, ranked_discards
from gamenight.games.riichi.player.reading import Reading, read_table
from gamenight.games.riichi.player.skill import Skill
from gamenight.games.riichi.state import RiichiState

KOKUSHI_KINDS = 11
"""With so many different terminals and honours thirteen orphans are worth a try."""
GOOD_START = 2
NEXT_BEST = 3
WIDE_ENOUGH = 2
"""Riichi needs so many unseen tiles that it waits for."""


def sensible(table: RiichiState, player_id: PlayerId, rng: Rng, skill: Skill) -> Action | None:
    """What the player does now; None if nothing is asked of it."""
    seat = seat_index(player_id)
    match table.play.stage:
        case "turn" if seat == table.play.seat:
            return choose(table, seat, turn_actions(table, seat), skill, rng)
        case "call" | "rob" if seat != table.play.seat:
            return choose(table, seat, call_actions(table, seat), skill, rng)
        case _:
            return None


def choose(table: RiichiState, seat: int, listed: Sequence[Action], skill: Skill, rng: Rng) -> Action:
    """The action of these that the seat takes; it sees its own tiles and what lies open, nothing else."""
    if len(listed) == 1:
        return listed[0]
    by_type = {action.action_type: action for action in listed}
    for win in ("tsumo", "ron"):
        if win in by_type:
            return by_type[win]
    reading = read_table(table, seat, skill)
    if "pass" in by_type:
        calls = [action for action in listed if action.action_type in ("pon", "chi")]
        return best_call(table, reading, calls) or by_type["pass"]
    return _turn(table, reading, listed, rng)


def _turn(table: RiichiState, reading: Reading, listed: Sequence[Action], rng: Rng) -> Action:
    if table.flags[reading.seat].riichi:
        return _in_riichi(listed)
    for action in listed:
        if action.action_type == "kyuushu_kyuuhai" and _should_abort(reading):
            return action
        if action.action_type in ("closed_kan", "added_kan") and _should_kan(reading, action):
            return action
    choices = ranked_discards(reading, holding(reading.tiles, reading.melds), barred=table.play.forbidden)
    return _action_for(table, choices[_slip(reading.skill, len(choices), rng)], reading, listed)


def _slip(skill: Skill, choices: int, rng: Rng) -> int:
    """The number of the discard that the player takes: 0 is the best one, and a slip takes one of the next few."""
    if choices == 1 or not skill.slips or rng.below(skill.slips):
        return 0
    return 1 + rng.below(min(NEXT_BEST, choices - 1))


def _in_riichi(listed: Sequence[Action]) -> Action:
    """A kan that keeps the waits brings another draw and another dora; otherwise the drawn tile goes."""
    return next((action for action in listed if action.action_type == "closed_kan"), listed[0])


def _should_abort(reading: Reading) -> bool:
    is_far = shanten(counts_of(reading.tiles)) > GOOD_START
    return is_far and orphan_kinds(reading.tiles) < KOKUSHI_KINDS


def _should_kan(reading: Reading, action: Action) -> bool:
    """A kan that costs nothing: the hand is no further from complete, and nobody threatens."""
    assert isinstance(action.payload, Kan)
    if reading.threats:
        return False
    kind = read_kind(action.payload.tile)
    rest = counts_of([tile for tile in reading.tiles if tile // 4 != kind])
    added = action.action_type == "added_kan"
    melds = len(reading.melds)
    after = shanten(rest, melds if added else melds + 1)
    return after <= shanten(counts_of(reading.tiles), melds) and after <= 1


def _action_for(table: RiichiState, choice: RatedDiscard, reading: Reading, listed: Sequence[Action]) -> Action:
    """The listed action for a discard: with riichi if the hand is then tenpai and worth it."""
    face, drawn = faces(red_fives=table.rules.red_fives), table.play.drawn
    name = face[choice.tile]
    found = [a for a in listed if isinstance(a.payload, Discard) and a.payload.tile == name]
    found.sort(
        key=lambda action: (isinstance(action.payload, Discard) and action.payload.drawn) == (choice.tile == drawn)
    )
    riichi = [action for action in found if action.action_type == "riichi"]
    if riichi and _should_riichi(reading, choice):
        return riichi[-1]
    return [action for action in found if action.action_type == "discard"][-1]


def _should_riichi(reading: Reading, choice: RatedDiscard) -> bool:
    plan = choice.prospect.plan
    if plan is None or not plan.needs_riichi or plan.distance > 0:
        return False
    return sum([reading.unseen[kind] for kind in plan.helps]) >= WIDE_ENOUGH
