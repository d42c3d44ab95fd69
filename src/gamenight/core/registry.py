"""Games by slug, found through the entry-point group `gamenight.games`.

An entry names a game class, a game, or a function that returns games or further entries; one such function scans the
folder of the built-in games. A game that fails is refused with a reason, and does not affect the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

import msgspec
from msgspec import Struct

from gamenight.core.advancing.matching import valid_actions
from gamenight.core.engine import start, view
from gamenight.core.errors import PluginError, UnknownGame, described
from gamenight.core.loading import CannotLoad, load_place
from gamenight.core.model import GameConfig, MatchId, Player, digest, seat
from gamenight.core.plugin import Game, GamePlugin
from gamenight.core.rng import derived_salt, seed_text

GROUP = "gamenight.games"
BUILTIN = "gamenight.games.builtin"
"""The entry-point group of built-in games. They skip the quick check, as the repository has tests for them."""


class RefusedGame(Struct, frozen=True):
    """A game that was refused, with the reason."""

    source: str
    reason: str


class Catalogue(Struct, frozen=True):
    """The installed games by slug, and the refused ones."""

    games: dict[str, Any]
    refused: tuple[RefusedGame, ...] = ()


def load(game_id: str) -> GamePlugin:
    """The installed game with this slug."""
    found = catalogue()
    plugin: GamePlugin | None = found.games.get(game_id)
    if plugin is not None:
        return plugin
    for refused in found.refused:
        if refused.source == game_id:
            raise UnknownGame(f"the game {game_id!r} was refused: {refused.reason}")
    raise UnknownGame(f"no game is called {game_id!r}; there are: {', '.join(sorted(found.games)) or 'none'}")


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
        raise UnknownGame(f"cannot load {place}: {described(error)}") from error
    if not isinstance(game, Game):
        raise UnknownGame(f"{place} is not a game")
    return game


def _is_game(value: object) -> bool:
    return isinstance(value, Game) or (isinstance(value, type) and issubclass(value, Game))


@cache
def catalogue() -> Catalogue:
    """Everything installed. Built-in games come first, so that no other game can take their slugs."""
    found = entry_points(group=GROUP)
    return collect(sorted(found, key=lambda entry: (entry.value != "gamenight.games:builtin", entry.name)))


_registered: set[str] = set()


def register(game: GamePlugin) -> None:
    """Make a game available by its slug in this process, in place of one registered before.

    Raises PluginError if it fails the quick check or its slug belongs to an installed game.
    """
    if not isinstance(game, Game):
        raise PluginError(f"{game!r} is not a Game")
    if problems := quick_check(game):
        raise PluginError("; ".join(problems))
    games = catalogue().games
    if game.game_id in games and game.game_id not in _registered:
        raise PluginError(f"the slug {game.game_id!r} is already taken")
    games[game.game_id] = game
    _registered.add(game.game_id)


def collect(entries: Iterable[EntryPoint]) -> Catalogue:
    """Load the games of these entries; refuse duplicate slugs and games that fail the quick check."""
    games: dict[str, Any] = {}
    refused: list[RefusedGame] = []
    waiting = list(entries)
    while waiting:
        entry = waiting.pop(0)
        try:
            plugins = _games_of(entry.load())
        except Exception as error:
            refused.append(RefusedGame(entry.name, f"{entry.value} cannot be loaded: {error!r}"))
            continue
        waiting = [found for found in plugins if isinstance(found, EntryPoint)] + waiting
        for plugin in (found for found in plugins if not isinstance(found, EntryPoint)):
            reason = _refusal(plugin, games, entry)
            if reason is None:
                games[plugin.game_id] = plugin
            else:
                refused.append(RefusedGame(str(getattr(plugin, "game_id", entry.name)), reason))
    return Catalogue(games, tuple(refused))


def _games_of(target: GamePlugin | type[GamePlugin] | Callable[[], Iterable[Any]]) -> list[Any]:
    """The games, or further entries, that the target of an entry provides."""
    if isinstance(target, Game):
        return [target]
    made = target()
    return [made] if isinstance(made, Game) else list(made)


def _refusal(plugin: GamePlugin, games: dict[str, Any], entry: EntryPoint) -> str | None:
    if not isinstance(plugin, Game):
        return f"{plugin!r} is not a Game"
    problems = [] if entry.group == BUILTIN else quick_check(plugin)
    if not problems and plugin.game_id in games:
        problems = [f"the slug {plugin.game_id!r} is already taken; this one came from {entry.value}"]
    return "; ".join(problems) or None


REQUIRED = ("game_id", "rules_version", "display_name", "state_type", "view_type", "action_types")


def quick_check(plugin: GamePlugin) -> list[str]:
    """The obvious errors of a game: missing attributes, a set-up that fails or is not repeatable."""
    missing = [f"it has no {name}" for name in REQUIRED if not hasattr(plugin, name)]
    if missing:
        return missing
    if not 1 <= plugin.min_players <= plugin.max_players:
        return ["min_players and max_players contradict each other"]
    try:
        return _check_opening(plugin)
    except Exception as error:
        return [str(error)]


def _check_opening(plugin: GamePlugin) -> list[str]:
    players = tuple(Player(seat(index), f"Player {index + 1}", index) for index in range(plugin.min_players))
    seed = seed_text("quick check")
    config = GameConfig(msgspec.to_builtins(plugin.options_type()), seed, derived_salt(seed))
    first = start(plugin, MatchId("check"), players, config, 0).state
    again = start(plugin, MatchId("check"), players, config, 0).state
    if digest(first) != digest(again):
        return ["the same seed gave two different set-ups"]
    for viewer in (None, *first.expected):
        view(plugin, first, viewer)
        valid_actions(plugin, first, viewer)
    return []
