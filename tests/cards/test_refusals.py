"""What the engine refuses before any rule of a card game is asked, with the code and the sentence that the sender gets.

An action names cards of one pile that its verb fixes, so nobody can name a pile that is not there, or move cards from a
pile to itself.
"""

from __future__ import annotations

from typing import Any

import pytest

from gamenight import Match
from gamenight.cards import AnyCardTable, CardGame, Pile, Ruling, ask, deal_out, hands, several_cards
from gamenight.cards.rules import NoMemory
from gamenight.core.errors import ActionRefused, PluginError
from gamenight.core.model import Action, Forfeit, digest, seat
from gamenight.games.hearts import GAME as HEARTS
from gamenight.looks.texts import texts_of
from tests.cards.dealing import deck_for, start

HANDS = ("TC 3C 4C 5C", "2C", "", "")
NEITHER_NOR = "That could not be read: Object missing required field `cards`."
BOTH = "That could not be read: unknown field 'card'."


class Grab(CardGame[NoMemory]):
    """One to three cards are grabbed."""

    game_id = "mini_grab"
    display_name = "Grab"
    max_turns = 10
    piles = (hands(), Pile("table"))
    verbs = {"grab": several_cards(1, 3)}

    def on_deal(self, table: AnyCardTable) -> Ruling:
        yield from deal_out(table, 5)
        yield from ask(0, "grab")

    def on_grab(self, table: AnyCardTable, seat: int, cards: tuple[str, ...]) -> Ruling:
        yield from ask(0, "grab")


def passing() -> Match:
    """Everybody is to pass three cards; seat 0 holds these."""
    return start(HEARTS, 4, deck_for(HEARTS.deck(4, HEARTS.options_type()), HANDS), passing=["left"])


def playing() -> Match:
    """The seat with the two of clubs leads."""
    return start(HEARTS, 4, deck_for(HEARTS.deck(4, HEARTS.options_type()), HANDS), passing=["none"])


def refusal(match: Match, number: int, verb: str, **payload: Any) -> tuple[str, str]:
    """The code and the sentence; the refused action has changed nothing, and everybody else heard nothing of it."""
    before, heard = digest(match.state), len(match.events)
    with pytest.raises(ActionRefused) as refused:
        match.act(Action(verb, seat(number), payload))
    assert (digest(match.state), len(match.events)) == (before, heard)
    return refused.value.code, texts_of(match.plugin).tell(refused.value.refusal.message)


def test_nothing_is_done_in_a_finished_match():
    match = playing()
    match.submit(Forfeit(seat(0)))
    assert match.is_over
    assert refusal(match, 1, "play", card="2C") == ("game_not_active", "This match is not being played now.")


def test_one_card_or_several_are_named_and_never_both():
    assert refusal(passing(), 0, "pass_cards", cards=["TC", "3C", "4C"], card="5C") == ("malformed_action", BOTH)
    assert refusal(passing(), 0, "pass_cards", card="TC") == ("malformed_action", BOTH)
    assert refusal(passing(), 0, "pass_cards") == ("malformed_action", NEITHER_NOR)
    assert refusal(playing(), 1, "play", card="2C", cards=["2C"]) == (
        "malformed_action",
        "That could not be read: unknown field 'cards'.",
    )


@pytest.mark.parametrize("cards, count", [([], 0), (["TC", "3C"], 2), (["TC", "3C", "4C", "5C"], 4)])
def test_several_cards_are_as_many_as_the_verb_asks_for_and_never_none(cards, count):
    assert refusal(passing(), 0, "pass_cards", cards=cards) == ("invalid_action", f"Choose 3 cards, not {count}.")


def test_if_the_number_is_free_its_limits_are_named():
    match = Match.start(Grab(), 2, seed=1)
    assert refusal(match, 0, "grab", cards=[]) == ("invalid_action", "Choose 1 to 3 cards, not 0.")


def test_a_verb_of_no_cards_at_all_cannot_be_declared():
    with pytest.raises(PluginError, match="at least one card, not 0"):
        several_cards(0, 3)


def test_no_pile_is_named_so_none_can_be_missing_or_be_its_own_target():
    assert refusal(playing(), 1, "play", card="2C", source="nowhere", target="hand/1")[0] == "malformed_action"


@pytest.mark.parametrize(
    "cards, missing",
    [(["TC", "3C", "2C"], "2♣"), (["TC", "TC", "3C"], "10♣"), (["TC", "3C", "XX"], "XX")],
    ids=["of another hand", "twice", "of no pack"],
)
def test_every_card_is_in_the_pile_that_it_comes_from(cards, missing):
    assert refusal(passing(), 0, "pass_cards", cards=cards) == ("invalid_action", f"You do not have {missing}.")


def test_a_single_card_is_in_the_own_hand():
    assert refusal(playing(), 1, "play", card="TC") == ("invalid_action", "You do not have 10♣.")


def test_the_engine_checks_whose_turn_it_is_and_which_verbs_are_asked_for():
    assert refusal(playing(), 0, "play", card="TC") == ("not_your_turn", "It is not your turn.")
    assert refusal(playing(), 1, "pass_cards", cards=["2C"]) == (
        "action_type_mismatch",
        "“pass_cards” is not what the game asks for now.",
    )
