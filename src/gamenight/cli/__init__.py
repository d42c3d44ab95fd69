"""The `gamenight` command: one module for each subcommand, errors in one line, and an exit code for each outcome."""

from gamenight.cli.main import main

__all__ = ["main"]
