"""What a move costs the server: `python -m bench.server`. Tic-tac-toe on a SQLite file that every move is synced to."""

from __future__ import annotations

import asyncio
import cProfile
import pstats
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from gamenight.client.answers import listed_answers
from gamenight.core.model import Action, MatchId, PlayerId, seat
from gamenight.protocol.messages import GameAction, JoinGame, ServerMessage
from gamenight.server.bot_pool import Task
from gamenight.server.games import Games
from gamenight.server.node.new_table import OpenTable, new_table
from gamenight.server.node.node import Node
from gamenight.server.presentation.connection import Envelope
from gamenight.server.settings import Settings
from gamenight.server.wall_clock import now_ms
from gamenight.server.websocket.conversation import Conversation
from gamenight.store import open_hall
from gamenight.store.bus.contract import local_bus

MATCHES = 200
ROUNDS = 3
LONGEST_S = 300

Seated = tuple[MatchId, dict[PlayerId, Conversation]]


def main() -> None:
    console = Console()
    table = Table(title=f"gamenight load --matches {MATCHES}, SQLite")
    for title in ("think", "moves/s", "p50 ms", "p99 ms", "CPU µs/move", "moves per CPU s", "KB/match", "bytes/update"):
        table.add_column(title, justify="right")
    for think in ("0",) * ROUNDS + ("1",) * ROUNDS:
        table.add_row(think, *_figures(_load(think)))
    console.print(table)
    asyncio.run(_profile(console))


def _load(think: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "gamenight", "load", "--matches", str(MATCHES), "--think", think, "--json"]
    done = subprocess.run(command, capture_output=True, check=True, timeout=LONGEST_S)
    figures: dict[str, Any] = msgspec.json.decode(done.stdout)
    return figures


def _figures(figures: dict[str, Any]) -> tuple[str, ...]:
    mover, other = figures["mover"], figures["other"]
    return (
        f"{figures['moves_per_second']:,.0f}",
        f"{max(mover['p50_ms'], other['p50_ms']):.1f}",
        f"{max(mover['p99_ms'], other['p99_ms']):.1f}",
        f"{figures['server_cpu_us_per_move']:.0f}",
        f"{figures['moves_per_server_cpu_second']:,.0f}",
        f"{figures['kb_per_match']:.0f}",
        f"{figures['json_bytes']['mean']:.0f}",
    )


class _Deaf:
    """A line that encodes what it is sent, and no more: the profile is of what comes before the socket."""

    address = "bench"

    def send(self, envelope: Envelope) -> None:
        assert envelope.text

    def tell(self, message: ServerMessage) -> None:
        self.send(Envelope(message))

    def close(self, code: int, reason: str) -> None:
        pass


class _NoBots:
    async def choose(self, task: Task) -> Action:
        raise NotImplementedError

    busy = waiting = 0

    def get_ready(self) -> None:
        pass

    async def close(self) -> None:
        pass


async def _profile(console: Console) -> None:
    """Where a move's time goes before it reaches the sockets: the event loop by module, and the writer's thread."""
    with tempfile.TemporaryDirectory() as folder:
        store, hall = await open_hall(f"sqlite:///{Path(folder) / 'matches.db'}")
        bus, settings = local_bus(lambda topic: None), Settings(max_matches=10 * MATCHES)
        node = Node("bench", settings, Games(), store, hall, bus, _NoBots())
        await asyncio.gather(*[_play(node, *seated) for seated in await _seat_all(node)])
        waiting = await _seat_all(node)
        in_all, on_loop = time.process_time(), time.thread_time()
        moves = sum(await asyncio.gather(*[_play(node, *seated) for seated in waiting]))
        in_all, on_loop = time.process_time() - in_all, time.thread_time() - on_loop
        profile = cProfile.Profile()
        waiting = await _seat_all(node)
        profile.enable()
        await asyncio.gather(*[_play(node, *seated) for seated in waiting])
        profile.disable()
        await node.close()
    console.print(f"without sockets: {1e6 * in_all / moves:.0f} µs CPU a move, {1e6 * on_loop / moves:.0f} on the loop")
    console.print(_shares(profile))


async def _seat_all(node: Node) -> list[Seated]:
    return await asyncio.gather(*[_seat(node) for _ in range(MATCHES)])


async def _seat(node: Node) -> Seated:
    """Two people at a new table, whose match has begun."""
    wanted = OpenTable(game="tictactoe", num_bots=0, seating="chosen")
    table = new_table(wanted, node.games, node.settings, now_ms())
    await node.open_table(table)
    players = {seat(index): Conversation(node, _Deaf(), table.match_id) for index in range(2)}
    for index, player in enumerate(players.values()):
        await player.hear(JoinGame(seat=index))
    return table.match_id, players


async def _play(node: Node, match_id: MatchId, players: dict[PlayerId, Conversation]) -> int:
    """The first legal move each time; says how many there were."""
    live = await node.live(match_id)
    moves = 0
    while live.state is not None and not live.state.is_over:
        state, moves = live.state, moves + 1
        mover = state.to_act[0]
        action_type, payload = listed_answers(live.channel(mover).documents["views"])[0]
        answer = GameAction(state.prompt, str(moves), action_type, payload)
        await players[mover].hear(answer)
    return moves


def _shares(profile: cProfile.Profile) -> Table:
    """Time by module, in shares of all that is not waiting."""
    spent: Counter[str] = Counter()
    for (file, _, name), (_, _, own, _, _) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        if "poll" not in name:
            spent[_module(file)] += own
    table = Table("module", "share of the loop's time")
    for module, seconds in spent.most_common(14):
        table.add_row(module, f"{seconds / spent.total():.0%}")
    return table


def _module(file: str) -> str:
    path = Path(file)
    if "gamenight" in path.parts:
        return ".".join(path.with_suffix("").parts[-2:])
    return "built-in functions" if file == "~" else path.parent.name


if __name__ == "__main__":
    main()
