"""A hundred thousand frames that no correct client sends: the server answers, closes, and continues."""

import asyncio
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from gamenight.core.model import GameStatus
from tests.server.forked_servers import QuickServer
from tests.server.raw_frames import (
    BAD_REQUESTS,
    BROKEN,
    CUT_OFF,
    as_frame,
    open_raw,
    send_raw,
    strange_frames,
)
from tests.server.sittings import (
    UNLIMITED,
    at_random,
    at_table,
    check_sittings,
    keep_playing,
    opened_log,
    seat_people,
    status,
    until,
)
from tests.timeouts import TIMEOUT_S

AT_ONCE = 50
"""How many frames one socket sends, and how many bad ones it may."""
SOCKETS = 8
"""How many of them there are at any time."""
PING = as_frame({"type": "ping"}, binary=False)


class Attack:
    """Sockets that send strange frames, some of them from a seat, and their answers."""

    def __init__(self, server, tables, seed):
        self.codes = Counter()
        self.closes = Counter()
        self.received = []
        self._server = server
        self._tables = tables
        self._chance = random.Random(seed)
        self._frames = strange_frames(self._chance)

    async def send(self, count):
        """Send this number of frames through one socket after the other."""
        for _ in range(count // AT_ONCE // SOCKETS):
            await asyncio.gather(*(self._send_some() for _ in range(SOCKETS)))

    async def _send_some(self):
        table = self._chance.choice(self._tables)
        path = "/ws/lobby" if self._chance.random() < 0.1 else f"/ws/{table.match_id}"
        socket = await open_raw(self._server.port, path)
        if self._chance.random() < 0.1:
            token = self._chance.choice([*table.tokens.values()])
            socket.send(as_frame({"type": "join_game", "seat_token": token}, binary=False))
        socket.send(b"".join(next(self._frames) for _ in range(AT_ONCE)) + PING)
        async with asyncio.timeout(TIMEOUT_S):
            heard = await socket.hear(lambda payload: payload.startswith(b'{"type":"pong"'))
        socket.drop()
        self._note(heard)

    def _note(self, heard):
        codes = Counter(message.get("code") for message in heard.messages if message["type"] == "error")
        self.codes += codes
        self.closes[heard.code] += 1
        bad = codes["malformed_message"] + codes["too_large"]
        assert (heard.code == 1008) == (bad >= AT_ONCE)
        self.received += heard.payloads


@pytest.mark.long
async def test_a_hundred_thousand_strange_frames_are_answered_and_harm_no_player(tmp_path):
    limits: dict[str, Any] = {
        **UNLIMITED,
        "messages_per_second": 1_000_000,
        "bad_frames": AT_ONCE,
        "chats_per_minute": 1_000_000,
    }
    with QuickServer(tmp_path, **limits) as server:
        tables = [await seat_people(server.url, "goofspiel", leaver="wait") for _ in range(10)]
        attack = Attack(server, tables, seed=0)
        attacking = asyncio.create_task(attack_in_earnest(attack, server))
        others = await keep_playing(server.url, "goofspiel", at_random(1, 0.1), {}, attacking.done)
        before, after = await attacking
        assert {played.connections for sitting in others for played in sitting.played} == {1}
        await check_sittings(server.db, others)
        await check_answers(attack, server, tables)
        assert after - before < 8_000, "the server's memory has grown, in kB"
        await until(lambda: nobody_is_connected(server))


async def attack_in_earnest(attack, server):
    """The server's memory after a fifth of the frames, and after all of them."""
    await attack.send(20_000)
    before = memory_kb(server)
    await attack.send(80_000)
    for number in range(1_000):
        await break_the_socket(server, number)
    return before, memory_kb(server)


async def break_the_socket(server, number):
    """Send data that is not a websocket at all, or stops being one."""
    kinds = [*BROKEN, *CUT_OFF, *BAD_REQUESTS]
    bad = kinds[number % len(kinds)]
    if bad in BAD_REQUESTS:
        return await send_raw(server.port, bad)
    socket = await open_raw(server.port, "/ws/lobby" if number % 2 else "/ws/unknown")
    socket.send(bad)
    if bad in BROKEN:
        async with asyncio.timeout(TIMEOUT_S):
            heard = await socket.hear(lambda payload: False)
        assert heard.code in (1002, 1003, 1007, 1009)
    socket.drop()


async def check_answers(attack, server, tables):
    """Errors were answered in plain words, no secret was sent, and the log has no complaint."""
    assert "internal_error" not in attack.codes
    assert attack.codes["malformed_message"] > 50_000
    assert attack.closes.keys() == {0, 1008}
    received = b"".join(attack.received)
    for secret in await secrets_of(server, tables):
        assert secret.encode() not in received
        assert secret not in server.log
    assert not complaints(server)


def complaints(server):
    """What the server has printed, except for its address."""
    return [line for line in server.log.splitlines() if not line.startswith(("gamenight serves on ", "Play at "))]


async def secrets_of(server, tables):
    """The tokens of the seats, and the seeds of those matches that no strange frame happened to end."""
    async with opened_log(server.db) as store:
        running = [table for table in tables if (await store.match(table.match_id)).status is GameStatus.ACTIVE]
        records = [await store.record(table.match_id) for table in running]
    seeds = [secret for record in records for secret in (record.config.random_seed, record.config.salt)]
    return [*seeds, *(token for table in tables for token in table.tokens.values())]


async def nobody_is_connected(server):
    return (await status(server.url))["connections"] == 0


def memory_kb(server):
    lines = Path(f"/proc/{server.pid}/status").read_text().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("VmRSS:")))


async def test_a_player_who_sends_strange_frames_is_disconnected_and_has_left_the_match(tmp_path):
    with QuickServer(tmp_path, **UNLIMITED) as server:
        seated = await seat_people(server.url, "goofspiel")
        async with at_table(server, seated, "p0") as other:
            socket = await open_raw(server.port, f"/ws/{seated.match_id}")
            socket.send(as_frame({"type": "join_game", "seat_token": seated.tokens["p1"]}, binary=True))
            await other.until(lambda table: not any(seat.is_away for seat in table.seats))
            socket.send(BROKEN_MESSAGE * 10)
            async with asyncio.timeout(TIMEOUT_S):
                heard = await socket.hear(lambda payload: False)
            assert heard.code == 1008
            assert [message["code"] for message in heard.messages if message["type"] == "error"] == [
                "malformed_message"
            ] * 5
            await other.until(lambda table: table.over)
            assert other.over.result.winners == ("p0",)
            socket.drop()
        assert not complaints(server)


BROKEN_MESSAGE = as_frame({"type": "nonsense"}, binary=True)
