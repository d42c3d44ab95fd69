"""`gamenight db`: the schema of the match log."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections import Counter

from gamenight.cli.arguments import Commands, add_command, add_database, database_of
from gamenight.cli.exits import DATABASE, OK, CliError
from gamenight.cli.log import check_present
from gamenight.cli.screen import out, pairs, show

PAGE = 500


def add(commands: Commands) -> None:
    parser = add_command(commands, "db", lambda args: OK, "Look after the database of matches.")
    actions = parser.add_subparsers(metavar="ACTION", required=True)
    newer = add_command(actions, "upgrade", run_upgrade, "Make the database, or bring it to the newest schema.")
    add_database(newer, "the database")
    status = add_command(actions, "status", run_status, "Say which schema the database has, and what is in it.")
    add_database(status, "the database")


def run_upgrade(args: Namespace) -> int:
    from gamenight.store import newest_revision, upgrade

    asyncio.run(upgrade(database_of(args)))
    out().print(f"The database has the newest schema, {newest_revision()}.")
    return OK


def run_status(args: Namespace) -> int:
    """Nothing is changed by asking."""
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


async def count_matches(url: str) -> Counter[str]:
    """How many matches there are of each status."""
    from gamenight.store import Filter, Page
    from gamenight.store.sql import SqlStore

    store = SqlStore(url)
    counts = Counter[str]()
    page = Page(PAGE)
    try:
        while found := await store.matches(Filter(), page):
            counts.update(summary.status.value for summary in found)
            page = Page(PAGE, found[-1].match_id)
    finally:
        await store.close()
    return counts
