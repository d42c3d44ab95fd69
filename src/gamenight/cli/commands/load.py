"""`gamenight load`: a load test with many matches at once over real sockets."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace

from gamenight.cli.arguments import URLS, Commands, add_command, positive

MORE = """\
Starts a server in a temporary folder, with a SQLite file to which every move is synced (or with --db), opens the
matches through REST, connects every player by a socket of its own, and lets them play random moves to the end. Only the
play is measured: not the start of the server, nor the opening of matches. With --think 0, rounds of matches are played
until there were 5,000 moves, or a minute has passed; with --seconds until that time is over, when the last round is
broken off; else there is one round."""


def add(commands: Commands) -> None:
    parser = add_command(commands, "load", run, "Measure a server under load.", MORE)
    parser.add_argument(
        "--matches", type=positive, default=200, metavar="N", help="matches at the same time (default: %(default)s)"
    )
    parser.add_argument(
        "--think", type=seconds, default=0.0, metavar="S", help="seconds before each answer (default: 0)"
    )
    parser.add_argument("--seconds", type=seconds, metavar="S", help="how long to play (default: see above)")
    parser.add_argument("--game", metavar="GAME", help="an installed game (default: the one with the shortest matches)")
    parser.add_argument(
        "--format", choices=("json", "msgpack"), default="json", help="the format of messages (default: json)"
    )
    add_server(parser)
    parser.add_argument("--json", action="store_true", help="all figures as a JSON object")


def add_server(parser: ArgumentParser) -> None:
    parser.add_argument("--db", metavar="URL", help=f"the database of the server: {URLS} (default: a new SQLite file)")
    parser.add_argument("--redis", metavar="URL", help="the Redis of the server (default: none)")
    parser.add_argument("--url", metavar="URL", help="use a running server; its CPU time and memory are not measured")


def seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < float("inf"):
        raise ArgumentTypeError(f"{text!r} is not a number of seconds")
    return value


def run(args: Namespace) -> int:
    from gamenight.cli.load.run import run_load  # imported late: it loads the network libraries

    return run_load(args)
