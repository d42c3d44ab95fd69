"""Where words go: results to stdout, errors and progress to stderr."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import Any

import msgspec
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table


class _Stdout(Console):
    """A console that leaves a closed pipe to `main`; rich would end the program as failed."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def out() -> Console:
    """The console of results, which prints names as they are; made anew each time, as stdout may be redirected."""
    return _Stdout(highlight=False, markup=False, emoji=False)


def err() -> Console:
    return Console(stderr=True, highlight=False, markup=False, emoji=False)


def survive_old_encodings() -> None:
    """What a terminal cannot write or read becomes a question mark, not the end of the program."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def show(console: Console, what: RenderableType, *, above: int = 0, below: int = 0) -> None:
    """Print it a little away from the edge, with blank lines around it."""
    console.print(Padding(what, (above, 0, below, 2), expand=False))


def complain(message: str) -> None:
    """One line on stderr, whatever the message holds."""
    print(f"gamenight: {' '.join(message.split())}", file=sys.stderr)


def print_json(value: Any) -> None:
    """Plain JSON on stdout and nothing else."""
    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def progress() -> Progress:
    """A bar on stderr, seen only where a person looks."""
    console = err()
    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=30),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


def pairs() -> Table:
    """A borderless table of names and values."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    return table
