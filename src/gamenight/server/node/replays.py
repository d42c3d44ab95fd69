"""A match from its first event on: everything once it is over, what the viewer was shown while it is played."""

from __future__ import annotations

from typing import Any

import msgspec

from gamenight.core.model import PlayerId
from gamenight.server.match.live import LiveMatch
from gamenight.server.node.summaries import shown_to
from gamenight.server.presentation.documents import plain_view, seen_events, sent


async def replay_of(live: LiveMatch, viewer: PlayerId | None) -> dict[str, Any]:
    """Of a running match no turns: their number would tell who was asked."""
    shown: dict[str, Any] = msgspec.to_builtins(shown_to(live, viewer))
    audience = live.audience(viewer)
    if live.ended is not None or (audience.state is not None and audience.state.is_over):
        return {**shown, **await _everything(live)}
    if audience.state is None:
        return {**shown, "number": 0, "events": [], "view": None}
    stored = await live.node.store.events(live.match_id)
    seen = seen_events([one.event for one in stored], viewer)[: audience.number]
    view = plain_view(live.rules, audience.state, viewer)
    return {**shown, "number": audience.number, "events": msgspec.to_builtins(sent(seen)), "view": view}


async def _everything(live: LiveMatch) -> dict[str, Any]:
    """The record, with which anybody can play the match again, and every event with its secrets."""
    record = await live.node.store.record(live.match_id)
    stored = await live.node.store.events(live.match_id)
    return {"record": msgspec.to_builtins(record), "events": msgspec.to_builtins(stored)}
