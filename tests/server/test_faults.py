"""Servers and databases that fail and recover during matches: no accepted action is lost, and all matches end."""

import asyncio
import random
from contextlib import suppress
from itertools import count
from typing import Any

import pytest
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed

from gamenight.client import Refused, Rest, RestRefused, connect
from gamenight.client.play import Choose
from gamenight.core.model import GameStatus
from gamenight.protocol.messages import JoinGame, ResumeFrom, write_json
from tests.server.forked_servers import QuickServer
from tests.server.sittings import (
    EAGER,
    UNLIMITED,
    act_when_asked,
    at_random,
    at_table,
    check_sittings,
    faults_in,
    keep_playing,
    open_table,
    opened_log,
    play_seats,
    seat_people,
    status,
    until,
)
from tests.timeouts import TIMEOUT_S
from tools.services import postgres_cluster

NIM = ("--game", "tests.minigames.nim:Nim")
SIMPLE = {"mode": "simple", "base_time_ms": 400, "timeout_behavior": "random_action"}
MATCHES: tuple[tuple[str, Choose, dict[str, Any]], ...] = (
    ("tictactoe", at_random(1, 0.02), {}),
    ("goofspiel", at_random(2, 0.05), {"people": 3}),
    ("carcassonne", at_random(3, 0.02), {"people": 1, "seats": 3, "bots": ["random"]}),
    ("goofspiel", at_random(4, 0.05), {"people": 1, "seats": 2, "bots": ["greedy"]}),
    ("tictactoe", at_random(5, 0.05, dawdle=0.2), {"timer": SIMPLE}),
    ("liarsdice", at_random(6, 0.05), {"people": 2, "seats": 4, "bots": ["random"]}),
)


async def played_through(server, trouble, matches=MATCHES):
    """What was played on this server during the fault, and until all matches were over."""
    trouble = asyncio.create_task(trouble)
    playing = [keep_playing(server.url, game, choose, wanted, trouble.done) for game, choose, wanted in matches]
    sittings = [sitting for some in await asyncio.gather(*playing) for sitting in some]
    await trouble
    await check_sittings(server.db, sittings)
    assert faults_in(server.log) == []
    return [played for sitting in sittings for played in sitting.played]


# A server that fails


@pytest.mark.long
async def test_thirty_kills_of_the_server_lose_no_acknowledged_action_and_all_matches_end(tmp_path):
    with QuickServer(tmp_path, **EAGER) as server:
        played = await played_through(server, kill_again_and_again(server, 30))
    assert sum(one.connections - 1 for one in played) > 30


async def kill_again_and_again(server, times):
    chance = random.Random(0)
    for _ in range(times):
        await asyncio.sleep(chance.uniform(0.05, 0.7))
        server.kill()
        await asyncio.to_thread(server.restart)


@pytest.mark.long
async def test_a_server_that_is_stopped_during_matches_ends_and_its_matches_continue_after_the_next_start(tmp_path):
    with QuickServer(tmp_path, **EAGER) as server:
        played = await played_through(server, stop_again(server, 3), MATCHES[:2] + MATCHES[3:5])
    assert max(one.connections for one in played) > 1


async def stop_again(server, times):
    async def are_playing():
        return (await status(server.url))["connections"] >= 5

    for _ in range(times):
        await until(are_playing)
        await asyncio.sleep(0.2)
        assert await asyncio.to_thread(server.stop) == 0
        await asyncio.to_thread(server.start)


# A database that fails


@pytest.fixture(scope="module")
def frail_postgres():
    """A cluster that these tests may stop."""
    with postgres_cluster() as postgres:
        yield postgres


@pytest.mark.long
async def test_a_restart_of_postgresql_during_a_match_delays_but_loses_nothing(frail_postgres, tmp_path):
    with QuickServer(tmp_path, frail_postgres.url(), **EAGER) as server:
        await played_through(server, restart_again(frail_postgres, server, 2), MATCHES[:2] + MATCHES[3:5])


async def restart_again(postgres, server, times):
    for _ in range(times):
        await asyncio.sleep(0.7)
        await asyncio.to_thread(postgres.stop)
        with pytest.raises(RestRefused) as refusal:
            await Rest(server.url).get("/health")
        assert refusal.value.status == 503
        await asyncio.to_thread(postgres.start)


async def test_an_action_that_cannot_be_written_is_refused_and_accepted_when_it_is_sent_again(frail_postgres, tmp_path):
    with QuickServer(tmp_path, frail_postgres.url(), flags=NIM, **EAGER) as server:
        seated = await seat_people(server.url, "mini-nim")
        async with at_table(server, seated, "p0") as table:
            await asyncio.to_thread(frail_postgres.stop)
            with pytest.raises(Refused, match="unavailable"):
                await table.act("take", {"count": 1}, client_id="once")
            await asyncio.to_thread(frail_postgres.start)
            update = await again_and_again(lambda: table.act("take", {"count": 1}, client_id="once"))
            assert update.client_id == "once"
        async with opened_log(server.db) as store:
            assert [turn.client_id for turn in await store.turns(seated.match_id)] == ["once"]


async def test_a_player_who_leaves_while_the_database_is_down_is_away_when_it_is_back(frail_postgres, tmp_path):
    with QuickServer(tmp_path, frail_postgres.url(), flags=NIM, grace_ms=500, **EAGER) as server:
        seated = await seat_people(server.url, "mini-nim")
        async with at_table(server, seated, "p0") as table, at_table(server, seated, "p1") as leaver:
            await table.until(lambda table: not any(seat.is_away for seat in table.seats))
            await asyncio.to_thread(frail_postgres.stop)
            await leaver.drop()
            await asyncio.sleep(0.3)
            await asyncio.to_thread(frail_postgres.start)
            await table.until(lambda table: table.over)
            assert table.over.result.winners == ("p0",)
            assert table.over.result.reason == "forfeit"
        assert faults_in(server.log) == []


async def again_and_again(attempt):
    """The result of sending again until the server can write."""
    async with asyncio.timeout(TIMEOUT_S):
        while True:
            try:
                return await attempt()
            except Refused as refusal:
                if refusal.code != "unavailable":
                    raise
            await asyncio.sleep(0.05)


# Rules that change


async def test_a_match_whose_rules_failed_continues_when_they_are_fixed(tmp_path):
    brittle, mended = (
        QuickServer(tmp_path, flags=("--game", f"tests.server.oddities:{name}")) for name in ("BrittleNim", "MendedNim")
    )
    with brittle:
        seated = await seat_people(brittle.url, "brittle-nim")
        async with at_table(brittle, seated, "p0") as table:
            with pytest.raises(Refused):
                await table.act("take", {"count": 3})
            await table.until(lambda table: table.view["status"] == "paused")
        async with at_table(brittle, seated, "p1") as table:
            assert table.view["status"] == "paused"
        await asyncio.to_thread(brittle.stop)
    with mended:
        async with at_table(mended, seated, "p0") as table:
            assert table.view["status"] == "active"
            await table.act("take", {"count": 3})
        assert faults_in(mended.log) == []


@pytest.fixture
def deploys(tmp_path):
    """The server before and after a deployment that changes the rules, on the same database."""
    return [QuickServer(tmp_path, flags=("--game", f"tests.server.deployed:{name}")) for name in ("First", "Second")]


async def test_a_match_and_its_clocks_wait_while_its_rules_are_missing(deploys):
    first, second = deploys
    timer = {"mode": "simple", "base_time_ms": 2_000, "timeout_behavior": "lose_game"}
    with first:
        seated = await seat_people(first.url, "mini-nim", options={"heap": 9}, timer=timer)
        async with at_table(first, seated, "p0") as table:
            await table.act("take", {"count": 1})
        await asyncio.to_thread(first.stop)
    with second:
        await check_paused(second, seated)
        await asyncio.sleep(2.5)
        assert faults_in(second.log) == []
        await asyncio.to_thread(second.stop)
    with first:
        async with at_table(first, seated, "p0") as p0, at_table(first, seated, "p1") as p1:
            assert p1.view["status"] == "active"
            for number in range(8):
                await act_when_asked((p1, p0)[number % 2], "take", {"count": 1})
            await p1.until(lambda table: table.over)
            assert p1.over.result.winners == ("p0",)
        assert faults_in(first.log) == []


async def check_paused(server, seated):
    """All viewers are notified that the match is paused, and why; no player can act."""
    async with at_table(server, seated, "p1") as table:
        reason = table.joined.pause_reason
        assert table.joined.status is GameStatus.PAUSED
        assert "mini-nim/v1" in reason  # type: ignore[operator]
        with pytest.raises(Refused, match="mini-nim/v1") as refusal:
            await table.act("take", {"count": 1}, prompt=2)
        assert refusal.value.code == "game_not_active"
        shown = await Rest(server.url).get(f"/api/matches/{seated.match_id}")
        assert (shown["status"], shown["pause_reason"]) == ("paused", reason)
        listed = await Rest(server.url).get("/api/matches")
        assert [(one["status"], one["pause_reason"]) for one in listed["tables"]] == [("paused", reason)]


async def test_a_match_that_ended_under_other_rules_is_shown_from_its_events(deploys):
    first, second = deploys
    with first:
        seated = await seat_people(first.url, "mini-nim", options={"heap": 4})
        await play_seats(first.url, seated, "mini-nim", at_random(7))
        before = await Rest(first.url).get(f"/api/matches/{seated.match_id}/replay")
    with second:
        after = await Rest(second.url).get(f"/api/matches/{seated.match_id}/replay")
        assert after["status"] == "finished"
        assert (after["events"], after["record"]) == (before["events"], before["record"])
        async with connect(second.url, seated.match_id) as table:
            assert (await table.watch()).status is GameStatus.FINISHED
        assert faults_in(second.log) == []


# Connections and memory


async def test_a_silent_socket_is_closed_and_its_player_returns_to_the_same_seat(tmp_path):
    with QuickServer(tmp_path, flags=NIM, idle_ms=400) as server:
        seated = await seat_people(server.url, "mini-nim")
        async with at_table(server, seated, "p0") as table:
            await table.until(lambda table: table.closed)
            assert table.closed.code == 4001
        async with at_table(server, seated, "p0") as table:
            assert (await table.act("take", {"count": 1})).number == table.number
        await until(lambda: has_connections(server, 0))


async def has_connections(server, count):
    return (await status(server.url))["connections"] == count


async def test_a_socket_that_does_not_read_is_closed_and_its_player_returns_to_the_same_seat(tmp_path):
    scenic = ("--game", "tests.server.deployed:Scenic")
    with QuickServer(tmp_path, flags=scenic, backlog_messages=16, **UNLIMITED) as server:
        seated = await seat_people(server.url, "scenic-nim")
        async with at_table(server, seated, "p1") as other:
            # On a busy machine the server may not have answered enough yet when the socket begins to read.
            for pause_s in (1, 4, 16):
                if (code := await code_for_reading_nothing(server, seated, pause_s)) == 4002:
                    break
            assert code == 4002
            async with at_table(server, seated, "p0") as table:
                await table.act("take", {"count": 1})
                await other.until(lambda other: other.number == table.number)
            assert other.closed is None
        assert faults_in(server.log) == []


async def code_for_reading_nothing(server, seated, pause_s):
    """The code with which a socket is closed that sends requests and does not read for this time."""
    options: dict[str, Any] = {"max_queue": 1, "compression": None, "proxy": None}
    async with open_socket(f"{server.ws_url}/ws/{seated.match_id}", **options) as socket, asyncio.timeout(TIMEOUT_S):
        await socket.send(write_json(JoinGame(seat_token=seated.tokens["p0"])).decode())
        for _ in range(500):
            await socket.send(write_json(ResumeFrom(0)).decode())
        await asyncio.sleep(pause_s)
        with suppress(ConnectionClosed):
            while True:
                await socket.recv()
    return socket.close_code


async def test_finished_matches_are_removed_from_memory_and_all_closed_connections_are_counted(tmp_path):
    with QuickServer(tmp_path, forget_ms=300, **EAGER) as server:
        sittings = await asyncio.gather(
            *(
                keep_playing(server.url, "goofspiel", at_random(8), {"options": {"cards": 5}}, one_round())
                for _ in range(10)
            )
        )
        await until(lambda: is_empty(server))
        assert "gamenight_matches 0.0" in (await Rest(server.url).get("/metrics"))
        shown = await Rest(server.url).get(f"/api/matches/{sittings[0][0].match_id}")
        assert shown["status"] == "finished"
        await until(lambda: is_empty(server))


def one_round():
    rounds = count()
    return lambda: next(rounds) == 1


async def is_empty(server):
    told = await status(server.url)
    return (told["matches"], told["connections"]) == (0, 0)


async def test_spectators_of_a_table_without_players_are_notified_when_it_is_closed(tmp_path):
    with QuickServer(tmp_path, forget_ms=300, **UNLIMITED) as server:
        match_id = await open_table(server.url, "tictactoe", 2)
        async with connect(server.url, match_id) as table:
            await table.watch()
            await table.until(lambda table: table.closed)
            assert table.closed.code == 1001
        async with connect(server.url, match_id) as table:
            with pytest.raises(Refused, match="game_not_found"):
                await table.watch()
        await until(lambda: is_empty(server))
        assert faults_in(server.log) == []
