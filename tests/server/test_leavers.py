"""Absent players: whose clock is held, for how long, and what the table's policy does then."""

import pytest
from msgspec.structs import replace

from gamenight.core.engine import advance
from gamenight.core.match import Match
from gamenight.core.model import (
    Forfeit,
    GameId,
    Hold,
    MatchId,
    Pause,
    PlayerId,
    Release,
    Resume,
    TimerConfig,
    TimerMode,
)
from gamenight.server.seats.absences import (
    EVERYBODY_AWAY,
    NOBODY_WATCHES,
    AbsenceLimits,
    absence_actions,
    rest_or_go_on,
)
from gamenight.store.hall.table import ModelSeat, Table, TableSettings, TakenSeat

PATIENCE = AbsenceLimits(grace_ms=60_000, hold_budget_ms=90_000, lease_ms=10_000)
TIMED = TimerConfig(mode=TimerMode.TOTAL, base_time_ms=300_000)


def place(index, *, away=None, held=0, stand_in=False, attend_at=None):
    return TakenSeat(
        seat_index=index,
        name=f"N{index}",
        token_hash="",
        away_since=away,
        attend_at=attend_at,
        held_ms=held,
        stand_in=stand_in,
    )


def decided(absence_actions):
    return [(one.place.seat_index, one.attend_at, one.stand_in) for one in absence_actions.attentions]


def table(*places, policy="forfeit", game="tictactoe", timer=TIMED):
    settings = TableSettings(options={}, timer=timer, seats=len(places), bots=(), leaver=policy)
    return Table(
        match_id=MatchId("m"), game_id=GameId(game), rules_version=1, settings=settings, created_at=0, places=places
    )


def playing(game="tictactoe", players=2, timer=TIMED):
    return Match.start(game, players, seed=1, timer=timer).state


def after(game, state, *inputs, now=0):
    for input in inputs:
        state = advance(Match.start(game, len(state.players), seed=1).plugin, state, input, now).state
    return state


P0, P1, P2 = PlayerId("p0"), PlayerId("p1"), PlayerId("p2")


def test_without_absent_players_there_are_no_measures():
    assert absence_actions(playing(), table(place(0), place(1)), PATIENCE, 1_000).inputs == ()


def test_the_clock_of_an_absent_player_is_held():
    found = absence_actions(playing(), table(place(0, away=1_000), place(1)), PATIENCE, 1_000)
    assert found.inputs == (Hold(P0),)
    assert [one.attend_at for one in found.attentions] == [61_000]


def test_without_a_time_limit_no_clock_is_held():
    found = absence_actions(playing(timer=TimerConfig()), table(place(0, away=0), place(1)), PATIENCE, 1_000)
    assert found.inputs == ()


def test_the_clock_of_a_returned_player_is_released():
    held = after("tictactoe", playing(), Hold(P0))
    assert absence_actions(held, table(place(0), place(1)), PATIENCE, 5_000).inputs == (Release(P0),)


def test_a_used_up_budget_ends_the_hold_before_the_grace_period():
    held = after("tictactoe", playing(), Hold(P0))
    gone = table(place(0, away=0, held=80_000), place(1))
    assert absence_actions(held, gone, PATIENCE, 9_999).inputs == ()
    assert absence_actions(held, gone, PATIENCE, 10_000).inputs == (Release(P0),)


def test_with_forfeit_an_absent_player_forfeits_after_the_grace_period():
    gone = table(place(0, away=0), place(1))
    assert absence_actions(playing(), gone, PATIENCE, 59_999).inputs == (Hold(P0),)
    assert Forfeit(P0, "forfeit") in absence_actions(playing(), gone, PATIENCE, 60_000).inputs


@pytest.mark.parametrize("policy", ["bot", "timeout"])
def test_after_the_grace_period_the_clock_runs_again(policy):
    held = after("tictactoe", playing(), Hold(P0))
    found = absence_actions(held, table(place(0, away=0), place(1), policy=policy), PATIENCE, 60_000)
    assert found.inputs == (Release(P0),)
    assert [one.stand_in for one in found.attentions] == [policy == "bot"]


def test_with_wait_the_clock_is_held_without_a_limit():
    held = after("tictactoe", playing(), Hold(P0))
    found = absence_actions(held, table(place(0, away=0), place(1), policy="wait"), PATIENCE, 10_000_000)
    assert found.inputs == ()
    assert [one.attend_at for one in found.attentions] == [None]


def test_a_stand_in_is_checked_again_and_again():
    gone = table(place(0, away=0, stand_in=True), place(1), policy="bot")
    (one,) = absence_actions(playing(), gone, PATIENCE, 100_000).attentions
    assert one.attend_at == 110_000


def test_if_everybody_is_away_the_match_is_paused_instead_of_the_policy():
    gone = table(place(0, away=0), place(1, away=30_000))
    assert absence_actions(playing(), gone, PATIENCE, 60_000).inputs == (Pause(EVERYBODY_AWAY),)


def test_the_first_player_to_return_ends_the_pause_and_the_others_get_a_new_grace_period():
    paused = after("tictactoe", playing(), Pause(EVERYBODY_AWAY), now=60_000)
    found = absence_actions(paused, table(place(0), place(1, away=30_000)), PATIENCE, 70_000)
    assert found.inputs == (Resume(),)
    assert found.restart_grace


def test_a_pause_for_another_reason_does_not_end_by_coming_back():
    paused = after("tictactoe", playing(), Pause("the rules of the game failed"))
    assert absence_actions(paused, table(place(0), place(1)), PATIENCE, 1_000).inputs == ()


def test_a_player_who_has_left_the_match_is_not_waited_for():
    state = after("goofspiel", playing("goofspiel", 3), Forfeit(P2))
    seats = (place(0), place(1), place(2, away=0))
    if state.is_over:
        pytest.fail("goofspiel goes on with two")
    assert absence_actions(state, table(*seats, game="goofspiel"), PATIENCE, 100_000).inputs == ()


def test_after_the_end_there_are_no_measures():
    over = after("tictactoe", playing(), Forfeit(P0))
    assert absence_actions(over, table(place(0, away=0), place(1)), PATIENCE, 100_000) == absence_actions(
        over, table(place(0), place(1)), PATIENCE, 0
    )


def test_after_the_end_absences_are_not_checked():
    over = after("tictactoe", playing(), Forfeit(P0))
    gone = table(place(0, away=0, attend_at=5_000), place(1, away=0, attend_at=5_000, stand_in=True), policy="bot")
    assert decided(absence_actions(over, gone, PATIENCE, 5_000)) == [(0, None, False), (1, None, False)]


@pytest.mark.parametrize("reason", [EVERYBODY_AWAY, "the rules of the game failed"])
def test_while_the_match_is_paused_absences_are_not_checked(reason):
    paused = after("tictactoe", playing(), Pause(reason), now=60_000)
    gone = table(place(0, away=0, attend_at=60_000), place(1, away=0, attend_at=60_000, stand_in=True), policy="bot")
    found = absence_actions(paused, gone, PATIENCE, 70_000)
    assert decided(found) == [(0, None, False), (1, None, True)]
    assert (found.inputs, found.restart_grace) == ((), False)


def test_the_absence_of_a_player_who_has_left_the_match_is_not_checked():
    state = after("goofspiel", playing("goofspiel", 3), Forfeit(P2))
    seats = (place(0), place(1), place(2, away=0, attend_at=5_000))
    assert decided(absence_actions(state, table(*seats, game="goofspiel"), PATIENCE, 5_000)) == [(2, None, False)]


def test_a_table_of_bots_alone_is_never_paused():
    empty = replace(table(place(0), place(1)), places=())
    assert absence_actions(playing(), empty, PATIENCE, 100_000).inputs == ()


# Language models


def with_model(state):
    """The same match with a language model at the first seat."""
    first, *others = state.players
    return replace(state, players=(replace(first, is_bot=True, bot_id="llm:endpoint=local"), *others))


def at_model(*, away=None, **model):
    """A table of one person and a model whose seat may have a row."""
    models = (ModelSeat(seat_index=0, **model),) if model else ()
    return replace(table(place(0), place(1, away=away)), places=(place(1, away=away),), models=models)


STUCK = {"stuck": "illegal", "prompt": 1}


def test_the_clock_of_a_model_is_held_while_it_is_stuck_at_the_open_prompt():
    state = with_model(playing())
    held = after("tictactoe", state, Hold(P0))
    assert absence_actions(state, at_model(**STUCK), PATIENCE, 0).inputs == (Hold(P0),)
    assert absence_actions(held, at_model(**STUCK), PATIENCE, 0).inputs == ()
    assert absence_actions(held, at_model(prompt=1, retries=1), PATIENCE, 0).inputs == (Release(P0),)
    assert absence_actions(state, at_model(**{**STUCK, "prompt": 7}), PATIENCE, 0).inputs == ()
    assert absence_actions(with_model(playing(timer=TimerConfig())), at_model(**STUCK), PATIENCE, 0).inputs == ()


def test_the_clock_of_a_model_is_held_while_all_people_are_away():
    state = with_model(playing())
    assert absence_actions(state, at_model(away=0), PATIENCE, 0).inputs == (Hold(P0), Hold(P1))
    assert absence_actions(state, at_model(away=0, stand_in=True), PATIENCE, 0).inputs == (Hold(P1),)
    held = after("tictactoe", state, Hold(P0), Hold(P1))
    assert absence_actions(held, at_model(), PATIENCE, 1_000).inputs == (Release(P0), Release(P1))
    paused = after("tictactoe", held, Pause(EVERYBODY_AWAY), now=60_000)
    assert absence_actions(paused, at_model(), PATIENCE, 70_000).inputs == (Resume(), Release(P1), Release(P0))


def exhibition(**settings):
    bots = replace(table(place(0), place(1)), places=())
    return replace(bots, settings=replace(bots.settings, exhibition=True, **settings))


def test_a_timed_exhibition_is_paused_while_it_has_no_viewers():
    state, untimed = playing(), playing(timer=TimerConfig())
    resting = after("tictactoe", state, Pause(NOBODY_WATCHES))
    broken = after("tictactoe", state, Pause("the rules of the game failed"))
    assert rest_or_go_on(state, exhibition(), is_watched=False) == Pause(NOBODY_WATCHES)
    assert rest_or_go_on(resting, exhibition(), is_watched=True) == Resume()
    for other, is_watched in ((state, True), (resting, False), (untimed, False), (broken, True), (None, True)):
        assert rest_or_go_on(other, exhibition(), is_watched=is_watched) is None
    assert rest_or_go_on(state, table(place(0), place(1)), is_watched=False) is None
