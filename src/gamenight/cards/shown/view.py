"""The view of a table: the faces, positions and counts that one viewer may know."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from msgspec import Struct

from gamenight.cards.deck import Cards
from gamenight.cards.events import Scoreboard
from gamenight.cards.knowledge import faces_of
from gamenight.cards.piles import PileSet, pile_of
from gamenight.cards.table import AnyCardTable, Beliefs
from gamenight.cards.visibility import card_seen_by, seen_by

R = TypeVar("R")


class PileView(Struct, frozen=True, omit_defaults=True):
    """A pile as a viewer sees it: the number of cards, and their faces if it sees any; None is a face-down card."""

    count: int
    cards: tuple[str | None, ...] = ()


EMPTY = PileView(0)


class Belief(Struct, frozen=True):
    """Cards that the viewer does not see, but knows to be in one of these piles."""

    cards: Cards
    piles: tuple[str, ...]


class TableView(Struct, Generic[R], frozen=True, omit_defaults=True):
    """What one viewer may know; `rules` is the memory of the rules, which is public."""

    players: int
    deal: int
    dealer: int
    phase: str
    rules: R
    piles: dict[str, PileView]
    options: dict[str, Any] = {}
    totals: tuple[float, ...] = ()
    points: tuple[tuple[float, ...], ...] = ()
    asked: tuple[int, ...] = ()
    known: tuple[Belief, ...] = ()
    """Unseen cards that the viewer knows about: cards that it passed on, or that another player picked up openly."""

    boards: tuple[Scoreboard, ...] = ()
    rotations: dict[str, int] = {}

    def cards(self, pile: str) -> Cards:
        """The visible cards of a pile."""
        return tuple(card for card in self.piles[pile].cards if card is not None)

    def hand(self, seat: int) -> Cards:
        return self.cards(pile_of("hand", seat))


def view_of(
    view_type: type[TableView[Any]], table: AnyCardTable, viewer: int, piles: PileSet, options: dict[str, Any]
) -> TableView[Any]:
    """The table as this viewer may see it."""
    shown = {name: _pile_view(table, name, viewer, piles) for name in piles.names}
    return view_type(
        table.players,
        table.deal,
        table.dealer,
        table.phase,
        table.rules,
        shown,
        options,
        table.totals,
        table.points,
        table.asked,
        known_places(table, table.beliefs[viewer], piles),
        table.boards,
        {card: turn for card, turn in table.rotations.items() if any(card in pile.cards for pile in shown.values())},
    )


def _pile_view(table: AnyCardTable, name: str, viewer: int, piles: PileSet) -> PileView:
    cards = table.piles[name]
    if not cards:
        return EMPTY
    if table.turned.get(name):
        seen = [card if card_seen_by(table, name, card, piles) >> viewer & 1 else None for card in cards]
        if not piles.kinds[name].is_ordered:  # it is sorted by face, so gaps would reveal what is face down
            seen.sort(key=lambda card: card is None)
        return PileView(len(cards), tuple(seen))
    return PileView(len(cards), cards if seen_by(table, name, piles) >> viewer & 1 else ())


def known_places(table: AnyCardTable, beliefs: Beliefs | None, piles: PileSet) -> tuple[Belief, ...]:
    """The beliefs that say more than "in some hidden pile", with the piles that have cards."""
    open_piles = _open_piles(table, beliefs or (), piles)
    placed = [(known if known.bit_count() == 1 else known & open_piles, faces) for known, faces in beliefs or ()]
    hidden = 0
    for known, _ in placed:
        hidden |= known & open_piles
    told = [(known, faces) for known, faces in placed if known != hidden]
    return tuple(Belief(faces_of(faces), piles.named(known)) for known, faces in sorted(told))


def _open_piles(table: AnyCardTable, beliefs: Beliefs, piles: PileSet) -> int:
    """The piles, as a mask, that have more cards than those known to be there."""
    certain: dict[int, int] = {}
    for known, faces in beliefs:
        certain[known] = certain.get(known, 0) + faces.bit_count()
    found = 0
    for name, bit in piles.bits.items():
        if certain.get(bit, 0) < len(table.piles[name]):
            found |= bit
    return found
