"""Clocks that the server enforces: every time control and behaviour, without connections, after a restart, on nodes."""

import asyncio
import time
from collections.abc import Iterator
from typing import Any

import pytest

from gamenight.client import ClientTable
from gamenight.core.model import Due, Turn
from gamenight.protocol.messages import ActionRequired, ClockShown, GameOver, StateUpdate, TimerUpdate
from tests.server.forked_servers import QuickServer
from tests.server.server_process import ServerProcess
from tests.server.table_players import GENEROUS, TablePlayers, company, heard, hears_nothing, refused, view_of
from tools.services import Postgres

MINIGAMES = ("tests.minigames.nim:Nim", "tests.minigames.auction:Auction")
CELLS = [{"row": row, "col": col} for row in range(3) for col in range(3)]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that holds no clocks."""
    settings: dict[str, Any] = {"flags": ("--game", *MINIGAMES), "hold_budget_ms": 0}
    with QuickServer(tmp_path_factory.mktemp("timeouts"), **GENEROUS, **settings) as server:
        yield server


def timed(mode: str, behaviour: str = "force_pass", **times: int) -> dict[str, Any]:
    return {"mode": mode, "timeout_behavior": behaviour, **times}


async def result_of(table: ClientTable) -> Any:
    return (await table.next(GameOver)).result


# Controls


LONG = 3_600_000
CONTROLS: dict[str, dict[str, Any]] = {
    "simple": timed("simple", base_time_ms=LONG),
    "total": timed("total", base_time_ms=LONG),
    "fischer": timed("fischer", base_time_ms=LONG, increment_ms=7_000),
    "byoyomi": timed("byoyomi", base_time_ms=100, periods=20, period_time_ms=150),
    "byoyomi without main time": timed("byoyomi", base_time_ms=0, periods=30, period_time_ms=100),
    "bank": timed("bank", turn_ms=150, bank_ms=LONG),
}


@pytest.mark.parametrize("control", CONTROLS)
async def test_clocks_are_charged_by_the_rules_of_their_time_control(server: ServerProcess, control: str):
    timer = CONTROLS[control]
    async with company(server, timer=timer, watchers=1) as at:
        for cell, pause in zip(CELLS[:4], (0, 0.25, 0.12, 0), strict=True):
            await asyncio.sleep(pause)
            await at.act("move", cell)
        log = await at.log()
        expected = charged(timer, log.record.started_at, log.record.turns)
        for table in at.everybody:
            await table.until(lambda one: one.clocks == expected)
        assert at.to_move.required is not None
        assert at.to_move.required.deadline == expected["p0"].deadline


def charged(timer: dict[str, Any], started_at: int, turns: tuple[Turn, ...]) -> dict[Any, ClockShown]:
    """Both clocks after these moves, computed by hand: the first player's runs."""
    bank = {"p0": timer.get("bank_ms", timer.get("base_time_ms", 0)), "p1": 0}
    if timer["mode"] == "simple":
        bank["p0"] = 0
    bank["p1"], periods = bank["p0"], {seat: timer.get("periods", 0) for seat in ("p0", "p1")}
    own_part = {"simple": timer.get("base_time_ms"), "bank": timer.get("turn_ms")}.get(timer["mode"]) or 0
    opened = started_at
    for turn in turns:
        over = max(0, turn.at - opened - own_part)
        left = bank[turn.actor] - over
        if left < 0 and timer["mode"] == "byoyomi":
            periods[turn.actor] -= -left // timer["period_time_ms"]
        bank[turn.actor] = max(0, left) + timer.get("increment_ms", 0)
        opened = turn.at
    deadline = opened + own_part + bank["p0"] + periods["p0"] * timer.get("period_time_ms", 0)
    return {"p0": ClockShown(bank["p0"], periods["p0"], deadline), "p1": ClockShown(bank["p1"], periods["p1"])}


SHORT: dict[str, dict[str, Any]] = {
    "simple": timed("simple", "lose_game", base_time_ms=400),
    "total": timed("total", "lose_game", base_time_ms=400),
    "fischer": timed("fischer", "lose_game", base_time_ms=400, increment_ms=1),
    "byoyomi": timed("byoyomi", "lose_game", base_time_ms=100, periods=2, period_time_ms=150),
    "bank": timed("bank", "lose_game", turn_ms=100, bank_ms=300),
}


async def test_running_out_of_time_loses_under_every_time_control(server: ServerProcess):
    async def wait_in_vain(control: str) -> None:
        async with company(server, timer=SHORT[control], watchers=1) as at:
            ada = at.players[0]
            for table in at.everybody:
                result = await result_of(table)
                assert (result.reason, result.ranking) == ("timeout", ((("p1",),), (("p0",),)))
            (due,) = (await at.log()).record.turns
            assert isinstance(due.input, Due)
            assert ada.required is not None
            assert ada.required.deadline is not None
            assert due.at >= ada.required.deadline

    await asyncio.gather(*map(wait_in_vain, SHORT))


# Behaviours


async def test_a_timeout_passes_if_the_player_may_pass(server: ServerProcess):
    timer = timed("simple", "force_pass", base_time_ms=300)
    async with company(server, "mini-nim", 2, options={"passes": 1, "heap": 40}, timer=timer) as at:
        await at.all_until(lambda one: view_of(one)["prompt"] >= 2)
        log = await at.log()
        assert [action.action_type for action in log.record.turns[0].chosen] == ["pass"]
        assert ["engine.timed_out", "p0", {"prompt": 1}] in log.seen_by(None)


async def test_a_timeout_plays_a_random_move_if_the_player_must_move(server: ServerProcess):
    async def play(behaviour: str) -> None:
        async with company(server, timer=timed("simple", behaviour, base_time_ms=200), watchers=1) as at:
            await at.over()
            log = await at.log()
            assert set(log.kinds) == {"due"}
            chosen = [action.payload for turn in log.record.turns for action in turn.chosen]
            moves = [(move["row"], move["col"]) for move in chosen]
            assert len(set(moves)) == len(moves) >= 5
            assert at.players[0].over is not None
            assert at.players[0].over.result is not None
            assert at.players[0].over.result.reason == "normal"

    await asyncio.gather(play("force_pass"), play("random_action"))


async def test_an_answer_in_time_stops_the_clock(server: ServerProcess):
    async with company(server, timer=timed("simple", "lose_game", base_time_ms=1_000)) as at:
        for cell in CELLS[:3]:
            await asyncio.sleep(0.4)
            await at.act("move", cell)
        assert not (await at.log()).dues


# Concurrent prompts


async def test_a_timeout_answers_only_for_the_missing_players(server: ServerProcess):
    timer = timed("simple", base_time_ms=800)
    async with company(server, "goofspiel", 3, timer=timer, watchers=1, options={"cards": 5, "rounds": 1}) as at:
        await at.players[1].act("bid", {"card": 5})
        await at.over()
        (bid, due), log = (await at.log()).record.turns, await at.log()
        assert bid.actor == "p1"
        assert [action.player_id for action in due.chosen] == ["p0", "p2"]
        late = [event[1] for event in log.seen_by(None) if event[0] == "engine.timed_out"]
        assert late == ["p0", "p2"]


async def test_all_players_who_miss_the_deadline_lose_together(server: ServerProcess):
    timer = timed("simple", "lose_game", base_time_ms=800)
    async with company(server, "goofspiel", 3, timer=timer, options={"cards": 5}) as at:
        await at.players[2].act("bid", {"card": 5})
        result = await result_of(at.players[0])
        assert (result.reason, result.ranking) == ("timeout", ((("p2",),), (("p0",), ("p1",))))


async def test_if_all_players_miss_the_deadline_none_wins(server: ServerProcess):
    timer = timed("simple", "lose_game", base_time_ms=300)
    async with company(server, "goofspiel", 2, timer=timer) as at:
        result = await result_of(at.players[0])
        assert (result.reason, result.ranking) == ("timeout", ((("p0",), ("p1",)),))


async def test_missing_a_courtesy_prompt_does_not_lose_the_match(server: ServerProcess):
    options = {"courtesy": True, "timeout_ms": 250, "rounds": 2}
    timer = timed("total", "lose_game", base_time_ms=LONG)
    async with company(server, "mini-auction", 2, timer=timer, options=options) as at:
        assert (await result_of(at.players[0])).reason == "normal"
        assert len((await at.log()).dues) == 2


async def test_a_phase_may_have_a_time_of_its_own_at_an_untimed_table(server: ServerProcess):
    async with company(server, "mini-nim", 2, options={"timeout_ms": 300, "heap": 40}, watchers=1) as at:
        asked = at.players[0].required
        assert asked is not None
        assert asked.deadline is not None
        await at.all_until(lambda one: view_of(one)["prompt"] >= 2)
        assert heard(at.watchers[0], TimerUpdate)


async def test_an_answer_after_one_s_own_deadline_is_too_late_though_the_prompt_is_open(server: ServerProcess):
    timer = timed("total", base_time_ms=1_600)
    async with company(server, "goofspiel", 2, timer=timer, options={"cards": 5}) as at:
        ada, bob = at
        await ada.act("bid", {"card": 1})
        await asyncio.sleep(0.8)
        await bob.act("bid", {"card": 1})
        asked = await second_prompt(bob)
        await asyncio.sleep(max(0, asked.deadline / 1000 - time.time()) + 0.02)
        await refused(bob.act("bid", {"card": 2}), "too_late")
        assert view_of(ada)["prompt"] == 2
        await at.all_until(lambda one: view_of(one)["prompt"] == 3)
        due = (await at.log()).record.turns[-1]
        assert [action.player_id for action in due.chosen] == ["p0", "p1"]


async def second_prompt(table: ClientTable) -> Any:
    while (asked := await table.next(ActionRequired)).prompt != 2:
        pass
    return asked


# Messages about clocks


async def test_clocks_are_sent_when_they_change_and_not_while_they_run(server: ServerProcess):
    async with company(server, timer=timed("fischer", base_time_ms=LONG, increment_ms=1_000), watchers=1) as at:
        for cell in CELLS[:4]:
            await at.act("move", cell)
        await at.all_until(lambda one: len(heard(one, TimerUpdate)) == 5)
        await asyncio.sleep(0.3)
        await hears_nothing(*at.everybody)
        for table in at.everybody:
            for update in heard(table, TimerUpdate):
                deadlines = [own.deadline for own in update.clocks.values() if own.deadline]
                assert len(deadlines) == 1
                assert 0 < deadlines[0] - update.now <= LONG + 2_000
                assert abs(update.now - time.time() * 1000) < 60_000


# No connections, no server


async def test_time_runs_out_without_any_connection(server: ServerProcess):
    async with company(server, timer=timed("simple", "lose_game", base_time_ms=600)) as at:
        for table in at:
            await table.drop()
        at.players = []
        await asyncio.sleep(0.7)
        watcher = await at.watch()
        assert (await result_of(watcher)).reason == "timeout"
        assert (await at.log()).kinds == ["due"]


@pytest.mark.parametrize("people", [0, 2])
async def test_a_deadline_that_passes_while_the_server_is_down_takes_effect_once_afterwards(
    tmp_path_factory: pytest.TempPathFactory, people: int
):
    with QuickServer(tmp_path_factory.mktemp("down"), **GENEROUS, hold_budget_ms=0) as server:
        async with company(server, timer=timed("simple", "lose_game", base_time_ms=600)) as at:
            deadline = at.to_move.required.deadline if at.to_move.required else 0
            await asyncio.to_thread(server.kill)
            await asyncio.sleep(0.7)
            await asyncio.to_thread(server.start)
            at.players = [await at.back(table) for table in at][:people]
            watcher = await at.watch()
            assert (await result_of(watcher)).reason == "timeout"
            (due,) = (await at.log()).record.turns
            assert due.at > (deadline or 0)


async def test_a_clock_continues_where_it_was_after_a_server_restart(tmp_path_factory: pytest.TempPathFactory):
    with QuickServer(tmp_path_factory.mktemp("again"), **GENEROUS) as server:
        async with company(server, timer=timed("total", base_time_ms=LONG)) as at:
            await at.act("move", CELLS[0])
            clocks = at.players[0].clocks
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            again = await at.back(at.players[0])
            assert (await again.next(TimerUpdate)).clocks == clocks


async def test_each_deadline_takes_effect_once_among_many_nodes(
    tmp_path_factory: pytest.TempPathFactory, postgres_database: str, postgres: Postgres, redis_url: str
):
    folder = tmp_path_factory.mktemp("nodes")
    nodes = [QuickServer(folder, postgres_database, redis_url, **GENEROUS) for _ in range(2)]
    with nodes[0], nodes[1]:

        async def wait_in_vain(behaviour: str) -> None:
            times = {"base_time_ms": 500 if behaviour == "lose_game" else 200}
            async with company(nodes, timer=timed("simple", behaviour, **times), watchers=2) as at:
                await at.over()
                check_moves(at, (await at.log()).record.turns)

        await asyncio.gather(*(wait_in_vain(behaviour) for behaviour in ["lose_game"] * 6 + ["force_pass"] * 2))


def check_moves(at: TablePlayers, turns: tuple[Turn, ...]) -> None:
    """Every prompt was closed by one Due, and everybody was notified of it once."""
    assert [turn.input.prompt for turn in turns if isinstance(turn.input, Due)] == list(range(1, len(turns) + 1))
    for table in at.everybody:
        numbers = [update.number for update in heard(table, StateUpdate)]
        assert numbers == sorted(set(numbers))
