"""The games and bots of this server as lists show them."""

from __future__ import annotations

from gamenight.bots.registry import strategies
from gamenight.core.fields import fields_of
from gamenight.core.plugin import GamePlugin
from gamenight.looks.folder import rules_text
from gamenight.server.games import Games
from gamenight.server.options import public_schema
from gamenight.server.shapes import BotsShown, GameShown, GamesShown, StrategyShown


def games_shown(games: Games) -> GamesShown:
    """Every game that is served; it reads files, so make it once."""
    return GamesShown(tuple(game_shown(game) for game in games.all().values()))


def game_shown(game: GamePlugin) -> GameShown:
    return GameShown(
        game_id=game.game_id,
        rules_version=game.rules_version,
        display_name=game.display_name,
        description=game.description,
        category=game.category,
        min_players=game.min_players,
        max_players=game.max_players,
        options=public_schema(game),
        levels=dict(game.levels),
        rules=rules_text(game),
    )


def bots_shown(games: Games) -> BotsShown:
    """The strategies with their parameters, and the levels of each game."""
    listed = tuple(
        StrategyShown(name, strategy.description, tuple(fields_of(strategy.parameters)))
        for name, strategy in strategies().items()
    )
    return BotsShown(listed, {slug: dict(game.levels) for slug, game in games.all().items()})
