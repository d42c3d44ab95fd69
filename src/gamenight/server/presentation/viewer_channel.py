"""All sockets with the same viewpoint of a match: those of one seat, or those of all spectators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamenight.core.engine import committed_seats
from gamenight.core.listing.actions import Listing
from gamenight.core.model import GameState, PlayerId
from gamenight.core.plugin import GamePlugin
from gamenight.core.showing.step_updates import StepUpdate
from gamenight.protocol.delta import difference
from gamenight.protocol.messages import (
    ActionRequired,
    ClockShown,
    GameOver,
    LogLine,
    PlayersCommitted,
    SeenEvent,
    ServerMessage,
    StateUpdate,
    TimerUpdate,
    Wants,
)
from gamenight.server.presentation.connection import SEAT_LEFT, TRY_AGAIN_LATER, Connection, Envelope
from gamenight.server.presentation.documents import seen_events, sent, shown_clocks
from gamenight.server.presentation.viewpoint import Viewpoint


class ViewerChannel:
    """All sockets of one viewer. `number` counts the logged events that the viewer may see, also without sockets."""

    __slots__ = ("asked", "clocks", "committed", "connections", "documents", "number", "state", "viewer")

    def __init__(self, viewer: PlayerId | None) -> None:
        self.viewer = viewer
        self.connections: dict[Connection, Wants] = {}
        self.number = 0
        self.state: GameState | None = None
        """The match as it was last shown. For spectators of a delayed table this is an earlier state."""
        self.documents: dict[Wants, Any] = {}
        """The last document sent, one for each kind that a connection wants."""
        self.clocks: dict[PlayerId, ClockShown] = {}
        self.committed: tuple[PlayerId, ...] = ()
        self.asked = 0

    def send(self, message: ServerMessage) -> None:
        if self.connections:
            envelope = Envelope(message)
            for connection in self.connections:
                connection.send(envelope)

    def follow(
        self,
        plugin: GamePlugin,
        updates: Sequence[StepUpdate],
        listing: Listing | None,
        now: int,
        client_id: str | None = None,
    ) -> None:
        """Show a turn, one stage after the other. A viewer who may see none of its events gets no update."""
        was_over, state = self.state is not None and self.state.is_over, updates[-1].state
        self.state = state
        for update in updates:
            seen = seen_events(update.events, self.viewer)
            self.number += len(seen)
            # Stages are public: they are sent even to a viewer who may see none of the events.
            if self.connections and (seen or len(updates) > 1):
                self._update(plugin, update, sent(seen), listing if update.state is state else (), client_id)
                client_id = None
        if not self.connections:
            return
        self._notices(plugin, state, now)
        if state.is_over and not was_over:
            self.send(game_over(state))

    def _update(
        self,
        plugin: GamePlugin,
        update: StepUpdate,
        seen: tuple[SeenEvent, ...],
        listing: Listing | None,
        client_id: str | None,
    ) -> None:
        viewpoint = Viewpoint(plugin, update.state, self.viewer, listing)
        for wants in self._kinds():
            before, now = self.documents.get(wants), viewpoint.document(wants)
            self.documents[wants] = now
            events, log = _told(viewpoint, wants, seen)
            changes = difference(before, now)
            self._send_to(wants, StateUpdate(self.number, events, changes, None, client_id, log, update.shown_ms))

    def _kinds(self) -> set[Wants]:
        return set(self.connections.values())

    def _send_to(self, wants: Wants, message: ServerMessage) -> None:
        envelope = Envelope(message)
        for connection, wanted in self.connections.items():
            if wanted == wants:
                connection.send(envelope)

    def _notices(self, plugin: GamePlugin, state: GameState, now: int) -> None:
        """Send what has no number: who has answered, the clocks, and the question to this seat."""
        if state.committed or self.committed:
            self._tell_who_committed(state)
        clocks = shown_clocks(plugin, state, self.viewer)
        if clocks != self.clocks:
            stopped = {player: ClockShown() for player in self.clocks if player not in clocks}
            changed = {player: own for player, own in clocks.items() if self.clocks.get(player) != own}
            self.clocks = clocks
            self.send(TimerUpdate(now, stopped | changed))
        if self.viewer in state.to_act and state.prompt != self.asked:
            self.asked = state.prompt
            self.send(action_required(state, self.viewer))

    def _tell_who_committed(self, state: GameState) -> None:
        committed = committed_seats(state)
        if committed != self.committed:
            self.committed = committed
            if committed:
                self.send(PlayersCommitted(state.prompt, committed))

    def welcome(
        self,
        plugin: GamePlugin,
        connection: Connection,
        wants: Wants,
        missed: tuple[SeenEvent, ...],
        now: int,
        shown_ms: int = 0,
    ) -> None:
        """Send a new connection the whole match as it is now; after that it receives every change."""
        self.admit(connection, wants)
        state = self.state
        if state is None:
            return
        if not self.documents:
            self._look_around(plugin, state)
        viewpoint = Viewpoint(plugin, state, self.viewer)
        if wants not in self.documents:
            self.documents[wants] = viewpoint.document(wants)
        events, log = _told(viewpoint, wants, missed)
        connection.tell(StateUpdate(self.number, events, None, self.documents[wants], None, log, shown_ms))
        if self.clocks:
            connection.tell(TimerUpdate(now, self.clocks))
        if self.committed:
            connection.tell(PlayersCommitted(state.prompt, self.committed))
        if self.viewer in state.to_act:
            connection.tell(action_required(state, self.viewer))
        if state.is_over:
            connection.tell(game_over(state))

    def admit(self, connection: Connection, wants: Wants) -> None:
        """Add a connection, or change what it wants."""
        if self.connections.get(connection) != wants:
            self.part(connection)
            self.connections[connection] = wants

    def _look_around(self, plugin: GamePlugin, state: GameState) -> None:
        """Take clocks, answers and prompt as they are now, as there was no line to keep them current for."""
        self.clocks = shown_clocks(plugin, state, self.viewer)
        self.committed = committed_seats(state)
        self.asked = state.prompt

    def begin(self, plugin: GamePlugin, updates: Sequence[StepUpdate], number: int, now: int) -> None:
        """Show the beginning of the match to all connections; `number` is the count of all its events so far."""
        if not self.connections:
            self.state, self.number = updates[-1].state, number
            return
        first, later = updates[0], updates[1:]
        seen = seen_events(first.events, self.viewer)
        self.state, self.number = first.state, len(seen)
        for connection, wants in list(self.connections.items()):
            self.welcome(plugin, connection, wants, sent(seen), now, first.shown_ms)
        if later:
            self.follow(plugin, later, None, now)

    def break_off(self) -> None:
        """Close all connections: the match cannot be shown. A client that reconnects gets the match as it is then."""
        for connection in self.connections:
            connection.close(TRY_AGAIN_LATER, "the match could not be shown; reconnect and resume")
        self._empty()

    def dismiss(self) -> None:
        """Close all connections, as the seat was left: its other pages must not see the hand of the next player."""
        for connection in self.connections:
            connection.close(SEAT_LEFT, "the seat was left on another page")
        self._empty()

    def _empty(self) -> None:
        self.connections = {}
        self.documents = {}

    def part(self, connection: Connection) -> None:
        """Remove a connection, and the document that no other line wants."""
        wants = self.connections.pop(connection, None)
        if wants is not None and wants not in self._kinds():
            self.documents.pop(wants, None)


def _told(
    viewpoint: Viewpoint, wants: Wants, events: tuple[SeenEvent, ...]
) -> tuple[tuple[SeenEvent, ...], tuple[LogLine, ...]]:
    """The events as data, in words, or both, as this kind of client wants them."""
    if wants == "views":
        return events, ()
    return events if wants == "both" else (), viewpoint.log(events)


def action_required(state: GameState, viewer: PlayerId | None) -> ActionRequired:
    assert viewer is not None
    return ActionRequired(state.prompt, state.phase.mode.value == "concurrent", state.clocks[viewer].deadline)


def game_over(state: GameState) -> GameOver:
    """The message for the end of a match. Seed and salt are no longer secret."""
    assert state.is_over
    return GameOver(state.status, state.result, state.scores, state.config.random_seed, state.config.salt)
