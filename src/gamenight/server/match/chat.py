"""The chat of a table: lines of its players and notices of the server."""

from __future__ import annotations

from typing import Protocol

import msgspec

from gamenight.core.model import GameState, MatchId, PlayerId, seat
from gamenight.core.text import Message, Words, say
from gamenight.protocol.messages import Chat
from gamenight.server.limits import MINUTE_MS, Bucket
from gamenight.server.presentation.connection import Connection
from gamenight.server.presentation.viewer_channel import ViewerChannel
from gamenight.server.retrying import in_the_end
from gamenight.server.services import Services
from gamenight.server.wall_clock import now_ms
from gamenight.store.hall.table import ChatLine, Table

LATE_CHATS = 100
"""Number of earlier chat lines that a new viewer receives."""


class ChattingMatch(Protocol):
    """The members of a match in memory that its chat uses."""

    match_id: MatchId
    table: Table
    state: GameState | None

    @property
    def node(self) -> Services: ...

    def channel(self, viewer: PlayerId | None, /) -> ViewerChannel: ...

    def send_to_all(self, message: Chat, /) -> None: ...

    async def table_written(self) -> None: ...


class TableChat:
    """The chat of one table."""

    def __init__(self, live: ChattingMatch) -> None:
        self._live = live
        self.pace = Bucket(live.node.settings.chats_per_minute, MINUTE_MS)

    async def said(self, table: Table, since: int = 0) -> tuple[ChatLine, ...]:
        """The chat lines from number `since` up to this version of the table; usually nothing has to be read."""
        if table.chat_count <= since:
            return ()
        lines = await self._live.node.hall.chats(table.match_id, since)
        return tuple(line for line in lines if line.number < table.chat_count)

    def tell(self, lines: tuple[ChatLine, ...]) -> None:
        """Send new lines to all viewers, but those marked `at_end` only after the end of the match."""
        state = self._live.state
        is_over = state is not None and state.is_over
        for line in lines:
            if is_over or not line.at_end:
                self._live.send_to_all(self._chat(line))

    async def tell_newcomer(self, viewer: PlayerId | None, line: Connection) -> None:
        """Send earlier lines to a new viewer, as far as this viewer may see them by now."""
        live = self._live
        since = now_ms() - (live.table.settings.delay_ms if viewer is None else 0)
        state = live.channel(viewer).state
        is_over = state is not None and state.is_over
        # Filtered first: the number that remains of the last lines would reveal how many wait for the end.
        heard = [said for said in await self.said(live.table) if said.at <= since and (is_over or not said.at_end)]
        for said in heard[-LATE_CHATS:]:
            line.tell(self._chat(said))

    async def tell_late_news(self) -> None:
        """Send the lines that had to wait for the end of the match."""
        for line in await in_the_end(lambda: self.said(self._live.table)):
            if line.at_end:
                self._live.send_to_all(self._chat(line))

    async def say_failure(self, state: GameState, player: PlayerId) -> None:
        """Announce that a random move replaced a bot's. For a hidden prompt this waits: it reveals who was asked."""
        await self._say("said-random_move", state, player, at_end=state.phase.hidden_actors)

    async def say_substitute(self, state: GameState, player: PlayerId, played: str) -> None:
        """Announce which move was made in place of a language model's, which gave none."""
        await self._say(f"said-model-{played}", state, player, at_end=state.phase.hidden_actors)

    async def say_replaced(self, state: GameState, player: PlayerId) -> None:
        """Announce that a bot plays for a language model until the end."""
        await self._say("said-model-replaced", state, player, at_end=False)

    async def _say(self, key: str, state: GameState, player: PlayerId, *, at_end: bool) -> None:
        live = self._live
        name = next(known.display_name for known in state.players if known.player_id == player)
        text = msgspec.json.encode(say(key, name=name)).decode()
        hall = live.node.hall
        await in_the_end(lambda: hall.say(live.match_id, None, text, now_ms(), at_end=at_end))
        await in_the_end(live.table_written)

    def _chat(self, line: ChatLine) -> Chat:
        if line.seat_index is None:
            return Chat(_server_words(line.text), line.at)
        names = {place.seat_index: place.name for place in self._live.table.places}
        return Chat(line.text, line.at, seat(line.seat_index), names.get(line.seat_index))


def _server_words(text: str) -> Words:
    """The stored words of the server: a message, or a text in older tables."""
    return msgspec.json.decode(text, type=Message) if text.startswith("[") else text
