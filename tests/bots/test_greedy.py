"""The greedy bot takes the best action up to the end of its own turn, but does not look past a random event."""

from __future__ import annotations

from typing import Any

import pytest

from gamenight import Match, run_match
from gamenight.bots import make_bot
from gamenight.bots.greedy import LEAVES
from gamenight.core.bot import observe
from gamenight.core.model import Action, GameStatus
from gamenight.core.plugin import Game
from gamenight.core.registry import catalogue, load
from gamenight.core.rng import Rng
from tests.bots.searching import one_deal
from tests.bots.trees import Tree, choose, chosen, end, luck
from tests.cli.swap import Swap
from tests.minigames.all_games import MINI


def greedy(game: Game[Any], spec: str = "greedy", seed: str | int = 0) -> Any:
    return make_bot(spec, game, seed=seed)


def answer(match: Match, spec: str = "greedy", seed: str | int = 0) -> Action:
    """The action of a greedy bot for the player who is to act."""
    bot, player = greedy(match.plugin, spec, seed), match.to_act[0]
    observation = observe(match.plugin, match.state, player, match.now, 0, bot.worlds, Rng("00" * 16))
    action: Action = bot.choose_action(observation)
    return action


# -- one decision


def test_the_best_lead_is_taken():
    game = Tree(
        choose(
            "p0", 0, poor=choose("p1", 1, x=end()), rich=choose("p1", 9, 2, x=end()), rash=choose("p1", 12, 11, x=end())
        )
    )
    assert chosen(game, greedy(game)) == "rich"


def test_the_next_actions_of_others_are_not_considered():
    game = Tree(choose("p0", 0, trap=choose("p1", 5, x=end(0, 99)), safe=choose("p1", 4, x=end(99))))
    assert chosen(game, greedy(game)) == "trap"


def test_three_in_a_row_are_completed():
    match = Match.start("tictactoe", 2)
    for row, col in ((0, 0), (1, 0), (0, 1), (1, 1)):
        match.act(Action("move", match.to_act[0], {"row": row, "col": col}))
    assert (answer(match).payload.row, answer(match).payload.col) == (0, 2)


def test_a_match_that_is_won_counts_more_than_any_lead():
    game = Tree(choose("p0", 0, win=end(1), lead=choose("p1", 50, x=end())))
    assert chosen(game, greedy(game)) == "win"


def test_a_match_that_is_lost_counts_less_than_any_deficit():
    game = Tree(choose("p0", 0, loss=end(0, 1), arrears=choose("p1", 0, 50, x=end())))
    assert chosen(game, greedy(game)) == "arrears"


@pytest.mark.parametrize(
    "other, choice",
    [(choose("p1", 0, 1, x=end()), "draw"), (choose("p1", 1, x=end()), "other")],
    ids=["behind", "ahead"],
)
def test_a_drawn_match_counts_as_a_draw(other, choice):
    game = Tree(choose("p0", 0, draw=end(3, 3), other=other))
    assert chosen(game, greedy(game)) == choice


def test_if_low_scores_win_fewer_points_are_taken():
    class Golf(Tree):
        lowest_wins = True
        score_scale = 5.0

    game = Golf(choose("p0", 9, 9, bogey=choose("p1", 8, 9, x=end()), eagle=choose("p1", 4, 9, x=end())))
    assert chosen(game, greedy(game)) == "eagle"


# -- a turn of several decisions


TWO_STEPS = Tree(
    choose(
        "p0",
        0,
        now=choose("p0", 3, keep=choose("p1", 3, x=end()), waste=choose("p1", 0, x=end())),
        soon=choose("p0", 0, more=choose("p1", 5, x=end()), less=choose("p1", 1, x=end())),
    )
)


def test_decisions_in_a_row_are_one_turn():
    assert chosen(TWO_STEPS, greedy(TWO_STEPS)) == "soon"


def test_how_many_decisions_are_one_turn_is_a_parameter():
    assert chosen(TWO_STEPS, greedy(TWO_STEPS, "greedy:decisions=1")) == "now"
    late = choose("p0", 0, x=choose("p0", 0, x=choose("p0", 0, x=choose("p1", 9, x=end()))))
    game = Tree(choose("p0", 0, late=late, early=choose("p1", 1, x=end())))
    assert chosen(game, greedy(game, "greedy:decisions=3")) == "early"
    assert chosen(game, greedy(game, "greedy:decisions=4")) == "late"


def test_the_turn_ends_where_another_decides():
    reply = choose("p1", 0, x=choose("p0", 0, x=end(99)))
    game = Tree(choose("p0", 0, reply=reply, point=choose("p1", 1, x=end())))
    assert chosen(game, greedy(game)) == "point"


def test_a_turn_with_too_many_ends_is_searched_in_part():
    def branch(points: int) -> Any:
        return choose("p0", 0, **{f"b{at}": choose("p1", points, x=end()) for at in range(50)})

    class Ordered(Tree):
        def action_priority(self, game_data: Any, action: Action) -> float:
            return float(action.payload.to.removeprefix("a"))

    game = Ordered(choose("p0", 0, **{f"a{at}": branch(1000 - at) for at in range(200)}))
    # The best are a0 and its neighbours, but the game wanted the others looked at first.
    assert chosen(game, greedy(game)) == f"a{200 - LEAVES // 50}"


# -- chance


GAMBLE = luck(
    0, 0, high=choose("p0", 0, x=choose("p1", 99, x=end())), low=choose("p0", 0, x=choose("p1", -99, x=end()))
)


@pytest.mark.parametrize("fate", ["high", "low"])
def test_the_hidden_future_does_not_influence_the_decision(fate):
    game = Tree(choose("p0", 0, gamble=GAMBLE, safe=choose("p1", 1, x=end())), hides="future")
    assert chosen(game, greedy(game), fate) == "safe"
    game = Tree(choose("p0", 0, gamble=GAMBLE, bad=choose("p1", -1, x=end())), hides="future")
    assert chosen(game, greedy(game), fate) == "gamble"


@pytest.mark.parametrize(
    "fates, choice",
    [(["up"], "risk"), (["down"], "safe"), (["up", "down", "down"], "safe"), (["up", "up", "down"], "risk")],
)
def test_worlds_are_averaged(fates, choice):
    risk = luck(0, 0, up=choose("p1", 10, x=end()), down=choose("p1", -10, x=end()))
    game = Tree(choose("p0", 0, risk=risk, safe=choose("p1", 1, x=end())), hides="hands")
    assert chosen(game, greedy(game, f"greedy:worlds={len(fates)}"), *fates) == choice


def test_random_outcomes_are_the_same_after_every_action():
    """Two ways lead to the same gamble, one of them a point better: luck must not make the other look better."""

    def gamble(stake: int) -> Any:
        return luck(stake, 0, up=choose("p1", stake + 10, x=end()), down=choose("p1", stake - 10, x=end()))

    game = Tree(choose("p0", 0, worse=gamble(0), better=gamble(1)), hides="future")
    assert {chosen(game, greedy(game, seed=seed)) for seed in range(20)} == {"better"}


def test_more_worlds_are_used_if_hands_are_hidden():
    assert greedy(Tree(end(), hides="nothing")).worlds == 1
    assert greedy(Tree(end(), hides="future")).worlds == 1
    assert greedy(Tree(end(), hides="hands")).worlds == 8
    assert greedy(Tree(end(), hides="hands"), "greedy:worlds=3").worlds == 3


# -- everybody at once


def test_against_unknown_choices_the_best_average_is_taken():
    """The highest of five cards takes the prize from four of the other's five, and loses it to none."""
    match = Match.start("goofspiel", 2, 1, options={"cards": 5, "prizes": [5, 1, 2, 3, 4]})
    assert {answer(match, "greedy:samples=64", seed).payload.card for seed in range(5)} == {5}


def test_a_secret_choice_is_not_known():
    game, unaware, aware = load("goofspiel"), Match.start("goofspiel", 2, 1), Match.start("goofspiel", 2, 1)
    aware.act(aware.legal_actions("p1")[-1])
    bot = greedy(game)
    for turn in range(5):
        seen = [
            observe(game, m.state, unaware.to_act[0], 0, turn, bot.worlds, Rng("11" * 16)) for m in (unaware, aware)
        ]
        assert bot.choose_action(seen[0]) == bot.choose_action(seen[1])


# -- families


def test_illegal_members_are_never_chosen():
    for seed in range(10):
        outcome = run_match(Swap(), [greedy(Swap(), seed=seed), make_bot("random", Swap(), seed=seed)], seed=seed)
        assert outcome.result.reason == "normal"


def test_a_very_large_family_is_sampled():
    game = load("blotto")
    options = {"units": 20, "fields": 5}
    bots = [greedy(game), make_bot("random", game)]
    assert run_match(game, bots, seed=1, options=options).result.reason == "normal"


# -- seeds


def test_the_seed_decides_between_equals():
    match = Match.start("tictactoe", 2)
    openings = [answer(match, seed=seed) for seed in range(100)]
    assert len({repr(action) for action in openings}) == 9
    assert openings == [answer(match, seed=seed) for seed in range(100)]


# -- any game


GAMES = [
    *catalogue().games.values(),
    *MINI,
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.game_id)
def test_greed_plays_any_game(game):
    players = min(game.max_players, 4)
    bots = [greedy(game, "greedy:worlds=2", seed) for seed in range(players)]
    outcome = run_match(game, bots, seed="table", options=one_deal(game))
    assert (outcome.status, outcome.error) == (GameStatus.FINISHED, None)


def test_greed_plays_on_after_another_player_has_left():
    """A seat that has left is not asked again, neither in the match nor in a search."""
    game = load("goofspiel")
    bots = [greedy(game, seed=1), greedy(game, seed=2), Leaver()]
    outcome = run_match(game, bots, seed=3)
    assert (outcome.status, outcome.error) == (GameStatus.FINISHED, None)
    assert outcome.result.ranking[-1] == (("p2",),)


class Leaver:
    """Takes an illegal action, and so forfeits."""

    name, worlds = "leaver", 0

    def choose_action(self, observation: Any) -> Any:
        return None

    def receive_outcome(self, event: Any) -> None:
        pass


@pytest.mark.parametrize("slug", ["carcassonne", "liarsdice"])
def test_greed_beats_random(slug):
    game = load(slug)
    for seed in range(4):
        bots = [greedy(game, seed=seed), make_bot("random", game, seed=seed)]
        assert run_match(game, bots, seed=seed).result.winners == ("p0",)
