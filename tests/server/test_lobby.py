"""The lobby: the messages for its viewers, and how little work it does for them."""

import asyncio
import time
from contextlib import asynccontextmanager
from typing import Any

import pytest
from msgspec.structs import replace

from gamenight.client import connect
from gamenight.core.model import GameStatus, MatchId, PlayerId
from gamenight.protocol.messages import (
    Error,
    LobbyGone,
    LobbyTable,
    LobbyTables,
    Ping,
    Pong,
    SayChat,
    Seat,
    ServerMessage,
    TableShown,
)
from gamenight.server.node.lobby import NEWEST, Lobby
from gamenight.server.settings import Settings
from gamenight.store.errors import StoreUnavailable, UnknownMatch
from tests.server.served import as_bytes, as_text, serving, told, until
from tests.server.site import house

WAITING, ACTIVE, FINISHED = GameStatus.WAITING, GameStatus.ACTIVE, GameStatus.FINISHED
FREE = (Seat(PlayerId("p0")), Seat(PlayerId("p1")))
ANN = (Seat(PlayerId("p0"), "Ann"), Seat(PlayerId("p1")))
POLL_MS = 200


class Tables:
    """The tables of a node, changed by the test; it counts the requests for them."""

    def __init__(self, poll_ms=POLL_MS):
        self.settings = Settings(poll_ms=poll_ms)
        self.page = None
        self.all = {}
        self.looks = 0
        self.is_down = False

    def put(self, match_id, **changes):
        before = self.all.get(match_id) or TableShown(match_id, "nim", WAITING, FREE, len(self.all), {})
        self.all[match_id] = replace(before, **changes)
        return self.all[match_id]

    async def list_tables(self, wanted, limit=50, after=None):
        self.looks += 1
        await asyncio.sleep(0)
        if self.is_down:
            raise StoreUnavailable("no database")
        # As in the hall, a delayed table is listed whatever its status is.
        listed = [table for table in self.all.values() if table.status in wanted.statuses or table.table]
        return tuple(sorted(listed, key=lambda table: -table.created_at)[:limit])

    async def shown(self, match_id, viewer):
        await asyncio.sleep(0)
        assert viewer is None
        if match_id not in self.all:
            raise UnknownMatch(match_id)
        return self.all[match_id]


class Visitor:
    """A line that records the messages sent to it."""

    address = "here"

    def __init__(self):
        self.told = []

    def send(self, envelope):
        self.told.append(envelope.message)

    def tell(self, message):
        self.told.append(message)

    def close(self, code, reason):
        raise AssertionError("the lobby closes nobody")


@pytest.fixture
def tables():
    return Tables()


@pytest.fixture
async def lobby(tables):
    lobby = Lobby(tables)
    yield lobby
    await lobby.close()


async def visit(lobby):
    """A visitor who has seen the tables."""
    visitor = Visitor()
    lobby.enter(visitor)
    await until(lambda: visitor.told)
    return visitor


async def test_a_visitor_sees_the_tables_and_then_how_each_opens_fills_starts_and_ends(lobby, tables):
    first = tables.put("m0")
    visitor = await visit(lobby)
    expected: list[ServerMessage] = [LobbyTables((first,))]
    changes: list[dict[str, Any]] = [
        {},
        {"seats": ANN},
        {"status": ACTIVE},
        {"status": GameStatus.PAUSED},
        {"status": FINISHED},
    ]
    for change in changes:
        expected.append(LobbyTable(tables.put("m1", **change)))
        lobby.wake()
        await until(lambda: len(visitor.told) == len(expected))
    await asyncio.sleep(2 * POLL_MS / 1000)
    assert visitor.told == expected


async def test_a_table_that_is_closed_without_a_match_is_gone(lobby, tables):
    tables.put("m1")
    visitor = await visit(lobby)
    del tables.all["m1"]
    lobby.wake()
    await until(lambda: visitor.told[1:] == [LobbyGone(MatchId("m1"))])


async def test_without_a_hint_changes_are_shown_a_little_later(lobby, tables):
    visitor = await visit(lobby)
    table = tables.put("m1")
    await until(lambda: visitor.told[1:] == [LobbyTable(table)])


async def test_changes_of_scores_and_phases_are_not_sent(lobby, tables):
    tables.put("m1", status=ACTIVE)
    visitor = await visit(lobby)
    tables.put("m1", scores={"p0": 3.0}, phase="later")
    looks = tables.looks
    await until(lambda: tables.looks >= looks + 3)
    assert len(visitor.told) == 1
    assert (await visit(lobby)).told[0].tables[0].phase == "later"


async def test_the_end_of_a_delayed_table_is_sent_once_though_it_stays_listed(lobby, tables):
    delayed = {"delay_ms": 60_000}
    tables.put("m0", status=FINISHED, table=delayed)
    playing = tables.put("m1", status=ACTIVE, table=delayed)
    visitor = await visit(lobby)
    over = tables.put("m1", status=FINISHED)
    await asyncio.sleep(3 * POLL_MS / 1000)
    assert visitor.told == [LobbyTables((playing,)), LobbyTable(over)]


async def test_the_lobby_has_the_newest_tables_only(lobby, tables):
    for number in range(NEWEST):
        tables.put(f"m{number}")
    visitor = await visit(lobby)
    assert len(visitor.told[0].tables) == NEWEST
    newest = tables.put("newest")
    lobby.wake()
    await until(lambda: visitor.told[1:] == [LobbyTable(newest), LobbyGone(MatchId("m0"))])


async def test_a_second_visitor_sees_the_tables_at_once(lobby, tables):
    tables.put("m1")
    first = await visit(lobby)
    second = Visitor()
    lobby.enter(second)
    assert second.told == first.told
    table = tables.put("m2")
    lobby.wake()
    await until(lambda: first.told[1:] == second.told[1:] == [LobbyTable(table)])


async def test_without_viewers_the_lobby_does_nothing(lobby, tables):
    visitor = await visit(lobby)
    lobby.leave(visitor)
    looks = tables.looks
    for _ in range(10):
        lobby.wake()
        await asyncio.sleep(POLL_MS / 5000)
    assert tables.looks == looks


async def test_a_visitor_who_comes_after_all_have_left_sees_the_current_tables(lobby, tables):
    tables.put("m1")
    lobby.leave(await visit(lobby))
    table = tables.put("m1", seats=ANN)
    assert (await visit(lobby)).told == [LobbyTables((table,))]


async def test_many_hints_cause_one_read_of_the_tables():
    tables = Tables(poll_ms=60_000)
    lobby = Lobby(tables)
    await visit(lobby)
    start = time.monotonic()
    for _ in range(100):
        lobby.wake()
        await asyncio.sleep(0.003)
    await lobby.close()
    assert 2 <= tables.looks <= 2 + (time.monotonic() - start) / 0.1


async def test_tables_that_cannot_be_read_are_sent_later(lobby, tables):
    tables.is_down = True
    visitor = Visitor()
    lobby.enter(visitor)
    await until(lambda: tables.looks == 2)
    assert not visitor.told
    tables.is_down = False
    await until(lambda: visitor.told == [LobbyTables(())])
    tables.is_down = True
    table = tables.put("m1")
    await asyncio.sleep(2 * POLL_MS / 1000)
    tables.is_down = False
    await until(lambda: visitor.told[1:] == [LobbyTable(table)])


@asynccontextmanager
async def open_lobby():
    """A server's lobby with one table, and its socket."""
    tables = Tables()
    tables.put("m1")
    lobby = Lobby(tables)
    async with serving(lobby) as served, served.connect("/ws/lobby") as socket:
        yield tables, lobby, socket
    await lobby.close()


async def test_the_lobby_s_socket_shows_the_tables_in_either_format():
    async with open_lobby() as (tables, lobby, socket):
        assert told(await socket.recv()) == LobbyTables((tables.all["m1"],))
        for number, written in enumerate((as_bytes, as_text)):
            await socket.send(written(Ping()))
            answer = await socket.recv()
            assert isinstance(told(answer), Pong)
            table = tables.put(f"new{number}")
            lobby.wake()
            news = await socket.recv()
            assert type(news) is type(answer)
            assert told(news) == LobbyTable(table)


async def test_the_lobby_accepts_only_ping():
    async with open_lobby() as (_, _, socket):
        await socket.recv()
        await socket.send(as_text(SayChat("hello")))
        answer = told(await socket.recv())
        assert isinstance(answer, Error)
        assert answer.code == "bad_request"


async def test_a_visitor_whose_socket_is_closed_gets_no_more_messages():
    async with open_lobby() as (tables, _, socket):
        await socket.recv()
        await socket.close()
        await asyncio.sleep(POLL_MS / 1000)
        looks = tables.looks
        await asyncio.sleep(2 * POLL_MS / 1000)
        assert tables.looks == looks


async def test_the_lobby_shows_a_real_match_from_its_opening_to_its_end(tmp_path):
    async with house(tmp_path, poll_ms=60_000) as here, connect(here.url, "lobby") as lobby:
        assert (await lobby.next(LobbyTables)).tables == ()
        private = await here.open(num_bots=0, private=True)
        match_id = (await here.open(num_bots=0))["match_id"]
        assert await shown_next(lobby) == (match_id, WAITING, 0)
        async with connect(here.url, match_id) as one, connect(here.url, match_id) as other:
            await one.join("Ann")
            assert await shown_next(lobby) == (match_id, WAITING, 1)
            await other.join("Bob")
            assert await shown_next(lobby) == (match_id, ACTIVE, 2)
            await one.resign()
            assert await shown_next(lobby) == (match_id, FINISHED, 2)
        assert private["match_id"] not in str(lobby.frames)


async def shown_next(lobby):
    table = (await lobby.next(LobbyTable)).table
    return table.match_id, table.status, sum(seat.name is not None for seat in table.seats)
