"""The list of strategies and levels."""

import json
import re


def test_the_strategies_are_listed_with_their_parameters(gamenight):
    ended = gamenight("bots")
    assert (ended.code, ended.err) == (0, "")
    assert re.search(r"^random  Chooses a random legal action", ended.out, re.M)
    assert re.search(r"^ +samples +1 or more +8 +Random choices of the other players", ended.out, re.M)
    assert re.search(r"^ +draw +0 to 1 +0.5 ", ended.out, re.M)
    assert re.search(r"^ +medium +mcts:", ended.out, re.M)


def test_a_game_s_levels_are_its_own(gamenight):
    ended = gamenight("bots", "tests.cli.swap:Graded")
    assert "levels of Swap" in ended.out
    assert re.search(r"^ +beginner +random\s*$", ended.out, re.M)
    assert "hard" not in ended.out.split("levels of")[1]


def test_as_json_they_are_one_object(gamenight):
    told = json.loads(gamenight("bots", "tests.cli.swap:Graded", "--json").out)
    by_name = {strategy["name"]: strategy for strategy in told["strategies"]}
    assert by_name.keys() >= {"random", "greedy", "mcts"}
    assert by_name["random"]["parameters"] == []
    samples = next(field for field in by_name["greedy"]["parameters"] if field["name"] == "samples")
    assert (samples["type"], samples["default"]) == ("1 or more", 8)
    assert told["levels"] == {"beginner": "random", "expert": "greedy:worlds=4"}


def test_a_game_s_evaluators_are_named(gamenight):
    named = "aggressive, conservative, default, field_heavy"
    told = gamenight("bots", "carcassonne").out
    assert f"evaluators of the game, for mcts:evaluator=NAME\n  {named}" in told
    assert json.loads(gamenight("bots", "carcassonne", "--json").out)["evaluators"] == named.split(", ")
    assert "evaluators, for" not in gamenight("bots", "tictactoe").out


def test_an_invalid_level_is_an_error(gamenight):
    ended = gamenight("bots", "tests.cli.swap:Ungraded")
    assert (ended.code, ended.out) == (2, "")
    assert "the level 'medium' of mini-ungraded is 'clairvoyant', not a strategy" in ended.err


def test_an_unknown_game_has_no_levels(gamenight):
    assert gamenight("bots", "no-such-game").code == 3
