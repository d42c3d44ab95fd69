"""Random matches with every kind of options, and what viewers may believe in them."""

import random
from collections import Counter

import pytest

from gamenight.core.match import Match
from gamenight.core.model import seat
from gamenight.core.rng import Rng
from gamenight.games.durak import GAME
from gamenight.games.durak.state import PACKS
from tests.games.durak.bouts import do, start, table

TABLES = [
    {},
    {"passing": True},
    {"eager_throw_in": True, "first_bout_max": 5},
    {"trump_six_swap": True, "passing": True, "eager_throw_in": True},
    {"deals": 3, "next_attack": "attack_the_fool"},
    {"deals": 2, "next_attack": "lowest_trump", "deck_size": 52},
]
GAMES = 2


@pytest.mark.parametrize("options", TABLES, ids=lambda options: " ".join(options) or "defaults")
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_random_matches_keep_all_cards_and_end(players, options):
    for number in range(GAMES):
        match, chance = Match.start("durak", players, seed=f"random {number}", options=options), random.Random(number)
        while not match.is_over:
            assert_sound(match)
            match.act(chance.choice(match.legal_actions(chance.choice(match.to_act))))
        assert match.turns_played < 5000
        assert sum(match.scores.values()) <= options.get("deals", 1)


def assert_sound(match: Match) -> None:
    now = table(match)
    assert Counter(sum(now.piles.values(), ())) == Counter(PACKS[now.options.deck_size])
    assert len(now.piles["attacks"]) <= now.rules.limit <= 6
    assert sorted(now.rules.pairs.values()) == sorted(now.piles["defences"])
    assert now.rules.pairs.keys() <= set(now.piles["attacks"])
    assert match.to_act


@pytest.mark.parametrize("players", [2, 3, 4])
def test_24_cards_are_enough_for_four(players):
    match, chance = Match.start("durak", players, seed=7, options={"deck_size": 24}), random.Random(7)
    while not match.is_over:
        assert_sound(match)
        match.act(chance.choice(match.legal_actions(match.to_act[0])))


def test_a_hand_is_believed_to_have_as_many_low_trumps_as_it_has_drawn_cards_and_no_more():
    match = start("AC 9D QD 7S 9S QS | 6C KD AD TH KH AH", "6H 8S 7H 8H 9H")
    do(match, "6C take -")
    counts = set()
    for number in range(200):
        world = GAME.determinize(table(match), seat(0), Rng(f"world {number}"))
        counts.add(len({"7H", "8H", "9H"} & set(world.hand(1))))
        assert "TH" in world.hand(1)
    assert counts == {0, 1}


def test_a_view_names_no_card_that_its_viewer_has_never_seen():
    match = start("AC 9D QD 7S 9S QS | 6C KD AD TH KH AH", "6H 8S 7H 8H 9H")
    do(match, "6C AC -")
    named = {card for belief in match.view("p0").game_data.known for card in belief.cards}
    assert named == {"6C", "AC", "TH"}
