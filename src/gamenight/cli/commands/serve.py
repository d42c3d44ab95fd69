"""`gamenight serve`: serve matches over the network."""

from __future__ import annotations

import os
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import TYPE_CHECKING

from gamenight.cli.arguments import URLS, Commands, add_command
from gamenight.cli.exits import OK, UNAVAILABLE, USAGE, CliError
from gamenight.cli.serving.flags import add_settings, settings_of
from gamenight.cli.serving.reload import serve_again_and_again, watched

if TYPE_CHECKING:
    from gamenight.server.process.running import ServerConfig

DATABASE = "sqlite:///gamenight.db"

MORE = """\
With a SQLite file it needs nothing else. With --db postgresql://... and --redis redis://... you can start any number of
nodes; each of them accepts the actions of every match. Stop it with Ctrl-C or SIGTERM: no accepted action is lost, and
players come back to their seats when it runs again."""


def add(commands: Commands) -> None:
    parser = add_command(commands, "serve", run, "Serve matches, and a page to play them on.", MORE)
    parser.add_argument("--host", default="127.0.0.1", help="the address to serve on (default: %(default)s)")
    parser.add_argument(
        "--port", type=port, default=8000, metavar="N", help="0 for any free port (default: %(default)s)"
    )
    add_databases(parser)
    parser.add_argument(
        "--game",
        dest="games",
        nargs="+",
        action="extend",
        default=[],
        metavar="GAME",
        help="games that are not installed, as module:attribute",
    )
    parser.add_argument(
        "--reload", action="store_true", help="restart whenever a file of such a game changes, for its author"
    )
    parser.add_argument(
        "--bot",
        dest="bots",
        nargs="+",
        action="extend",
        default=[],
        metavar="BOT",
        help="bots that are not installed, as name=module:attribute; clients ask for them by that name",
    )
    parser.add_argument("--node", metavar="NAME", help="the name of this process among the nodes (default: a new name)")
    parser.add_argument(
        "--trusted-proxies",
        nargs="+",
        action="extend",
        default=[],
        metavar="ADDRESS",
        help="proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted; addresses or networks",
    )
    add_settings(parser.add_argument_group("limits and times"))


def add_databases(parser: ArgumentParser) -> None:
    database = os.environ.get("DATABASE_URL") or DATABASE
    redis = os.environ.get("REDIS_URL") or None
    # The default is not shown: it may hold a password.
    parser.add_argument("--db", metavar="URL", default=database, help=f"{URLS} (default: $DATABASE_URL or {DATABASE})")
    parser.add_argument(
        "--redis",
        metavar="URL",
        default=redis,
        help="the Redis through which nodes notify each other (default: $REDIS_URL)",
    )


def port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65_535:
        raise ArgumentTypeError(f"{text!r} is not a port: a number from 0 to 65535")
    return int(text)


def run(args: Namespace) -> int:
    settings = settings_of(args)
    if args.db.startswith("memory:"):
        raise CliError(f"matches must be stored permanently: --db is {URLS}", USAGE)
    from gamenight.server.process.running import (
        BadSite,
        CannotServe,
        run_server,
    )  # imported late: it loads the web libraries

    try:
        site = server_config(args)
        if args.reload and (code := serve_again_and_again(watched(args.games))) is not None:
            return code
        run_server(site, settings, lambda line: print(line, flush=True))
    except BadSite as fault:
        raise CliError(str(fault), USAGE) from None
    except CannotServe as trouble:
        raise CliError(str(trouble), UNAVAILABLE) from None
    return OK


def server_config(args: Namespace) -> ServerConfig:
    """The address and the resources of the server; with --reload, the port stays the same after a restart."""
    from gamenight.server.process.running import ServerConfig, free_port

    return ServerConfig(
        host=args.host,
        port=free_port(args.host) if args.reload and args.port == 0 else args.port,
        database=args.db,
        redis=args.redis,
        games=tuple(args.games),
        bots=tuple(args.bots),
        proxies=tuple(args.trusted_proxies),
        node=args.node,
    )
