"""A game's own drawing, on a terminal and in a file."""

from io import StringIO

from rich.console import Console
from rich.text import Text

from gamenight.cli.terminal.drawing import show_drawing

DRAWING = Text.from_ansi("\x1b[33m##\x1b[0m......!\n\n  +--+")


def printed(drawing, **console):
    file = StringIO()
    show_drawing(Console(file=file, **console), drawing)
    return file.getvalue()


def test_a_file_gets_every_line_whole_and_without_colours():
    assert printed(DRAWING, width=6) == "  ##......!\n\n    +--+\n"


def test_a_terminal_gets_colours():
    assert (
        printed(DRAWING, width=40, force_terminal=True, color_system="standard")
        == "  \x1b[33m##\x1b[0m......!\n\n    +--+\n"
    )


def test_a_terminal_that_is_too_narrow_cuts_lines_off_and_says_so():
    shown = printed(Text("#" * 50 + "\n##"), width=40, force_terminal=True).split("\n")
    assert shown[:2] == ["  " + "#" * 38, "  ##"]
    assert "The picture is 52 columns wide" in " ".join(shown)
