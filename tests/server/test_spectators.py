"""Viewers without a seat see what a spectator may, at every endpoint: nothing, or the table with its delay."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from gamenight.client import listed_answers
from tests.server.forked_servers import QuickServer
from tests.server.recording import (
    Party,
    RecordedResponse,
    RecordingViewer,
    at_prompt,
    is_after,
    party,
    plain,
    plain_answer,
)
from tests.server.teahouses import DISCARDER, FAINTS, PONS, wall
from tests.timeouts import TIMEOUT_S

HOUR_MS = 3_600_000
EARLY_S = 0.5
"""Two clocks, and messages on their way, which a busy machine reads late: so much earlier something may seem to arrive.
Delays are of two seconds and more, so that what is not delayed at all is noticed all the same."""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    games = ("--game", "tests.server.teahouses:Nerves")
    limits: dict[str, Any] = {
        "requests_per_address": 100_000,
        "matches_per_address": 10_000,
        "bots_per_address": 1_000_000,
        "handshakes_per_address": 1_000_000,
        "heavy_per_address": 1_000_000,
        "pace_ms": 600,
    }
    with QuickServer(tmp_path_factory.mktemp("spectators"), flags=games, **limits) as running:
        yield running


async def move(table: Party) -> None:
    """The player to move in tic-tac-toe takes the first free cell; wait until both have seen it."""
    prompt = max(eye.view["prompt"] for eye in table.seats.values())
    for eye in table.seats.values():
        await eye.until(partial(at_prompt, eye, prompt))
    mover = next(eye for eye in table.seats.values() if eye.view.get("actions"))
    kind, payload = listed_answers(mover.view)[0]
    await mover.answer(kind, f"move {prompt}", **payload)
    for eye in table.seats.values():
        await eye.until(partial(is_after, eye, prompt))


async def play_to_the_end(table: Party) -> None:
    while not table.seats[0].over:
        await move(table)


async def doors(eye: RecordingViewer) -> list[Any]:
    return [plain_answer(answer, eye.match_id) for answer in await eye.look()]


# No spectators at all


async def test_a_table_without_spectators_hides_its_match_until_the_end(server):
    async with (
        party(server.url, "tictactoe", (0, 1), spectators=False) as table,
        RecordingViewer(server.url, "lobby").connected() as lobby,
        RecordingViewer(server.url, table.match_id).connected() as intruder,
    ):
        await lobby.hear("tables")
        before = await doors(table.stranger)
        await intruder.say("watch")
        assert (await intruder.hear("error"))["code"] == "spectators_not_allowed"
        for _ in range(3):
            await move(table)
        assert await doors(table.stranger) == before
        shown, replay, *lists = await table.stranger.look()
        assert replay.status == 403
        entries = [one for answer in lists for one in answer.content["tables"] if one["match_id"] == table.match_id]
        for one in (shown.content, *entries, *in_lobby(lobby, table.match_id)):
            assert not {"view", "scores", "phase", "result"} & one.keys()
        await play_to_the_end(table)
        await lobby.until(lambda: in_lobby(lobby, table.match_id)[-1]["status"] == "finished")
        assert not intruder.told("state_update", "game_over", "chat")
        assert (await table.stranger.ask(f"/api/matches/{table.match_id}/replay")).content["record"]


def in_lobby(lobby: RecordingViewer, match_id: str) -> list[Any]:
    """The table as the lobby has shown it, again and again."""
    shown = [one for told in lobby.told("tables") for one in told["tables"]]
    shown += [told["table"] for told in lobby.told("table")]
    return [one for one in shown if one["match_id"] == match_id]


# Delayed spectators


async def test_a_table_with_a_long_delay_has_not_begun_for_viewers_without_a_seat(server):
    """In stream, page, list, lobby and replay, even after the end and after a restart."""
    async with (
        party(server.url, "tictactoe", (0, 1), spectator_delay_ms=HOUR_MS) as table,
        RecordingViewer(server.url, "lobby").connected() as lobby,
    ):
        await lobby.hear("tables")
        stranger, before = table.stranger, len(table.watcher.heard)
        at_first = await doors(stranger)
        assert "MATCH" in str(at_first[4])  # it waits
        counted = await turns_counted(stranger)
        await table.seats[0].say("chat", text="tally-ho")
        await table.seats[1].hear("chat")
        await move(table)
        assert await doors(stranger) == at_first
        await play_to_the_end(table)
        assert await doors(stranger) == at_first
        await table.seats[0].say("chat", text="well played")
        await asyncio.sleep(0.5)
        async with RecordingViewer(server.url, table.match_id).connected() as late:
            await late.say("watch", last=0)
            await late.say("resume", last=0)
            await late.catch_up()
            assert {one.message["type"] for one in late.heard} == {"game_joined", "pong"}
            assert late.told("game_joined")[0]["status"] == "waiting"
            assert "commitment" not in late.told("game_joined")[0]
        assert [one.message for one in table.watcher.heard[before:]] == []
        assert {one["status"] for one in in_lobby(lobby, table.match_id)} == {"waiting"}
        assert await turns_counted(stranger) == counted
        await assert_players_see_the_present(table)
        await asyncio.to_thread(server.restart)
        assert await doors(stranger) == at_first


async def turns_counted(stranger: RecordingViewer) -> list[str]:
    lines = (await stranger.ask("/metrics")).body.decode().splitlines()
    return [line for line in lines if line.startswith("gamenight_turns_total") and "tictactoe" in line]


async def assert_players_see_the_present(table: Party) -> None:
    for eye in table.seats.values():
        shown, replay, *_ = await eye.look()
        assert shown.content["status"] == "finished"
        assert shown.content["result"]
        assert replay.content["record"]["config"]["random_seed"] == eye.over["seed"]
        assert [one["text"] for one in eye.told("chat")] == ["tally-ho", "well played"]


class Peeper:
    """A viewer without a seat who reads every endpoint again and again, and records when each thing is first seen."""

    def __init__(self, url: str, match_id: str) -> None:
        self.eye = RecordingViewer(url, match_id)
        self.first: dict[str, float] = {}

    async def peep(self) -> None:
        try:
            for answer in await self.eye.look():
                if answer.status == 200:
                    self._note(answer)
        except OSError:
            await asyncio.sleep(0.05)  # the server is being restarted

    async def peep_until(self, claim: Callable[[dict[str, float]], object]) -> None:
        async with asyncio.timeout(TIMEOUT_S):
            while not claim(self.first):
                await self.peep()
                await asyncio.sleep(0.05)

    def _note(self, answer: RecordedResponse) -> None:
        own, content = f"/api/matches/{self.eye.match_id}", answer.content
        shown = [one for one in content.get("tables", [content]) if one["match_id"] == self.eye.match_id]
        for one in shown:
            self._see(answer.at, f"it is {one['status']}", *(["the result"] if one.get("result") else []))
            for number in range(1, prompt_in(one) + 1):
                self._see(answer.at, f"prompt {number}")
        if answer.asked.endswith(f"{own}/replay") and "record" in content:
            self._see(answer.at, "the seed")

    def _see(self, at: float, *what: str) -> None:
        for name in what:
            self.first.setdefault(name, at)


def prompt_in(shown: Any) -> int:
    view = shown.get("view")
    return view["prompt"] if view else 0


def instants(eye: RecordingViewer) -> dict[str, float]:
    """When this player saw each of the things that a Peeper records."""
    seen = {f"prompt {number}": at for number, at in eye.prompts.items()}
    started = next(one.at for one in eye.heard if one.message["type"] == "game_started")
    ended = next((one.at for one in eye.heard if one.message["type"] == "game_over"), None)
    seen["it is active"] = started
    return seen if ended is None else {**seen, "it is finished": ended, "the result": ended, "the seed": ended}


def assert_late(seen: dict[str, float], players: dict[str, float], delay_s: float) -> None:
    for what, at in seen.items():
        if what != "it is waiting":
            assert at >= players[what] + delay_s - EARLY_S, what


async def test_every_endpoint_has_the_table_s_delay_and_shows_everything_in_the_end(server):
    delay_s = 2.5
    async with party(server.url, "tictactoe", (0, 1), spectator_delay_ms=int(1000 * delay_s)) as table:
        peeper = Peeper(server.url, table.match_id)
        watched = asyncio.create_task(peeper.peep_until(lambda first: "the seed" in first))
        for _ in range(4):
            await move(table)
            await asyncio.sleep(0.2)
        await table.seats[1].say("chat", text="oh")
        await table.seats[0].hear("chat")
        await play_to_the_end(table)
        await table.watcher.hear("game_over")
        await watched
        players = instants(table.seats[0])
        assert_late(peeper.first, players, delay_s)
        assert_late(instants(table.watcher), players, delay_s)
        assert instants(table.watcher).keys() == players.keys()
        assert peeper.first.keys() >= {"it is waiting", "it is active", "it is finished", "the result", "the seed"}
        assert told_at(table.watcher, "chat") >= told_at(table.seats[0], "chat") + delay_s - EARLY_S
        assert stream_of(table.watcher)[-1] == stream_of(table.seats[0])[-1]


def told_at(eye: RecordingViewer, type: str) -> float:
    return next(one.at for one in eye.heard if one.message["type"] == type)


def stream_of(eye: RecordingViewer) -> list[bytes]:
    return [plain(one.frame, eye.match_id) for one in eye.heard if one.message["type"] == "game_over"]


async def test_a_new_viewer_has_the_same_delay_as_all_others(server):
    delay_s = 2.5
    async with party(server.url, "tictactoe", (0, 1), spectator_delay_ms=int(1000 * delay_s)) as table:
        await move(table)
        await table.watcher.until(lambda: table.watcher.view and table.watcher.view["prompt"] == 2)
        await move(table)
        async with RecordingViewer(server.url, table.match_id).connected() as late:
            await late.say("watch", last=0)
            shown = await late.hear("state_update")
            assert shown["view"]["prompt"] == 2
            assert len([event for event in shown["events"] if event[0].startswith("game.")]) == 1
            await late.until(lambda: late.view["prompt"] == 3)
            assert late.prompts[3] >= table.seats[0].prompts[3] + delay_s - EARLY_S


async def test_the_delay_outlives_the_server(server):
    """After a restart an old move is shown at once, and a recent one at its time."""
    delay_s = 3.0
    async with party(server.url, "tictactoe", (0, 1), spectator_delay_ms=int(1000 * delay_s)) as table:
        peeper = Peeper(server.url, table.match_id)
        await move(table)
        await peeper.peep_until(lambda first: "prompt 2" in first)
        await play_to_the_end(table)
        await asyncio.to_thread(server.restart)
        shown = await RecordingViewer(server.url, table.match_id).ask(f"/api/matches/{table.match_id}")
        assert prompt_in(shown.content) >= 2
        await peeper.peep_until(lambda first: "the seed" in first)
        assert_late(peeper.first, instants(table.seats[0]), delay_s)


async def test_chat_after_the_end_is_delayed_too(server):
    """A bot's failure at a hidden prompt, for a client that connects when the match is over but not shown to be."""
    delay_s, options = 2.0, {"wall": wall(DISCARDER, FAINTS, PONS)}
    asked: dict[str, Any] = {
        "seats": 3,
        "bots": ["medium"],
        "options": options,
        "spectator_delay_ms": int(1000 * delay_s),
    }
    async with party(server.url, "mini-nerves", (0, 2), **asked) as table:
        ann, cyd = table.seats[0], table.seats[2]
        await ann.answer("discard", "a1", tile=3)
        await cyd.until(lambda: cyd.view["phase"] == "call")
        await cyd.answer("pon", "c1")
        await cyd.until(lambda: cyd.view["phase"] == "discard")
        await asyncio.sleep(delay_s)
        await ann.say("resign")
        await ann.hear("chat")
        async with RecordingViewer(server.url, table.match_id).connected() as late:
            await late.say("watch")
            await late.hear("chat")
            assert told_at(late, "chat") >= told_at(late, "game_over")
            assert told_at(late, "game_over") >= told_at(ann, "game_over") + delay_s - EARLY_S
