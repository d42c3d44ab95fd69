import asyncio
import gzip
import json

import pytest

from gamenight.cli.commands.importing import read_match
from gamenight.core.match import Match
from gamenight.core.model import GameState, GameStatus
from gamenight.core.registry import find_game
from gamenight.games.riichi.logs import WRITERS
from gamenight.store import MatchStore, open_hall, open_store, reconstruct
from gamenight.store.hall.table import TableFilter
from tests.games.riichi.formats.games import GAME, played_by_bots, tenhou6

from .stored import played, store_match


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "game.json.gz"
    path.write_bytes(gzip.compress(tenhou6()))
    return path


def test_an_imported_game_is_a_match_like_any_other(gamenight, tmp_path, log):
    url = f"sqlite:///{tmp_path / 'games.db'}"
    ended = gamenight("import", "riichi", log, "--db", url, "--record", tmp_path / "game.json")
    assert (ended.code, ended.err) == (0, "")
    match_id = ended.out.split()[1].rstrip(":")
    assert gamenight("verify", match_id, "--db", url).code == 0
    shown = json.loads(gamenight("replay", match_id, "--turn", 0, "--db", url, "--json").out)
    assert [len(hand) for hand in shown["view"]["game_data"]["opened"]] == [14, 13, 13, 13]
    assert gamenight("verify", tmp_path / "game.json").code == 0
    for source in ([match_id, "--db", url], [tmp_path / "game.json"]):
        assert json.loads(gamenight("export", *source, "--format", "tenhou6").out) == GAME
    assert gamenight("import", "riichi", log, "--db", url).code == 4


def test_a_match_as_one_seat_saw_it_goes_to_a_file(gamenight, tmp_path, log):
    gamenight("import", "riichi", log, "--record", tmp_path / "game.json")
    export = ["export", tmp_path / "game.json", "--format"]
    assert gamenight(*export, "mjai", "--as", "Blaise", "--output", tmp_path / "seen.mjai").code == 0
    lines = [json.loads(line) for line in (tmp_path / "seen.mjai").read_text().splitlines()]
    assert (lines[0]["id"], lines[1]["tehais"][0][0]) == (1, "?")
    assert gamenight(*export, "tenhou6", "--as", "p0").code == 2
    assert "there are: tenhou6, mjai" in gamenight(*export, "sgf").err


def test_an_imported_game_has_few_snapshots_and_every_turn(gamenight, tmp_path):
    log, url, record = tmp_path / "game.json", f"sqlite:///{tmp_path / 'games.db'}", tmp_path / "record.json"
    log.write_bytes(WRITERS["tenhou6"](played_by_bots(1), None))
    assert gamenight("import", "riichi", log, "--db", url, "--record", record).code == 0
    whole = Match.from_record(json.loads(record.read_bytes()))
    turns = len(whole.turns)
    chosen = (0, 1, 49, 50, 51, 130, turns)
    found = asyncio.run(states_after(url, whole, chosen))
    assert [upto for upto, _ in found] == [0, 0, 0, 50, 50, 100, turns // 50 * 50]
    assert [state for _, state in found] == [Match.from_record(whole.record(), turn).state for turn in chosen]


def test_a_server_lists_an_imported_game_as_finished(gamenight, tmp_path, log):
    url = f"sqlite:///{tmp_path / 'games.db'}"
    match_id = gamenight("import", "riichi", log, "--db", url).out.split()[1].rstrip(":")
    over, others = asyncio.run(listed(url, GameStatus.FINISHED)), asyncio.run(listed(url, GameStatus.ACTIVE))
    assert (over, others) == ([match_id], [])


def test_an_import_interrupted_before_its_table_can_be_repeated(gamenight, tmp_path, log):
    url = f"sqlite:///{tmp_path / 'games.db'}"
    logged = read_match(find_game("riichi"), str(log))
    store_match(tmp_path / "games.db", logged)
    assert asyncio.run(listed(url, GameStatus.FINISHED)) == []
    assert gamenight("import", "riichi", log, "--db", url).code == 0
    assert asyncio.run(listed(url, GameStatus.FINISHED)) == [logged.state.match_id]
    assert gamenight("import", "riichi", log, "--db", url).code == 4


def test_a_match_with_other_turns_does_not_become_an_import(gamenight, tmp_path, log):
    url = f"sqlite:///{tmp_path / 'games.db'}"
    logged = read_match(find_game("riichi"), str(log))
    store_match(tmp_path / "games.db", Match.from_record(logged.record(), 1))
    assert gamenight("import", "riichi", log, "--db", url).code == 4
    assert asyncio.run(listed(url, GameStatus.ACTIVE)) == []


async def listed(url: str, status: GameStatus) -> list[str]:
    store, hall = await open_hall(url)
    try:
        return [one.table.match_id for one in await hall.tables(TableFilter(statuses=[status]))]
    finally:
        await store.close()


async def states_after(url: str, match: Match, turns: tuple[int, ...]) -> list[tuple[int, GameState]]:
    """For each number of turns, the number of turns of the latest snapshot, and the state."""
    store: MatchStore = await open_store(url)
    match_id = match.state.match_id
    try:
        snapshots = [await store.snapshot(match_id, turn) for turn in turns]
        states = [await reconstruct(store, match.plugin, match_id, upto=turn) for turn in turns]
    finally:
        await store.close()
    return [(snapshot.upto, state) for snapshot, state in zip(snapshots, states, strict=True) if snapshot is not None]


@pytest.mark.parametrize("data", [b"", b"<mjloggm>", tenhou6()[:-1], tenhou6(log=[]), b"\x1f\x8bbroken"])
def test_nothing_is_written_from_a_damaged_file(gamenight, tmp_path, data):
    log = tmp_path / "log"
    log.write_bytes(data)
    ended = gamenight(
        "import", "riichi", log, "--db", f"sqlite:///{tmp_path / 'x.db'}", "--record", tmp_path / "x.json"
    )
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("gamenight: cannot")
    assert [path.name for path in tmp_path.iterdir()] == ["log"]


def test_wrong_arguments_of_import_and_export_are_refused(gamenight, log, database):
    assert "give --db URL or --record FILE" in gamenight("import", "riichi", log).err
    assert "cannot read logs of other programs" in gamenight("import", "tictactoe", log, "--record", "x.json").err
    store_match(database, played("tictactoe", "t"))
    ended = gamenight("export", "tictactoe-t", "--db", f"sqlite:///{database}", "--format", "pgn")
    assert (ended.code, ended.err) == (2, "gamenight: tictactoe has no format 'pgn'; there are none\n")
