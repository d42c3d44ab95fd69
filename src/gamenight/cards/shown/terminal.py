"""Show any card game in a terminal."""

from __future__ import annotations

from typing import Any

from gamenight.cards.deck import card_text
from gamenight.cards.piles import Pile, PileSet
from gamenight.cards.shown.scene import sorted_cards
from gamenight.cards.shown.telling import pile_label
from gamenight.cards.shown.view import PileView, TableView
from gamenight.core.model import PlayerView
from gamenight.core.text import Tell, say

RED = "\x1b[31m"
PLAIN = "\x1b[0m"
HIDDEN = "▮"


def text_of(view: PlayerView, tell: Tell, piles: PileSet) -> str:
    """One line for each pile that has cards: first those in the middle, then those of seats, the viewer's own last."""
    table: TableView[Any] = view.game_data
    names = [name for name, pile in table.piles.items() if pile.count]
    names.sort(key=lambda name: _line(piles.owners[name], view.seat))
    titles = {name: tell(pile_label(name, view)) for name in names}
    width = max(map(len, titles.values()), default=0)
    lines = [f"{titles[name]:<{width}}  {_cards(table.piles[name], piles.kinds[name])}" for name in names]
    return "\n".join([*lines, "", tell(say("cards-hidden", card=HIDDEN))] if HIDDEN in "".join(lines) else lines)


def _line(owner: int | None, viewer: int | None) -> tuple[bool, int]:
    return owner is not None and owner == viewer, -1 if owner is None else owner


def _cards(pile: PileView, kind: Pile) -> str:
    """The cards in the same order as on the page."""
    if not pile.cards:
        return f"{pile.count} {HIDDEN}"
    return " ".join(_card(card) for card in sorted_cards(pile.cards, kind.sort, kind.ranks))


def _card(card: str | None) -> str:
    if card is None:
        return HIDDEN
    return f"{RED}{card_text(card)}{PLAIN}" if card[1] in "DHR" else card_text(card)
