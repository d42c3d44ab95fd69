"""No client can act for another seat, or see its view: a token opens only its own seat in its own match."""

import asyncio
import secrets
from contextlib import AsyncExitStack
from hashlib import sha256
from typing import Any

import pytest

from tests.server.forked_servers import QuickServer
from tests.server.recording import Party, RecordingViewer, party

DEALT = {"fixed_dice": [[[2, 4, 4, 2, 6], [5, 1, 5, 3, 5]]]}
HIDDEN = b"5,1,5,3,5"
"""The second seat's dice."""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    limits: dict[str, Any] = {
        "requests_per_address": 100_000,
        "matches_per_address": 10_000,
        "bots_per_address": 1_000_000,
        "handshakes_per_address": 1_000_000,
        "heavy_per_address": 1_000_000,
    }
    with QuickServer(tmp_path_factory.mktemp("keys"), **limits) as running:
        yield running


def wrong_keys(token: str, match_id: str, foreign: str) -> dict[str, str]:
    """Tokens that somebody might try for the seat of this token."""
    return {
        "of another match": foreign,
        "too short": token[:-1],
        "too long": token + "A",
        "twice": token + token,
        "in other letters": token.swapcase(),
        "backwards": token[::-1],
        "its hash": sha256(token.encode()).hexdigest(),
        "empty": "",
        "a seat": "p1",
        "the match": match_id,
        "a guess": secrets.token_urlsafe(32),
        "nothing": "null",
        "beyond ASCII": token[:-1] + "\u00e9",
        "far beyond ASCII": "\U0001f511" * 8,
        "with a wildcard": "%" * 43,
        "quoted": "' OR ''='",
        "very long": "A" * 3_000,
    }


async def test_only_its_own_token_opens_a_seat(server):
    async with (
        party(server.url, "liarsdice", (0, 1), options=DEALT) as table,
        party(server.url, "liarsdice", (0, 1), options=DEALT) as other,
    ):
        keys = wrong_keys(table.tokens[1], table.match_id, other.tokens[1])
        found = await asyncio.gather(*(tried(server, table, key) for key in keys.values()))
        assert dict(zip(keys, found, strict=True)) == dict.fromkeys(keys, REFUSED)
        assert (await tried(server, table, table.tokens[1]))["sees"]


REFUSED = {"rest": {401}, "socket": "wrong_token", "sees": False}


async def tried(server: QuickServer, table: Party, key: str) -> dict[str, Any]:
    """The effect of this token: the statuses of REST, the answer on a socket, and whether the dice were seen."""
    eye, own = RecordingViewer(server.url, table.match_id), f"/api/matches/{table.match_id}"
    asked = [("GET", own), ("GET", f"{own}/replay"), ("POST", f"{own}/rematch"), ("POST", f"{own}/join")]
    answers = [
        await eye.ask(path, {} if method == "POST" else None, method=method, token=key) for method, path in asked
    ]
    async with eye.connected():
        await eye.say("join_game", seat_token=key)
        await eye.say("game_action", prompt=1, client_id="x", action_type="bid", payload={"quantity": 1, "face": 1})
        await eye.catch_up()
    refusals = [message["code"] for message in eye.told("error")]
    return {"rest": {answer.status for answer in answers}, "socket": refusals[0], "sees": HIDDEN in eye.everything}


async def test_an_authorization_header_that_is_not_a_token_is_refused(server):
    async with party(server.url, "liarsdice", (0, 1), options=DEALT) as table:
        stranger = table.stranger
        for scheme in ("Basic", "Token", "", "Bearer Bearer"):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            lines = f"GET /api/matches/{table.match_id} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            writer.write(f"{lines}Authorization: {scheme} {table.tokens[1]}\r\n\r\n".encode())
            answer = await reader.read()
            writer.close()
            assert answer.startswith(b"HTTP/1.1 401 ")
            assert HIDDEN not in answer
        for where in (
            f"?token={table.tokens[1]}",
            f"?seat_token={table.tokens[1]}",
            f"?access_token={table.tokens[1]}",
        ):
            shown = await stranger.ask(f"/api/matches/{table.match_id}{where}")
            assert HIDDEN not in shown.body
            assert table.tokens[1].encode() not in shown.head + shown.body
        assert table.tokens[1] not in server.log


async def test_a_seat_can_answer_only_for_itself(server):
    """Whatever the message says; and a spectator can answer for no seat."""
    async with party(server.url, "liarsdice", (0, 1), options=DEALT) as table:
        ann, ben, watcher = table.seats[0], table.seats[1], table.watcher
        bid = {"action_type": "bid", "payload": {"quantity": 1, "face": 2}}
        await ben.say("game_action", prompt=1, client_id="1", **bid)
        await ben.say("game_action", prompt=1, client_id="2", player_id="p0", **bid)
        await ben.say("game_action", prompt=1, client_id="3", seat_token=ann.token, **bid)
        await watcher.say("game_action", prompt=1, client_id="4", **bid)
        for message in ("resign", "ready"):
            await watcher.say(message)
        await watcher.say("chat", text="hello")
        for eye in (ann, ben, watcher):
            await eye.catch_up()
        assert [one["code"] for one in ben.told("error")] == ["not_your_turn", "malformed_message", "malformed_message"]
        assert [one["code"] for one in watcher.told("error")] == ["not_in_game"] * 4
        assert ann.view["prompt"] == 1
        assert not ann.told("chat", "error", "player_left")


async def test_one_socket_has_one_seat(server):
    async with party(server.url, "liarsdice", (0, 1), options=DEALT) as table:
        ann = table.seats[0]
        for message in ({"seat_token": table.tokens[1]}, {"player_name": "Eve"}):
            before = len(ann.heard)
            await ann.say("join_game", **message)
            assert (await ann.hear("error", before))["code"] == "already_in_game"
        assert HIDDEN not in ann.everything


async def test_a_full_private_table_accepts_only_its_players(server):
    async with AsyncExitStack() as stack:
        table = await stack.enter_async_context(
            party(server.url, "liarsdice", (0, 1), options=DEALT, private=True, spectators=False)
        )
        lobby = await stack.enter_async_context(RecordingViewer(server.url, "lobby").connected())
        intruder = await stack.enter_async_context(RecordingViewer(server.url, table.match_id).connected())
        await lobby.hear("tables")
        for message in (
            {"type": "join_game", "player_name": "Eve"},
            {"type": "join_game", "seat": 1},
            {"type": "watch"},
        ):
            await intruder.say(**message)
        await intruder.catch_up()
        codes = [one["code"] for one in intruder.told("error")]
        assert codes == ["game_started", "game_started", "spectators_not_allowed"]
        assert (await intruder.ask(f"/api/matches/{table.match_id}/join", {}, method="POST")).status == 409
        for shown in (await intruder.look())[2:]:
            assert table.match_id.encode() not in shown.body
        assert table.match_id not in str(lobby.heard)
        assert not intruder.told("game_joined", "state_update")


async def test_an_id_that_differs_slightly_belongs_to_no_match(server):
    async with party(server.url, "liarsdice", (0, 1), options=DEALT, private=True) as table:
        known = table.match_id
        guesses = (known[:-1], known + "A", known.swapcase(), "%", "_" * len(known), "lobby", "..", "%2e%2e", "%00")
        stranger = RecordingViewer(server.url, known)
        for guess in guesses:
            for path in (f"/api/matches/{guess}", f"/api/matches/{guess}/replay"):
                assert (await stranger.ask(path)).status in (400, 404)
                assert (await stranger.ask(path, token=table.tokens[1])).status in (400, 404)
            assert (await stranger.ask(f"/api/matches/{guess}/join", {}, method="POST")).status in (400, 404)
        assert known.encode() not in stranger.everything
        assert HIDDEN not in stranger.everything
