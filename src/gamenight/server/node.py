"""One server process: the matches that it has in memory, and everything it does for them."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from gamenight.core.model import GameStatus, MatchId, PlayerId
from gamenight.server.games import Games
from gamenight.server.protocol import TableShown
from gamenight.server.settings import Settings
from gamenight.server.thinking import Thinking
from gamenight.store.bus import Bus
from gamenight.store.hall import Hall, Table, TableFilter
from gamenight.store.log import MatchStore


class ServerFull(Exception):
    """No more matches or connections here; the message says which."""


class WrongToken(Exception):
    """The token belongs to no seat of this match."""


class Joined(Struct, frozen=True):
    """A seat that was taken; the token is told here and nowhere else."""

    match_id: MatchId
    player_id: PlayerId
    seat_token: str


class Status(Struct, frozen=True):
    node: str
    matches: int
    max_matches: int
    connections: int
    max_connections: int
    bus: bool
    """Hints from other nodes arrive at once; without them updates are late by seconds."""


class Node:
    def __init__(
        self, name: str, settings: Settings, games: Games, store: MatchStore, hall: Hall, bus: Bus, thinking: Thinking
    ) -> None:
        self.name = name
        self.settings = settings
        self.games = games
        self.store = store
        self.hall = hall
        self.bus = bus
        self.thinking = thinking
        self.connections = 0
        """How many sockets are open; the socket's code counts them."""

    async def start(self) -> None:
        """Begin to look after matches: what is due, who is away, what other nodes did."""
        raise NotImplementedError

    async def close(self) -> None:
        raise NotImplementedError

    def hear(self, topic: str) -> None:
        """A hint has come: given to the bus as its `Hear`."""
        raise NotImplementedError

    def status(self) -> Status:
        raise NotImplementedError

    async def open_table(self, table: Table) -> None:
        """Open a checked table, and tell the lobby; ServerFull if there is no room."""
        raise NotImplementedError

    async def join(self, match_id: MatchId, name: str | None, seat: int | None) -> Joined:
        """Take a seat; the match starts if that was the last one. UnknownMatch, TableRefused."""
        raise NotImplementedError

    async def seat_of(self, match_id: MatchId, token: str) -> PlayerId:
        """The seat of this token, compared in constant time; UnknownMatch, WrongToken."""
        raise NotImplementedError

    async def shown(self, match_id: MatchId, viewer: PlayerId | None) -> TableShown:
        """The table as this viewer (None: without a seat, so perhaps as it was some time ago) may see it."""
        raise NotImplementedError

    async def view(self, match_id: MatchId, viewer: PlayerId | None) -> Any:
        """The viewer's ShownView as plain data; None if the match has not begun."""
        raise NotImplementedError

    async def list_tables(
        self, wanted: TableFilter, limit: int = 50, after: MatchId | None = None
    ) -> tuple[TableShown, ...]:
        """One page of tables, the newest first, as whoever has no seat may see them."""
        raise NotImplementedError

    async def replay(self, match_id: MatchId, viewer: PlayerId | None) -> dict[str, Any]:
        """Finished: the record with its seed, turns and all events. Running: the events that this viewer has seen."""
        raise NotImplementedError

    async def rematch(self, match_id: MatchId, viewer: PlayerId) -> Joined:
        """A seat at a new table for the same people; the first who asks opens it."""
        raise NotImplementedError


def is_over(status: GameStatus) -> bool:
    return status in (GameStatus.FINISHED, GameStatus.ABANDONED, GameStatus.ERROR)
