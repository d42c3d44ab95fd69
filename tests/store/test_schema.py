"""The database: its migrations, its tables, and their rows after a match."""

import asyncio
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa
from alembic import command as alembic_command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy.ext.asyncio import create_async_engine

from gamenight.core.model import Hold, MatchId, PlayerId, Turn
from gamenight.store import (
    Recorder,
    StoreError,
    StoreUnavailable,
    newest_revision,
    open_hall,
    open_store,
    revision,
    sqlite_file,
    upgrade,
)
from gamenight.store.database.tables import (
    chats,
    events,
    matches,
    metadata,
    model_decisions,
    places,
    presence,
    seats,
    state_snapshots,
    tables,
    turns,
)
from gamenight.store.database.transactions import database_at
from gamenight.store.hall.codec import table_row, taken_seat_row
from gamenight.store.hall.decisions import ModelTask
from gamenight.store.hall.table import ModelSeat, TableFilter
from gamenight.store.log.codec import json_text, match_row, seat_rows
from tests.store.halls import LATER, NOON, guest, table
from tests.store.logs import artificial, line, write

UPGRADE = "import asyncio, sys; from gamenight.store import upgrade; asyncio.run(upgrade(sys.argv[1]))"

NEW_SETTINGS = ("exhibition", "max_usd", "max_calls")
"""What tables are opened with since there are language models at them."""


@pytest.fixture(params=["sqlite_url", "postgres_database"], ids=["sqlite", "postgres"])
def bare_url(request):
    """A database without any table."""
    return request.getfixturevalue(request.param)


async def ask(url, question):
    database = database_at(url)
    try:
        return await database.read(question)
    finally:
        await database.close()


async def command(url, statement):
    database = database_at(url)
    try:
        await database.write(lambda connection: connection.execute(statement))
    finally:
        await database.close()


async def differences(url):
    """Between the tables of the database and those of the code, as a new migration would have to name them."""

    def compared(connection):
        return compare_metadata(MigrationContext.configure(connection), metadata)

    if url.startswith("sqlite"):
        with sa.create_engine(url, poolclass=sa.NullPool).connect() as connection:
            return compared(connection)
    engine = create_async_engine(url)
    async with engine.connect() as asked:
        found = await asked.run_sync(compared)
    await engine.dispose()
    return found


async def test_the_migrations_create_exactly_the_tables_of_the_code(bare_url):
    await upgrade(bare_url)
    assert await differences(bare_url) == []


async def test_an_upgraded_database_is_left_alone(bare_url):
    assert await revision(bare_url) is None
    await upgrade(bare_url)
    await upgrade(bare_url)
    assert await revision(bare_url) == newest_revision()


def test_many_processes_may_open_a_new_database_at_once(bare_url):
    programs = [subprocess.Popen([sys.executable, "-c", UPGRADE, bare_url]) for _ in range(4)]
    assert [program.wait() for program in programs] == [0, 0, 0, 0]
    assert asyncio.run(differences(bare_url)) == []


async def test_two_tasks_may_open_a_new_database_at_once(bare_url):
    await asyncio.gather(*(upgrade(bare_url) for _ in range(3)))
    assert await differences(bare_url) == []


def with_schema(connection, number):
    """Bring an empty database to an older schema."""
    config = Config()
    config.set_main_option("script_location", "gamenight.store:migrations")
    config.attributes["connection"] = connection
    alembic_command.upgrade(config, number)


async def test_matches_written_before_the_hall_existed_are_kept(bare_url):
    """They are as long ago as they began, and have no tables; new ones are played on as ever."""
    log = line(cells="03142")
    database = database_at(bare_url)
    await database.write(lambda connection: with_schema(connection, "0001"))
    row = {name: value for name, value in match_row(log.opening).items() if name != "last_at"}
    await database.write(lambda connection: connection.execute(matches.insert(), row | {"started_at": 7}))
    await database.write(lambda connection: connection.execute(seats.insert(), seat_rows(log.opening.record)))
    await database.close()
    store, hall = await open_hall(bare_url)
    assert (await store.record(MatchId("m"))).started_at == 7
    assert await ask(bare_url, lambda c: c.scalar(sa.select(matches.c.last_at))) == 7
    assert await hall.tables(TableFilter()) == ()
    await store.append(artificial("m", Turn(0, PlayerId("p0"), Hold(PlayerId("p0")), 12)))
    assert await ask(bare_url, lambda c: c.scalar(sa.select(matches.c.last_at))) == 12
    await store.close()


async def test_tables_written_before_models_existed_can_still_be_read(bare_url):
    """Their settings say nothing of models either; a model's seat can be written at them."""
    opened = table(places=(guest("Ann", seat_index=0), guest("Bob", seat_index=2)))
    row = {name: value for name, value in table_row(opened).items() if name != "models"}
    settings = msgspec.json.decode(row["settings"])
    row["settings"] = json_text({name: settings[name] for name in settings if name not in NEW_SETTINGS})
    people = [taken_seat_row(MatchId("m"), place) for place in opened.places]
    database = database_at(bare_url)
    await database.write(lambda connection: with_schema(connection, "0002"))
    await database.write(lambda connection: connection.execute(tables.insert(), row))
    for person in people:
        del person["sponsor"]
    await database.write(lambda connection: connection.execute(places.insert(), people))
    await database.close()
    store, hall = await open_hall(bare_url)
    assert await hall.table(MatchId("m")) == opened
    assert [listed.table for listed in await hall.tables(TableFilter())] == [opened]
    assert await hall.ledger.decisions(MatchId("m")) == ()
    assert await hall.stick(MatchId("m"), 1, 7, "late")
    assert (await hall.table(MatchId("m"))).models == (ModelSeat(seat_index=1, stuck="late", prompt=7),)
    await store.close()


async def test_a_schema_from_the_future_is_refused(database_url):
    await upgrade(database_url)
    known = newest_revision()
    await command(database_url, sa.text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match="the database has a schema that this version does not know"):
        await open_store(database_url)
    await command(database_url, sa.text(f"UPDATE alembic_version SET version_num = '{known}'"))


@pytest.mark.parametrize(
    "url, reason",
    [
        ("mysql://host/db", "there is no store for mysql"),
        ("sqlite://", "SQLite needs a file"),
        ("sqlite:///:memory:", "SQLite needs a file"),
        ("matches.db", "the database's URL cannot be read"),
    ],
)
async def test_an_invalid_store_url_is_refused_with_the_reason(url, reason):
    with pytest.raises(StoreError, match=reason):
        await open_store(url)


async def test_a_database_that_cannot_be_opened_is_named_in_a_sentence(tmp_path):
    (tmp_path / "text.db").write_text("This is no database. " * 100)
    for url, reason in (
        (f"sqlite:///{tmp_path}/nowhere/x.db", "the database's file cannot be opened"),
        (f"sqlite:///{tmp_path}/text.db", "the file is damaged or is not a database"),
        (f"postgresql://nobody@/x?host={tmp_path}&port=1", "the database cannot be reached"),
    ):
        with pytest.raises(StoreError, match=f"^{reason}$"):
            await open_store(url)


async def test_a_missing_database_on_a_server_is_named(postgres):
    with pytest.raises(StoreUnavailable, match="there is no such database"):
        await open_store(postgres.url("nowhere"))


def test_plain_urls_are_mapped_to_the_drivers():
    assert sqlite_file("sqlite:///a/b.db") == Path("a/b.db")
    assert sqlite_file("sqlite+pysqlite:////srv/b.db") == Path("/srv/b.db")
    assert sqlite_file("postgresql://host/db") is None
    assert sqlite_file("postgres://user:secret@host/db?sslmode=require") is None


async def test_sqlite_syncs_every_commit(sqlite_url):
    """A write-ahead log that is synced at every commit."""
    await upgrade(sqlite_url)
    settings = {}
    for name in ("journal_mode", "synchronous", "foreign_keys"):
        settings[name] = await ask(sqlite_url, lambda c, name=name: c.exec_driver_sql(f"PRAGMA {name}").scalar())
    assert settings == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


async def test_a_played_match_is_in_the_tables(database_url):
    """Every turn with its actor, what happened, and the state before the first turn and after each."""
    store = await open_store(database_url)
    log = line(cells="03142")
    await Recorder(store, log.match).write()
    await store.close()

    def rows(connection, table, *columns):
        statement = sa.select(*(table.c[name] for name in columns)).order_by(*table.primary_key.columns)
        return [tuple(row) for row in connection.execute(statement)]

    seed = log.opening.record.config.random_seed
    found = await ask(database_url, lambda c: rows(c, matches, "game_id", "status", "seed"))
    assert found == [("tictactoe/v1", "finished", seed)]
    played = await ask(database_url, lambda c: rows(c, turns, "id", "turn_index", "actor"))
    assert [row[1:] for row in played] == [(0, "p0"), (1, "p1"), (2, "p0"), (3, "p1"), (4, "p0")]
    told = await ask(database_url, lambda c: rows(c, events, "event_type"))
    assert [kind for (kind,) in told] == [event.event_type for event in log.match.events]
    kept = await ask(database_url, lambda c: rows(c, state_snapshots, "turn_id", "game_id"))
    assert kept == [(row_id, "tictactoe/v1") for row_id in (None, *(row[0] for row in played))]


async def test_deleting_a_match_deletes_all_its_rows(database_url):
    store = await open_store(database_url)
    await write(store, line("gone", every=2))
    await write(store, line("kept"))
    await command(database_url, matches.delete().where(matches.c.id == "gone"))
    for rows in (matches, seats, turns, events, state_snapshots):
        key = rows.c.id if rows is matches else rows.c.match_id
        left = await ask(database_url, lambda c, key=key: set(c.scalars(sa.select(key))))
        assert left == {"kept"}
    await store.close()


async def test_deleting_a_table_deletes_all_its_rows_but_not_the_match(database_url):
    store, hall = await open_hall(database_url)
    for name in ("gone", "kept"):
        await hall.open(table(name, places=(guest(seat_index=0),)))
        await hall.arrive(MatchId(name), 0, "node", NOON, 0)
        await hall.say(MatchId(name), 0, "hello", NOON)
        await hall.ledger.claim(ModelTask(MatchId(name), 1, 0), "node", NOON, alive_since=NOON)
        await hall.begin(MatchId(name), NOON)
        await write(store, line(name))
    assert await hall.waiting_to_start(NOON, LATER) == ()
    await command(database_url, tables.delete().where(tables.c.match_id == "gone"))
    for rows in (tables, places, presence, chats, model_decisions):
        assert await ask(database_url, lambda c, key=rows.c.match_id: set(c.scalars(sa.select(key)))) == {"kept"}
    assert (await store.match(MatchId("gone"))).match_id == "gone"
    await store.close()


async def test_a_match_that_was_deleted_is_not_started_again(database_url):
    store, hall = await open_hall(database_url)
    await hall.open(table())
    await hall.begin(MatchId("m"), NOON)
    await write(store, line())
    assert await hall.waiting_to_start(NOON, LATER) == ()
    await command(database_url, matches.delete())
    assert await hall.waiting_to_start(NOON, LATER) == ()
    await store.close()
