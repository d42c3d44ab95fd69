"""A match from the log: its state, what each viewer has been shown, and for a delayed table what is still to come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from gamenight.core.model import Event, GameState, MatchId, PlayerId, Step
from gamenight.core.plugin import GamePlugin
from gamenight.core.replay import opening, play_on
from gamenight.store.log import MatchStore
from gamenight.store.rebuild import check_rules, reconstruct

Numbers = dict[PlayerId | None, int]
"""How many logged events each viewer has been shown."""


class Loaded(Struct, frozen=True):
    """`seen` is the state that whoever has no seat sees, from `seen_at` on; `waiting` are the steps they see later.

    `told` are the events that led to `state`; those that led to `seen` stand first.
    """

    state: GameState
    numbers: Numbers
    told: tuple[Event, ...]
    seen: GameState
    seen_at: int
    waiting: tuple[Step, ...] = ()


async def load_match(store: MatchStore, plugin: GamePlugin, match_id: MatchId, delay_ms: int, now: int) -> Loaded:
    """OtherRules if the match was not played by these rules."""
    if delay_ms:
        return await _with_its_past(store, plugin, match_id, now - delay_ms)
    state = await reconstruct(store, plugin, match_id)
    stored = await store.events(match_id)
    told = tuple([one.event for one in stored if one.turn_index is None or one.turn_index < state.turn_index])
    return Loaded(state, numbers_after(state, told), told, state, state.last_at)


async def _with_its_past(store: MatchStore, plugin: GamePlugin, match_id: MatchId, until: int) -> Loaded:
    check_rules(plugin, await store.match(match_id))
    record = await store.record(match_id)
    seen, events = opening(plugin, record)
    state, told, told_then = seen, list(events), list(events)
    waiting: list[Step] = []
    for step in play_on(plugin, seen, record.turns):
        state = step.state
        told += step.events
        if step.turn.at > until or waiting:
            waiting.append(step)
        else:
            seen = state
            told_then += step.events
    numbers = numbers_after(state, told)
    numbers[None] = numbers_after(seen, told_then)[None]
    return Loaded(state, numbers, tuple(told), seen, seen.last_at, tuple(waiting))


def numbers_after(state: GameState, events: Iterable[Event]) -> Numbers:
    """How many of these events each viewer sees."""
    by_audience = Counter(event.audience for event in events)
    everybody = by_audience.pop(None, 0)
    numbers: Numbers = {None: everybody}
    for player in state.players:
        own = player.player_id
        numbers[own] = everybody + sum(n for audience, n in by_audience.items() if audience and own in audience)
    return numbers
