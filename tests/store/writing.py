"""Work of other processes on a log during a test. They report each answer after they have received it."""

import asyncio
import multiprocessing
import resource
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

from gamenight.core.model import Event, Hold, MatchId, PlayerId, Turn
from gamenight.store import Accepted, Append, MatchStore, StoreError, open_store
from tests.store.logs import artificial, line, staking

MATCHES = 5
P0 = PlayerId("p0")

# Forked from a server that has imported everything: a new interpreter for each would take a second.
processes = multiprocessing.get_context("forkserver")
processes.set_forkserver_preload([__name__])


def started(work: object, *arguments: object) -> tuple[ForkServerProcess, Connection]:
    """A process that does this work, and the end of a pipe on which it reports."""
    reports, end = processes.Pipe(duplex=False)
    process = processes.Process(target=work, args=(*arguments, end), daemon=True)  # type: ignore[arg-type]
    process.start()
    end.close()
    return process, reports


def all_reports(reports: Connection) -> list[Any]:
    """Everything that was reported before the process ended."""
    received = []
    try:
        while True:
            received.append(reports.recv())
    except EOFError:
        return received


def play_until_killed(url: str, name: str, reports: Connection) -> None:
    """Several matches at once, with snapshots; reports (match, turn) for each turn that was accepted."""
    asyncio.run(_play_until_killed(url, name, reports))


async def _play_until_killed(url: str, name: str, reports: Connection) -> None:
    store = await open_store(url)
    await asyncio.gather(*(_play(store, f"{name}-{number}", reports) for number in range(MATCHES)))


async def _play(store: MatchStore, match_id: str, reports: Connection) -> None:
    log = staking(60, match_id, every=7)
    await store.create(log.opening)
    for entry in log.entries:
        assert isinstance(await store.append(entry), Accepted)
        reports.send((match_id, entry.turn.index))


def marked(match_id: str, index: int, mark: str) -> Append:
    """A turn and an event that say who wrote them."""
    return artificial(match_id, Turn(index, P0, Hold(PlayerId(mark)), 0), Event("marked", PlayerId(mark)))


def race(url: str, mark: str, length: int, reports: Connection) -> None:
    """Write to a match that others write to as well, and to one of its own; reports who got which turn."""
    asyncio.run(_race(url, mark, length, reports))


async def _race(url: str, mark: str, length: int, reports: Connection) -> None:
    store = await open_store(url)
    await store.create(line(mark, "").opening)
    for own in range(length):
        index = len(await store.turns(MatchId("shared")))
        shared, alone = await asyncio.gather(
            store.append(marked("shared", index, mark)), store.append(marked(mark, own, mark))
        )
        reports.send((index, isinstance(shared, Accepted), isinstance(alone, Accepted)))
    await store.close()


def outgrow_the_disk(file: Path, reports: Connection) -> None:
    """Write until no file may grow any more, then get room again and write on."""
    asyncio.run(_outgrow_the_disk(file, reports))


def _let_grow(file: Path, room: int) -> None:
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (Path(f"{file}-wal").stat().st_size + room, most))


async def _outgrow_the_disk(file: Path, reports: Connection) -> None:
    store = await open_store(f"sqlite:///{file}")
    log = staking(120, every=1)
    await store.create(log.opening)
    _let_grow(file, 200_000)
    for entry in log.entries:
        try:
            await store.append(entry)
        except StoreError as error:
            reports.send((type(error).__name__, str(error)))
            _let_grow(file, 2**40)
            await store.append(entry)
        reports.send(entry.turn.index)
    await store.close()
