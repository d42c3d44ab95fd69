"""Print the end of a match: the result, the proof that the seed was fixed before, and commands to see it again."""

from __future__ import annotations

import os
import re
import shlex
from argparse import Namespace

from rich.console import Console
from rich.text import Text

from gamenight.cli.terminal.screen import pairs, show
from gamenight.cli.terminal.words import standings, tell_of, verdict
from gamenight.core.match import Match
from gamenight.core.rng import commitment
from gamenight.core.text import Tell, say


def print_ending(console: Console, match: Match, args: Namespace) -> None:
    view, tell = match.view(), tell_of(match.plugin)
    show(console, Text(verdict(view, tell), "bold"), above=1, below=1)
    show(console, standings(view))
    table = pairs()
    back = ways_back(match, args)
    if back:
        table.add_row(tell(say("terminal-match")), str(match.state.match_id))
    table.add_row(tell(say("table-fair-seed")), match.state.config.random_seed)
    table.add_row(tell(say("table-fair-salt")), match.state.config.salt)
    table.add_row(tell(say("table-fair-title")), _fairness(match, tell))
    show(console, table, above=1, below=1)
    for command in back:
        # Not in the table, which would wrap the line, so that it could not be copied.
        console.print(Text(f"  {command}", "cyan"), soft_wrap=True)


def _fairness(match: Match, tell: Tell) -> Text:
    """Whether the seed and salt, which are public now, fit the commitment published before the first turn."""
    config = match.state.config
    is_fair = promised(match) == commitment(config.random_seed, config.salt)
    return Text(tell(say("table-fair-yes")), "green") if is_fair else Text(tell(say("table-fair-no")), "red")


def promised(match: Match) -> str:
    return str(match.events[0].payload["commitment"])


def ways_back(match: Match, args: Namespace) -> list[str]:
    """The commands that show and verify this match."""
    if args.db is not None:
        source = f"{match.state.match_id}{_database(args.db)}"
    elif args.record is not None:
        source = shlex.quote(args.record)
    else:
        return []
    rules = f" --game {shlex.quote(args.game)}" if ":" in (args.game or "") else ""
    return [f"gamenight {command} {source}{rules}" for command in ("replay", "verify")]


def _database(url: str) -> str:
    """The `--db` argument of the database, without a password; "" if the environment names the database."""
    if url == os.environ.get("DATABASE_URL"):
        return ""
    hidden = re.sub(r"(://[^:/@]*):[^@]*@", r"\1:***@", url)
    return f" --db {shlex.quote(hidden)}"
