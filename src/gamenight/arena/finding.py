"""A game by the name that somebody gave it: installed, or on its way to be."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any

from gamenight.core.errors import UnknownGame
from gamenight.core.plugin import Game, GamePlugin
from gamenight.core.registry import load


def find_game(name: str) -> GamePlugin:
    """By slug; or by `module:attribute`, a game or its class, from the installed packages or this folder."""
    module, colon, attribute = name.partition(":")
    return _game_in(module, attribute) if colon else load(name)


def _game_in(module: str, attribute: str) -> GamePlugin:
    found = _attribute(module, attribute)
    game = found() if isinstance(found, type) and issubclass(found, Game) else found
    if not isinstance(game, Game):
        raise UnknownGame(f"{module}:{attribute} is not a game")
    return game


def _attribute(module: str, attribute: str) -> Any:
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        found: Any = import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
    except Exception as error:
        raise UnknownGame(f"cannot load {module}:{attribute}: {type(error).__name__}: {error}") from error
    return found
