"""Ask a person, line by line, at a terminal or through a pipe."""

from __future__ import annotations

import contextlib
import sys

from rich.console import Console

from gamenight.cli.exits import INTERRUPTED, OK, Quit

with contextlib.suppress(ImportError):
    import readline  # noqa: F401 (gives input() its line editing and history)


class Terminal:
    """A console to write on and a person who types."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.is_live = sys.stdin.isatty()

    def ask(self, prompt: str) -> str:
        """The next line, stripped; raises Quit at the end of input or on an interrupt."""
        try:
            return self._line(f"{prompt} > ").strip()
        except EOFError:
            self.console.print()
            raise Quit(OK) from None
        except KeyboardInterrupt:
            self.console.print()
            raise Quit(INTERRUPTED) from None

    def _line(self, prompt: str) -> str:
        if self.is_live:
            return input(prompt)
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        # A pipe does not echo what is typed, but the output should look as on a terminal.
        print(line.rstrip("\n"), flush=True)
        return line
