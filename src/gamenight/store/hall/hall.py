"""The hall in a database: SQLite or PostgreSQL, with the same statements."""

from __future__ import annotations

import time
from collections.abc import Collection
from functools import partial

from gamenight.core.model import MatchId
from gamenight.store.database.transactions import Database
from gamenight.store.hall import attendance, model_seats, queries, seating, sweeping
from gamenight.store.hall.ledger import Ledger
from gamenight.store.hall.table import ChatLine, Heads, Listed, Table, TableFilter, TakenSeat


class Hall:
    """The tables of a database. Methods that name a table raise UnknownMatch; all may raise StoreUnavailable.

    `set_ready` and `arrive` raise SeatNotTaken if the seat is not taken; text that is not plain raises BadEntry. Pass
    the `token_hash` of a seat to act for its player: SeatNotTaken if the seat belongs to another person by now. Without
    it, the call acts for the person at the seat, whoever it is.

    The database must already have the newest schema; use `open_hall`. Each call is one transaction. Methods that nodes
    poll first check by a read whether there is anything to write.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self.ledger = Ledger(database)

    async def open(self, table: Table) -> None:
        """Write a new table; raises DuplicateMatch if its id is taken, or if `rematch_of` already has a rematch.

        With `rematch_of`, the same transaction sets `rematch` of the older table, and increments its revision.
        """
        await self._database.write(lambda c: seating.open_table(c, table))

    async def table(self, match_id: MatchId) -> Table:
        return await self._database.read(lambda c: queries.table(c, match_id))

    async def tables(
        self, wanted: TableFilter, limit: int = 50, after: MatchId | None = None, now: int | None = None
    ) -> tuple[Listed, ...]:
        """One page of tables, newest first, older than `after`; with the state that spectators may know at `now`."""
        at = time.time_ns() // 1_000_000 if now is None else now
        return await self._database.read(lambda c: queries.page(c, wanted, limit, after, at))

    async def take(self, match_id: MatchId, place: TakenSeat, wanted: int | None, people: int) -> TakenSeat:
        """Take the wanted seat, or a random free one; raises TableRefused if there is none, or if the name is taken.

        `people` is the maximum number of people at the table. `place.seat_index` is ignored; the returned place has the
        seat that was taken. Names are compared after NFKC and case folding. If the person is not connected yet, `place`
        must be marked as away.
        """
        return await self._database.write(lambda c: seating.take(c, match_id, place, wanted, people))

    async def give_up(self, match_id: MatchId, seat_index: int, *, token_hash: str | None = None) -> bool:
        """Free the seat and the seats that its player sponsors; False if the match has begun or the seat is free."""
        return await self._database.write(lambda c: seating.give_up(c, match_id, seat_index, token_hash))

    async def set_ready(
        self, match_id: MatchId, seat_index: int, is_ready: bool, *, token_hash: str | None = None
    ) -> None:
        await self._database.write(lambda c: seating.set_ready(c, match_id, seat_index, is_ready, token_hash))

    async def begin(self, match_id: MatchId, now: int, revision: int | None = None) -> Table:
        """Begin the match: the places are final, and no seats can be taken. The instant of the first call counts.

        Raises TableMoved, and does not begin, if the table has another revision than the given one. It also sets every
        `held_ms` to 0, so absences before the match do not count.
        """
        return await self._database.write(lambda c: seating.begin(c, match_id, now, revision))

    async def halt(self, match_id: MatchId, at: int | None) -> None:
        """Record since when the rules of the match are missing; None: they are available again. The earliest `at`
        counts.
        """
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
        """The player is connected to this node; adds the time away, at most `most_held`, to `held_ms`."""
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
        """The player is no longer connected to this node; returns whether they are now away, as no other node has
        them."""
        return await self._database.write(
            lambda c: attendance.depart(c, match_id, seat_index, node, now, attend_at, token_hash)
        )

    async def attend(
        self, match_id: MatchId, seat_index: int, *, away_since: int, attend_at: int | None, stand_in: bool
    ) -> bool:
        """Write the decision about an absence; False, without writing, if the player has come back meanwhile."""
        return await self._database.write(
            lambda c: attendance.attend(c, match_id, seat_index, away_since, attend_at, stand_in)
        )

    async def restart_grace(self, match_id: MatchId, now: int, attend_at: int) -> None:
        """Let absences of players without a stand-in count only from `now`; absences with a stand-in are due at
        once."""
        await self._database.write(lambda c: attendance.restart_grace(c, match_id, now, attend_at))

    async def stick(self, match_id: MatchId, seat_index: int, prompt: int, outcome: str, *, retry: int = 0) -> bool:
        """Mark the model at this seat as stuck at this prompt, in this try: people have to decide how to continue.

        False, without writing, if it is stuck already, if people have already freed that try, if a bot stands in for
        it, or if it was stuck at a later prompt.
        """
        return await self._database.write(lambda c: model_seats.stick(c, match_id, seat_index, prompt, outcome, retry))

    async def free(self, match_id: MatchId, seat_index: int, prompt: int, *, stand_in: bool) -> bool:
        """Mark the seat as no longer stuck: the model may try again, or a bot plays for it until the end.

        False, without writing, unless it is stuck at this prompt.
        """
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
        """The lines with number `since` or higher; numbers start at 0 at each table."""
        return await self._database.read(lambda c: queries.lines(c, match_id, since))

    async def heads(self, match_ids: Collection[MatchId]) -> dict[MatchId, Heads]:
        """The heads of these matches; tables that do not exist are left out."""
        return await self._database.read(lambda c: queries.heads(c, match_ids))

    async def claim_due(self, now: int, until: int, limit: int = 100) -> tuple[MatchId, ...]:
        """Lease matches whose next deadline is `now` or earlier: only this caller gets them, until `until`.

        Matches without a table are left out: the program that plays them watches their deadlines itself.
        """
        if not await self._database.read(lambda c: sweeping.is_match_due(c, now)):
            return ()
        return tuple(await self._database.write(lambda c: sweeping.claim_due(c, now, until, limit)))

    async def claim_absences(self, now: int, until: int, limit: int = 100) -> tuple[MatchId, ...]:
        """Lease matches with an absence that is due to be handled: only this caller gets them, until `until`.

        The longest waiting come first.
        """
        if not await self._database.read(lambda c: sweeping.is_absence_due(c, now)):
            return ()
        return tuple(await self._database.write(lambda c: sweeping.claim_absences(c, now, until, limit)))

    async def restart_all_grace(self, alive_since: int, now: int, attend_at: int) -> bool:
        """Do as `restart_grace` in every active match, if no node has sent a heartbeat since
        `alive_since`: then all nodes were down, and no player could come back.

        Stand-ins do not change. Returns whether matches were excused.
        """
        return await self._database.write(lambda c: attendance.restart_all_grace(c, alive_since, now, attend_at))

    async def retire(self, node: str) -> None:
        """Remove this node, which is about to end; its connections no longer count."""
        await self._database.write(lambda c: attendance.retire(c, node))

    async def heartbeat(self, node: str, now: int) -> None:
        """Record a heartbeat of this node."""
        await self._database.write(lambda c: attendance.heartbeat(c, node, now))

    async def expire_nodes(self, dead_since: int, now: int, attend_at: int) -> tuple[MatchId, ...]:
        """Delete nodes without a heartbeat since `dead_since`; players connected only to these are away from `now` on.

        Returns the matches of these players.
        """
        if not await self._database.read(lambda c: attendance.someone_is_dead(c, dead_since)):
            return ()
        expire_some_nodes = partial(attendance.expire_some_nodes, dead_since=dead_since, now=now, attend_at=attend_at)
        away: set[MatchId] = set()
        while (some := await self._database.write(expire_some_nodes)) is not None:
            away |= some
        await self._database.write(lambda c: attendance.forget_nodes(c, dead_since))
        return tuple(sorted(away))

    async def sweep(self, idle_since: int) -> tuple[MatchId, ...]:
        """Close tables that wait for a match, have no connections and have not changed since `idle_since`.

        If a closed table was a rematch, the older table may get another. Also removes tables with a delay from the list
        of active tables, once spectators have known since `idle_since` that the match is over.
        """
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
        """Lease tables that have begun by `now` but have no match in the log, because their node ended in between.

        Only this caller gets them, until `until`; the longest waiting come first.
        """
        waiting, begun = await self._database.read(lambda c: queries.beginning(c, now))
        if begun:
            await self._database.write(lambda c: sweeping.note_begun(c, begun))
        if not waiting:
            return ()
        return tuple(await self._database.write(lambda c: sweeping.claim_begun(c, waiting, now, until, limit)))
