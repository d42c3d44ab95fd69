"""Confirmations between rounds: a courtesy phase with a deadline, and the time bonus of each round."""

from __future__ import annotations

import pytest

from gamenight.core.engine import committed_seats
from gamenight.core.match import Match
from gamenight.core.model import (
    Action,
    Due,
    Event,
    Forfeit,
    PlayerId,
    TimeoutBehavior,
    TimerConfig,
    TimerMode,
    seat,
)
from tests.minigames.parlour import CONFIRM_MS, Parlour
from tests.minigames.playing import assert_replays, play_out

P0, P1, P2 = (seat(n) for n in range(3))
BANK = TimerConfig(TimerMode.BANK, turn_ms=2000, bank_ms=5000, round_bonus_ms=1000)


def parlour(players: int = 2, dice: str = "2" * 40, timer: TimerConfig | None = None, rounds: int = 3) -> Match:
    return Match.start(
        Parlour(), players, 1, options={"dice": [int(face) for face in dice], "rounds": rounds}, timer=timer
    )


def everybody_holds(match: Match) -> Match:
    """The match at the next confirmation."""
    while match.state.phase.name == "turn":
        match.act(Action("hold", match.to_act[0]))
    return match


def confirm(player: PlayerId) -> Action:
    return Action("confirm", player)


def test_a_turn_ends_by_holding_by_a_one_or_after_three_rolls():
    match = parlour(3, "23 441 666".replace(" ", ""))
    for action in ("roll", "roll", "hold"):
        match.act(Action(action, P0))
    for action in ("roll", "roll", "roll"):
        match.act(Action(action, P1))
    for action in ("roll", "roll", "roll"):
        match.act(Action(action, P2))
    assert match.scores == {P0: 5.0, P1: 0.0, P2: 18.0}
    assert match.state.phase.name == "confirm"


def test_the_next_round_begins_when_everybody_has_confirmed():
    match = everybody_holds(parlour(3))
    assert match.to_act == (P0, P1, P2)
    match.act(confirm(P2))
    match.act(confirm(P0))
    assert committed_seats(match.state) == (P0, P2)
    events = match.act(confirm(P1))
    assert Event("game.round", None, {"number": 2}) in events
    assert match.to_act == (P0,)


def test_a_timeout_confirms_for_players_who_do_not():
    match = everybody_holds(parlour(3))
    match.act(confirm(P1))
    assert match.state.due_at == CONFIRM_MS
    match.pass_time(CONFIRM_MS)
    assert match.turns[-1].input == Due(4)
    assert match.turns[-1].chosen == (confirm(P0), confirm(P2))
    assert match.state.game_data.round == 2


def test_a_player_who_does_not_confirm_never_loses_on_time():
    timer = TimerConfig(TimerMode.SIMPLE, base_time_ms=3000, timeout_behavior=TimeoutBehavior.LOSE_GAME)
    match = everybody_holds(parlour(3, timer=timer))
    match.pass_time(CONFIRM_MS)
    assert match.state.game_data.round == 2
    assert match.to_act == (P0,)
    match.pass_time(3000)
    assert match.state.game_data.gone == (P0,)
    assert match.to_act == (P1,)


def test_confirming_costs_no_time_and_each_new_round_brings_some():
    match = parlour(timer=BANK)
    match.pass_time(6000)
    match.act(Action("hold", P0))
    assert match.state.clocks[P0].bank_ms == 1000
    match.act(Action("hold", P1))
    match.pass_time(9000)
    match.act(confirm(P0))
    match.act(confirm(P1))
    assert match.state.game_data.round == 2
    assert {player: own.bank_ms for player, own in match.state.clocks.items()} == {P0: 2000, P1: 6000}


def test_each_round_pays_its_bonus_once():
    match = parlour(timer=BANK)
    for number in (1, 2):
        everybody_holds(match)
        assert match.state.clocks[P0].bank_ms == 5000 + 1000 * (number - 1)
        for player in (P0, P1):
            match.act(confirm(player))
    assert match.state.clocks[P0].bank_ms == 7000
    assert_replays(match)


def test_the_first_round_brings_no_bonus():
    assert parlour(timer=BANK).state.clocks[P0].bank_ms == 5000


def test_the_last_round_needs_no_confirmation():
    match = everybody_holds(parlour(rounds=1))
    assert match.is_over
    assert match.result is not None
    assert match.result.ranking == (((P0,), (P1,)),)


def test_a_player_who_left_is_not_asked_to_confirm():
    match = everybody_holds(parlour(3))
    match.act(confirm(P0))
    match.submit(Forfeit(P2))
    assert match.to_act == (P1,)
    assert committed_seats(match.state) == (P0,)
    match.act(confirm(P1))
    assert match.state.game_data.round == 2


def test_leaving_in_one_s_own_turn_ends_the_turn():
    match = parlour(3)
    match.act(Action("roll", P0))
    match.submit(Forfeit(P0))
    assert match.to_act == (P1,)
    assert match.state.game_data.pot == 0
    assert match.scores[P0] == 0.0


def test_leaving_as_the_last_of_the_round_leads_to_the_confirmation():
    match = parlour(3)
    match.act(Action("hold", P0))
    match.act(Action("hold", P1))
    match.submit(Forfeit(P2))
    assert match.state.phase.name == "confirm"
    assert match.to_act == (P0, P1)


@pytest.mark.parametrize("timer", [None, BANK], ids=["untimed", "bank"])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_any_match_ends_and_replays(players, seed, timer):
    match = play_out(Parlour(), players, seed, timer=timer)
    assert match.result is not None
    assert_replays(match)
