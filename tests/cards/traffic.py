"""The traffic of card games: every frame that a socket would receive, made by the server's own code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gamenight.core.advancing.matching import valid_actions
from gamenight.core.engine import advance, start
from gamenight.core.listing.actions import pick
from gamenight.core.match import configure, seated
from gamenight.core.model import Act, Action, Event, GameState, MatchId, PlayerId, Refusal, Start, Step
from gamenight.core.plugin import GamePlugin
from gamenight.core.rng import Rng
from gamenight.core.showing.step_updates import StepUpdate, step_updates
from gamenight.protocol.messages import ServerMessage, write_json
from gamenight.server.presentation.connection import Envelope
from gamenight.server.presentation.documents import seen_events, sent
from gamenight.server.presentation.viewer_channel import ViewerChannel

Viewer = PlayerId | None
"""A seat, or None for a spectator."""


class Socket:
    """A line that records the frames that it is sent."""

    address = "here"

    def __init__(self) -> None:
        self.frames: list[bytes] = []

    def send(self, envelope: Envelope) -> None:
        self.frames.append(envelope.text.encode())

    def tell(self, message: ServerMessage) -> None:
        self.frames.append(write_json(message))

    def close(self, code: int, reason: str) -> None:
        raise AssertionError(reason)


class WatchedTable:
    """A match with a socket for each viewer, who is sent views, scenes, offers, events and words."""

    def __init__(
        self,
        game: GamePlugin,
        players: int | Sequence[str],
        seed: str,
        options: dict[str, Any],
        watching: Sequence[Viewer] | None = None,
    ) -> None:
        self.game = game
        seats = seated(players)
        config = configure(game, len(seats), seed=seed, options=options)
        self.viewers: tuple[Viewer, ...] = (*(player.player_id for player in seats), None)
        self.sockets = {viewer: Socket() for viewer in (self.viewers if watching is None else watching)}
        self.channels = {viewer: ViewerChannel(viewer) for viewer in self.sockets}
        self.events: list[Event] = []
        self.actions: list[Action] = []
        self.shown: tuple[StepUpdate, ...] = ()
        first = start(game, MatchId("cards"), seats, config, 0)
        self.state: GameState = first.state
        for viewer, channel in self.channels.items():
            channel.admit(self.sockets[viewer], "both")
            channel.begin(game, step_updates(first), len(first.events), 0)
        self._go_on(first)

    def _go_on(self, step: Start | Step) -> None:
        self.state, self.shown = step.state, step_updates(step)
        self.events += step.events

    @property
    def heard(self) -> dict[Viewer, list[bytes]]:
        return {viewer: socket.frames for viewer, socket in self.sockets.items()}

    def act(self, action: Action) -> bool:
        """Send an action to the match and the result to all viewers; returns whether it was accepted."""
        step = advance(self.game, self.state, Act(action, self.state.prompt), self.state.last_at)
        if isinstance(step, Refusal):
            return False
        self.actions.append(action)
        for viewer, channel in self.channels.items():
            listing = () if viewer is None else step.listings.get(viewer)
            channel.follow(self.game, step_updates(step), listing, step.state.last_at)
        self._go_on(step)
        return True

    def welcome(self, viewer: Viewer) -> list[bytes]:
        """The frames for a client that reconnects and has missed everything."""
        socket, channel = Socket(), ViewerChannel(viewer)
        channel.state = self.state
        channel.welcome(self.game, socket, "both", sent(seen_events(self.events, viewer)), self.state.last_at)
        return socket.frames

    def random_action(self, chance: Rng) -> Action:
        player = chance.choice(self.state.to_act)
        return pick(valid_actions(self.game, self.state, player), player, chance)


def play(table: WatchedTable, chance: Rng, look: Callable[[WatchedTable], None], most: int) -> None:
    """At most so many random actions; `look` is called at the opening and after each."""
    look(table)
    while not table.state.is_over and len(table.actions) < most:
        assert table.act(table.random_action(chance))
        look(table)
