"""Seats that bots answer for: time limits, replacement when bots fail, and the end of the server's process."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from gamenight.bots import Strategy
from gamenight.client import ClientTable, Rest
from gamenight.client.rest import RestRefused
from gamenight.core.model import PlayerId
from gamenight.looks.texts import texts_of
from gamenight.protocol.messages import Chat, StandIn
from tests.server import thinkers
from tests.server.forked_servers import QuickServer
from tests.server.server_process import ServerProcess
from tests.server.table_players import COUNTED_ONLY, GENEROUS, Logged, TablePlayers, company, eventually, heard, view_of
from tests.timeouts import TIMEOUT_S

PACE_MS = 300
NIM = {"heap": 9}
HEARTS = "tests.minigames.hearts:Hearts"


@pytest.fixture(scope="module")
def diaries(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which stand-ins write down what they were shown."""
    return tmp_path_factory.mktemp("diaries")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, diaries: Path) -> Iterator[ServerProcess]:
    """A server with installed bots that fail; they have long time limits, as the machine may be busy."""
    with with_failing_bots(tmp_path_factory.mktemp("bots"), diaries, bot_time_ms=int(1000 * TIMEOUT_S)) as running:
        yield running


@contextmanager
def with_failing_bots(folder: Path, diaries: Path, bot_time_ms: int) -> Iterator[ServerProcess]:
    folder.mkdir(exist_ok=True)
    thinkers.install(folder)
    settings: dict[str, Any] = {
        **GENEROUS,
        "bot_pace_ms": PACE_MS,
        "bot_time_ms": bot_time_ms,
        "stand_in": f"diary:notes={diaries}",
    }
    named = ("--bot", f"operators={__name__}:OPERATORS")
    server = ServerProcess(folder, flags=("--game", thinkers.NIM, HEARTS, "--bot-parameters", *named), **settings)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(folder))
        server.start()
    yield server
    server.kill()


async def test_a_bot_answers_slowly_enough_for_people_to_follow(server: ServerProcess):
    async with company(server, "tictactoe", 1, seats=2, bots=["random"]) as at:
        await at.play_out()
        turns = (await at.log()).record.turns
        bot = next(player.player_id for player in (await at.log()).record.players if player.is_bot)
        waits = [turn.at - before.at for before, turn in pairwise(turns) if turn.actor == bot]
        assert waits
        assert min(waits) > 0.9 * PACE_MS


async def test_all_bots_of_a_table_answer(server: ServerProcess):
    async with company(server, "goofspiel", 1, seats=5, bots=["random"], options={"cards": 3}, watchers=1) as at:
        await at.play_out()
        actors = [turn.actor for turn in (await at.log()).record.turns]
        assert {actors.count(PlayerId(player)) for player in ("p0", "p1", "p2", "p3", "p4")} == {2}
        assert not heard(at.watchers[0], Chat)


async def test_bots_continue_when_the_only_person_resigns(server: ServerProcess):
    async with company(server, "goofspiel", 1, seats=3, bots=["random"], options={"cards": 3}) as at:
        (person,) = at
        await person.resign()
        await at.over()
        assert person.over is not None
        assert person.over.result is not None
        assert person.over.result.ranking[-1] == ((person.player_id,),)


@pytest.mark.parametrize("strategy", ["crash", "quit", "exit", "mute", "levitate", "garble", "strange"])
async def test_a_failed_bot_s_move_is_replaced_by_a_random_one_and_announced(
    server: ServerProcess, strategy: str, tmp_path: Path
):
    await is_replaced(server, f"{strategy}:notes={tmp_path}")


async def test_a_late_bot_s_move_is_replaced_too(tmp_path: Path, diaries: Path):
    with with_failing_bots(tmp_path / "bots", diaries, bot_time_ms=1_500) as hasty:
        await is_replaced(hasty, f"hang:notes={tmp_path}")


async def is_replaced(server: ServerProcess, bot: str) -> None:
    async with company(server, "mini-nim", 1, seats=2, watchers=1, bots=[bot], options={"heap": 4}) as at:
        await bot_has_moved(at)
        for table in at.everybody:
            said = await table.next(Chat)
            assert (said.player_id, said.name) == (None, None)
            told = texts_of(None).tell(said.text)
            assert "Bot" in told
            assert "random" in told
        later = await at.back(at.players[0])
        assert await later.next(Chat) == said
        assert "out of ideas" not in "".join(str(frame) for table in at.everybody for frame in table.frames)


async def bot_has_moved(at: TablePlayers) -> None:
    """The person moves first, if the seats were drawn that way, and the bot has answered."""
    (person,) = at.players
    if view_of(person).get("actions"):
        await person.act("take", {"count": 1})
    start = view_of(person)["prompt"]
    await at.all_until(lambda one: view_of(one)["prompt"] > start or one.over)


# Bots that are not installed


OPERATORS = Strategy(thinkers.Diary, thinkers.Notes, "Known on this server alone.")
OTHERS = Strategy(thinkers.Diary, thinkers.Notes, "Nobody has named it.")


async def test_a_bot_that_the_operator_names_plays_under_that_name(server: ServerProcess, tmp_path: Path):
    listed = await Rest(server.url).get("/api/bots")
    assert "operators" in [strategy["name"] for strategy in listed["strategies"]]
    async with company(server, "tictactoe", 1, seats=2, bots=[f"operators:notes={tmp_path}"]) as at:
        await at.play_out()
    assert len(diary(tmp_path)) >= 2, "whoever moves second may have lost after two moves"


@pytest.mark.parametrize("text", [f"{__name__}:OPERATORS", f"{__name__}:OTHERS", f"{__name__}:OTHERS:notes=x"])
async def test_a_client_s_strategy_text_loads_no_code(server: ServerProcess, text: str):
    with pytest.raises(RestRefused) as refused:
        await Rest(server.url).post("/api/matches", {"game": "tictactoe", "num_bots": 1, "bots": [text]})
    assert "bad-strategy" in str(refused.value)


# What a bot is shown


def diary(folder: Path) -> dict[tuple[str, int], list[dict[str, Any]]]:
    """The diaries, by seat and prompt."""
    found = {}
    for file in folder.iterdir():
        player, prompt = file.name.split(".")
        found[player, int(prompt)] = json.loads(file.read_bytes())
    return found


@pytest.mark.long
async def test_a_bot_is_shown_the_events_of_its_seat_as_the_log_has_them(server: ServerProcess, tmp_path: Path):
    """In hearts three bots are created again for each decision, in other processes."""
    bot = f"diary:notes={tmp_path}"
    async with company(server, "mini-hearts", 1, seats=4, bots=[bot], options={"limit": 1}) as at:
        await at.play_out()
        logged = await at.log()
    found = diary(tmp_path)
    assert len({player for player, _ in found}) == 3
    assert len(found) > 3 * 13
    for (player, prompt), shown in found.items():
        expected = logged.seen_by(PlayerId(player))
        asked = next(at for at, event in enumerate(expected) if opens(event, prompt))
        assert [[one["event_type"], one["player_id"], one["payload"]] for one in shown] == expected[: asked + 1]
        assert not any(one["secret"] or one["audience"] for one in shown)


def opens(event: list[Any], prompt: int) -> bool:
    return bool(event[0] == "engine.turn_started" and event[2]["prompt"] == prompt)


async def test_a_stand_in_is_shown_what_the_player_was_sent(server: ServerProcess, diaries: Path):
    async with company(server, "goofspiel", 3, options={"cards": 5}) as at:
        ada, bob, cyd = at
        for table, card in zip(at, (1, 2, 3), strict=True):
            await table.act("bid", {"card": card})
        await at.all_until(lambda one: view_of(one)["prompt"] == 2)
        sent = [[event.event_type, event.player_id, event.payload] for event in cyd.events]
        await cyd.leave()
        await ada.next(StandIn)
        for table in (ada, bob):
            await table.act("bid", {"card": 5})
        await ada.until(lambda one: view_of(one)["prompt"] > 2)
    shown = diary(diaries)["p2", 2]
    assert sent == [
        [one["event_type"], one["player_id"], one["payload"]] for one in shown if one["event_type"] not in COUNTED_ONLY
    ]


# A bot's duty survives its node


@pytest.fixture
def brief(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server whose bots take a second to answer, and whose failure is noticed soon."""
    settings: dict[str, Any] = {
        **GENEROUS,
        "bot_pace_ms": 1_500,
        "bot_time_ms": 500,
        "stand_in": "random",
        "node_timeout_ms": 1_000,
    }
    with QuickServer(tmp_path_factory.mktemp("brief"), **settings) as server:
        yield server


async def a_bot_owes_an_answer(at: TablePlayers) -> ClientTable:
    (person,) = at.players
    if view_of(person).get("actions"):
        await person.act("move", {"row": 1, "col": 1})
    await person.until(lambda one: not view_of(one).get("actions"))
    return person


async def test_a_bot_answers_after_a_restart_whether_its_opponent_is_back_or_not(brief: ServerProcess):
    async with (
        company(brief, "tictactoe", 1, seats=2, bots=["random"]) as one,
        company(brief, "tictactoe", 1, seats=2, bots=["random"]) as other,
    ):
        person, _ = await asyncio.gather(a_bot_owes_an_answer(one), a_bot_owes_an_answer(other))
        await asyncio.to_thread(brief.kill)
        turns = [len((await at.log()).record.turns) for at in (one, other)]
        assert max(turns) <= 1
        await asyncio.to_thread(brief.start)
        person = await one.back(person)
        await person.until(lambda table: table.view and table.view.get("actions"))
        logs = [await until_there_are(at, more) for at, more in zip((one, other), turns, strict=True)]
        for at, log, before in zip((one, other), logs, turns, strict=True):
            (answer,) = log.record.turns[before:]
            assert answer.actor != at.players[0].player_id


async def until_there_are(at: TablePlayers, more_than: int) -> Logged:
    """The log, when it has more actions than this; no client has to watch the match."""
    await eventually(partial(has_more, at, more_than))
    return await at.log()


async def has_more(at: TablePlayers, than: int) -> bool:
    return len((await at.log()).kinds) > than


async def test_a_stand_in_continues_after_a_restart_until_the_player_returns(brief: ServerProcess):
    async with company(brief, "goofspiel", 3, options={"cards": 5}) as at:
        ada, bob, cyd = at
        await cyd.leave()
        await ada.next(StandIn)
        await asyncio.to_thread(brief.kill)
        await asyncio.to_thread(brief.start)
        ada, bob = await at.fresh(ada), await at.fresh(bob)
        assert [seat.stand_in for seat in ada.seats] == [False, False, True]
        prompt = view_of(ada)["prompt"]
        for table in (ada, bob):
            await table.act("bid", {"card": 5})
        await ada.until(lambda one: view_of(one)["prompt"] > prompt)
        cyd = await at.fresh(cyd)
        await ada.until(lambda one: not any(seat.stand_in or seat.is_away for seat in one.seats))
        at.players = [ada, bob, cyd]
        await at.play_out()
