"""Games of teams in the arena: a contestant plays a side, and the win of a team is not a tie."""

import pytest
from openskill.models import PlackettLuce

from gamenight.arena import ArenaResult, GameJob, Here, plan, play_game, read_results, run_arena
from gamenight.arena.tally import Tally
from gamenight.core.errors import BadOptions

from .tables import contest, game

TUG = "tests.minigames.tug:Tug"
PAIRS = ((0, 2), (1, 3))
TWO = contest("ann bob", 4, seats=4, game=TUG, teams=PAIRS)


def figures(showing) -> tuple[int, int, int, float]:
    return showing.wins, showing.draws, showing.losses, showing.points


def test_each_bot_has_a_whole_side_and_plays_each_deck_from_both():
    jobs = list(plan(TUG, ["greedy", "random"], games=3, players=4, seed=1).jobs())
    assert [job.contestants for job in jobs] == [(0, 1, 0, 1), (1, 0, 1, 0)] * 2
    assert [job.seed for job in jobs[::2]] == [job.seed for job in jobs[1::2]]


def test_teams_may_depend_on_the_options():
    assert plan("durak", ["random"] * 2, players=4, options={"teams": "2v2"}, seed=1).teams == PAIRS
    assert plan("durak", ["random"] * 4, players=4, seed=1).teams == ()


def test_more_bots_than_sides_play_in_pairs():
    assert plan(TUG, ["random"] * 3, games=2, players=4, seed=1).groups == ((0, 1), (0, 2), (1, 2))


def test_fewer_bots_than_sides_are_refused():
    with pytest.raises(BadOptions, match="2 teams need at least 2 bots"):
        plan(TUG, ["random"], players=4)


def test_a_team_s_win_is_a_win_and_not_a_draw():
    ann, bob = Tally(TWO, [game(0, "0+2 1+3"), game(1, "0+2 1+3"), game(2, "0+21+3")]).overall
    assert figures(ann) == (1, 1, 1, 1.5)
    assert figures(bob) == (1, 1, 1, 1.5)
    assert (ann.games, ann.decisions) == (3, 6)


def test_a_team_s_score_is_the_mean_of_its_members():
    ann, bob = Tally(TWO, [game(0, "0+2 1+3", "5 1 3 2")]).overall
    assert (ann.scores, bob.scores) == ([4.0], [1.5])


def test_a_team_is_rated_as_one():
    model = PlackettLuce()
    [[ann], [bob]] = model.rate([[model.rating()], [model.rating()]], ranks=[0, 1])
    rated = Tally(TWO, [game(0, "0+2 1+3")]).ratings.current
    assert [(rating.mu, rating.sigma) for rating in rated] == [(ann.mu, ann.sigma), (bob.mu, bob.sigma)]


def test_the_arena_plays_teams_and_reads_them_again(tmp_path):
    path = tmp_path / "results.jsonl"
    result = run_arena(TUG, ["greedy", "random"], games=6, players=4, seed=1, executor=Here(), out=path)
    assert not result.voids
    assert {side for outcome in result.outcomes for place in outcome.ranking for side in place} == set(PAIRS)
    assert sum(standing.points for standing in result.standings) == 6
    again = ArenaResult(*read_results(path))
    assert again.standings == result.standings
    result.write_report(tmp_path / "report.html")
    assert "seats 1, 3" in (tmp_path / "report.html").read_text()


def test_a_member_that_crashes_loses_for_its_side(troublemakers):
    bots = ("random", "crash", "random", "random")
    outcome = play_game(GameJob(0, TUG, "1", bots, bots, (0, 1, 2, 3)))
    assert (outcome.status, outcome.crashed) == ("lost_by_crash", (1,))
    assert outcome.ranking == (((0, 2),), ((1, 3),))
    assert outcome.winners == ((0, 2),)
