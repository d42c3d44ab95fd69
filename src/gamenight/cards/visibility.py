"""The viewers of each card, by the visibility of its pile, or by how the single card is turned."""

from __future__ import annotations

from msgspec.structs import replace

from gamenight.cards.events import SetPileVisibility, TurnCards
from gamenight.cards.piles import PileSet
from gamenight.cards.table import AnyCardTable


def seen_by(table: AnyCardTable, pile: str, piles: PileSet) -> int:
    """The viewers that see the cards of a pile, as a mask."""
    if table.sees and pile in table.sees:
        return piles.mask(pile, table.sees[pile])
    return piles.seen_by[pile]


def card_seen_by(table: AnyCardTable, pile: str, card: str, piles: PileSet) -> int:
    """The viewers that see this card of a pile, as a mask."""
    is_up = table.turned.get(pile, {}).get(card)
    if is_up is None:
        return seen_by(table, pile, piles)
    return piles.everyone if is_up else 0


def with_visibility(table: AnyCardTable, event: TurnCards | SetPileVisibility) -> AnyCardTable:
    """The table with the visibility after this event, but without updated beliefs."""
    if isinstance(event, SetPileVisibility):
        return replace(table, sees=table.sees | {event.pile: event.sees})
    turned = table.turned.get(event.pile, {}) | dict.fromkeys(event.cards, event.is_up)
    return replace(table, turned=table.turned | {event.pile: turned})
