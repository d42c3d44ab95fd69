"""Whole matches: dealing, turns, options, chance."""

import pytest

from gamenight import Match
from gamenight.cards import without
from gamenight.core.errors import BadOptions
from gamenight.core.model import PlayerId
from gamenight.core.rng import Rng
from gamenight.games.scopa import GAME
from gamenight.games.scopa.scoring import PACK
from tests.games.scopa.positions import cards, legal, notation

ORDER = "AC 2C 3C 4C 5C 6C 7C JC QC KC AD 2D 3D 4D 5D 6D"


def fixed(top: str, players: int = 2, **options) -> Match:
    """A match with these cards on top of the deck, in which the first seat begins."""
    deck = " ".join((*cards(top), *without(PACK, cards(top))))
    return Match.start("scopa", players, seed=1, options={"decks": [deck], "first_dealer": players - 1, **options})


def piles(match: Match) -> dict[str, tuple[str, ...]]:
    return match.state.game_data.piles


def test_three_cards_each_and_four_on_the_table():
    match = fixed(ORDER)
    assert piles(match)["hand/0"] == cards("3C 5C AC")
    assert piles(match)["hand/1"] == cards("2C 4C 6C")
    assert piles(match)["table"] == cards("7C JC QC KC")
    assert len(piles(match)["deck"]) == 30
    assert match.to_act == ("p0",)
    assert match.state.phase.name == "play"


@pytest.mark.parametrize(
    "direction, order",
    [
        ("clockwise", "p0 p1 p2"),
        ("anticlockwise", "p1 p0 p2"),
        ("clockwise", "p0 p1 p2 p3"),
        ("anticlockwise", "p2 p1 p0 p3"),
    ],
)
def test_the_player_after_the_dealer_begins_and_the_turn_goes_round(direction, order):
    players = len(order.split())
    match = Match.start("scopa", players, seed=3, options={"direction": direction, "first_dealer": players - 1})
    seen = []
    for _ in range(players):
        seen += match.to_act
        match.act(match.legal_actions(match.to_act[0])[0])
    assert seen == order.split()


@pytest.mark.parametrize("kings, is_redealt", [("KC KD 2H 3H", False), ("KC KD KH 3H", True), ("KC KD KH KS", True)])
def test_three_or_four_kings_face_up_are_dealt_again(kings, is_redealt):
    match = fixed(f"AC 2C 3C 4C 5C 6C {kings}")
    told = [event.event_type for event in match.events]
    assert ("game.redeal" in told) is is_redealt
    assert (piles(match)["table"] == cards(kings)) is not is_redealt
    assert sum(card[0] == "K" for card in piles(match)["table"]) <= 2
    assert [GAME.contradiction(match.state.game_data, PlayerId(viewer)) for viewer in ("p0", "p1", None)] == [None] * 3
    assert sorted(card for pile in piles(match).values() for card in pile) == sorted(PACK)


def test_empty_hands_get_three_more_cards_and_the_table_none():
    match = fixed("AC AD 4C 4D 5C 5D KC QC JC KD")
    before = piles(match)["table"]
    for _ in range(6):
        match.act(match.legal_actions(match.to_act[0])[0])
    assert [len(piles(match)[name]) for name in ("hand/0", "hand/1", "deck")] == [3, 3, 24]
    assert len(before) == 4
    assert match.to_act == ("p0",)


def test_new_cards_are_seen_by_their_owner_alone():
    match = fixed(ORDER)
    assert match.view("p0").game_data.hand(0) == cards("3C 5C AC")
    assert match.view("p0").game_data.hand(1) == ()
    assert match.view(None).game_data.hand(0) == ()


def test_the_next_dealer_sits_after_the_last():
    for direction, dealer in (("clockwise", 0), ("anticlockwise", 1)):
        options = {"direction": direction, "first_dealer": 2, "deals": 2}
        match = Match.start("scopa", 3, seed=5, options=options)
        rng = Rng("cd" * 16, ())
        while match.state.game_data.deal == 1:
            match.act(match.legal_actions(match.to_act[0]).choice(rng))
        assert match.state.game_data.dealer == dealer


def random_match(number: int) -> Match:
    """A random match to its end; after every action all cards are somewhere, and somebody has something to do."""
    rng, whole = Rng("ef" * 16, (number,)), sorted(PACK)
    options = {
        "target": (11, 16, 21)[number % 3],
        "deals": (0, 0, 1, 2)[number % 4],
        "direction": ("clockwise", "anticlockwise")[number % 2],
    }
    match = Match.start("scopa", 2 + number % 3, seed=number, options=options)
    while not match.is_over:
        listed = match.legal_actions(match.to_act[0])
        assert listed
        match.act(listed.choice(rng))
        assert sorted(card for pile in piles(match).values() for card in pile) == whole
    return match


@pytest.mark.parametrize("block", range(3))
def test_random_matches_end_and_keep_all_cards(block):
    for number in range(10 * block, 10 * block + 10):
        match = random_match(number)
        table = match.state.game_data
        scores = tuple(match.scores[PlayerId(f"p{seat}")] for seat in range(table.players))
        assert scores == table.totals
        for points in table.points:
            sides = points[: 2 if table.players == 4 else table.players]
            assert sum(sides) >= 1, points
        if not table.options.deals:
            assert max(table.totals) >= table.options.target
            assert not match.result.is_draw


def test_listed_actions_are_what_the_rules_do_not_refuse():
    match = Match.start("scopa", 3, seed=11)
    rng = Rng("01" * 16, ())
    for _ in range(30):
        table = match.state.game_data
        on_table, hand = table.piles["table"], table.hand(table.asked[0])
        assert {move.partition(" ")[0] for move in legal(table)} == set(hand)
        assert all(set(move.split()[2:]) <= set(on_table) for move in legal(table))
        move = match.legal_actions(match.to_act[0]).choice(rng)
        assert notation(move) in legal(table)
        match.act(move)


def test_options_that_make_no_sense_are_refused():
    with pytest.raises(BadOptions, match="first dealer"):
        Match.start("scopa", 2, seed=1, options={"first_dealer": 2})
    with pytest.raises(BadOptions):
        Match.start("scopa", 2, seed=1, options={"target": 12})
    with pytest.raises(BadOptions):
        Match.start("scopa", 2, seed=1, options={"decks": ["QS QS"]})


def test_a_fixed_deck_stays_secret():
    match = fixed(ORDER)
    shown = match.view("p1").game_data
    assert "decks" not in shown.options
    assert shown.options["target"] == 11
