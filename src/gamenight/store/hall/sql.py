"""The hall in a database: SQLite or PostgreSQL, with the same statements."""

from __future__ import annotations

import time
from collections.abc import Collection
from functools import partial

from gamenight.core.model import MatchId
from gamenight.store.database.transactions import Database
from gamenight.store.hall import attendance, model_seats, queries, seating, sweeping
from gamenight.store.hall.contract import ChatLine, Heads, Listed, Table, TableFilter, TakenSeat
from gamenight.store.hall.ledger import Ledger
from gamenight.store.hall.ledger_sql import SqlLedger


class SqlHall:
    """A Hall in a database that already has the newest schema; use `open_hall`. Each call is one transaction.

    Methods that nodes poll first check by a read whether there is anything to write.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self.ledger: Ledger = SqlLedger(database)

    async def open(self, table: Table) -> None:
        await self._database.write(lambda c: seating.open_table(c, table))

    async def table(self, match_id: MatchId) -> Table:
        return await self._database.read(lambda c: queries.table(c, match_id))

    async def tables(
        self, wanted: TableFilter, limit: int = 50, after: MatchId | None = None, now: int | None = None
    ) -> tuple[Listed, ...]:
        at = time.time_ns() // 1_000_000 if now is None else now
        return await self._database.read(lambda c: queries.page(c, wanted, limit, after, at))

    async def take(self, match_id: MatchId, place: TakenSeat, wanted: int | None, people: int) -> TakenSeat:
        return await self._database.write(lambda c: seating.take(c, match_id, place, wanted, people))

    async def give_up(self, match_id: MatchId, seat_index: int, *, token_hash: str | None = None) -> bool:
        return await self._database.write(lambda c: seating.give_up(c, match_id, seat_index, token_hash))

    async def set_ready(
        self, match_id: MatchId, seat_index: int, is_ready: bool, *, token_hash: str | None = None
    ) -> None:
        await self._database.write(lambda c: seating.set_ready(c, match_id, seat_index, is_ready, token_hash))

    async def begin(self, match_id: MatchId, now: int, revision: int | None = None) -> Table:
        return await self._database.write(lambda c: seating.begin(c, match_id, now, revision))

    async def halt(self, match_id: MatchId, at: int | None) -> None:
        await self._database.write(lambda c: seating.halt(c, match_id, at))

    async def arrive(
        self,
        match_id: MatchId,
        seat_index: int,
        node: str,
        now: int,
        most_held: int,
        *,
        token_hash: str | None = None,
    ) -> TakenSeat:
        return await self._database.write(
            lambda c: attendance.arrive(c, match_id, seat_index, node, now, most_held, token_hash)
        )

    async def depart(
        self,
        match_id: MatchId,
        seat_index: int,
        node: str,
        now: int,
        attend_at: int | None,
        *,
        token_hash: str | None = None,
    ) -> bool:
        return await self._database.write(
            lambda c: attendance.depart(c, match_id, seat_index, node, now, attend_at, token_hash)
        )

    async def attend(
        self, match_id: MatchId, seat_index: int, *, away_since: int, attend_at: int | None, stand_in: bool
    ) -> bool:
        return await self._database.write(
            lambda c: attendance.attend(c, match_id, seat_index, away_since, attend_at, stand_in)
        )

    async def excuse(self, match_id: MatchId, now: int, attend_at: int) -> None:
        await self._database.write(lambda c: attendance.excuse(c, match_id, now, attend_at))

    async def stick(self, match_id: MatchId, seat_index: int, prompt: int, outcome: str, *, retry: int = 0) -> bool:
        return await self._database.write(lambda c: model_seats.stick(c, match_id, seat_index, prompt, outcome, retry))

    async def free(self, match_id: MatchId, seat_index: int, prompt: int, *, stand_in: bool) -> bool:
        return await self._database.write(lambda c: model_seats.free(c, match_id, seat_index, prompt, stand_in))

    async def say(
        self,
        match_id: MatchId,
        seat_index: int | None,
        text: str,
        at: int,
        *,
        at_end: bool = False,
        token_hash: str | None = None,
    ) -> None:
        await self._database.write(
            lambda c: seating.say(c, match_id, seat_index, text, at, at_end=at_end, token_hash=token_hash)
        )

    async def chats(self, match_id: MatchId, since: int = 0) -> tuple[ChatLine, ...]:
        return await self._database.read(lambda c: queries.lines(c, match_id, since))

    async def heads(self, match_ids: Collection[MatchId]) -> dict[MatchId, Heads]:
        return await self._database.read(lambda c: queries.heads(c, match_ids))

    async def claim_due(self, now: int, until: int, limit: int = 100) -> tuple[MatchId, ...]:
        if not await self._database.read(lambda c: sweeping.is_match_due(c, now)):
            return ()
        return tuple(await self._database.write(lambda c: sweeping.claim_due(c, now, until, limit)))

    async def claim_absences(self, now: int, until: int, limit: int = 100) -> tuple[MatchId, ...]:
        if not await self._database.read(lambda c: sweeping.is_absence_due(c, now)):
            return ()
        return tuple(await self._database.write(lambda c: sweeping.claim_absences(c, now, until, limit)))

    async def excuse_all(self, alive_since: int, now: int, attend_at: int) -> bool:
        return await self._database.write(lambda c: attendance.excuse_all(c, alive_since, now, attend_at))

    async def retire(self, node: str) -> None:
        await self._database.write(lambda c: attendance.retire(c, node))

    async def beat(self, node: str, now: int) -> None:
        await self._database.write(lambda c: attendance.beat(c, node, now))

    async def bury(self, dead_since: int, now: int, attend_at: int) -> tuple[MatchId, ...]:
        if not await self._database.read(lambda c: attendance.someone_is_dead(c, dead_since)):
            return ()
        bury_some = partial(attendance.bury_some, dead_since=dead_since, now=now, attend_at=attend_at)
        away: set[MatchId] = set()
        while (some := await self._database.write(bury_some)) is not None:
            away |= some
        await self._database.write(lambda c: attendance.forget_nodes(c, dead_since))
        return tuple(sorted(away))

    async def sweep(self, idle_since: int) -> tuple[MatchId, ...]:
        closed: list[MatchId] = []
        while await self._database.read(lambda c: sweeping.is_table_idle(c, idle_since)):
            some = await self._database.write(lambda c: sweeping.close_some(c, idle_since))
            if not some:
                break
            closed += some
        if over := await self._database.read(lambda c: sweeping.long_over(c, idle_since)):
            await self._database.write(lambda c: sweeping.note_over(c, over))
        return tuple(closed)

    async def waiting_to_start(self, now: int, until: int, limit: int = 100) -> tuple[MatchId, ...]:
        waiting, begun = await self._database.read(lambda c: queries.beginning(c, now))
        if begun:
            await self._database.write(lambda c: sweeping.note_begun(c, begun))
        if not waiting:
            return ()
        return tuple(await self._database.write(lambda c: sweeping.claim_begun(c, waiting, now, until, limit)))
