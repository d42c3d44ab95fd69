"""The check of other players' answers: a secret answer must not be revealed to a viewer who cannot see it."""

from __future__ import annotations

from gamenight.core.model import Act, Action, ConcurrentMode, Due, PlayerId
from gamenight.core.rng import Rng
from gamenight.testing.checks.secrets import can_look, game_views, some_viewers
from gamenight.testing.playing.playouts import is_active, name_of, random_action
from gamenight.testing.playing.position import Position
from gamenight.testing.reporting.compare import difference_in_order, encoded
from gamenight.testing.reporting.report import BrokenRule
from gamenight.testing.worlds.moments import seen, shown
from gamenight.testing.worlds.pairs import Pair, PlayedWorld, open_pair

SEATS = 2
TRIES = 4


def answers_alike(position: Position) -> int:
    """Change the answer of one other seat: if the viewer's next view is equal, everything else that it is shown must be
    equal, too.

    Only for games that hide hands: in others, every player may know all actions.
    """
    if not can_look(position) or position.game.hides != "hands":
        return 0
    cases = 0
    for viewer in some_viewers(position):
        others = [seat for seat in position.state.to_act if seat != viewer]
        for seat in position.rng(f"others {name_of(viewer)}").sample(others, SEATS):
            cases += _vary(position, viewer, seat)
    return cases


def _vary(position: Position, viewer: PlayerId | None, seat: PlayerId) -> int:
    rng = position.rng(f"answers {name_of(viewer)} {seat}")
    pair = open_pair(position, viewer, 0, position.state.game_data)
    answers = _two_answers(position, pair.sides[0], seat, rng)
    if answers is None:
        return 0
    others = _answers_of_others(pair.sides[0], seat, rng)
    pair.forget_events()
    both = f"{seat} does {_told(answers[0])} in one match and {_told(answers[1])} in the other"
    prompt = pair.sides[0].state.prompt
    if not all(_put(side, action) for side, action in zip(pair.sides, answers, strict=True)):
        return 0
    if all(_is_open(side, prompt) for side in pair.sides):
        _compare(pair, both)
    closed = [_close(side, prompt, others) for side in pair.sides]
    if position.state.phase.reveals or not all(closed) or len(set(game_views(pair))) > 1:
        return 0
    _compare(pair, both)
    return 1


def _two_answers(position: Position, side: PlayedWorld, seat: PlayerId, rng: Rng) -> tuple[Action, Action] | None:
    """Two different legal answers, or None if none were found. In a sequential phase they have the same type, as
    every player sees the type of the action."""
    if seat not in side.state.to_act:
        return None
    one = random_action(position.game, side.state, seat, rng)
    is_secret = side.state.phase.mode is ConcurrentMode.CONCURRENT
    for _ in range(TRIES):
        other = random_action(position.game, side.state, seat, rng)
        if encoded(other) != encoded(one) and (is_secret or other.action_type == one.action_type):
            return one, other
    return None


def _answers_of_others(side: PlayedWorld, seat: PlayerId, rng: Rng) -> dict[PlayerId, Action]:
    if side.state.phase.mode is not ConcurrentMode.CONCURRENT:
        return {}
    return {other: random_action(side.game, side.state, other, rng) for other in side.state.to_act if other != seat}


def _told(action: Action) -> str:
    return f"{action.action_type!r} {encoded(action.payload).decode()[:80]}"


def _put(side: PlayedWorld, action: Action) -> bool:
    return side.put(Act(action, side.state.prompt), side.state.last_at)


def _is_open(side: PlayedWorld, prompt: int) -> bool:
    return is_active(side.state) and side.state.prompt == prompt


def _close(side: PlayedWorld, prompt: int, answers: dict[PlayerId, Action]) -> bool:
    """Let the other seats answer, as long as the prompt is open; then let it time out. False if it stays open."""
    for action in answers.values():
        if _is_open(side, prompt) and not _put(side, action):
            return False
    if not _is_open(side, prompt):
        return True
    return side.state.due_at is not None and side.put(Due(prompt), side.state.due_at)


def _compare(pair: Pair, both: str) -> None:
    who = name_of(pair.viewer)
    here, there = pair.sides
    changed = difference_in_order(seen(here.events, pair.viewer), seen(there.events, pair.viewer))
    if changed:
        raise BrokenRule(f"an event reveals to {who} what its view does not show: {both}, and of the events {changed}")
    views = [shown(pair.game, side.state, pair.viewer) for side in pair.sides]
    changed = difference_in_order(*views)
    if changed:
        raise BrokenRule(f"{who} is shown a secret action of another seat: {both}, and {changed}")
