"""The lobby: its viewers see the listed tables open, fill, start and end."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Protocol

from gamenight.core.model import GameStatus, MatchId, PlayerId
from gamenight.protocol.messages import (
    ClientMessage,
    Error,
    LobbyGone,
    LobbyTable,
    LobbyTables,
    Ping,
    Pong,
    ServerMessage,
    TableShown,
)
from gamenight.server.presentation.connection import Connection, Envelope
from gamenight.server.settings import Settings
from gamenight.server.wall_clock import now_ms
from gamenight.store.errors import StoreUnavailable, UnknownMatch
from gamenight.store.hall.table import TableFilter

NEWEST = 200
"""Maximum number of tables in the lobby."""
REST_S = 0.1
"""Minimum time between two reads of the tables, however many hints arrive."""

Picture = dict[MatchId, TableShown]

_RUNNING = (GameStatus.WAITING, GameStatus.ACTIVE, GameStatus.PAUSED)
_WANTED = TableFilter(statuses=_RUNNING)
LOG = logging.getLogger("gamenight.server")


class Tables(Protocol):
    """The members of a node that the lobby uses."""

    @property
    def settings(self) -> Settings: ...

    @property
    def page(self) -> str | None: ...

    async def list_tables(
        self, wanted: TableFilter, limit: int = 50, after: MatchId | None = None
    ) -> tuple[TableShown, ...]: ...

    async def shown(self, match_id: MatchId, viewer: PlayerId | None) -> TableShown: ...


class Lobby:
    """Watches the tables while there are viewers, and sends what changes; without viewers it does nothing."""

    def __init__(self, node: Tables) -> None:
        self._node = node
        self._connections: set[Connection] = set()
        self._picture: Picture | None = None
        """The tables as last sent to every connection; None if nothing was sent yet."""
        self._news = asyncio.Event()
        self._watch: asyncio.Task[None] | None = None

    def enter(self, connection: Connection) -> None:
        """Send the tables to this connection, then every change until it leaves."""
        self._connections.add(connection)
        if self._picture is not None:
            connection.tell(self._tables(self._picture))
        if self._watch is None:
            self._watch = asyncio.create_task(self._watch_tables())

    def leave(self, connection: Connection) -> None:
        self._connections.discard(connection)
        if not self._connections:
            self._rest()

    def wake(self) -> None:
        """Notify the lobby that a table has changed."""
        self._news.set()

    async def close(self) -> None:
        self._connections.clear()
        self._rest()

    def _rest(self) -> None:
        self._picture = None
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None

    async def _watch_tables(self) -> None:
        poll_s = self._node.settings.poll_ms / 1000
        while True:
            self._news.clear()
            await self._look()
            await asyncio.sleep(REST_S)
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0, poll_s - REST_S)):
                    await self._news.wait()

    async def _look(self) -> None:
        """Read the tables and send what is new. If they cannot be read, the next read follows soon."""
        try:
            listed = await self._node.list_tables(_WANTED, NEWEST)
            ended = await self._ended(listed)
        except StoreUnavailable:
            LOG.warning("the lobby cannot read its tables now")
        except Exception:
            LOG.exception("the lobby cannot show its tables")
        else:
            self._show({table.match_id: table for table in listed if table.status in _RUNNING}, ended)

    async def _ended(self, listed: tuple[TableShown, ...]) -> Picture:
        """The tables sent before that are over by now, with their final status."""
        found = {table.match_id: table for table in listed}
        oldest = listed[-1].created_at if len(listed) == NEWEST else 0
        for match_id, table in (self._picture or {}).items():
            # A table that is older than all of a full list may only have been pushed out of it.
            if match_id not in found and table.created_at > oldest:
                with suppress(UnknownMatch):
                    found[match_id] = await self._node.shown(match_id, None)
        before = self._picture or {}
        return {key: table for key, table in found.items() if key in before and table.status not in _RUNNING}

    def _show(self, now: Picture, ended: Picture) -> None:
        before, self._picture = self._picture, now
        if before is None:
            return self._tell(self._tables(now))
        for match_id, table in {**now, **ended}.items():
            if match_id not in before or _is_news(before[match_id], table):
                self._tell(LobbyTable(table))
        for match_id in before.keys() - now.keys() - ended.keys():
            self._tell(LobbyGone(match_id))

    def _tables(self, picture: Picture) -> LobbyTables:
        return LobbyTables(tuple(picture.values()), self._node.page)

    def _tell(self, message: ServerMessage) -> None:
        envelope = Envelope(message)
        for connection in self._connections:
            connection.send(envelope)


def _is_news(before: TableShown, now: TableShown) -> bool:
    """Whether to send the table again. Scores and phases change with every move, and are not sent."""
    return (before.status, before.seats, before.pause_reason) != (now.status, now.seats, now.pause_reason)


class LobbyVisit:
    """One socket at the lobby."""

    def __init__(self, lobby: Lobby, connection: Connection) -> None:
        self._lobby = lobby
        self._connection = connection
        lobby.enter(connection)

    async def hear(self, message: ClientMessage) -> None:
        if isinstance(message, Ping):
            self._connection.tell(Pong(now_ms()))
        else:
            self._connection.tell(
                Error("bad_request", "the lobby only takes ping; to play, open the socket of a match")
            )

    async def end(self, *, misbehaved: bool = False) -> None:
        self._lobby.leave(self._connection)
