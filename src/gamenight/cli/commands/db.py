"""`gamenight db`: the schema and the matches of a database."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from gamenight.cli.arguments import Commands, add_command, add_database, database_of
from gamenight.cli.exits import DATABASE, OK, USAGE, CliError
from gamenight.cli.matches.log import ask, check_present
from gamenight.cli.terminal.screen import out, pairs, print_json, show

if TYPE_CHECKING:
    from gamenight.store import MatchStore, MatchSummary

PAGE = 500


def add(commands: Commands) -> None:
    parser = add_command(commands, "db", lambda args: OK, "Manage the database of matches.")
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    newer = add_command(actions, "upgrade", run_upgrade, "Create the database, or upgrade it to the newest schema.")
    add_database(newer, "the database")
    status = add_command(actions, "status", run_status, "Show the schema of the database, and what is in it.")
    add_database(status, "the database")
    backup = add_command(actions, "backup", run_backup, "Copy a SQLite database, also while servers use it.")
    backup.add_argument("file", metavar="FILE", type=Path, help="a new file")
    add_database(backup, "the database")
    listing = add_command(actions, "matches", run_matches, "List the matches, the newest first.")
    add_database(listing, "the database")
    listing.add_argument("--json", action="store_true", help="as a JSON list")


def run_upgrade(args: Namespace) -> int:
    from gamenight.store import newest_revision, upgrade

    asyncio.run(upgrade(database_of(args)))
    out().print(f"The database has the newest schema, {newest_revision()}.")
    return OK


def run_backup(args: Namespace) -> int:
    """PostgreSQL has a program of its own for this."""
    from gamenight.store.database.backup import copy_sqlite
    from gamenight.store.database.transactions import sqlite_file

    url = database_of(args)
    check_present(url)
    source = sqlite_file(url)
    if source is None:
        raise CliError("copy a PostgreSQL database with pg_dump; see docs/operating.md", USAGE)
    copy_sqlite(source, args.file)
    out().print(f"The database was copied to {args.file}.")
    return OK


def run_status(args: Namespace) -> int:
    """Show the status, without changing the database."""
    from gamenight.store import newest_revision, revision

    url = database_of(args)
    check_present(url)
    present = asyncio.run(revision(url))
    if present != newest_revision():
        raise CliError(
            f"the database has schema {present or 'none'}, not {newest_revision()}: run gamenight db upgrade", DATABASE
        )
    counts = asyncio.run(count_matches(url))
    table = pairs()
    table.add_row("schema", f"{present}, the newest")
    table.add_row("matches", str(counts.total()))
    for status, count in sorted(counts.items()):
        table.add_row("", f"{count} {status}")
    show(out(), table)
    return OK


def run_matches(args: Namespace) -> int:
    found = ask(database_of(args), every_match)
    if args.json:
        print_json([described(match) for match in found])
    elif found:
        out().print(listed(found))
    else:
        out().print("There are no matches.")
    return OK


def described(match: MatchSummary) -> dict[str, Any]:
    return {
        "match_id": match.match_id,
        "game_id": match.game_id,
        "rules_version": match.rules_version,
        "status": match.status,
        "players": match.players,
        "created": match.created,
    }


def listed(matches: list[MatchSummary]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for title in ("match", "game", "status", "created", "players"):
        table.add_column(title, no_wrap=title != "players", overflow="fold")
    for match in matches:
        names = ", ".join(player.display_name for player in match.players)
        created = f"{match.created:%Y-%m-%d %H:%M}"
        cells = (match.match_id, match.game_id, match.status.value, created, names)
        table.add_row(*map(Text, cells))
    return table


async def count_matches(url: str) -> Counter[str]:
    """The number of matches of each status."""
    from gamenight.store.database.transactions import database_at
    from gamenight.store.log.sql import SqlStore

    store = SqlStore(database_at(url))
    try:
        return Counter(match.status.value for match in await every_match(store))
    finally:
        await store.close()


async def every_match(store: MatchStore) -> list[MatchSummary]:
    """All matches, the newest first, read page by page."""
    from gamenight.store import Filter, MatchPage

    matches: list[MatchSummary] = []
    page = MatchPage(PAGE)
    while found := await store.matches(Filter(), page):
        matches += found
        page = MatchPage(PAGE, found[-1].match_id)
    return matches
