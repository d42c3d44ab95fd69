"""The statistics of games, computed by hand."""

import math

import pytest
from openskill.models import PlackettLuce

from gamenight.arena import ArenaResult
from gamenight.arena.tally import Tally

from .tables import contest, game, void

TWO = contest("ann bob", 8)
THREE = contest("ann bob cy", 6, seats=3)
ROUND_ROBIN = contest("ann bob cy", 2)
"""Games 0 and 1 are ann and bob's, 2 and 3 ann and cy's, 4 and 5 bob and cy's."""


def figures(showing) -> tuple[int, int, int, float]:
    return showing.wins, showing.draws, showing.losses, showing.points


def test_a_draw_is_half_a_point():
    """Ann sits first in even games: she wins, wins as the second, draws, and loses."""
    ann, bob = Tally(TWO, [game(0, "0 1"), game(1, "1 0"), game(2, "01"), game(3, "0 1")]).overall
    assert figures(ann) == (2, 1, 1, 2.5)
    assert figures(bob) == (1, 1, 2, 1.5)
    assert (ann.rate, bob.rate) == (0.625, 0.375)


def test_sides_on_the_first_place_share_the_point():
    """Game 1 seats bob, cy, ann."""
    ann, bob, cy = Tally(THREE, [game(0, "012"), game(1, "01 2"), game(2, "2 1 0")]).overall
    assert figures(ann) == (0, 1, 2, pytest.approx(1 / 3))
    assert figures(bob) == (1, 2, 0, pytest.approx(1 / 3 + 1 / 2 + 1))
    assert figures(cy) == (0, 2, 1, pytest.approx(1 / 3 + 1 / 2))


def test_a_crash_counts_as_a_loss_but_its_scores_do_not_count():
    ann, bob = Tally(TWO, [game(0, "0 1", "7 3"), game(1, "0 1", "1 0", crashed=(1,))]).overall
    assert (ann.crashes, ann.losses, ann.scores) == (1, 1, [7.0])
    assert (bob.crashes, bob.wins, bob.scores) == (0, 1, [3.0])


def test_a_bot_that_fails_gets_no_points_even_if_all_fail():
    tally = Tally(TWO, [game(0, "1 0", crashed=(0, 1))])
    assert [showing.points for showing in tally.overall] == [0.0, 0.0]
    assert [showing.losses for showing in tally.overall] == [1, 1]


def test_void_games_are_counted_separately():
    tally = Tally(TWO, [game(0, "0 1"), void(1)])
    assert (tally.finished, len(tally.voids), tally.done) == (1, 1, 2)
    assert [showing.games for showing in tally.overall] == [1, 1]


def test_scores_have_a_mean_and_the_deviation_of_a_sample():
    """Ann's scores are 2, 4, 6: mean 4, squares 8 over 3 - 1."""
    ann = Tally(TWO, [game(0, "0 1", "2 1"), game(1, "1 0", "1 4"), game(2, "0 1", "6 1")]).overall[0]
    assert ann.score_mean == 4
    assert ann.score_deviation == 2


def test_figures_without_games_are_none():
    ann = Tally(TWO, []).overall[0]
    assert (ann.rate, ann.score_mean, ann.score_deviation, ann.ms_per_move, ann.iterations_per_move) == (None,) * 5
    assert Tally(TWO, [game(0, "0 1")]).overall[0].score_deviation is None


def test_the_paired_interval_is_over_whole_decks():
    """Decks of ann: 1, 1/2 and, with a void game, nothing. Mean 0.75 with deviation 0.3536, t = 12.706."""
    outcomes = [game(0, "0 1"), game(1, "1 0"), game(2, "01"), game(3, "01"), game(4, "0 1"), void(5)]
    assert Tally(TWO, outcomes).overall[0].paired_interval == (0.0, 1.0)
    outcomes += [game(6, "0 1"), game(7, "01")]
    low, high = Tally(TWO, outcomes).overall[0].paired_interval
    margin = 4.303 * 0.25 / math.sqrt(3)
    assert (low, high) == pytest.approx((0.75 - margin, 1.0), abs=1e-3)


def test_a_deck_is_complete_when_all_pairings_have_played_it():
    won = [game(number, "0 1" if number % 2 == 0 else "1 0") for number in range(6)]
    again = [game(number, "01") for number in range(6, 12)]
    tally = Tally(contest("ann bob cy", 4), won + again)
    assert tally.overall[0].paired_interval == (0.0, 1.0)
    assert Tally(contest("ann bob cy", 4), won + again[1:]).overall[0].paired_interval is None


def test_each_pairing_has_its_own_figures():
    tally = Tally(ROUND_ROBIN, [game(0, "0 1"), game(1, "01"), game(2, "1 0"), game(4, "0 1")])
    assert [figures(showing) for showing in tally.groups[0].values()] == [(1, 1, 0, 1.5), (0, 1, 1, 0.5)]
    assert [figures(showing) for showing in tally.groups[1].values()] == [(0, 0, 1, 0.0), (1, 0, 0, 1.0)]
    assert figures(tally.overall[0]) == (1, 1, 1, 1.5)


def test_head_to_head_compares_places():
    """Game 0 seats ann, bob, cy: bob is first, the others share the second place. Game 1 seats bob, cy, ann."""
    duels = Tally(THREE, [game(0, "1 02"), game(1, "2 0 1")]).duels
    assert (duels[0][1].points, duels[0][1].games) == (1.0, 2)
    assert (duels[0][2].points, duels[0][2].games) == (1.5, 2)
    assert (duels[1][2].points, duels[1][2].games) == (2.0, 2)
    assert duels[0][0].rate is None


def test_seats_are_compared_over_all_contestants():
    tally = Tally(TWO, [game(0, "0 1"), game(1, "0 1"), game(2, "01")])
    assert [(seat.points, seat.games) for seat in tally.sides] == [(2.5, 3), (0.5, 3)]


def test_time_and_iterations_are_per_move():
    outcome = game(0, "0 1", decisions=(4, 5), think_ms=(10.0, 5.0), searches=(2, 0), iterations=(300, 0))
    ann, bob = Tally(TWO, [outcome]).overall
    assert (ann.ms_per_move, ann.iterations_per_move) == (2.5, 150)
    assert (bob.ms_per_move, bob.iterations_per_move) == (1.0, None)


GAMES = [game(0, "0 1"), game(1, "0 1"), game(2, "01"), void(3), game(4, "0 1"), game(5, "0 1", crashed=(1,))]


def test_ratings_are_those_of_openskill_game_by_game():
    model = PlackettLuce()
    ann, bob = model.rating(), model.rating()
    for ranks, seated in [([0, 1], "ab"), ([0, 1], "ba"), ([0, 0], "ab"), ([0, 1], "ab"), ([0, 1], "ba")]:
        if seated == "ab":
            [[ann], [bob]] = model.rate([[ann], [bob]], ranks=[*map(float, ranks)])
        else:
            [[bob], [ann]] = model.rate([[bob], [ann]], ranks=[*map(float, ranks)])
    rated = Tally(TWO, GAMES).ratings.current
    assert [(rating.mu, rating.sigma) for rating in rated] == [(ann.mu, ann.sigma), (bob.mu, bob.sigma)]
    assert rated[0].ordinal == pytest.approx(ann.ordinal())


def test_ratings_do_not_depend_on_the_order_in_which_games_are_finished():
    in_order, otherwise = Tally(TWO, GAMES), Tally(TWO, [GAMES[index] for index in (5, 2, 0, 4, 3, 1)])
    assert in_order.ratings.current == otherwise.ratings.current
    assert in_order.ratings.history == otherwise.ratings.history


def test_a_void_game_does_not_change_ratings():
    without = [outcome for outcome in GAMES if outcome.status != "void"]
    assert Tally(TWO, GAMES).ratings.current == ArenaResult(TWO, without).tally.ratings.current


def test_a_missing_game_delays_the_ratings_until_the_end():
    tally = Tally(TWO, [GAMES[0], GAMES[2]])
    before = tally.ratings.current
    assert before == Tally(TWO, [GAMES[0]]).ratings.current
    tally.ratings.close()
    assert tally.ratings.current != before


def test_the_rating_s_history_counts_all_games():
    history = Tally(TWO, GAMES).ratings.history[0]
    assert [number for number, _ in history] == [0, 1, 2, 3, 5, 6]


def test_a_single_contestant_has_no_rating():
    tally = Tally(contest("ann", 2, seats=1), [game(0, "0", "12"), game(1, "0", "14")])
    assert tally.overall[0].score_mean == 13
    assert tally.ratings.current[0].mu == 25
