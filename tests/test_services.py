import asyncpg
import pytest
from redis.asyncio import Redis
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from tests.timeouts import TIMEOUT_S
from tools.services import postgres_cluster, redis_server


async def fetch(url: str, query: str) -> object:
    connection = await asyncpg.connect(url.replace("+asyncpg", ""))
    try:
        return await connection.fetchval(query)
    finally:
        await connection.close()


async def test_the_cluster_keeps_confirmed_writes(postgres_url):
    durability = [await fetch(postgres_url, f"SHOW {setting}") for setting in ("fsync", "synchronous_commit")]
    assert durability == ["on", "on"]


@pytest.mark.parametrize("repetition", [1, 2])
async def test_every_test_gets_an_empty_database(postgres_database, repetition):
    engine = create_async_engine(postgres_database)
    async with engine.begin() as connection:
        await connection.execute(text("CREATE TABLE here (n int)"))
    await engine.dispose()


async def test_a_restarted_cluster_has_its_data_and_url():
    with postgres_cluster() as cluster:
        await fetch(cluster.url(), "CREATE TABLE kept AS SELECT 7 AS n")
        cluster.stop()
        with pytest.raises(OSError):
            await fetch(cluster.url(), "SELECT n FROM kept")
        cluster.start()
        assert await fetch(cluster.url(), "SELECT n FROM kept") == 7


async def test_redis_notifies_subscribers(redis_url):
    async with Redis.from_url(redis_url) as redis, redis.pubsub() as subscription:
        await subscription.subscribe("moves")
        await subscription.get_message(timeout=TIMEOUT_S)
        await redis.publish("moves", "match m moved")
        heard = await subscription.get_message(timeout=TIMEOUT_S)
    assert heard is not None
    assert heard["data"] == b"match m moved"


async def test_a_restarted_redis_is_empty_and_has_the_same_url():
    with redis_server() as server:
        async with Redis.from_url(server.url) as redis:
            await redis.set("hint", "x")
        server.stop()
        server.start()
        async with Redis.from_url(server.url) as redis:
            assert await redis.get("hint") is None
