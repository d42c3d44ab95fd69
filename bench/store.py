"""How fast the match log is: `python -m bench.store`. Every commit is synced to the disk, as in production."""

from __future__ import annotations

import asyncio
import cProfile
import pstats
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from msgspec import Struct
from rich.console import Console
from rich.table import Table

from gamenight.core.match import Match
from gamenight.core.model import (
    NO_PAYLOAD,
    Action,
    Event,
    ExpectedAction,
    MatchId,
    NoPayload,
    Phase,
    PlayerId,
    Step,
    TransitionResult,
    seat,
)
from gamenight.core.plugin import Game, ranked
from gamenight.core.replay import decode_record, opening, play_on, replay
from gamenight.core.rng import Rng
from gamenight.store import Accepted, Append, MatchStore, Opening, entry_of, open_store, opening_of, reconstruct
from tools.services import postgres_cluster

MATCHES = 200
TURNS_EACH = 60
LATENCIES = 300
LONG_MATCH = 1_000


class Tally(Struct, frozen=True):
    count: int = 0
    dice: tuple[int, ...] = ()


class Rolling(Game[Tally]):
    """Two players roll a die in turn, a thousand times: a state that changes, chance, and nothing else."""

    game_id = "rolling"
    display_name = "Rolling"
    max_turns = LONG_MATCH
    state_type = view_type = Tally
    action_types = {"roll": NoPayload}

    def create_initial_state(self, players: tuple[PlayerId, ...], options: object, rng: Rng) -> TransitionResult:
        return TransitionResult(Tally())

    def phase_of(self, game_data: Tally) -> Phase:
        return Phase("roll", (ExpectedAction(seat(game_data.count % 2), "roll"),))

    def get_valid_actions(self, game_data: Tally, player_id: PlayerId) -> list[Action]:
        return [Action("roll", player_id)] if player_id == seat(game_data.count % 2) else []

    def apply_action(self, game_data: Tally, action: Action, rng: Rng) -> TransitionResult:
        die = rng.below(6) + 1
        after = Tally(game_data.count + 1, (*game_data.dice[-19:], die))
        over = ranked({seat(0): 0.0, seat(1): 0.0}) if after.count == LONG_MATCH else None
        return TransitionResult(after, (Event("rolled", action.player_id, {"die": die}),), game_over=over)

    def get_player_view(self, game_data: Tally, player_id: PlayerId | None) -> Tally:
        return game_data


def played(turns: int) -> tuple[Opening, list[Step]]:
    """A match of this many turns, ready to be written."""
    match = Match.start(Rolling(), 2, seed="bench")
    for _ in range(turns):
        match.act(Action("roll", match.to_act[0], NO_PAYLOAD))
    record = decode_record(match.record())
    first = opening(match.plugin, record)
    state, events = first.state, first.events
    return opening_of(state, events, 50), list(play_on(match.plugin, state, match.turns))


def copies(turns: int, count: int) -> list[tuple[Opening, list[Append]]]:
    """The same match under many ids."""
    first, steps = played(turns)
    return [_renamed(first, steps, MatchId(f"bench-{number:04}")) for number in range(count)]


def _renamed(first: Opening, steps: list[Step], match_id: MatchId) -> tuple[Opening, list[Append]]:
    replace = msgspec.structs.replace
    snapshot = first.snapshot and replace(first.snapshot, match_id=match_id)
    opening = replace(first, record=replace(first.record, match_id=match_id), snapshot=snapshot)
    return opening, [entry_of(replace(step, state=replace(step.state, match_id=match_id)), 50) for step in steps]


async def throughput(store: MatchStore) -> tuple[float, float]:
    """Many matches at once, each waiting for its own answers: turns a second, and this program's µs for a turn."""
    logs = copies(TURNS_EACH, MATCHES)
    await asyncio.gather(*(store.create(opening) for opening, _ in logs))
    began, used = time.perf_counter(), time.process_time()
    await asyncio.gather(*(_append_all(store, entries) for _, entries in logs))
    turns = MATCHES * TURNS_EACH
    return turns / (time.perf_counter() - began), 1e6 * (time.process_time() - used) / turns


async def _append_all(store: MatchStore, entries: list[Append]) -> None:
    for entry in entries:
        assert isinstance(await store.append(entry), Accepted)


async def latencies(store: MatchStore) -> list[float]:
    """One match alone: milliseconds from each append to its answer."""
    first, steps = played(LATENCIES)
    opening, entries = _renamed(first, steps, MatchId("alone"))
    await store.create(opening)
    taken = []
    for entry in entries:
        began = time.perf_counter()
        await store.append(entry)
        taken.append(1000 * (time.perf_counter() - began))
    return taken


async def rebuild(store: MatchStore) -> tuple[float, float]:
    """Seconds to the last state but one of a long match: from its turns alone, and by way of a snapshot."""
    first, steps = played(LONG_MATCH)
    bare, with_snapshots = MatchId("long-bare"), MatchId("long-snapshots")
    for match_id in (bare, with_snapshots):
        opening, entries = _renamed(first, steps, match_id)
        if match_id == bare:
            opening = msgspec.structs.replace(opening, snapshot=None)
            entries = [msgspec.structs.replace(entry, snapshot=None) for entry in entries]
        await store.create(opening)
        await store.append_all(entries)
    return await _seconds_to_rebuild(store, bare), await _seconds_to_rebuild(store, with_snapshots)


async def _seconds_to_rebuild(store: MatchStore, match_id: MatchId) -> float:
    """To the state that has most turns to play again since its snapshot."""
    began = time.perf_counter()
    for _ in range(5):
        await reconstruct(store, Rolling(), match_id, LONG_MATCH - 1)
    return (time.perf_counter() - began) / 5


async def where_rebuilding_spends(store: MatchStore) -> list[tuple[str, float]]:
    """Shares of the time that a reconstruction from turns takes."""
    began = time.perf_counter()
    record = await store.record(MatchId("long-bare"))
    read = time.perf_counter()
    replay(Rolling(), record)
    replayed = time.perf_counter()
    modules = _by_module(lambda: replay(Rolling(), record))
    weight = (replayed - read) / (replayed - began) / modules.total()
    shares = [("rows", (read - began) / (replayed - began))]
    return shares + [(name, part * weight) for name, part in modules.most_common(6)]


def _by_module(work: Callable[[], object]) -> Counter[str]:
    """The seconds that each module's own code took, under the profiler."""
    profile = cProfile.Profile()
    profile.runcall(work)
    spent = Counter[str]()
    for (path, _, _), (_, _, own, _, _) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        spent["built-in functions" if path == "~" else Path(path).name] += own
    return spent


async def measure(name: str, url: str, table: Table) -> list[tuple[str, float]]:
    store = await open_store(url)
    try:
        rate, used = await throughput(store)
        taken = await latencies(store)
        bare, with_snapshots = await rebuild(store)
        cuts = statistics.quantiles(taken, n=100)
        numbers = (
            f"{rate:,.0f}",
            f"{used:.0f}",
            f"{cuts[49]:.2f}",
            f"{cuts[98]:.2f}",
            f"{LONG_MATCH / bare:,.0f}",
            f"{1000 * with_snapshots:.1f}",
        )
        table.add_row(name, *numbers)
        return await where_rebuilding_spends(store)
    finally:
        await store.close()


@contextmanager
def databases() -> Iterator[list[tuple[str, str]]]:
    with tempfile.TemporaryDirectory() as folder, postgres_cluster() as postgres:
        yield [
            ("memory", "memory://"),
            ("SQLite", f"sqlite:///{folder}/bench.db"),
            ("PostgreSQL", postgres.url()),
        ]


def main() -> None:
    console = Console()
    table = Table("store", "turns/s", "CPU µs/turn", "p50 ms", "p99 ms", "rebuilt turns/s", "by snapshot ms")
    table.title = f"{MATCHES} matches at once; one alone; {LONG_MATCH:,} turns rebuilt"
    with databases() as stores:
        profiles = {name: asyncio.run(measure(name, url, table)) for name, url in stores}
    console.print(table)
    for name, shares in profiles.items():
        console.print(f"rebuilding from {name}: " + ", ".join(f"{what} {share:.0%}" for what, share in shares))


if __name__ == "__main__":
    main()
