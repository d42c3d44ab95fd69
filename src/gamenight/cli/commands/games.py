"""`gamenight games`: the installed and the refused games, or one game with its options."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

import msgspec
from rich.table import Table
from rich.text import Text

from gamenight.cli.arguments import Commands, add_command
from gamenight.cli.exits import OK
from gamenight.cli.matches.table import check_complete
from gamenight.cli.terminal.screen import out, print_error, print_json, show
from gamenight.core.fields import Field, fields_of
from gamenight.core.plugin import GamePlugin
from gamenight.core.registry import catalogue, find_game


def add(commands: Commands) -> None:
    parser = add_command(commands, "games", run, "List the installed games, or the options of one.")
    parser.add_argument("game", metavar="GAME", nargs="?", help="show this game, with its options")
    parser.add_argument("--json", action="store_true", help="as JSON; refused games go to stderr")


def run(args: Namespace) -> int:
    if args.game:
        return run_one(find_game(args.game), as_json=args.json)
    found = catalogue()
    games = [found.games[slug] for slug in sorted(found.games)]
    if args.json:
        print_json([described(game) for game in games])
    else:
        out().print(listed(games))
    for refused in found.refused:
        print_error(f"refused {refused.source}: {refused.reason}")
    return OK


def run_one(game: GamePlugin, *, as_json: bool) -> int:
    check_complete(game)
    options = fields_of(game.options_type)
    if as_json:
        print_json({**described(game), "options": options})
        return OK
    out().print(listed([game]))
    show(out(), optional(options) if options else Text("The game has no options."), above=1)
    return OK


def optional(options: list[Field]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for title in ("option", "value", "default", ""):
        table.add_column(title, overflow="fold")
    for option in options:
        words = f"{option.description} (secret until the end)" if option.secret else option.description
        default = msgspec.json.encode(option.default).decode()
        table.add_row(*map(Text, (option.name, option.type, default, words.strip())))
    return table


def described(game: GamePlugin) -> dict[str, Any]:
    return {
        "game_id": game.game_id,
        "display_name": game.display_name,
        "description": game.description,
        "category": game.category,
        "rules_version": game.rules_version,
        "min_players": game.min_players,
        "max_players": game.max_players,
    }


def listed(games: list[GamePlugin]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for title in ("game", "name", "players", "rules", ""):
        table.add_column(title, no_wrap=title != "")
    for game in games:
        version = f"v{game.rules_version}"
        table.add_row(game.game_id, game.display_name, players_of(game), version, game.description, style=None)
    return table


def players_of(game: GamePlugin) -> str:
    """`2` or `2-6`."""
    if game.min_players == game.max_players:
        return str(game.min_players)
    return f"{game.min_players}-{game.max_players}"
