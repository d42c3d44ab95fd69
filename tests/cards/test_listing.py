"""Listed actions, and other forms of them: the same cards in another order are the same action."""

from __future__ import annotations

import pytest

from gamenight import Match
from gamenight.cards import FRENCH, AnyCardTable, CardGame, Cards, NoMemory, Ruling, deal_out, hands, pile_of, won
from gamenight.cards.events import EndDeal, MoveCards, SetWinner, ask
from gamenight.cards.verbs import Duty, dutiful, lacking, one_card, several_cards
from gamenight.core.model import Action
from gamenight.games.gin_rummy import GAME as GIN
from gamenight.games.scopa import GAME as SCOPA
from tests.cards.dealing import deck_for, do, refusal, start


def scopa() -> Match:
    """The seven takes two and five, which lie on the table in this order."""
    pack = SCOPA.deck(2, SCOPA.options_type())
    return start(SCOPA, 2, deck_for(pack, ("7D KC KD", "AC AD AH"), then="2H 5C 3S 6S"))


def last_action(match: Match) -> Action:
    return match.turns[-1].input.action


@pytest.mark.parametrize("takes", [("2H", "5C"), ("5C", "2H")])
def test_a_capture_may_name_its_cards_in_any_order_and_is_logged_as_it_is_listed(takes):
    match = scopa()
    do(match, 0, "capture", card="7D", takes=list(takes))
    assert last_action(match).payload.takes == ("2H", "5C")
    assert set(match.state.game_data.piles["won/0"]) == {"7D", "2H", "5C"}


@pytest.mark.parametrize("takes", [("5C",), ("5C", "2H", "2H"), ("5C", "5C"), ("6S", "AC"), ()])
def test_other_cards_are_another_action(takes):
    assert refusal(scopa(), 0, "capture", card="7D", takes=list(takes))


def test_the_rules_and_the_engine_agree_on_any_order():
    match = scopa()
    (capture,) = [action for action in match.legal_actions("p0") if action.payload.card == "7D"]
    turned = Action("capture", capture.player_id, type(capture.payload)("7D", capture.payload.takes[::-1]))
    assert SCOPA.validate_action(match.state.game_data, turned) is None


def test_a_meld_may_name_its_cards_in_any_order():
    melds = "7C 7D 7H 3S 4S 5S 6S 2C AD 4H"
    match = start(GIN, 2, deck_for(FRENCH, (melds, "7S 2S KC KD KH 8C 9C TC QD 5D"), then="JC QS"), arrange="manual")
    for seat, verb in ((0, "decline"), (1, "decline"), (0, "draw_stock")):
        do(match, seat, verb)
    do(match, 0, "knock", card="QS")
    do(match, 0, "meld", cards=["6S", "4S", "5S", "3S"])
    assert match.state.game_data.rules.melds[0] == (("3S", "4S", "5S", "6S"),)


class TwoPacks(CardGame[NoMemory]):
    """Two cards each; whoever is asked puts one down, then the other puts down two at once."""

    game_id = "two_packs"
    display_name = "Two packs"
    description = "A game for tests."
    piles = (hands(), won())
    verbs = {"play": one_card(), "lay": several_cards(2)}

    def deck(self, players: int, options: object) -> Cards:
        return FRENCH * 2

    def on_deal(self, table: AnyCardTable) -> Ruling:
        yield from deal_out(table, 3)
        yield from ask(0, "play")

    def on_play(self, table: AnyCardTable, seat: int, card: str) -> Ruling:
        yield MoveCards(pile_of("hand", seat), pile_of("won", seat), (card,))
        yield from ask(table.left_of(seat), "lay")

    def on_lay(self, table: AnyCardTable, seat: int, cards: Cards) -> Ruling:
        yield MoveCards(pile_of("hand", seat), pile_of("won", seat), cards)
        yield EndDeal((0.0, 0.0))


def copies() -> Match:
    return start(TwoPacks(), 2, deck_for(FRENCH * 2, ("7C 7C 2D", "8C 8C 9D")))


def test_of_two_copies_in_a_hand_one_is_listed_and_one_is_played():
    match = copies()
    assert [action.payload.card for action in match.legal_actions("p0")] == ["7C", "2D"]
    do(match, 0, "play", card="7C")
    assert match.state.game_data.hand(0) == ("7C", "2D")


def test_a_player_with_one_copy_of_a_card_cannot_play_it_twice():
    match = copies()
    do(match, 0, "play", card="7C")
    before = match.state
    assert refusal(match, 1, "lay", cards=["9D", "9D"])
    assert match.state is before
    do(match, 1, "lay", cards=["9D", "8C"])
    assert match.state.game_data.hand(1) == ("8C",)


CLUBS, LOW = Duty("clubs", frozenset({"2C", "9C"})), Duty("low", frozenset({"2C", "2D", "3D"}))


@pytest.mark.parametrize(
    "hand, allowed, lacked",
    [("9C 2D KD", "9C", ""), ("2D KD", "2D", "2C 9C"), ("KD KS", "KD KS", "2C 9C 2D 3D"), ("2C 9C", "2C 9C", "")],
)
def test_a_hand_does_the_first_duty_that_it_can_do_and_shows_what_it_lacks(hand, allowed, lacked):
    cards = tuple(hand.split())
    may = list(dutiful(cards, (CLUBS, LOW)))
    assert may == allowed.split()
    assert lacking(cards, may[0], (CLUBS, LOW)) == tuple(lacked.split())


class Race(TwoPacks):
    """Two teams; the match is over when the first card is played, with an order that the test says."""

    game_id = "race"
    min_players = max_players = 4
    order: tuple[float, ...] = ()

    def teams(self, players: int, options: object) -> tuple[tuple[int, ...], ...]:
        return ((0, 2), (1, 3)) if self.order == () else tuple((seat,) for seat in range(players))

    def on_play(self, table: AnyCardTable, seat: int, card: str) -> Ruling:
        yield EndDeal((0.0,) * 4 if self.order else (1.0, 3.0, 1.0, 3.0))
        yield SetWinner(self.order or None)


def places(order: tuple[float, ...]) -> list[list[tuple[str, ...]]]:
    game = Race()
    game.order = order
    match = Match.start(game, 4, seed=1)
    match.act(match.legal_actions("p0")[0])
    assert match.result is not None
    return [list(place) for place in match.result.ranking]


def test_without_points_the_tie_break_gives_the_whole_ranking():
    assert places((3.0, 0.0, 2.0, 2.0)) == [[("p0",)], [("p2",), ("p3",)], [("p1",)]]


def test_a_team_has_one_place():
    assert places(()) == [[("p1", "p3")], [("p0", "p2")]]
