"""The points of a deal, and the end of the match."""

import pytest
from msgspec.structs import replace

from gamenight.cards import without
from gamenight.games.scopa import GAME
from gamenight.games.scopa.rules import ScopaOptions
from gamenight.games.scopa.scoring import PACK, ScopaMemory, best_alone, categories, primiera
from tests.games.scopa.positions import cards, last_card, play, points_told, position


def test_a_sweep_with_the_last_card_of_the_deal_is_not_a_scopa():
    table, happened = play(last_card("7H", "3C 4D", "AC"), "7H x 3C 4D")
    assert table.rules.scope == (0, 0)
    assert "scopa" not in [event.event_type for event in happened]
    assert set(cards("7H 3C 4D AC")) == set(table.piles["won/0"])


def test_the_last_capturer_takes_the_rest():
    after, happened = play(last_card("2H", "3C KD", "AC", rules=ScopaMemory((0, 0), 0)), "2H")
    assert set(after.piles["won/0"]) == set(cards("AC 2H 3C KD"))
    assert after.rules.scope == (0, 0)
    assert "took_rest" in [event.event_type for event in happened]


@pytest.mark.parametrize(
    "text, value",
    [("7D 6C AH 5S", 70), ("7C 6D AS 5H", 70), ("7C 7H 7D", None), ("KC JH QD KS", 40), ("7C 7H 7D 7S KS", 84)],
)
def test_primiera_is_the_best_card_of_each_suit(text, value):
    assert primiera(cards(text)) == value


def test_equal_primieras_bring_no_point():
    assert best_alone([primiera(cards("7D 6C AH 5S")), primiera(cards("7C 6D AS 5H"))]) is None


def test_a_missing_suit_loses_the_primiera_to_the_poorest_four_suits():
    assert best_alone([primiera(cards("7C 7H 7D")), primiera(cards("KC JH QD KS"))]) == 1


def test_with_missing_suits_on_both_sides_there_is_no_primiera():
    assert best_alone([primiera(cards("7C 7H 7D")), primiera(cards("7S 6S"))]) is None


def test_equal_counts_bring_no_point():
    first = cards("AD 2D 3D 4D 5D AC 2C 3C 4C 5C AH 2H 3H 4H 5H AS 2S 3S 4S 5S")
    figures = categories([first, without(PACK, first)])
    assert figures["cards"] == [20, 20]
    assert figures["coins"] == [5, 5]
    assert best_alone(figures["cards"]) is None
    assert best_alone(figures["coins"]) is None
    assert best_alone(figures["settebello"]) == 1


def test_of_three_the_most_cards_count_and_not_more_than_half():
    assert best_alone([15, 14, 11]) == 0
    assert best_alone([15, 15, 10]) is None


def test_the_points_of_a_deal_are_announced_by_kind():
    table, happened = play(last_card("KH", "2C", "7D"), "KH")
    assert points_told(happened) == {"cards": "p1", "coins": "p1", "settebello": "p0", "primiera": "p1"}
    assert table.totals == (1, 3)


def test_each_scopa_is_worth_a_point():
    after, happened = play(last_card("KH", "2C", "7D", rules=ScopaMemory((2, 1), 1)), "KH")
    assert after.totals == (3, 4)
    told = {(event.player_id, event.payload["figure"]) for event in happened if event.event_type == "scope"}
    assert told == {("p0", 2), ("p1", 1)}


def test_if_both_reach_the_target_the_higher_wins():
    after, _ = play(last_card("KH", "2C", "7D", totals=(10.0, 9.0)), "KH")
    assert after.totals == (11, 12)
    assert after.is_over


def test_a_tie_at_the_target_leads_to_another_deal():
    after, _ = play(last_card("KH", "2C", "7D", totals=(10.0, 8.0)), "KH")
    assert after.totals == (11, 11)
    assert not after.is_over


@pytest.mark.parametrize("target, is_over", [(11, True), (16, False), (21, False)])
def test_the_target_is_an_option(target, is_over):
    options = ScopaOptions(target=target)
    after, _ = play(last_card("KH", "2C", "7D", totals=(9.0, 9.0), options=options), "KH")
    assert after.totals == (10, 12)
    assert after.is_over is is_over


def test_a_match_of_two_deals_ends_after_two():
    table = last_card("KH", "2C", "7D", totals=(18.0, 9.0), options=ScopaOptions(deals=2))
    first, _ = play(table, "KH")
    second, _ = play(replace(table, deal=2), "KH")
    assert not first.is_over
    assert second.is_over


def test_partners_put_their_cards_together_and_share_the_points():
    rest = without(PACK, cards("KH 7D 6C"))
    won = ("7D", " ".join(rest[:18]), "6C", " ".join(rest[18:]))
    table = position("KH", "", "", "", won=won, rules=ScopaMemory((1, 0, 2, 0), 3))
    after, happened = play(table, "KH")
    assert GAME.teams(4, GAME.options_type()) == ((0, 2), (1, 3))
    assert after.totals == (4, 3, 4, 3)
    assert points_told(happened)["settebello"] == "p0"
    assert [event.payload["partner"] for event in happened if event.event_type == "cards"] == ["p3"]
