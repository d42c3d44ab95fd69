"""One folder per game; a new folder is found without editing anything else."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pkgutil import iter_modules

from gamenight.core.registry import BUILTIN, catalogue, load

__all__ = ["builtin", "catalogue", "load"]


def builtin() -> list[EntryPoint]:
    """An entry for each folder here, whose package has a `GAME`; a folder that does not load hides no other."""
    names = sorted(module.name for module in iter_modules(__path__) if module.ispkg)
    return [EntryPoint(name, f"{__name__}.{name}:GAME", BUILTIN) for name in names]
