"""A search has an answer at any time at which it is stopped."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from msgspec.structs import replace

from gamenight.bots.search.mcts import MctsBot, MctsParameters
from gamenight.core.match import Match
from gamenight.core.model import Action, TimerConfig, TimerMode
from tests.bots.searching import seen, start
from tests.bots.trees import Tree, choose, end
from tests.timeouts import TIMEOUT_S

FOREVER = 10**12


class Watched(Tree):
    """Signals when a search looks at it; every match is a draw."""

    def __init__(self, hides: Any = "nothing") -> None:
        super().__init__(choose("p0", left=end(1, 1), right=end(1, 1)), hides)
        self.is_busy = threading.Event()

    def apply_action(self, game_data, action, rng):
        self.is_busy.set()
        return super().apply_action(game_data, action, rng)


@pytest.mark.parametrize("hides, tree", [("nothing", "single"), ("hands", "single"), ("nothing", "worlds")])
def test_another_thread_can_stop_a_search(hides, tree):
    game = Watched(hides)
    match = start(game)
    bot = MctsBot(game, MctsParameters(simulations=FOREVER, tree=tree, draw=0.5), 1)
    answers: list[Action] = []
    thinking = threading.Thread(target=lambda: answers.append(bot.choose_action(seen(match))), daemon=True)
    thinking.start()
    assert game.is_busy.wait(TIMEOUT_S)
    bot.stop()
    thinking.join(TIMEOUT_S)
    assert not thinking.is_alive()
    assert answers[0] in match.legal_actions("p0")
    assert bot.report.iterations < FOREVER


def test_a_stop_only_counts_for_the_present_decision():
    match = Match.start("tictactoe", 2, 1)
    bot = MctsBot(match.plugin, MctsParameters(simulations=50), 1)
    bot.stop()
    bot.choose_action(seen(match))
    assert bot.report.iterations > 0


@pytest.mark.parametrize("game, players", [("tictactoe", 2), ("goofspiel", 3), ("liarsdice", 2)])
@pytest.mark.parametrize("tree", ["single", "worlds"])
def test_time_ends_a_search_without_a_limit_of_simulations(game, players, tree):
    match = Match.start(game, players, 1)
    bot = MctsBot(match.plugin, MctsParameters(time_ms=30, tree=tree), 1)
    assert bot.choose_action(seen(match)) in match.legal_actions(match.to_act[0])
    assert bot.report.iterations > 0


@pytest.mark.parametrize("game, players", [("tictactoe", 2), ("goofspiel", 3), ("blotto", 2)])
@pytest.mark.parametrize("tree", ["single", "worlds"])
@pytest.mark.parametrize("left", [0, 1, 50])
def test_a_search_without_time_has_an_answer(game, players, tree, left):
    match = Match.start(game, players, 1)
    bot = MctsBot(match.plugin, MctsParameters(simulations=FOREVER, tree=tree), 1)
    action = bot.choose_action(replace(seen(match), budget_ms=left))
    match.act(action)
    assert bot.report.iterations == 0


def test_the_clock_of_the_seat_limits_every_search():
    timer = TimerConfig(TimerMode.SIMPLE, base_time_ms=100)
    match = Match.start("tictactoe", 2, 1, timer=timer)
    bot = MctsBot(match.plugin, MctsParameters(simulations=FOREVER), 1)
    observation = seen(match)
    assert observation.budget_ms == 100
    bot.choose_action(observation)
    assert 0 < bot.report.iterations < FOREVER


def test_an_exception_of_the_rules_ends_the_search():
    class Broken(Tree):
        def apply_action(self, game_data, action, rng):
            raise ZeroDivisionError("a wrong rule")

    match = start(Broken(choose("p0", left=end(1), right=end(1))))
    with pytest.raises(ZeroDivisionError, match="a wrong rule"):
        MctsBot(match.plugin).choose_action(seen(match))
