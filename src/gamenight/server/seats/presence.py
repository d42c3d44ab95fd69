"""Which players of a table are connected to this node, and the measures for those who are connected nowhere."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Protocol

from msgspec import Struct

from gamenight.core.model import GameState, GameStatus, Input, MatchId, PlayerId, seat
from gamenight.core.text import Words
from gamenight.server.presentation.connection import Connection
from gamenight.server.presentation.viewer_channel import ViewerChannel
from gamenight.server.seats.absences import AbsenceDecision, AbsenceLimits, absence_actions
from gamenight.server.services import Services
from gamenight.server.wall_clock import now_ms
from gamenight.store.errors import SeatNotTaken, StoreUnavailable
from gamenight.store.hall.table import Table, TakenSeat


class AttendedMatch(Protocol):
    """The members of a match in memory that presence uses."""

    match_id: MatchId
    table: Table
    state: GameState | None
    trouble: Words | None
    lock: asyncio.Lock
    channels: dict[PlayerId, ViewerChannel]

    @property
    def node(self) -> Services: ...

    @property
    def absence_limits(self) -> AbsenceLimits: ...

    @property
    def bot_seats(self) -> BotDuties: ...

    def touch(self) -> None: ...

    def look_in(self) -> None: ...

    async def refresh(self) -> None: ...

    async def table_written(self) -> None: ...

    async def catch_up_table(self) -> None: ...

    async def submit_locked(self, input: Input, at: int, /) -> object: ...


class BotDuties(Protocol):
    def take_up(self) -> None: ...


class Visitor(Struct, frozen=True):
    """A player with the token of their seat, as a seat that was left may belong to another player by now."""

    player: PlayerId
    token_hash: str

    @property
    def seat_index(self) -> int:
        return int(self.player[1:])


class Presence:
    """The seats of one table whose players are connected to this node."""

    def __init__(self, live: AttendedMatch) -> None:
        self._live = live
        self._here: set[Visitor] = set()
        """Players that the database certainly has as connected here."""
        self._unwritten: dict[Visitor, int] = {}
        """Arrivals and departures, with their instant, that the database may not have."""
        self._one_by_one = asyncio.Lock()
        """A page reload leaves and comes back at once: the database must receive both in that order."""

    @property
    def is_settled(self) -> bool:
        """Whether everything is written to the database and the measures are done."""
        return not self._unwritten and not self._one_by_one.locked()

    async def settle(self) -> None:
        """Write what could not be written when it happened. Housekeeping calls this repeatedly."""
        for visitor in list(self._unwritten):
            since = self._unwritten.pop(visitor, None)
            if since is not None:
                with self._noting(visitor, since):
                    await self._settle(visitor, since)

    async def _settle(self, visitor: Visitor, since: int) -> None:
        if self._has_lines(visitor):
            await self._arrive(visitor)
        else:
            await self._depart(visitor, since)

    def heal(self) -> None:
        """Mark players to be written as connected again who are away in the table but have a socket here.

        A node whose clock is ahead may have declared this node dead, or this node was late for a moment.
        """
        away = {_of(place) for place in self._live.table.places if place.away_since is not None}
        self._doubt(filter(self._has_lines, away & self._here))

    def _doubt(self, visitors: Iterable[Visitor]) -> None:
        """Mark these to be written again, as it is uncertain what the database has."""
        for visitor in tuple(visitors):
            self._here.discard(visitor)
            self._unwritten.setdefault(visitor, now_ms())

    def _has_lines(self, visitor: Visitor) -> bool:
        return bool(self._live.channels[visitor.player].connections)

    async def arrive(self, visitor: Visitor) -> None:
        """Record that the player has a socket here."""
        with self._noting(visitor, now_ms()):
            await self._arrive(visitor)

    async def _arrive(self, visitor: Visitor) -> None:
        async with self._one_by_one:
            if visitor in self._here or not self._has_lines(visitor):
                return
            await self._write_arrival(visitor)
        await self._live.table_written()
        await self.attend()

    async def look_in(self, visitor: Visitor) -> None:
        """Record a request without a socket. It counts as an arrival and a departure, so the grace period restarts."""
        place = next((own for own in self._live.table.places if _of(own) == visitor), None)
        self._live.look_in()
        if place is None or place.away_since is None or (self._live.state is not None and self._live.state.is_over):
            return
        has_effect = place.stand_in or self._is_paused
        if not has_effect and now_ms() - place.away_since < self._live.node.settings.grace_ms // 4:
            return
        with self._noting(visitor, now_ms()):
            async with self._one_by_one:
                await self._write_arrival(visitor)
            if has_effect:
                await self._live.table_written()
                await self.attend()
            await self._depart(visitor, now_ms())

    @property
    def _is_paused(self) -> bool:
        return self._live.state is not None and self._live.state.status is GameStatus.PAUSED

    async def sit_down(self, visitor: Visitor) -> None:
        """Record that the player has just taken the seat over a socket. The socket is not a connection yet."""
        with self._noting(visitor, now_ms()):
            async with self._one_by_one:
                await self._write_arrival(visitor)

    async def part(self, visitor: Visitor, connection: Connection, *, for_good: bool = False) -> None:
        """Remove a closed line. After the last one the player is away; with `for_good` the grace period is over."""
        live = self._live
        live.touch()
        live.channels[visitor.player].part(connection)
        # A player who leaves for good counts as away for the whole grace period already.
        since = now_ms() - (live.node.settings.grace_ms if for_good else 0)
        with self._noting(visitor, since):
            await self._depart(visitor, since)

    async def _depart(self, visitor: Visitor, since: int) -> None:
        async with self._one_by_one:
            if self._has_lines(visitor):
                return
            # Before the write, as its answer may be lost.
            self._here.discard(visitor)
            await self._write_departure(visitor, since)
        await self._live.table_written()
        await self.attend()

    @contextmanager
    def _noting(self, visitor: Visitor, since: int) -> Iterator[None]:
        """If the database is unavailable, note that this has to be written, and its measures done, later."""
        try:
            yield
        except StoreUnavailable:
            self._here.discard(visitor)
            self._unwritten[visitor] = since
            raise

    def gone(self, player: PlayerId) -> None:
        """Forget visitors of a seat that was left; it may belong to another player by now."""
        seated = {_of(place) for place in self._live.table.places}
        self._here = {visitor for visitor in self._here if visitor.player != player or visitor in seated}

    async def come_back(self) -> None:
        """Write again who is connected here, as this node may have been declared dead."""
        self._doubt(self._here)
        await self.settle()

    async def _write_arrival(self, visitor: Visitor) -> None:
        """Does nothing if the seat was left meanwhile on another node: the table will show that."""
        live, at = self._live, visitor.seat_index
        grace, token_hash = live.node.settings.grace_ms, visitor.token_hash
        with suppress(SeatNotTaken):
            await live.node.hall.arrive(live.match_id, at, live.node.name, now_ms(), grace, token_hash=token_hash)
            self._here.add(visitor)

    async def _write_departure(self, visitor: Visitor, since: int) -> None:
        """Does nothing if the player has given up the seat."""
        live, at = self._live, visitor.seat_index
        token_hash = visitor.token_hash
        with suppress(SeatNotTaken):
            await live.node.hall.depart(live.match_id, at, live.node.name, since, now_ms(), token_hash=token_hash)

    async def attend(self) -> None:
        """Hold and release clocks of players who leave and return, and apply the table's policy."""
        live = self._live
        async with live.lock:
            if live.state is None or live.trouble is not None:
                return
            now = now_ms()
            todo = absence_actions(live.state, live.table, live.absence_limits, now)
            for input in todo.inputs:
                await live.submit_locked(input, now)
            written = [await self._write(one) for one in todo.attentions]
            if todo.restart_grace:
                await live.node.hall.restart_grace(live.match_id, now, now + live.node.settings.grace_ms)
            if any(written) or todo.restart_grace:
                await live.catch_up_table()
                live.node.bus.hint(live.match_id)
            live.bot_seats.take_up()

    async def undo_outdated(self) -> None:
        """Release a clock, or end a pause, that another node set from a table that has changed since."""
        live = self._live
        await live.refresh()  # the turn may have arrived before the version of the table on which it is based
        if live.state is not None and absence_actions(live.state, live.table, live.absence_limits, now_ms()).inputs:
            await self.attend()

    async def _write(self, one: AbsenceDecision) -> bool:
        """Write the decision about an absence, if it changes anything; says whether it did."""
        place = one.place
        if not one.is_news:
            return False
        assert place.away_since is not None
        return await self._live.node.hall.attend(
            self._live.match_id,
            place.seat_index,
            away_since=place.away_since,
            attend_at=one.attend_at,
            stand_in=one.stand_in,
        )


def _of(place: TakenSeat) -> Visitor:
    return Visitor(seat(place.seat_index), place.token_hash)
