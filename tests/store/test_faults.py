"""The log during failures: accepted turns are never lost, and callers get the reason of an error."""

import asyncio
import os
import random
import signal
import sqlite3
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from itertools import takewhile

import msgspec
import pytest
import sqlalchemy as sa
from sqlalchemy.pool import Pool

from gamenight.core.model import Event, Hold, MatchId, PlayerId, Turn, digest
from gamenight.store import (
    Accepted,
    BadEntry,
    Lost,
    MatchPage,
    OutcomeUnknown,
    Repeated,
    StoreUnavailable,
    open_store,
    verify,
)
from gamenight.store.database import transactions
from tests.store.logs import Staking, artificial, line, sent, staking, write
from tests.store.writing import all_reports, marked, outgrow_the_disk, play_until_killed, race, started
from tests.timeouts import TIMEOUT_S
from tools.services import postgres_cluster

P0 = PlayerId("p0")


# A writer that is killed


def test_turns_accepted_from_a_killed_writer_are_in_the_log_complete_and_once(database_url):
    """Thirty writers, three at a time."""
    rng = random.Random(0)
    deaths = {f"writer{number}": rng.randrange(1, 150) for number in range(30)}
    with ThreadPoolExecutor(3) as threads:
        promised = list(threads.map(lambda name: kill_a_writer(database_url, name, after=deaths[name]), deaths))
    asyncio.run(check_promises(database_url, Counter(match for told in promised for match, _ in told)))


def kill_a_writer(url, name, after):
    """The turns that were reported as accepted to a process before it was killed."""
    writer, reports = started(play_until_killed, url, name)
    promised = [reports.recv() for _ in range(after)]
    os.kill(writer.pid, signal.SIGKILL)
    promised += all_reports(reports)
    writer.join()
    return promised


async def check_promises(url, promised):
    """Each match has all turns that were promised, at most one more, and each of them with all that belongs to it."""
    store = await open_store(url)
    there = {summary.match_id for summary in await store.matches(page=MatchPage(1_000))}
    assert set(promised) <= there
    states = staking(60).states
    for match_id in there:
        state = await verify(store, Staking(), match_id)
        assert promised[match_id] <= state.turn_index <= promised[match_id] + 1
        assert digest(state) == digest(msgspec.structs.replace(states[state.turn_index], match_id=match_id))
    await store.close()


# Writers that race


async def two_stores(url):
    return await open_store(url), await open_store(url)


async def test_of_two_stores_one_wins_each_turn_and_other_matches_are_not_affected(database_url):
    ours, theirs = await two_stores(database_url)
    for name in ("shared", "ours", "theirs"):
        await ours.create(line(name, "").opening)
    for index in range(40):
        first, alone, second, lonely = await asyncio.gather(
            ours.append(marked("shared", index, "a")),
            ours.append(marked("ours", index, "a")),
            theirs.append(marked("shared", index, "b")),
            theirs.append(marked("theirs", index, "b")),
        )
        assert {type(first), type(second)} == {Accepted, Lost}
        assert (type(alone), type(lonely)) == (Accepted, Accepted)
        (turn,) = await theirs.turns("shared", since=index)
        winner = first if isinstance(first, Accepted) else second
        assert turn == winner.turn
    for name in ("shared", "ours", "theirs"):
        assert len(await ours.turns(name)) == 40
        assert len(await ours.events(name, since=0)) == 40
    await ours.close()
    await theirs.close()


async def test_stores_that_write_to_the_same_matches_in_any_order_never_deadlock(database_url):
    ours, theirs = await two_stores(database_url)
    names = [f"m{number:02}" for number in range(30)]
    for name in names:
        await ours.create(line(name, "").opening)
    for index in range(10):
        answers = await asyncio.gather(
            *(ours.append(marked(name, index, "a")) for name in names),
            *(theirs.append(marked(name, index, "b")) for name in reversed(names)),
        )
        won = [answer for answer in answers if isinstance(answer, Accepted)]
        assert len(won) == len(names)
    await ours.close()
    await theirs.close()


async def test_a_chain_of_turns_is_cut_where_another_store_came_first(database_url):
    """The log never has turns that were made to follow other turns."""
    ours, theirs = await two_stores(database_url)
    for number in range(30):
        name = f"m{number}"
        await ours.create(line(name, "").opening)
        short, long = await asyncio.gather(
            ours.append_all([marked(name, index, "a") for index in range(2)]),
            theirs.append_all([marked(name, index, "b") for index in range(5)]),
        )
        authors = [turn.input.player_id for turn in await ours.turns(name)]
        assert authors in (["a"] * 2, ["b"] * 5)
        assert sum(isinstance(answer, Accepted) for answer in (*short, *long)) == len(authors)
        assert len(await ours.events(name, since=0)) == len(authors)
    await ours.close()
    await theirs.close()


async def test_with_any_simultaneous_writers_the_log_has_only_unbroken_chains(database_url):
    """Six writers on two stores hand over one to four turns each, some of them with ids that were sent before."""
    stores = await two_stores(database_url)
    for name in "xyz":
        await stores[0].create(line(name, "").opening)
    written = {}
    await asyncio.gather(*(write_chains(stores[n % 2], random.Random(n), str(n), written) for n in range(6)))
    for name in "xyz":
        turns = await stores[0].turns(name)
        marks = [turn.input.player_id for turn in turns]
        assert marks == [written.pop((name, index)) for index in range(len(turns))]
        told = [one.event.player_id for one in await stores[1].events(name, since=0)]
        assert told == [mark for mark in marks for _ in range(2)]
    assert written == {}
    for store in stores:
        await store.close()


async def write_chains(store, rng, writer, written):
    """Note who wrote each turn that was accepted; none may be accepted behind one that was not."""
    for number in range(30):
        name, mark = rng.choice("xyz"), f"{writer}-{number}"
        first = len(await store.turns(name))
        chain = [chance_entry(rng, name, first + n, mark) for n in range(rng.randint(1, 4))]
        for _ in range(rng.randint(0, 2)):
            await asyncio.sleep(0)
        answers = await store.append_all(chain)
        length = len(await store.turns(name))
        accepted = list(takewhile(lambda answer: isinstance(answer, Accepted), answers))
        assert not any(isinstance(answer, Accepted) for answer in answers[len(accepted) :])
        if accepted != list(answers) and isinstance(answers[len(accepted)], Lost):
            assert length > first + len(accepted)
        for answer in accepted:
            assert (name, answer.turn.index) not in written
            written[name, answer.turn.index] = mark


def chance_entry(rng, name, index, mark):
    client_id = rng.choice([None, None, f"click {rng.randint(0, 40)}"])
    turn = Turn(index, rng.choice(["p0", "p1"]), Hold(mark), 0, client_id=client_id)
    return artificial(name, turn, Event("marked", mark), Event("marked", mark))


def test_of_two_processes_one_wins_each_turn(database_url):
    asyncio.run(create_shared_match(database_url))
    racers = {mark: started(race, database_url, mark, 60) for mark in ("a", "b")}
    results = {mark: all_reports(reports) for mark, (_, reports) in racers.items()}
    for process, _ in racers.values():
        process.join()
        assert process.exitcode == 0
    winners = {index: mark for mark, told in results.items() for index, won, _ in told if won}
    assert sum(won for told in results.values() for _, won, _ in told) == len(winners)
    assert all(alone for told in results.values() for _, _, alone in told)
    assert asyncio.run(authors_of_shared_match(database_url)) == [winners[n] for n in range(len(winners))]


async def create_shared_match(url):
    store = await open_store(url)
    await store.create(line("shared", "").opening)
    await store.close()


async def authors_of_shared_match(url):
    """Who wrote each turn, which is also who wrote its event."""
    store = await open_store(url)
    authors = [turn.input.player_id for turn in await store.turns(MatchId("shared"))]
    assert authors == [told.event.player_id for told in await store.events(MatchId("shared"), since=0)]
    await store.close()
    return authors


async def test_the_same_send_through_two_stores_is_one_turn_with_two_equal_answers(database_url):
    ours, theirs = await two_stores(database_url)
    log = line()
    await ours.create(log.opening)
    for number, entry in enumerate(log.entries):
        entry = sent(entry, f"click {number}")
        answers = await asyncio.gather(ours.append(entry), theirs.append(entry))
        assert {type(answer) for answer in answers} == {Accepted, Repeated}
        told = [[(one.sequence_number, one.event.event_type) for one in answer.events] for answer in answers]
        assert told[0] == told[1] != []
        assert len(await ours.turns("m")) == number + 1
    await ours.close()
    await theirs.close()


# A database that cannot write


@pytest.fixture
def page_limit():
    """Limits the number of pages of a SQLite file, for every connection."""
    limit = 2**30

    def limited(connection, *_):
        connection.execute(f"PRAGMA max_page_count = {limit}")

    def set_limit(pages):
        nonlocal limit
        limit = pages

    sa.event.listen(Pool, "checkout", limited)
    yield set_limit
    sa.event.remove(Pool, "checkout", limited)


async def test_a_full_disk_is_reported_loses_nothing_and_passes(sqlite_url, page_limit):
    store = await open_store(sqlite_url)
    log = staking(120, every=1)
    await store.create(log.opening)
    page_limit(60)
    written, refused = 0, None
    while refused is None:
        try:
            await store.append(log.entries[written])
            written += 1
        except StoreUnavailable as error:
            refused = error
    assert str(refused) == "the disk or the database's quota is full"
    assert digest(await verify(store, Staking(), MatchId("m"))) == digest(log.states[written])
    page_limit(2**30)
    for entry in log.entries[written:]:
        assert isinstance(await store.append(entry), Accepted)
    assert digest(await verify(store, Staking(), MatchId("m"))) == digest(log.match.state)
    await store.close()


def test_a_disk_that_refuses_to_write_is_reported_loses_nothing_and_passes(tmp_path):
    writer, reports = started(outgrow_the_disk, tmp_path / "matches.db")
    told = all_reports(reports)
    writer.join()
    assert [report for report in told if isinstance(report, int)] == list(range(120))
    troubles = [report for report in told if not isinstance(report, int)]
    assert len(troubles) == 1
    kind, sentence = troubles[0]
    assert kind in ("StoreUnavailable", "OutcomeUnknown")
    assert sentence.startswith(("the disk cannot be read or written", "the disk or the database's quota is full"))
    assert asyncio.run(verified_length(f"sqlite:///{tmp_path / 'matches.db'}")) == 120


async def verified_length(url):
    store = await open_store(url)
    state = await verify(store, Staking(), MatchId("m"))
    await store.close()
    return state.turn_index


async def test_a_locked_file_is_reported_and_passes(sqlite_url, tmp_path, monkeypatch):
    monkeypatch.setattr(transactions, "LOCK_TIMEOUT_MS", 300)
    store = await open_store(sqlite_url)
    log = line()
    await write(store, line(cells="04"))
    with closing(sqlite3.connect(tmp_path / "matches.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable, match="the database is locked by another process"):
            await store.append(log.entries[2])
        assert len(await store.turns(MatchId("m"))) == 2
        other.execute("ROLLBACK")
    assert isinstance(await store.append(log.entries[2]), Accepted)
    await store.close()


async def test_a_lock_that_is_released_in_time_is_not_reported(sqlite_url, tmp_path):
    store = await open_store(sqlite_url)
    await store.create(line(cells="").opening)
    with closing(sqlite3.connect(tmp_path / "matches.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        waiting = asyncio.create_task(store.append(line(cells="4").entries[0]))
        await asyncio.sleep(0.2)
        assert not waiting.done()
        other.execute("COMMIT")
        assert isinstance(await waiting, Accepted)
    await store.close()


async def test_a_locked_table_is_reported_and_passes(postgres_empty_log, monkeypatch):
    monkeypatch.setattr(transactions, "LOCK_TIMEOUT_MS", 300)
    store = await open_store(postgres_empty_log)
    await store.create(line(cells="").opening)
    other = transactions.database_at(postgres_empty_log)

    def hold_the_table(connection):
        connection.execute(sa.text("LOCK TABLE turns"))
        connection.execute(sa.text("SELECT pg_sleep(1)"))

    holding = asyncio.create_task(other.write(hold_the_table))
    await asyncio.sleep(0.3)
    with pytest.raises(StoreUnavailable, match="the database is locked by another process"):
        await store.append(line(cells="4").entries[0])
    await holding
    assert isinstance(await store.append(line(cells="4").entries[0]), Accepted)
    await other.close()
    await store.close()


async def test_an_entry_that_only_the_database_refuses_does_not_affect_others(database_url):
    store = await open_store(database_url)
    await asyncio.gather(*(store.create(line(name, cells="").opening) for name in "abc"))
    turn = Turn(0, P0, Hold(P0), 0)
    answers = await asyncio.gather(
        store.append(artificial("a", turn)),
        store.append(artificial("b", turn, Event("\ud800"))),
        store.append(artificial("c", turn)),
        return_exceptions=True,
    )
    assert [type(answer) for answer in answers] == [Accepted, BadEntry, Accepted]
    assert [len(await store.turns(MatchId(name))) for name in "abc"] == [1, 0, 1]
    await store.close()


# A server that is restarted


async def test_a_restarted_server_loses_nothing_that_was_accepted():
    with postgres_cluster() as postgres:
        store = await open_store(postgres.url())
        logs = [staking(100, f"m{number}", every=20) for number in range(4)]
        await asyncio.gather(*(store.create(log.opening) for log in logs))
        troubles = []
        playing = [asyncio.create_task(play_through(store, log, troubles)) for log in logs]
        await asyncio.sleep(0.3)
        await asyncio.to_thread(postgres.stop)
        with pytest.raises(StoreUnavailable):
            await store.match(MatchId("m0"))
        with pytest.raises(StoreUnavailable):
            await store.create(line("other", "").opening)
        await asyncio.to_thread(postgres.start)
        await asyncio.gather(*playing)
        for log in logs:
            assert digest(await verify(store, Staking(), log.match_id)) == digest(log.match.state)
        await store.close()
    assert troubles
    assert all(sentence.startswith("the database ") and "\n" not in sentence for sentence in troubles)


async def play_through(store, log, troubles):
    """Write the match, and whenever the server is away wait; ask the log what it has if that is not known."""
    index = 0
    while index < len(log.entries):
        try:
            assert isinstance(await store.append(log.entries[index]), Accepted)
            index += 1
        except StoreUnavailable as error:
            troubles.append(str(error))
            index = await length_when_back(store, log, index, isinstance(error, OutcomeUnknown))


async def length_when_back(store, log, index, in_doubt):
    """How many turns the log has: as many as were accepted, or one more if that is in doubt."""
    length = None
    while length is None:
        await asyncio.sleep(0.05)
        with suppress(StoreUnavailable):
            length = len(await store.turns(log.match_id))
    assert length in ((index, index + 1) if in_doubt else (index,))
    return length


async def test_a_server_that_was_restarted_between_two_turns_is_not_noticed():
    with postgres_cluster() as postgres:
        store = await open_store(postgres.url())
        log = line()
        await store.create(log.opening)
        await store.append(log.entries[0])
        await asyncio.to_thread(postgres.stop)
        await asyncio.to_thread(postgres.start)
        assert isinstance(await store.append(log.entries[1]), Accepted)
        assert len(await store.turns(MatchId("m"))) == 2
        await store.close()


# A server that cannot be reached


class Relay:
    """A proxy to a server that can stop without closing connections, as when a host loses its power."""

    def __init__(self, socket):
        self._socket = socket
        self._tasks = set()
        self.is_open = asyncio.Event()
        self.is_open.set()

    async def connect(self, reader, writer):
        there, to_there = await asyncio.open_unix_connection(self._socket)
        for source, target in ((reader, to_there), (there, writer)):
            task = asyncio.create_task(self._pass_on(source, target))
            self._tasks.add(task)

    async def _pass_on(self, source, target):
        with suppress(OSError):
            while data := await source.read(65_536):
                await self.is_open.wait()
                target.write(data)
        target.close()

    async def close(self):
        self.is_open.set()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def test_an_unreachable_server_is_reported_and_used_again_later(postgres_empty_log, monkeypatch):
    monkeypatch.setattr(transactions, "ANSWER_TIMEOUT_S", 0.5)
    url, name = sa.make_url(postgres_empty_log), ".s.PGSQL.5432"
    relay = Relay(f"{url.query['host']}/{name}")
    # Not in the test's own folder: the path of a socket may have some 100 characters.
    folder = tempfile.TemporaryDirectory()
    server = await asyncio.start_unix_server(relay.connect, f"{folder.name}/{name}")
    way = url.update_query_dict({"host": folder.name})
    store = await open_store(way.render_as_string(hide_password=False))
    await store.create(line().opening)
    relay.is_open.clear()
    async with asyncio.timeout(TIMEOUT_S):
        with pytest.raises(StoreUnavailable):
            await store.match(MatchId("m"))
    relay.is_open.set()
    assert (await store.match(MatchId("m"))).match_id == "m"
    await store.close()
    server.close()
    await relay.close()
    folder.cleanup()
