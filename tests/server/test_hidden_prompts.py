"""Who is asked for a call, and how they answer, is hidden from everybody else: in every stream, endpoint and clock."""

import asyncio
import time
from collections.abc import Coroutine
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass, field
from functools import cache, partial, wraps
from pathlib import Path
from typing import Any, cast

import pytest

from tests.server.forked_servers import QuickServer
from tests.server.recording import (
    Party,
    RecordingViewer,
    assert_same,
    compact,
    in_another_phase,
    in_phase,
    party,
    plain,
    plain_answer,
)
from tests.server.teahouses import CHIS, DIES, DISCARDER, DOZE_S, DOZES, FAINTS, IDLE, PONS, RONS, wall

PACES_S = (1.5, 6.0, 24.0)
"""How long a call prompt lasts at least; the longer ones are for machines that have too much else to do."""
LATE = 0.6
"""Late, but within the pace."""

NAMES = ("Nerves", "Haste")

NOTICE = "said-random_move"
LEAVE = "leave the table without a word"


class PacedServer(QuickServer):
    """A server whose call prompts last this long."""

    def __init__(self, folder: Path, pace_s: float) -> None:
        games = ("--game", "tests.minigames.teahouse:Teahouse", *(f"tests.server.teahouses:{name}" for name in NAMES))
        limits: dict[str, Any] = {
            "requests_per_address": 100_000,
            "matches_per_address": 10_000,
            "bots_per_address": 1_000_000,
            "handshakes_per_address": 1_000_000,
            "heavy_per_address": 1_000_000,
        }
        super().__init__(folder, flags=games, pace_ms=int(1000 * pace_s), **limits)
        self.pace_s = pace_s


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Returns a server for its pace; each is started when it is first needed."""
    with ExitStack() as running:

        @cache
        def started(pace_s: float) -> PacedServer:
            return running.enter_context(PacedServer(tmp_path_factory.mktemp("hidden"), pace_s))

        yield started


class TooSlow(Exception):
    """The machine was busy: endpoints were not read in time, or the prompt was seen or closed too late.

    A prompt that is really closed too early or too late is so at every pace.
    """


def at_some_pace(test):
    """Repeat the test with a longer pace while the machine is too slow for it."""

    @wraps(test)
    async def tried(server, **more: Any) -> None:
        for pace_s in PACES_S:
            try:
                return await test(server(pace_s), **more)
            except TooSlow:
                continue
        raise AssertionError("call prompts are closed too early or too late, or the machine is too slow")

    return tried


@dataclass
class Call:
    """An answer to the call prompt, this long after it was opened: 0.5 is half of the pace."""

    seat: int
    kind: str
    payload: dict[str, Any] = field(default_factory=dict)
    after: float = 0.0


PON = Call(2, "pon")
"""It goes before any chi, and is made when some time has passed and everybody has looked around."""


@dataclass
class Seen:
    """What all other viewers received until the prompt was resolved, and what the asked seat received."""

    streams: dict[str, list[bytes]]
    doors: list[Any]
    lasted: dict[str, float]
    own: list[Any]
    notices: dict[str, list[Any]]
    """What each of them was told by the server itself, after the end."""


async def together(*runs: Coroutine[Any, Any, Seen]) -> list[Seen]:
    """Run all of them at the same time; if one was too slow, raise that after all have ended."""
    ended = await asyncio.gather(*runs, return_exceptions=True)
    for end in ended:
        if isinstance(end, BaseException):
            raise end
    return cast(list[Seen], ended)


async def called(server: PacedServer, hands, *calls: Call, game: str = "mini-teahouse", **asked: Any) -> Seen:
    """The first seat discards a 3, and these calls follow."""
    pace_s = server.pace_s
    options = {"wall": wall(*hands)}
    async with (
        party(server.url, **{"game": game, "people": (0, 1, 2), "seats": 3, "options": options, **asked}) as table,
        RecordingViewer(server.url, "lobby").connected() as lobby,
        AsyncExitStack() as visits,
    ):
        await lobby.until(lambda: _all_are_there(lobby, table.match_id))
        others = {"discarder": table.seats[0], "caller": table.seats[2], "watcher": table.watcher}
        dealt = {name: compact([eye.view, eye.clocks.keys()]) for name, eye in others.items()}
        before = {eye: len(eye.heard) for eye in (*others.values(), lobby)}
        await table.seats[0].answer("discard", "first", tile=3)
        await asyncio.gather(*(eye.until(partial(in_phase, eye, "call")) for eye in table_eyes(table)))
        opened = time.monotonic()
        answering = [asyncio.create_task(_answer(table, call, pace_s)) for call in calls if call is not PON]
        doors = await _look(table, opened + 0.2 * pace_s)
        others["newcomer"] = await _come(server, table, visits)
        if PON in calls:
            await _answer(table, PON, pace_s)
        doors += await _look(table, opened + 0.7 * pace_s)
        await asyncio.gather(*answering)
        is_in_time = phase(table.seats[0]) == "call"
        await asyncio.gather(*(eye.until(partial(in_another_phase, eye, "call")) for eye in others.values()))
        lasted = {name: lasting(eye) for name, eye in others.items() if name in dealt}
        if not is_in_time or min(lasted.values()) < pace_s - 0.1 or max(lasted.values()) > 2 * pace_s:
            raise TooSlow
        streams = {name: [dealt.get(name), *await stream(eye, before.get(eye, 0))] for name, eye in others.items()}
        streams["lobby"] = [
            plain(one.frame, table.match_id) for one in lobby.heard[before[lobby] :] if table.match_id in one.frame
        ]
        own = [one.message for one in table.seats[1].heard] if 1 in table.seats else []
        await table.seats[0].say("resign")
        await asyncio.gather(*(eye.hear("game_over") for eye in others.values()))
        await asyncio.sleep(0.3)
        notices = {name: eye.told("chat") for name, eye in others.items()}
        return Seen(streams, doors, lasted, own, notices)


def _all_are_there(lobby: RecordingViewer, match_id: str) -> bool:
    """The lobby has shown the match as active, with all players connected."""
    listed = [one for told in lobby.told("tables") for one in told["tables"]]
    shown = [one for one in (*listed, *(told["table"] for told in lobby.told("table"))) if one["match_id"] == match_id]
    return bool(shown) and shown[-1]["status"] == "active" and not any("is_away" in one for one in shown[-1]["seats"])


def table_eyes(table: Party) -> list[RecordingViewer]:
    return [eye for eye in (*table.seats.values(), table.watcher) if eye is not None]


def phase(eye: RecordingViewer) -> str:
    return eye.view["phase"]


async def _answer(table: Party, call: Call, pace_s: float) -> None:
    await asyncio.sleep(call.after * pace_s)
    if call.kind == LEAVE:
        return table.seats[call.seat].drop()
    client_id = f"{call.seat} {call.kind} {call.after}"
    await table.seats[call.seat].answer(call.kind, client_id, **call.payload)


async def _come(server, table: Party, visits: AsyncExitStack) -> RecordingViewer:
    """A spectator begins to watch, and all others request everything again."""
    newcomer = await visits.enter_async_context(RecordingViewer(server.url, table.match_id).connected())
    for eye in (table.seats[0], table.seats[2], table.watcher):
        before = len(eye.heard)
        await eye.say("resume", last=0)
        await eye.hear("state_update", before)
    await newcomer.say("watch", last=0)
    await newcomer.hear("state_update")
    return newcomer


async def _look(table: Party, at: float) -> list[Any]:
    """Read every endpoint, for two players and a spectator, at this instant."""
    await asyncio.sleep(max(0, at - time.monotonic()))
    found = await asyncio.gather(*(eye.look() for eye in (table.seats[0], table.seats[2], table.stranger)))
    return [plain_answer(answer, table.match_id) for answers in found for answer in answers]


async def stream(eye: RecordingViewer, since: int) -> list[bytes]:
    """Every frame from this one on."""
    await eye.catch_up()
    return [plain(one.frame, eye.match_id) for one in eye.heard[since:]]


def lasting(eye: RecordingViewer) -> float:
    """How long this viewer saw the call prompt, which is the second prompt of the match."""
    return eye.prompts[3] - eye.prompts[2]


def assert_alike(*runs: Seen) -> None:
    """All others saw the same, byte by byte."""
    for run in runs[1:]:
        for whose, frames in run.streams.items():
            assert_same(frames, runs[0].streams[whose], whose)
        assert_same(run.doors, runs[0].doors, "REST")


@at_some_pace
async def test_a_pass_at_once_a_late_pass_and_a_lost_call_are_indistinguishable_from_not_being_asked(server):
    asked, idle = (DISCARDER, CHIS, PONS), (DISCARDER, IDLE, PONS)
    runs = await together(
        called(server, idle, PON),
        called(server, asked, Call(1, "pass"), PON),
        called(server, asked, Call(1, "pass", after=LATE), PON),
        called(server, asked, Call(1, "chi", {"tiles": [1, 2]}), PON),
        called(server, asked, PON),
    )
    assert_alike(*runs)
    assert [len([one for one in run.own if one["type"] == "action_committed"]) for run in runs] == [0, 1, 1, 1, 0]


BANK = {"mode": "bank", "turn_ms": 5_000, "bank_ms": 60_000}
NOBODY = (1, 4, 6, 6)
"""Has nothing to call on a 3 either."""


@pytest.mark.parametrize("game, timer", [("mini-teahouse", {}), ("mini-teahouse", BANK), ("mini-haste", {})])
@at_some_pace
async def test_passing_over_a_win_is_indistinguishable_from_having_none(server, game, timer):
    """Whether there is a time limit for the whole match, only for calls, or none."""
    asked = {"game": game, "timer": timer}
    assert_alike(
        *await together(
            called(server, (DISCARDER, IDLE, NOBODY), **asked),
            called(server, (DISCARDER, RONS, NOBODY), Call(1, "pass"), **asked),
            called(server, (DISCARDER, RONS, NOBODY), Call(1, "pass", after=LATE), **asked),
            called(server, (DISCARDER, CHIS, NOBODY), Call(1, "pass", after=0.5 * LATE), **asked),
        )
    )


@at_some_pace
async def test_refused_and_repeated_answers_of_the_asked_seat_reach_no_other_viewer(server):
    refused = (Call(1, "pon"), Call(1, "chi", {"tiles": [5, 6]}), Call(1, "ron", {"no": "such"}, 0.07))
    again = (Call(1, "pass", after=0.15), Call(1, "pass", after=0.2), Call(1, "chi", {"tiles": [1, 2]}, 0.25))
    quiet, tried = await together(
        called(server, (DISCARDER, IDLE, PONS), PON),
        called(server, (DISCARDER, CHIS, PONS), *refused, *again, PON),
    )
    assert_alike(quiet, tried)
    codes = [one["code"] for one in tried.own if one["type"] == "error"]
    unlisted = "action_type_mismatch"
    assert codes == [unlisted, "invalid_action", unlisted, "already_committed", "already_committed"]


@at_some_pace
async def test_a_player_who_leaves_looks_the_same_whether_asked_or_not(server):
    leave = Call(1, LEAVE, after=0.1)
    runs = await together(
        called(server, (DISCARDER, IDLE, PONS), leave, PON, timer=BANK),
        called(server, (DISCARDER, CHIS, PONS), leave, PON, timer=BANK),
        called(server, (DISCARDER, CHIS, PONS), Call(1, "pass"), leave, PON, timer=BANK),
    )
    for run in runs:
        del run.streams["lobby"]  # it reports at the next check that a player is away
    assert_alike(*runs)


@at_some_pace
async def test_a_hidden_answer_changes_no_public_number_of_the_server(server):
    """Neither its status nor its metrics, lists and pages."""
    async with party(server.url, "mini-teahouse", (0, 1, 2), options={"wall": wall(DISCARDER, CHIS, PONS)}) as table:
        await table.seats[0].answer("discard", "first", tile=3)
        await table.seats[1].until(lambda: phase(table.seats[1]) == "call")
        await table.stranger.look()  # whatever has to be loaded for this is loaded now
        before = await numbers(table.stranger)
        await table.seats[1].answer("chi", "hidden", tiles=[1, 2])
        assert await numbers(table.stranger) == before
        await table.seats[2].answer("pon", "hidden")
        assert await numbers(table.stranger) == before
        await table.seats[0].until(lambda: phase(table.seats[0]) != "call")
        assert await numbers(table.stranger) != before
        await table.seats[0].say("resign")


async def numbers(stranger: RecordingViewer) -> list[Any]:
    """All numbers of the server, except for the requests that ask for them."""
    metrics = (await stranger.ask("/metrics")).body.decode().splitlines()
    counted = [line for line in metrics if not line.startswith("gamenight_http_requests")]
    assert any(line.startswith("gamenight_turns_total") for line in counted)
    tables = [plain_answer(answer, stranger.match_id) for answer in await stranger.look()]
    return [counted, (await stranger.ask("/status")).content, (await stranger.ask("/health")).content, tables]


@at_some_pace
async def test_a_bot_that_calls_or_fails_is_indistinguishable_from_one_that_is_not_asked_until_the_end(server):
    bot: dict[str, Any] = {"game": "mini-nerves", "people": (0, 2), "bots": ["medium"]}
    idle, calls, faints, dies = await together(
        *(called(server, (DISCARDER, hand, PONS), PON, **bot) for hand in (IDLE, CHIS, FAINTS, DIES))
    )
    assert_alike(idle, calls, faints, dies)
    assert not any(idle.notices.values())
    for run in (faints, dies):
        for told in run.notices.values():
            assert [one["text"][0] == NOTICE for one in told] == [True]
            assert "player_id" not in told[0]
    assert "the bot of p1" in server.log
    assert "1, 2, 4, 5" not in server.log  # the hand of the bot that fails


@at_some_pace
async def test_a_bot_answers_within_the_pace_even_if_it_would_think_longer(server):
    run = await called(server, (DISCARDER, DOZES, NOBODY), game="mini-nerves", people=(0, 2), bots=["medium"])
    assert max(run.lasted.values()) <= 2 * server.pace_s < DOZE_S
