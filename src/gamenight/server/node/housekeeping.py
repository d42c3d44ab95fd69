"""The periodic tasks of a node: find overdue matches, absent players, dead nodes, and moves of other nodes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from contextlib import suppress
from typing import Any, Protocol

from gamenight.core.model import MatchId
from gamenight.server.match.live import LiveMatch
from gamenight.server.services import Services
from gamenight.server.wall_clock import now_ms
from gamenight.store.errors import StoreError, StoreUnavailable, UnknownMatch

LOG = logging.getLogger("gamenight.server")

SWEEP_S = 1.0
LATE_MS = 500
"""A node that has the match in memory acts at its deadline; the sweep claims matches that are this much overdue."""
TIDY_S = 10.0
AT_ONCE = 100
GOODBYE_S = 2.0


class KeptNode(Services, Protocol):
    """The members of a node that its housekeeping uses."""

    lives: dict[MatchId, LiveMatch]

    async def live(self, match_id: MatchId, /) -> LiveMatch: ...

    def forget(self, live: LiveMatch, /) -> None: ...

    def refresh(self, live: LiveMatch, /) -> None: ...

    def table_changed(self, match_id: MatchId, /) -> None: ...


class Housekeeping:
    """The node's background tasks. If the database is unavailable this is logged once, and the tasks continue."""

    def __init__(self, node: KeptNode) -> None:
        self._node = node
        self._tasks: set[asyncio.Task[Any]] = set()
        self._is_troubled = False
        self._heard_at = 0

    async def start(self) -> None:
        await self._restart_all_grace()
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

    async def _restart_all_grace(self) -> None:
        """Do not count the time without any node as absence, as no player could reconnect."""
        now, settings = now_ms(), self._node.settings
        await self._node.hall.restart_all_grace(now - settings.node_timeout_ms, now, now + settings.grace_ms)

    def run(self, work: Coroutine[Any, Any, None], failure: str) -> None:
        """Run something in the background; a failure is logged."""
        task = asyncio.create_task(self._guarded(work, failure))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _guarded(self, work: Awaitable[None], failure: str) -> None:
        try:
            await work
        except StoreUnavailable as trouble:
            self._say_trouble(trouble)
        except UnknownMatch:
            pass  # the table was closed meanwhile
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
        """Claim overdue work that no node does."""
        node, now = self._node, now_ms()
        until = now + node.lease_ms
        # One by one: what was claimed is done even if the next query fails.
        self._look_after(await node.hall.claim_due(now - LATE_MS, until, AT_ONCE))
        self._look_after(await node.hall.claim_absences(now, until, AT_ONCE))
        self._look_after(await node.hall.waiting_to_start(now - LATE_MS, until, AT_ONCE))
        for live in list(node.lives.values()):
            if not live.presence.is_settled:
                self.run(live.presence.settle(), f"the presence at match {live.match_id} could not be written")

    def _look_after(self, match_ids: Iterable[MatchId]) -> None:
        for match_id in match_ids:
            self.run(self._attend_to(match_id), f"match {match_id} could not be attended to")

    async def _attend_to(self, match_id: MatchId) -> None:
        live = await self._node.live(match_id)
        await live.look_after()

    async def _poll(self) -> None:
        """Check whether another node has moved a match that is in memory here."""
        node = self._node
        if not node.lives:
            return
        asked = dict(node.lives)
        heads = await node.hall.heads(tuple(asked))
        # Matches that were loaded meanwhile were not in the query, so they may be missing in its result.
        for match_id, live in asked.items():
            head = heads.get(match_id)
            if node.lives.get(match_id) is not live:
                continue
            if head is None:
                await self._close(live)
            elif head.revision > live.table.revision or _is_ahead(head.turns, live):
                node.refresh(live)

    async def _close(self, live: LiveMatch) -> None:
        """Forget a table that was closed, as its match never began."""
        self._node.forget(live)
        self._node.table_changed(live.match_id)

    async def _beat(self) -> None:
        """Record that this node is alive, and take over from nodes that are not."""
        node, now = self._node, now_ms()
        silent = now - self._heard_at
        await node.hall.heartbeat(node.name, now)
        self._heard_at = now
        # The clocks of other nodes may be ahead, so they may have declared this node dead too early.
        if silent > node.settings.node_timeout_ms / 2:
            for live in list(node.lives.values()):
                self.run(live.presence.come_back(), "the connections of this node could not be written")
        dead_since = now - node.settings.node_timeout_ms
        self._look_after(await node.hall.expire_nodes(dead_since, now, now))

    async def _tidy(self) -> None:
        """Forget matches without viewers, and close tables without players."""
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
