"""Any card game in a terminal; a game's folder takes it over: `from gamenight.cards.terminal import text`."""

from __future__ import annotations

from typing import Any

from gamenight.cards.deck import card_text
from gamenight.cards.scene import sorted_cards
from gamenight.cards.telling import pile_label
from gamenight.cards.view import PileView, TableView
from gamenight.core.model import PlayerView
from gamenight.core.text import Tell

RED = "\x1b[31m"
PLAIN = "\x1b[0m"


def text(view: PlayerView, tell: Tell) -> str:
    """Every pile that has cards on a line: those in the middle, then each seat's, the viewer's own last."""
    table: TableView[Any] = view.game_data
    names = [name for name, pile in table.piles.items() if pile.count]
    own = f"/{view.seat}"
    names.sort(key=lambda name: (name.endswith(own), "/" in name, name.rpartition("/")[2]))
    titles = {name: tell(pile_label(name, view)) for name in names}
    width = max(map(len, titles.values()), default=0)
    return "\n".join(f"{titles[name]:<{width}}  {_cards(table.piles[name], name)}" for name in names)


def _cards(pile: PileView, name: str) -> str:
    if not pile.cards:
        return f"{pile.count} ▮"
    cards = sorted_cards(pile.cards, "suit_rank" if name.startswith("hand/") else "none")
    return " ".join(_card(card) for card in cards)


def _card(card: str | None) -> str:
    if card is None:
        return "▮"
    return f"{RED}{card_text(card)}{PLAIN}" if card[1] in "DHR" else card_text(card)
