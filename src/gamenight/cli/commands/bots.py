"""`gamenight bots`: the strategies with their parameters, and the levels of a game."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from gamenight.bots.registry import Strategy, installed, plain, read_strategy
from gamenight.cli.arguments import Commands, add_command
from gamenight.cli.exits import OK
from gamenight.cli.matches.table import check_complete
from gamenight.cli.terminal.screen import out, pairs, print_error, print_json, show
from gamenight.core.fields import Field, fields_of
from gamenight.core.plugin import Game, GamePlugin
from gamenight.core.registry import find_game


def add(commands: Commands) -> None:
    parser = add_command(
        commands,
        "bots",
        run,
        "List the strategies with their parameters, and the levels and evaluators of a game.",
        "A bot is written as NAME or NAME:PARAMETER=VALUE,PARAMETER=VALUE. A bot that is not installed is written as\n"
        "MODULE:ATTRIBUTE or MODULE:ATTRIBUTE:PARAMETER=VALUE,PARAMETER=VALUE.",
    )
    parser.add_argument(
        "game", metavar="GAME", nargs="?", help="show the levels of this game (default: the usual ones)"
    )
    parser.add_argument("--json", action="store_true", help="as JSON; refused entries go to stderr")


def run(args: Namespace) -> int:
    game = find_game(args.game) if args.game else None
    levels = levels_of(game) if game else Game.levels
    found = installed()
    if args.json:
        print_json(described(found.strategies, levels) | {"evaluators": evaluators_of(game)})
    else:
        print_bots(out(), found.strategies, levels, game)
        print_evaluators(out(), evaluators_of(game))
    for refused in found.refused:
        print_error(f"refused {refused.source}: {refused.reason}")
    return OK


def levels_of(game: GamePlugin) -> Mapping[str, str]:
    """The game's levels; raises BadStrategy if one of them is not a valid bot."""
    check_complete(game)
    for level in game.levels:
        read_strategy(level, game)
    return game.levels


def evaluators_of(game: GamePlugin | None) -> list[str]:
    return sorted(game.evaluators) if game else []


def print_evaluators(console: Console, names: list[str]) -> None:
    if names:
        console.print(Text("evaluators of the game, for mcts:evaluator=NAME", "bold"))
        show(console, Text(", ".join(names)))


def described(strategies: Mapping[str, Strategy], levels: Mapping[str, str]) -> dict[str, Any]:
    listed = [
        {"name": name, "description": strategy.description, "parameters": fields_of(strategy.parameters)}
        for name, strategy in strategies.items()
    ]
    return {"strategies": listed, "levels": levels}


def print_bots(
    console: Console, strategies: Mapping[str, Strategy], levels: Mapping[str, str], game: GamePlugin | None
) -> None:
    for name, strategy in strategies.items():
        console.print(Text.assemble((name, "bold"), "  ", strategy.description))
        fields = fields_of(strategy.parameters)
        if fields:
            show(console, parameters(fields))
    console.print(Text(f"levels of {game.display_name}" if game else "levels, unless a game has its own", "bold"))
    table = pairs()
    for level, text in levels.items():
        table.add_row(level, Text(text))
    show(console, table)


def parameters(fields: list[Field]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for title in ("parameter", "value", "default", ""):
        table.add_column(title, overflow="fold")
    for field in fields:
        table.add_row(*map(Text, (field.name, field.type, plain(field.default), field.description)))
    return table
