"""Group commit of one SQLite file: transactions share a commit, and nothing else."""

import asyncio
import sqlite3
from contextlib import closing

import pytest
import sqlalchemy as sa

from gamenight.store import BadEntry, StoreError, StoreUnavailable
from gamenight.store.database import sharing
from gamenight.store.database.tables import nodes
from gamenight.store.database.transactions import database_at


@pytest.fixture
async def database(sqlite_empty_log):
    database = database_at(sqlite_empty_log)
    yield database
    await database.close()


def add(name):
    """Work that writes a row and returns its name."""

    def work(connection):
        connection.execute(nodes.insert(), {"node": name, "seen_at": 0})
        return name

    return work


def add_and_fail(name, error=None):
    """Work that writes a row, and then raises; without an error the database does, as the row is there already."""

    def work(connection):
        add(name)(connection)
        if error is not None:
            raise error
        add(name)(connection)

    return work


def end_the_transaction(connection):
    """What SQLite itself does when its disk is full."""
    connection.exec_driver_sql("ROLLBACK")
    raise ValueError("full")


async def names(database):
    return await database.read(lambda connection: set(connection.scalars(sa.select(nodes.c.node)).all()))


async def together(database, *works):
    return await asyncio.gather(*map(database.write, works), return_exceptions=True)


async def test_each_transaction_gets_its_own_answer(database):
    assert await together(database, *map(add, "abc")) == ["a", "b", "c"]
    assert await names(database) == {"a", "b", "c"}


async def test_simultaneous_transactions_share_commits(database):
    commits = []

    def note(connection):
        commits.append(connection)

    sa.event.listen(sa.Engine, "commit", note)
    await together(database, *(add(f"n{number}") for number in range(250)))
    sa.event.remove(sa.Engine, "commit", note)
    assert len(await names(database)) == 250
    assert len(commits) == -(-250 * sharing.SIZE_OF_WORK // sharing.MOST_AT_ONCE)


async def test_a_failing_transaction_writes_nothing_and_does_not_affect_others(database):
    first, lost, wrong, last = await together(
        database, add("a"), add_and_fail("b", ValueError("no")), add_and_fail("c"), add("d")
    )
    assert (first, last) == ("a", "d")
    assert isinstance(lost, ValueError)
    assert isinstance(wrong, BadEntry)
    assert await names(database) == {"a", "d"}


async def test_if_one_ends_the_shared_transaction_each_runs_alone(database):
    first, full, last = await together(database, add("a"), end_the_transaction, add("b"))
    assert (first, last) == ("a", "b")
    assert isinstance(full, ValueError)
    assert await names(database) == {"a", "b"}


def entries_of(calls):
    """Makes entries that are written together; each call of the function that writes them is noted."""

    def write_all(connection, names):
        calls.append(names)
        return [add(name)(connection) for name in names]

    return lambda name: sharing.Entry(write_all, name, name, 1)


async def test_entries_of_a_kind_are_written_by_one_call(database):
    entry = entries_of(calls := [])
    works = [database.write_entry(entry("a")), database.write(add("b")), database.write_entry(entry("c"))]
    assert await asyncio.gather(*works) == ["a", "b", "c"]
    assert calls == [["a", "c"]]


@pytest.mark.parametrize("beside", [True, False], ids=["beside a work", "alone"])
async def test_if_entries_fail_together_each_is_tried_alone(database, beside):
    entry = entries_of(calls := [])
    await database.write(add("b"))
    works = [database.write_entry(entry(name)) for name in "abc"]
    if beside:
        works.append(database.write(add("d")))
    first, wrong, last, *_ = await asyncio.gather(*works, return_exceptions=True)
    assert (first, last) == ("a", "c")
    assert isinstance(wrong, BadEntry)
    assert calls == [["a", "b", "c"], ["a"], ["b"], ["c"]]
    assert await names(database) == {"a", "b", "c"} | ({"d"} if beside else set())


async def test_a_transaction_sees_what_the_previous_one_wrote(database):
    def count(connection):
        return connection.scalar(sa.select(sa.func.count()).select_from(nodes))

    assert await together(database, count, add("a"), count, add("b"), count) == [0, "a", 1, "b", 2]


async def test_a_cancelled_caller_does_not_affect_others(database):
    calls = [asyncio.ensure_future(database.write(add(name))) for name in "abc"]
    await asyncio.sleep(0)
    calls[1].cancel()
    assert [await calls[0], await calls[2]] == ["a", "c"]
    assert {"a", "c"} <= await names(database)


async def test_a_locked_file_fails_all_shared_transactions(sqlite_empty_log, tmp_path, monkeypatch):
    monkeypatch.setattr("gamenight.store.database.transactions.LOCK_TIMEOUT_MS", 50)
    database = database_at(sqlite_empty_log)
    with closing(sqlite3.connect(tmp_path / "matches.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        outcomes = await together(database, *map(add, "abc"))
        assert [type(outcome) for outcome in outcomes] == [StoreUnavailable] * 3
        other.execute("ROLLBACK")
    assert await together(database, *map(add, "abc")) == ["a", "b", "c"]
    await database.close()


async def test_pending_transactions_are_written_before_close(sqlite_empty_log):
    database = database_at(sqlite_empty_log)
    calls = [asyncio.ensure_future(database.write(add(name))) for name in "abc"]
    await asyncio.sleep(0)
    await database.close()
    assert [await call for call in calls] == ["a", "b", "c"]
    with pytest.raises(StoreError, match="the store is closed"):
        await database.write(add("d"))
