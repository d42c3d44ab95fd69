"""Dealing, trump, the first attack, and what everybody learns from it."""

import pytest

from gamenight.core.errors import BadOptions
from gamenight.core.match import Match
from gamenight.core.model import PlayerId
from gamenight.core.rng import Rng
from gamenight.games.durak import GAME
from tests.games.durak.bouts import asked, deck, hand, pile, position, ranking, start, table

NO_TRUMPS = "6C 7C 8C 9C TC JC | 6S 7S 8S 9S TS JS | 6H 7H 8H 9H TH JH"
FOOL_IS_2 = ("7C | TC TD | 8D", "7C TC - TD take")
NOBODY_LOSES = ("7C | TC TD | JD", "7C TC - TD JD")


def known(match: Match, viewer: str | None, card: str) -> tuple[str, ...]:
    """The piles in which the viewer knows an unseen card to be."""
    (belief,) = [belief for belief in match.view(viewer).game_data.known if card in belief.cards]
    return belief.piles


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everybody_gets_six_cards_and_the_next_one_is_turned_up(players):
    match = start("|" * (players - 1), "9H")
    assert [len(hand(match, number)) for number in range(players)] == [6] * players
    assert pile(match, "trump") == ("9H",)
    assert len(pile(match, "deck")) == 36 - 6 * players - 1
    assert table(match).rules.trump == "H"


def test_cards_are_dealt_one_by_one_from_the_left_of_the_dealer():
    match = Match.start("durak", 3, options={"first_dealer": 0, "decks": [deck("6C | 7C | 8C")]})
    assert deck("6C | 7C | 8C").startswith("7C 8C 6C")
    assert [card in hand(match, seat) for seat, card in enumerate(("6C", "7C", "8C"))] == [True] * 3


def test_six_players_get_all_cards_and_the_dealer_shows_the_last_one():
    match = start("6C 7C 8C 9C TC JD | | | | | 6D")
    assert (pile(match, "trump"), pile(match, "deck")) == ((), ())
    assert (table(match).rules.trump, table(match).rules.trump_card) == ("D", "JD")
    assert "JD" in hand(match, 0)
    assert known(match, "p3", "JD") == known(match, None, "JD") == ("hand/0",)


def test_four_players_get_all_of_24_cards():
    match = start("9C TC JC QC KC AC | 9S | |", deck_size=24)
    assert [len(hand(match, number)) for number in range(4)] == [6] * 4
    assert table(match).rules.trump_card == "AC"


@pytest.mark.parametrize("size, ranks", [(24, "9TJQKA"), (36, "6789TJQKA"), (52, "23456789TJQKA")])
def test_a_pack_has_24_36_or_52_cards(size, ranks):
    piles = table(start("|", "AS", deck_size=size)).piles
    assert sorted(sum(piles.values(), ())) == sorted(rank + suit for rank in ranks for suit in "CDHS")


@pytest.mark.parametrize("players", [5, 6])
def test_24_cards_are_too_few_for_more_than_four(players):
    with pytest.raises(BadOptions):
        Match.start("durak", players, options={"deck_size": 24})


def test_the_lowest_trump_attacks_first():
    match = start("9D | AC KC QC JC TC 9C | 7D", "8D 6D")
    assert (asked(match), table(match).rules.defender) == ("attack 2", 0)


def test_without_trumps_the_left_of_the_dealer_attacks_first():
    assert asked(start(NO_TRUMPS, "AD")) == "attack 1"


def test_everybody_learns_where_the_lowest_trump_is():
    match = start("9D | AC KC QC JC TC 9C | 8D", "7D 6D")
    assert known(match, "p1", "8D") == known(match, None, "8D") == ("hand/2",)


@pytest.mark.parametrize("hands, turn_up", [("9D | AC KC QC JC TC 9C | 8D", "JD 7D 6D"), (NO_TRUMPS, "AD")])
def test_viewers_know_that_other_hands_have_no_lower_trumps(hands, turn_up):
    match = start(hands, turn_up)
    lower = {"6D", "7D"}
    for number in range(20):
        world = GAME.determinize(table(match), PlayerId("p1"), Rng(f"world {number}"))
        assert not lower & {*world.hand(0), *world.hand(2)}
        assert GAME.contradiction(world, PlayerId("p1")) is None


def second_deal(first: tuple[str, str], hands: str, **options) -> Match:
    """The second deal of a match of three, with these hands and diamonds as trumps, after this first one."""
    dealer = 2 if first is FOOL_IS_2 else 1
    return position(*first, trump="S", deals=2, then=(deck(hands, "AD", dealer=dealer),), **options)


def test_the_fool_deals_and_the_left_of_the_dealer_attacks():
    match = second_deal(FOOL_IS_2, "6D | 7D | 8D")
    assert (table(match).deal, table(match).dealer) == (2, 2)
    assert (asked(match), table(match).rules.defender) == ("attack 0", 1)
    assert "6D" in hand(match, 0)


def test_the_fool_may_be_attacked_first():
    match = second_deal(FOOL_IS_2, "6D | 7D | 8D", next_attack="attack_the_fool")
    assert (asked(match), table(match).rules.defender) == ("attack 1", 2)


def test_the_lowest_trump_may_attack_in_later_deals_too():
    match = second_deal(FOOL_IS_2, "9D | 8D | 6D", next_attack="lowest_trump")
    assert (asked(match), table(match).rules.defender) == ("attack 2", 0)


@pytest.mark.parametrize("next_attack", ["left_of_dealer", "attack_the_fool"])
def test_after_a_deal_without_a_loser_the_next_player_deals_and_the_left_of_the_dealer_attacks(next_attack):
    match = second_deal(NOBODY_LOSES, "6D | 7D | 8D", next_attack=next_attack)
    assert (table(match).dealer, asked(match)) == (1, "attack 2")


def test_among_equals_those_are_ahead_who_ran_out_earlier_in_all_deals():
    match = second_deal(FOOL_IS_2, "6D | 7D | 8D")
    assert match.scores == {"p0": 0, "p1": 0, "p2": 1}
    while not match.is_over:  # everybody takes, until the deal ends without a loser
        player = match.to_act[0]
        match.act(match.plugin.timeout_action(table(match), player))
    assert match.scores == {"p0": 0, "p1": 0, "p2": 1}
    assert ranking(match) == "0, 1, 2"
