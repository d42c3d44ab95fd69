"""A card game in facts and as a recap, for language models: all of it comes from the view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from typing import Any, Literal

from gamenight.cards.deck import Cards, card_names, in_order, without
from gamenight.cards.piles import PileSet
from gamenight.cards.view import TableView
from gamenight.core.model import PlayerView, seat

RECAP_DEALS = 19
"""How many finished deals a recap tells one by one."""


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


def unseen(table: TableView[Any], pack: Cards, out_of_play: Collection[str] = ()) -> Cards:
    """The cards that may still be played and that the viewer does not see.

    Those that it knows to be in piles out of play are left out.
    """
    seen = [card for pile in table.piles.values() for card in pile.cards if card]
    gone = [card for belief in table.known if set(belief.piles) <= set(out_of_play) for card in belief.cards]
    return without(pack, [*seen, *gone])


def count_by(cards: Iterable[str], place: Literal["rank", "suit"]) -> dict[str, int]:
    """How many cards there are of each rank, or of each suit."""
    return dict(Counter(card[place == "suit"] for card in in_order(cards)))


def recap_of(table: TableView[Any]) -> list[str]:
    """One line for each of the last deals, before them one for all earlier ones, then what was announced in this deal.

    The engine keeps the last 60 announcements of a deal, so there are at most 80 lines.
    """
    earlier, number = table.points[:-RECAP_DEALS], max(0, len(table.points) - RECAP_DEALS)
    sums = tuple(map(sum, zip(*earlier, strict=True)))
    lines = [f"Deals 1 to {number}: {_points(sums)}"] if earlier else []
    deals = [f"Deal {at}: {_points(points)}" for at, points in enumerate(table.points[number:], number + 1)]
    return [*lines, *deals, *table.recap]


def _points(points: tuple[float, ...]) -> str:
    return ", ".join(f"{seat(number)} {count:g}" for number, count in enumerate(points))
