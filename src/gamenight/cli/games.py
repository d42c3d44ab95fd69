"""`gamenight games`: what is installed, and what was refused."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from rich.table import Table

from gamenight.cli.arguments import Commands, add_command
from gamenight.cli.exits import OK
from gamenight.cli.screen import complain, out, print_json
from gamenight.core.plugin import GamePlugin
from gamenight.core.registry import catalogue


def add(commands: Commands) -> None:
    parser = add_command(commands, "games", run, "List the installed games.")
    parser.add_argument("--json", action="store_true", help="as a JSON list; what was refused goes to stderr")


def run(args: Namespace) -> int:
    found = catalogue()
    games = [found.games[slug] for slug in sorted(found.games)]
    if args.json:
        print_json([described(game) for game in games])
    else:
        out().print(listed(games))
    for refused in found.refused:
        complain(f"refused {refused.source}: {refused.reason}")
    return OK


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
