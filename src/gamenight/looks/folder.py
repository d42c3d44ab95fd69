"""Find the additional modules and files of a game, in the folder of its class."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from types import ModuleType

from gamenight.core.plugin import GamePlugin


def companion(game: GamePlugin, name: str) -> ModuleType | None:
    """The module of this name in the game's folder, or None."""
    path = f"{package_of(game)}.{name}"
    try:
        found = find_spec(path)
    except ModuleNotFoundError:
        return None
    return import_module(path) if found else None


def rules_text(game: GamePlugin) -> str | None:
    """The text of the game's RULES.md, if there is one."""
    try:
        page = files(package_of(game)).joinpath("RULES.md")
        return page.read_text(encoding="utf-8") if page.is_file() else None
    except (ModuleNotFoundError, TypeError):
        return None


def package_of(game: GamePlugin) -> str:
    """The package of the game's class, which is in its `__init__` or in a module; without a package, the module."""
    return package_of_class(type(game))


def package_of_class(kind: type) -> str:
    module = kind.__module__
    if hasattr(sys.modules[module], "__path__"):
        return module
    return module.rpartition(".")[0] or module
