"""Intervals, compared with printed tables and other programs."""

import math

import pytest

from gamenight.arena.intervals import mean_interval, student, wilson


@pytest.mark.parametrize(
    "wins, games, low, high",
    [
        # With the exact quantile, 1.959964, as statistics programs give them; 1.96 is a rounded one.
        (0, 10, 0.0, 0.2775328),
        (10, 10, 0.7224672, 1.0),
        (5, 10, 0.2365931, 0.7634069),
        (1, 1, 0.2065493, 1.0),
        (60, 100, 0.5020026, 0.6905987),
        (26, 50, 0.3851174, 0.6520286),
    ],
)
def test_wilson_s_interval_agrees_with_other_programs(wins, games, low, high):
    assert wilson(wins, games) == pytest.approx((low, high), abs=2e-5)


def test_the_interval_of_twenty_wins_of_twenty_begins_at_five_sixths():
    """By hand: with z = 1.96 the lower end is n / (n + z²)."""
    assert wilson(20, 20)[0] == pytest.approx(20 / (20 + 1.96**2))
    assert wilson(20, 20)[1] == pytest.approx(1.0)


@pytest.mark.parametrize("points, games", [(3, 7), (55.5, 100), (0.5, 4), (999, 1000)])
def test_the_ends_of_the_interval_are_rates_at_z_deviations(points, games):
    """The definition of Wilson's interval: the true rates at which the observed rate is 1.96 deviations off."""
    for end in wilson(points, games):
        assert abs(points / games - end) == pytest.approx(1.96 * math.sqrt(end * (1 - end) / games))


def test_no_games_have_an_empty_interval():
    assert wilson(0, 0) == (0.0, 0.0)


def test_draws_count_half():
    assert wilson(5.5, 11) == pytest.approx(tuple(1 - end for end in reversed(wilson(5.5, 11))))
    assert wilson(3 + 4 * 0.5, 10) == wilson(5, 10)


@pytest.mark.parametrize(
    "freedom, t",
    # The two-sided 5 % column of a printed table of Student's distribution.
    [
        *[(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (9, 2.262), (10, 2.228), (29, 2.045)],
        *[(30, 2.042), (49, 2.010), (100, 1.984), (1000, 1.962)],
    ],
)
def test_student_s_t_agrees_with_printed_tables(freedom, t):
    assert student(freedom) == pytest.approx(t, abs=6e-4)


def test_the_interval_of_a_mean():
    """The classic example of two decks: mean 0.75, deviation 0.3536, so 12.706 * 0.25 to both sides."""
    assert mean_interval([0.5, 1.0]) == pytest.approx((0.75 - 12.706 * 0.25, 0.75 + 12.706 * 0.25), abs=1e-3)
    values = [1.0, 0.5, 0.5, 0.0, 1.0]
    deviation = math.sqrt(sum((value - 0.6) ** 2 for value in values) / 4)
    margin = 2.776 * deviation / math.sqrt(5)
    assert mean_interval(values) == pytest.approx((0.6 - margin, 0.6 + margin), abs=1e-3)


@pytest.mark.parametrize("values", [[], [0.5], [1.0, 1.0, 1.0]])
def test_equal_values_have_no_interval(values):
    assert mean_interval(values) is None
