"""The figures of a load test, as a table and as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from msgspec import Struct
from rich.table import Table

from gamenight.cli.load.players import Notes
from gamenight.cli.terminal.screen import pairs
from gamenight.client import Format
from gamenight.protocol.messages import read_server_json, read_server_msgpack, write_json, write_msgpack


class Latency(Struct, frozen=True):
    """The time from sending an action to receiving the update, in milliseconds."""

    p50_ms: float
    p99_ms: float


class Weight(Struct, frozen=True):
    """The size of updates in bytes."""

    mean: float
    max: int


class Figures(Struct, frozen=True, kw_only=True):
    """The figures of a load test. A value that could not be measured, as the server runs elsewhere, is None."""

    game: str
    matches: int
    rounds: int
    think_s: float
    format: Format
    moves: int
    seconds: float
    moves_per_second: float
    mover: Latency | None
    other: Latency | None
    server_cpu_us_per_move: float | None
    moves_per_server_cpu_second: float | None
    kb_per_match: float | None
    json_bytes: Weight | None
    msgpack_bytes: Weight | None
    faults: tuple[str, ...]
    """The reasons why matches were broken off; empty if there were none."""


def latency(seconds: Sequence[float]) -> Latency | None:
    if not seconds:
        return None
    ordered = sorted(seconds)
    return Latency(_percentile(ordered, 50), _percentile(ordered, 99))


def _percentile(ordered: Sequence[float], percent: int) -> float:
    """The percentile in milliseconds."""
    return round(1000 * ordered[ceil(len(ordered) * percent / 100) - 1], 2)


def weights(notes: Notes, format: Format) -> tuple[Weight | None, Weight | None]:
    """The sizes of the updates as JSON and as MessagePack, in whichever format they were received."""
    read = read_server_json if format == "json" else read_server_msgpack
    messages = [read(frame) for frame in notes.frames]
    return _weight([len(write_json(one)) for one in messages]), _weight([len(write_msgpack(one)) for one in messages])


def _weight(sizes: Sequence[int]) -> Weight | None:
    return Weight(round(sum(sizes) / len(sizes), 1), max(sizes)) if sizes else None


def table_of(figures: Figures) -> Table:
    table = pairs()
    rounds = f" in {figures.rounds} rounds" if figures.rounds > 1 else ""
    think = f"{figures.think_s:g} s before each answer"
    table.add_row("matches", f"{figures.matches} at once{rounds}, {figures.game}, {think}")
    table.add_row("moves", f"{figures.moves:,} in {figures.seconds:.1f} s")
    table.add_row("moves/s", f"{figures.moves_per_second:,.0f}")
    table.add_row("to the mover", _latency_words(figures.mover))
    table.add_row("to the others", _latency_words(figures.other))
    table.add_row("server CPU", _cpu_words(figures))
    table.add_row("memory", _or_unknown(figures.kb_per_match, "{:.1f} KB per match"))
    table.add_row("an update", f"{_weight_words(figures.json_bytes)} (JSON)")
    table.add_row("", f"{_weight_words(figures.msgpack_bytes)} (MessagePack)")
    return table


def _latency_words(found: Latency | None) -> str:
    return f"{found.p50_ms:.2f} ms (p50), {found.p99_ms:.2f} ms (p99)" if found else "none"


def _cpu_words(figures: Figures) -> str:
    each = _or_unknown(figures.server_cpu_us_per_move, "{:.0f} µs per move")
    rate = figures.moves_per_server_cpu_second
    return each if rate is None else f"{each}, {rate:,.0f} moves per CPU second"


def _weight_words(found: Weight | None) -> str:
    return f"{found.mean:.0f} bytes on average, {found.max} at most" if found else "none"


def _or_unknown(value: float | None, words: str) -> str:
    return "not measured: this command did not start the server" if value is None else words.format(value)
