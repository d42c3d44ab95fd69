"""Card games in a terminal: one line for each pile, the viewer's own last, with cards in display order."""

from __future__ import annotations

from gamenight.cards import ACE_LOW, AnyCardTable, CardGame, NoMemory, Pile, Ruling, ask, button, deal_out, hands
from gamenight.cards.events import EndDeal
from gamenight.looks.texts import texts_of
from tests.cards.dealing import deck_for, start


class Many(CardGame[NoMemory]):
    """A table of twelve, with the ace as the lowest card of a hand; what lies open is not sorted."""

    game_id = "mini_many"
    display_name = "Many"
    max_players = 12
    piles = (hands(ranks=ACE_LOW), Pile("open", per_seat=True))
    verbs = {"stop": button()}

    def on_deal(self, table: AnyCardTable) -> Ruling:
        table = yield from deal_out(table, 2)
        table = yield from deal_out(table, 2, "open")
        yield from ask(0, "stop")

    def on_stop(self, table: AnyCardTable, seat: int) -> Ruling:
        yield EndDeal((0.0,) * table.players)


GAME = Many()


def lines() -> list[str]:
    """What seat 1 sees, which has these two cards and then gets two of the second row."""
    first_row, second_row = "2S KS 3S 4S 5S 6S 7S 8S 9S TS JS QS", "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"
    deck = deck_for(GAME.deck(12, None), ("KC QC", "AC 2C", *[""] * 10), then=f"{first_row} {second_row}")
    told = GAME.in_letters(start(GAME, 12, deck).view("p1"), texts_of(GAME).tell)
    return told.split("\n")


def test_piles_are_in_the_order_of_seats_with_the_viewer_s_own_last():
    owners = [line.split("Player ")[1].split()[0] for line in lines() if "hand of" in line]
    assert owners == "1 3 4 5 6 7 8 9 10 11 12 2".split()


def test_cards_stand_as_the_layout_says():
    *_, hand, laid, _, legend = lines()
    assert hand.endswith("A♣ 2♣")
    assert laid.endswith("K♠")
    assert "▮" in legend
