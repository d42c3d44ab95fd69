"""The `gamenight` command: one module for each subcommand, errors in one line, an exit code for each kind of end."""

from gamenight.cli.main import main

__all__ = ["main"]
