"""Sizes of scenes on the wire, over random matches: a page has to load them, and a phone to follow every move."""

import json
from collections.abc import Iterator
from functools import cache
from statistics import median
from typing import Any

import pytest

from gamenight.core import registry
from gamenight.core.match import Match
from gamenight.core.model import Event, GameState, PlayerId
from gamenight.core.plugin import GamePlugin
from gamenight.core.replay import decode_record, opening, play_on
from gamenight.core.showing.step_updates import StepUpdate, step_updates
from gamenight.protocol.messages import StateUpdate, write_json
from gamenight.server.presentation.connection import Envelope
from gamenight.server.presentation.viewer_channel import ViewerChannel
from gamenight.server.presentation.viewpoint import Viewpoint
from tests.minigames.playing import play_out

KB = 1024
MOST = {"carcassonne": 8 * KB, "riichi": 7 * KB}
"""Bytes of JSON for any prompt of a built-in game; 4 KB for those that are not named."""

# With the usual options, and with those that make them largest.
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("tictactoe", 2, {}),
    ("goofspiel", 2, {}),
    ("goofspiel", 5, {}),
    ("blotto", 2, {}),
    ("blotto", 4, {"fields": 10, "units": 100}),
    ("liarsdice", 2, {}),
    ("liarsdice", 6, {"dice": 6}),
    ("carcassonne", 2, {}),
    ("carcassonne", 5, {}),
    ("riichi", 4, {"deals": 1}),
]


class Weighing:
    """A line that records the size of every update that is sent to it."""

    address = "here"

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def send(self, envelope: Envelope) -> None:
        if isinstance(envelope.message, StateUpdate):
            self.sizes.append(len(envelope.text))

    def tell(self, message: Any) -> None:
        pass

    def close(self, code: int, reason: str) -> None:
        pass


@cache
def played(slug: str, people: int, options: str = "{}") -> Match:
    return play_out(registry.load(slug), people, 1, options=json.loads(options))


def states(match: Match) -> Iterator[tuple[GameState, tuple[Event, ...], str | None]]:
    """Every state of the match, with the events that led to it and the player who acted."""
    record = decode_record(match.record())
    first = opening(match.plugin, record)
    for update in step_updates(first):
        yield update.state, update.events, None
    for step in play_on(match.plugin, first.state, record.turns):
        for update in step_updates(step):
            yield update.state, update.events, step.turn.actor


def viewers(match: Match) -> list[PlayerId | None]:
    return [None, *(player.player_id for player in match.state.players)]


@pytest.mark.parametrize("slug, people, options", TABLES, ids=str)
def test_no_update_is_too_large(slug, people, options):
    match = played(slug, people, json.dumps(options))
    most = MOST.get(slug, 4 * KB)
    for state, _, _ in states(match):
        for viewer in viewers(match):
            weight = len(write_json(Viewpoint(match.plugin, state, viewer).document("scenes")))
            assert weight <= most, f"{weight} bytes for {viewer} at prompt {state.prompt}"


def updates(game: GamePlugin, match: Match, viewer: PlayerId | None) -> list[int]:
    channel, line = ViewerChannel(viewer), Weighing()
    channel.admit(line, "scenes")
    for number, (state, events, actor) in enumerate(states(match)):
        if number == 0:
            channel.begin(game, (StepUpdate(state, events),), len(events), 0)
        else:
            channel.follow(
                game, (StepUpdate(state, events),), None, 0, f"client-{number:09}" if actor == viewer else None
            )
    return line.sizes


def test_an_update_of_riichi_is_under_600_bytes_in_the_median():
    """An update for a discard and the next draw; seldom more than a quarter of the whole scene."""
    match = played("riichi", 4, '{"deals": 1}')
    assert median(updates(match.plugin, match, match.state.players[0].player_id)) < 600


@pytest.mark.parametrize("people", [2, 5])
def test_an_update_that_asks_nothing_is_under_300_bytes_in_the_median(people):
    """A player who is asked also gets all offers; in Carcassonne these are mostly the larger part."""
    match = played("carcassonne", people)
    assert median(updates(match.plugin, match, None)) < 300
