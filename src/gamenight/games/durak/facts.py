"""Facts that a careful player of Durak keeps in mind, by name; all of them come from the view."""

from __future__ import annotations

from typing import Any

from gamenight.cards import TableView, of_suit
from gamenight.cards.deck import card_names, suit_text
from gamenight.cards.shown.context import count_by, unseen
from gamenight.core import PlayerView
from gamenight.core import seat as player_of
from gamenight.games.durak.state import PACKS, DurakMemory


def facts_of(view: PlayerView) -> dict[str, Any]:
    table: TableView[DurakMemory] = view.game_data
    rules = table.rules
    still_played = unseen(table, PACKS[table.options["deck_size"]], ("discard",))
    return {
        "trump_suit": suit_text(rules.trump),
        "attacker": player_of(rules.attacker),
        "defender": player_of(rules.defender),
        "unbeaten": card_names([card for card in table.cards("attacks") if card not in rules.pairs]),
        "attack_cards_allowed": rules.limit,
        "defender_takes": rules.is_taking,
        "ran_out": [player_of(seat) for seat in rules.places],
        "partners": _partners(view),
        "unseen_cards_by_suit": count_by(still_played, "suit"),
        "unseen_trumps": card_names(of_suit(still_played, rules.trump)),
    }


def _partners(view: PlayerView) -> list[str]:
    """The players in the viewer's team."""
    if view.seat is None or view.game_data.options["teams"] == "none":
        return []
    return [player_of(seat) for seat in range(view.seat % 2, len(view.players), 2) if seat != view.seat]
