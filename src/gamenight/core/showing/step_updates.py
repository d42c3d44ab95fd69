"""Divide a step into the states that viewers see one after the other, each with the events before it."""

from __future__ import annotations

from msgspec import Struct

from gamenight.core.model import Event, GameState, Start, Step


class StepUpdate(Struct, frozen=True):
    """A state, the events that led to it, and how long it is shown before the next one; 0 for the last one."""

    state: GameState
    events: tuple[Event, ...]
    shown_ms: int = 0


def step_updates(step: Start | Step) -> tuple[StepUpdate, ...]:
    """The stages of a step in order, then the state that it ends with."""
    if not step.stages:
        return (StepUpdate(step.state, step.events),)
    ends = [0, *(stage.events for stage in step.stages)]
    shown = [
        StepUpdate(stage.state, step.events[begin : stage.events], stage.shown_ms)
        for begin, stage in zip(ends, step.stages, strict=False)
    ]
    return (*shown, StepUpdate(step.state, step.events[ends[-1] :]))
