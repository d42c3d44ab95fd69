"""The games that a node serves: all that are installed, and those that its operator names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gamenight.core import registry
from gamenight.core.errors import UnknownGame
from gamenight.core.plugin import GamePlugin
from gamenight.core.registry import find_game


class Games:
    """Games by slug. `named` are games as `module:attribute`; they replace installed games of the same slug."""

    def __init__(self, named: Iterable[str] = ()) -> None:
        found = {name: _checked(name, find_game(name)) for name in named}
        self._names = {game.game_id: name for name, game in found.items()}
        self._named = {game.game_id: game for game in found.values()}

    def load(self, game_id: str) -> GamePlugin:
        """UnknownGame if no game of this slug is served."""
        return self._named.get(game_id) or registry.load(game_id)

    def find(self, game_id: str) -> GamePlugin | None:
        try:
            return self.load(game_id)
        except UnknownGame:
            return None

    def name_of(self, game_id: str) -> str:
        """The name under which another process finds the same game."""
        return self._names.get(game_id, game_id)

    def all(self) -> Mapping[str, GamePlugin]:
        """Every game that is served, sorted by slug."""
        slugs = sorted({*registry.catalogue().games, *self._named})
        return {slug: self.load(slug) for slug in slugs}


def _checked(name: str, game: GamePlugin) -> GamePlugin:
    """UnknownGame if the game is obviously broken. The registry checks installed games in the same way."""
    if problems := registry.quick_check(game):
        raise UnknownGame(f"{name} cannot be served: {'; '.join(problems)}")
    return game
