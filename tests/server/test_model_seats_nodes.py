"""Language models on several nodes: one node pays for each move, whichever node fails meanwhile."""

import asyncio
import random
from collections import Counter
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from gamenight.client import connect
from gamenight.core.model import Action, seat
from gamenight.llm.calls.refusals import forget_refusals
from gamenight.protocol.messages import ModelFreed, ModelStuck, RetryModel
from gamenight.server.wall_clock import now_ms
from gamenight.store import open_hall
from gamenight.store.hall.decisions import ModelDecision, ModelTask, Ours
from tests.llm.provider import KEY, provider
from tests.server.forked_servers import QuickServer
from tests.server.model_tables import QUICK, model_table, name_endpoint, plain
from tests.server.sittings import faults_in, open_table
from tests.server.table_players import answer_at_random, eventually, view_of


class Two:
    """Two nodes, a table with a model at the first seat, and the ledger that both write to."""

    def __init__(self, nodes, fake, match_id, hall, stack):
        self.nodes, self.fake, self.match_id, self.hall, self._stack = nodes, fake, match_id, hall, stack

    async def socket(self, node):
        return await self._stack.enter_async_context(connect(node.url, self.match_id))

    async def decisions(self):
        return [one for one in await self.hall.ledger.decisions(self.match_id) if one.calls or one.outcome == "lost"]


@pytest.fixture
def two(tmp_path, monkeypatch, database, redis):
    @asynccontextmanager
    async def opened(model, **settings):
        forget_refusals()
        flags = {name: value for name, value in {**QUICK, **settings}.items() if name != "llm"}
        async with provider() as fake, AsyncExitStack() as stack:
            name_endpoint(monkeypatch, fake.url, model)
            nodes = [QuickServer(tmp_path, database, redis.url, ("--llm",), **flags) for _ in range(2)]
            for node in nodes:
                await asyncio.to_thread(node.start)
                stack.callback(node.kill)
            store, hall = await open_hall(database)
            stack.push_async_callback(store.close)
            match_id = await open_table(
                nodes[0].url, "tictactoe", 1, seats=2, bots=["llm:endpoint=fake"], seating="chosen"
            )
            yield Two(nodes, fake, match_id, hall, stack)
            log = "".join(node.log for node in nodes)
            assert faults_in(log) == []
            assert not any(secret in log for secret in (KEY, fake.url.removeprefix("http://"), "You play", "# Moves"))

    return opened


async def test_of_two_nodes_with_viewers_one_asks_for_each_move(two):
    async with two("pick:first") as at:
        person, elsewhere = await at.socket(at.nodes[0]), await at.socket(at.nodes[1])
        await person.join("Ada", seat=1)
        await elsewhere.join(token=person.token)
        for node in at.nodes:
            await (await at.socket(node)).watch()
        await answer_at_random(person, random.Random(1))
        decisions = await at.decisions()
        assert Counter(map(plain, decisions)) == {("answered", "model", 1): len(at.fake.received)}
        assert len({one.prompt for one in decisions}) == len(decisions)


async def test_if_a_node_is_killed_during_a_call_another_node_asks_once(two):
    async with two("stall,then=pick:first", node_timeout_ms=1_500, grace_ms=60_000) as at:
        dying, other = at.nodes
        person = await at.socket(dying)
        await person.join("Ada", seat=1)
        await at.fake.until(lambda: len(at.fake.received) == 1)
        elsewhere = await at.socket(other)
        await elsewhere.join(token=person.token)
        await elsewhere.seen()
        await asyncio.to_thread(dying.kill)
        await at.fake.until(lambda: at.fake.received[0].is_closed_early)
        await elsewhere.until(lambda one: view_of(one).get("actions"))
        assert [plain(one) for one in await at.decisions()] == [("lost", "nobody", 0), ("answered", "model", 1)]
        await answer_at_random(elsewhere, random.Random(1))
        rest = (await at.decisions())[2:]
        assert {plain(one) for one in rest} <= {("answered", "model", 1)}
        assert len(at.fake.received) == 2 + len(rest)


async def test_people_at_any_node_can_free_a_stuck_model(two):
    async with two("wrong:3,then=pick:first") as at:
        person = await at.socket(at.nodes[0])
        await person.join("Ada", seat=1)
        assert (await person.next(ModelStuck)).outcome == "illegal"
        elsewhere = await at.socket(at.nodes[1])
        await elsewhere.join(token=person.token)
        assert [one.stuck for one in elsewhere.seats] == ["illegal", None]
        await elsewhere.send(RetryModel(seat(0)))
        for table in (person, elsewhere):
            await table.next(ModelFreed)
            await table.until(lambda one: one.view.get("actions"))
        assert [plain(one) for one in await at.decisions()] == [("illegal", "nobody", 3), ("answered", "model", 1)]
        assert len(at.fake.received) == 4


async def test_a_node_that_stops_cancels_its_calls(two):
    async with two("stall,then=pick:first") as at:
        ending, other = at.nodes
        person = await at.socket(ending)
        await person.join("Ada", seat=1)
        await at.fake.until(lambda: len(at.fake.received) == 1)
        assert await asyncio.to_thread(ending.stop) == 0
        elsewhere = await at.socket(other)
        await elsewhere.join(token=person.token)
        await elsewhere.until(lambda one: one.view and one.view.get("actions"))

        async def are_written():
            return len(await at.decisions()) == 2

        await eventually(are_written)
        assert [plain(one) for one in await at.decisions()] == [("called_off", "nobody", 1), ("answered", "model", 1)]


async def test_the_decision_of_a_failed_node_is_played_without_asking_again(tmp_path, monkeypatch):
    bots = ("llm:endpoint=fake", "first")
    async with model_table(tmp_path, monkeypatch, people=0, bots=bots, exhibition=True) as at:
        ledger, now = at.house.node.ledger, now_ms()
        duty = ModelTask(at.live.match_id, 0, at.live.state.prompt)
        claimed = await ledger.claim(duty, "a node that died", now, alive_since=now - 1_000)
        assert isinstance(claimed, Ours)
        chosen = Action("move", seat(0), {"row": 2, "col": 1})
        decision = ModelDecision(
            seat_index=0, prompt=duty.prompt, at=now, ended_at=now, outcome="answered", action=chosen
        )
        await ledger.finish(duty, claimed.number, decision)
        watcher = await at.watch()
        await watcher.until(lambda one: one.over)
        first, *later = await at.decisions()
        assert (first, (await at.record()).turns[0].input.action.payload) == (decision, chosen.payload)
        assert len(at.fake.received) == sum(one.call_count for one in later)
