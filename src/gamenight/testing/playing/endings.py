"""Matches that end early: players leave, or the match is abandoned."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

from msgspec.structs import replace

from gamenight.core.engine import advance
from gamenight.core.model import Abandon, Forfeit, Input, Refusal
from gamenight.testing.playing.playouts import instant, is_active
from gamenight.testing.playing.position import Position
from gamenight.testing.reporting.report import BrokenRule, reason_of

Look = Callable[[Position], int]


def and_early_ends(look: Look) -> Look:
    """The same check, also made after players leave at the last prompt of a match, or after it is abandoned there."""

    def look_on(position: Position) -> int:
        return look(position) + sum(_look_at(look, told, other) for told, other in position.once(early_ends))

    return look_on


def _look_at(look: Look, told: str, position: Position) -> int:
    try:
        return look(position)
    except Exception as error:
        raise BrokenRule(f"{told}, {reason_of(error)}") from error


def early_ends(position: Position) -> list[tuple[str, Position]]:
    """The early ends that are possible at the last prompt of a match, each with its description; only for the last
    position."""
    return list(_early_ends(position)) if position.is_last else []


def _early_ends(position: Position) -> Iterator[tuple[str, Position]]:
    prompts = [at for at, state in enumerate(position.playout.states) if is_active(state)]
    if not prompts:
        return
    here = Position(position.game, position.playout.upto(prompts[-1]), prompts[-1])
    abandoned = _after(here, Abandon("nobody goes on"))
    if abandoned is not None:
        yield "after the match is abandoned", abandoned
    yield from _one_after_the_other(here)


def _one_after_the_other(here: Position) -> Iterator[tuple[str, Position]]:
    """Let players leave until the match is over: with two players that is at once, with more it may continue."""
    gone = set(chain.from_iterable(here.state.out))
    playing = [player.player_id for player in here.state.players if player.player_id not in gone]
    left: list[str] = []
    for seat in here.rng("early ends").shuffle(playing):
        after = _after(here, Forfeit(seat, "resignation"))
        if after is None:
            return
        here = after
        left.append(seat)
        yield f"after {' and '.join(left)} left", here
        if not here.is_active:
            return


def _after(here: Position, input: Input) -> Position | None:
    """The position after one more input; None if the input fails, which `forfeit` reports."""
    try:
        step = advance(here.game, here.state, input, instant(here.state, input))
    except Exception:
        return None
    if isinstance(step, Refusal):
        return None
    playout = here.playout
    longer = replace(playout, states=(*playout.states, step.state), steps=(*playout.steps, step))
    return Position(here.game, longer, here.at + 1)
