"""A load test, from its server to its figures."""

from __future__ import annotations

import asyncio
import random
import signal
import tempfile
import time
from argparse import Namespace
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from gamenight.cli.exits import FAILED, INTERRUPTED, OK, UNAVAILABLE, UNKNOWN, CliError, Quit
from gamenight.cli.load.figures import Figures, latency, table_of, weights
from gamenight.cli.load.players import LoadMatch, Notes
from gamenight.cli.load.server import ServerUnderLoad, own_server
from gamenight.cli.terminal.screen import err, out, print_error, print_json, show
from gamenight.client import Rest, RestRefused
from gamenight.core.registry import catalogue, load

ENOUGH_MOVES = 5_000
"""With --think 0, rounds are played until there were this many moves: a second or two of the server's time."""

WARM_UP = 8
"""Number of matches played before the measurement: the first ones load code and fill caches."""

AT_ONCE = 16
"""Number of matches that are opened at the same time."""

NO_MORE_AFTER_S = 60.0
"""No new round starts this long after the first: small rounds would have to be opened many times for all moves."""

LONGEST_S = 600.0
"""A round that takes longer is broken off, and counts as a fault."""


def run_load(args: Namespace) -> int:
    game = load(args.game) if args.game else _shortest_game()
    with _ended_by_sigterm(), _server(args) as server:
        figures = _run(_Load(server, game.game_id, game.min_players, args).measure())
    if args.json:
        print_json(figures)
    else:
        show(out(), table_of(figures), above=1, below=1)
    if figures.faults:
        print_error(f"{len(figures.faults)} matches were broken off, the first because: {figures.faults[0]}")
    return FAILED if figures.faults else OK


def _shortest_game() -> Any:
    games = catalogue().games.values()
    if not games:
        raise CliError("no game is installed", UNKNOWN)
    return min(games, key=lambda game: (game.max_turns, game.game_id))


@contextmanager
def _server(args: Namespace) -> Iterator[ServerUnderLoad]:
    if args.url:
        yield ServerUnderLoad(args.url.rstrip("/"))
        return
    temporary = tempfile.TemporaryDirectory(prefix="gamenight-load-")
    with temporary as folder, own_server(Path(folder), args.db, args.redis) as server:
        yield server


@contextmanager
def _ended_by_sigterm() -> Iterator[None]:
    """Turn SIGTERM into Quit, so that the server ends with this command."""

    def quit(*_: object) -> None:
        raise Quit(INTERRUPTED)

    before = signal.signal(signal.SIGTERM, quit)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _run(work: Coroutine[Any, Any, Figures]) -> Figures:
    """The figures of the work. A signal cancels it, as an event loop does not pass on exceptions of signal handlers."""
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        try:
            return runner.run(_until_sigterm(work))
        except asyncio.CancelledError:
            raise Quit(INTERRUPTED) from None
        except RestRefused as refusal:
            raise CliError(f"the server refused to open a match: {refusal}", UNAVAILABLE) from None
        except (OSError, TimeoutError) as error:
            raise CliError(f"the server cannot be reached: {error}", UNAVAILABLE) from None


async def _until_sigterm(work: Coroutine[Any, Any, Figures]) -> Figures:
    task = asyncio.create_task(work)
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, task.cancel)
    try:
        return await task
    finally:
        loop.remove_signal_handler(signal.SIGTERM)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


class _Load:
    """Rounds of matches. Time and the server's CPU time are counted only during play."""

    def __init__(self, server: ServerUnderLoad, game: str, seats: int, args: Namespace) -> None:
        self._server = server
        self._rest = Rest(server.url)
        self._game = game
        self._seats = seats
        self._args = args
        self._chance = random.Random(1)
        self._notes = Notes()
        self._rounds = 0
        self._began_at = 0.0
        self._played_s = 0.0
        self._cpu_s: float | None = 0.0 if server.pid else None
        self._kb: float | None = None

    async def measure(self) -> Figures:
        await self._warm_up()
        self._began_at = time.monotonic()
        while not self._is_enough():
            await self._round()
        return self._figures()

    async def _warm_up(self) -> None:
        matches = await self._open(min(WARM_UP, self._args.matches), Notes(), think=0)
        await self._play(matches, LONGEST_S)
        _close(matches)

    def _is_enough(self) -> bool:
        if not self._rounds:
            return False
        if self._notes.faults:
            return True
        if self._args.seconds is not None:
            return bool(self._played_s >= self._args.seconds)
        is_late = time.monotonic() - self._began_at > NO_MORE_AFTER_S
        return bool(self._args.think) or self._notes.moves >= ENOUGH_MOVES or is_late

    async def _round(self) -> None:
        empty = self._server.memory_kb()
        matches = await self._open(self._args.matches, self._notes, self._args.think)
        full = self._server.memory_kb()
        if not self._rounds and empty is not None and full is not None:
            self._kb = (full - empty) / len(matches)
        await self._timed(matches)
        _close(matches)
        self._rounds += 1

    async def _timed(self, matches: list[LoadMatch]) -> None:
        left = LONGEST_S if self._args.seconds is None else max(0.05, self._args.seconds - self._played_s)
        cpu, since = self._server.cpu_s(), time.perf_counter()
        await self._play(matches, left)
        self._played_s += time.perf_counter() - since
        spent = self._server.cpu_s()
        if self._cpu_s is not None and cpu is not None and spent is not None:
            self._cpu_s += spent - cpu

    async def _play(self, matches: list[LoadMatch], most_s: float) -> None:
        for match in matches:
            match.begin()
        _, unfinished = await asyncio.wait([match.over for match in matches], timeout=most_s)
        for match in matches:
            if match.over in unfinished and self._args.seconds is None:
                match.fail(f"the match was not over after {most_s:g} s")
            match.stop()

    async def _open(self, count: int, notes: Notes, think: float) -> list[LoadMatch]:
        """Open `count` matches with all players connected, before the first move."""
        turns = asyncio.Semaphore(AT_ONCE)

        async def one() -> LoadMatch:
            async with turns:
                return await self._open_one(LoadMatch(notes, self._args.format, think, self._chance))

        with err().status("opening matches"):
            return list(await asyncio.gather(*(one() for _ in range(count))))

    async def _open_one(self, match: LoadMatch) -> LoadMatch:
        opened = await self._rest.post("/api/matches", {"game": self._game, "seats": self._seats, "num_bots": 0})
        match_id = opened["match_id"]
        url = f"ws{self._server.url.removeprefix('http')}/ws/{match_id}"
        joined = [
            await self._rest.post(f"/api/matches/{match_id}/join", {"player_name": f"Player {number}"})
            for number in range(1, self._seats + 1)
        ]
        await asyncio.gather(*(match.sit_down(url, seat["seat_token"]) for seat in joined))
        return match

    def _figures(self) -> Figures:
        notes, moves = self._notes, max(1, self._notes.moves)
        json_bytes, msgpack_bytes = weights(notes, self._args.format)
        return Figures(
            game=self._game,
            matches=self._args.matches,
            rounds=self._rounds,
            think_s=self._args.think,
            format=self._args.format,
            moves=notes.moves,
            seconds=round(self._played_s, 3),
            moves_per_second=round(notes.moves / self._played_s, 1),
            mover=latency(notes.mover),
            other=latency(notes.other),
            server_cpu_us_per_move=None if self._cpu_s is None else round(1e6 * self._cpu_s / moves, 1),
            moves_per_server_cpu_second=round(notes.moves / self._cpu_s, 1) if self._cpu_s else None,
            kb_per_match=None if self._kb is None else round(self._kb, 1),
            json_bytes=json_bytes,
            msgpack_bytes=msgpack_bytes,
            faults=tuple(notes.faults),
        )


def _close(matches: list[LoadMatch]) -> None:
    for match in matches:
        match.close()
