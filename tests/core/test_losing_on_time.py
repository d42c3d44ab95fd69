"""Timeouts that lose the game: who is out, who wins, and who continues."""

from __future__ import annotations

from typing import Any

from gamenight.core.match import Match
from gamenight.core.model import (
    Action,
    GameStatus,
    PlayerId,
    TimeoutBehavior,
    TimerConfig,
    TimerMode,
    seat,
)
from gamenight.core.rng import Rng
from tests.minigames.auction import Auction, Bid
from tests.minigames.nim import Nim
from tests.minigames.playing import assert_replays

P0, P1, P2, P3 = (seat(n) for n in range(4))


def simple(behavior: TimeoutBehavior = TimeoutBehavior.FORCE_PASS, seconds: int = 10) -> TimerConfig:
    return TimerConfig(TimerMode.SIMPLE, base_time_ms=1000 * seconds, timeout_behavior=behavior)


def forfeited(match: Match) -> tuple[PlayerId | None, ...]:
    return tuple(event.player_id for event in match.events if event.event_type == "engine.forfeited")


def lose_game(game: Any, players: int, **settings: Any) -> Match:
    return Match.start(game, players, 1, timer=simple(TimeoutBehavior.LOSE_GAME), **settings)


def test_of_two_players_the_other_wins_on_time():
    match = lose_game(Nim(), 2)
    match.pass_time(10_000)
    assert match.status is GameStatus.FINISHED
    assert match.result is not None
    assert (match.result.ranking, match.result.reason) == ((((P1,),), ((P0,),)), "timeout")
    assert match.turns[0].chosen == ()


def test_with_more_players_the_game_continues_without_the_late_one():
    match = lose_game(Nim(), 3)
    match.pass_time(10_000)
    assert match.status is GameStatus.ACTIVE
    assert forfeited(match) == (P0,)
    assert match.to_act == (P1,)
    assert match.state.due_at == 20_000


def test_several_players_who_are_late_at_once_lose_together():
    class Ending(Auction):
        def on_player_forfeit(self, game_data: Any, player_id: PlayerId, rng: Rng) -> None:
            return None

    match = lose_game(Ending(), 4)
    match.act(Action("pass", P0))
    match.act(Action("pass", P2))
    match.pass_time(10_000)
    assert match.result is not None
    assert match.result.ranking == (((P0,), (P2,)), ((P1,), (P3,)))
    assert match.result.reason == "timeout"


def test_the_game_continues_without_several_who_are_late_at_once():
    match = lose_game(Auction(), 4, options={"purses": [[3, 3, 3, 3]]})
    match.act(Action("bid", P0, Bid(1)))
    match.act(Action("bid", P2, Bid(2)))
    match.pass_time(10_000)
    assert forfeited(match) == (P1, P3)
    assert match.scores[P2] == 2.0
    assert match.to_act == (P0, P2)
    assert_replays(match)


def test_the_only_player_who_is_not_late_wins():
    match = lose_game(Auction(), 3)
    match.act(Action("pass", P1))
    match.pass_time(10_000)
    assert match.result is not None
    assert match.result.winners == (P1,)
    assert match.result.ranking == (((P1,),), ((P0,), (P2,)))


def test_if_no_player_is_left_it_is_a_draw_by_timeout():
    match = lose_game(Auction(), 3)
    match.pass_time(10_000)
    assert match.result is not None
    assert (match.result.ranking, match.result.reason) == ((((P0,), (P1,), (P2,)),), "timeout")
    assert len(set(match.scores.values())) == 1


def test_a_draw_by_timeout_does_not_improve_the_place_of_earlier_leavers():
    match = lose_game(Auction(), 3)
    match.act(Action("pass", P0))
    match.act(Action("pass", P1))
    match.pass_time(10_000)
    assert forfeited(match) == (P2,)
    match.pass_time(10_000)
    assert match.result is not None
    assert match.result.ranking == (((P0,), (P1,)), ((P2,),))


def test_in_a_courtesy_phase_late_players_do_not_lose():
    match = lose_game(Auction(), 2, options={"courtesy": True, "rounds": 1})
    match.pass_time(10_000)
    assert match.result is not None
    assert match.result.reason == "normal"
    assert match.turns[-1].chosen == (Action("pass", P0), Action("pass", P1))


def test_a_deadline_phase_with_losers_closes_for_the_others_at_the_same_instant():
    options = {"closes": "deadline", "timeout_ms": 10_000, "purses": [[3, 3, 3]]}
    match = lose_game(Auction(), 3, options=options)
    match.act(Action("bid", P0, Bid(1)))
    match.act(Action("bid", P2, Bid(2)))
    match.pass_time(10_000)
    assert forfeited(match) == (P1,)
    assert match.scores[P2] == 2.0
    assert match.turns[-1].at == 10_000
    assert_replays(match)


def test_a_prompt_s_own_time_loses_the_game_too():
    timer = TimerConfig(timeout_behavior=TimeoutBehavior.LOSE_GAME)
    match = Match.start(Nim(), 2, 1, timer=timer, options={"timeout_ms": 500})
    match.pass_time(500)
    assert match.result is not None
    assert match.result.winners == (P1,)
