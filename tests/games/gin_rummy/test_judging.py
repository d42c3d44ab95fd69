"""Evaluation of gin rummy hands by bots."""

import pytest

from gamenight.bots import make_bot
from gamenight.cards import FRENCH, OneCard, parse_cards
from gamenight.cards.library.melds import GIN
from gamenight.core import Rng
from gamenight.core.model import Action, seat
from gamenight.core.run import run_match
from gamenight.games.gin_rummy import GAME
from gamenight.games.gin_rummy.judging import expected_deadwood
from tests.cards.dealing import deck_for, do, start

MELDS = "7C 7D 7H 3S 4S 5S 6S 2C AD 4H"
NOTHING = "AC 3D 5H 7S 9C JD KH 2S 4D 6D"


def value(hand: str, discards: str = "") -> float:
    return expected_deadwood(parse_cards(hand), GIN.mask_of(parse_cards(discards)))


def test_deadwood_that_may_become_a_meld_is_better():
    assert value("7C 7D 7H 3S 4S 5S 6S QH JH AC") < value("7C 7D 7H 3S 4S 5S 6S QH JD AC")


def test_cards_that_are_gone_make_no_melds():
    hand = "7C 7D 7H 3S 4S 5S 6S QH QD AC"
    assert value(hand) < value(hand, "QC QS")


def test_of_eleven_cards_the_dearest_is_discarded():
    assert value(f"{MELDS} KH") == value(MELDS)


@pytest.mark.parametrize(("hand", "is_ahead"), [(MELDS, True), (NOTHING, False)])
def test_the_player_with_less_deadwood_is_ahead(hand, is_ahead):
    other = NOTHING if hand == MELDS else MELDS
    table = start(GAME, 2, deck_for(FRENCH, (hand, other.replace("4H", "QD")), "QS")).state.game_data
    assert (GAME.evaluate(table, {}, seat(0)) > 0.5) == is_ahead
    assert GAME.evaluate(table, {}, seat(0)) + GAME.evaluate(table, {}, seat(1)) == pytest.approx(1, abs=0.2)


def test_search_tries_knocking_first():
    match = start(GAME, 2, deck_for(FRENCH, (MELDS, NOTHING), "JC QS"))
    do(match, 0, "decline")
    do(match, 1, "decline")
    do(match, 0, "draw_stock")
    table = match.state.game_data
    first = max(match.legal_actions("p0"), key=lambda action: GAME.action_priority(table, action))
    assert first == Action("knock", seat(0), first.payload)
    assert first.payload.card == "QS"


def test_search_beats_random_play():
    bots = [make_bot("mcts:simulations=30", GAME, seed=1), make_bot("random", GAME, seed=2)]
    scores = run_match(GAME, bots, seed="gin", options={"target": 60}).scores
    assert scores[seat(0)] > scores[seat(1)]


def test_a_sensible_player_discards_what_promises_least():
    match = start(GAME, 2, deck_for(FRENCH, ("7C 7D 7H 3S 4S 5S 9D 9H JC QC", NOTHING), "JH KS"))
    do(match, 0, "decline")
    do(match, 1, "decline")
    do(match, 0, "draw_stock")
    sensible = GAME.heuristic_action(match.state.game_data, seat(0), Rng("ab" * 16))
    assert sensible == Action("discard", seat(0), OneCard("KS"))
