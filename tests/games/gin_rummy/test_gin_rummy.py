"""Gin rummy by its rule book, in card notation."""

import random
from itertools import combinations

import msgspec
import pytest
from msgspec.structs import replace

from gamenight import Match
from gamenight.cards import FRENCH, parse_cards
from gamenight.cards.library.melds import GIN_VALUES, best_arrangement
from gamenight.core.model import Action, PlayerId
from gamenight.games.gin_rummy import GAME
from gamenight.games.gin_rummy.state import MOST_DEAD, MOST_TAKEN, Meld
from gamenight.looks.texts import texts_of
from tests.cards.dealing import deck_for, do, legal, pile, refusal, start, totals
from tests.cards.playing import all_cards

KNOCKER = "7C 7D 7H 3S 4S 5S 6S 2C AD 4H"
GIN = "7C 7D 7H 3S 4S 5S 6S 9H 9D 9S"
LAYOFF = "7S 2S KC KD KH 8C 9C TC QD 5D"
UNDERCUT = "7S 2S KC KD KH 8C 9C TC 5D AC"
TIE = "7S 2S KC KD KH 8C 9C TC 5D 2D"
NOTHING = "AC 3D 5H 7S 9C JD KH 2S 4C 6D"


def dealt(*hands, then="QS", **options):
    """Seat 1 deals; seat 0 has the first hand. `then` are the upcard and the stock."""
    return start(GAME, 2, deck_for(FRENCH, hands, then), **options)


def drawn(*hands, upcard="JC", draws="QS", **options):
    """Both have declined the upcard, and seat 0 has drawn the first of these cards."""
    match = dealt(*hands, then=f"{upcard} {draws}", **options)
    do(match, 0, "decline")
    do(match, 1, "decline")
    do(match, 0, "draw_stock")
    return match


def knocked(hand, defender, **options):
    """Seat 0 holds this hand and a queen, and knocks with the queen."""
    match = drawn(hand, defender, **options)
    do(match, 0, "knock", card="QS")
    return match


def phase(match):
    return match.to_act, match.state.phase.name


def rules(match):
    return match.state.game_data.rules


def verbs(match, seat_number):
    return {action.action_type for action in match.legal_actions(f"p{seat_number}")}


def go_on(match):
    """Let everybody continue to the next deal."""
    while match.state.phase.name == "deal_over":
        match.act(match.legal_actions(match.to_act[0])[0])


def why_not(match, seat_number, verb, **fields):
    """The rules' reason to refuse this, even if the engine refuses the type of action itself."""
    assert refusal(match, seat_number, verb, **fields)
    action = Action(verb, PlayerId(f"p{seat_number}"), msgspec.convert(fields, GAME.action_types[verb]))
    return texts_of(GAME).tell(GAME.why_not(match.state.game_data, action))


def lay_off(match, *cards):
    """Seat 1 lays off these cards, each on the first meld that it fits, and is done."""
    for card in cards:
        choices = [action for action in match.legal_actions("p1") if action.action_type == "lay_off"]
        match.act(next(action for action in choices if action.payload.card == card))
    do(match, 1, "done")


# The opening


def test_ten_cards_each_and_an_upcard():
    match = dealt(NOTHING, "")
    assert [len(pile(match, name)) for name in ("hand/0", "hand/1", "discard", "deck")] == [10, 10, 1, 31]
    assert phase(match) == (("p0",), "upcard")
    assert verbs(match, 0) == {"take_upcard", "decline"}


def test_the_dealer_may_take_what_the_other_declined():
    match = dealt(KNOCKER, LAYOFF, then="JC")
    do(match, 0, "decline")
    assert phase(match) == (("p1",), "upcard")
    do(match, 1, "take_upcard")
    assert "JC" in pile(match, "hand/1")
    assert phase(match) == (("p1",), "discard")


def test_when_both_decline_the_first_draws_from_the_stock():
    match = dealt(KNOCKER, LAYOFF, then="JC QS")
    do(match, 0, "decline")
    do(match, 1, "decline")
    assert phase(match) == (("p0",), "draw")
    assert verbs(match, 0) == {"draw_stock"}
    assert why_not(match, 0, "draw_discard") == "Both of you have declined this card, so draw from the stock."
    do(match, 0, "draw_stock")
    do(match, 0, "discard", card="QS")
    assert verbs(match, 1) == {"draw_stock", "draw_discard"}


# A turn


def test_a_card_just_taken_is_not_discarded():
    match = dealt(KNOCKER, LAYOFF, then="JC")
    do(match, 0, "take_upcard")
    assert legal(match, 0, "discard") == set(parse_cards(KNOCKER))
    expected = "You have just taken J♣ from the discard pile, so you may not discard it in this turn."
    assert why_not(match, 0, "discard", card="JC") == expected
    assert why_not(match, 0, "knock", card="JC") == expected


def test_a_card_just_taken_may_be_returned_by_option_and_twice_in_a_row_is_a_dead_hand():
    match = dealt(KNOCKER, LAYOFF, then="JC", return_upcard=True, deals=1)
    do(match, 0, "take_upcard")
    do(match, 0, "discard", card="JC")
    assert phase(match) == (("p1",), "draw")
    do(match, 1, "draw_discard")
    do(match, 1, "discard", card="JC")
    assert match.is_over
    assert totals(match) == [0, 0]


def test_a_card_from_the_stock_is_secret_and_one_from_the_discard_pile_is_public():
    match = dealt(KNOCKER, LAYOFF, then="JC QS TS")
    do(match, 0, "take_upcard")
    do(match, 0, "discard", card="4H")
    do(match, 1, "draw_stock")
    assert "QS" in match.view("p1").game_data.hand(1)
    assert match.view("p0").game_data.hand(1) == ()
    known = match.view("p1").game_data.known
    assert any("JC" in belief.cards and belief.piles == ("hand/0",) for belief in known)


def test_a_hand_is_dead_when_too_many_cards_were_taken():
    match = dealt(NOTHING, "QC QD TH 8H 6S 4D 2H TC 8D 5S", then="JC", deals=1)
    do(match, 0, "take_upcard")
    for _ in range(MOST_TAKEN):
        if match.is_over:
            break
        player = int(match.to_act[0][1])
        cards = sorted(legal(match, player, "discard"))
        do(match, player, "discard", card=cards[0])
        do(match, 1 - player, "draw_discard")
    assert match.is_over
    assert totals(match) == [0, 0]


# Knocking


def test_the_card_to_knock_with_lies_face_down():
    match = knocked(KNOCKER, "7S 2S KC KD KH 8C 9C TC QD 5D")
    assert pile(match, "knock_card") == {"QS"}
    (told,) = [event for event in match.events if event.event_type == "game.knock"]
    assert dict(told.seen_by("p0").payload)["card"] == "QS"
    assert dict(told.seen_by("p1").payload) == {"count": 1}
    assert match.view("p1").game_data.piles["knock_card"].cards == ()


def test_a_knock_leaves_ten_points_of_deadwood_at_the_most():
    match = drawn("7C 7D 7H 3S 4S 5S 6S 8H AD AH", LAYOFF)
    assert legal(match, 0, "knock") == {"QS"}
    assert refusal(match, 0, "knock", card="8H") == "Too much deadwood: at most 10 points are allowed."


def test_deadwood_of_eleven_is_too_much():
    match = drawn("7C 7D 7H 3S 4S 5S 6S 8H AD 2H", LAYOFF)
    assert why_not(match, 0, "knock", card="QS") == "Too much deadwood: at most 10 points are allowed."


def test_a_knock_lays_down_the_best_melds_and_shows_the_rest():
    match = knocked(KNOCKER, LAYOFF)
    assert set(rules(match).melds[0]) == {("7C", "7D", "7H"), ("3S", "4S", "5S", "6S")}
    assert match.view("p1").game_data.hand(0) == ("2C", "AD", "4H")
    assert match.view("p0").game_data.hand(1) == ()  # the defender's are shown in the end
    assert phase(match) == (("p1",), "layoff")


def test_a_hidden_hand_stays_secret_before_the_knock():
    assert rules(drawn(KNOCKER, LAYOFF)) == rules(drawn(LAYOFF, KNOCKER))


def test_layoffs_take_deadwood_off():
    match = knocked(KNOCKER, LAYOFF)
    lay_off(match, "7S", "2S")
    assert totals(match) == [8, 0]
    assert pile(match, "melds/0") == set(parse_cards("7C 7D 7H 3S 4S 5S 6S 7S 2S"))
    assert rules(match).laid_off == ("7S", "2S")


def test_the_defender_need_not_lay_off():
    match = knocked(KNOCKER, LAYOFF)
    lay_off(match)
    assert totals(match) == [24 - 7, 0]


def test_layoffs_are_the_best_ones_by_option():
    assert totals(knocked(KNOCKER, LAYOFF, layoff="auto")) == [8, 0]


@pytest.mark.parametrize(("bonus", "points"), [("modern", 26), ("classic", 11)])
def test_less_deadwood_than_the_knocker_is_an_undercut(bonus, points):
    match = knocked(KNOCKER, UNDERCUT, bonus=bonus)
    lay_off(match, "7S", "2S")
    assert totals(match) == [0, points]


@pytest.mark.parametrize(
    ("options", "points"), [({}, 25), ({"equal_undercuts": False}, 0), ({"undercut_bonus": 40}, 40)]
)
def test_equal_deadwood_is_an_undercut(options, points):
    match = knocked(KNOCKER, TIE, **options)
    lay_off(match, "7S", "2S")
    assert totals(match) == [0, points]


@pytest.mark.parametrize(
    ("options", "points"), [({}, 25 + 24), ({"bonus": "classic"}, 20 + 24), ({"gin_bonus": 30}, 30 + 24)]
)
def test_nothing_is_laid_off_on_gin(options, points):
    match = knocked(GIN, LAYOFF, **options)
    assert totals(match) == [points, 0]
    assert rules(match).laid_off == ()


def test_gin_is_not_undercut():
    assert totals(knocked(GIN, "2C 3C 4C 5C KC KD KH TD TH TS")) == [25, 0]


def test_a_card_is_in_one_meld_only():
    match = knocked("5C 5D 5H 5S 6S 7S 8S AD 2H 3C", "9D 9H KC KD KH 8C 9C TC QD JH")
    assert sorted(pile(match, "melds/0")) == sorted(card for meld in rules(match).melds[0] for card in meld)
    assert pile(match, "hand/0") == {"AD", "2H", "3C"}


@pytest.mark.parametrize("meld", [0, 1])
def test_a_card_is_laid_off_only_where_it_fits(meld):
    match = knocked(KNOCKER, "8S 2S KC KD KH 8C 9C TC QD 5D")
    cards = rules(match).melds[0][meld]
    assert why_not(match, 1, "lay_off", card="8S", meld=meld).startswith("8♠ does not fit")
    assert "8S" not in cards


def test_layoffs_on_a_run_may_chain():
    match = knocked("7C 7D 7H 3S 4S 5S 6S 2C AD 4H", "7S 8S 9S KD KH QC 9C TC QD 5D")
    run = rules(match).melds[0].index(("3S", "4S", "5S", "6S"))
    for card in ("7S", "8S", "9S"):
        do(match, 1, "lay_off", card=card, meld=run)
    assert rules(match).melds[0][run] == tuple(parse_cards("3S 4S 5S 6S 7S 8S 9S"))


def test_wrong_layoffs_are_refused():
    match = knocked(KNOCKER, LAYOFF)
    assert why_not(match, 1, "lay_off", card="7S", meld=2) == (
        "There is no such meld: the knocker has 2, numbered from 0."
    )
    assert why_not(match, 1, "lay_off", card="8H", meld=0) == "You do not have 8♥."
    assert refusal(match, 0, "done")


# Big gin


def test_big_gin_is_eleven_cards_in_melds():
    match = drawn(GIN, LAYOFF.replace("7S", "8D"), draws="7S")
    do(match, 0, "big_gin")
    assert totals(match) == [31 + 10 + 5 + 8 + 2, 0]


@pytest.mark.parametrize("options", [{"big_gin": False}, {"bonus": "classic"}])
def test_big_gin_may_be_excluded(options):
    match = drawn(GIN, LAYOFF.replace("7S", "8D"), draws="7S", **options)
    assert why_not(match, 0, "big_gin") == "Big gin is not allowed at this table."
    do(match, 0, "knock", card="7S")
    assert totals(match)[0] == (25 if options != {"bonus": "classic"} else 20) + 25


def test_gin_is_not_big_gin():
    match = drawn(GIN, LAYOFF)
    assert why_not(match, 0, "big_gin") == "Big gin needs all eleven cards in melds."


# Choosing melds


def test_players_choose_their_melds_by_option():
    match = knocked(KNOCKER, LAYOFF, arrange="manual")
    assert phase(match) == (("p0",), "melds")
    assert set(match.view("p1").game_data.hand(0)) == set(parse_cards(KNOCKER))  # the knocker's hand is open
    assert why_not(match, 0, "done") == "Too much deadwood: at most 10 points are allowed."
    assert "is not a meld" in refusal(match, 0, "meld", cards=["7C", "7D", "4H"])
    assert refusal(match, 0, "meld", cards=["7C", "7D", "7S"]) == "You do not have 7♠."
    do(match, 0, "meld", cards=["7H", "7C", "7D"])
    do(match, 0, "meld", cards=["6S", "5S", "4S", "3S"])
    do(match, 0, "done")
    assert phase(match) == (("p1",), "layoff")
    lay_off(match, "7S", "2S")
    assert phase(match) == (("p1",), "melds")
    do(match, 1, "meld", cards=["KC", "KD", "KH"])
    do(match, 1, "done")
    assert totals(match) == [10 + 5 + 8 + 9 + 10 - 7, 0]


@pytest.mark.parametrize("cards", [[], [""], ["ZZ"], ["7C", "7C", "7C"]])
def test_a_card_that_is_not_in_the_hand_cannot_be_melded(cards):
    assert refusal(knocked(KNOCKER, LAYOFF, arrange="manual"), 0, "meld", cards=cards)


def test_a_knocker_may_not_lay_down_what_leaves_too_much_deadwood():
    match = knocked("6S 7S 8S 6C 7C 8C 8D AC AD AH", "KC KD KH 9C TC QD 5D 2S 7H 4H", arrange="manual")
    assert refusal(match, 0, "meld", cards=["8S", "8C", "8D"]) == "Too much deadwood: at most 10 points are allowed."


def test_the_ace_is_low():
    match = drawn("QH KH AH 7C 7D 7S 3C 4C 5C 6C", "2S KC KD 8H 8C 9C TC QD 5D 9H")
    assert not legal(match, 0, "knock")


def test_a_meld_is_the_same_in_any_order():
    assert Meld(("3S", "AS", "2S")) == Meld(("AS", "2S", "3S"))


# The end of the stock


def draw_and_discard(match, until):
    """Draw from the stock and discard that card, in turn, until this number of cards is left in it."""
    while len(pile(match, "deck")) > until:
        player = int(match.to_act[0][1])
        before = pile(match, f"hand/{player}")
        do(match, player, "draw_stock")
        (card,) = pile(match, f"hand/{player}") - before
        do(match, player, "discard", card=card)


WALL = ("7C 7D 7H 3S 4S 5S 6S KC KD JH", "AC 3D 5H 7S 9C JD KH 2S 4C 6D")


def test_a_hand_is_dead_when_two_cards_are_left_and_the_same_dealer_deals():
    match = drawn(*WALL)
    do(match, 0, "discard", card="QS")
    draw_and_discard(match, until=3)
    assert len(pile(match, "deck")) == 3
    player = int(match.to_act[0][1])
    do(match, player, "draw_stock")
    do(match, player, "discard", card=sorted(legal(match, player, "discard"))[0])
    go_on(match)
    assert match.state.game_data.deal == 2
    assert totals(match) == [0, 0]
    assert match.state.game_data.dealer == 1
    assert phase(match) == (("p0",), "upcard")


def at_the_wall(defender):
    """Two cards are left in the stock, and seat 1, which has this hand, is asked."""
    match = drawn("KC 3D 5H 8S 9C JD KH 2S 4C 6D", defender, wall="knock", deals=1)
    do(match, 0, "discard", card="QS")
    draw_and_discard(match, until=2)
    assert phase(match) == (("p1",), "upcard")
    return match


def test_the_last_discard_may_be_taken_to_knock_by_option():
    match = at_the_wall("7C 7D 7H 3S 4S 5S 6S AC AD AH")
    do(match, 1, "take_upcard")
    assert verbs(match, 1) == {"knock"}
    assert why_not(match, 1, "discard", card="6S") == "You took the last discard to knock."
    do(match, 1, "knock", card="6S")
    assert rules(match).knocker == 1


def test_the_last_discard_is_not_taken_without_a_knock():
    match = at_the_wall("7C 7D TH 3S 4S QD 6S AC AD QH")
    assert why_not(match, 1, "take_upcard").startswith("The last discard may only be taken to knock")
    do(match, 1, "decline")
    assert match.is_over
    assert totals(match) == [0, 0]


# Oklahoma


@pytest.mark.parametrize(("upcard", "limit"), [("6D", 6), ("KD", 10), ("AC", 0), ("TH", 10)])
def test_in_oklahoma_the_upcard_says_how_to_knock(upcard, limit):
    assert rules(dealt("2C 3D 5H 7S 9C JD KH 2S 4C 6H", "", then=upcard, oklahoma=True)).limit == limit


@pytest.mark.parametrize(
    ("upcard", "options", "points"),
    [("JC", {}, 8), ("JS", {}, 16), ("JS", {"oklahoma_spade_double": False}, 8)],
)
def test_in_oklahoma_a_spade_doubles(upcard, options, points):
    match = knocked(KNOCKER, LAYOFF, upcard=upcard, oklahoma=True, **options)
    lay_off(match, "7S", "2S")
    assert totals(match) == [points, 0]


def test_a_spade_doubles_in_oklahoma_alone():
    match = knocked(KNOCKER, LAYOFF, upcard="JS")
    lay_off(match, "7S", "2S")
    assert totals(match) == [8, 0]


def test_a_lower_limit_by_option():
    match = drawn(KNOCKER, LAYOFF, knock_limit=6)
    assert why_not(match, 0, "knock", card="QS") == "Too much deadwood: at most 6 points are allowed."


# The match


@pytest.mark.parametrize(("defender", "dealer"), [(LAYOFF, 1), (UNDERCUT, 0)])
def test_the_loser_of_a_hand_deals_next(defender, dealer):
    match = knocked(KNOCKER, defender)
    lay_off(match, "7S", "2S")
    go_on(match)
    assert match.state.game_data.dealer == dealer


def test_the_match_ends_at_the_target_with_bonuses():
    match = knocked(KNOCKER, LAYOFF, target=8)
    lay_off(match, "7S", "2S")
    assert match.is_over
    assert totals(match) == [8 + 200 + 25, 0]  # seat 1 has won no hand


def test_bonuses_for_the_game_and_for_each_hand_won():
    first = deck_for(FRENCH, (KNOCKER, UNDERCUT), "JC QS")
    second = deck_for(FRENCH, (LAYOFF, GIN), "QS")  # seat 0 deals, so the first hand is seat 1's
    match = start(GAME, 2, [first, second], target=40, layoff="auto")
    do(match, 0, "decline")
    do(match, 1, "decline")
    do(match, 0, "draw_stock")
    do(match, 0, "knock", card="QS")
    assert totals(match) == [0, 26]
    go_on(match)
    do(match, 1, "decline")
    do(match, 0, "decline")
    do(match, 1, "draw_stock")
    do(match, 1, "discard", card="QD")
    do(match, 0, "draw_stock")
    (card,) = pile(match, "hand/0") - set(parse_cards(GIN))
    do(match, 0, "knock", card=card)
    won = 25 + sum(GIN_VALUES[card[0]] for card in pile(match, "hand/1"))
    assert totals(match) == [won + 100 + 25, 26 + 25]
    assert match.result.winners == ("p0",)


def test_a_number_of_deals_brings_no_bonuses():
    match = knocked(KNOCKER, LAYOFF, deals=1, target=5)
    lay_off(match, "7S", "2S")
    assert match.is_over
    assert totals(match) == [8, 0]


def test_a_match_ends_after_some_dead_hands_in_a_row():
    table = dealt(NOTHING, "").state.game_data
    dead, won = (0.0, 0.0), (0.0, 12.0)
    few = replace(table, totals=(0.0, 12.0), points=(won, *[dead] * (MOST_DEAD - 1)))
    assert not GAME.is_match_over(few)
    assert GAME.is_match_over(replace(few, points=(*few.points, dead)))


# Other engines, and chance


def knock_of_row(row, bonus):
    """Seat 0 lays down the melds of the row and has as much deadwood, the defender does what is best."""
    melds = [parse_cards(meld) for meld in row["knocker_melds"]]
    defender = parse_cards(row["defender"])
    used = {card for meld in melds for card in meld}
    rest = [card for card in FRENCH if card not in used and card not in defender]
    deadwood = next(
        cards
        for cards in combinations(rest, 10 - len(used))
        if sum(GIN_VALUES[card[0]] for card in cards) == row["knocker_deadwood"]
    )
    spare = next(card for card in rest if card not in deadwood)
    hands = (" ".join((*used, *deadwood)), row["defender"])
    upcard = next(card for card in rest if card not in (*deadwood, spare))
    match = drawn(*hands, upcard=upcard, draws=spare, bonus=bonus, arrange="manual", layoff="auto", deals=1)
    do(match, 0, "knock", card=spare)
    lay_down(match, 0, melds)
    lay_down(match, 1, best_arrangement(match.state.game_data.hand(1)).melds)
    return match


def lay_down(match, seat_number, melds):
    for meld in melds:
        do(match, seat_number, "meld", cards=meld)
    do(match, seat_number, "done")


def test_random_hands_end_with_all_cards_on_the_table():
    chance = random.Random(7)
    kinds = set()
    for seed in range(300):
        options = {
            "deals": 1,
            "arrange": chance.choice(["auto", "manual"]),
            "layoff": chance.choice(["auto", "manual"]),
        }
        options |= {"wall": chance.choice(["dead", "knock"]), "return_upcard": chance.random() < 0.5}
        match = Match.start(GAME, 2, seed=seed, options=options)
        while not match.is_over:
            listed = match.legal_actions(match.to_act[0])
            wanted = [action for action in listed if action.action_type in ("knock", "big_gin")]
            action = chance.choice(wanted or listed)
            kinds.add(action.action_type)
            match.act(action)
            assert all_cards(match) == dict.fromkeys(FRENCH, 1)
    assert {"knock", "lay_off", "meld", "done"} <= kinds
