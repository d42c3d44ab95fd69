"""The games and bots of this server as lists show them, and how the games look."""

from __future__ import annotations

import logging

import msgspec

from gamenight.bots.registry import strategies
from gamenight.core.fields import fields_of
from gamenight.core.plugin import GamePlugin
from gamenight.looks import look_of
from gamenight.looks.folder import rules_text
from gamenight.looks.look import LANGUAGE, languages
from gamenight.server.games import Games
from gamenight.server.kept import Kept, keep
from gamenight.server.options import public_schema
from gamenight.server.shapes import ArtShown, BotsShown, GameShown, GamesShown, LookShown, StrategyShown

LOG = logging.getLogger("gamenight.server")

Looks = dict[str, dict[str, Kept]]
"""LookShown as it is sent, by slug and language."""


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


def looks_kept(games: Games) -> Looks:
    """How every game looks, in each of its languages; the log says what is left out, and why."""
    return {slug: _looks(game) for slug, game in games.all().items()}


def _looks(game: GamePlugin) -> dict[str, Kept]:
    found = {lang: look_of(game, lang) for lang in {LANGUAGE, *languages(game)}}
    for fault in dict.fromkeys(fault for look in found.values() for fault in look.faults):
        LOG.warning("%s is shown without something of its folder: %s", game.game_id, fault)
    return {
        lang: keep(
            msgspec.json.encode(
                LookShown({name: ArtShown(art.svg, art.box) for name, art in look.art.items()}, look.texts)
            ),
            "application/json",
        )
        for lang, look in found.items()
    }


def look_in(looks: dict[str, Kept], lang: str) -> Kept:
    """In this language (`de-AT`), else in the one that it is a kind of (`de`), else in English."""
    return looks.get(lang) or looks.get(lang.partition("-")[0]) or looks[LANGUAGE]
