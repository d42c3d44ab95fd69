"""Lists of tables as viewers without a seat may see them."""

from __future__ import annotations

from collections import OrderedDict
from typing import Protocol

from gamenight.core.model import GameStatus, MatchId
from gamenight.protocol.messages import TableShown
from gamenight.server.match.live import Host, LiveMatch
from gamenight.server.node.summaries import shown_to
from gamenight.server.wall_clock import now_ms
from gamenight.store.hall.table import Listed, TableFilter

REMEMBERED = 2_000
FRESH_MS = 10_000
"""How long a list may show old scores of a match that other nodes play; seats and status are always current."""

Version = tuple[int, GameStatus, bool]
"""A table's revision, the status of its match, and whether delayed spectators have seen all of it."""


class ListedNode(Host, Protocol):
    """The members of a node that its lists use."""

    lives: dict[MatchId, LiveMatch]


class TableLists:
    """Reads tables for lists: finished matches once, running ones that are not in memory at most every `FRESH_MS`."""

    def __init__(self, node: ListedNode) -> None:
        self._node = node
        self._known: OrderedDict[MatchId, tuple[Version, int, TableShown]] = OrderedDict()

    async def page(self, wanted: TableFilter, limit: int, after: MatchId | None) -> tuple[TableShown, ...]:
        """One page. Tables are read until it is full, as the shown status of a delayed table is known only then."""
        shown: list[TableShown] = []
        while len(shown) < limit:
            found = await self._node.hall.tables(wanted, limit, after)
            looked_at = [await self._shown(one) for one in found if not _is_kept(one)]
            shown += [one for one in looked_at if _is_wanted(one, wanted)]
            if len(found) < limit:
                break
            after = found[-1].table.match_id
        return tuple(shown[:limit])

    async def _shown(self, listed: Listed) -> TableShown:
        match_id, now = listed.table.match_id, now_ms()
        if (live := self._node.lives.get(match_id)) is not None:
            return shown_to(live, None)
        version = _version(listed, now)
        known = self._known.get(match_id)
        if known is not None and known[0] == version and (_is_final(version) or now - known[1] < FRESH_MS):
            return known[2]
        shown = await self._read(listed)
        self._known[match_id] = version, now, shown
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return shown

    async def _read(self, listed: Listed) -> TableShown:
        """Read the match without keeping it in memory."""
        live = LiveMatch(self._node, listed.table)
        try:
            if listed.status is not GameStatus.WAITING:
                await live.load()
            return shown_to(live, None)
        finally:
            live.close()


def _is_kept(listed: Listed) -> bool:
    """Whether this is a rematch that has not begun: it is reserved for the players of the match before."""
    return listed.table.rematch_of is not None and listed.status is GameStatus.WAITING


def _is_wanted(shown: TableShown, wanted: TableFilter) -> bool:
    return wanted.statuses is None or shown.status in wanted.statuses


def _version(listed: Listed, now: int) -> Version:
    delay = listed.table.settings.delay_ms
    is_known = not delay or (listed.last_at is not None and listed.last_at + delay < now)
    return listed.table.revision, listed.status, is_known


def _is_final(version: Version) -> bool:
    return version[2] and version[1].is_over
