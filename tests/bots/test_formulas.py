"""The formulas of the search, compared with numbers computed by hand."""

from math import inf

import pytest

from gamenight.bots.search.formulas import beta, max_children, rave, terminal_value, uct
from gamenight.core.model import GameResult, PlayerId
from gamenight.core.plugin import sigmoid

P0, P1, P2 = PlayerId("p0"), PlayerId("p1"), PlayerId("p2")


def close(value: float) -> object:
    """The hand-worked numbers have six digits after the point."""
    return pytest.approx(value, abs=1e-6)


# -- a lead as a value between losing and winning


@pytest.mark.parametrize(
    "lead, scale, value",
    [
        (0, 20, 0.5),
        (20, 20, 0.731059),  # 1 / (1 + 1/e)
        (-20, 20, 0.268941),
        (10, 5, 0.880797),  # 1 / (1 + 1/e^2)
        (-2.5, 5, 0.377541),  # 1 / (1 + e^0.5)
        (3, 1, 0.952574),
    ],
)
def test_a_lead_of_one_scale_is_worth_about_three_quarters(lead, scale, value):
    assert sigmoid(lead, scale) == close(value)


@pytest.mark.parametrize("lead", [0.1, 1, 7, 40, 300])
def test_the_values_of_the_leads_of_two_sides_add_up_to_one(lead):
    assert sigmoid(lead, 20) + sigmoid(-lead, 20) == close(1)
    assert sigmoid(lead, 20) > 0.5


def test_very_large_leads_have_a_value():
    assert sigmoid(1_000_000, 1) == close(1)
    assert sigmoid(-1_000_000, 1) == close(0)


# -- upper confidence bounds


@pytest.mark.parametrize(
    "total, visits, parent_visits, exploration, value",
    [
        (3, 4, 16, 1.41, 1.923902),  # 3/4 + 1.41 sqrt(2.772589 / 4)
        (5, 10, 100, 1.0, 1.178614),  # 5/10 + sqrt(4.605170 / 10)
        (0, 2, 8, 1.0, 1.019667),  # sqrt(2.079442 / 2)
        (3, 4, 16, 0.0, 0.75),  # nothing but the mean
        (1, 1, 1, 1.41, 1.0),  # ln 1 = 0
    ],
)
def test_uct_is_the_mean_with_a_bonus_for_few_visits(total, visits, parent_visits, exploration, value):
    assert uct(total, visits, parent_visits, exploration) == close(value)


@pytest.mark.parametrize("parent_visits", [0, 1, 50])
def test_an_action_that_was_never_tried_comes_first(parent_visits):
    assert uct(0, 0, parent_visits, 1.41) == inf


def test_of_two_equal_means_the_less_visited_action_is_tried():
    assert uct(2, 4, 20, 1.41) > uct(4, 8, 20, 1.41)


def test_the_bound_of_a_child_grows_with_the_visits_of_its_parent():
    assert uct(1, 4, 40, 1.41) > uct(1, 4, 20, 1.41)


# -- all moves as first


@pytest.mark.parametrize(
    "parent_visits, k, weight",
    [
        (0, 100, 1.0),
        (33, 100, 0.708881),  # sqrt(100 / 199)
        (100, 100, 0.5),  # sqrt(100 / 400)
        (200, 100, 0.377964),  # sqrt(100 / 700)
        (800, 100, 0.2),  # sqrt(100 / 2500)
        (25, 25, 0.5),
        (300, 300, 0.5),
        (10, 0, 0.0),  # nothing is taken from elsewhere
    ],
)
def test_the_weight_of_other_branches_decreases_with_visits(parent_visits, k, weight):
    assert beta(parent_visits, k) == close(weight)


def test_after_many_visits_only_the_record_in_the_tree_counts():
    assert beta(10**16, 100) == close(0)


@pytest.mark.parametrize(
    "amaf_total, amaf_visits, exploration, value",
    [
        (8, 10, 0.0, 0.7),  # half of 6/10 and half of 8/10
        (8, 10, 1.0, 1.378614),  # and sqrt(ln 100 / 10) for what is not known
        (1, 10, 0.0, 0.35),
        (0, 0, 0.0, 0.55),  # played nowhere else: taken for a half
    ],
)
def test_rave_blends_the_tree_with_the_other_branches(amaf_total, amaf_visits, exploration, value):
    """Six of ten points, below a node of 100 visits with k = 100: equal weights."""
    assert rave(6, 10, amaf_total, amaf_visits, 100, exploration, 100, True) == close(value)


@pytest.mark.parametrize("urgency", [True, False])
def test_rave_with_full_weight_on_the_tree_is_uct(urgency):
    assert rave(6, 10, 1, 10, 100, 1.41, 0, urgency) == close(uct(6, 10, 100, 1.41))


def test_urgency_orders_untried_children_by_their_records_in_other_branches():
    assert rave(0, 0, 8, 10, 100, 1.41, 100, True) == close(1.8)
    assert rave(0, 0, 0, 10, 100, 1.41, 100, True) == close(1.0)


def test_without_urgency_every_untried_child_comes_first():
    assert rave(0, 0, 8, 10, 100, 1.41, 100, False) == inf


@pytest.mark.parametrize("urgency", [True, False])
def test_an_untried_child_without_any_record_comes_first(urgency):
    assert rave(0, 0, 0, 0, 100, 1.41, 100, urgency) == inf


# -- progressive widening


@pytest.mark.parametrize(
    "visits, children", [(0, 2), (1, 2), (2, 2), (3, 3), (4, 4), (9, 6), (16, 8), (25, 10), (99, 19), (100, 20)]
)
def test_the_number_of_children_grows_with_the_root_of_the_visits(visits, children):
    assert max_children(visits, 2.0, 0.5) == children


@pytest.mark.parametrize("visits", [0, 1, 10, 1000])
def test_with_a_power_of_zero_the_number_of_children_is_constant(visits):
    assert max_children(visits, 5.0, 0.0) == 5


def test_one_child_is_always_allowed():
    assert [max_children(visits, 0.5, 0.5) for visits in (0, 1, 4, 15, 16)] == [1, 1, 1, 1, 2]


# -- how a match that is over counts


@pytest.mark.parametrize("draw", [0.5, 0.8])
def test_a_sole_winner_has_the_value_one_and_a_loser_zero(draw):
    result = GameResult((((P1,),), ((P0,),), ((P2,),)))
    assert [terminal_value(result, player, draw) for player in (P0, P1, P2)] == [0.0, 1.0, 0.0]


@pytest.mark.parametrize("draw", [0.5, 0.8])
def test_a_shared_first_place_is_a_draw_for_those_who_share_it(draw):
    result = GameResult((((P0,), (P2,)), ((P1,),)))
    assert [terminal_value(result, player, draw) for player in (P0, P1, P2)] == [draw, 0.0, draw]


@pytest.mark.parametrize("result", [None, GameResult((), "abandonment")])
def test_a_match_without_a_ranking_is_worth_a_half(result):
    assert terminal_value(result, P0, 0.8) == 0.5
