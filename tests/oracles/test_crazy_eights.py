"""Whole hands of crazy eights from OpenSpiel, replayed move by move by our rules."""

import copy
import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from gamenight.games.crazy_eights.oracle import replay


def transcripts(oracles: Path) -> list[dict[str, Any]]:
    with gzip.open(oracles / "openspiel" / "crazy_eights.jsonl.gz", "rt") as lines:
        return [json.loads(line) for line in lines]


def test_crazy_eights_agrees_with_openspiel(oracles):
    verdicts = [replay(line) for line in transcripts(oracles)]
    assert [verdict.message for verdict in verdicts if verdict.status != "ok"] == []
    assert Counter(verdict.status for verdict in verdicts) == {"ok": 60}


@pytest.mark.parametrize("params", [{"max_draw_cards": 0}, {"max_turns": 0}, {"jokers": 2}, {"max_draw_cards": "five"}])
def test_parameters_without_an_option_are_not_offered(oracles, params):
    line = transcripts(oracles)[0]
    line["params"].update(params)
    assert replay(line).status == "not_offered"


def spoil_legal(line: dict[str, Any]) -> None:
    line["plies"][0]["L"].pop()


def spoil_player(line: dict[str, Any]) -> None:
    line["plies"][0]["p"] = 1 - line["plies"][0]["p"]


def spoil_end(line: dict[str, Any]) -> None:
    line["plies"].pop()


def spoil_card(line: dict[str, Any]) -> None:
    line["deal"][1] = line["deal"][2]


def spoil_words(line: dict[str, Any]) -> None:
    line["deal"][1][1] = "Deal C2"


def spoil_returns(line: dict[str, Any]) -> None:
    line["returns"][0] -= 1


@pytest.mark.parametrize("spoil", [spoil_legal, spoil_player, spoil_end, spoil_card, spoil_words, spoil_returns])
def test_a_spoiled_transcript_is_a_mismatch(oracles, spoil):
    line = copy.deepcopy(transcripts(oracles)[0])
    spoil(line)
    assert replay(line).status == "mismatch"
