"""Edge cases: errors that once passed unnoticed."""

import json

import pytest
from msgspec import Struct

from gamenight.bots import RandomBot
from gamenight.core.errors import ActionRefused, BadOptions, PluginError, ReplayError
from gamenight.core.match import Match
from gamenight.core.model import (
    Action,
    ConcurrentMode,
    ExpectedAction,
    Family,
    Forfeit,
    GameStatus,
    Pause,
    Phase,
    PlayerId,
    Slot,
    TimerConfig,
    TimerMode,
)
from gamenight.core.run import BotRun, run_match
from tests.minigames.nim import Nim, take


class TaggedTake(Struct, frozen=True, tag="take"):
    count: int


class TaggedNim(Nim):
    action_types = {"take": TaggedTake}

    def get_valid_actions(self, game_data, player_id):
        actions = [a for a in super().get_valid_actions(game_data, player_id) if a.action_type == "take"]
        return [Action("take", player_id, TaggedTake(a.payload.count)) for a in actions]


def test_a_payload_with_a_tag_survives_json():
    m = Match.start(TaggedNim(), 2, 1)
    m.act(Action("take", PlayerId("p0"), json.loads('{"type": "take", "count": 2}')))
    assert m.state.game_data.stones == 5


class NosyNim(Nim):
    hides_actors = True

    def phase_of(self, game_data):
        return Phase("ask", (ExpectedAction(None, "take"),), ConcurrentMode.CONCURRENT, hidden_actors=True)


def test_a_hidden_prompt_must_name_its_seats():
    with pytest.raises(PluginError, match="must name its seats"):
        Match.start(NosyNim(), 2, 1)


class StuckNim(Nim):
    """At three stones the seat that is asked has nothing to do."""

    def get_valid_actions(self, game_data, player_id):
        return [] if game_data.stones == 3 else super().get_valid_actions(game_data, player_id)


def test_an_action_that_would_leave_a_seat_asked_without_an_answer_is_not_taken():
    m = Match.start(StuckNim(), 2, 1, options={"heap": 5})
    with pytest.raises(PluginError, match="who has no valid action"):
        m.act(take(PlayerId("p0"), 2))
    assert (m.state.game_data.stones, m.turns) == (5, [])


def test_a_listing_cannot_be_added_to():
    m = Match.start(Nim(), 2, 1)
    assert not hasattr(m.legal_actions("p0"), "append")
    assert isinstance(m.valid_actions("p0"), tuple)
    with pytest.raises(ActionRefused):
        m.act(take(PlayerId("p0"), 5))


class Pick(Struct, frozen=True):
    stones: tuple[int, ...]


class PickyNim(Nim):
    """Pick two of the stones: the family does not say how many, validate_action does."""

    action_types = {"pick": Pick}

    def get_valid_actions(self, game_data, player_id):
        if player_id != game_data.order[0]:
            return []
        return [Family("pick", (Slot("stones", tuple(range(game_data.stones)), 1, 3),), exact=False)]

    def phase_of(self, game_data):
        return Phase("pick", (ExpectedAction(game_data.order[0], "pick"),))

    def validate_action(self, game_data, action):
        return None if len(action.payload.stones) == 2 else "Take two stones."

    def apply_action(self, game_data, action, rng):
        return super().apply_action(game_data, take(action.player_id, len(action.payload.stones)), rng)


def test_a_random_bot_keeps_to_what_an_inexact_family_allows():
    outcome = run_match(PickyNim(), [RandomBot(1), RandomBot(2)], seed=3, options={"heap": 8})
    assert outcome.status is GameStatus.FINISHED
    assert outcome.result is not None
    assert outcome.result.reason == "normal"


class LonelyNim(Nim):
    min_players = 1


def test_a_single_player_who_leaves_does_not_win():
    m = Match.start(LonelyNim(), 1, 1)
    m.submit(Forfeit(PlayerId("p0"), "resignation"))
    assert m.scores == {"p0": 0.0}


def test_when_the_seat_asked_leaves_everybody_is_told_whose_turn_it_is():
    m = Match.start(Nim(), 3, 1)
    events = m.submit(Forfeit(PlayerId("p0"), "resignation"))
    assert [event.player_id for event in events if event.event_type == "engine.turn_started"] == ["p1"]


def test_bots_stop_at_a_paused_match_and_continue_from_a_fork_at_a_deadline():
    m = Match.start(Nim(), 2, 1)
    m.submit(Pause("tea"))
    assert list(BotRun(m, [RandomBot(1), RandomBot(2)]).answers()) == []
    whole = Match.start("blotto", 2, 1, options={"rounds": 1})
    for player in ("p0", "p1"):
        whole.act(Action("allocate", PlayerId(player), {"fields": [0] * 10}))
    fork = Match.from_record(whole.record(), upto=2)
    run = BotRun(fork, [RandomBot(1), RandomBot(2)])
    assert list(run.answers()) == []
    assert run.outcome().status is GameStatus.FINISHED


@pytest.mark.parametrize("upto", [-1, 1])
def test_a_record_has_no_states_beyond_its_turns(upto):
    with pytest.raises(ReplayError, match="has 0 turns"):
        Match.from_record(Match.start("tictactoe", 2, 1).record(), upto)


def test_a_bot_knows_how_much_time_it_has():
    class Timed(RandomBot):
        budgets: list[int | None] = []

        def choose_action(self, observation):
            self.budgets.append(observation.budget_ms)
            return super().choose_action(observation)

    run_match(Nim(), [Timed(1), Timed(2)], seed=1, timer=TimerConfig(TimerMode.SIMPLE, base_time_ms=5000))
    assert set(Timed.budgets) == {5000}


@pytest.mark.parametrize("timer", [{"mode": "fischer", "base_time_ms": 5000}, TimerConfig("fischer", 5000)])  # type: ignore[arg-type]
def test_a_timer_may_be_plain_data(timer):
    m = Match.start(Nim(), 2, 1, timer=timer)
    assert m.state.config.timer == TimerConfig(TimerMode.FISCHER, 5000)
    assert [event.event_type for event in m.pass_time(9000)][:1] == ["engine.timed_out"]
    assert Match.from_record(m.record(), game=Nim()).state == m.state


@pytest.mark.parametrize(
    "timer, words",
    [({"mode": "sundial"}, "mode"), ({"base": 1}, "unknown field"), ({"mode": "total"}, "needs base_time_ms")],
)
def test_a_timer_that_makes_no_sense_is_refused_in_words(timer, words):
    with pytest.raises(BadOptions, match=words):
        Match.start(Nim(), 2, 1, timer=timer)


def test_an_unknown_player_is_named():
    m = Match.start(Nim(), 2, 1)
    for ask in (m.view, m.valid_actions, m.legal_actions):
        with pytest.raises(ValueError, match="no player is called 'Ann'; there are: p0, p1"):
            ask("Ann")


def test_an_action_is_acted_and_an_input_submitted():
    with pytest.raises(TypeError, match="act takes an action"):
        Match.start(Nim(), 2, 1).submit(take(PlayerId("p0")))  # type: ignore[arg-type]


def test_time_passes_only_forwards():
    with pytest.raises(ValueError, match="must not be negative"):
        Match.start(Nim(), 2, 1).pass_time(-1)
