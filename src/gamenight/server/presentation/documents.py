"""States as their viewers see them, as plain data for the wire."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from operator import attrgetter
from typing import Any

import msgspec

from gamenight.core.engine import clocks, view
from gamenight.core.model import (
    Action,
    ClockView,
    ConcurrentMode,
    Event,
    Family,
    GameState,
    Phase,
    Player,
    PlayerId,
    PlayerView,
    SeatClock,
    TimerMode,
)
from gamenight.core.plugin import GamePlugin
from gamenight.protocol.messages import ActionGroup, ClockShown, SeenEvent, ShownView

_CONCURRENT = ConcurrentMode.CONCURRENT
_UNTIMED = TimerMode.NONE
_TOLD_OTHERWISE = {"engine.match_started", "engine.turn_started", "engine.turn_finished", "engine.match_finished"}
"""The view's prompt and phase, `game_started` and `game_over` say the same."""
_NO_CLOCKS: dict[PlayerId, ClockShown] = {}


def plain_view(plugin: GamePlugin, state: GameState, viewer: PlayerId | None) -> Any:
    """Everything that this viewer may know, as the document that updates change."""
    return document(view(plugin, state, viewer))


def document(seen: PlayerView) -> Any:
    """The ShownView for a client that asked for views."""
    phase = seen.phase
    return msgspec.to_builtins(
        ShownView(
            seen.status,
            phase.name,
            seen.prompt,
            seen.scores,
            seen.game_data,
            _expected(phase, seen.players),
            phase.mode is _CONCURRENT,
            phase.metadata,
            tuple(_grouped(seen.valid_actions)) if seen.valid_actions else (),
            _own_answer(seen),
            seen.pause_reason,
        )
    )


def document_without_view(seen: PlayerView) -> Any:
    """The ShownView without the view, for a client that asked for scenes only."""
    phase = seen.phase
    return msgspec.to_builtins(
        ShownView(
            seen.status,
            phase.name,
            seen.prompt,
            seen.scores,
            expected=_expected(phase, seen.players),
            concurrent=phase.mode is _CONCURRENT,
            pause_reason=seen.pause_reason,
        )
    )


def _expected(phase: Phase, players: tuple[Player, ...]) -> tuple[PlayerId, ...]:
    """The seats that the phase names. A phase that asks all who can act names every seat, to reveal no hand."""
    named = [entry.player_id for entry in phase.expected_actions]
    if len(named) == 1 and named[0] is not None:
        return (named[0],)
    if None in named:
        return tuple(player.player_id for player in players)
    return tuple(player.player_id for player in players if player.player_id in named)


def _grouped(listing: Iterable[Action | Family]) -> Iterator[ActionGroup | Family]:
    """Group consecutive actions of one type, as the names of type and fields are most of the bytes of a list."""
    for action_type, entries in groupby(listing, lambda entry: entry.action_type):
        group = list(entries)
        yield from (entry for entry in group if isinstance(entry, Family))
        payloads = [entry.payload for entry in group if isinstance(entry, Action)]
        if payloads:
            yield _group(action_type, payloads)


def _group(action_type: str, payloads: list[Any]) -> ActionGroup:
    kinds = {type(payload) for payload in payloads}
    first: Any = type(payloads[0])
    fields, names = _columns(first) if len(kinds) == 1 else (None, ())
    if fields is None:
        return ActionGroup(action_type, None, tuple(payloads))
    if len(names) == 1:
        return ActionGroup(action_type, fields, tuple([(getattr(payload, names[0]),) for payload in payloads]))
    values = attrgetter(*names) if names else lambda payload: ()
    return ActionGroup(action_type, fields, tuple(map(values, payloads)))


@cache
def _columns(kind: Any) -> tuple[tuple[str, ...] | None, tuple[str, ...]]:
    """The names of a payload's fields, on the wire and in Python; None if it does not encode as a plain object."""
    config = getattr(kind, "__struct_config__", None)
    if config is None or config.tag is not None or config.array_like or config.omit_defaults:
        return None, ()
    return kind.__struct_encode_fields__, kind.__struct_fields__


def _own_answer(seen: PlayerView) -> Any:
    if seen.committed is None:
        return None
    return {"action_type": seen.committed.action_type, "payload": seen.committed.payload}


def seen_events(events: Iterable[Event], viewer: PlayerId | None) -> list[SeenEvent | None]:
    """The events that this viewer may see. None stands for an event that is counted but not sent."""
    shown = [event.seen_by(viewer) for event in events]
    return [
        None if one.event_type in _TOLD_OTHERWISE else SeenEvent(one.event_type, one.player_id, one.payload)
        for one in shown
        if one is not None
    ]


def sent(seen: Iterable[SeenEvent | None]) -> tuple[SeenEvent, ...]:
    return tuple([event for event in seen if event is not None])


def shown_clocks(plugin: GamePlugin, state: GameState, viewer: PlayerId | None) -> dict[PlayerId, ClockShown]:
    """The clocks that this viewer may see; none if the match has no clock.

    With hidden actors neither due times nor the clocks of others may be shown: both would reveal who was asked.
    """
    is_untimed = state.config.timer.mode is _UNTIMED
    if is_untimed and not _any_runs(state.clocks.values()):
        return _NO_CLOCKS
    shown = clocks(plugin, state, viewer)
    if is_untimed and not _any_runs(shown.values()):
        return _NO_CLOCKS
    return {player: ClockShown(own.bank_ms, own.periods, own.deadline, own.held) for player, own in shown.items()}


def _any_runs(clocks: Iterable[SeatClock | ClockView]) -> bool:
    """Whether a clock runs or is held. It can in an untimed match, as a phase may set its own time."""
    return any(own.deadline is not None or own.held for own in clocks)
