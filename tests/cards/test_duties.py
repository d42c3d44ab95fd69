"""Following suit: players who can follow must, and players who do not have shown what the hand lacks."""

from __future__ import annotations

import pytest

from gamenight import Match
from gamenight.cards import FRENCH, AnyCardTable, CardGame, Pile, Ruling, deal_out, hands, of_suit, won
from gamenight.cards.events import EndDeal, ask
from gamenight.cards.library.tricks import TrickMemory, follow_suit, lead, play_to_trick, take_trick, trick_winner
from gamenight.cards.verbs import Duty, one_card
from gamenight.core.model import PlayerId
from gamenight.core.rng import Rng
from tests.cards.dealing import deck_for, do, legal, refusal, start


class Whist(CardGame[TrickMemory]):
    """Three cards each, hearts are trumps; the seat to the left of the dealer leads."""

    game_id = "three_card_whist"
    display_name = "Three-card whist"
    description = "A game for tests."
    min_players, max_players = 2, 4
    piles = (hands(), Pile("trick", style="trick"), won())
    verbs = {"play": one_card()}

    def on_deal(self, table: AnyCardTable) -> Ruling:
        table = yield from deal_out(table, 3)
        yield from lead(table, table.left_of(table.dealer))

    def play_duties(self, table: AnyCardTable, seat: int) -> tuple[Duty, ...]:
        return follow_suit(table.piles["trick"])

    def on_play(self, table: AnyCardTable, seat: int, card: str) -> Ruling:
        yield from play_to_trick(table, seat, card)

    def on_trick(self, table: AnyCardTable) -> Ruling:
        winner = trick_winner(table, trump="H")
        table = yield from take_trick(table, winner)
        if table.hand(winner):
            yield from ask(winner, "play")
        else:
            yield EndDeal(tuple(float(seat == winner) for seat in range(table.players)))


GAME = Whist()


def whist() -> Match:
    return start(GAME, 3, deck_for(FRENCH, ("AC 2C 3D", "KC QD JD", "2H KS QS")))


def test_a_player_with_the_suit_led_must_play_it():
    match = whist()
    assert legal(match, 0) == {"AC", "2C", "3D"}
    do(match, 0, "play", card="AC")
    assert legal(match, 1) == {"KC"}
    assert refusal(match, 1, "play", card="QD")


def test_a_player_without_the_suit_plays_any_card_and_a_trump_takes_the_trick():
    match = whist()
    for seat, card in enumerate(("AC", "KC", "2H")):
        do(match, seat, "play", card=card)
    assert match.stages
    assert match.to_act == ("p2",)
    rules = match.state.game_data.rules
    assert (rules.leader, rules.tricks, rules.last) == (2, 1, ("AC", "KC", "2H"))
    assert match.state.game_data.piles["won/2"] == ("AC", "KC", "2H")


@pytest.mark.parametrize("viewer", ["p0", "p1", None])
def test_no_world_gives_a_hand_the_suit_that_it_did_not_follow(viewer):
    match = whist()
    for seat, card in enumerate(("AC", "KC", "KS")):
        do(match, seat, "play", card=card)
    table = match.state.game_data
    worlds = [GAME.determinize(table, viewer, Rng(f"{number:032x}")) for number in range(50)]
    assert not any(of_suit(world.hand(2), "C") for world in worlds)
    assert any(of_suit(world.hand(2), "D") for world in worlds)


def test_a_player_who_followed_has_shown_nothing():
    match = whist()
    for seat, card in enumerate(("AC", "KC", "KS")):
        do(match, seat, "play", card=card)
    worlds = [GAME.determinize(match.state.game_data, PlayerId("p2"), Rng(f"{number:032x}")) for number in range(50)]
    assert any(of_suit(world.hand(1), "C") for world in worlds)
