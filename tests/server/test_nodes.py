"""Several nodes on one PostgreSQL and one Redis: each accepts every action, and no match ends when a node fails."""

import asyncio
import os
import random
import signal
from collections import Counter
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import cycle
from typing import Any

import pytest

from gamenight.client import Refused, Rest, RestRefused, connect, listed_answers, play
from gamenight.client.play import Choose
from gamenight.core.engine import advance
from gamenight.core.model import Act, Due, Hold, MatchId, Pause, seat
from gamenight.protocol.messages import ActionCommitted, GameStarted
from gamenight.server.presentation.documents import seen_events
from gamenight.server.seats.absences import EVERYBODY_AWAY
from gamenight.store import verify
from gamenight.store.log.contract import Accepted, Append
from gamenight.store.rebuild import reconstruct
from tests.minigames.nim import Nim
from tests.server.balancer import balanced
from tests.server.forked_servers import QuickServer
from tests.server.sittings import (
    EAGER,
    Seated,
    act_when_asked,
    at_random,
    at_table,
    check_sittings,
    faults_in,
    keep_playing,
    open_table,
    opened_log,
    seat_people,
    status,
    until,
)
from tests.timeouts import TIMEOUT_S
from tools.services import redis_server

NIM = ("--game", "tests.minigames.nim:Nim")
ORDERS = random.Random(1)
TOO_LATE = {"stale_action", "not_your_turn", "already_committed"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("nodes")


@pytest.fixture(scope="module")
def node(folder, database, redis):
    """Makes nodes on the same database and Redis."""
    return lambda **settings: QuickServer(folder, database, redis.url, NIM, **{**EAGER, **settings})


@pytest.fixture(scope="module")
def two(node):
    """Two nodes that last for the whole module."""
    with node() as first, node() as second:
        yield first, second
        assert faults_in(first.log) + faults_in(second.log) == []


@asynccontextmanager
async def at_tables(nodes, seated):
    """Each seat at each node: tables by player, in the order of the nodes."""
    async with AsyncExitStack() as opened:
        yield {
            player: [await opened.enter_async_context(at_table(node, seated, player)) for node in nodes]
            for player in seated.tokens
        }


async def settled(tables):
    """All tables have received the same turns; the tabs of one seat show the same game."""
    everywhere = [table for tabs in tables.values() for table in tabs]
    newest = max(table.number for table in everywhere)
    for table in everywhere:
        await table.until(lambda table: table.number >= newest)
    assert {table.number for table in everywhere} == {newest}
    for first, *others in tables.values():
        assert all(table.view == first.view for table in others)


def outcomes(answers):
    """The result of each answer: accepted, or the code of the refusal."""
    for answer in answers:
        if isinstance(answer, BaseException) and not isinstance(answer, Refused):
            raise answer
    return [answer.code if isinstance(answer, Refused) else "accepted" for answer in answers]


# Races


@pytest.mark.long
async def test_of_two_answers_to_one_prompt_through_two_nodes_exactly_one_is_accepted_in_a_thousand_races(two):
    races = []
    await asyncio.gather(*(race_at_nim(two, races) for _ in range(8)))
    assert len(races) >= 1_000


async def race_at_nim(nodes, races):
    """Match after match, in which two tabs of one seat answer each prompt at the same moment, differently."""
    while len(races) < 1_000:
        seated = await seat_people(nodes[0].url, "mini-nim", options={"heap": 40})
        async with at_tables(nodes, seated) as tables:
            for mover in cycle(("p0", "p1")):
                found = await race(tables[mover], listed_answers(tables[mover][0].view)[:2])
                await settled(tables)
                races += [found] * (len(found) == 2)
                if tables[mover][0].view["status"] == "finished":
                    break
                assert {*found} <= {"accepted", *TOO_LATE}


async def race(tabs, answers):
    """The results of answers given at one moment, each through its own node, in any order: one is accepted."""
    sent = list(zip(ORDERS.sample(tabs, len(tabs)), answers, strict=False))
    found = outcomes(await asyncio.gather(*(tab.act(*answer) for tab, answer in sent), return_exceptions=True))
    assert found.count("accepted") == 1
    assert {*found} <= {"accepted", "game_not_active", *TOO_LATE}
    return found


async def test_simultaneous_commitments_through_several_nodes_are_one_for_each_seat(two):
    """Each of three seats bids two different cards through two nodes, all at the same moment."""
    await asyncio.gather(*(race_at_goofspiel(two, number) for number in range(4)))


async def race_at_goofspiel(nodes, number):
    seated = await seat_people(nodes[number % 2].url, "goofspiel", 3)
    async with at_tables(nodes, seated) as tables:
        for _ in range(12):
            await asyncio.gather(*(race(tabs, bids_of(tabs[0])) for tabs in tables.values()))
            await settled(tables)
        assert {tab.view["status"] for tabs in tables.values() for tab in tabs} == {"finished"}
    async with opened_log(nodes[0].db) as store:
        acts = [turn for turn in await store.turns(seated.match_id) if isinstance(turn.input, Act)]
        assert Counter(turn.actor for turn in acts) == {"p0": 12, "p1": 12, "p2": 12}


def bids_of(table):
    bids = listed_answers(table.view)
    return ORDERS.sample(bids, min(2, len(bids)))


async def test_one_action_sent_through_two_nodes_and_repeated_later_is_one_turn(two):
    seated = await seat_people(two[0].url, "mini-nim", options={"heap": 40})
    async with at_tables(two, seated) as tables:
        ids = [f"click {number}" for number in range(40)]
        for client_id, mover in zip(ids, cycle(("p0", "p1")), strict=False):
            prompt = tables[mover][0].view["prompt"]
            sent = "take", {"count": 1}, prompt, client_id
            await asyncio.gather(*(tab.act(*sent) for tab in tables[mover]))
            await settled(tables)
            for tab in tables[mover]:
                assert await tab.act(*sent) == ActionCommitted(prompt, client_id, repeated=True)
    async with opened_log(two[0].db) as store:
        assert [turn.client_id for turn in await store.turns(seated.match_id)] == ids


async def test_taking_the_last_two_seats_through_two_nodes_at_once_starts_the_match_once(two):
    await asyncio.gather(*(fill_at_once(two, number) for number in range(10)))


async def fill_at_once(nodes, number):
    match_id = await open_table(nodes[number % 2].url, "mini-nim", 3)
    async with AsyncExitStack() as opened:
        tables = [await opened.enter_async_context(connect(node.url, match_id)) for node in (*nodes, nodes[0])]
        await tables[0].join("Ada")
        await asyncio.gather(*(table.join() for table in tables[1:]))
        for table in tables:
            await table.until(lambda table: table.view)
            assert sum(isinstance(message, GameStarted) for message in table.messages) <= 1
        assert {table.player_id for table in tables} == {"p0", "p1", "p2"}
        assert len({table.view["game"]["order"][0] for table in tables}) == 1
        commitments = {
            message.commitment for table in tables for message in table.messages if isinstance(message, GameStarted)
        }
        assert len(commitments) == 1


async def test_the_last_seat_is_taken_only_once_through_two_nodes(two):
    for _ in range(10):
        match_id = await open_table(two[0].url, "mini-nim", 2)
        await Rest(two[1].url).post(f"/api/matches/{match_id}/join")
        joins = (Rest(node.url).post(f"/api/matches/{match_id}/join") for node in two)
        answers = await asyncio.gather(*joins, return_exceptions=True)
        (refusal,) = [answer for answer in answers if isinstance(answer, RestRefused)]
        assert refusal.status == 409
        assert refusal.body["code"] in ("game_full", "game_started")


async def test_a_tab_on_another_node_is_closed_when_its_seat_is_given_up_even_if_both_happen_at_once(two):
    for _ in range(8):
        assert await asyncio.gather(*(code_after_leaving_elsewhere(two) for _ in range(10))) == [4003] * 10


async def code_after_leaving_elsewhere(nodes):
    match_id = await open_table(nodes[0].url, "mini-nim", 2)
    async with connect(nodes[0].url, match_id) as seat, connect(nodes[1].url, match_id) as tab:
        await seat.join("Ada")
        await tab.join(token=seat.token)
        await seat.leave()
        await tab.until(lambda table: table.closed)
        return tab.closed.code


# Players and spectators on several nodes


async def test_players_and_a_spectator_on_three_nodes_see_one_match(two, node):
    with node() as third:
        nodes = (*two, third)
        seated = await seat_people(two[0].url, "goofspiel", 2)
        async with connect(third.url, seated.match_id, "msgpack") as spectator:
            await spectator.watch()
            p0, p1 = await asyncio.gather(
                *(
                    play(node.url, seated.match_id, at_random(1), token=token)
                    for node, token in zip(two, seated.tokens.values(), strict=True)
                )
            )
            await spectator.until(lambda table: table.over)
            assert p0.over == p1.over == spectator.over
        await until(lambda: is_shown_alike(nodes, seated.match_id))


async def is_shown_alike(nodes, match_id):
    first, *others = [await Rest(node.url).get(f"/api/matches/{match_id}") for node in nodes]
    return all(shown == first for shown in others)


# Nodes that fail


@pytest.mark.long
async def test_when_a_node_fails_its_players_continue_at_another_and_nothing_is_lost(node):
    with node(node_timeout_ms=2_000) as first, node(node_timeout_ms=2_000) as second:
        async with balanced([first, second]) as url:
            killing = asyncio.create_task(kill_in_turn([first, second], 4))
            playing = [keep_playing(url, game, choose, wanted, killing.done) for game, choose, wanted in MATCHES]
            sittings = [sitting for some in await asyncio.gather(*playing) for sitting in some]
            await killing
        await check_sittings(first.db, sittings)
        assert sum(played.connections - 1 for sitting in sittings for played in sitting.played) > 4
        assert faults_in(first.log) + faults_in(second.log) == []


MATCHES: tuple[tuple[str, Choose, dict[str, Any]], ...] = (
    ("tictactoe", at_random(1, 0.05), {}),
    ("goofspiel", at_random(2, 0.1), {"people": 3}),
    ("liarsdice", at_random(3, 0.05), {"people": 2, "seats": 3, "bots": ["random"], "options": {"dice": 2}}),
    ("tictactoe", at_random(4, 0.05, dawdle=0.2), {"timer": {"mode": "simple", "base_time_ms": 400}}),
)


async def kill_in_turn(nodes, times):
    for _, one in zip(range(times), cycle(nodes), strict=False):
        await asyncio.sleep(0.7)
        one.kill()
        await asyncio.sleep(0.7)
        await asyncio.to_thread(one.restart)


async def test_a_bot_answers_after_its_node_fails(node):
    """The person whose node fails has just moved, so the bot is to act; the other person waits at another node."""
    with node(bot_pace_ms=2_000, bot_time_ms=200) as first, node(bot_time_ms=200) as second:
        seated = await seat_people_before_a_bot(second)
        async with at_table(second, seated, "p0") as waiting:
            async with at_table(first, seated, "p1") as table:
                await act_when_asked(waiting, "take", {"count": 1})
                await act_when_asked(table, "take", {"count": 1})
                first.kill()
            await waiting.until(lambda table: table.view["game"]["stones"] == 38)
            assert waiting.view["expected"] == ["p2"]
            await waiting.until(lambda table: table.view["expected"] == ["p0"], within=TIMEOUT_S)
        assert faults_in(second.log) == []


async def seat_people_before_a_bot(server):
    """Seat people at a table whose last seat is the bot's."""
    wanted = {"seats": 3, "num_bots": 1, "bots": ["random"], "options": {"heap": 40}, "seating": "chosen"}
    table = await Rest(server.url).post("/api/matches", {"game": "mini-nim", **wanted})
    path = f"/api/matches/{table['match_id']}/join"
    joined = [await Rest(server.url).post(path, {"seat": seat}) for seat in (0, 1)]
    return Seated(table["match_id"], {one["player_id"]: one["seat_token"] for one in joined})


async def test_the_deadline_of_a_failed_node_fires_once_at_another(node):
    timer = {"mode": "simple", "base_time_ms": 1_500, "timeout_behavior": "random_action"}
    with node() as first, node() as second:
        seated = await seat_people(first.url, "mini-nim", options={"heap": 40}, timer=timer)
        async with at_table(first, seated, "p0") as table, at_table(first, seated, "p1"):
            await table.until(everybody_is_there)
            first.kill()
        async with opened_log(second.db) as store:
            await until(lambda: has_dues(store, seated.match_id, 2))
            dues = await dues_of(store, seated.match_id)
            assert dues == [*range(1, len(dues) + 1)]
        assert faults_in(second.log) == []


def everybody_is_there(table):
    return not any(seat.is_away for seat in table.seats) and not any(own.held for own in table.clocks.values())


async def has_dues(store, match_id, count):
    return len(await dues_of(store, match_id)) >= count


async def dues_of(store, match_id):
    """The prompts that were answered by their deadlines."""
    return [turn.input.prompt for turn in await store.turns(match_id) if isinstance(turn.input, Due)]


async def test_deadlines_that_two_nodes_watch_fire_once(two):
    """No player answers: each prompt ends by its deadline, at which both nodes act."""
    timer = {"mode": "simple", "base_time_ms": 200, "timeout_behavior": "random_action"}
    await asyncio.gather(*(let_time_run_out(two, timer) for _ in range(10)))


async def let_time_run_out(nodes, timer):
    seated = await seat_people(nodes[0].url, "mini-nim", options={"heap": 10}, timer=timer)
    async with at_tables(nodes, seated) as tables:
        for table in (*tables["p0"], *tables["p1"]):
            await table.until(lambda table: table.over, within=TIMEOUT_S)
    async with opened_log(nodes[0].db) as store:
        state = await verify(store, Nim(), MatchId(seated.match_id))
        dues = await dues_of(store, seated.match_id)
        assert dues == [*range(1, len(dues) + 1)]
        assert state.is_over


async def test_a_node_that_was_silent_and_declared_dead_continues(node):
    with node(node_timeout_ms=1_000) as first, node(node_timeout_ms=1_000) as second:
        seated = await seat_people(first.url, "mini-nim", options={"heap": 40})
        async with at_table(first, seated, "p0") as p0, at_table(second, seated, "p1") as p1:
            await p1.until(everybody_is_there)
            os.kill(first.pid, signal.SIGSTOP)
            await p1.until(lambda table: table.seats[0].is_away)
            os.kill(first.pid, signal.SIGCONT)
            await p1.until(everybody_is_there)
            await take_turns(p0, p1, 2)
        assert faults_in(first.log) + faults_in(second.log) == []


@pytest.mark.parametrize("input", [Hold(seat(0)), Pause(EVERYBODY_AWAY)])
async def test_a_decision_about_an_absence_that_has_ended_meanwhile_is_undone(two, input):
    """The test plays the node: it writes a decision based on a table that has changed since."""
    timer = {"mode": "simple", "base_time_ms": 3_000}
    seated = await seat_people(two[0].url, "mini-nim", options={"heap": 4}, timer=timer)
    async with at_table(two[0], seated, "p0") as p0, at_table(two[1], seated, "p1"):
        await p0.until(everybody_is_there)
        async with opened_log(two[0].db) as store:
            await write_late(store, seated.match_id, input)
        await p0.until(lambda table: table.over, within=TIMEOUT_S)


async def write_late(store, match_id, input):
    """Write it again, if a turn of the nodes comes in between."""
    while True:
        state = await reconstruct(store, Nim(), match_id)
        step = advance(Nim(), state, input, state.last_at)
        if isinstance(await store.append(Append(match_id, step.turn, step.events, step.state.status, None)), Accepted):
            return


async def test_a_player_who_moves_from_node_to_node_has_seen_every_event_once(two):
    seated = await seat_people(two[0].url, "goofspiel", options={"cards": 8})
    token = seated.tokens["p0"]
    other = asyncio.create_task(play(two[0].url, seated.match_id, at_random(1), token=seated.tokens["p1"]))
    events, last = [], 0
    for server in cycle(two):
        async with connect(server.url, seated.match_id) as table:
            await table.join(token=token, last=last)
            await table.until(lambda table: table.view and (table.over or table.view.get("actions")))
            if not table.over:
                await table.act(*listed_answers(table.view)[0])
            last = table.number
            events += table.events
            if table.over:
                break
    await other
    async with opened_log(two[0].db) as store:
        seen = seen_events([one.event for one in await store.events(seated.match_id)], seat(0))
    assert events == [event for event in seen if event is not None]
    assert last == len(seen)


# Redis


async def test_updates_are_late_without_redis_and_on_time_when_it_is_back(folder, database):
    with redis_server() as redis:
        nodes = [QuickServer(folder, database, redis.url, NIM, **EAGER) for _ in range(2)]
        with nodes[0], nodes[1]:
            seated = await seat_people(nodes[0].url, "mini-nim", options={"heap": 40})
            async with at_table(nodes[0], seated, "p0") as p0, at_table(nodes[1], seated, "p1") as p1:
                await take_turns(p0, p1, 3)
                redis.stop()
                await until(lambda: is_bus(nodes, False))
                await take_turns(p0, p1, 3)
                await asyncio.to_thread(redis.start)
                await take_turns(p0, p1, 3)
                await until(lambda: is_bus(nodes, True))
                with redis.hanging():
                    await take_turns(p0, p1, 3)
                await p0.until(lambda table: table.number == p1.number)
            assert faults_in(nodes[0].log) + faults_in(nodes[1].log) == []


async def take_turns(p0, p1, times):
    for _ in range(times):
        for table in (p0, p1):
            await act_when_asked(table, "take", {"count": 1})


async def is_bus(nodes, wanted):
    return all([(await status(node.url))["bus"] is wanted for node in nodes])


async def test_a_node_starts_without_redis_and_connects_later(folder, database):
    with redis_server() as redis:
        redis.stop()
        with QuickServer(folder, database, redis.url, NIM, **EAGER) as first:
            seated = await seat_people(first.url, "mini-nim")
            assert await is_bus([first], False)
            async with at_table(first, seated, "p0") as p0, at_table(first, seated, "p1") as p1:
                await take_turns(p0, p1, 1)
                await asyncio.to_thread(redis.start)
                await until(lambda: is_bus([first], True))
                await take_turns(p0, p1, 1)
            assert faults_in(first.log) == []
