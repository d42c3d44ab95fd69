"""What a node does again and again: find what is due, who is away, which nodes are dead, what others have moved."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from gamenight.core.model import MatchId
from gamenight.server.instants import now_ms
from gamenight.store.errors import StoreError, StoreUnavailable, UnknownMatch

if TYPE_CHECKING:
    from gamenight.server.match.live import LiveMatch
    from gamenight.server.node.node import Node

LOG = logging.getLogger("gamenight.server")

SWEEP_S = 1.0
LATE_MS = 500
"""Whoever has a match in memory is there at the deadline; the sweep takes those that nobody came for."""
TIDY_S = 10.0
AT_ONCE = 100
GOODBYE_S = 2.0


class Housekeeping:
    """The node's background tasks. One that meets an unreachable database says so once, and goes on."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._tasks: set[asyncio.Task[Any]] = set()
        self._is_troubled = False
        self._heard_at = 0

    async def start(self) -> None:
        await self._excuse_all()
        await self._beat()
        settings = self._node.settings
        self._repeat(SWEEP_S, self._sweep)
        self._repeat(settings.poll_ms / 1000, self._poll)
        self._repeat(max(0.1, settings.node_timeout_ms / 4000), self._beat)
        self._repeat(min(TIDY_S, max(0.2, settings.forget_ms / 2000)), self._tidy)

    async def close(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(StoreError, TimeoutError):
            async with asyncio.timeout(GOODBYE_S):
                await self._node.hall.retire(self._node.name)

    async def _excuse_all(self) -> None:
        """While no node was there, nobody could come back: that time is no absence."""
        now, settings = now_ms(), self._node.settings
        await self._node.hall.excuse_all(now - settings.node_timeout_ms, now, now + settings.grace_ms)

    def run(self, work: Coroutine[Any, Any, None], failure: str) -> None:
        """Do something by the way; a failure is logged."""
        task = asyncio.create_task(self._guarded(work, failure))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guarded(self, work: Awaitable[None], failure: str) -> None:
        try:
            await work
        except StoreUnavailable as trouble:
            self._say_trouble(trouble)
        except UnknownMatch:
            pass  # The table was closed meanwhile.
        except Exception:
            LOG.exception("%s", failure)
        else:
            self._is_troubled = False

    def _say_trouble(self, trouble: Exception) -> None:
        if not self._is_troubled:
            LOG.warning("the database does not answer: %s", trouble)
        self._is_troubled = True

    def _repeat(self, seconds: float, once: Callable[[], Awaitable[None]]) -> None:
        async def again() -> None:
            while True:
                await self._guarded(once(), f"{once.__name__} failed")
                await asyncio.sleep(seconds)

        task = asyncio.create_task(again())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _sweep(self) -> None:
        """Take up what is due and nobody does."""
        node, now = self._node, now_ms()
        until = now + node.lease_ms
        # One by one: what is leased is done, even if the next question is not answered.
        self._look_after(await node.hall.claim_due(now - LATE_MS, until, AT_ONCE))
        self._look_after(await node.hall.claim_absences(now, until, AT_ONCE))
        self._look_after(await node.hall.waiting_to_start(now - LATE_MS, until, AT_ONCE))
        for live in list(node.lives.values()):
            if not live.presence.is_settled:
                self.run(live.presence.settle(), f"who is at match {live.match_id} could not be written")

    def _look_after(self, match_ids: Iterable[MatchId]) -> None:
        for match_id in match_ids:
            self.run(self._attend_to(match_id), f"match {match_id} could not be looked after")

    async def _attend_to(self, match_id: MatchId) -> None:
        live = await self._node.live(match_id)
        await live.look_after()

    async def _poll(self) -> None:
        """See whether another node has moved a match that is in memory here."""
        node = self._node
        if not node.lives:
            return
        asked = dict(node.lives)
        heads = await node.hall.heads(tuple(asked))
        # Whoever was loaded meanwhile was not asked about: to be missing in the answer says nothing of those.
        for match_id, live in asked.items():
            head = heads.get(match_id)
            if node.lives.get(match_id) is not live:
                continue
            if head is None:
                await self._close(live)
            elif head.revision > live.table.revision or _is_ahead(head.turns, live):
                node.refresh(live)

    async def _close(self, live: LiveMatch) -> None:
        """The table is gone: it waited in vain."""
        self._node.forget(live)
        self._node.table_changed(live.match_id)

    async def _beat(self) -> None:
        """Say that this node is alive, and bury those that are not."""
        node, now = self._node, now_ms()
        silent = now - self._heard_at
        await node.hall.beat(node.name, now)
        self._heard_at = now
        # Others may be a little ahead: long before they should, they may have taken this node for dead.
        if silent > node.settings.node_timeout_ms / 2:
            for live in list(node.lives.values()):
                self.run(live.presence.come_back(), "who is connected here could not be written")
        dead_since = now - node.settings.node_timeout_ms
        self._look_after(await node.hall.bury(dead_since, now, now))

    async def _tidy(self) -> None:
        """Forget what nobody looks at, and close tables at which nobody sits."""
        node, now = self._node, asyncio.get_running_loop().time()
        for live in list(node.lives.values()):
            if live.is_idle and now - live.last_used > node.settings.forget_ms / 1000:
                node.forget(live)
        for match_id in await node.hall.sweep(now_ms() - node.settings.forget_ms):
            if (closed := node.lives.get(match_id)) is not None:
                node.forget(closed)
            node.table_changed(match_id)


def _is_ahead(turns: int | None, live: LiveMatch) -> bool:
    if turns is None:
        return False
    return live.state is None or turns > live.state.turn_index
