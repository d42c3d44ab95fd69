"""A fake provider over real HTTP: both wire formats, complete and streamed, good and bad by the model's name.

In a test's own event loop:

    async with provider() as fake:
        endpoint = fake.endpoint("429:2,then=pick:last")
        ...
        assert len(fake.received) == 3

In a separate process, for servers and arenas in other processes: `with provider_process() as url`, or
`python -m tests.llm.provider --port 0`, which prints its URL. `GET /received` returns the requests,
`POST /release` answers the waiting ones. Pages of any origin may ask it, as with providers that allow browsers.
"""

import argparse
import asyncio
import json
import random
import socket
import struct
import subprocess
import sys
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

from gamenight.llm.calls import Endpoint
from tests.llm import speaking
from tests.llm.commands import Command, Reaction, read_command
from tests.llm.picking import Picker, pick, shown_in
from tests.llm.speaking import Speech, Tokens
from tests.timeouts import TIMEOUT_S

ROOT = Path(__file__).parents[2]
KEY = "sk-fake-open-sesame"
SECRETS = ("authorization", "x-api-key")
PREFLIGHT = {
    "access_control_allow_methods": "POST",
    "access_control_allow_headers": "content-type, authorization, x-api-key, anthropic-version, "
    "anthropic-dangerous-direct-browser-access",
}
"""The headers that a browser needs before it sends a page's request."""
PREAMBLE = "Let me see: ♠ or 😀, à la carte. "
THOUGHT = "Hmm, what now?"
PROSE = "I would rather play the second one, Größe ist alles."
PIECE = b"x" * 65_536
HUGE = 100_000_000
DRIP_S = 0.01


@dataclass
class Received:
    """One request, without its key."""

    path: str
    body: dict[str, Any]
    headers: dict[str, str]
    key_in: str | None
    """The header that had a key."""

    is_closed_early: bool = False
    """Whether the client closed the connection before the answer was complete."""

    @property
    def wire(self) -> str:
        return "anthropic" if self.path.endswith("/messages") else "openai"

    @property
    def is_streamed(self) -> bool:
        return self.body.get("stream") is True

    @property
    def texts(self) -> list[str]:
        """The user texts, oldest first."""
        return [said["content"] for said in self.body["messages"] if said["role"] == "user"]


class Broken(Exception):
    """Reset the connection now."""


class ResponseWriter:
    """Writes the response to a client."""

    def __init__(self, writer: asyncio.StreamWriter, *, crlf: bool, split: bool, comments: bool) -> None:
        self._writer = writer
        self._newline = "\r\n" if crlf else "\n"
        self._split = split
        self._comments = comments

    async def whole(self, status: int, body: bytes, kind: str = "application/json", **headers: str) -> None:
        await self._head(status, {"content-type": kind, "content-length": str(len(body)), **headers})
        await self._write(body)

    async def json(self, status: int, body: Any, **headers: str) -> None:
        await self.whole(status, json.dumps(body, ensure_ascii=False).encode(), **headers)

    async def begin(self, kind: str) -> None:
        """Start a body of unknown length, so that a missing end can be noticed."""
        await self._head(200, {"content-type": kind, "transfer-encoding": "chunked"})

    async def event(self, data: str, name: str | None = None) -> None:
        lines = [f"event: {name}"] if name else []
        text = self._newline.join([*lines, f"data: {data}", "", ""])
        await self.piece(((":keep-alive" + self._newline * 2 if self._comments else "") + text).encode())

    async def piece(self, data: bytes) -> None:
        step = 2 if self._split else len(data)
        for at in range(0, len(data), step):
            part = data[at : at + step]
            await self._write(f"{len(part):x}\r\n".encode() + part + b"\r\n")

    async def end(self) -> None:
        await self._write(b"0\r\n\r\n")

    async def _head(self, status: int, headers: dict[str, str]) -> None:
        lines = [f"HTTP/1.1 {status} {status}", "connection: close", "access-control-allow-origin: *"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        await self._write("\r\n".join([*lines, "", ""]).encode())

    async def _write(self, data: bytes) -> None:
        self._writer.write(data)
        await self._writer.drain()


@dataclass
class Provider:
    """The server's state. `picker` chooses if a model's name says so."""

    picker: Picker = pick
    url: str = ""
    received: list[Received] = field(default_factory=list)
    most_at_once: int = 0
    """Maximum number of parallel requests so far."""

    chance: random.Random = field(default_factory=lambda: random.Random(1))
    _under_way: int = 0
    _counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    _gate: asyncio.Event = field(default_factory=asyncio.Event)
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    def endpoint(self, model: str, wire: str = "openai", **settings: Any) -> Endpoint:
        """This provider as an operator would configure it, without waits between tries."""
        base = f"{self.url}/v1" if wire == "openai" else self.url
        fields = {"name": "fake", "url": base, "key": KEY, "model": model, "wire": wire, "backoff_s": 0.0}
        return Endpoint(**{**fields, **settings})

    def release(self) -> None:
        """Let the waiting requests be answered."""
        self._gate.set()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until the received requests make this true."""
        async with asyncio.timeout(TIMEOUT_S), self._changed:
            await self._changed.wait_for(condition)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection with one request."""
        try:
            await self._answer_or_notice(reader, writer)
        except Broken:
            _reset(writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        except asyncio.CancelledError:
            writer.transport.abort()
            raise
        finally:
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()

    async def _answer_or_notice(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer, unless the client disconnects first."""
        method, path, headers, body = await _read_request(reader)
        if path in ("/received", "/release"):
            return await self._administer(path, writer)
        if method == "OPTIONS":
            return await _plain(writer).whole(204, b"", **PREFLIGHT)
        heard = {name: value for name, value in headers.items() if name not in SECRETS}
        key_in = next((name for name in SECRETS if headers.get(name, "").endswith(KEY)), None)
        request = Received(path, json.loads(body or b"{}"), heard, key_in)
        await self._note(lambda: self.received.append(request))
        self._under_way += 1
        self.most_at_once = max(self.most_at_once, self._under_way)
        answering = asyncio.ensure_future(self._answer(request, method, writer))
        hanging_up = asyncio.ensure_future(reader.read(1))
        try:
            await asyncio.wait((answering, hanging_up), return_when=asyncio.FIRST_COMPLETED)
            if not answering.done():
                await self._note(lambda: setattr(request, "is_closed_early", True))
                return None
            with suppress(ConnectionResetError, BrokenPipeError):
                return answering.result()
            return await self._note(lambda: setattr(request, "is_closed_early", True))
        finally:
            self._under_way -= 1
            for task in (answering, hanging_up):
                task.cancel()
            await asyncio.gather(answering, hanging_up, return_exceptions=True)

    async def _note(self, change: Callable[[], Any]) -> None:
        async with self._changed:
            change()
            self._changed.notify_all()

    async def _administer(self, path: str, writer: asyncio.StreamWriter) -> None:
        if path == "/release":
            self.release()
        await _plain(writer).json(200, [asdict(one) for one in self.received])

    async def _answer(self, request: Received, method: str, writer: asyncio.StreamWriter) -> None:
        if method != "POST" or not request.path.endswith(("/chat/completions", "/messages")):
            return await _plain(writer).json(404, {"detail": "Not Found"})
        model = request.body["model"]
        command = read_command(model)
        manners = command.manners
        answer = ResponseWriter(
            writer, crlf="crlf" in manners, split="split" in manners, comments="comments" in manners
        )
        if refused := _refused(request, command):
            return await answer.json(400, _refusal(request, refused))
        step = command.step(self._counts[request.wire, model])
        self._counts[request.wire, model] += 1
        if step.name == "hold":
            await self._gate.wait()
        if step.is_answer:
            return await self._say(request, answer, self._speech(request, step, command), command)
        return await self._misbehave(request, answer, step)

    # Answers

    def _speech(self, request: Received, step: Reaction, command: Command) -> Speech:
        thought = THOUGHT if "think" in command.manners else ""
        match step.name:
            case "echo":
                return Speech(request.texts[-1], thought=thought)
            case "prose" | "ignore":
                return Speech(PROSE, thought=thought)
            case "empty":
                return Speech("", thought=thought)
            case "null":
                return Speech(None, thought=thought)
            case "refusal":
                return Speech(refusal="I will not play.", thought=thought)
            case "filter":
                return Speech(None, finish="filter", thought=thought)
        which = step.argument if step.name == "pick" else "first"
        choice = self.picker(shown_in(request.texts, which or "first", self.chance))
        if step.name == "wrong":
            choice = choice | {"id": "c9999"}
        written = json.dumps(choice, ensure_ascii=False)
        finish = "truncated" if step.name == "truncated" else "done"
        if step.name in ("truncated", "broken"):
            written = written[: len(written) // 2]
        return _in_form(request, written, Speech(finish=finish, thought=thought, calls=2 if step.name == "two" else 1))

    async def _say(self, request: Received, answer: ResponseWriter, speech: Speech, command: Command) -> None:
        usage = None if "nousage" in command.manners else _usage(request, speech, command)
        if "whole" in command.manners or not request.is_streamed:
            whole = speaking.openai_whole if request.wire == "openai" else speaking.anthropic_whole
            return await answer.json(200, whole(speech, request.body["model"], usage))
        await answer.begin("text/event-stream; charset=utf-8")
        for data in _stream(request, speech, usage):
            await _send_event(answer, request, data)
        if "lost-end" in command.manners:
            raise Broken
        if "nodone" not in command.manners:
            await _send_event(answer, request, _end(request))
        return await answer.end()

    # Other steps

    async def _misbehave(self, request: Received, answer: ResponseWriter, step: Reaction) -> None:
        match step.name:
            case "reset":
                raise Broken
            case "stall":
                await asyncio.Event().wait()
            case "html" | "html200":
                status = 502 if step.name == "html" else 200
                await answer.whole(status, b"<html><body>Bad gateway</body></html>", "text/html")
            case "redirect":
                await answer.whole(307, b"", location=f"{self.url}/elsewhere{request.path}")
            case "error200":
                await answer.json(200, _error(request, 502, "upstream is gone"))
            case "cut" | "eof" | "error-in-stream" | "stall-body" | "drip" | "huge" | "comments-only":
                await self._break_off(request, answer, step.name)
            case _:
                await _refuse(request, answer, step)

    async def _break_off(self, request: Received, answer: ResponseWriter, how: str) -> None:
        """Send the start of a valid body."""
        is_stream = request.is_streamed
        speech = _in_form(request, '{"id": "c0"}', Speech())
        await answer.begin("text/event-stream" if is_stream else "application/json")
        first = _stream(request, speech, None)[:2] if is_stream and how != "comments-only" else []
        for data in first:
            await _send_event(answer, request, data)
        if not is_stream:
            await answer.piece(b'{"id": "')
        match how:
            case "cut":
                raise Broken
            case "eof":
                await answer.end()
            case "error-in-stream":
                await _send_event(answer, request, json.dumps(_error(request, 529, "overloaded")))
                await answer.end()
            case "stall-body":
                await asyncio.Event().wait()
            case "comments-only":
                while True:
                    await answer.piece(b": still here\n\n")
                    await asyncio.sleep(DRIP_S)
            case _:
                await _go_on(request, answer, how)


def _plain(writer: asyncio.StreamWriter) -> ResponseWriter:
    return ResponseWriter(writer, crlf=False, split=False, comments=False)


async def _go_on(request: Received, answer: ResponseWriter, how: str) -> None:
    """Repeat the body endlessly, or up to 100 MB."""
    token = _stream(request, Speech("and so on"), None)[2 if request.wire == "anthropic" else 1]
    sent = 0
    while sent < HUGE:
        if request.is_streamed:
            await _send_event(answer, request, token.replace("and so", PIECE.decode() if how == "huge" else "and so"))
        else:
            await answer.piece(PIECE if how == "huge" else b"x")
        if how == "huge":
            sent += len(PIECE)
        else:
            await asyncio.sleep(DRIP_S)
    await answer.end()


async def _refuse(request: Received, answer: ResponseWriter, step: Reaction) -> None:
    match step.name:
        case "retry-after":
            await answer.json(429, _error(request, 429, "slow down"), retry_after=step.argument)
        case "retry-after-ms":
            await answer.json(429, _error(request, 429, "slow down"), retry_after_ms=step.argument, retry_after="90")
        case "retry-date":
            date = format_datetime(datetime.now(UTC) + timedelta(seconds=float(step.argument)), usegmt=True)
            await answer.json(429, _error(request, 429, "slow down"), retry_after=date)
        case "never":
            await answer.json(500, _error(request, 500, "broken for good"), x_should_retry="false")
        case "quota":
            body = speaking.openai_error(429, "You exceeded your current quota", code="insufficient_quota")
            await answer.json(429, body if request.wire == "openai" else _error(request, 402, "no credit"))
        case "param":
            await answer.json(500, {"error": {"code": 500, "message": f"{step.argument} param requires --jinja flag"}})
        case "quote":
            await answer.json(400, _error(request, 400, f"this is no prompt: {request.texts[-1]}"))
        case "401":
            masked = f"Incorrect API key provided: {KEY[:8]}****{KEY[-6:]}"
            await answer.json(401, _error(request, 401, masked))
        case status:
            await answer.json(int(status), _error(request, int(status), f"refused {KEY} at {request.path}"))


def _error(request: Received, status: int, message: str) -> dict[str, Any]:
    if request.wire == "openai":
        return speaking.openai_error(status, message)
    return speaking.anthropic_error(status, message)


def _refused(request: Received, command: Command) -> str | None:
    """The first parameter in the request that this model refuses."""
    body = request.body
    has_system = "system" in body or any(said["role"] == "system" for said in body["messages"])
    output = body.get("output_config", {})
    for name in filter(None, command.manners.get("no", "").split("+")):
        top, _, inner = name.partition(".")
        if (name == "system" and has_system) or (not inner and name in body) or (inner in output and top in body):
            return name
    return None


def _refusal(request: Received, name: str) -> dict[str, Any]:
    if request.wire == "anthropic":
        return speaking.anthropic_error(400, f"{name}: Extra inputs are not permitted")
    if name == "system":
        return speaking.openai_error(400, "System role not supported")
    message = f"Unsupported parameter: '{name}' is not supported with model {request.body['model']}."
    return speaking.openai_error(400, message, param=name, code="unsupported_parameter")


def _in_form(request: Received, written: str, speech: Speech) -> Speech:
    """The answer in the requested form: a tool call, an object, or text."""
    form = {**asdict(speech)}
    if "tools" in request.body:
        return Speech(**{**form, "arguments": written})
    if "response_format" in request.body or "format" in request.body.get("output_config", {}):
        return Speech(**{**form, "text": written})
    return Speech(**{**form, "text": f"{PREAMBLE}<answer>{written}</answer>"})


def _usage(request: Received, speech: Speech, command: Command) -> dict[str, Any] | None:
    said = f"{speech.thought}{speech.text or ''}{speech.arguments or ''}{speech.refusal or ''}"
    heard = json.dumps(request.body["messages"]) + str(request.body.get("system", ""))
    tokens = Tokens(len(heard) // 4, len(said) // 4 + 1, len(speech.thought) // 4)
    if request.wire == "anthropic":
        return speaking.anthropic_usage(tokens)
    if request.is_streamed and "whole" not in command.manners and "stream_options" not in request.body:
        return None
    cost = command.manners.get("cost")
    parts = {"input_tokens_cost": 0.125, "output_tokens_cost": 0.125, "total_cost": 0.25}
    return speaking.openai_usage(tokens, parts if cost == "dict" else None if cost is None else float(cost))


def _stream(request: Received, speech: Speech, usage: dict[str, Any] | None) -> list[str]:
    stream = speaking.openai_stream if request.wire == "openai" else speaking.anthropic_stream
    return stream(speech, request.body["model"], usage)


def _end(request: Received) -> str:
    return "[DONE]" if request.wire == "openai" else '{"type": "message_stop"}'


async def _send_event(answer: ResponseWriter, request: Received, data: str) -> None:
    await answer.event(data, None if request.wire == "openai" else json.loads(data)["type"])


async def _read_request(reader: asyncio.StreamReader) -> tuple[str, str, dict[str, str], bytes]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head.rstrip().split("\r\n")
    method, path, _ = first.split(" ")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return method, path, headers, body


def _reset(writer: asyncio.StreamWriter) -> None:
    """Close the connection so that the client reads an error, not an end."""
    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


@asynccontextmanager
async def provider(picker: Picker = pick, port: int = 0) -> AsyncIterator[Provider]:
    """A provider in this event loop; unfinished responses are cut off at the end."""
    fake = Provider(picker)
    connections: set[asyncio.Task[None]] = set()

    def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(fake.serve(reader, writer))
        connections.add(task)
        task.add_done_callback(connections.discard)

    server = await asyncio.start_server(connected, "127.0.0.1", port)
    fake.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield fake
    finally:
        server.close()
        for task in list(connections):
            task.cancel()
        await asyncio.gather(*connections, return_exceptions=True)


@contextmanager
def provider_process() -> Iterator[str]:
    """The URL of a provider in a separate process."""
    command = [sys.executable, "-m", "tests.llm.provider", "--port", "0"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.kill()


async def _serve_for_ever(port: int) -> None:
    async with provider(port=port) as fake:
        print(fake.url, flush=True)
        await asyncio.Event().wait()


def main() -> None:
    parser = argparse.ArgumentParser(description="A fake provider of language models; prints its URL.")
    parser.add_argument("--port", type=int, default=0)
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve_for_ever(parser.parse_args().port))


if __name__ == "__main__":
    main()
