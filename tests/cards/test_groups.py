"""Groups of cards that move together: judging, copies of a card, and listing."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from gamenight import Match
from gamenight.cards import (
    AnyCardTable,
    CardGame,
    Cards,
    EndDeal,
    Illegal,
    MoveCards,
    NoMemory,
    Pile,
    Ruling,
    ask,
    deal_out,
    hands,
    judged_cards,
    one_card,
    pile_of,
)
from gamenight.core.model import Action, Family
from gamenight.testing import conformance
from gamenight.testing.contract import RULES, SAMPLER
from tests.cards.dealing import deck_for, do, refusal, start
from tests.cards.flags import PACK, Flags


def flags(hand: str) -> Match:
    """Seat 0 has this hand and is asked to lay."""
    return start(Flags(), 2, deck_for(PACK * 2, (hand, "")))


def test_the_game_of_two_packs_conforms():
    # The sampler traces every card to its shuffle, which it cannot do with copies.
    assert conformance(Flags(), only=RULES.keys() - SAMPLER.keys()).passed


@pytest.mark.parametrize("cards", ["7C 7C", "7C 7D", "7C XR", "XR XR", "XB"])
def test_a_group_that_the_rules_allow_is_laid(cards):
    match = flags(cards)
    do(match, 0, "lay", cards=cards.split())
    assert match.state.game_data.piles["table"] == tuple(cards.split())


def test_a_group_that_the_rules_refuse_stays_where_it_is():
    assert refusal(flags("7C 8C"), 0, "lay", cards=["7C", "8C"]) == "mixed"


def test_a_player_with_one_copy_of_a_card_cannot_lay_two():
    assert refusal(flags("7C 8C"), 0, "lay", cards=["7C", "7C"]) == "You do not have 7♣."
    match = flags("7C 7C")
    do(match, 0, "lay", cards=["7C"])
    assert match.state.game_data.hand(0) == ("7C",)


def groups(listing: Sequence[Action]) -> set[str]:
    return {" ".join(action.payload.cards) for action in listing if action.action_type == "lay"}


def test_what_is_legal_is_what_the_rules_do_not_refuse():
    assert groups(flags("7C 8C").legal_actions("p0")) == {"7C", "8C"}
    assert groups(flags("7C 7C").legal_actions("p0")) == {"7C", "7C 7C"}


class Melds(CardGame[NoMemory]):
    """Seat 0 plays one card, or lays cards of one rank; `least` of them at least."""

    game_id = "mini_melds"
    display_name = "Melds"
    piles = (hands(), Pile("table"), Pile("melds"))
    single_goes = "table"

    def on_deal(self, table: AnyCardTable) -> Ruling:
        yield from deal_out(table, 10)
        yield from ask(0, "play", "lay")

    def on_play(self, table: AnyCardTable, seat: int, card: str) -> Ruling:
        yield MoveCards(pile_of("hand", seat), self.single_goes, (card,))
        yield EndDeal((0.0, 0.0))

    def on_lay(self, table: AnyCardTable, seat: int, cards: Cards) -> Ruling:
        if len({card[0] for card in cards}) > 1:
            raise Illegal("mixed")
        yield MoveCards(pile_of("hand", seat), "melds", cards)
        yield EndDeal((0.0, 0.0))


class Sets(Melds):
    verbs = {"play": one_card(), "lay": judged_cards(3, 4)}


class Groups(Melds):
    verbs = {"play": one_card(), "lay": judged_cards(1, 4)}


class Twice(Groups):
    """A card that is played does what a group of one does."""

    single_goes = "melds"


HAND = "2C 3C 4C 5C 6C 7C 8C 9C 9D 9H"


def listed(game: Melds, hand: str = HAND) -> Sequence[Action | Family]:
    match = start(game, 2, deck_for(game.deck(2, None), (hand, "")))
    return match.valid_actions("p0")


def test_groups_that_are_rare_are_listed_one_by_one():
    (lay,) = [entry for entry in listed(Sets()) if entry.action_type == "lay"]
    assert isinstance(lay, Action)
    assert lay.payload.cards == ("9C", "9D", "9H")


def test_no_group_is_listed_where_the_rules_allow_none():
    assert {entry.action_type for entry in listed(Sets(), "2C 3C 4C 5C 6C 7C 8C 9C TC JC")} == {"play"}


def test_groups_that_are_not_rare_are_a_family_that_the_rules_judge():
    (lay,) = [entry for entry in listed(Groups(), "2C 2D 2H 2S 3C 3D 3H 3S 4C 4D") if entry.action_type == "lay"]
    assert isinstance(lay, Family)
    assert not lay.exact


def test_a_single_card_is_left_out_where_a_group_of_one_does_the_same():
    assert "play" in {entry.action_type for entry in listed(Groups())}
    assert "play" not in {entry.action_type for entry in listed(Twice())}
