"""A copy of the database, made while people play, has all acknowledged actions; a server can continue from it."""

import asyncio
import random

import pytest

from gamenight.client import connect, random_answer
from gamenight.core.model import MatchId
from gamenight.core.registry import find_game
from gamenight.store import verify
from gamenight.store.database.backup import copy_sqlite
from gamenight.store.errors import StoreError
from tests.server.forked_servers import QuickServer
from tests.server.sittings import EAGER, at_random, opened_log, play_seats, seat_people
from tests.timeouts import TIMEOUT_S

GAME = "goofspiel"
TABLES = 3


async def copy_of(server, tmp_path, postgres, number):
    """The URL of a copy of the server's database."""
    if postgres is None:
        file = tmp_path / f"copy-{number}.db"
        await asyncio.to_thread(copy_sqlite, tmp_path / "matches.db", file)
        return f"sqlite:///{file}"
    name = server.db.partition("@/")[2].partition("?")[0]
    file = postgres.folder / f"{name}-{number}.dump"
    await asyncio.to_thread(postgres.dump, name, file)
    return await asyncio.to_thread(postgres.restore, file, f"{name}_copy_{number}")


async def turns_in(url, seated):
    async with opened_log(url) as store:
        return {one.match_id: len(await store.turns(one.match_id)) for one in seated}


async def play_some(server, seated, answers, seed):
    """Let all seats of a table answer a few times."""
    chance = random.Random(seed)

    async def play_one(token):
        async with connect(server.url, seated.match_id) as table:
            await table.join(token=token)
            for _ in range(answers):
                await table.until(lambda table: table.view and table.view.get("actions"))
                await table.act(*random_answer(table.view, chance))

    await asyncio.gather(*map(play_one, seated.tokens.values()))


@pytest.fixture(params=["sqlite", "postgres"])
def cluster(request):
    return None if request.param == "sqlite" else request.getfixturevalue("postgres")


async def test_a_copy_taken_during_play_holds_what_was_acknowledged_and_is_played_on(tmp_path, cluster, request):
    db = None if cluster is None else request.getfixturevalue("postgres_database")
    with QuickServer(tmp_path, db=db, **EAGER) as server:
        seated = [await seat_people(server.url, GAME) for _ in range(TABLES)]
        playing = [asyncio.create_task(play_some(server, one, 6, number)) for number, one in enumerate(seated)]
        copies = []
        for number in range(3):
            before = await turns_in(server.db, seated)
            copies.append((before, await copy_of(server, tmp_path, cluster, number)))
        async with asyncio.timeout(TIMEOUT_S):
            await asyncio.gather(*playing)
        before = await turns_in(server.db, seated)
        copies.append((before, await copy_of(server, tmp_path, cluster, "last")))
    for before, url in copies:
        after = await turns_in(url, seated)
        assert all(after[match] >= turns for match, turns in before.items())
        async with opened_log(url) as store:
            for one in seated:
                await verify(store, find_game(GAME), MatchId(one.match_id))
    assert sum(before.values()) > 0
    with QuickServer(tmp_path, db=copies[-1][1], **EAGER) as restored:
        async with asyncio.timeout(TIMEOUT_S):
            ends = await asyncio.gather(
                *(play_seats(restored.url, one, GAME, at_random(number)) for number, one in enumerate(seated))
            )
        assert len(ends) == TABLES


def test_a_backup_overwrites_nothing(tmp_path):
    (tmp_path / "old.db").write_text("precious")
    with pytest.raises(StoreError, match="exists already"):
        copy_sqlite(tmp_path / "matches.db", tmp_path / "old.db")
    assert (tmp_path / "old.db").read_text() == "precious"


def test_a_backup_that_fails_leaves_no_file(tmp_path):
    (tmp_path / "matches.db").write_text("this is no database" * 100)
    with pytest.raises(StoreError, match="could not be written"):
        copy_sqlite(tmp_path / "matches.db", tmp_path / "copy.db")
    assert [file.name for file in tmp_path.iterdir()] == ["matches.db"]
