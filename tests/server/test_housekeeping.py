"""Unused resources are released: silent sockets, matches in memory, tables without players."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from gamenight.client import ClientTable, ConnectionLost, Rest, RestRefused, connect
from gamenight.protocol.messages import PlayerDisconnected, StateUpdate
from gamenight.server.node.node import LEASE_MARGIN_MS
from tests.server.forked_servers import QuickServer
from tests.server.server_process import ServerProcess
from tests.server.site import House, house
from tests.server.table_players import GENEROUS, company, eventually, open_table, table_for, view_of


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with QuickServer(tmp_path_factory.mktemp("tidy"), **GENEROUS, idle_ms=1_000, forget_ms=500) as server:
        yield server


@asynccontextmanager
async def pinging(*tables: ClientTable) -> AsyncIterator[None]:
    """Meanwhile these sockets send pings."""

    async def ping() -> None:
        while True:
            await asyncio.sleep(0.3)
            await asyncio.gather(*(table.ping() for table in tables))

    task = asyncio.create_task(ping())
    yield
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_a_silent_socket_is_closed_and_may_reconnect(server: ServerProcess):
    async with company(server, watchers=1) as at:
        mover, other = at.to_move, at.waiting
        async with pinging(other, *at.watchers):
            with pytest.raises(ConnectionLost) as closed:
                await mover.next("chat")
            assert closed.value.code == 4001
            assert (await other.next(PlayerDisconnected)).player_id == mover.player_id
            again = await at.back(mover, last=mover.number)
            assert isinstance(await again.act("move", {"row": 0, "col": 0}), StateUpdate)
            await other.until(lambda one: view_of(one)["prompt"] == 2)


async def test_a_match_without_viewers_is_removed_from_memory_and_loaded_again(server: ServerProcess):
    async with company(server) as at:
        await at.play_out()
        running = await open_and_leave_a_match(server)
        for table in at:
            await table.close()
        await eventually(partial(has_no_match, server))
        again = await at.back(at.players[0], last=0)
        await again.until(lambda one: one.over)
        assert view_of(again) == view_of(at.players[0])
        assert (await at.rest.get(f"/api/matches/{running}"))["status"] in ("active", "paused")


async def test_a_finished_match_is_removed_from_memory_and_not_checked_again(tmp_path: Path):
    """The lease is shorter than the time after which a match is forgotten."""
    async with house(tmp_path, bot_time_ms=0, forget_ms=LEASE_MARGIN_MS + 1_500) as at:
        match_id = (await at.open(num_bots=0))["match_id"]
        tokens = [(await at.join(match_id))["seat_token"] for _ in range(2)]
        async with connect(at.url, match_id) as ada, connect(at.url, match_id) as bob:
            await ada.join(token=tokens[0])
            await bob.join(token=tokens[1])
            await ada.resign()
            await bob.until(lambda one: one.over)
        await eventually(partial(has_forgotten, at))
        assert [place.attend_at for place in (await at.node.hall.table(match_id)).places] == [None, None]


async def has_forgotten(at: House) -> bool:
    return not at.node.lives


async def has_no_match(server: ServerProcess) -> bool:
    return (await Rest(server.url).get("/status"))["matches"] == 0


async def open_and_leave_a_match(server: ServerProcess) -> str:
    async with company(server) as at:
        await at.act("move", {"row": 1, "col": 1})
        return at.match_id


async def test_a_table_without_players_is_closed(server: ServerProcess):
    empty = await open_table(server.url)
    async with table_for(server) as at:
        ada = await at.sit_down()
        async with pinging(ada):
            await eventually(partial(is_gone, server, empty))
            assert not await is_gone(server, at.match_id)


async def is_gone(server: ServerProcess, match_id: str) -> bool:
    try:
        await Rest(server.url).get(f"/api/matches/{match_id}")
    except RestRefused as refusal:
        return refusal.status == 404
    return False
