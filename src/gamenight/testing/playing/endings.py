"""Matches that end before their rules end them: somebody leaves, or nobody goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

from msgspec.structs import replace

from gamenight.core.engine import advance
from gamenight.core.model import Abandon, Forfeit, Input, Refusal
from gamenight.testing.playing.playouts import instant, is_active
from gamenight.testing.playing.position import Position
from gamenight.testing.reporting.report import Fault, reason_of

Look = Callable[[Position], int]


def and_early_ends(look: Look) -> Look:
    """The check, and the same for the last prompt of a match when players leave there, or when it is abandoned."""

    def look_on(position: Position) -> int:
        return look(position) + sum(_look_at(look, told, other) for told, other in early_ends(position))

    return look_on


def _look_at(look: Look, told: str, position: Position) -> int:
    try:
        return look(position)
    except Exception as error:
        raise Fault(f"{told}, {reason_of(error)}") from error


def early_ends(position: Position) -> Iterator[tuple[str, Position]]:
    """What could have come after the last prompt of the match, in words; only where it is looked at as a whole."""
    prompts = [at for at, state in enumerate(position.playout.states) if is_active(state)]
    if not position.is_last or not prompts:
        return
    here = Position(position.game, position.playout.upto(prompts[-1]), prompts[-1])
    abandoned = _after(here, Abandon("nobody goes on"))
    if abandoned is not None:
        yield "once the match is abandoned", abandoned
    yield from _one_after_the_other(here)


def _one_after_the_other(here: Position) -> Iterator[tuple[str, Position]]:
    """Players leave until the match is over: with two of them at once, with more it goes on for a while."""
    gone = set(chain.from_iterable(here.state.out))
    playing = [player.player_id for player in here.state.players if player.player_id not in gone]
    left: list[str] = []
    for seat in here.rng("early ends").shuffle(playing):
        after = _after(here, Forfeit(seat, "resignation"))
        if after is None:
            return
        here = after
        left.append(seat)
        yield f"once {' and '.join(left)} left", here
        if not here.is_active:
            return


def _after(here: Position, input: Input) -> Position | None:
    """The position after one more input; None if it cannot be put, which is the business of `forfeit`."""
    try:
        step = advance(here.game, here.state, input, instant(here.state, input))
    except Exception:
        return None
    if isinstance(step, Refusal):
        return None
    playout = here.playout
    longer = replace(playout, states=(*playout.states, step.state), steps=(*playout.steps, step))
    return Position(here.game, longer, here.at + 1)
