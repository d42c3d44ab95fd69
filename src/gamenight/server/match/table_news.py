"""Take over a changed table, and send the changes to all viewers."""

from __future__ import annotations

from typing import Protocol

from gamenight.core.model import GameState, MatchId, PlayerId, seat
from gamenight.protocol.messages import ModelStuck, PlayerLeft, ServerMessage
from gamenight.server.bots.bot_seats import BotSeats
from gamenight.server.match.chat import TableChat
from gamenight.server.presentation.viewer_channel import ViewerChannel
from gamenight.server.seats.absences import AbsenceLimits
from gamenight.server.seats.models import in_short, seat_of
from gamenight.server.seats.notices import notices
from gamenight.server.seats.presence import Presence
from gamenight.server.services import Services
from gamenight.store.hall.table import Table


class SeatedMatch(Protocol):
    """The members of a match in memory that are used when its table changes."""

    match_id: MatchId
    table: Table
    state: GameState | None
    has_bots: bool
    channels: dict[PlayerId, ViewerChannel]
    chat: TableChat
    bot_seats: BotSeats
    presence: Presence

    @property
    def node(self) -> Services: ...

    @property
    def absence_limits(self) -> AbsenceLimits: ...

    def send_to_all(self, message: ServerMessage, /) -> None: ...


async def catch_up_table(live: SeatedMatch) -> None:
    """Read the table and send what changed. The caller holds the lock."""
    old, new = live.table, await live.node.hall.table(live.match_id)
    lines = await live.chat.said(new, old.chat_count)
    fresh = [one for one in notices(old, new, live.absence_limits) if not _is_outdated(live, one, new)]
    told = [await _with_reason(live, one) for one in fresh]
    live.table = new
    live.presence.heal()
    # Not by the revision: the seats that were read may be newer than it, and would never be sent.
    if new == old:
        return
    for notice in told:
        live.send_to_all(notice)
        if isinstance(notice, PlayerLeft):
            live.channels[notice.player_id].dismiss()
            live.presence.gone(notice.player_id)
    if live.state is not None:
        live.has_bots = is_botted(live.table, live.state)
        live.bot_seats.follow()
    live.chat.tell(lines)


def _is_outdated(live: SeatedMatch, notice: ServerMessage, table: Table) -> bool:
    """Whether the notice says that a model is stuck at a prompt that is closed: no message would ever free it."""
    if not isinstance(notice, ModelStuck) or live.state is None:
        return False
    own = seat_of(table, notice.player_id)
    return live.state.is_over or (own is not None and own.prompt < live.state.prompt)


async def _with_reason(live: SeatedMatch, notice: ServerMessage) -> ServerMessage:
    """Add the reason why a model could not be asked, if the operator allows it (`llm_details`)."""
    if not isinstance(notice, ModelStuck) or notice.outcome not in ("transport", "configuration"):
        return notice
    if not live.node.settings.llm_details:
        return notice
    decisions = await live.node.ledger.decisions(live.match_id)
    reasons = [one.reason for one in decisions if seat(one.seat_index) == notice.player_id and one.reason]
    return ModelStuck(notice.player_id, notice.outcome, in_short(reasons[-1]) if reasons else None)


def is_botted(table: Table, state: GameState) -> bool:
    """Whether a bot plays at a seat, at least as a stand-in."""
    return any(place.stand_in for place in table.places) or any(player.is_bot for player in state.players)
