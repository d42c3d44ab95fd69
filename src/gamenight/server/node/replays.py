"""The replay of a match: everything once it is over; while it is played, the events that the viewer has seen."""

from __future__ import annotations

from typing import Any

import msgspec

from gamenight.core.model import PlayerId
from gamenight.server.match.live import LiveMatch
from gamenight.server.node.summaries import shown_to
from gamenight.server.presentation.documents import plain_view, seen_events, sent


async def replay_of(live: LiveMatch, viewer: PlayerId | None) -> dict[str, Any]:
    """The replay for this viewer. A running match shows no turns, as their number would reveal who was asked."""
    shown: dict[str, Any] = msgspec.to_builtins(shown_to(live, viewer))
    channel = live.channel(viewer)
    if live.ended is not None or (channel.state is not None and channel.state.is_over):
        return {**shown, **await _everything(live)}
    if channel.state is None:
        return {**shown, "number": 0, "events": [], "view": None}
    stored = await live.node.store.events(live.match_id)
    seen = seen_events([one.event for one in stored], viewer)[: channel.number]
    view = plain_view(live.rules, channel.state, viewer)
    return {**shown, "number": channel.number, "events": msgspec.to_builtins(sent(seen)), "view": view}


async def _everything(live: LiveMatch) -> dict[str, Any]:
    """The record, from which the match can be played again, and every event with its secrets."""
    record = await live.node.store.record(live.match_id)
    stored = await live.node.store.events(live.match_id)
    return {"record": msgspec.to_builtins(record), "events": msgspec.to_builtins(stored)}
