"""Seats that bots answer for: in their own time, replaced when they fail, and past the end of the server's process."""

import asyncio
from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

from gamenight.server.client import ClientTable
from gamenight.server.protocol import Chat, StandIn
from tests.server import thinkers
from tests.server.company import GENEROUS, Company, Logged, company, eventually, heard, view_of
from tests.server.nursery import QuickServer
from tests.server.server_process import ServerProcess

PACE_MS = 300
NIM = {"heap": 9}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One on which somebody has installed bots that fail."""
    folder = tmp_path_factory.mktemp("bots")
    thinkers.install(folder)
    settings = {**GENEROUS, "bot_pace_ms": PACE_MS, "bot_time_ms": 1_500}
    server = ServerProcess(folder, flags=("--game", thinkers.NIM, "--bot-parameters"), **settings)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(folder))
        server.start()
    yield server
    server.kill()


async def test_a_bot_lets_people_follow(server: ServerProcess):
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
        assert {actors.count(player) for player in ("p0", "p1", "p2", "p3", "p4")} == {2}
        assert not heard(at.watchers[0], Chat)


async def test_bots_play_on_when_the_only_person_resigns(server: ServerProcess):
    async with company(server, "goofspiel", 1, seats=3, bots=["random"], options={"cards": 3}) as at:
        (person,) = at
        await person.resign()
        await at.over()
        assert person.over is not None
        assert person.over.result is not None
        assert person.over.result.ranking[-1] == (person.player_id,)


@pytest.mark.parametrize("strategy", ["crash", "quit", "exit", "mute", "levitate", "garble", "strange", "hang"])
async def test_a_bot_that_fails_is_replaced_for_that_move_by_a_random_one_and_the_match_says_so(
    server: ServerProcess, strategy: str, tmp_path: Path
):
    bot = f"{strategy}:notes={tmp_path}"
    async with company(server, "mini-nim", 1, seats=2, watchers=1, bots=[bot], options={"heap": 4}) as at:
        await bot_has_moved(at)
        for table in at.everybody:
            said = await table.next(Chat)
            assert (said.player_id, said.name) == (None, None)
            assert "Bot" in said.text
            assert "random" in said.text
        later = await at.back(at.players[0])
        assert await later.next(Chat) == said
        assert "out of ideas" not in "".join(str(frame) for table in at.everybody for frame in table.frames)


async def bot_has_moved(at: Company) -> None:
    """The person moves first, if the seats fell so, and the bot has answered."""
    (person,) = at.players
    if view_of(person).get("actions"):
        await person.act("take", {"count": 1})
    start = view_of(person)["prompt"]
    await at.all_until(lambda one: view_of(one)["prompt"] > start or one.over)


# A bot's duty survives its node


@pytest.fixture
def brief(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One whose bots take a second to answer, and whose node is missed soon."""
    settings = {**GENEROUS, "bot_pace_ms": 1_500, "bot_time_ms": 500, "stand_in": "random", "node_timeout_ms": 1_000}
    with QuickServer(tmp_path_factory.mktemp("brief"), **settings) as server:
        yield server


async def a_bot_owes_an_answer(at: Company) -> ClientTable:
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


async def until_there_are(at: Company, more_than: int) -> Logged:
    """The log when it has more actions than this; nobody needs to look at the match."""
    await eventually(partial(has_more, at, more_than))
    return await at.log()


async def has_more(at: Company, than: int) -> bool:
    return len((await at.log()).kinds) > than


async def test_a_stand_in_goes_on_after_a_restart_and_hands_back(brief: ServerProcess):
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
