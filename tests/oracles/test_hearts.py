"""Deals of hearts from another engine: every legal card, every trick and the points agree."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from gamenight.core.match import Match
from gamenight.core.model import Action
from tests.minigames.hearts import PLAYERS, Hearts, Passed, play_of

SHIFT = {"left": 1, "across": 2, "right": 3, "none": 0}


def differences(row: dict[str, Any]) -> list[str]:
    """The differences between our game and a transcript."""
    match = Match.start(Hearts(), 4, 1, options={"limit": 1, "passing": [SHIFT[row["pass"]]], "deals": [row["hands"]]})
    for player, cards in zip(PLAYERS, filter(None, row["passes"]), strict=False):
        match.act(Action("pass_cards", player, Passed(tuple(cards))))
    found = []
    for at, card, legal in row["plays"]:
        listed = [action.payload.card for action in match.valid_actions(PLAYERS[at])]
        if match.to_act != (PLAYERS[at],) or sorted(listed) != sorted(legal.split()):
            found.append(f"{card}: {match.to_act} may play {listed}, not {legal}")
        match.act(play_of(PLAYERS[at], card))
    points = [match.state.scores[player] for player in PLAYERS]
    return found if points == row["points"] else [*found, f"{points}, not {row['points']}"]


def test_deals_of_another_engine_replay(oracles: Path):
    rows = json.loads((oracles / "cards" / "hearts_traces.json").read_text())["rows"]
    assert len(rows) == 60
    assert [differences(row) for row in rows] == [[]] * 60
