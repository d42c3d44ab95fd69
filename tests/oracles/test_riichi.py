"""Real games of riichi: every deal is played from its wall and choices, and everything else is compared."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from gamenight.cli.matches.transcripts import read_transcripts
from gamenight.games.riichi.oracle import Reader

Row = dict[str, Any]
SHARES = 4


@cache
def rows(file: Path) -> list[Row]:
    return [row for _, row in read_transcripts(str(file))]


def verdicts(of: list[Row]) -> tuple[Counter[str], list[str]]:
    read = Reader().replay
    found = [read(row) for row in of]
    return Counter(each.status for each in found), [each.message for each in found if each.status == "mismatch"]


@pytest.mark.long
@pytest.mark.parametrize("share", range(SHARES))
def test_real_games_replay(oracles: Path, share: int):
    every = rows(oracles / "riichi" / "kyoku.jsonl.gz")
    counts, faults = verdicts(every[len(every) * share // SHARES : len(every) * (share + 1) // SHARES])
    assert faults == []
    assert counts["ok"] > 600


def test_rare_deals_replay(oracles: Path):
    counts, faults = verdicts(rows(oracles / "riichi" / "rare.jsonl.gz"))
    assert faults == []
    assert counts == {"ok": 219, "not_offered": 6}


def test_a_wall_is_completed_around_the_recorded_tiles(oracles: Path):
    """If the record has a wall, the deal is the same with another one that fits."""
    rare = [{**row, "wall": None} for row in rows(oracles / "riichi" / "rare.jsonl.gz")]
    assert verdicts(rare)[1] == []


def deal_with(file: Path, wanted: Callable[[Row], bool]) -> Row:
    return copy.deepcopy(next(row for row in rows(file) if row["rules"]["standard"] and wanted(row)))


def first(row: Row, kind: str) -> list[Any]:
    found: list[Any] = next(action for action in row["actions"] if action[0] == kind)
    return found


def has(kind: str) -> Callable[[Row], bool]:
    return lambda row: any(action[0] == kind for action in row["actions"])


def won(row: Row) -> bool:
    return row["result"]["type"] == "win" and row["wall"] is not None


def won_in_riichi(row: Row) -> bool:
    return won(row) and bool(row["result"]["wins"][0]["ura_indicators"])


def drawn(row: Row) -> bool:
    return row["result"]["type"] == "draw" and row["result"]["kind"] == "exhaustive"


def changed_win(name: str, value: Any) -> Callable[[Row], None]:
    return lambda row: row["result"]["wins"][0].update({name: value})


def swap_hands(row: Row) -> None:
    row["hands"][0], row["hands"][1] = row["hands"][1], row["hands"][0]


def drop(kind: str) -> Callable[[Row], None]:
    return lambda row: row["actions"].remove(first(row, kind))


def change(kind: str, at: int, by: Callable[[Any], Any]) -> Callable[[Row], None]:
    def changed(row: Row) -> None:
        action = first(row, kind)
        action[at] = by(action[at])

    return changed


def no_dora_turned(row: Row) -> None:
    row["actions"] = [action for action in row["actions"] if action[0] != "dora"]


MUTANTS: list[tuple[str, Callable[[Row], bool], Callable[[Row], Any]]] = [
    ("hands", won, swap_hands),
    ("a draw", won, change("draw", 2, lambda tile: (tile + 4) % 136)),
    ("a draw's seat", won, change("draw", 1, lambda who: (who + 1) % 4)),
    ("tsumogiri", won, change("discard", 3, lambda drawn: not drawn)),
    ("the dora indicator", won, lambda row: row.update(dora_indicator=(row["dora_indicator"] + 4) % 136)),
    ("a turned dora", has("dora"), change("dora", 1, lambda tile: (tile + 4) % 136)),
    ("a dora that is not turned", has("dora"), no_dora_turned),
    ("a stick", has("riichi_accepted"), drop("riichi_accepted")),
    ("a riichi", has("riichi_accepted"), drop("riichi")),
    ("a caller", has("pon"), change("pon", 1, lambda who: (who + 1) % 4)),
    ("han", won, changed_win("han", 40)),
    ("fu", lambda row: won(row) and not row["result"]["wins"][0]["yakuman"], changed_win("fu", 130)),
    ("yaku", won, changed_win("yaku", [["ryanpeikou", 3]])),
    ("value", won, changed_win("points", 100)),
    ("limit", won, changed_win("limit", 4)),
    ("deltas", won, changed_win("deltas", [0, 0, 0, 0])),
    ("scores before", won, changed_win("scores_before", [0, 0, 0, 0])),
    ("the winner's hand", won, lambda row: row["result"]["wins"][0]["hand"].pop()),
    (
        "ura",
        lambda row: won(row) and bool(row["result"]["wins"][0]["ura_indicators"]),
        changed_win("ura_indicators", []),
    ),
    ("liability", won, changed_win("pao", 3)),
    ("honba", won, lambda row: row.update(honba=row["honba"] + 1)),
    ("sticks", won, lambda row: row.update(kyotaku=row["kyotaku"] + 1)),
    ("dealer", won, lambda row: row.update(dealer=(row["dealer"] + 1) % 4)),
    ("scores after", won, lambda row: row.update(scores_after=[0, 0, 0, 0])),
    ("tenpai", drawn, lambda row: row["result"].update(tenpai=[not one for one in row["result"]["tenpai"]])),
    ("kind of draw", drawn, lambda row: row["result"].update(kind="nagashi_mangan")),
    ("noten payments", drawn, lambda row: row["result"].update(deltas=[1, 2, 3, 4])),
    ("the end of the match", lambda row: row["final"] is not None, lambda row: row.update(final=None)),
    ("final points", lambda row: row["final"] is not None, lambda row: row["final"].update(points=[0, 0, 0, 0])),
    ("final scores", lambda row: row["final"] is not None, lambda row: row["final"].update(scores=[0, 0, 0, 0])),
]


@pytest.mark.parametrize(("name", "wanted", "mutate"), MUTANTS, ids=[name for name, *_ in MUTANTS])
def test_errors_in_a_record_are_found(oracles: Path, name, wanted, mutate):
    row = deal_with(oracles / "riichi" / "rare.jsonl.gz", wanted)
    assert Reader().replay(row).status == "ok"
    mutate(row)
    assert Reader().replay(row).status == "mismatch"


def test_a_deal_must_follow_from_the_one_before(oracles: Path):
    """The next round, honba, sticks and points are compared with the game's next deal."""
    one, two = rows(oracles / "riichi" / "kyoku.jsonl.gz")[:2]
    assert verdicts([one, two])[1] == []
    assert verdicts([one, {**two, "round": two["round"] + 4}])[0]["mismatch"] == 1
    assert verdicts([{**two, "round": two["round"] + 4}])[0]["mismatch"] == 0, "it has no round wind"


def test_tables_with_unsupported_rules_are_counted_but_not_compared(oracles: Path):
    row = deal_with(oracles / "riichi" / "rare.jsonl.gz", won)
    row["rules"]["standard"] = False
    assert Reader().replay(row).status == "not_offered"
