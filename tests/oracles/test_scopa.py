"""Captures and scorings of Scopa that two independent enumerations agree on."""

import json
from pathlib import Path
from typing import Any

from gamenight.cards import without
from gamenight.cards.library.captures import scopa_captures
from gamenight.games.scopa.scoring import PACK, best_alone, categories, primiera
from tests.games.scopa.positions import legal, position


def rows(oracles: Path, part: str) -> list[Any]:
    found: list[Any] = json.loads((oracles / "cards" / "scopa.json").read_text())[part]
    return found


def test_every_capture_and_every_remaining_card_agree(oracles):
    for card, table, captures in rows(oracles, "captures"):
        listed = {frozenset(takes) for takes in scopa_captures(card, table.split())}
        assert listed == {frozenset(takes.split()) for takes in captures}, (card, table)


def test_every_capture_is_listed_and_nothing_else(oracles):
    for card, table, captures in rows(oracles, "captures"):
        other = next(face for face in PACK if face != card and face not in table.split())
        listed = {frozenset(move.split()) - {"x", card} for move in legal(position(card, other, table=table))}
        assert listed == ({frozenset(takes.split()) for takes in captures} or {frozenset()}), (card, table)


def test_the_points_of_every_deal_agree(oracles):
    names = ("A", "B", None)
    for row in rows(oracles, "scoring"):
        first = tuple(row["A"].split())
        sides = [first, without(PACK, first)]
        assert [primiera(cards) for cards in sides] == row["primiera"]
        for kind, figures in categories(sides).items():
            best = best_alone(figures)
            assert names[2 if best is None else best] == row[f"{kind}_to"], row
