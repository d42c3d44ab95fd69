"""A game's own heuristic: as a bot, as the first action of a search, and in rollouts."""

import pytest

from gamenight import Match, run_match
from gamenight.bots import BadStrategy, make_bot
from gamenight.core.model import PlayerId
from gamenight.core.registry import load
from tests.bots.searching import asked, seen
from tests.bots.trees import Tree, choose, end
from tests.minigames.nim import Nim


def most(game_data, player_id, rng):
    return Nim().get_valid_actions(game_data, player_id)[-1]


class Thrifty(Nim):
    """Its heuristic takes as little as possible; another one, with a name, takes as much as possible."""

    def heuristic_action(self, game_data, player_id, rng):
        return self.get_valid_actions(game_data, player_id)[0]

    heuristics = {"most": most, "none": lambda game_data, player_id, rng: None}


def test_the_bot_uses_the_game_s_heuristic():
    match = Match.start(Thrifty(), 2, 1)
    listed = match.plugin.get_valid_actions(match.state.game_data, match.to_act[0])
    assert make_bot("heuristic", match.plugin).choose_action(seen(match)) == listed[0]
    assert make_bot("heuristic:name=most", match.plugin).choose_action(seen(match)) == listed[-1]
    assert make_bot("heuristic:name=none", match.plugin).choose_action(seen(match)) in listed


@pytest.mark.parametrize("spec, reason", [("heuristic", "has no heuristic"), ("heuristic:name=x", "no heuristic 'x'")])
def test_a_game_without_a_heuristic_is_refused(spec, reason):
    with pytest.raises(BadStrategy, match=reason):
        make_bot(spec, Nim())


class Marked(Tree):
    """The heuristic goes the way that is called so."""

    def heuristic_action(self, game_data, player_id, rng):
        listing = self.get_valid_actions(game_data, player_id)
        return next((action for action in listing if action.payload.to == "sensible"), None)


WAY = choose("p0", a=end(0, 1), b=end(0, 1), sensible=choose("p0", c=end(0, 1), sensible=end(1, 0)))


def test_search_tries_the_heuristic_first_and_uses_it_in_rollouts():
    match = Match.start(Marked(WAY), 2, 1)
    assert asked(match, simulations=1, rollout=-1).report.actions[0][0].payload.to == "sensible"
    values = {str(p): asked(match, simulations=1, rollout=-1, playouts=p).report for p in ("heuristic", "random")}
    assert values["heuristic"].actions[0][2] == 1.0
    assert values["random"].actions[0][0].payload.to == "a"


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_sensible_player_of_hearts_takes_few_points(seats):
    """Against random players over some deals, at every seat."""
    game, points = load("hearts"), [0.0, 0.0]
    for seat in range(seats):
        specs = ["heuristic" if other == seat else "random" for other in range(seats)]
        bots = [make_bot(spec, game, seed=number) for number, spec in enumerate(specs)]
        scores = run_match(game, bots, seed=f"sensible {seat}", options={"deals": 6}).scores
        points[0] += scores[PlayerId(f"p{seat}")]
        points[1] += sum(scores.values()) / seats
    assert points[0] < 0.5 * points[1]
