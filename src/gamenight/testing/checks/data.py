"""Checks of data: encoding to JSON and decoding, replay, and determinism."""

from __future__ import annotations

import json as standard_json
from typing import Any

import msgspec

from gamenight.core.engine import view
from gamenight.core.errors import GameEngineError
from gamenight.core.model import Event, GameState, PlayerView, Record, digest
from gamenight.core.plugin import GamePlugin
from gamenight.core.replay import decode_record, decode_state, opening, play_on
from gamenight.testing.playing.playouts import Playout, name_of, viewers
from gamenight.testing.playing.position import Position
from gamenight.testing.reporting.compare import difference
from gamenight.testing.reporting.report import BrokenRule

A_WHILE = 60
LONG = 600
"""Maximum number of turns of a match that are compared with its replay: matches can have thousands."""


def sent(value: Any) -> Any:
    """The value as a client receives it through JSON."""
    return standard_json.loads(standard_json.dumps(msgspec.to_builtins(value, str_keys=True), allow_nan=False))


def json(position: Position) -> int:
    try:
        _check_state(position.game, position.state)
        for viewer in viewers(position.state):
            _check_view(position.game, view(position.game, position.state, viewer))
        events = position.step.events if position.step else position.playout.opening
        for event in events:
            _check_event(event)
    except (TypeError, ValueError, msgspec.MsgspecError, RecursionError, OverflowError) as error:
        raise BrokenRule(f"a state, view or event cannot be encoded to JSON and decoded: {error}") from None
    return 1


def _check_state(game: GamePlugin, state: GameState) -> None:
    if not isinstance(state.game_data, game.state_type):
        raise BrokenRule(f"game_data is a {type(state.game_data).__name__}, not a {game.state_type}")
    again = decode_state(game, sent(state))
    changed = difference(state, again)
    if changed:
        raise BrokenRule(f"the state changes when it is encoded to JSON and decoded: {changed}")
    for question, ask in (
        ("phase_of", lambda data: None if state.is_over else game.phase_of(data)),
        ("get_valid_actions", lambda data: [game.get_valid_actions(data, seat) for seat in state.expected]),
        ("get_player_view", lambda data: [game.get_player_view(data, viewer) for viewer in viewers(state)]),
    ):
        changed = difference(ask(state.game_data), ask(again.game_data))
        if changed:
            raise BrokenRule(f"{question} returns something else for the state encoded to JSON and decoded: {changed}")


def _check_view(game: GamePlugin, shown: PlayerView) -> None:
    who = name_of(shown.viewer_id)
    again = msgspec.convert(sent(shown.game_data), game.view_type)
    changed = difference(shown.game_data, again)
    if changed:
        raise BrokenRule(f"the view of {who} changes when it is encoded to JSON and decoded: {changed}")
    sent(shown)


def _check_event(event: Event) -> None:
    changed = difference(event, msgspec.convert(sent(event), Event))
    if changed:
        raise BrokenRule(f"the event {event.event_type} changes when it is encoded to JSON and decoded: {changed}")


def replay(position: Position) -> int:
    """Replay the match, or the beginning of a long one, from its record as JSON, and compare turn by turn."""
    if not position.is_last:
        return 0
    playout = position.playout.upto(min(position.at, LONG))
    return _compare_replay(position.game, playout, decode_record(sent(playout.record(position.game))))


def determinism(position: Position) -> int:
    """Replay the beginning of the match in the same process, and compare turn by turn."""
    if not position.is_last:
        return 0
    playout = position.playout.upto(min(position.at, A_WHILE))
    return _compare_replay(position.game, playout, playout.record(position.game))


def _compare_replay(game: GamePlugin, playout: Playout, record: Record) -> int:
    first = opening(game, record)
    state, events = first.state, first.events
    _compare(playout.states[0], playout.opening, state, events, "the opening")
    try:
        for step, again in zip(playout.steps, play_on(game, state, record.turns), strict=True):
            _compare(step.state, step.events, again.state, again.events, f"turn {step.turn.index}")
    except GameEngineError as error:
        raise BrokenRule(f"the record does not replay: {error}") from None
    return len(playout.states)


def _compare(state: GameState, events: tuple[Event, ...], again: GameState, once_more: Any, where: str) -> None:
    if not _is_same(state, again) and digest(state) != digest(again):
        raise BrokenRule(f"the same inputs led to another state at {where}: {difference(state, again)}")
    changed = None if _is_same(events, once_more) else difference(events, once_more)
    if changed:
        raise BrokenRule(f"the same inputs led to other events at {where}: {changed}")


def _is_same(one: Any, other: Any) -> bool:
    """Whether both have the same JSON with keys in the same order: a quick comparison, before keys are sorted."""
    return msgspec.json.encode(one) == msgspec.json.encode(other)
