"""Summaries of tables: current ones for their players, possibly delayed ones for other viewers."""

from __future__ import annotations

from gamenight.core.model import GameState, GameStatus, PlayerId
from gamenight.protocol.messages import TableShown
from gamenight.server.match.live import LiveMatch
from gamenight.server.node.new_table import public_settings
from gamenight.server.seats.shown_seats import seats_of


def shown_to(live: LiveMatch, viewer: PlayerId | None) -> TableShown:
    table, state = live.table, live.channel(viewer).state
    is_now = viewer is not None or table.settings.delay_ms == 0
    play = state if may_look(live, viewer) else None
    return TableShown(
        table.match_id,
        table.game_id,
        status_of(live, state),
        seats_of(table, state, with_presence=is_now),
        table.created_at,
        public_settings(live.plugin, table),
        {} if play is None else play.scores,
        None if play is None else play.phase.name,
        live.trouble or (None if state is None else state.pause_reason),
        None if state is None else state.result,
        None if state is None else live.commitment,
    )


def may_look(live: LiveMatch, viewer: PlayerId | None) -> bool:
    """Whether this viewer may see the match. Without a seat, a match without spectators is hidden until its end."""
    state = live.channel(viewer).state
    return viewer is not None or live.table.settings.spectators or (state is not None and state.is_over)


def status_of(live: LiveMatch, state: GameState | None) -> GameStatus:
    """The status to show. A match that cannot continue here is paused, unless it was over before."""
    if live.ended is not None:
        return live.ended
    if live.trouble is not None:
        return GameStatus.PAUSED
    return GameStatus.WAITING if state is None else state.status
