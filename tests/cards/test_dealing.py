"""Cards are dealt from the top of the deck, the dealer last."""

from __future__ import annotations

import pytest

from gamenight import Match
from gamenight.cards import FRENCH, AnyCardTable, CardGame, Ruling, ask, button, deal_out, hands
from gamenight.cards.rules import NoMemory


class Dealing(CardGame[NoMemory]):
    """Deals `count` cards to each seat, in blocks."""

    game_id = "mini_dealing"
    display_name = "Dealing"
    max_players = 4
    piles = (hands(),)
    verbs = {"wait": button()}

    def __init__(self, count: int | None, block: int) -> None:
        self.count, self.block = count, block

    def on_deal(self, table: AnyCardTable) -> Ruling:
        yield from deal_out(table, self.count, block=self.block)
        yield from ask(0, "wait")

    def on_wait(self, table: AnyCardTable, seat: int) -> Ruling:
        yield from ask(0, "wait")


def dealt(players: int, count: int | None, block: int) -> list[set[int]]:
    """The places in the deck of the cards of each hand, the top card being 0; the last seat deals."""
    options = {"first_dealer": players - 1, "decks": [" ".join(FRENCH)]}
    table = Match.start(Dealing(count, block), players, seed=1, options=options).state.game_data
    return [{FRENCH.index(card) for card in table.hand(seat)} for seat in range(players)]


@pytest.mark.parametrize(
    "players, count, block, places",
    [
        (3, 2, 1, [{0, 3}, {1, 4}, {2, 5}]),
        (2, 6, 3, [{0, 1, 2, 6, 7, 8}, {3, 4, 5, 9, 10, 11}]),
        (2, 5, 3, [{0, 1, 2, 6, 7}, {3, 4, 5, 8, 9}]),
    ],
    ids=["one by one", "three at a time", "three, then two"],
)
def test_cards_go_round_one_by_one_or_in_blocks(players, count, block, places):
    assert dealt(players, count, block) == places


def test_all_cards_are_dealt_as_far_as_they_go_round():
    assert [len(hand) for hand in dealt(3, None, 1)] == [17, 17, 17]
