"""Output: results go to stdout, errors and progress to stderr."""

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
    """A console that leaves a closed pipe to `main`; rich would exit with an error code."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def out() -> Console:
    """A console for results, which prints names as they are. It is new for each call, as stdout may be redirected."""
    return _Stdout(highlight=False, markup=False, emoji=False)


def err() -> Console:
    return Console(stderr=True, highlight=False, markup=False, emoji=False)


def survive_old_encodings() -> None:
    """Replace characters that a terminal cannot read or write by question marks, so that the program does not fail."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def show(console: Console, what: RenderableType, *, above: int = 0, below: int = 0) -> None:
    """Print with a left margin, and with blank lines around it."""
    console.print(Padding(what, (above, 0, below, 2), expand=False))


def print_error(message: str) -> None:
    """Print the message on stderr in one line."""
    print(f"gamenight: {' '.join(message.split())}", file=sys.stderr)


def print_json(value: Any) -> None:
    """Print the value on stdout as JSON."""
    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def progress() -> Progress:
    """A progress bar on stderr, shown only on a terminal."""
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
