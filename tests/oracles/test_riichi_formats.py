"""Logs of real games: after reading, playing, writing and reading again, every deal is the same."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from gamenight.core.transcripts.foreign_logs import BadLog
from gamenight.games.riichi.formats import tenhou6
from gamenight.games.riichi.formats.deals import Deal, choices, deals_of
from gamenight.games.riichi.hand.faces import faces
from gamenight.games.riichi.logs import WRITERS, read
from gamenight.games.riichi.transcripts.format import Kyoku, renamed
from gamenight.games.riichi.transcripts.play import expected_trace
from tests.games.riichi.formats.mjlog_writer import mjlog

EVERY = 40
"""One game in so many is read here."""


def games(oracles: Path) -> list[list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    with gzip.open(oracles / "riichi" / "kyoku.jsonl.gz") as lines:
        for line in lines:
            deal = json.loads(line)
            found.setdefault(deal["game"], []).append(deal)
    return list(found.values())


def recorded(deal: dict[str, Any]) -> tuple[Any, ...]:
    kyoku, result = msgspec.convert(renamed(deal), Kyoku), deal["result"]
    face, wins = faces(red_fives=kyoku.rules.aka), deal["result"].get("wins", [])
    dora = [kyoku.dora_indicator, *[action[1] for action in kyoku.choices if action[0] == "dora"]]
    ura = max([win["ura_indicators"] for win in wins], key=len, default=[])
    paid = [win["deltas"] for win in wins] or [result["deltas"]]
    return (
        (kyoku.round, kyoku.honba, kyoku.kyotaku, kyoku.scores),
        [sorted(face[tile] for tile in hand) for hand in kyoku.hands],
        ([face[tile] for tile in dora], [face[tile] for tile in ura]),
        choices(expected_trace(kyoku)),
        [(win["who"], win["from"], win["pao"]) for win in wins],
        (result.get("kind"), [sum(each) for each in zip(*paid, strict=True)]),
    )


def ours(deal: Deal) -> tuple[Any, ...]:
    return (
        (deal.round, deal.honba, deal.sticks, deal.points),
        [sorted(hand) for hand in deal.hands],
        (list(deal.dora), list(deal.ura)),
        deal.actions,
        [(win.who, win.source, win.liable) for win in deal.wins],
        (deal.draw, list(deal.deltas)),
    )


def test_real_games_stay_the_same_after_export_and_import(oracles):
    sample = [game for game in games(oracles) if game[0]["rules"]["standard"] and game[0]["full_game"]][::EVERY]
    assert len(sample) > 5
    for game in sample:
        match = read(mjlog(game), "ab" * 16, 0)
        expected = [recorded(deal) for deal in game]
        assert [ours(deal) for deal in deals_of(match.events)] == expected
        written = WRITERS["tenhou6"](match, None)
        assert [ours(deal) for deal in tenhou6.read(written).deals] == expected
        assert WRITERS["tenhou6"](read(written, "cd" * 16, 0), None) == written


def test_a_game_that_stops_early_is_refused(oracles):
    unfinished = next(game for game in games(oracles) if not game[0]["full_game"])
    with pytest.raises(BadLog, match="before the game is over"):
        read(mjlog(unfinished), "ab" * 16, 0)
