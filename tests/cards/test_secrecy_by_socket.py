"""Real sockets receive the updates that the tests of secrecy search, message by message."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from gamenight.core.model import seat, seat_index
from gamenight.core.registry import load
from gamenight.core.rng import Rng, seed_text
from tests.cards.secrecy import Searcher, search
from tests.cards.test_secrecy import SHORT
from tests.cards.traffic import WatchedTable
from tests.cards.twins import fixed
from tests.server.forked_servers import QuickServer
from tests.server.recording import NAMES, RecordingViewer, assert_same, party

ACTIONS = 70
SITTINGS = [("hearts", 4), ("durak", 3), ("gin_rummy", 2), ("scopa", 4), ("crazy_eights", 3)]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    limits: dict[str, Any] = {
        "requests_per_address": 100_000,
        "matches_per_address": 10_000,
        "bots_per_address": 1_000_000,
        "handshakes_per_address": 1_000_000,
        "heavy_per_address": 1_000_000,
    }
    with QuickServer(tmp_path_factory.mktemp("secrecy"), **limits) as running:
        yield running


def updates(messages: list[Any]) -> list[Any]:
    """The updates among these, without the name that their author gave to an answer."""
    found = [message for message in messages if message["type"] == "state_update"]
    return [{name: value for name, value in message.items() if name != "client_id"} for message in found]


@pytest.mark.parametrize("game_id, players", SITTINGS)
async def test_sockets_receive_the_updates_that_are_searched(server, game_id, players):
    game, names = load(game_id), NAMES[:players]
    options = fixed(game, players, SHORT[game_id] | {"first_dealer": 0}, "sockets")  # type: ignore[arg-type]
    here, chance = WatchedTable(game, names, "sockets", options), Rng(seed_text("sockets"))
    searchers = [Searcher(here, viewer) for viewer in here.viewers]
    search(here, searchers, anew=True)
    async with party(server.url, game_id, tuple(range(players)), wants="both", options=options) as there:
        while not here.state.is_over and len(here.actions) < ACTIONS:
            action = here.random_action(chance)
            eye = there.seats[seat_index(action.player_id)]
            await _prompted(eye, here.state.prompt)
            payload = msgspec.to_builtins(action.payload)
            await eye.answer(action.action_type, f"answer {len(here.actions)}", **payload)
            assert here.act(action)
            search(here, searchers, anew=False)
        eyes = {None: there.watcher} | {seat(index): eye for index, eye in there.seats.items()}
        for viewer, eye in eyes.items():
            await eye.catch_up()
            sent = updates([msgspec.json.decode(frame) for frame in here.heard[viewer]])
            assert_same(updates([one.message for one in eye.heard]), sent, f"{game_id}, {viewer}")


async def _prompted(eye: RecordingViewer, prompt: int) -> None:
    await eye.until(lambda: eye.view["prompt"] == prompt)
