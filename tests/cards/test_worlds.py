"""Worlds that a viewer cannot tell from the true one: always possible, even if random deals rarely find them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from gamenight.cards import DECK, FRENCH, AnyCardTable, MoveCards, RuleOut, of_suit
from gamenight.cards.applying import apply
from gamenight.cards.events import BeginDeal
from gamenight.core.errors import PluginError
from gamenight.core.model import seat
from gamenight.core.rng import Rng
from gamenight.games.crazy_eights import GAME
from tests.cards.dealing import start

PILES = GAME.pile_set(3)
CLUBS, OTHERS = of_suit(FRENCH, "C"), tuple(card for card in FRENCH if card[1] != "C")


def hand_of_clubs() -> AnyCardTable:
    """Everybody knows that seat 1 has nothing but clubs, and one card more, which it has drawn unseen."""
    table = start(GAME, 3).state.game_data
    drawn = OTHERS[0]
    events = (
        BeginDeal(0, (*OTHERS, *CLUBS)),
        MoveCards(DECK, "hand/1", CLUBS[:9]),
        RuleOut("hand/1", OTHERS),
        MoveCards(DECK, "hand/1", (drawn,)),
    )
    for event in events:
        table = apply(table, event, PILES, Rng("00" * 16))
    return table


@pytest.mark.parametrize("viewer", ["p0", None])
def test_a_world_that_random_deals_hardly_ever_find_is_still_possible(viewer):
    table, drawn = hand_of_clubs(), set()
    for number in range(20):
        hand = GAME.determinize(table, viewer, Rng("00" * 16, ("world", number))).hand(1)
        others = [card for card in hand if card[1] != "C"]
        assert len(others) <= 1
        drawn.update(others)
    assert len(drawn) > 5


def test_an_untrue_event_of_the_rules_is_an_error():
    table = hand_of_clubs()
    lying = replace(table, ruled_out={"hand/1": (1 << 54) - 1}, came_later={})
    with pytest.raises(PluginError, match="was not true"):
        GAME.determinize(lying, seat(0), Rng("00" * 16))
