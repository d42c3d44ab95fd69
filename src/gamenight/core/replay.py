"""Rebuild a state from a record, to any turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from gamenight.core.advancing.continue_prompt import payload_type
from gamenight.core.engine import advance, start
from gamenight.core.errors import GameEngineError, ReplayError
from gamenight.core.listing.actions import Listing
from gamenight.core.model import RECORD_FORMAT, GameState, PlayerId, Record, Refusal, Start, Step, Turn
from gamenight.core.plugin import GamePlugin


def replay(plugin: GamePlugin, record: Record, upto: int | None = None) -> GameState:
    """The state after the first `upto` turns, or after all."""
    state = opening(plugin, record).state
    for step in play_on(plugin, state, first_turns(record, upto)):
        state = step.state
    return state


def first_turns(record: Record, upto: int | None) -> tuple[Turn, ...]:
    """The first `upto` turns of a record, or all."""
    if upto is None:
        return record.turns
    if not 0 <= upto <= len(record.turns):
        raise ReplayError(f"match {record.match_id} has {len(record.turns)} turns, so there is no state after {upto}")
    return record.turns[:upto]


def opening(plugin: GamePlugin, record: Record) -> Start:
    """Set the match up again: the state before the first turn, with its events."""
    check_versions(plugin, record)
    return start(plugin, record.match_id, record.players, record.config, record.started_at)


def play_on(plugin: GamePlugin, state: GameState, turns: Iterable[Turn]) -> Iterator[Step]:
    """Apply the recorded turns, one by one, to the opening state or to that of a snapshot."""
    listings: Mapping[PlayerId, Listing] = {}
    for turn in turns:
        if turn.index != state.turn_index:
            raise ReplayError(f"match {state.match_id}: turn {state.turn_index} is missing, found {turn.index}")
        try:
            known = listings.get(turn.actor)
            step = advance(plugin, state, turn.input, turn.at, chosen=turn.chosen, listing=known)
        except GameEngineError as error:
            raise ReplayError(f"match {state.match_id}, turn {turn.index}: {error}") from error
        if isinstance(step, Refusal):
            raise ReplayError(f"match {state.match_id}, turn {turn.index}: refused as {step.code}: {step.message}")
        state, listings = step.state, step.listings
        logged = msgspec.structs.replace(step.turn, client_id=turn.client_id)
        yield msgspec.structs.replace(step, turn=logged)


def check_versions(plugin: GamePlugin, record: Record) -> None:
    """Refuse a record of another rules version or format, as its replay would give a wrong board."""
    if record.format != RECORD_FORMAT:
        raise ReplayError(f"match {record.match_id} has record format {record.format}; this is format {RECORD_FORMAT}")
    if (record.game_id, record.rules_version) != (plugin.game_id, plugin.rules_version):
        raise ReplayError(
            f"match {record.match_id} was played under {record.game_id}/v{record.rules_version}; "
            f"installed is {plugin.game_id}/v{plugin.rules_version}"
        )


def decode_record(data: Any) -> Record:
    """Decode a record from plain JSON data."""
    try:
        return msgspec.convert(data, Record)
    except msgspec.ValidationError as error:
        raise ReplayError(f"not a match record: {error}") from None


def decode_state(plugin: GamePlugin, data: Any) -> GameState:
    """Decode a snapshot from plain JSON data, including the game's state and the committed actions."""
    state = msgspec.convert(data, GameState)
    committed = {
        seat: msgspec.structs.replace(
            action, payload=msgspec.convert(action.payload, payload_type(plugin.action_types, action.action_type))
        )
        for seat, action in state.committed.items()
    }
    game_data = msgspec.convert(state.game_data, plugin.state_type)
    return msgspec.structs.replace(state, game_data=game_data, committed=committed)
