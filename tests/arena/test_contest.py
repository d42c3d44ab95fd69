"""The schedule: groups, decks and seats."""

from collections import Counter
from itertools import combinations

import pytest

from gamenight.arena import plan
from gamenight.bots import BadStrategy
from gamenight.core.errors import BadOptions, UnknownGame
from gamenight.core.rng import seed_text


def schedule(*arguments, **options):
    return list(plan(*arguments, **options).jobs())


def test_two_bots_play_each_deck_from_both_seats():
    jobs = schedule("tictactoe", ["greedy", "random"], games=6, seed=1)
    assert [job.names for job in jobs] == [("greedy", "random"), ("random", "greedy")] * 3
    assert [job.seed for job in jobs[::2]] == [job.seed for job in jobs[1::2]]
    assert len({job.seed for job in jobs}) == 3


def test_three_bots_in_a_game_for_two_play_in_pairs():
    contest = plan("tictactoe", ["greedy", "random", "random"], games=4, seed=1)
    met = Counter(frozenset(job.contestants) for job in contest.jobs())
    assert met == {frozenset(pair): 4 for pair in combinations(range(3), 2)}
    assert contest.total == 12


def test_all_pairs_share_the_decks():
    jobs = schedule("tictactoe", ["greedy", "random", "random"], games=4, seed=1)
    decks = Counter(job.seed for job in jobs)
    assert len(decks) == 2
    assert set(decks.values()) == {6}


def test_as_many_bots_as_seats_play_each_deck_from_every_seat():
    jobs = schedule("liarsdice", ["greedy", "random", "random"], games=3, players=3, seed=1)
    assert [job.contestants for job in jobs] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert len({job.seed for job in jobs}) == 1


def test_more_bots_than_seats_play_in_all_combinations():
    contest = plan("liarsdice", ["random"] * 5, games=3, players=3, seed=1)
    assert contest.groups == tuple(combinations(range(5), 3))
    sat = Counter((contestant, seat) for job in contest.jobs() for seat, contestant in enumerate(job.contestants))
    assert set(sat.values()) == {6}


@pytest.mark.parametrize("players, games, played", [(2, 1, 2), (2, 7, 8), (3, 7, 9), (4, 8, 8)])
def test_games_are_rounded_up_to_whole_decks(players, games, played):
    assert plan("liarsdice", ["random"] * players, games=games, players=players, seed=1).games == played


def test_a_longer_contest_begins_like_a_shorter_one():
    short, long = (schedule("tictactoe", ["greedy", "random", "random"], games=games, seed=1) for games in (4, 40))
    assert long[: len(short)] == short


def test_the_seed_and_the_number_determine_a_deck():
    first = schedule("tictactoe", ["random", "random"], games=4, seed="x")[2]
    assert first.seed == seed_text(f"deck:{seed_text('x')}:1")


def test_another_seed_or_no_seed_deals_other_decks():
    seeds = [plan("tictactoe", ["random"] * 2, games=2, seed=seed).job(0).seed for seed in (1, 2, None, None)]
    assert len(set(seeds)) == 4
    assert plan("tictactoe", ["random"] * 2, games=2, seed=1).job(0).seed == seeds[0]


def test_a_bot_named_twice_gets_a_number():
    contest = plan("tictactoe", ["greedy", "random", "greedy", "greedy"], games=2, seed=1)
    assert contest.names == ("greedy", "random", "greedy #2", "greedy #3")
    assert [contestant.strategy for contestant in contest.contestants] == ["greedy", "random", "greedy", "greedy"]


def test_the_same_game_has_the_same_match_id_and_others_differ():
    def ids(bots, seed):
        return {job.match_id for job in plan("tictactoe", bots, games=4, seed=seed).jobs()}

    assert ids(["random", "greedy"], 1) == ids(["random", "greedy"], 1)
    assert len(ids(["random", "greedy"], 1) | ids(["random", "greedy"], 2) | ids(["random", "random"], 1)) == 12


def test_the_default_number_of_players_is_two():
    assert plan("liarsdice", ["random"] * 4, games=2, seed=1).seats == 2


@pytest.mark.parametrize(
    "game, bots, options, error, words",
    [
        ("no-such-game", ["random"] * 2, {}, UnknownGame, "no-such-game"),
        ("tests.cli.swap:Nothing", ["random"] * 2, {}, UnknownGame, "cannot load"),
        ("tests.cli.swap:DECK", ["random"] * 2, {}, UnknownGame, "is not a game"),
        ("tictactoe", ["random"], {}, BadOptions, "2 seats need at least 2 bots"),
        ("tictactoe", ["random", "genius"], {}, BadStrategy, "no bot is called 'genius'"),
        ("tictactoe", ["random"] * 3, {"players": 3}, BadOptions, "needs 2 players, not 3"),
        ("liarsdice", ["random"] * 2, {"options": {"dice": 99}}, BadOptions, "dice"),
        ("tictactoe", ["random"] * 2, {"games": 0}, BadOptions, "at least one game"),
    ],
)
def test_what_cannot_be_played_is_refused(game, bots, options, error, words):
    with pytest.raises(error, match=words):
        plan(game, bots, **options)
