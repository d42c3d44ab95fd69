"""Rebuild states from the log: from the latest snapshot and the turns after it, or from all turns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

import msgspec

from gamenight.core.errors import GameEngineError, ReplayError
from gamenight.core.model import Event, GameConfig, GameState, MatchId, Record, Start, Step, Turn, digest
from gamenight.core.plugin import GamePlugin
from gamenight.core.replay import check_versions, decode_state, opening, play_on
from gamenight.store.errors import DamagedLog, RulesMismatch
from gamenight.store.log.checks import check_counts, check_promise, check_seats, compare_seats
from gamenight.store.log.contract import MatchStore, MatchSummary, Snapshot


async def reconstruct(store: MatchStore, plugin: GamePlugin, match_id: MatchId, upto: int | None = None) -> GameState:
    """The state after the first `upto` turns, or all; RulesMismatch if it was not played by these rules."""
    check_rules(plugin, await store.match(match_id))
    snapshot = await store.snapshot(match_id, upto)
    if snapshot is None:
        record = await store.record(match_id, upto)
        state, turns = opening(plugin, record).state, record.turns
    else:
        state, turns = thaw(plugin, match_id, snapshot), await store.turns(match_id, snapshot.upto, upto)
    for step in _follow(plugin, state, turns):
        state = step.state
    return state


async def verify(store: MatchStore, plugin: GamePlugin, match_id: MatchId) -> GameState:
    """Replay the whole match and compare everything that is stored; raises DamagedLog with the first difference."""
    check_rules(plugin, await store.match(match_id))
    record, stored = await store.record(match_id), await store.events(match_id)
    check_counts(match_id, record.turns, stored, await store.counted(match_id))
    check_promise(record)
    check_seats(record, stored)
    told = {index: [one.event for one in group] for index, group in groupby(stored, lambda one: one.turn_index)}
    first = _set_up(plugin, record)
    state, events = first.state, first.events
    _compare(match_id, None, events, told.get(None, []))
    digests = [digest(state)]
    for logged, step in zip(record.turns, _follow(plugin, state, record.turns), strict=True):
        state = step.state
        _compare_turn(match_id, logged, step.turn)
        _compare(match_id, step.turn.index, step.events, told.get(step.turn.index, []))
        digests.append(digest(state))
    await _compare_snapshots(store, plugin, record, digests)
    return state


def check_rules(plugin: GamePlugin, match: MatchSummary) -> None:
    """Refuse to continue a match under rules other than its own."""
    # Only the versions are checked: the rest of the record might not even be readable in another format.
    config = GameConfig({}, "", "")
    versions = Record(match.match_id, match.game_id, match.rules_version, match.players, config, 0, format=match.format)
    try:
        check_versions(plugin, versions)
    except ReplayError as error:
        raise RulesMismatch(f"{error}: its events can be shown, but it cannot continue") from None


def thaw(plugin: GamePlugin, match_id: MatchId, snapshot: Snapshot) -> GameState:
    """The state of a snapshot, checked against its digest."""
    place = snapshot.upto - 1 if snapshot.upto else None
    try:
        state = decode_state(plugin, snapshot.state)
    except (msgspec.ValidationError, KeyError) as error:
        raise DamagedLog(match_id, place, f"the snapshot does not fit the game ({error})") from None
    if digest(state) != snapshot.digest or state.turn_index != snapshot.upto:
        raise DamagedLog(match_id, place, "the snapshot has changed since it was stored; you can delete it")
    return state


def _set_up(plugin: GamePlugin, record: Record) -> Start:
    try:
        return opening(plugin, record)
    except GameEngineError as error:
        raise DamagedLog(record.match_id, None, f"the match cannot be set up again ({error})") from error


def _follow(plugin: GamePlugin, state: GameState, turns: Iterable[Turn]) -> Iterator[Step]:
    """Yield the step of each turn, applied to the state before it."""
    for turn in turns:
        try:
            (step,) = play_on(plugin, state, (turn,))
        except ReplayError as error:
            reason = str(error).partition(": ")[2]
            raise DamagedLog(state.match_id, turn.index, f"the turn does not replay ({reason})") from error
        state = step.state
        yield step


def _compare(match_id: MatchId, turn_index: int | None, played: Iterable[Event], stored: Iterable[Event]) -> None:
    if digest(msgspec.to_builtins(tuple(played))) != digest(msgspec.to_builtins(tuple(stored))):
        raise DamagedLog(match_id, turn_index, "the stored events differ from those of the replay")


def _compare_turn(match_id: MatchId, logged: Turn, played: Turn) -> None:
    if logged.actor != played.actor:
        raise DamagedLog(match_id, logged.index, f"the actor is {played.actor}, but the row says {logged.actor}")
    if digest(msgspec.to_builtins(logged)) != digest(msgspec.to_builtins(played)):
        raise DamagedLog(match_id, logged.index, "the stored turn differs from the replayed turn")


async def _compare_snapshots(store: MatchStore, plugin: GamePlugin, record: Record, digests: list[str]) -> None:
    """Compare every snapshot with the replayed state, from the latest back to the first."""
    match_id = record.match_id
    snapshot = await store.snapshot(match_id, len(digests) - 1)
    while snapshot is not None:
        state = thaw(plugin, match_id, snapshot)
        compare_seats(record, state.players)
        if digest(state) != digests[snapshot.upto]:
            raise DamagedLog(match_id, snapshot.upto - 1, "the snapshot differs from the replayed state")
        snapshot = await store.snapshot(match_id, snapshot.upto - 1)
