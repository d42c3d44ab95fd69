"""Players and spectators at one table of a real server, who join, play at random and lose connections.

    async with company(server, "goofspiel", 3, options={"cards": 4}) as at:
        await at.play_out()

Players are listed in the order of their seats; every second socket uses MessagePack.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import msgspec
import pytest

from gamenight.client import ClientTable, Format, Refused, Rest, connect, random_answer
from gamenight.core.model import Due, Input, MatchId, PlayerId, Record
from gamenight.core.plugin import GamePlugin
from gamenight.protocol.messages import ServerMessage, StateUpdate
from gamenight.store import StoredEvent, open_store, verify
from tests.server.server_process import ServerProcess
from tests.timeouts import TIMEOUT_S

GENEROUS: dict[str, Any] = {
    "matches_per_address": 100_000,
    "bots_per_address": 1_000_000,
    "handshakes_per_address": 1_000_000,
    "heavy_per_address": 1_000_000,
    "requests_per_address": 100_000,
    "connections_per_address": 10_000,
    "bot_pace_ms": 0,
}
"""Settings for tests, in which everybody has the same address and nobody has to follow what bots do."""

NAMES = ("Ada", "Bob", "Cyd", "Dot", "Eve")
FORMATS: tuple[Format, Format] = ("json", "msgpack")
COUNTED_ONLY = {"engine.match_started", "engine.turn_started", "engine.turn_finished", "engine.match_finished"}
"""Events that have a number but are not sent, as other messages say the same."""
OVERTAKEN = {"stale_action", "too_late", "already_committed", "game_not_active"}
"""Why a legal answer may be refused: time, or somebody who plays for the seat, was faster."""


@dataclass(frozen=True)
class Logged:
    """The contents of a match's log."""

    record: Record
    events: tuple[StoredEvent, ...]

    @property
    def inputs(self) -> list[Input]:
        return [turn.input for turn in self.record.turns]

    @property
    def dues(self) -> list[Input]:
        return [one for one in self.inputs if isinstance(one, Due)]

    @property
    def kinds(self) -> list[str]:
        """The kinds of inputs: action, due, hold, release, forfeit, pause, resume."""
        return [str(one.__struct_config__.tag) for one in self.inputs]

    def seen_by(self, viewer: PlayerId | None) -> list[list[Any]]:
        """The events that this viewer may see, in order, in their wire format."""
        seen = [one.event.seen_by(viewer) for one in self.events]
        return [plain([one.event_type, one.player_id, one.payload]) for one in seen if one is not None]


@dataclass
class TablePlayers:
    servers: tuple[ServerProcess, ...]
    match_id: str
    players: list[ClientTable] = field(default_factory=list)
    watchers: list[ClientTable] = field(default_factory=list)
    stack: AsyncExitStack = field(default_factory=AsyncExitStack)
    opened: int = 0

    @property
    def rest(self) -> Rest:
        return Rest(self.servers[0].url)

    @property
    def path(self) -> str:
        return f"/api/matches/{self.match_id}"

    def __iter__(self) -> Iterator[ClientTable]:
        return iter(self.players)

    async def socket(self, format: Format | None = None) -> ClientTable:
        """Open one more socket at the table, without joining; the servers take turns."""
        server, spoken = self.servers[self.opened % len(self.servers)], FORMATS[self.opened % 2]
        self.opened += 1
        return await self.stack.enter_async_context(connect(server.url, self.match_id, format or spoken))

    async def sit_down(self, name: str | None = None, seat: int | None = None) -> ClientTable:
        table = await self.socket()
        await table.join(name or NAMES[len(self.players)], seat=seat)
        self.players = sorted([*self.players, table], key=lambda one: one.player_id or "")
        return table

    async def watch(self, last: int | None = None) -> ClientTable:
        table = await self.socket()
        await table.watch(last=last)
        self.watchers.append(table)
        return table

    async def back(self, gone: ClientTable, last: int | None = None) -> ClientTable:
        """Connect the same viewer on a new socket: with the token, or as a spectator."""
        table = await self.socket()
        if gone.player_id is None:
            await table.watch(last=last)
        else:
            await table.join(token=gone.token, last=last)
        return table

    async def fresh(self, like: ClientTable) -> ClientTable:
        """What a new page of this viewer shows, with all events from the first."""
        table = await self.back(like, last=0)
        await table.until(lambda one: one.view is not None)
        return table

    @property
    def everybody(self) -> list[ClientTable]:
        return [*self.players, *self.watchers]

    async def all_until(self, claim: Callable[[ClientTable], object], within: float = TIMEOUT_S) -> None:
        await asyncio.gather(*(table.until(claim, within) for table in self.everybody))

    async def begun(self) -> None:
        await self.all_until(lambda one: one.view is not None)

    async def over(self) -> None:
        await self.all_until(lambda one: one.over)

    @property
    def to_move(self) -> ClientTable:
        """The player who is asked, in a phase that asks one."""
        (asked,) = [table for table in self.players if view_of(table).get("actions")]
        return asked

    @property
    def waiting(self) -> ClientTable:
        """The other one of two players."""
        (other,) = [table for table in self.players if table is not self.to_move]
        return other

    async def act(self, action_type: str, payload: Any = None) -> None:
        """Let the player to move do this, and wait until everybody has seen it."""
        answer = await self.to_move.act(action_type, payload)
        assert isinstance(answer, StateUpdate)
        await self.all_until(lambda one: one.number >= answer.number)

    async def play_out(self, seed: int = 1) -> None:
        """Let everybody answer at random until the match is over."""
        await asyncio.gather(*(answer_at_random(table, random.Random(seed + n)) for n, table in enumerate(self)))
        await self.over()

    async def log(self) -> Logged:
        store = await open_store(self.servers[0].db)
        try:
            return Logged(await store.record(MatchId(self.match_id)), await store.events(MatchId(self.match_id)))
        finally:
            await store.close()

    async def verify(self, game: GamePlugin) -> None:
        """Check that the log is what was played; DamagedLog if it is not."""
        store = await open_store(self.servers[0].db)
        try:
            await verify(store, game, MatchId(self.match_id))
        finally:
            await store.close()


async def open_table(url: str, game: str = "tictactoe", people: int = 2, **wishes: Any) -> str:
    """Open a table for this number of people; more `seats` are filled with bots. Returns its id."""
    seats = wishes.pop("seats", people)
    table = await Rest(url).post("/api/matches", {"game": game, "seats": seats, "num_bots": seats - people, **wishes})
    return str(table["match_id"])


@asynccontextmanager
async def table_for(
    servers: ServerProcess | Iterable[ServerProcess], game: str = "tictactoe", people: int = 2, **wishes: Any
) -> AsyncIterator[TablePlayers]:
    """A table without players."""
    nodes = (servers,) if isinstance(servers, ServerProcess) else tuple(servers)
    at = TablePlayers(nodes, await open_table(nodes[0].url, game, people, **wishes))
    async with at.stack:
        yield at


@asynccontextmanager
async def company(
    servers: ServerProcess | Iterable[ServerProcess],
    game: str = "tictactoe",
    people: int = 2,
    *,
    watchers: int = 0,
    **wishes: Any,
) -> AsyncIterator[TablePlayers]:
    """A table with all players seated; the match has begun, unless they have to be ready first."""
    async with table_for(servers, game, people, **wishes) as at:
        for _ in range(watchers):
            await at.watch()
        for _ in range(people):
            await at.sit_down()
        if wishes.get("start") != "ready":
            await at.begun()
        yield at


async def answer_at_random(table: ClientTable, chance: random.Random) -> None:
    """Answer every prompt that asks this seat once, with any legal action, until the match is over."""
    answered = 0
    while True:
        await table.until(partial(is_asked_or_over, answered=answered), TIMEOUT_S)
        if table.over is not None:
            return
        answered = view_of(table)["prompt"]
        answer = random_answer(view_of(table), chance)
        assert answer is not None
        try:
            await table.act(*answer)
        except Refused as refusal:
            if refusal.code not in OVERTAKEN:
                raise


def is_asked_or_over(table: ClientTable, answered: int) -> bool:
    return table.over is not None or (is_asked(table) and view_of(table)["prompt"] != answered)


def is_asked(table: ClientTable) -> bool:
    return bool(table.view and table.view.get("actions") and table.view["status"] == "active")


def view_of(table: ClientTable) -> dict[str, Any]:
    assert table.view is not None
    return table.view


def plain(value: Any) -> Any:
    """The value as it arrives over the wire."""
    return msgspec.json.decode(msgspec.json.encode(value))


def sent(events: Iterable[list[Any]]) -> list[list[Any]]:
    return [event for event in events if event[0] not in COUNTED_ONLY]


def heard(table: ClientTable, kind: type[ServerMessage] | Any) -> list[Any]:
    """All messages of this kind received so far."""
    return [message for message in table.messages if isinstance(message, kind)]


def updates(table: ClientTable) -> list[tuple[StateUpdate, str | bytes]]:
    """All updates received so far, each with its frame."""
    pairs = zip(table.messages, table.frames, strict=True)
    return [(message, frame) for message, frame in pairs if isinstance(message, StateUpdate)]


async def refused(doing: Awaitable[object], code: str) -> Refused:
    """The server must refuse this with this code and a reason; returns the refusal."""
    with pytest.raises(Refused) as refusal:
        await doing
    assert refusal.value.code == code, refusal.value
    assert len(refusal.value.message.split()) > 2
    return refusal.value


async def eventually(claim: Callable[[], Awaitable[object]]) -> None:
    """Poll until a condition is true that no message announces."""
    async with asyncio.timeout(TIMEOUT_S):
        while True:
            if await claim():
                return
            await asyncio.sleep(0.1)


async def hears_nothing(*tables: ClientTable) -> None:
    """Check that these sockets get no message: the next one must be the answer to a ping."""
    for table in tables:
        before = table.heard
        await table.ping()
        assert table.heard == before + 1, table.messages[before:]
