"""Who of a table's people is connected here, and what is done about those who are connected nowhere."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Protocol

from msgspec import Struct

from gamenight.core.model import GameState, GameStatus, Input, MatchId, PlayerId, seat
from gamenight.core.text import Words
from gamenight.server.instants import now_ms
from gamenight.server.presentation.audience import Audience
from gamenight.server.presentation.line import Line
from gamenight.server.seats.absences import Attention, Patience, measures
from gamenight.server.services import Services
from gamenight.store.errors import StoreUnavailable, UnknownPlace
from gamenight.store.hall.contract import Place, Table


class AttendedMatch(Protocol):
    """A match in memory, as its players' presence knows it."""

    match_id: MatchId
    table: Table
    state: GameState | None
    trouble: Words | None
    lock: asyncio.Lock
    audiences: dict[PlayerId, Audience]

    @property
    def node(self) -> Services: ...

    @property
    def patience(self) -> Patience: ...

    @property
    def duties(self) -> BotDuties: ...

    def touch(self) -> None: ...

    def look_in(self) -> None: ...

    async def refresh(self) -> None: ...

    async def table_written(self) -> None: ...

    async def catch_up_table(self) -> None: ...

    async def submit_locked(self, input: Input, at: int, /) -> object: ...


class BotDuties(Protocol):
    def take_up(self) -> None: ...


class Visitor(Struct, frozen=True):
    """A player by the token of their seat: a seat that was given up may be another's by now."""

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
        """Those of whom the database surely knows that they are connected here."""
        self._unwritten: dict[Visitor, int] = {}
        """Who came or left, and when, as the database was away, or may know something else."""
        self._one_by_one = asyncio.Lock()
        """A reload leaves and comes back at once: the database must hear of it in that order."""

    @property
    def is_settled(self) -> bool:
        """The database knows who is here, and what that asks for is done."""
        return not self._unwritten and not self._one_by_one.locked()

    async def settle(self) -> None:
        """Write now what could not be written when it happened; the node's rounds see to that."""
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
        """Whoever is away by the table, but connected here, will be written as here again.

        A node whose clock is ahead may have taken this one for dead, or this one was late by a moment.
        """
        away = {_of(place) for place in self._live.table.places if place.away_since is not None}
        self._doubt(filter(self._has_lines, away & self._here))

    def _doubt(self, visitors: Iterable[Visitor]) -> None:
        """Nobody knows what the database has of these: it has to be told again."""
        for visitor in tuple(visitors):
            self._here.discard(visitor)
            self._unwritten.setdefault(visitor, now_ms())

    def _has_lines(self, visitor: Visitor) -> bool:
        return bool(self._live.audiences[visitor.player].lines)

    async def arrive(self, visitor: Visitor) -> None:
        """The seat's player has a socket here."""
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
        """The player asks something without a socket: as if they had come and gone again, their grace begins anew."""
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
        """The player has just taken the seat by a socket, which will listen in a moment; nobody has been told yet."""
        with self._noting(visitor, now_ms()):
            async with self._one_by_one:
                await self._write_arrival(visitor)

    async def part(self, visitor: Visitor, line: Line, *, for_good: bool = False) -> None:
        """The line is closed; if it was the seat's last, its player is away: for good, or within the grace."""
        live = self._live
        live.touch()
        live.audiences[visitor.player].part(line)
        # Who leaves for good is taken to have been away for the whole grace already.
        since = now_ms() - (live.node.settings.grace_ms if for_good else 0)
        with self._noting(visitor, since):
            await self._depart(visitor, since)

    async def _depart(self, visitor: Visitor, since: int) -> None:
        async with self._one_by_one:
            if self._has_lines(visitor):
                return
            # Before the answer, which may get lost.
            self._here.discard(visitor)
            await self._write_departure(visitor, since)
        await self._live.table_written()
        await self.attend()

    @contextmanager
    def _noting(self, visitor: Visitor, since: int) -> Iterator[None]:
        """What could not be told to the database, or not be done about it, is told and done later."""
        try:
            yield
        except StoreUnavailable:
            self._here.discard(visitor)
            self._unwritten[visitor] = since
            raise

    def gone(self, player: PlayerId) -> None:
        """The seat was given up, and with it the database's knowledge of who is there; it may be another's by now."""
        seated = {_of(place) for place in self._live.table.places}
        self._here = {visitor for visitor in self._here if visitor.player != player or visitor in seated}

    async def come_back(self) -> None:
        """This node may have been taken for dead: say again who is connected to it."""
        self._doubt(self._here)
        await self.settle()

    async def _write_arrival(self, visitor: Visitor) -> None:
        """If the seat was given up meanwhile, on another node, the table will tell."""
        live, at = self._live, visitor.seat_index
        grace, token_hash = live.node.settings.grace_ms, visitor.token_hash
        with suppress(UnknownPlace):
            await live.node.hall.arrive(live.match_id, at, live.node.name, now_ms(), grace, token_hash=token_hash)
            self._here.add(visitor)

    async def _write_departure(self, visitor: Visitor, since: int) -> None:
        """Whoever has given up the seat is not away."""
        live, at = self._live, visitor.seat_index
        token_hash = visitor.token_hash
        with suppress(UnknownPlace):
            await live.node.hall.depart(live.match_id, at, live.node.name, since, now_ms(), token_hash=token_hash)

    async def attend(self) -> None:
        """Hold and release the clocks of those who come and go, and apply the table's policy."""
        live = self._live
        async with live.lock:
            if live.state is None or live.trouble is not None:
                return
            now = now_ms()
            todo = measures(live.state, live.table, live.patience, now)
            for input in todo.inputs:
                await live.submit_locked(input, now)
            written = [await self._write(one) for one in todo.attentions]
            if todo.excuse:
                await live.node.hall.excuse(live.match_id, now, now + live.node.settings.grace_ms)
            if any(written) or todo.excuse:
                await live.catch_up_table()
                live.node.bus.hint(live.match_id)
            live.duties.take_up()

    async def undo_outdated(self) -> None:
        """Release a clock, or end a pause, that another node set from a table that has changed since."""
        live = self._live
        await live.refresh()  # the turn may have come before the news of the table by which it was decided
        if live.state is not None and measures(live.state, live.table, live.patience, now_ms()).inputs:
            await self.attend()

    async def _write(self, one: Attention) -> bool:
        """Write what was decided about an absence, if it is news."""
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


def _of(place: Place) -> Visitor:
    return Visitor(seat(place.seat_index), place.token_hash)
