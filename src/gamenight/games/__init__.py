"""One folder per game; a new folder is found without editing anything else."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from gamenight.core.plugin import GamePlugin
from gamenight.core.registry import catalogue, load

__all__ = ["builtin", "catalogue", "load"]


def builtin() -> list[GamePlugin]:
    """The games in this folder: each package's `GAME`."""
    names = sorted(module.name for module in iter_modules(__path__) if module.ispkg)
    return [import_module(f"{__name__}.{name}").GAME for name in names]
