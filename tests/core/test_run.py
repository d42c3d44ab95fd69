"""Matches between bots: what they see, which events they receive, and what happens when one fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gamenight.core.bot import Observation
from gamenight.core.match import Match
from gamenight.core.model import Action, Event, GameStatus, Pause, TimerConfig, TimerMode, seat
from gamenight.core.run import BotRun, run_match
from tests.minigames.auction import Auction, HiddenAuction
from tests.minigames.nim import Nim, Take
from tests.minigames.playing import assert_replays
from tests.minigames.teahouse import Teahouse

P0, P1, P2 = (seat(n) for n in range(3))


class First:
    """Takes the first valid action, or a given one; records its observations and events."""

    def __init__(self, instead: Callable[[Observation], Any] | None = None, worlds: int = 0) -> None:
        self.name = "First"
        self.worlds = worlds
        self.instead = instead
        self.seen: list[Observation] = []
        self.heard: list[Event] = []
        self.heard_before_the_first_answer: list[Event] = []

    def choose_action(self, observation: Observation) -> Any:
        if not self.seen:
            self.heard_before_the_first_answer = list(self.heard)
        self.seen.append(observation)
        if self.instead is not None:
            return self.instead(observation)
        return observation.view.valid_actions[0]

    def receive_outcome(self, event: Event) -> None:
        self.heard.append(event)


def fail(observation: Observation) -> Any:
    raise RuntimeError("out of ideas")


def test_bots_play_to_the_end():
    outcome = run_match(Nim(), [First(), First()], seed=1)
    assert outcome.status is GameStatus.FINISHED
    assert outcome.result is not None
    assert outcome.result.winners == (P0,)
    assert outcome.scores == {P0: 1.0, P1: 0.0}
    assert (outcome.turns, outcome.error) == (7, None)


def test_the_same_seed_and_bots_make_the_same_match():
    one, other = (run_match(HiddenAuction(), [First(), First(), First()], seed=5) for _ in range(2))
    assert one == other


@pytest.mark.parametrize("game, players", [(Auction(), 4), (HiddenAuction(), 3), (Teahouse(), 4), (Nim(), 2)])
def test_a_run_of_bots_replays(game, players):
    match = Match.start(game, players, 1)
    run = BotRun(match, [First() for _ in range(players)])
    answered = list(run.answers())
    assert match.is_over
    assert len(answered) >= len(match.turns) / 2
    assert_replays(match)


def test_a_bot_sees_its_view_and_its_own_count_of_answers():
    bots = [First(), First()]
    run_match(Nim(), bots, seed=1)
    for player, bot in zip((P0, P1), bots, strict=True):
        assert [observation.turn_index for observation in bot.seen] == list(range(len(bot.seen)))
        assert {observation.view.viewer_id for observation in bot.seen} == {player}
        assert all(observation.view.clocks == {} for observation in bot.seen)


def test_a_bot_receives_the_events_that_its_seat_may_see():
    bots = [First(), First(), First()]
    run_match(Auction(), bots, seed=1)
    for player, bot in zip((P0, P1, P2), bots, strict=True):
        committed = [event for event in bot.heard if event.event_type == "engine.committed"]
        assert committed
        assert {event.player_id for event in committed} == {player}
        assert bot.heard_before_the_first_answer[0].event_type == "engine.match_started"
        assert bot.heard[-1].event_type == "engine.match_finished"
        assert all(event.secret == {} and event.audience is None for event in bot.heard)


def test_worlds_are_drawn_and_never_the_state():
    bot = First(worlds=30)
    match = Match.start(Auction(), 3, 1, options={"purses": [[3, 1, 2], [0, 1, 2]]})
    list(BotRun(match, [bot, First(), First()]).answers())
    worlds = bot.seen[0].worlds
    assert len(worlds) == 30
    assert {world.purses[0] for world in worlds} == {3}
    assert len({world.purses for world in worlds}) > 5
    assert all(match.state.config.random_seed not in repr(world) for world in worlds)


def test_a_bot_that_fails_makes_the_match_an_error():
    outcome = run_match(Nim(), [First(), First(fail)], seed=1)
    assert outcome.status is GameStatus.ERROR
    assert outcome.result is not None
    assert outcome.result.ranking == ()
    assert "out of ideas" in str(outcome.error)


def test_the_error_is_reported_to_the_developer_and_not_to_the_table():
    match = Match.start(Nim(), 2, 1)
    run = BotRun(match, [First(), First(fail)])
    list(run.answers())
    assert "out of ideas" not in repr(match.events)
    assert "p1" in repr(next(event.payload["message"] for event in match.events if event.event_type == "engine.error"))


def test_a_bot_that_fails_to_receive_an_event_makes_the_match_an_error():
    class Deaf(First):
        def receive_outcome(self, event: Event) -> None:
            raise RuntimeError("what?")

    outcome = run_match(Nim(), [First(), Deaf()], seed=1)
    assert outcome.status is GameStatus.ERROR
    assert "what?" in str(outcome.error)


@pytest.mark.parametrize(
    "answer",
    [
        lambda seen: Action("take", P1, Take(9)),
        lambda seen: Action("take", P0, Take(1)),
        lambda seen: Action("take", P1, {"count": "two"}),
        lambda seen: Action("leap", P1),
        lambda seen: None,
        lambda seen: "take two",
    ],
    ids=["illegal", "another's", "malformed", "unknown type", "nothing", "words"],
)
def test_a_bot_that_answers_illegally_forfeits(answer):
    outcome = run_match(Nim(), [First(), First(answer)], seed=1)
    assert outcome.status is GameStatus.FINISHED
    assert outcome.result is not None
    assert (outcome.result.winners, outcome.result.reason) == ((P0,), "forfeit")


def test_the_others_continue_after_an_illegal_answer():
    outcome = run_match(Nim(), [First(), First(lambda seen: None), First()], seed=1)
    assert outcome.status is GameStatus.FINISHED
    assert outcome.result is not None
    assert outcome.result.reason == "normal"


@pytest.mark.parametrize("method", ["apply_action", "get_player_view", "determinize"])
def test_a_game_that_fails_is_not_blamed_on_the_bot(method):
    class Broken(Nim):
        pass

    def broken(self: Any, *arguments: Any) -> Any:
        raise ZeroDivisionError("a bug in the rules")

    setattr(Broken, method, broken)
    outcome = run_match(Broken(), [First(worlds=1), First(worlds=1)], seed=1)
    assert outcome.status is GameStatus.ERROR
    assert "a bug in the rules" in str(outcome.error)
    assert "First" not in str(outcome.error)


@pytest.mark.parametrize("max_turns, status", [(6, GameStatus.ABANDONED), (7, GameStatus.FINISHED)])
def test_a_match_that_does_not_end_in_its_turns_is_abandoned(max_turns, status):
    outcome = run_match(Nim(), [First(), First()], seed=1, max_turns=max_turns)
    assert (outcome.status, outcome.turns) == (status, max_turns)


def test_a_paused_match_is_left_as_it_is():
    match = Match.start(Nim(), 2, 1)
    match.submit(Pause("lunch"))
    assert list(BotRun(match, [First(), First()]).answers()) == []
    assert match.status is GameStatus.PAUSED


def test_bots_continue_from_a_turn_after_which_only_time_can_move():
    whole = Match.start(HiddenAuction(), 3, 1, options={"purses": [[2, 2, 2], [2, 2, 2]]}, pace_ms=900)
    for player in (P0, P1, P2):
        whole.act(Action("pass", player))
    fork = Match.from_record(whole.record(), upto=3, game=HiddenAuction())
    assert fork.to_act == ()
    bots = [First(), First(), First()]
    list(BotRun(fork, bots).answers())
    assert fork.status is GameStatus.FINISHED
    assert fork.turns[3].at == 900
    assert [event.event_type for event in bots[0].heard_before_the_first_answer][-1] == "engine.turn_started"
    assert_replays(fork)


def test_bots_never_run_out_of_a_clock_that_does_not_move():
    timer = TimerConfig(TimerMode.TOTAL, base_time_ms=1)
    outcome = run_match(Nim(), [First(), First()], seed=1, timer=timer)
    assert outcome.status is GameStatus.FINISHED
    assert outcome.turns == 7


def test_options_and_the_match_id_reach_the_match():
    outcome = run_match(Nim(), [First(), First()], seed=1, options={"heap": 3}, match_id="m7")
    assert (outcome.match_id, outcome.turns) == ("m7", 3)
