"""The conformance kit: play a game in many ways and check every rule of the contract at many positions."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from itertools import count

from gamenight.core.plugin import GamePlugin
from gamenight.testing.findings import Findings
from gamenight.testing.playing.playouts import RANDOM, STYLES, Style, play
from gamenight.testing.playing.tables import Setup
from gamenight.testing.reporting.report import NotConforming, Progress, Report
from gamenight.testing.sampler_checks import Job, sampler_jobs

PLAYOUTS = 12
SEED = "conformance"


def conformance(
    game: GamePlugin,
    *,
    rounds: int = 1,
    seconds: float | None = None,
    seed: str = SEED,
    only: Iterable[str] | None = None,
) -> Report:
    """Check a game and return the report; raise NotConforming, with the report in words, if a check failed."""
    report = None
    for progress in examine(game, rounds=rounds, seconds=seconds, seed=seed, only=only):
        report = progress.report
    assert report is not None
    if not report.passed:
        raise NotConforming(report)
    return report


def examine(
    game: GamePlugin,
    *,
    rounds: int = 1,
    seconds: float | None = None,
    seed: str = SEED,
    only: Iterable[str] | None = None,
) -> Iterator[Progress]:
    """Check a game and yield the progress after each piece of work; the last progress has the complete report.

    One round plays at every table; each further round plays other matches. With `seconds`, rounds are repeated for
    that time.
    """
    findings = Findings(game, seed, None if only is None else frozenset(only))
    until = None if seconds is None else time.monotonic() + seconds
    for number in count():
        jobs = list(_jobs(findings, seed if number == 0 else f"{seed}/{number}", is_first=number == 0))
        for done, (doing, work) in enumerate(jobs, 1):
            work()
            yield Progress(doing, done, len(jobs), findings.report())
            if not findings.can_go_on:
                return
            if number > 0 and until is not None and time.monotonic() > until:
                return
        if number + 1 >= rounds if until is None else time.monotonic() > until:
            return


def _jobs(findings: Findings, seed: str, *, is_first: bool) -> Iterator[Job]:
    """The work of one round. The tables are known only after the game's metadata has been checked."""
    if is_first:
        findings.look_at_metadata()
        yield "metadata", _nothing
    if not findings.can_go_on:
        return
    tables = findings.tables(seed)
    if not tables:
        return
    if is_first:
        yield "options", lambda: findings.look_at_options(tables)
        yield "another process", lambda: findings.look_elsewhere(tables[:3])
    seatings = list(_seatings(tables, seed))
    for table, style in seatings:
        yield f"{table.players} players, {style.name}", _playing(findings, table, style, len(seatings))
    yield from sampler_jobs(findings, tables, seed)
    if is_first:
        yield "what is hidden", findings.look_at_hiding


def _nothing() -> None:
    """Do nothing: `_jobs` has done this work already."""


def _playing(findings: Findings, table: Setup, style: Style, matches: int) -> Callable[[], None]:
    def played() -> None:
        most = None if style is RANDOM else findings.most_turns(table)
        findings.look_at_match(play(findings.game, table, style, most), matches)

    return played


def _seatings(tables: list[Setup], seed: str) -> Iterator[tuple[Setup, Style]]:
    """Random play at every table, several times if there are few tables; then the other styles in turn, each at least
    once."""
    for repeat in range(max(1, PLAYOUTS // len(tables))):
        for number, table in enumerate(tables):
            yield Setup(table.players, table.options, f"{seed} {repeat}.{number}"), RANDOM
    others = STYLES[1:]
    for number in range(max(len(others), min(len(tables), PLAYOUTS))):
        table = tables[number % len(tables)]
        yield Setup(table.players, table.options, f"{seed} s{number}"), others[number % len(others)]
