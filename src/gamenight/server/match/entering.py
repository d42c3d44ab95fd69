"""Show the match, with missed events, to a viewer who connects; remove a spectator who leaves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from gamenight.core.model import MatchId, PlayerId
from gamenight.core.plugin import GamePlugin
from gamenight.protocol.messages import GameJoined, SeenEvent, Wants
from gamenight.server.bots.duties import Duties
from gamenight.server.instants import now_ms
from gamenight.server.match.chat import TableChat
from gamenight.server.presentation.audience import Audience
from gamenight.server.presentation.documents import seen_events, sent
from gamenight.server.presentation.line import Line
from gamenight.server.retrying import in_the_end
from gamenight.server.seats.exhibition import WatchedMatch, rest_or_resume
from gamenight.server.seats.tokens import is_held
from gamenight.server.services import Services

Greet = Callable[[], GameJoined]
"""Makes the first message for a new viewer, from the table at that moment."""


class SeatLost(Exception):
    """The seat was left, and may belong to another player by now."""


class VisitedMatch(WatchedMatch, Protocol):
    """The members of a match in memory that are used when a viewer connects."""

    match_id: MatchId
    plugin: GamePlugin | None
    chat: TableChat
    duties: Duties

    @property
    def node(self) -> Services: ...

    def audience(self, viewer: PlayerId | None, /) -> Audience: ...

    def touch(self) -> None: ...

    async def read_news(self) -> None: ...

    async def begin_or_load(self) -> None: ...


async def enter(
    live: VisitedMatch,
    viewer: PlayerId | None,
    line: Line,
    wants: Wants,
    last: int | None,
    token_hash: str | None,
    greet: Greet | None = None,
) -> None:
    """Show the match to a new line, with the events after `last`; from now on it receives every change.

    SeatLost if the seat no longer belongs to this token. The match may begin with this player.
    """
    live.touch()
    async with live.lock:
        try:
            await live.read_news()
        finally:
            # A player who has just taken a seat must receive its token, even if the database is unavailable by now.
            if greet is not None:
                line.tell(greet())
        if viewer is not None and not is_held(live.table, viewer, token_hash):
            raise SeatLost
        is_first = not live.is_watched
        await _welcome(live, live.audience(viewer), line, wants, last)
        await live.begin_or_load()
        live.duties.follow()
        rest_or_resume(live)
        if is_first and live.table.settings.exhibition:
            live.spawn(in_the_end(live.duties.models.free_all))


async def _welcome(live: VisitedMatch, audience: Audience, line: Line, wants: Wants, last: int | None) -> None:
    missed = () if last is None else await _missed(live, audience, last)
    if line not in audience.lines:
        await live.chat.tell_newcomer(audience.viewer, line)
    if live.plugin is not None:
        audience.welcome(live.plugin, line, wants, missed, now_ms())
    else:
        audience.admit(line, wants)


async def _missed(live: VisitedMatch, audience: Audience, last: int) -> tuple[SeenEvent, ...]:
    if audience.state is None:
        return ()
    stored = await live.node.store.events(live.match_id)
    shown = seen_events([one.event for one in stored], audience.viewer)
    return sent(shown[last : audience.number])


def look_away(live: VisitedMatch, line: Line) -> None:
    """Remove the line of a spectator who has stopped watching."""
    live.audience(None).part(line)
    rest_or_resume(live)
