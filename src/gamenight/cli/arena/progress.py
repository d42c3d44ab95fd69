"""The progress of an arena on stderr: a live table on a terminal, else a line from time to time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from rich.console import Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.progress import Progress as Bar
from rich.table import Table

from gamenight.arena.contest import Contest
from gamenight.arena.tally import Tally
from gamenight.arena.words import duration, figure, percent, percents
from gamenight.cli.arena.tables import NAME_WIDTH
from gamenight.cli.terminal.screen import err, print_error

LEAST_S = 0.2
"""Minimum number of seconds between two tables; a thousand games may be finished in a second."""

SILENCE_S = 60.0
"""Maximum number of seconds without a line, however little was played."""


class Progress:
    """Counts the games that are done; subclasses print the progress from time to time."""

    def __init__(self, contest: Contest) -> None:
        self.total = contest.total
        self.done = 0
        self._told_at = float("-inf")

    def show(self, tally: Tally) -> None:
        is_new, self.done = tally.done > self.done, tally.done
        if self._is_time(monotonic() - self._told_at) or (is_new and self.done == self.total):
            self._told_at = monotonic()
            self._tell(tally)

    def _is_time(self, silence_s: float) -> bool:
        raise NotImplementedError

    def _tell(self, tally: Tally) -> None:
        raise NotImplementedError


class Lines(Progress):
    """Prints a line at the start if games were played before, and after each tenth of the games."""

    _tenths = -1

    def _is_time(self, silence_s: float) -> bool:
        before, self._tenths = self._tenths, 10 * self.done // self.total
        return self._tenths > max(before, 0) or (before >= 0 and silence_s >= SILENCE_S) or (before < 0 < self.done)

    def _tell(self, tally: Tally) -> None:
        names = tally.contest.names
        rates = ", ".join(f"{names[index]} {percent(tally.overall[index].rate)}" for index in tally.standings())
        void = f", {len(tally.voids)} void" if tally.voids else ""
        print_error(f"{tally.done} of {self.total} games{void}: {rates}")


class LiveTable(Progress):
    """Shows a progress bar and the standings so far."""

    def __init__(self, contest: Contest, live: Live) -> None:
        super().__init__(contest)
        self._live = live
        self._bar = Bar(
            TextColumn("games"),
            BarColumn(bar_width=40),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("left:"),
            TimeRemainingColumn(),
        )
        self._task = self._bar.add_task("games", total=contest.total)

    def _is_time(self, silence_s: float) -> bool:
        return silence_s >= LEAST_S

    def _tell(self, tally: Tally) -> None:
        self._bar.update(self._task, completed=tally.done)
        self._live.update(Group(self._bar, standings_so_far(tally)))


def standings_so_far(tally: Tally) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("contestant", overflow="fold", min_width=NAME_WIDTH)
    for title in ("won–drawn–lost", "rate", "95 %", "score", "time per move"):
        table.add_column(title, justify="right", no_wrap=True)
    for index in tally.standings():
        showing = tally.overall[index]
        table.add_row(
            tally.contest.names[index],
            f"{showing.wins}–{showing.draws}–{showing.losses}",
            percent(showing.rate),
            percents(showing.interval),
            figure(showing.score_mean),
            duration(showing.ms_per_move),
        )
    troubles = {"void": len(tally.voids), "lost by a crash": len(tally.crashes)}
    table.caption = ", ".join(f"{count} {what}" for what, count in troubles.items() if count) or None
    return table


@contextmanager
def progress(contest: Contest) -> Iterator[Progress]:
    """The progress display that fits stderr."""
    console = err()
    if not console.is_terminal:
        yield Lines(contest)
        return
    with Live(console=console, transient=True, refresh_per_second=5) as live:
        yield LiveTable(contest, live)
