"""What becomes of a player who is away: the clock is held for a while, then the table's policy applies.

Pure, as a function of the state, the table and the instant, so that any node comes to the same result at any time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from gamenight.core.model import (
    Forfeit,
    GameState,
    GameStatus,
    Hold,
    Input,
    Pause,
    PlayerId,
    Release,
    Resume,
    TimerMode,
    seat,
)
from gamenight.core.text import say
from gamenight.server.seats.models import is_replaced, model_of, stuck_at
from gamenight.store.hall.contract import Place, Policy, Table

EVERYBODY_AWAY = say("pause-everybody_away")
"""The reason of a pause that ends as soon as somebody is back."""


NOBODY_WATCHES = say("pause-nobody_watches")
"""The reason of a pause that ends as soon as somebody watches the exhibition."""


class Patience(Struct, frozen=True):
    """How long an absence is borne, for how long in all a clock is held, how often a stand-in is looked after."""

    grace_ms: int
    hold_budget_ms: int
    lease_ms: int


class Attention(Struct, frozen=True):
    """What was decided about one absence: when to look again, and whether a bot stands in."""

    place: Place
    attend_at: int | None
    stand_in: bool

    @property
    def is_news(self) -> bool:
        return (self.attend_at, self.stand_in) != (self.place.attend_at, self.place.stand_in)


class Measures(Struct, frozen=True):
    """What has to be done now. `excuse`: those still away get their grace anew, as the match was paused meanwhile."""

    inputs: tuple[Input, ...] = ()
    attentions: tuple[Attention, ...] = ()
    excuse: bool = False


def rest_or_go_on(state: GameState | None, table: Table, *, is_watched: bool) -> Pause | Resume | None:
    """An exhibition goes on only while somebody watches; where no time runs, it is enough that nobody acts."""
    if state is None or not table.settings.exhibition:
        return None
    if state.status is GameStatus.ACTIVE and not is_watched and state.due_at is not None:
        return Pause(NOBODY_WATCHES)
    is_resting = state.status is GameStatus.PAUSED and state.pause_reason == NOBODY_WATCHES
    return Resume() if is_resting and is_watched else None


def measures(state: GameState, table: Table, patience: Patience, now: int) -> Measures:
    """What the absences at this table ask for at this instant."""
    people = [place for place in table.places if not _has_left(state, place)]
    everybody_away = bool(people) and all(place.away_since is not None for place in people)
    of_models = tuple(_model_clocks(state, table, everybody_away=everybody_away))
    if state.is_over or not people:
        is_played = state.status is GameStatus.ACTIVE
        return Measures(of_models if is_played else (), _no_more(table.places, is_over=state.is_over))
    if state.status is GameStatus.PAUSED:
        is_ours = state.pause_reason == EVERYBODY_AWAY
        goes_on = is_ours and not everybody_away
        if not goes_on:
            return Measures(attentions=_no_more(table.places))
        going_on = _resumption(state, people)
        return replace(going_on, inputs=(*going_on.inputs, *of_models))
    inputs: list[Input] = [*of_models]
    attentions = list(_no_more([place for place in table.places if place not in people]))
    for place in people:
        inputs += _clock_inputs(state, table.settings.leaver, place, patience, now)
        if place.away_since is not None:
            attentions.append(_attention(table.settings.leaver, place, patience, now, everybody_away=everybody_away))
            inputs += _policy_inputs(table.settings.leaver, place, patience, now, everybody_away=everybody_away)
    pauses = [one for one in inputs if isinstance(one, Pause)]
    return Measures(tuple(pauses[:1]) if pauses else tuple(inputs), tuple(attentions))


def _no_more(places: Iterable[Place], *, is_over: bool = False) -> tuple[Attention, ...]:
    """Nobody has to look after these absences: not as long as the match is paused, nor ever after its end."""
    away = [place for place in places if place.away_since is not None]
    decided = [Attention(place, None, place.stand_in and not is_over) for place in away]
    return tuple(one for one in decided if one.is_news)


def _resumption(state: GameState, people: list[Place]) -> Measures:
    """Somebody is back: the match goes on, and so do their clocks."""
    back = [seat(place.seat_index) for place in people if place.away_since is None]
    releases = [Release(player) for player in back if state.clocks[player].held]
    return Measures((Resume(), *releases), excuse=True)


def grace_ends(place: Place, patience: Patience) -> int:
    """When the policy applies to a player who is away."""
    assert place.away_since is not None
    return place.away_since + patience.grace_ms


def _hold_ends(place: Place, patience: Patience) -> int:
    assert place.away_since is not None
    return place.away_since + max(0, min(patience.grace_ms, patience.hold_budget_ms - place.held_ms))


def _clock_inputs(
    state: GameState, policy: Policy, place: Place, patience: Patience, now: int
) -> Iterator[Hold | Release]:
    """Hold the clock of who is away, within the budget; release it of who is back, or was away for too long."""
    player = seat(place.seat_index)
    is_held = state.clocks[player].held
    should_hold = _is_timed(state) and place.away_since is not None and not place.stand_in
    if should_hold and policy != "wait":
        should_hold = now < _hold_ends(place, patience)
    if should_hold and not is_held:
        yield Hold(player)
    if is_held and not should_hold:
        yield Release(player)


def _model_clocks(state: GameState, table: Table, *, everybody_away: bool) -> Iterator[Hold | Release]:
    """The clock of a language model is held while people have to say what follows, or none is there to ask it for."""
    for player in (one.player_id for one in state.players if model_of(state, one.player_id) is not None):
        is_waiting = stuck_at(state, table, player) is not None
        should_hold = is_waiting or (everybody_away and not is_replaced(table, player))
        if should_hold and not state.clocks[player].held and _is_timed(state):
            yield Hold(player)
        if state.clocks[player].held and not should_hold:
            yield Release(player)


def _policy_inputs(
    policy: Policy, place: Place, patience: Patience, now: int, *, everybody_away: bool
) -> Iterator[Forfeit | Pause]:
    if now < grace_ends(place, patience):
        return
    if everybody_away:
        yield Pause(EVERYBODY_AWAY)
    elif policy == "forfeit":
        yield Forfeit(seat(place.seat_index), "forfeit")


def _attention(policy: Policy, place: Place, patience: Patience, now: int, *, everybody_away: bool) -> Attention:
    """The next instant at which something changes; none once the policy has been applied.

    A stand-in is looked after again and again, in case the node dies that thinks for it.
    """
    ahead = [at for at in (_hold_ends(place, patience), grace_ends(place, patience)) if at > now]
    is_over = now >= grace_ends(place, patience)
    stand_in = place.stand_in or (is_over and policy == "bot" and not everybody_away)
    if stand_in:
        ahead.append(now + patience.lease_ms)
    return Attention(place, min(ahead, default=None), stand_in)


def _is_timed(state: GameState) -> bool:
    """Some time runs out in this match, by its control or in the phase that is open."""
    is_controlled = state.config.timer.mode is not TimerMode.NONE
    return is_controlled or any(own.allowance_ms is not None for own in state.clocks.values())


def _has_left(state: GameState, place: Place) -> bool:
    player: PlayerId = seat(place.seat_index)
    return any(player in together for together in state.out)
