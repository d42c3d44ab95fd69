"""A match that is played remotely has the same output, record and rows as a local one."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
import uuid
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from gamenight.bots.registry import installed
from gamenight.store.database.tables import metadata
from tests.arena.pids import await_end, noted
from tests.timeouts import TIMEOUT_S

from .conftest import ROOT, rows

PERILOUS = "tests.arena.perils:PerilousNim"
REMOTE = ["--mode", "remote", "--executor", "processes"]


@pytest.fixture
def one_instant(monkeypatch):
    """All matches start at the same time and have the same id, so that nothing but the play can differ."""
    monkeypatch.setattr(time, "time_ns", lambda: 1_700_000_000_000_000_000)
    monkeypatch.setattr(uuid, "uuid4", lambda: uuid.UUID(int=7))


@pytest.fixture
def crash_bot(tmp_path, monkeypatch):
    """A bot of another package that fails when it is asked."""
    (tmp_path / "crash.py").write_text(
        "from gamenight.bots import RandomBot, Strategy\n"
        "class Crash(RandomBot):\n"
        "    def choose_action(self, observation): raise RuntimeError('out of ideas')\n"
        "CRASH = Strategy(lambda game, parameters, seed, name: Crash(seed, name))\n"
    )
    about = tmp_path / "crash-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: crash\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[gamenight.bots]\ncrash = crash:CRASH\n")
    monkeypatch.syspath_prepend(tmp_path)
    installed.cache_clear()
    yield
    monkeypatch.undo()
    installed.cache_clear()


def stored(url: str) -> dict[str, list[dict[str, Any]]]:
    """All rows of all tables, without the times at which they were written."""
    if url.startswith("postgresql"):
        return asyncio.run(_stored_in_postgres(url))
    engine = sa.create_engine(url)
    with engine.connect() as connection:
        found = _tables(connection)
    engine.dispose()
    return found


async def _stored_in_postgres(url: str) -> dict[str, list[dict[str, Any]]]:
    engine = create_async_engine(url)
    async with engine.connect() as connection:
        found = await connection.run_sync(_tables)
    await engine.dispose()
    return found


def _tables(connection: sa.Connection) -> dict[str, list[dict[str, Any]]]:
    return {
        table.name: [
            {name: value for name, value in row.items() if name != "created_at"}
            for row in connection.execute(sa.select(table).order_by(*table.primary_key)).mappings()
        ]
        for table in metadata.sorted_tables
    }


@pytest.mark.parametrize(
    "code, table",
    [
        (0, ["--game", "liarsdice", "--bots", "random", "greedy", "random", "--option", "dice=2"]),
        (0, ["--game", "tictactoe", "--bots", "mcts:simulations=40", "random"]),
        (0, ["--game", "carcassonne", "--option", "tile_order=DUVBKGCH"]),
        (0, ["--game", "tests.cli.swap:Swap"]),
        (0, ["--game", "liarsdice", "--turns", "3"]),
        (5, ["--game", "tests.cli.swap:FallsApart"]),
        (5, ["--game", "tictactoe", "--bots", "random", "crash"]),
    ],
    ids=["three players", "search", "fixed order", "another package's game", "too long", "broken rules", "broken bot"],
)
def test_output_record_and_rows_are_those_of_a_local_match(gamenight, tmp_path, one_instant, crash_bot, code, table):
    left = []
    for name, mode in (("here", []), ("there", REMOTE)):
        url, record = f"sqlite:///{tmp_path / name}.db", tmp_path / f"{name}.json"
        ended = gamenight("match", *table, "--seed", "s", "--json", "--db", url, "--record", record, *mode)
        left.append((ended, json.loads(record.read_text()), stored(url)))
    here, there = left
    assert here[0].code == code
    assert here == there


def test_postgresql_has_the_same_rows(gamenight, postgres, one_instant):
    here, there = (postgres.create_database(f"match_{place}") for place in ("here", "there"))
    table = ["match", "--game", "liarsdice", "--seed", "s", "--json", "--db"]
    assert gamenight(*table, here) == gamenight(*table, there, *REMOTE)
    assert stored(here) == stored(there)
    assert stored(there)["turns"]


def test_the_stored_match_can_be_verified(gamenight, database):
    url = f"sqlite:///{database}"
    assert gamenight("match", "--game", "liarsdice", "--seed", "s", "--db", url, *REMOTE).code == 0
    [(match_id,)] = rows(database, "SELECT id FROM matches")
    assert gamenight("verify", match_id, "--db", url).code == 0


def test_a_worker_that_dies_ends_the_match_with_an_error(gamenight, database):
    table = ["--game", PERILOUS, "--option", "peril=exit", "--db", f"sqlite:///{database}"]
    ended = gamenight("match", *table, *REMOTE)
    assert (ended.code, "exit code 3" in ended.err) == (5, True)
    assert rows(database, "SELECT status, turn_count FROM matches") == [("error", 1)]


def test_an_interrupted_match_is_abandoned_and_ended_where_it_runs(database, tmp_path):
    notes = tmp_path / "notes"
    notes.mkdir()
    table = ["--game", PERILOUS, "--option", "peril=hang", f"notes={notes}", "--db", f"sqlite:///{database}"]
    running = subprocess.Popen(
        [sys.executable, "-m", "gamenight", "match", *table, *REMOTE],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    pids = noted(notes, 2)
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=TIMEOUT_S)
    assert (running.returncode, said) == (130, "gamenight: interrupted\n")
    assert rows(database, "SELECT status, turn_count FROM matches") == [("abandoned", 1)]
    await_end(pids)


@pytest.mark.parametrize(
    "setup, name, words",
    [
        ("sys.modules['ray'] = None", "ray", "pip install 'gamenight[ray]'"),
        ("sys.modules['modal'] = None", "modal", "pip install 'gamenight[modal]'"),
        ("os.environ['MODAL_CONFIG_PATH'] = os.devnull", "modal", "Token missing"),
        ("os.environ['RAY_ADDRESS'] = 'nowhere'", "ray", "Ray cannot be used at nowhere"),
        ("os.environ['RAY_ADDRESS'] = '127.0.0.1:1'", "ray", "Ray cannot be used at 127.0.0.1:1: Connection refused"),
        ("os.environ['RAY_ADDRESS'] = 'ray://127.0.0.1:1'", "ray", "at ray://127.0.0.1:1: Connection refused"),
    ],
)
def test_an_unavailable_executor_is_exit_code_6_and_nothing_is_written(setup, name, words, database):
    script = f"import os, sys; {setup}; from gamenight.cli import main; sys.exit(main(sys.argv[1:]))"
    table = ["match", "--game", "tictactoe", "--mode", "remote", "--executor", name, "--db", f"sqlite:///{database}"]
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("MODAL_", "RAY_"))}
    ended = subprocess.run(
        [sys.executable, "-c", script, *table], env=bare, capture_output=True, text=True, timeout=TIMEOUT_S
    )
    assert (ended.returncode, words in ended.stderr) == (6, True)
    assert not database.exists()


def test_an_executor_is_for_remote_matches(gamenight):
    ended = gamenight("match", "--game", "tictactoe", "--executor", "processes")
    assert (ended.code, "--mode remote" in ended.err) == (2, True)
