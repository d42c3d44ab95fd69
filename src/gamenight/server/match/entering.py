"""Show the match, with missed events, to a viewer who connects; remove a spectator who leaves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from gamenight.core.model import MatchId, PlayerId
from gamenight.core.plugin import GamePlugin
from gamenight.protocol.messages import GameJoined, SeenEvent, Wants
from gamenight.server.bots.bot_seats import BotSeats
from gamenight.server.match.chat import TableChat
from gamenight.server.presentation.connection import Connection
from gamenight.server.presentation.documents import seen_events, sent
from gamenight.server.presentation.viewer_channel import ViewerChannel
from gamenight.server.retrying import in_the_end
from gamenight.server.seats.exhibition import WatchedMatch, rest_or_resume
from gamenight.server.seats.tokens import is_held
from gamenight.server.services import Services
from gamenight.server.wall_clock import now_ms

Greet = Callable[[], GameJoined]
"""Makes the first message for a new viewer, from the table at that moment."""


class SeatLost(Exception):
    """The seat was left, and may belong to another player by now."""


class VisitedMatch(WatchedMatch, Protocol):
    """The members of a match in memory that are used when a viewer connects."""

    match_id: MatchId
    plugin: GamePlugin | None
    chat: TableChat
    bot_seats: BotSeats

    @property
    def node(self) -> Services: ...

    def channel(self, viewer: PlayerId | None, /) -> ViewerChannel: ...

    def touch(self) -> None: ...

    async def read_news(self) -> None: ...

    async def begin_or_load(self) -> None: ...


async def enter(
    live: VisitedMatch,
    viewer: PlayerId | None,
    connection: Connection,
    wants: Wants,
    last: int | None,
    token_hash: str | None,
    greet: Greet | None = None,
) -> None:
    """Show the match to a new connection, with the events after `last`; from now on it receives every change.

    SeatLost if the seat no longer belongs to this token. The match may begin with this player.
    """
    live.touch()
    async with live.lock:
        try:
            await live.read_news()
        finally:
            # A player who has just taken a seat must receive its token, even if the database is unavailable by now.
            if greet is not None:
                connection.tell(greet())
        if viewer is not None and not is_held(live.table, viewer, token_hash):
            raise SeatLost
        is_first = not live.is_watched
        await _welcome(live, live.channel(viewer), connection, wants, last)
        await live.begin_or_load()
        live.bot_seats.follow()
        rest_or_resume(live)
        if is_first and live.table.settings.exhibition:
            live.spawn(in_the_end(live.bot_seats.models.free_all))


async def _welcome(
    live: VisitedMatch, channel: ViewerChannel, connection: Connection, wants: Wants, last: int | None
) -> None:
    missed = () if last is None else await _missed(live, channel, last)
    if connection not in channel.connections:
        await live.chat.tell_newcomer(channel.viewer, connection)
    if live.plugin is not None:
        channel.welcome(live.plugin, connection, wants, missed, now_ms())
    else:
        channel.admit(connection, wants)


async def _missed(live: VisitedMatch, channel: ViewerChannel, last: int) -> tuple[SeenEvent, ...]:
    if channel.state is None:
        return ()
    stored = await live.node.store.events(live.match_id)
    shown = seen_events([one.event for one in stored], channel.viewer)
    return sent(shown[last : channel.number])


def look_away(live: VisitedMatch, connection: Connection) -> None:
    """Remove the line of a spectator who has stopped watching."""
    live.channel(None).part(connection)
    rest_or_resume(live)
