"""Deal from the deck: all cards, or a number to each seat; card by card, or in blocks."""

from __future__ import annotations

from gamenight.cards.events import MoveCards, Ruling
from gamenight.cards.piles import DECK, pile_of
from gamenight.cards.table import AnyCardTable


def deal_out(table: AnyCardTable, count: int | None = None, target: str = "hand", *, block: int = 1) -> Ruling:
    """Deal `count` cards to each seat, or all, in blocks of `block` cards, beginning at the dealer's left.

    Cards that are not enough for another round stay in the deck.
    """
    deck = table.piles[DECK][::-1]
    each = len(deck) // table.players if count is None else count
    rounds = range(0, each, block)
    for place, seat in enumerate(table.seats_from(table.left_of(table.dealer))):
        starts = [at * table.players + place * min(block, each - at) for at in rounds]
        cards = tuple(
            card
            for at, start in zip(rounds, starts, strict=True)
            for card in deck[start : start + min(block, each - at)]
        )
        table = yield MoveCards(DECK, pile_of(target, seat), cards)
    return table
