"""A game by the name that somebody gave it: installed, or on its way to be."""

from __future__ import annotations

from gamenight.bots.loading import CannotLoad, load_place, reason_of
from gamenight.core.errors import UnknownGame
from gamenight.core.plugin import Game, GamePlugin
from gamenight.core.registry import load


def find_game(name: str) -> GamePlugin:
    """By slug; or by `module:attribute`, a game or its class, from the installed packages or this folder."""
    return _game_at(name) if ":" in name else load(name)


def _game_at(place: str) -> GamePlugin:
    try:
        found = load_place(place, _is_game)
        game = found() if isinstance(found, type) and issubclass(found, Game) else found
    except CannotLoad as error:
        raise UnknownGame(str(error)) from error
    except Exception as error:
        raise UnknownGame(f"cannot load {place}: {reason_of(error)}") from error
    if not isinstance(game, Game):
        raise UnknownGame(f"{place} is not a game")
    return game


def _is_game(value: object) -> bool:
    return isinstance(value, Game) or (isinstance(value, type) and issubclass(value, Game))
