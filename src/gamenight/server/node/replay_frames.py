"""A match that is over, turn by turn, from one viewpoint; made in small steps, so that other matches need not wait."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from gamenight.core.listing.actions import Listing
from gamenight.core.model import MatchId, PlayerId, Record, Start, Step
from gamenight.core.plugin import GamePlugin
from gamenight.core.replay import opening, play_on
from gamenight.core.showing.step_updates import StepUpdate, step_updates
from gamenight.core.text import say
from gamenight.protocol.bodies import Frame, FramesShown
from gamenight.protocol.delta import difference
from gamenight.server.cached import CachedBody, keep
from gamenight.server.localized_error import LocalizedError
from gamenight.server.match.live import LiveMatch
from gamenight.server.node.node import ServerFull
from gamenight.server.presentation.documents import seen_events, sent
from gamenight.server.presentation.viewpoint import Viewpoint

BREATH_S = 0.005
"""How long the event loop may be blocked by the next few frames."""
MOST_TURNS = 10_000
MOST_WAITING = 20
KEPT_BYTES = 16 * 2**20

FramesKey = tuple[MatchId, PlayerId | Literal["ai-log"] | None]
"""A match and a viewpoint (None: spectator), or a match and its AI log."""


class FramesUnavailable(LocalizedError):
    """This match cannot be shown turn by turn; the words are the reason."""


class ReplayFrames:
    """Makes one film at a time, and caches the last ones: a match that is over does not change."""

    def __init__(self, most_turns: int = MOST_TURNS, kept_bytes: int = KEPT_BYTES) -> None:
        self._most_turns = most_turns
        self._kept_bytes = kept_bytes
        self._kept: OrderedDict[FramesKey, CachedBody] = OrderedDict()
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def frames_of(self, live: LiveMatch, viewer: PlayerId | None) -> CachedBody:
        """The FramesShown of a match that is over; CannotFilm, or ServerFull if too many requests wait."""
        return await self.kept((live.match_id, viewer), lambda: _filmed(live, viewer, self._most_turns))

    async def kept(
        self, wanted: FramesKey, make: Callable[[], Awaitable[CachedBody]], *, is_final: bool = True
    ) -> CachedBody:
        """The cached body, or a new one, which is cached if `is_final`; ServerFull if too many requests wait."""
        if wanted in self._kept:
            self._kept.move_to_end(wanted)
            return self._kept[wanted]
        if self._waiting >= MOST_WAITING:
            raise ServerFull(say("refused-replays"))
        self._waiting += 1
        try:
            async with self._turn:
                if wanted in self._kept:
                    return self._kept[wanted]
                made = await make()
                return self._keep(wanted, made) if is_final else made
        finally:
            self._waiting -= 1

    def _keep(self, frames_of: FramesKey, made: CachedBody) -> CachedBody:
        self._kept[frames_of] = made
        while sum(map(_bytes, self._kept.values())) > self._kept_bytes and len(self._kept) > 1:
            self._kept.popitem(last=False)
        return made


async def _filmed(live: LiveMatch, viewer: PlayerId | None, most_turns: int) -> CachedBody:
    record = await live.node.store.record(live.match_id)
    if len(record.turns) > most_turns:
        raise FramesUnavailable(say("refused-long_match", turns=len(record.turns)))
    made: list[Frame] = []
    breath = time.monotonic()
    for frame in frames(live.rules, record, viewer):
        made.append(frame)
        if time.monotonic() - breath > BREATH_S:
            await asyncio.sleep(0)
            breath = time.monotonic()
    return await asyncio.to_thread(_body_of, FramesShown(viewer, tuple(made)))


def _bytes(kept: CachedBody) -> int:
    return len(kept.body) + len(kept.packed or b"")


def _body_of(frames_of: FramesShown) -> CachedBody:
    return keep(msgspec.json.encode(frames_of), "application/json")


def frames(plugin: GamePlugin, record: Record, viewer: PlayerId | None) -> Iterator[Frame]:
    """The match as this viewer saw it, from the set-up on: first the whole document, then its changes."""
    camera = _FrameMaker(plugin, viewer)
    first = opening(plugin, record)
    yield from camera.frames(Frame(0, record.started_at), first, None)
    for step in play_on(plugin, first.state, record.turns):
        turn, listing = step.turn, None if viewer is None else step.listings.get(viewer)
        yield from camera.frames(Frame(turn.index + 1, turn.at, turn.actor, turn.input), step, listing)


class _FrameMaker:
    """Makes frames for one viewer; each one is the difference from the document before."""

    def __init__(self, plugin: GamePlugin, viewer: PlayerId | None) -> None:
        self._plugin = plugin
        self._viewer = viewer
        self._shown: Any = None

    def frames(self, blank: Frame, step: Start | Step, listing: Listing | None) -> Iterator[Frame]:
        """A frame for each stage of the step, and one for its end."""
        *stages, end = step_updates(step)
        for number, update in enumerate(stages, 1):
            yield replace(self._frame(blank, update, ()), stage=number, shown_ms=update.shown_ms)
        # A viewer who may see no event of a turn sees no change either.
        is_seen = stages or seen_events(end.events, self._viewer)
        yield self._frame(blank, end, listing) if is_seen else blank

    def _frame(self, blank: Frame, update: StepUpdate, listing: Listing | None) -> Frame:
        viewpoint, told = (
            Viewpoint(self._plugin, update.state, self._viewer, listing),
            sent(seen_events(update.events, self._viewer)),
        )
        before, self._shown = self._shown, viewpoint.document("scenes")
        taken = replace(blank, events=told, log=viewpoint.log(told))
        if before is None:
            return replace(taken, view=self._shown)
        return replace(taken, changes=difference(before, self._shown))
