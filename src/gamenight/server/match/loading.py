"""Load a match from the log: its state, what each viewer has seen, and at a delayed table what is still to come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from gamenight.core.model import Event, GameState, MatchId, PlayerId, Start, Step
from gamenight.core.plugin import GamePlugin
from gamenight.core.replay import opening, play_on
from gamenight.core.showing.step_updates import StepUpdate, step_updates
from gamenight.store.log.contract import MatchStore
from gamenight.store.rebuild import check_rules, reconstruct

Numbers = dict[PlayerId | None, int]
"""The number of logged events that each viewer has seen."""


class Loaded(Struct, frozen=True):
    """`shown` is the current state for the players, after stages of the opening that are still shown, with all events.

    `seen` is the same for viewers without a seat, from `seen_at` on; `waiting` are the steps that they see later.
    """

    shown: tuple[StepUpdate, ...]
    numbers: Numbers
    seen: tuple[StepUpdate, ...]
    seen_at: int
    waiting: tuple[Step, ...] = ()

    @property
    def state(self) -> GameState:
        return self.shown[-1].state


async def load_match(store: MatchStore, plugin: GamePlugin, match_id: MatchId, delay_ms: int, now: int) -> Loaded:
    """Load a match; OtherRules if it was not played by these rules."""
    if delay_ms:
        return await _with_its_past(store, plugin, match_id, delay_ms, now)
    state = await reconstruct(store, plugin, match_id)
    stored = await store.events(match_id)
    told = tuple([one.event for one in stored if one.turn_index is None or one.turn_index < state.turn_index])
    shown: tuple[StepUpdate, ...] = (StepUpdate(state, told),)
    if state.turn_index == 0 and state.opened_at > now:
        shown = step_updates(opening(plugin, await store.record(match_id, 0)))
    return Loaded(shown, numbers_after(state, told), shown, state.last_at)


async def _with_its_past(store: MatchStore, plugin: GamePlugin, match_id: MatchId, delay_ms: int, now: int) -> Loaded:
    until = now - delay_ms
    check_rules(plugin, await store.match(match_id))
    record = await store.record(match_id)
    first = opening(plugin, record)
    state = seen = first.state
    told, told_then = list(first.events), list(first.events)
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
    shown, then = _still_shown(first, state, told, now), _still_shown(first, seen, told_then, until)
    return Loaded(shown, numbers, then, seen.last_at, tuple(waiting))


def _still_shown(first: Start, state: GameState, told: Iterable[Event], at: int) -> tuple[StepUpdate, ...]:
    """The state with all events before it; stage by stage while the opening is still shown."""
    return step_updates(first) if state is first.state and state.opened_at > at else (StepUpdate(state, tuple(told)),)


def numbers_after(state: GameState, events: Iterable[Event]) -> Numbers:
    """The number of these events that each viewer sees."""
    by_audience = Counter(event.audience for event in events)
    everybody = by_audience.pop(None, 0)
    numbers: Numbers = {None: everybody}
    for player in state.players:
        own = player.player_id
        numbers[own] = everybody + sum(n for audience, n in by_audience.items() if audience and own in audience)
    return numbers
