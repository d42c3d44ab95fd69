"""The games and bots of this server for lists, and the looks of the games."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from functools import cache
from typing import Generic, TypeVar

import msgspec

from gamenight.bots.registry import strategies
from gamenight.core.fields import fields_of
from gamenight.core.plugin import GamePlugin
from gamenight.core.text import Message
from gamenight.looks import Look, look_of
from gamenight.looks.folder import rules_text
from gamenight.looks.textfiles import LANGUAGE, PSEUDO, folder_of, house, languages, preferred
from gamenight.looks.texts import sources, texts_of
from gamenight.protocol.bodies import ArtShown, BotsShown, GameShown, GamesShown, LookShown, StrategyShown, TextsShown
from gamenight.server.cached import CachedBody, keep
from gamenight.server.games import Games
from gamenight.server.node.options import public_schema
from gamenight.server.seats.model_strategies import models_offered
from gamenight.server.settings import Settings

T = TypeVar("T")
LOG = logging.getLogger("gamenight.server")


class InLanguages(Generic[T]):
    """A value per language, made when it is first requested."""

    def __init__(self, languages: Iterable[str], make: Callable[[str], T]) -> None:
        self._languages = {LANGUAGE, PSEUDO, *languages}
        self._make = cache(make)

    def best(self, lang: str) -> T:
        """The value in this language (`de-AT`), else in its base language (`de`), else in English."""
        return self._make(next(known for known in preferred(lang) if known in self._languages))


Looks = dict[str, InLanguages[CachedBody]]
"""Encoded LookShown by slug."""


def games_shown(games: Games) -> InLanguages[GamesShown]:
    """Every game that is served, in every language that any of them has."""
    spoken = {lang for game in games.all().values() for lang in languages(folder_of(game))}
    return InLanguages(spoken, lambda lang: GamesShown(tuple(game_shown(game, lang) for game in games.all().values())))


def game_shown(game: GamePlugin, lang: str = LANGUAGE) -> GameShown:
    texts = texts_of(game, lang)
    return GameShown(
        game_id=game.game_id,
        rules_version=game.rules_version,
        display_name=texts.tell_or("game-name", game.display_name),
        description=texts.tell_or("game-description", game.description),
        category=game.category,
        min_players=game.min_players,
        max_players=game.max_players,
        options=public_schema(game),
        levels=dict(game.levels),
        rules=rules_text(game),
        words={key: texts.tell(Message(key)) for key in texts.keys_of("option-")},
    )


def texts_kept() -> InLanguages[CachedBody]:
    """The server's own texts."""
    spoken = languages(house())
    return InLanguages(spoken, lambda lang: _kept(TextsShown(spoken, dict(sources(house(), lang)))))


def bots_shown(games: Games, settings: Settings) -> BotsShown:
    """The strategies with their parameters, the levels of each game, and the language models."""
    listed = tuple(
        StrategyShown(name, strategy.description, tuple(fields_of(strategy.parameters)))
        for name, strategy in strategies().items()
        if strategy.at_tables
    )
    levels = {slug: dict(game.levels) for slug, game in games.all().items()}
    return BotsShown(listed, levels, models_offered(settings), settings.llm_origins)


def looks_kept(games: Games) -> Looks:
    """The looks of every game; the log says what is left out, and why."""
    return {slug: _looks(game) for slug, game in games.all().items()}


def _looks(game: GamePlugin) -> InLanguages[CachedBody]:
    spoken = languages(folder_of(game))
    faults = [fault for lang in {LANGUAGE, *spoken} for fault in look_of(game, lang).faults]
    for fault in dict.fromkeys(faults):
        LOG.warning("%s: part of its look is left out: %s", game.game_id, fault)
    return InLanguages(spoken, lambda lang: _kept(_look_shown(look_of(game, lang))))


def _look_shown(look: Look) -> LookShown:
    return LookShown({name: ArtShown(art.svg, art.box) for name, art in look.art.items()}, look.texts)


def _kept(shown: LookShown | TextsShown) -> CachedBody:
    return keep(msgspec.json.encode(shown), "application/json")
