"""A table as a client has it: what it may know, kept current by what the server says."""

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
from gamenight.client.socket import ClientSocket, Format, Lost, open_client_socket, read_frame, ws_url
from gamenight.core.model import PlayerId
from gamenight.core.offers import Picks
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
"""How long an answer is waited for; then there is a TimeoutError."""


class Refused(Exception):
    """The server's `error`: nothing has changed."""

    def __init__(self, error: Error) -> None:
        from gamenight.looks.texts import texts_of  # only here: most clients never need it

        self.words = error.message
        self.message = texts_of(None).tell(error.message)
        super().__init__(f"{error.code}: {self.message}")
        self.code = error.code
        self.details = error.details


class ClientTable:
    """One socket at one match. `view` is the ShownView as plain data; None before the match has begun.

    Every document that was handed out stays as it was: an update makes a new one. `closed` is why nothing comes any
    more. `messages`, `frames`, `events` and `log` hold all that came, unless the table was told not to keep it.
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
        """The last prompt that asked this seat."""
        self.over: GameOver | None = None
        self.closed: Lost | None = None
        self.heard = 0
        """How many messages have come."""
        self.messages: list[ServerMessage] = []
        self.frames: list[str | bytes] = []
        self.events: list[SeenEvent] = []
        self.log: list[LogLine] = []
        """What happened in words, if scenes were asked for."""
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
        """Take a seat, or with a token come back to one; Refused if the server does not want that."""
        joined = await self._ask(JoinGame(name, token, seat, wants, last), GameJoined)
        self.token = token or self.token
        return joined

    async def watch(self, *, wants: Wants = "views", last: int | None = None) -> GameJoined:
        return await self._ask(Watch(wants, last), GameJoined)

    async def act(
        self, action_type: str, payload: Any = None, prompt: int | None = None, client_id: str | None = None
    ) -> StateUpdate | ActionCommitted:
        """Answer a prompt, the open one if none is named, and wait until that is in the log; Refused if it is not."""
        if prompt is None:
            prompt = (await self.seen())["prompt"]
        content = {} if payload is None else payload
        return await self.answer(GameAction(prompt, client_id or secrets.token_hex(8), action_type, content))

    async def pick(
        self, offer: int, picks: Picks = (), prompt: int | None = None, client_id: str | None = None
    ) -> StateUpdate | ActionCommitted:
        """Answer a prompt, the open one if none is named, by one of its offers; wait until that is in the log."""
        view = self.view or await self.seen()
        called = [shown["label"] for shown in unpacked_offers(view)[offer:][:1]]
        if prompt is None:
            prompt = view["prompt"]
        label = called[0] if called and prompt == view["prompt"] else None
        picked, client_id = tuple(map(tuple, picks)), client_id or secrets.token_hex(8)
        return await self.answer(GameAction(prompt, client_id, offer=offer, picks=picked, label=label))

    async def answer(self, action: GameAction, within: float = PATIENCE_S) -> StateUpdate | ActionCommitted:
        """Send this very action, perhaps once more, and wait for what becomes of it."""
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
        """Ask for what came after this number, or after the last that is known here."""
        await self._socket.send(ResumeFrom(self.number if last is None else last))

    async def leave(self) -> GameLeft:
        return await self._ask(LeaveGame(), GameLeft)

    async def ping(self) -> Pong:
        return await self._ask(Ping(), Pong)

    async def send(self, message: ClientMessage) -> None:
        """Say anything, and wait for nothing."""
        await self._socket.send(message)

    async def send_frame(self, frame: str | bytes) -> None:
        """Send what perhaps no client should."""
        await self._socket.send_frame(frame)

    @overload
    async def next(self, type: type[M], within: float = PATIENCE_S) -> M: ...
    @overload
    async def next(self, type: str | None = None, within: float = PATIENCE_S) -> Any: ...
    async def next(self, type: Any = None, within: float = PATIENCE_S) -> Any:
        """The next unread message, of this type (a Struct or its tag); those before it count as read then."""
        return await self._found(lambda: self._read(type), within, f"message {type or ''}")

    def skip(self) -> None:
        """Whatever has come so far counts as read."""
        self._unread.clear()

    async def until(self, claim: Callable[[ClientTable], object], within: float = PATIENCE_S) -> None:
        """Wait until something is true of this table, such as `lambda table: table.over`."""
        await self._found(lambda: True if claim(self) else None, within, "such state of things")

    async def seen(self, within: float = PATIENCE_S) -> dict[str, Any]:
        """The view, as soon as there is one."""
        return await self._found(lambda: self.view, within, "view of the match")

    async def close(self) -> None:
        """Close the socket; the seat stays taken."""
        self._end_tasks(Lost(1000, "closed here"))
        await self._socket.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def drop(self) -> None:
        """Lose the connection without a word, as if the network had given way."""
        self._end_tasks(Lost(1006, "dropped here"))
        self._socket.drop()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _end_tasks(self, lost: Lost) -> None:
        for task in self._tasks:
            task.cancel()
        self._lose(lost)

    async def _ask(self, message: ClientMessage, kind: type[M]) -> M:
        """The reply of this kind; Refused if an error comes instead that answers no action."""
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
            raise TimeoutError(f"no {what} within {within} s; what came last: {came}") from None

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
        except Lost as lost:
            self._lose(lost)
        except msgspec.DecodeError as error:
            self._lose(Lost(0, f"the server said something that is no message: {error}"))

    def _lose(self, lost: Lost) -> None:
        self.closed = self.closed or lost
        self._arrived.set()

    async def _beat(self) -> None:
        with suppress(Lost):
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
        """Keep what the table shows current."""
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
        """Put answers and replies where whoever asked looks for them."""
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
    """A table of the server at this URL (http or ws), closed at the end; `lobby` in place of a match is the lobby.

    Without `keep` nothing that comes is remembered but what it changes, and `next` has nothing to read.
    """
    table = ClientTable(await open_client_socket(f"{ws_url(url)}/ws/{match_id}", format, origin), keep=keep)
    try:
        yield table
    finally:
        await table.close()
