"""The websocket transport: who may connect, the handling of all kinds of frames, and how sockets end."""

import asyncio
import gc
import random
import sys
from contextlib import AsyncExitStack, suppress

import pytest
from msgspec import json, msgpack
from websockets.exceptions import ConnectionClosed, InvalidStatus

from gamenight.protocol.messages import (
    Chat,
    Error,
    GameAction,
    JoinGame,
    LeaveGame,
    Ping,
    Pong,
    Ready,
    ResumeFrom,
    SayChat,
    Watch,
)
from gamenight.server.websocket import socket as transport
from gamenight.server.websocket.handshake import NO_ID, is_foreign
from gamenight.server.websocket.rate import Pace
from tests.server.served import BINARY, CONT, PING, TEXT, as_bytes, as_text, frame, raw_socket, serving, told, until
from tests.timeouts import TIMEOUT_S


async def refusal(served, path="/ws/m1", **options):
    """The status and the sentence with which the handshake is refused."""
    with pytest.raises(InvalidStatus) as caught:
        await served.connect(path, **options)
    return caught.value.response.status_code, (caught.value.response.body or b"").decode()


async def closed(socket):
    """The code with which the server closes, after everything that it still sends."""
    async with asyncio.timeout(TIMEOUT_S):
        with suppress(ConnectionClosed):
            while True:
                await socket.recv()
    return socket.close_code


# Who may connect


@pytest.mark.parametrize(
    "origins, origin",
    [
        ((), None),
        ((), "http://127.0.0.1:{port}"),
        ((), "https://127.0.0.1:{port}"),
        (("https://play.example",), "https://play.example"),
        (("https://play.example",), "https://PLAY.example"),
        (("https://Play.Example",), "https://play.example"),
        (("*",), "https://anywhere.example"),
    ],
)
async def test_pages_of_this_host_and_of_named_origins_may_connect(origins, origin):
    async with serving(origins=origins) as served:
        named = origin and origin.format(port=served.port)
        async with served.connect(origin=named) as socket:
            await socket.send(as_text(Ping()))
            assert told(await socket.recv()) == Pong(0)


async def test_pages_of_other_sites_may_not_connect():
    async with serving(origins=("https://play.example",)) as served:
        here = f"http://127.0.0.1:{served.port}"
        for origin in ("https://evil.example", "null", "", "http://127.0.0.1", f"{here}.evil.example", "http://"):
            assert (await refusal(served, additional_headers={"Origin": origin}))[0] == 403, origin
        assert not served.house.conversations


@pytest.mark.parametrize("host", ["play.example", "play.example:443", "PLAY.example"])
def test_the_default_port_does_not_change_the_host(host):
    scope = {"headers": [(b"host", host.encode()), (b"origin", b"https://play.example")]}
    assert not is_foreign(scope, ())


async def test_only_matches_and_the_lobby_have_sockets():
    async with serving() as served:
        for path in ("/", "/ws", "/ws/", "/ws/a/b", "/ws/a%2Fb", "/other/m1"):
            status, sentence = await refusal(served, path)
            assert status == 404, path
            assert sentence


async def test_an_impossible_match_id_is_never_looked_up():
    async with serving() as served:
        names = ("%00", "a%20b", "a" * 101, "%FF", "..", "%F0%9F%98%80", "lobby%0A")
        for name in names:
            async with served.connect(f"/ws/{name}") as socket:
                await socket.send(as_text(Ping()))
                assert told(await socket.recv()) == Pong(0)
        assert {talk.match_id for talk in served.house.conversations} == {NO_ID}


async def test_the_connections_per_address_are_limited():
    async with serving(connections_per_address=2) as served, served.connect() as first, served.connect():
        assert (await refusal(served))[0] == 429
        await first.close()
        await until(lambda: served.house.connections == 1)
        async with served.connect():
            assert (await refusal(served))[0] == 429


async def test_a_full_node_refuses_with_503():
    async with serving(max_connections=1) as served, served.connect():
        status, sentence = await refusal(served)
        assert status == 503
        assert "later" in sentence


# Messages


async def test_answers_have_the_format_of_the_last_frame():
    async with serving() as served, served.connect() as socket:
        for message in (as_text(SayChat("a")), as_bytes(SayChat("b")), as_bytes(SayChat("c")), as_text(SayChat("d"))):
            await socket.send(message)
            assert type(await socket.recv()) is type(message)
        assert [message.text for message in served.house.conversations[0].heard] == list("abcd")


@pytest.mark.parametrize("written", [as_text, as_bytes])
async def test_messages_are_handled_one_at_a_time_and_in_order(written):
    async with serving() as served, served.connect() as socket:
        for number in range(150):
            await socket.send(written(SayChat(str(number))))
        assert [told(await socket.recv()).text for _ in range(150)] == [str(number) for number in range(150)]


async def test_a_message_in_pieces_is_one_message():
    async with serving() as served, raw_socket(served) as (_, writer):
        said = as_text(SayChat("hello")).encode()
        writer.write(frame(TEXT, said[:9], fin=False) + frame(PING, b"") + frame(CONT, said[9:]))
        await until(lambda: served.house.conversations[0].heard == [SayChat("hello")])


async def test_messages_sent_before_a_close_arrive_and_none_after():
    async with serving() as served, served.connect() as socket:
        await socket.send(as_text(SayChat("close")))
        await socket.send(as_text(SayChat("too late")))
        assert told(await socket.recv()) == Chat("before", 0)
        assert await closed(socket) == 4003
        assert served.house.conversations[0].heard == [SayChat("close")]


async def test_an_internal_error_is_reported_without_details_and_the_socket_stays_open(caplog):
    async with serving() as served, served.connect() as socket:
        await socket.send(as_text(SayChat("break")))
        assert told(await socket.recv()).code == "internal_error"
        await socket.send(as_text(Ping()))
        assert told(await socket.recv()) == Pong(0)
    assert [(record.name, record.levelname) for record in caplog.records] == [("gamenight.server", "ERROR")]
    assert "holds" not in caplog.messages[0]


# Frames that no correct client sends

ANSWER = {"type": "game_action", "prompt": 1, "client_id": "c", "action_type": "take"}
BAD_TEXTS = [
    "",
    "{",
    "nonsense",
    "[]",
    "null",
    '{"type": "secret"}',
    '{"type": 5}',
    '{"text": "secret"}',
    '{"type": "chat"}',
    '{"type": "chat", "text": 5}',
    '{"type": "chat", "text": "a", "secret": 1}',
    '{"type": "chat", "text": "\\ud800"}',
    '{"type": "chat", "text": "a"} {}',
    '{"type": "watch", "wants": "secret"}',
    '{"type": "resume", "last": -1}',
    '{"type": "resume", "last": 1.5}',
    '{"type": "resume", "last": 100000000000000000000000000000}',
    '{"type": "game_action", "prompt": 100000000000000000000, "client_id": "c", "action_type": "take"}',
    '{"type": "game_action", "prompt": 1, "client_id": "", "action_type": "take"}',
    '{"type": "game_action", "prompt": true, "client_id": "c", "action_type": "take"}',
    json.encode({**ANSWER, "client_id": "\0"}).decode(),
    json.encode({**ANSWER, "payload": {"secret": "\0"}}).decode(),
    json.encode({**ANSWER, "payload": {"\0": 1}}).decode(),
    json.encode({**ANSWER, "payload": 0}).decode().replace("0}", "1e999}"),
    json.encode({**ANSWER, "payload": 0}).decode().replace("0}", "NaN}"),
    json.encode({**ANSWER, "payload": 0}).decode().replace("0}", f"{10**40}}}"),
    json.encode({**ANSWER, "payload": 0}).decode().replace("0}", "[" * 30_000),
    json.encode({**ANSWER, "payload": 0}).decode().replace("0}", "[" * 40 + "]" * 40 + "}"),
    "[" * 60_000,
    '{"type": "chat", "text": "' + "x" * 5_000 + '"}',
]
HEAD = msgpack.encode({**ANSWER, "payload": None})[:-1]
BAD_BYTES = [
    b"",
    b"\xc1",
    b"\x90",
    msgpack.encode({"type": "secret"}),
    msgpack.encode({**ANSWER, "payload": b"secret"}),
    msgpack.encode({**ANSWER, "payload": {1: 2}}),
    msgpack.encode({**ANSWER, "payload": float("nan")}),
    msgpack.encode({**ANSWER, "payload": [float("inf")]}),
    msgpack.encode({**ANSWER, "payload": 2**64 - 1}),
    msgpack.encode({**ANSWER, "payload": msgpack.Ext(5, b"secret")}),
    HEAD + b"\xd6\xff" + bytes(4),
    HEAD + b"\xa2\xff\xfe",
    HEAD + b"\x91" * 50_000,
    HEAD + b"\xdd\xff\xff\xff\xff",
    HEAD + b"\x81\x90\xc0",
    HEAD[:-3],
]


@pytest.mark.parametrize("bad", [pytest.param(BAD_TEXTS, id="texts"), pytest.param(BAD_BYTES, id="bytes")])
async def test_an_invalid_frame_is_answered_with_the_error_without_quoting_it(bad):
    async with serving(bad_frames=100) as served, served.connect() as socket:
        for sent in bad:
            await socket.send(sent)
            answer = told(await socket.recv())
            assert isinstance(answer, Error), sent[:100]
            assert answer.code == "malformed_message"
            assert 0 < len(str(answer.message)) < 100
            assert "secret" not in str(answer.message)
        assert not served.house.conversations[0].heard


async def test_a_payload_may_contain_any_json():
    payload = {"a": [1, -(2**63), 2**63 - 1, 1.5, True, None, "ü😀"], "b": {"c": [[]]}, "": {}}
    action = GameAction(3, "c", "take", payload)
    async with serving() as served, served.connect() as socket:
        await socket.send(as_text(action))
        await socket.send(as_bytes(action))
        await until(lambda: served.house.conversations[0].heard == [action, action])


async def test_a_few_invalid_frames_close_the_socket_as_misbehaviour():
    async with serving(bad_frames=3) as served, served.connect() as socket, served.connect() as other:
        for _ in range(2):
            await socket.send("nonsense")
            assert told(await socket.recv()).code == "malformed_message"
        await socket.send(as_text(Ping()))
        assert told(await socket.recv()) == Pong(0)
        await socket.send("nonsense")
        assert told(await socket.recv()).code == "malformed_message"
        assert await closed(socket) == 1008
        await other.close()
        await until(lambda: served.house.connections == 0)
        assert sorted(ends for talk in served.house.conversations for ends in talk.ends) == [False, True]


@pytest.mark.parametrize("large", ["x" * 301, "ü" * 151, b"x" * 301])
async def test_a_frame_that_is_too_large_is_answered_with_the_limit(large):
    async with serving(frame_bytes=300) as served, served.connect() as socket:
        await socket.send(large)
        answer = told(await socket.recv())
        assert answer.code == "too_large"
        assert "300" in str(answer.message)


async def test_a_frame_that_is_far_too_large_closes_the_socket():
    async with serving(frame_bytes=300) as served, served.connect() as socket:
        await socket.send(b"x" * 100_000)
        assert await closed(socket) == 1009


async def test_a_frame_may_have_as_many_bytes_as_the_settings_say():
    said = as_text(SayChat("ü" * 50))
    async with serving(frame_bytes=len(said.encode())) as served, served.connect() as socket:
        await socket.send(said)
        assert told(await socket.recv()) == Chat("ü" * 50, 0)


# Pace


async def test_a_burst_is_accepted_and_faster_messages_are_refused():
    async with serving(messages_per_second=1) as served, served.connect() as socket:
        for _ in range(12):
            await socket.send(as_text(Ping()))
        answers = [told(await socket.recv()) for _ in range(12)]
        assert answers[:4] == [Pong(0)] * 4
        assert {answer.code for answer in answers[4:] if isinstance(answer, Error)} == {"too_fast"}
        await asyncio.sleep(1.1)
        await socket.send(as_text(Ping()))
        assert told(await socket.recv()) == Pong(0)


@pytest.mark.parametrize(
    "heavy", [JoinGame(), Watch(), ResumeFrom(0), LeaveGame(), Ready()], ids=lambda one: type(one).__name__
)
async def test_messages_that_make_the_server_read_the_log_count_for_ten(heavy):
    async with serving(messages_per_second=5) as served, served.connect() as socket:
        for _ in range(4):
            await socket.send(as_text(heavy))
        refused = [told(await socket.recv()) for _ in range(2)]
        assert {answer.code for answer in refused if isinstance(answer, Error)} == {"too_fast"}
        assert served.house.conversations[0].heard == [heavy, heavy]


async def test_a_socket_that_stays_too_fast_is_closed():
    async with serving(messages_per_second=5, bad_frames=3) as served, served.connect() as socket:
        sending = asyncio.create_task(send_on(socket, as_text(Ping())))
        assert await closed(socket) == 1008
        await sending
        await until(lambda: served.house.conversations[0].ends == [True])


async def send_on(socket, message):
    with suppress(ConnectionClosed):
        while True:
            await socket.send(message)
            await asyncio.sleep(0)


async def test_a_flood_is_closed_as_a_flood_and_not_as_a_slow_reader():
    async with serving() as served, raw_socket(served) as (reader, writer):
        writer.write(frame(TEXT, as_text(Ping()).encode()) * 1_500)
        frames = await reader.readuntil(b"\x03\xf0")
        assert frames.count(b"pong") >= 200
        assert frames.count(b"too_fast") > 512
        await until(lambda: served.house.conversations[0].ends == [True])


def test_heavier_messages_take_more_tokens_up_to_a_full_bucket():
    pace = Pace(10)
    assert [pace.allows(0.0, 10) for _ in range(6)] == [True] * 4 + [False] * 2
    assert [pace.allows(0.5, 10), pace.allows(1.0, 10), pace.allows(1.0)] == [False, True, False]
    slow = Pace(1)
    assert [slow.allows(instant, 10) for instant in (0.0, 3.0, 4.0)] == [True, False, True]


def test_a_pace_allows_a_burst_of_four_seconds_and_then_its_rate():
    pace = Pace(10)
    assert [pace.allows(0.0) for _ in range(45)] == [True] * 40 + [False] * 5
    assert [pace.allows(0.5) for _ in range(10)] == [True] * 5 + [False] * 5
    assert sum(pace.allows(instant / 100) for instant in range(50, 1_050)) == 100


def test_a_pause_until_the_bucket_is_full_resets_the_count():
    pace = Pace(10)
    ignored = []
    for start in range(0, 100, 10):
        for _ in range(60):
            pace.allows(start)
            ignored.append(pace.is_ignored)
    assert not any(ignored)


# Sockets that read too slowly or send nothing


async def test_a_socket_that_reads_too_slowly_is_closed_without_blocking_others():
    async with serving(backlog_messages=50) as served, served.connect(max_queue=1) as slow, served.connect() as other:
        await until(lambda: len(served.house.conversations) == 2)
        line = served.house.conversations[0].line
        while not line.is_closed:
            line.tell(Chat("x" * 100_000, 0))
            await other.send(as_text(Ping()))
            assert told(await other.recv()) == Pong(0)
        assert await closed(slow) == 4002


async def test_a_socket_that_never_reads_is_dropped(monkeypatch):
    monkeypatch.setattr(transport, "LAST_WORDS_S", 0.2)
    async with serving(backlog_messages=50) as served, raw_socket(served):
        await until(lambda: served.house.conversations)
        talk = served.house.conversations[0]
        while not talk.line.is_closed:
            talk.line.tell(Chat("x" * 100_000, 0))
            await asyncio.sleep(0)
        await until(lambda: talk.ends == [False])
        assert served.house.connections == 0


async def test_a_silent_socket_is_closed_and_one_that_pings_is_not():
    async with serving(idle_ms=1_000) as served, served.connect() as silent, served.connect() as other:
        for _ in range(9):
            await asyncio.sleep(0.15)
            await other.send(as_text(Ping()))
            assert told(await other.recv()) == Pong(0)
        assert await closed(silent) == 4001


# Every conversation is notified once of its socket's end: `serving` checks that in every test


async def test_a_conversation_is_notified_of_the_end_after_its_current_message():
    async with serving() as served, raw_socket(served) as (_, writer):
        writer.write(frame(TEXT, as_text(SayChat("wait")).encode()))
        await until(lambda: served.house.conversations[0].heard)
        writer.transport.abort()
        await until(lambda: served.house.conversations[0].ends == [False])
        assert served.house.conversations[0].heard == [SayChat("wait")]


async def test_a_stopping_server_ends_every_conversation():
    async with serving() as served, AsyncExitStack() as sockets:
        opened = [await sockets.enter_async_context(served.connect()) for _ in range(20)]
        await opened[0].send(as_text(SayChat("wait")))
        await until(lambda: len(served.house.conversations) == 20)
        served.server.should_exit = True
        assert [await closed(socket) for socket in opened] == [1012] * 20
        await until(lambda: all(talk.ends == [False] for talk in served.house.conversations))


# Noise


async def test_a_text_that_is_not_utf_8_closes_its_own_socket_only():
    async with serving() as served, raw_socket(served) as (reader, writer), served.connect() as other:
        writer.write(frame(TEXT, b'{"type": "ping\xff"}'))
        assert bytes([0x03, 0xEF]) in await reader.read(-1)
        await other.send(as_text(Ping()))
        assert told(await other.recv()) == Pong(0)


GOOD = [
    GameAction(3, "c1", "take", {"heap": [1, 2, {"x": None}], "name": "ü", "part": 1.5, "is": True}),
    SayChat("hello"),
    Ping(),
]


def noise(rng):
    """A frame with random content, cut short, or a message with a part of it changed."""
    message = rng.choice(GOOD)
    if rng.random() < 0.5:
        chars = list(as_text(message))
        for _ in range(rng.randrange(4)):
            chars[rng.randrange(len(chars))] = rng.choice('{}[]",:\\0e-ü\0\n😀')
        return frame(TEXT, "".join(chars[: rng.randrange(2 * len(chars))]).encode())
    data = bytearray(rng.choice((as_bytes(message), rng.randbytes(rng.randrange(1, 300)))))
    for _ in range(rng.randrange(4)):
        data[rng.randrange(len(data))] = rng.randrange(256)
    return frame(BINARY, bytes(data[: rng.randrange(2 * len(data))]))


async def make_noise(served, rng, frames):
    """Send this number of frames on one socket, and check that it still answers."""
    async with raw_socket(served) as (reader, writer):
        talk = served.house.conversations[-1]
        drain = asyncio.create_task(reader.read(-1))
        for _ in range(frames // 100):
            writer.write(b"".join(noise(rng) for _ in range(100)))
            await asyncio.sleep(0)
        writer.write(frame(TEXT, as_text(SayChat("still there?")).encode()))
        await until(lambda: SayChat("still there?") in talk.heard)
    await drain


async def test_20_000_frames_of_noise_leave_no_resources_behind():
    rng = random.Random(0)
    async with serving(bad_frames=10**6, messages_per_second=10**6) as served:
        blocks = []
        for _ in range(4):
            await make_noise(served, rng, 5_000)
            await until(lambda: served.house.connections == 0)
            assert served.house.conversations.pop().ends == [False]
            gc.collect()
            blocks.append(sys.getallocatedblocks())
        assert blocks[3] - blocks[1] < 3_000


async def test_bytes_that_are_no_frames_close_their_socket_and_leave_no_resources_behind():
    rng = random.Random(1)
    async with serving() as served:
        blocks = []
        for number in range(300):
            async with raw_socket(served) as (_, writer):
                good = frame(TEXT, as_text(rng.choice(GOOD)).encode())
                writer.write(rng.choice((rng.randbytes(50), good[: rng.randrange(len(good))], good + rng.randbytes(9))))
                await asyncio.sleep(0)
            await until(lambda: served.house.connections == 0)
            assert served.house.conversations.pop().ends == [False]
            if number % 100 == 99:
                gc.collect()
                blocks.append(sys.getallocatedblocks())
        assert blocks[2] - blocks[0] < 3_000
