"""A card game in facts and as a recap, for language models: all of it comes from the view."""

from __future__ import annotations

from typing import Any

from gamenight.cards.deck import card_names
from gamenight.cards.piles import PileSet
from gamenight.cards.view import TableView
from gamenight.core.model import PlayerView, seat


def context_of(view: PlayerView, piles: PileSet, facts: dict[str, Any]) -> dict[str, Any]:
    """What lies where, what the viewer knows besides, and what has happened, with the facts that the game adds."""
    return {"facts": _facts(view.game_data, piles) | facts, "recap": recap_of(view.game_data)}


def _facts(table: TableView[Any], piles: PileSet) -> dict[str, Any]:
    known = [{"cards": card_names(each.cards), "are_in": list(each.piles)} for each in table.known]
    return {
        "deal": table.deal,
        "dealer": seat(table.dealer),
        "piles": {name: _pile(table, name) for name in piles.names if table.piles[name].count},
        "known_besides": known,
        "points": {seat(number): total for number, total in enumerate(table.totals)},
    }


def _pile(table: TableView[Any], name: str) -> Any:
    """The cards as the viewer sees them, or how many there are."""
    pile = table.piles[name]
    return [card_names(card) if card else "face down" for card in pile.cards] if pile.cards else pile.count


def recap_of(table: TableView[Any]) -> list[str]:
    """One line for each finished deal, then one for each thing that was announced in this deal."""
    deals = [f"Deal {number}: {_points(points)}" for number, points in enumerate(table.points, 1)]
    return [*deals, *table.recap]


def _points(points: tuple[float, ...]) -> str:
    return ", ".join(f"{seat(number)} {count:g}" for number, count in enumerate(points))
