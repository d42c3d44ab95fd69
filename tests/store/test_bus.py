"""Hints between nodes: who receives them, and what happens while Redis is unreachable."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from gamenight.store.bus import redis
from gamenight.store.bus.contract import LOBBY, Bus, local_bus, redis_bus
from tests.timeouts import TIMEOUT_S
from tools.services import redis_server


async def until(is_so: Callable[[], object]) -> None:
    deadline = time.monotonic() + TIMEOUT_S
    while not is_so():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.01)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Longer timeouts for Redis: on a busy machine, a lost connection would repeat all hints."""
    monkeypatch.setattr(redis, "ANSWER_S", TIMEOUT_S)
    monkeypatch.setattr(redis, "SILENCE_S", TIMEOUT_S)


class Listener:
    """A node that only records the hints it receives."""

    def __init__(self, url: str, name: str, *topics: str) -> None:
        self.heard: list[str] = []
        self.bus: Bus = redis_bus(url, self.heard.append, name)
        for topic in topics:
            self.bus.follow(topic)

    async def arrived(self) -> None:
        await until(lambda: self.bus.is_connected)
        await asyncio.sleep(0)  # what it hears on its arrival is called soon
        self.heard.clear()


@asynccontextmanager
async def listener(url: str, name: str, *topics: str) -> AsyncIterator[Listener]:
    node = Listener(url, name, *topics)
    try:
        yield node
    finally:
        await node.bus.close()


@asynccontextmanager
async def two(url: str, *topics: str) -> AsyncIterator[tuple[Listener, Listener]]:
    """Two nodes that are connected, and follow the same topics."""
    async with listener(url, "ours", *topics) as ours, listener(url, "theirs", *topics) as theirs:
        await ours.arrived()
        await theirs.arrived()
        yield ours, theirs


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name == "gamenight.bus"]


# -- one node


async def test_a_single_node_receives_no_hints():
    heard = []
    bus = local_bus(heard.append)
    bus.follow("m")
    bus.hint("m")
    bus.unfollow("m")
    assert bus.is_connected
    await bus.close()
    assert heard == []


# -- who receives what


@pytest.mark.usefixtures("patient")
async def test_a_hint_reaches_the_other_nodes_but_not_its_sender(redis_url):
    async with two(redis_url, "m", LOBBY) as (ours, theirs):
        ours.bus.hint("m")
        await until(lambda: theirs.heard)
        theirs.bus.hint(LOBBY)
        await until(lambda: ours.heard)
        assert (ours.heard, theirs.heard) == ([LOBBY], ["m"])


@pytest.mark.usefixtures("patient")
async def test_only_hints_of_followed_topics_are_received(redis_url):
    async with two(redis_url, "m", "end") as (ours, theirs):
        theirs.bus.unfollow("m")
        for topic in ("m", "other"):
            ours.bus.hint(topic)
        ours.bus.hint("end")
        await until(lambda: "end" in theirs.heard)
        assert theirs.heard == ["end"]


def hints(ours: Any, theirs: Any) -> bool:
    """Give one hint more; whether any has been heard before."""
    ours.bus.hint("m")
    return bool(theirs.heard)


@pytest.mark.usefixtures("patient")
async def test_a_topic_may_be_followed_at_any_time_and_again(redis_url):
    async with two(redis_url) as (ours, theirs):
        for _ in range(2):
            theirs.bus.follow("m")
            await until(lambda: hints(ours, theirs))
            theirs.bus.unfollow("m")
            theirs.heard.clear()


@pytest.mark.usefixtures("patient")
async def test_waiting_hints_of_one_topic_are_merged(redis_url):
    async with two(redis_url, "m", "end") as (ours, theirs):
        for _ in range(1_000):
            ours.bus.hint("m")
        await until(lambda: theirs.heard)
        ours.bus.hint("end")
        await until(lambda: "end" in theirs.heard)
        assert theirs.heard == ["m", "end"]


@pytest.mark.usefixtures("patient")
async def test_thousands_of_topics_are_followed_and_hinted_at(redis_url):
    topics = [f"match{number}" for number in range(5_000)]
    async with two(redis_url, *topics) as (ours, theirs):
        for topic in topics:
            ours.bus.hint(topic)
        await until(lambda: len(theirs.heard) >= len(topics))
        assert (sorted(theirs.heard), ours.heard) == (sorted(topics), [])


def fail(topic: str) -> None:
    raise KeyError(topic)


@pytest.mark.usefixtures("patient")
async def test_a_failing_callback_does_not_stop_later_hints(redis_url):
    failures = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: failures.append(context["exception"]))
    broken = redis_bus(redis_url, fail, "broken")
    broken.follow("m")
    await until(lambda: failures)
    async with listener(redis_url, "ours") as ours:
        ours.bus.hint("m")
        await until(lambda: len(failures) == 2)
    assert broken.is_connected
    assert {type(failure) for failure in failures} == {KeyError}
    await broken.close()


# -- Redis comes and goes


@pytest.mark.usefixtures("patient")
async def test_after_a_restart_of_redis_each_topic_is_reported_once_and_hints_work_again(caplog):
    caplog.set_level(logging.INFO)
    topics = ["m1", "m2", LOBBY]
    with redis_server() as redis:
        async with two(redis.url, *topics) as (ours, theirs):
            redis.stop()
            await until(lambda: not ours.bus.is_connected and not theirs.bus.is_connected)
            redis.start()
            await until(lambda: len(ours.heard) >= 3 and len(theirs.heard) >= 3)
            assert sorted(ours.heard) == sorted(theirs.heard) == sorted(topics)
            ours.bus.hint("m2")
            await until(lambda: len(theirs.heard) == 4)
            assert theirs.heard[3] == "m2"
    assert [line.partition("(")[0] for line in lines(caplog)] == [
        *["no connection to Redis "] * 2,
        *["connected to Redis again: updates from other nodes are no longer delayed"] * 2,
    ]


@pytest.mark.usefixtures("patient")
async def test_redis_may_start_later_than_the_node(caplog):
    caplog.set_level(logging.INFO)
    with redis_server() as redis:
        redis.stop()
        async with listener(redis.url, "early", "m") as early:
            early.bus.hint("n")
            await until(lambda: lines(caplog))
            early.bus.unfollow("m")
            early.bus.follow("n")
            assert not early.bus.is_connected
            redis.start()
            async with listener(redis.url, "late", "n") as late:
                await until(lambda: early.bus.is_connected and late.bus.is_connected)
                late.bus.hint("n")
                await until(lambda: early.heard == ["n", "n"])
    assert len(lines(caplog)) == 2


async def test_a_redis_that_hangs_counts_as_disconnected():
    with redis_server() as redis:
        async with two(redis.url, "m") as (ours, theirs):
            with redis.hanging():
                await until(lambda: not ours.bus.is_connected and not theirs.bus.is_connected)
                ours.bus.hint("m")
            await until(lambda: ours.bus.is_connected and theirs.bus.is_connected)
            await until(lambda: theirs.heard)


@pytest.mark.usefixtures("patient")
async def test_topics_followed_while_redis_is_down_are_reported_when_it_is_back():
    with redis_server() as redis:
        async with listener(redis.url, "ours", "old") as ours:
            await ours.arrived()
            redis.stop()
            await until(lambda: not ours.bus.is_connected)
            ours.bus.unfollow("old")
            ours.bus.follow("new")
            redis.start()
            await until(lambda: ours.heard)
            assert ours.heard == ["new"]


async def test_a_bus_can_be_closed_at_any_moment():
    with redis_server() as redis:
        async with listener(redis.url, "quick", "m"):
            pass
        async with listener(redis.url, "ours", "m") as ours:
            await ours.arrived()
            with redis.hanging():
                ours.bus.hint("m")
                await ours.bus.close()
                async with listener(redis.url, "hanging", "m"):
                    await asyncio.sleep(0.05)
        redis.stop()
        async with listener(redis.url, "away", "m") as away:
            away.bus.hint("m")
            await asyncio.sleep(0.05)
    assert [task for task in asyncio.all_tasks() if task.get_name() == "bus"] == []
    assert not ours.bus.is_connected
    for bus in (ours.bus, away.bus):
        bus.hint("m")
        bus.follow("n")
        bus.unfollow("n")


# -- secrets


@pytest.mark.parametrize(
    "place, trouble",
    [
        ("redis://:hush@127.0.0.1:1/0", "it cannot be reached"),
        ("unix://nobody@{path}?password=hush", "it refuses the user or the password"),
    ],
)
async def test_the_log_does_not_contain_the_password(redis_url, caplog, place, trouble):
    async with listener(place.format(path=redis_url.removeprefix("unix://")), "ours"):
        await until(lambda: lines(caplog))
    (line,) = lines(caplog)
    assert trouble in line
    assert "hush" not in line


@pytest.mark.parametrize("url", ["redis://:hush/hush@localhost", "hush://localhost", "redis://localhost?hush=1", ""])
async def test_an_invalid_url_is_refused_at_once_and_not_repeated(url):
    with pytest.raises(ValueError, match="not a Redis URL") as told:
        redis_bus(url, print, "ours")
    assert "hush" not in str(told.value)
