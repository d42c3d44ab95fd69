"""Players who are away: their clock is held for a while, then the table's policy applies.

Pure functions of the state, the table and the instant, so every node computes the same result at any time.
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
from gamenight.store.hall.table import Policy, Table, TakenSeat

EVERYBODY_AWAY = say("pause-everybody_away")
"""The reason of a pause that ends as soon as one player is back."""


NOBODY_WATCHES = say("pause-nobody_watches")
"""The reason of a pause that ends as soon as a viewer watches the exhibition."""


class AbsenceLimits(Struct, frozen=True):
    """The time limits for absences: until the policy applies, for holding clocks, and for checks of a stand-in."""

    grace_ms: int
    hold_budget_ms: int
    lease_ms: int


class AbsenceDecision(Struct, frozen=True):
    """The decision about one absence: when to check again, and whether a bot stands in."""

    place: TakenSeat
    attend_at: int | None
    stand_in: bool

    @property
    def is_news(self) -> bool:
        return (self.attend_at, self.stand_in) != (self.place.attend_at, self.place.stand_in)


class AbsenceActions(Struct, frozen=True):
    """What has to be done now. With `restart_grace` absent players get a new grace period, as the match was paused."""

    inputs: tuple[Input, ...] = ()
    attentions: tuple[AbsenceDecision, ...] = ()
    restart_grace: bool = False


def rest_or_go_on(state: GameState | None, table: Table, *, is_watched: bool) -> Pause | Resume | None:
    """Pause an exhibition that has no viewers, resume one that has. Without a deadline no pause is needed."""
    if state is None or not table.settings.exhibition:
        return None
    if state.status is GameStatus.ACTIVE and not is_watched and state.due_at is not None:
        return Pause(NOBODY_WATCHES)
    is_resting = state.status is GameStatus.PAUSED and state.pause_reason == NOBODY_WATCHES
    return Resume() if is_resting and is_watched else None


def absence_actions(state: GameState, table: Table, absence_limits: AbsenceLimits, now: int) -> AbsenceActions:
    """The measures that the absences at this table require at this instant."""
    people = [place for place in table.places if not _has_left(state, place)]
    everybody_away = bool(people) and all(place.away_since is not None for place in people)
    of_models = tuple(_model_clocks(state, table, everybody_away=everybody_away))
    if state.is_over or not people:
        is_played = state.status is GameStatus.ACTIVE
        return AbsenceActions(of_models if is_played else (), _no_more(table.places, is_over=state.is_over))
    if state.status is GameStatus.PAUSED:
        is_ours = state.pause_reason == EVERYBODY_AWAY
        goes_on = is_ours and not everybody_away
        if not goes_on:
            return AbsenceActions(attentions=_no_more(table.places))
        going_on = _resumption(state, people)
        return replace(going_on, inputs=(*going_on.inputs, *of_models))
    inputs: list[Input] = [*of_models]
    attentions = list(_no_more([place for place in table.places if place not in people]))
    for place in people:
        inputs += _clock_inputs(state, table.settings.leaver, place, absence_limits, now)
        if place.away_since is not None:
            attentions.append(
                _attention(table.settings.leaver, place, absence_limits, now, everybody_away=everybody_away)
            )
            inputs += _policy_inputs(table.settings.leaver, place, absence_limits, now, everybody_away=everybody_away)
    pauses = [one for one in inputs if isinstance(one, Pause)]
    return AbsenceActions(tuple(pauses[:1]) if pauses else tuple(inputs), tuple(attentions))


def _no_more(places: Iterable[TakenSeat], *, is_over: bool = False) -> tuple[AbsenceDecision, ...]:
    """Stop the checks of these absences, as the match is paused or over."""
    away = [place for place in places if place.away_since is not None]
    decided = [AbsenceDecision(place, None, place.stand_in and not is_over) for place in away]
    return tuple(one for one in decided if one.is_news)


def _resumption(state: GameState, people: list[TakenSeat]) -> AbsenceActions:
    """Resume the match, as a player is back, and release the clocks of those who are."""
    back = [seat(place.seat_index) for place in people if place.away_since is None]
    releases = [Release(player) for player in back if state.clocks[player].held]
    return AbsenceActions((Resume(), *releases), restart_grace=True)


def grace_ends(place: TakenSeat, absence_limits: AbsenceLimits) -> int:
    """The instant at which the policy applies to a player who is away."""
    assert place.away_since is not None
    return place.away_since + absence_limits.grace_ms


def _hold_ends(place: TakenSeat, absence_limits: AbsenceLimits) -> int:
    assert place.away_since is not None
    return place.away_since + max(0, min(absence_limits.grace_ms, absence_limits.hold_budget_ms - place.held_ms))


def _clock_inputs(
    state: GameState, policy: Policy, place: TakenSeat, absence_limits: AbsenceLimits, now: int
) -> Iterator[Hold | Release]:
    """Hold the clock of an absent player within the budget; release it when they are back or the budget is used up."""
    player = seat(place.seat_index)
    is_held = state.clocks[player].held
    should_hold = _is_timed(state) and place.away_since is not None and not place.stand_in
    if should_hold and policy != "wait":
        should_hold = now < _hold_ends(place, absence_limits)
    if should_hold and not is_held:
        yield Hold(player)
    if is_held and not should_hold:
        yield Release(player)


def _model_clocks(state: GameState, table: Table, *, everybody_away: bool) -> Iterator[Hold | Release]:
    """Hold the clock of a language model while it is stuck, or while all people are away and it is not asked."""
    for player in (one.player_id for one in state.players if model_of(state, one.player_id) is not None):
        is_waiting = stuck_at(state, table, player) is not None
        should_hold = is_waiting or (everybody_away and not is_replaced(table, player))
        if should_hold and not state.clocks[player].held and _is_timed(state):
            yield Hold(player)
        if state.clocks[player].held and not should_hold:
            yield Release(player)


def _policy_inputs(
    policy: Policy, place: TakenSeat, absence_limits: AbsenceLimits, now: int, *, everybody_away: bool
) -> Iterator[Forfeit | Pause]:
    if now < grace_ends(place, absence_limits):
        return
    if everybody_away:
        yield Pause(EVERYBODY_AWAY)
    elif policy == "forfeit":
        yield Forfeit(seat(place.seat_index), "forfeit")


def _attention(
    policy: Policy, place: TakenSeat, absence_limits: AbsenceLimits, now: int, *, everybody_away: bool
) -> AbsenceDecision:
    """The next instant at which something changes; None after the policy has been applied.

    A stand-in is checked again and again, in case the node that thinks for it fails.
    """
    ahead = [at for at in (_hold_ends(place, absence_limits), grace_ends(place, absence_limits)) if at > now]
    is_over = now >= grace_ends(place, absence_limits)
    stand_in = place.stand_in or (is_over and policy == "bot" and not everybody_away)
    if stand_in:
        ahead.append(now + absence_limits.lease_ms)
    return AbsenceDecision(place, min(ahead, default=None), stand_in)


def _is_timed(state: GameState) -> bool:
    """Whether there is a time limit, by the match's time control or in the open phase."""
    is_controlled = state.config.timer.mode is not TimerMode.NONE
    return is_controlled or any(own.allowance_ms is not None for own in state.clocks.values())


def _has_left(state: GameState, place: TakenSeat) -> bool:
    player: PlayerId = seat(place.seat_index)
    return any(player in together for together in state.out)
