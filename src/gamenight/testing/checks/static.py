"""Checks of a game's metadata and options, before a match is played."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, get_args

import msgspec

from gamenight.core.plugin import Game, GamePlugin
from gamenight.core.ranking import sides_of
from gamenight.testing.playing.tables import Setup, options_of
from gamenight.testing.reporting.compare import difference
from gamenight.testing.reporting.report import BrokenRule

HIDES = ("nothing", "future", "hands")
SLUG = re.compile(r"[a-z][a-z0-9_-]*")


def metadata(game: GamePlugin) -> int:
    for name in ("game_id", "display_name", "description", "category"):
        if not isinstance(getattr(game, name, None), str) or not getattr(game, name).strip():
            raise BrokenRule(f"the game has no {name}")
    if not SLUG.fullmatch(game.game_id):
        raise BrokenRule(
            f"the game_id {game.game_id!r} must start with a lowercase letter and have only lowercase letters, "
            "digits, - and _"
        )
    for name in ("rules_version", "min_players", "max_players", "max_turns"):
        value = getattr(game, name)
        if type(value) is not int or value < 1:
            raise BrokenRule(f"{name} is {value!r}, not a positive number")
    if game.min_players > game.max_players:
        raise BrokenRule(f"min_players is {game.min_players}, but max_players is {game.max_players}")
    if not game.score_scale > 0:
        raise BrokenRule(
            f"score_scale is {game.score_scale!r}, not a positive number; if low scores win, set lowest_wins"
        )
    _check_types(game)
    _check_hides(game)
    _check_methods(game)
    return 1


def _check_hides(game: GamePlugin) -> None:
    if game.hides not in HIDES:
        raise BrokenRule(f"hides is {game.hides!r}, not one of {', '.join(map(repr, HIDES))}")


def _check_methods(game: GamePlugin) -> None:
    for name in ("phase_of", "get_valid_actions"):
        if not _has(game, name):
            raise BrokenRule(f"the game has no method {name}")
    if not _has(game, "apply_action") and not _has(game, "resolve_concurrent_actions"):
        raise BrokenRule(
            "the game has no method apply_action, and no resolve_concurrent_actions, which a game with concurrent "
            "phases has instead"
        )
    if game.hides != "nothing" and not _has(game, "get_player_view"):
        raise BrokenRule(
            f"the game has no method get_player_view, and hides is {game.hides!r}: if every player may see the whole "
            "state, set hides = 'nothing'"
        )


def _has(game: GamePlugin, method: str) -> bool:
    """Whether the game defines this method."""
    return getattr(type(game), method) is not getattr(Game, method)


def _check_types(game: GamePlugin) -> None:
    for name in ("state_type", "view_type", "action_types"):
        if not hasattr(game, name):
            raise BrokenRule(f"the game has no {name}")
    if not isinstance(game.action_types, Mapping) or not game.action_types:
        raise BrokenRule("action_types must be a mapping with at least one action type")
    types: dict[str, Any] = {"options_type": game.options_type, **game.action_types}
    for name, kind in types.items():
        _check_struct(name, kind)
    for name, kind in (("state_type", game.state_type), ("view_type", game.view_type)):
        for member in get_args(kind) or (kind,):  # a union of Structs has members
            _check_struct(name, member)


def _check_struct(name: str, kind: Any) -> None:
    if not (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
        raise BrokenRule(f"the type of {name} is not a Struct: {kind!r}")
    if not kind.__struct_config__.frozen:
        raise BrokenRule(f"the Struct of {name}, {kind.__name__}, is not frozen")
    try:
        msgspec.json.schema(kind)
    except TypeError as error:
        raise BrokenRule(f"the type of {name}, {kind.__name__}, has no JSON Schema: {error}") from None


def options(game: GamePlugin, tables: list[Setup]) -> int:
    """The default options are valid for every number of players; each value can be chosen at some table."""
    defaults = msgspec.to_builtins(game.options_type())
    changed = difference(defaults, msgspec.convert(defaults, game.options_type))
    if changed:
        raise BrokenRule(f"the default options change when they are encoded and decoded: {changed}")
    _check_hashable(game)
    for players in range(game.min_players, game.max_players + 1):
        sides_of(game, players, game.options_type())
        problems = game.validate_config(game.options_type(), players)
        if problems:
            raise BrokenRule(f"the default options are refused for {players} players: {'; '.join(map(str, problems))}")
    return sum(_check_value(option.name, value, tables) for option in options_of(game) for value in option.values)


def _check_hashable(game: GamePlugin) -> None:
    try:
        hash(game.options_type())
    except TypeError as error:
        raise BrokenRule(f"the options cannot be hashed ({error}): use tuples, not lists or dicts") from None


def _check_value(name: str, value: Any, tables: list[Setup]) -> int:
    if not any(difference(table.options[name], value) is None for table in tables):
        raise BrokenRule(
            f"the value {value!r} of option {name!r} is not valid at any table that the kit tried; "
            "if it needs certain values of other options, name them there with Meta(examples=[...])"
        )
    return 1
