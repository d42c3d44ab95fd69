"""A queue that divides processes fairly between addresses, and between the tables of one address.

With first come, first served one address with sixty tables of slow bots made all other bots wait for minutes.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count

from msgspec import Struct

ALL = "all addresses"

MOST_SHARES = 20_000
"""Maximum number of addresses and tables whose use is stored; beyond it, all of them start again at zero."""

MOST_DURATIONS = 1_000
"""Maximum number of kinds of decisions whose last duration is stored."""


class Share(Struct, frozen=True):
    """The address and the table that a decision is charged to."""

    address: str = ""
    """The address that opened the table; empty if this node does not know it."""
    table: str = ""
    is_hidden: bool = False
    """Whether the public length of the queue leaves this out: in a hidden prompt only seats with a choice think."""


class _Waiting(Struct, eq=False):
    share: Share
    kind: str
    number: int
    turn: asyncio.Future[None]


class FairQueue:
    """A number of places; a free one goes to the share that has used the least time (start-time fair queueing)."""

    def __init__(self, places: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._places = self._free = places
        self._waiting: list[_Waiting] = []
        self._numbers = count()
        self._used: dict[str, float] = {}
        """The time used by each address, and by each table among those of its address."""
        self._begun: dict[str, float] = {}
        """The time used by the one that began last, among addresses (key ALL) and among the tables of an address.

        New ones start from there, so that idle time is not saved up.
        """
        self._durations: dict[str, float] = {}
        """The last duration of each kind of decision."""
        self._shown_busy = 0

    @property
    def busy(self) -> int:
        """Number of public decisions that are being made."""
        return self._shown_busy

    @property
    def waiting(self) -> int:
        """Number of public decisions that wait."""
        return sum(not (each.share.is_hidden or each.turn.cancelled()) for each in self._waiting)

    @asynccontextmanager
    async def place(self, share: Share, kind: str) -> AsyncIterator[None]:
        """Wait for a place and hold it; `kind` names decisions of similar duration, such as a game's strategy."""
        await self._turn(share, kind)
        begun = self._clock()
        self._shown_busy += not share.is_hidden
        try:
            yield
        finally:
            self._shown_busy -= not share.is_hidden
            self._charge(share, kind, self._clock() - begun)
            self._free += 1
            self._let_next()

    async def take_all(self) -> None:
        """Wait until no decision holds a place or waits for one; none gets a place afterwards."""
        for _ in range(self._places):
            await self._turn(Share(), "close")

    async def _turn(self, share: Share, kind: str) -> None:
        waiting = _Waiting(share, kind, next(self._numbers), asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        self._let_next()
        try:
            await waiting.turn
        except asyncio.CancelledError:
            if not waiting.turn.cancelled():  # it had just received a place
                self._free += 1
                self._let_next()
            raise

    def _let_next(self) -> None:
        self._waiting = [each for each in self._waiting if not each.turn.cancelled()]
        while self._free and self._waiting:
            following = min(self._waiting, key=self._order)
            self._waiting.remove(following)
            self._free -= 1
            for key, among in _keys(following.share):
                self._begun[among] = self._used_by(key, among)
            following.turn.set_result(None)

    def _order(self, waiting: _Waiting) -> tuple[float, float, float, int]:
        """The sort key: least used first, by address and then by table; among equals the shortest decision."""
        share = waiting.share
        expected = self._durations.get(waiting.kind, 0.0)
        address, table = _keys(share)
        return self._used_by(*address), self._used_by(*table), expected, waiting.number

    def _used_by(self, key: str, among: str) -> float:
        return max(self._begun.get(among, 0.0), self._used.get(key, 0.0))

    def _charge(self, share: Share, kind: str, duration: float) -> None:
        if len(self._used) > MOST_SHARES:
            self._used.clear()
            self._begun.clear()
        for key, among in _keys(share):
            self._used[key] = self._used_by(key, among) + duration
        self._durations.pop(kind, None)
        self._durations[kind] = duration
        if len(self._durations) > MOST_DURATIONS:
            del self._durations[next(iter(self._durations))]


def _keys(share: Share) -> tuple[tuple[str, str], tuple[str, str]]:
    """The keys of the address and of the table, each with the key of the group in which it shares time.

    A table whose opener is unknown counts as an address of its own.
    """
    address = f"address {share.address or share.table}"
    return (address, ALL), (f"table {share.table}", address)
