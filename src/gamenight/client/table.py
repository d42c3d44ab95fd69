"""A table as a client knows it, kept current by the server's messages."""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar, overload

import msgspec

from gamenight.client.answers import unpacked_offers
from gamenight.client.seats import with_news
from gamenight.client.socket import ClientSocket, ConnectionLost, Format, open_client_socket, read_frame, ws_url
from gamenight.core.model import PlayerId
from gamenight.core.showing.offers import Picks
from gamenight.protocol.delta import patched
from gamenight.protocol.messages import (
    ActionCommitted,
    ActionRequired,
    ClientMessage,
    ClockShown,
    Error,
    GameAction,
    GameJoined,
    GameLeft,
    GameOver,
    JoinGame,
    LeaveGame,
    LogLine,
    Ping,
    Pong,
    Ready,
    Resign,
    ResumeFrom,
    SayChat,
    Seat,
    SeenEvent,
    ServerMessage,
    StateUpdate,
    TimerUpdate,
    Wants,
    Watch,
)

M = TypeVar("M")
T = TypeVar("T")

HEARTBEAT_S = 20.0
"""Well within the server's `idle_ms`."""

PATIENCE_S = 60.0
"""How long to wait for an answer before a TimeoutError."""


class Refused(Exception):
    """The server answered with an `error`; nothing has changed."""

    def __init__(self, error: Error) -> None:
        from gamenight.looks.texts import texts_of  # here, as most clients never need it

        self.words = error.message
        self.message = texts_of(None).tell(error.message)
        super().__init__(f"{error.code}: {self.message}")
        self.code = error.code
        self.details = error.details


class ClientTable:
    """One socket of one match. `view` is the ShownView as plain data; None before the match has begun.

    A view is never changed in place: an update makes a new one. `closed` is the reason why no more messages come.
    With `keep`, `messages`, `frames`, `events` and `log` hold everything that was received.
    """

    def __init__(self, socket: ClientSocket, *, keep: bool = True) -> None:
        self.joined: GameJoined | None = None
        self.view: dict[str, Any] | None = None
        self.number = 0
        self.token: str | None = None
        self.player_id: PlayerId | None = None
        self.seats: tuple[Seat, ...] = ()
        self.clocks: dict[PlayerId, ClockShown] = {}
        self.required: ActionRequired | None = None
        """The last `action_required` for this seat."""
        self.over: GameOver | None = None
        self.closed: ConnectionLost | None = None
        self.heard = 0
        """Number of messages received."""
        self.messages: list[ServerMessage] = []
        self.frames: list[str | bytes] = []
        self.events: list[SeenEvent] = []
        self.log: list[LogLine] = []
        """The events in words, if the client asked for scenes."""
        self._socket = socket
        self._keep = keep
        self._unread: deque[ServerMessage] = deque()
        self._arrived = asyncio.Event()
        self._asked: set[str] = set()
        self._answers: dict[str, ServerMessage] = {}
        self._replies: dict[type, ServerMessage] = {}
        self._tasks = (asyncio.create_task(self._listen()), asyncio.create_task(self._beat()))

    async def join(
        self,
        name: str | None = None,
        token: str | None = None,
        *,
        seat: int | None = None,
        wants: Wants = "views",
        last: int | None = None,
    ) -> GameJoined:
        """Take a seat, or return to one with its token; Refused if the server does not accept it."""
        joined = await self._ask(JoinGame(name, token, seat, wants, last), GameJoined)
        self.token = token or self.token
        return joined

    async def watch(self, *, wants: Wants = "views", last: int | None = None) -> GameJoined:
        return await self._ask(Watch(wants, last), GameJoined)

    async def act(
        self, action_type: str, payload: Any = None, prompt: int | None = None, client_id: str | None = None
    ) -> StateUpdate | ActionCommitted:
        """Answer a prompt (default: the open one) and wait until the answer is in the log; Refused if it is not."""
        if prompt is None:
            prompt = (await self.seen())["prompt"]
        content = {} if payload is None else payload
        return await self.answer(GameAction(prompt, client_id or secrets.token_hex(8), action_type, content))

    async def pick(
        self, offer: int, picks: Picks = (), prompt: int | None = None, client_id: str | None = None
    ) -> StateUpdate | ActionCommitted:
        """Answer a prompt (default: the open one) by one of its offers, and wait until the answer is in the log."""
        view = self.view or await self.seen()
        called = [shown["label"] for shown in unpacked_offers(view)[offer:][:1]]
        if prompt is None:
            prompt = view["prompt"]
        label = called[0] if called and prompt == view["prompt"] else None
        picked, client_id = tuple(map(tuple, picks)), client_id or secrets.token_hex(8)
        return await self.answer(GameAction(prompt, client_id, offer=offer, picks=picked, label=label))

    async def answer(self, action: GameAction, within: float = PATIENCE_S) -> StateUpdate | ActionCommitted:
        """Send this action, which may have been sent before, and wait for its answer."""
        wanted = action.client_id
        self._asked.add(wanted)
        try:
            await self._socket.send(action)
            answer = await self._found(lambda: self._answers.pop(wanted, None), within, f"answer to {wanted}")
        finally:
            self._asked.discard(wanted)
            self._answers.pop(wanted, None)
        if isinstance(answer, Error):
            raise Refused(answer)
        assert isinstance(answer, StateUpdate | ActionCommitted)
        return answer

    async def ready(self, is_ready: bool = True) -> None:
        await self._socket.send(Ready(is_ready))

    async def chat(self, text: str) -> None:
        await self._socket.send(SayChat(text))

    async def resign(self) -> None:
        await self._socket.send(Resign())

    async def resume(self, last: int | None = None) -> None:
        """Ask for everything after this number; without one, after the last number received here."""
        await self._socket.send(ResumeFrom(self.number if last is None else last))

    async def leave(self) -> GameLeft:
        return await self._ask(LeaveGame(), GameLeft)

    async def ping(self) -> Pong:
        return await self._ask(Ping(), Pong)

    async def send(self, message: ClientMessage) -> None:
        """Send a message without waiting for an answer."""
        await self._socket.send(message)

    async def send_frame(self, frame: str | bytes) -> None:
        """Send a raw frame, which may be invalid."""
        await self._socket.send_frame(frame)

    @overload
    async def next(self, type: type[M], within: float = PATIENCE_S) -> M: ...
    @overload
    async def next(self, type: str | None = None, within: float = PATIENCE_S) -> Any: ...
    async def next(self, type: Any = None, within: float = PATIENCE_S) -> Any:
        """The next unread message, of this type (a Struct or its tag) if given; messages before it become read."""
        return await self._found(lambda: self._read(type), within, f"message {type or ''}")

    def skip(self) -> None:
        """Mark all messages received so far as read."""
        self._unread.clear()

    async def until(self, claim: Callable[[ClientTable], object], within: float = PATIENCE_S) -> None:
        """Wait until a condition is true for this table, such as `lambda table: table.over`."""
        await self._found(lambda: True if claim(self) else None, within, "state for which the condition is true")

    async def seen(self, within: float = PATIENCE_S) -> dict[str, Any]:
        """Wait until there is a view, and return it."""
        return await self._found(lambda: self.view, within, "view of the match")

    async def close(self) -> None:
        """Close the socket; the seat stays taken."""
        self._end_tasks(ConnectionLost(1000, "closed here"))
        await self._socket.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def drop(self) -> None:
        """Drop the connection without closing it, like a broken network."""
        self._end_tasks(ConnectionLost(1006, "dropped here"))
        self._socket.drop()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _end_tasks(self, lost: ConnectionLost) -> None:
        for task in self._tasks:
            task.cancel()
        self._lose(lost)

    async def _ask(self, message: ClientMessage, kind: type[M]) -> M:
        """Send a message and wait for a reply of this kind; Refused if an error comes that belongs to no action."""
        self._replies.pop(kind, None)
        self._replies.pop(Error, None)
        await self._socket.send(message)
        reply = await self._found(
            lambda: self._replies.get(kind) or self._replies.get(Error), PATIENCE_S, f"{kind.__name__}"
        )
        if isinstance(reply, Error):
            raise Refused(reply)
        assert isinstance(reply, kind)
        return reply

    async def _found(self, find: Callable[[], T | None], within: float, what: str) -> T:
        try:
            async with asyncio.timeout(within):
                while (found := find()) is None:
                    if self.closed is not None:
                        raise self.closed
                    self._arrived.clear()
                    await self._arrived.wait()
                return found
        except TimeoutError:
            came = ", ".join(_tag(message) for message in self.messages[-5:]) or "nothing"
            raise TimeoutError(f"no {what} within {within} s; last messages: {came}") from None

    def _read(self, wanted: Any) -> ServerMessage | None:
        while self._unread:
            message = self._unread.popleft()
            if wanted is None or wanted == _tag(message) or type(message) is wanted:
                return message
        return None

    async def _listen(self) -> None:
        try:
            while True:
                frame = await self._socket.receive()
                self._hear(read_frame(frame), frame)
        except ConnectionLost as lost:
            self._lose(lost)
        except msgspec.DecodeError as error:
            self._lose(ConnectionLost(0, f"the server sent an invalid message: {error}"))

    def _lose(self, lost: ConnectionLost) -> None:
        self.closed = self.closed or lost
        self._arrived.set()

    async def _beat(self) -> None:
        with suppress(ConnectionLost):
            while True:
                await asyncio.sleep(HEARTBEAT_S)
                await self._socket.send(Ping())

    def _hear(self, message: ServerMessage, frame: str | bytes) -> None:
        self.heard += 1
        if self._keep:
            self.frames.append(frame)
            self.messages.append(message)
            self._unread.append(message)
        self._learn(message)
        self._file(message)
        self._arrived.set()

    def _learn(self, message: ServerMessage) -> None:
        """Update the attributes of the table."""
        match message:
            case StateUpdate():
                self._update(message)
            case ActionRequired():
                self.required = message
            case TimerUpdate():
                self.clocks = {**self.clocks, **message.clocks}
            case GameJoined():
                self.joined, self.player_id, self.seats = message, message.player_id, message.seats
                self.token = message.token or self.token
            case GameOver():
                self.over = message
            case _:
                self.seats = with_news(self.seats, message)

    def _update(self, update: StateUpdate) -> None:
        self.number = update.number
        if update.view is not None:
            self.view = update.view
        elif update.changes is not None:
            self.view = patched(self.view, update.changes)
        if self._keep:
            self.events += update.events
            self.log += update.log

    def _file(self, message: ServerMessage) -> None:
        """Store answers and replies for the calls that wait for them."""
        match message:
            case StateUpdate(client_id=client_id) | ActionCommitted(client_id=client_id):
                pass
            case Error(details={"client_id": client_id}):
                pass
            case _:
                self._replies[type(message)] = message
                return
        if client_id in self._asked:
            self._answers.setdefault(client_id, message)


def _tag(message: ServerMessage) -> str:
    return str(message.__struct_config__.tag)


@asynccontextmanager
async def connect(
    url: str, match_id: str, format: Format = "json", *, keep: bool = True, origin: str | None = None
) -> AsyncIterator[ClientTable]:
    """Connect to a match on the server at this URL (http or ws), or to the lobby with `lobby` as the match id.

    Without `keep` messages update the table but are not stored, and `next` has nothing to read.
    """
    table = ClientTable(await open_client_socket(f"{ws_url(url)}/ws/{match_id}", format, origin), keep=keep)
    try:
        yield table
    finally:
        await table.close()
