"""Deals of hearts from another engine: passes, every play with all legal cards, and the points."""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from gamenight.cards import FRENCH
from gamenight.games.hearts import GAME
from tests.cards.dealing import deck_for, do, legal, start, totals


@lru_cache
def traces(folder: Path) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads((folder / "cards" / "hearts_traces.json").read_text())["rows"]
    return rows


def cards(written: str | list[str]) -> list[str]:
    return written.split() if isinstance(written, str) else written


@pytest.mark.parametrize("row", range(60))
def test_a_deal_of_another_engine_replays(row: int, oracles: Path):
    trace = traces(oracles)[row]
    deck = deck_for(FRENCH, [" ".join(cards(hand)) for hand in trace["hands"]])
    match = start(GAME, 4, deck, passing=[trace["pass"]], deals=1)
    for number, passed in enumerate(trace["passes"]):
        if cards(passed):
            do(match, number, "pass_cards", cards=cards(passed))
    for number, card, allowed in trace["plays"]:
        assert match.to_act == (f"p{number}",)
        assert legal(match, number) == set(cards(allowed))
        do(match, number, "play", card=card)
    assert totals(match) == trace["points"]
