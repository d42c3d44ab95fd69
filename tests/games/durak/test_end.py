"""Running out, the fool, the draw, and places."""

from gamenight.core.model import PlayerId
from tests.games.durak.bouts import act, asked, do, hand, legal, position, ranking, start, table


def test_the_last_player_with_cards_is_the_fool():
    match = position("7C | TC 9D", "7C TC", trump="S")
    assert match.scores == {"p0": 0, "p1": 1}
    assert match.result.winners == ("p0",)


def test_the_last_two_who_run_out_in_the_same_bout_draw():
    match = position("7H | 9H", "7H 9H", trump="C")
    assert match.result.is_draw
    assert match.scores == {"p0": 0, "p1": 0}
    assert table(match).rules.places == (0, 1)


def test_a_defender_who_cannot_beat_the_last_card_takes_it_and_is_the_fool():
    match = position("7H | 6H", "7H", trump="C")
    assert legal(match, 1) == {"take"}
    do(match, "take")
    assert match.scores == {"p0": 0, "p1": 1}


def test_players_are_placed_in_the_order_in_which_they_ran_out():
    match = position("7C | TC TD | 8D", "7C TC - TD take", trump="S")
    assert table(match).rules.places == (0, 1)
    assert ranking(match) == "0, 1, 2"
    assert match.scores == {"p0": 0, "p1": 0, "p2": 1}


def test_a_player_who_runs_out_by_throwing_in_is_placed_behind_the_attacker():
    match = position("7C | TC 9D KS | 7D", "7C TC 2+7D 9D", trump="S")
    assert ranking(match) == "0, 2, 1"


def test_those_who_draw_share_the_place_behind_those_who_ran_out_before():
    match = position("7C | TC TD | JD", "7C TC - TD JD", trump="S")
    assert ranking(match) == "0, 1 2"
    assert set(match.scores.values()) == {0}


def test_all_who_run_out_in_the_last_bout_share_their_place():
    match = position("7C | TC 9D | 7D", "7C TC 2+7D 9D", trump="S")
    assert ranking(match) == "0 1 2"


def test_a_seat_that_is_out_is_skipped():
    match = position("7C | TC TD KS | JD KD | 8D 9D", "7C TC -", trump="S")
    assert (asked(match), table(match).rules.defender) == ("attack 1", 2)
    do(match, "TD take - 8D")
    assert (asked(match), table(match).rules.defender) == ("defend 1", 1)


def test_a_player_without_cards_still_draws_from_the_talon():
    match = position("7C | TC 9D", "7C TC", trump="S", talon="AD KS")
    assert hand(match, 0) == {"AD", "KS"}
    assert table(match).rules.places == ()
    assert asked(match) == "attack 1"


def test_a_player_who_gets_no_card_from_the_talon_has_run_out():
    match = position("7C | TC 9D | TD", "7C TC 2+TD take", trump="S", talon="KS")
    assert hand(match, 0) == {"KS"}
    assert table(match).rules.places == (2,)
    assert (asked(match), table(match).rules.defender) == ("attack 0", 1)


def test_fifty_bouts_taken_in_a_row_are_a_draw():
    match = position("6C 7C | 6D 7D | 6H 7H", trump="S")
    for _ in range(50):
        assert not match.is_over
        (number,) = table(match).asked
        act(match, number, "attack", card=min(hand(match, number)))
        do(match, "take")
        do(match, "-" if table(match).phase == "throw_in" else "")
    assert ranking(match) == "0 1 2"


def test_a_player_who_takes_every_bout_is_the_fool_even_with_the_whole_pack():
    match = start("|", deck_size=52)
    attacker = table(match).rules.attacker
    while not match.is_over:
        act(match, attacker, "attack", card=min(hand(match, attacker)))
        do(match, "take")
        do(match, "-" if table(match).phase == "throw_in" else "")
    assert match.scores[PlayerId(f"p{1 - attacker}")] == 1
