"""Print what a viewer sees: the game's own drawing, or its view as a table."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from gamenight.cli.terminal.screen import pairs, show
from gamenight.cli.terminal.words import tell_of, told
from gamenight.core.model import PlayerView
from gamenight.core.plugin import GamePlugin
from gamenight.core.showing.words import view_rows
from gamenight.core.text import say
from gamenight.looks.boards import drawing

MARGIN = "  "


def show_picture(console: Console, game: GamePlugin, view: PlayerView, *, above: int = 0, below: int = 0) -> None:
    """Print the view, with blank lines around it."""
    drawn = drawing(game, view, tell_of(game))
    if drawn is None:
        show(console, tabled(view), above=above, below=below)
        return
    console.print("\n" * above, end="")
    show_drawing(console, Text.from_ansi(drawn))
    console.print("\n" * below, end="")


def show_drawing(console: Console, picture: Text) -> None:
    """Print the lines of a drawing without wrapping them; a terminal that is too narrow cuts them off with a note."""
    is_cut, width = console.is_terminal, 0
    for line in picture.split("\n", allow_blank=True):
        indented = Text(MARGIN if line else "") + line
        width = max(width, indented.cell_len)
        console.print(indented, no_wrap=True, overflow="crop" if is_cut else "ignore", crop=is_cut)
    if is_cut and width > console.width:
        words = say("terminal-cut", width=width, shown=console.width)
        show(console, Text(told(None, words), "dim"), above=1)


def tabled(view: PlayerView) -> Table:
    table = pairs()
    for name, value in view_rows(view):
        table.add_row(name, Text(value))
    return table
