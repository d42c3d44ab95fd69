"""`gamenight arena`: bots play many games against each other."""

from __future__ import annotations

from argparse import Namespace

from gamenight.cli.arguments import A_GAME, Commands, above_zero, add_command, add_database, add_setup, positive

EXECUTORS = ("processes", "ray", "modal")

MORE = """\
Every group of as many bots as there are seats plays at one table: with three bots and a game for two, each pair. Each
group plays N games, on decks that all groups share, and plays each deck from every seat; so N is rounded up to a
multiple of the number of seats. A bot that is named twice plays against itself.

A game in which a language model could not be reached is void, and is played again when the arena is continued. A game
in which a model gives no legal answer is lost. Limits of money and time are checked after each game.

With --out, the same command continues where it was interrupted, or prints the tables again if all games were played.
With a larger N it plays more games."""


def add(commands: Commands) -> None:
    parser = add_command(commands, "arena", run, "Let bots play many games against each other.", MORE)
    parser.add_argument("--game", required=True, metavar="GAME", help=A_GAME)
    parser.add_argument(
        "--bots",
        required=True,
        nargs="+",
        metavar="BOT",
        help="the bots, such as greedy, mcts:time_ms=500 or mypackage.bots:STUBBORN",
    )
    parser.add_argument(
        "--games", type=positive, default=100, metavar="N", help="number of games of each group (default: 100)"
    )
    parser.add_argument(
        "--workers", type=positive, metavar="N", help="games at the same time (default: number of processors)"
    )
    parser.add_argument(
        "--executor", choices=EXECUTORS, default="processes", help="where games are played (default: processes)"
    )
    parser.add_argument(
        "--max-usd",
        type=above_zero,
        metavar="X",
        help="stop when language models have cost X US dollars, or the cost of a call is unknown",
    )
    parser.add_argument("--max-minutes", type=above_zero, metavar="M", help="stop after M minutes")
    parser.add_argument("--out", metavar="FILE", help="write a line of JSON for each game; continue an existing file")
    parser.add_argument("--report", metavar="FILE", help="write a page (HTML) with tables and plots")
    add_setup(parser)
    add_database(parser, "write every match to this database")
    parser.add_argument("--json", action="store_true", help="all figures as a JSON object")


def run(args: Namespace) -> int:
    from gamenight.cli.arena.run import run_arena  # imported late: it is slow to load

    return run_arena(args)
