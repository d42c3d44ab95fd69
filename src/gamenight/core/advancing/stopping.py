"""Matches that are paused, resumed or abandoned."""

from __future__ import annotations

from msgspec import to_builtins

from gamenight.core.advancing import clock
from gamenight.core.advancing.deadlines import clocks_start_at, plan
from gamenight.core.advancing.draft import Draft
from gamenight.core.advancing.flow import shut
from gamenight.core.model import Event, GameResult, GameStatus
from gamenight.core.text import Words


def pause(draft: Draft, reason: Words) -> None:
    draft.status, draft.pause_reason, draft.paused_at, draft.due_at = GameStatus.PAUSED, reason, draft.now, None
    draft.clocks = {seat: clock.stop(own, draft.now) for seat, own in draft.clocks.items()}
    draft.events.append(Event("engine.paused", None, {"reason": to_builtins(reason)}))


def resume(draft: Draft) -> None:
    assert draft.paused_at is not None
    draft.opened_at += draft.now - draft.paused_at
    draft.status, draft.pause_reason, draft.paused_at = GameStatus.ACTIVE, None, None
    draft.clocks = {seat: clock.run(own, clocks_start_at(draft)) for seat, own in draft.clocks.items()}
    draft.events.append(Event("engine.resumed"))
    plan(draft)


def abandon(draft: Draft, status: GameStatus, reason: Words) -> None:
    kind = "engine.error" if status is GameStatus.ERROR else "engine.abandoned"
    draft.events.append(Event(kind, None, {"message": to_builtins(reason)}))
    draft.result = GameResult((), "abandonment")
    shut(draft, status)
