"""Two decisions of one turn: the second continues with the tree of the first, if it is the expected one."""

from __future__ import annotations

from typing import Any

import pytest

from gamenight.bots.search.mcts import MctsBot, MctsParameters
from gamenight.core.match import Match
from tests.bots.searching import seen, start, without_time
from tests.bots.trees import Tree, choose, end, luck

REPLY = choose("p1", x=end(1, 0), y=end(0, 1))
STEP = choose("p0", up=REPLY, down=REPLY, aside=choose("p1", x=end(1, 0), y=end(1, 0)))
TWO_STEPS = choose("p0", left=STEP, right=STEP)


def bot_for(game: Tree, **parameters: Any) -> MctsBot:
    return MctsBot(game, MctsParameters(**{"simulations": 100, **parameters}), 1)


def decide(bot: MctsBot, match: Match, turn_index: int) -> Any:
    action = bot.choose_action(seen(match, turn_index=turn_index))
    match.act(action)
    return bot.report


def visits(found: Any) -> int:
    return sum(times for _, times, _ in found.actions)


def test_the_second_decision_runs_only_the_simulations_that_are_missing():
    game = Tree(TWO_STEPS)
    match, bot = start(game), bot_for(game, exploration=0.1, widening=9.0)
    first = decide(bot, match, 0)
    second = decide(bot, match, 1)
    assert second.iterations < 100
    assert second.iterations < visits(second) <= 100
    assert visits(second) - second.iterations <= first.actions[0][1]
    assert second.actions[0][0].payload.to == "aside"


def test_without_reuse_the_search_starts_again():
    game = Tree(TWO_STEPS)
    match, bot = start(game), bot_for(game, reuse=False)
    decide(bot, match, 0)
    second = decide(bot, match, 1)
    assert second.iterations == visits(second)


def test_with_reuse_the_same_seed_makes_the_same_decisions():
    game = Tree(TWO_STEPS)
    runs = []
    for _ in range(2):
        match, bot = start(game), bot_for(game)
        runs.append([without_time(decide(bot, match, turn)) for turn in (0, 1)])
    assert runs[0] == runs[1]


def test_an_unexpected_position_is_searched_from_the_start():
    game = Tree(TWO_STEPS)
    match, bot = start(game), bot_for(game)
    foreseen = bot.choose_action(seen(match, turn_index=0))
    other = next(action for action in match.legal_actions("p0") if action != foreseen)
    match.act(other)
    bot.choose_action(seen(match, turn_index=1))
    assert bot.report.iterations == visits(bot.report)


def test_another_match_is_searched_from_the_start():
    game = Tree(TWO_STEPS)
    match, bot = start(game), bot_for(game)
    decide(bot, match, 0)
    other = Match.start(game, 2, 1, match_id="other")
    other.act(match.turns[0].input.action)
    bot.choose_action(seen(other, turn_index=1))
    assert bot.report.iterations == visits(bot.report)


def test_after_a_random_event_the_search_starts_again():
    step = luck(red=STEP, black=STEP)
    game = Tree(choose("p0", left=step, right=step))
    match, bot = start(game), bot_for(game)
    decide(bot, match, 0)
    second = decide(bot, match, 1)
    assert second.iterations == visits(second)


def test_with_hidden_hands_the_search_starts_again():
    game = Tree(TWO_STEPS, "hands")
    match, bot = start(game), bot_for(game)
    decide(bot, match, 0)
    second = decide(bot, match, 1)
    assert second.iterations == visits(second)


@pytest.mark.parametrize("tree", ["single", "worlds"])
def test_a_time_budget_serves_the_whole_turn(tree):
    game = Tree(TWO_STEPS)
    match, bot = start(game), bot_for(game, simulations=None, time_ms=40, tree=tree)
    decide(bot, match, 0)
    second = decide(bot, match, 1)
    assert second.actions[0][0].payload.to == "aside"
