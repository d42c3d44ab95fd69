"""A step as its viewers see it: piece by piece, each with what happened before it."""

from __future__ import annotations

from msgspec import Struct

from gamenight.core.model import Event, GameState, Start, Step


class Beat(Struct, frozen=True):
    """A state, the events that led to it, and how long it is shown before the next one; 0: it is the last."""

    state: GameState
    events: tuple[Event, ...]
    shown_ms: int = 0


def beats(step: Start | Step) -> tuple[Beat, ...]:
    """The stages of a step in order, then the state that it ends with."""
    if not step.stages:
        return (Beat(step.state, step.events),)
    ends = [0, *(stage.events for stage in step.stages)]
    shown = [
        Beat(stage.state, step.events[told : stage.events], stage.shown_ms)
        for told, stage in zip(ends, step.stages, strict=False)
    ]
    return (*shown, Beat(step.state, step.events[ends[-1] :]))
