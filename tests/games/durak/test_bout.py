"""Attack, defence, throwing in, taking and drawing."""

from gamenight.core.model import digest
from tests.games.durak.bouts import asked, do, hand, legal, pile, piles, position, refusal, start, table

MANY = "7D TD | 7S AD | 7C 7H | TC AS KS 8S"
"""Seat 2 attacks seat 3, and all others can throw in."""


def test_the_attacker_plays_any_card():
    match = position("7H 9C | 8D 8C", trump="S")
    assert asked(match) == "attack 0"
    assert legal(match, 0) == {"7H", "9C"}
    assert refusal(match, 0, "attack", card="8D") == "card"
    assert refusal(match, 1, "attack", card="8D") == "not_your_turn"


def test_the_defender_is_the_next_seat_with_cards():
    assert table(position("7H 9C | | 8D 8C | 6D", trump="S")).rules.defender == 2


def test_a_higher_card_of_the_suit_or_a_trump_beats():
    match = position("AH | 6S KH", "AH", trump="S")
    assert legal(match, 1) == {"6S/AH", "take"}
    assert refusal(match, 1, "beat", attack="AH", card="KH") == "too_low"


def test_only_a_higher_trump_beats_a_trump():
    match = position("9S | AH TS 8S", "9S", trump="S")
    assert legal(match, 1) == {"TS/9S", "take"}
    assert refusal(match, 1, "beat", attack="9S", card="AH") == "too_low"


def test_a_card_beats_only_from_the_hand_and_only_what_attacks():
    match = position("9C 7D | TC 8D", "9C", trump="S")
    assert refusal(match, 1, "beat", attack="9C", card="JC") == "card"
    assert refusal(match, 1, "beat", attack="7D", card="8D") == "no_attack"


def test_pairs_tell_which_card_beat_which():
    match = position("7C TD 9C | TC AS KS", "7C TC 0+TD AS", trump="S")
    assert table(match).rules.pairs == {"7C": "TC", "TD": "AS"}
    assert piles(match, "attacks", "defences") == "7C TD | TC AS"


# Throwing in


def test_ranks_on_the_table_may_be_thrown_in():
    match = position("7C TD 7H 8D | TC AS KS QS", "7C TC", trump="S")
    assert asked(match) == "throw_in 0"
    assert legal(match, 0) == {"TD", "7H", "done"}
    assert refusal(match, 0, "throw_in", card="8D") == "rank_not_there"


def test_all_attackers_are_asked_even_one_who_can_throw_in_nothing():
    match = position("7C TD | TC 9C AS | 8D | 7S", "7C TC", trump="S")
    assert asked(match) == "throw_in 0 2 3"
    assert legal(match, 2) == {"done"}
    assert legal(match, 3) == {"7S", "done"}


def test_a_seat_without_cards_is_not_asked():
    assert asked(position("7C | TC 9C AS | 8D | 7S", "7C TC", trump="S")) == "throw_in 2 3"


def test_attackers_without_cards_are_not_asked_to_throw_in():
    match = position("7C | TC 9C | | ", "7C TC", trump="S")
    assert match.is_over


def test_the_attacker_throws_in_first_then_the_others_clockwise():
    def attacks(throw_ins):
        return piles(position(MANY, f"7C TC {throw_ins}", trump="S", attacker=2), "attacks")

    assert attacks("0+7D,1+7S,2+7H") == "7C 7H"
    assert attacks("0+7D,1+7S") == "7C 7D"
    assert attacks("1+7S") == "7C 7S"


def test_a_throw_in_that_did_not_count_stays_in_the_hand_and_secret():
    one = position(MANY, "7C TC 0+7D,1+7S", trump="S", attacker=2)
    other = position(MANY, "7C TC 0+7D", trump="S", attacker=2)
    assert hand(one, 1) == {"7S", "AD"}
    for viewer in ("p0", "p2", "p3", None):
        assert digest(one.view(viewer)) == digest(other.view(viewer))


def test_a_throw_in_is_public():
    match = position(MANY, "7C TC", trump="S", attacker=2)
    (event,) = [event for event in do(match, "0+7D") if event.event_type == "game.throw_in"]
    assert (event.player_id, event.payload) == ("p0", {"card": "7D"})


def test_a_card_thrown_in_must_be_beaten_and_then_everybody_is_asked_again():
    match = position("7C 8C | TC AS KS 8S | TD 8D 7H", "7C TC 2+TD", trump="S")
    assert asked(match) == "defend 1"
    do(match, "AS")
    assert asked(match) == "throw_in 0 2"
    assert legal(match, 2) == {"7H", "done"}


def test_nothing_is_thrown_in_while_a_card_is_unbeaten():
    match = position("7C 7D | TC AS KS | 7H", "7C", trump="S")
    assert asked(match) == "defend 1"
    assert refusal(match, 2, "throw_in", card="7H") == "not_your_turn"


# How many cards


def test_a_bout_ends_when_as_many_cards_are_beaten_as_the_defender_had():
    match = position("7C 7D 7H 7S 9D | 8C 8D 8H | 6D 6H", "7C 8C 0+7D 8D 0+7H 8H", trump="S")
    assert pile(match, "attacks") == ()
    assert hand(match, 0) == {"7S", "9D"}
    assert refusal(match, 0, "throw_in", card="7S") == "not_your_turn"
    assert asked(match) == "attack 2"


def test_the_limit_counts_the_cards_that_the_defender_had_when_the_bout_began():
    hands = "7C 7D 7H 8S 9S TS 6C | 8C 8D 8H AD KD QD"
    match = position(hands, "7C 8C 0+7D 8D 0+7H 8H", trump="D")
    assert (table(match).rules.limit, len(hand(match, 1))) == (6, 3)
    do(match, "0+8S QD")
    assert legal(match, 0) == {"done"}


def test_a_bout_has_six_attack_cards_at_most():
    hands = "6C 6D 6H 6S 8S 9S 9C | 8C 8D 8H JS QS KS AS"
    match = position(hands, "6C 8C 0+6D 8D 0+6H 8H 0+6S JS 0+8S QS", trump="S")
    assert (table(match).rules.limit, asked(match)) == (6, "throw_in 0")
    match = position(hands.replace("8D", "9D"), "6C 8C 0+6D 9D 0+6H 8H 0+6S JS 0+8S QS 0+9S KS", trump="S")
    assert (pile(match, "attacks"), asked(match)) == ((), "attack 1")
    assert (hand(match, 0), hand(match, 1)) == ({"9C"}, {"AS"})


def test_the_first_bout_of_a_deal_may_be_limited_to_five():
    hands = "6D 6C 6H 6S 7C 8H | 8D 8C 9H 9C TD JS"
    assert table(start(hands, "AD")).rules.limit == 6
    match = start(hands, "AD KC QC KH", first_bout_max=5)
    assert (asked(match), table(match).rules.limit) == ("attack 0", 5)
    do(match, "6C 8C 0+6D 8D 0+6H 9H 0+6S take")
    assert len(pile(match, "attacks")) == 4
    do(match, "0+8H")
    assert (asked(match), table(match).rules.limit) == ("attack 0", 6)
    assert {"6C", "8C", "6D", "6H", "6S", "8H"} <= hand(match, 1)


# Beaten off


def test_beaten_off_cards_leave_the_game_and_the_defender_attacks():
    match = position("7C 9C | TC AS | 6D 6H", "7C TC -", trump="S")
    assert {"7C", "TC"} <= set(pile(match, "discard"))
    assert piles(match, "attacks", "defences") == " | "
    assert (asked(match), table(match).rules.defender) == ("attack 1", 2)


def test_a_finished_bout_is_seen_before_its_cards_go():
    match = position("7C 9C | TC AS | 6D 6H", "7C TC -", trump="S")
    (stage,) = match.stages
    assert (stage.state.phase.name, stage.shown_ms) == ("beaten_off", 1200)
    assert stage.state.game_data.piles["attacks"] == ("7C",)
    do(match, "AS take -")
    (stage,) = match.stages
    assert (stage.state.phase.name, stage.shown_ms) == ("taken", 1200)
    assert stage.state.game_data.piles["attacks"] == ("AS",)


# Taking


def test_a_defender_who_takes_gets_all_cards_and_is_skipped():
    match = position("7C 9C TD | TC 8D AS | 6D 6H | 6S 7S", "7C TC 0+TD take -", trump="S")
    assert hand(match, 1) == {"7C", "TC", "TD", "8D", "AS"}
    assert (asked(match), table(match).rules.defender) == ("attack 2", 3)


def test_with_two_players_the_attacker_attacks_again_after_a_take():
    match = position("7C 9C | TD 8D", "7C take -", trump="S")
    assert (asked(match), table(match).rules.defender) == ("attack 0", 1)


def test_after_take_the_attackers_may_throw_in_up_to_the_limit():
    match = position("7C 9C 7D | 8C 6D 6H 6C | 7H 7S 8D 8H", "7C 8C 0+7D take", trump="S")
    assert (table(match).rules.limit, table(match).rules.is_taking) == (4, True)
    assert asked(match) == "throw_in 0 2"
    do(match, "2+7H")
    assert asked(match) == "throw_in 0 2"
    do(match, "2+7S")
    assert hand(match, 1) == {"6D", "6H", "6C", "7C", "8C", "7D", "7H", "7S"}
    assert hand(match, 2) == {"8D", "8H"}
    assert asked(match) == "attack 2"
    assert refusal(match, 0, "throw_in", card="9C") == "not_your_turn"


def test_after_take_only_ranks_on_the_table_are_thrown_in():
    match = position("7C 9C 8D | 9D TD JD", "7C take", trump="S")
    assert legal(match, 0) == {"done"}
    assert refusal(match, 0, "throw_in", card="8D") == "rank_not_there"


def test_everybody_knows_what_was_taken():
    match = position("7C 9C TD | TC 8D AS | 6D 6H | 6S 7S", "7C take -", trump="S")
    assert [belief.piles for belief in match.view("p3").game_data.known if "7C" in belief.cards] == [("hand/1",)]


# Drawing


def test_the_attacker_draws_first_and_the_defender_last():
    hands = "7C 6D 6H 7D | 8C 9D 9H TH JH | 6C TC JC QC QD"
    match = position(hands, "7C 8C -", trump="S", talon="AD AH AC KS")
    assert hand(match, 0) == {"6D", "6H", "7D", "AD", "AH", "AC"}
    assert hand(match, 2) == {"6C", "TC", "JC", "QC", "QD", "KS"}
    assert hand(match, 1) == {"9D", "9H", "TH", "JH"}
    assert piles(match, "deck", "trump") == " | "
    assert asked(match) == "attack 1"


def test_a_player_with_six_cards_or_more_draws_nothing():
    hands = "7C 6D 6H KD 9S TS JS QS | 8C 9D"
    match = position(hands, "7C 8C -", trump="S", talon="AD AH AC KC 6C 7S")
    assert len(hand(match, 0)) == 7
    assert hand(match, 1) == {"9D", "AD", "AH", "AC", "KC", "6C"}
    assert pile(match, "trump") == ("7S",)


def test_the_turn_up_is_drawn_last_and_everybody_saw_who_drew_it():
    match = position("7C 6D | 8C 9D", "7C 8C -", trump="S", talon="AD KS")
    assert hand(match, 0) == {"6D", "AD", "KS"}
    assert [belief.piles for belief in match.view(None).game_data.known if "KS" in belief.cards] == [("hand/0",)]
