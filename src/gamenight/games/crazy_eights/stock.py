"""The stock of Crazy Eights: turn up the first card, draw cards, and shuffle the pile when the stock is empty."""

from __future__ import annotations

from gamenight.cards import (
    DECK,
    Announce,
    AnyCardTable,
    Cards,
    MoveCards,
    OrderPile,
    Ruling,
    ShufflePile,
    draw,
    parse_cards,
    pile_of,
    remember,
    without,
)
from gamenight.games.crazy_eights.state import EIGHT


def without_eights(table: AnyCardTable) -> Ruling:
    """Turn up cards until one is not an eight; the eights go back into the stock."""
    while table.piles["pile"][-1][0] == EIGHT:
        table = yield draw(table, "pile")
    eights = table.piles["pile"][:-1]
    if eights:
        table = yield MoveCards("pile", DECK, eights)
        table = yield ShufflePile(DECK)
    return table


def take_cards(table: AnyCardTable, seat: int, count: int) -> Ruling:
    """The seat draws `count` cards, or as many as there are."""
    for _ in range(count):
        table = yield from refill(table)
        if not table.piles[DECK]:
            break
        table = yield draw(table, pile_of("hand", seat))
    return (yield from refill(table))


def is_refillable(table: AnyCardTable) -> bool:
    return bool(table.options.reshuffle) and len(table.piles["pile"]) > 1


def refill(table: AnyCardTable) -> Ruling:
    """If the stock is empty, the pile below its top card is shuffled and becomes the new stock."""
    if table.piles[DECK] or not is_refillable(table):
        return table
    number = table.rules.reshuffled
    table = yield MoveCards("pile", DECK, table.piles["pile"][:-1])
    table = yield ShufflePile(DECK)
    if number < len(table.options.reshuffles):
        table = yield OrderPile(DECK, with_top(table.piles[DECK], parse_cards(table.options.reshuffles[number])))
    table = yield remember(table, reshuffled=number + 1)
    yield Announce("reshuffled", None, {"number": len(table.piles[DECK])})
    return table


def with_top(stock: Cards, top: Cards) -> Cards:
    """The stock with these cards on top, the first one topmost; ignores cards that it does not have."""
    there = tuple(card for card in top if card in stock)
    return (*without(stock, there), *there[::-1])
