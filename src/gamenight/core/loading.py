"""Load a user's own game or bot from `module:attribute`. The module is installed or in the current folder."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any

from gamenight.core.errors import described


class CannotLoad(Exception):
    """There is nothing at a place; the message says why, and lists what there is."""


def load_place(place: str, is_wanted: Callable[[object], bool]) -> Any:
    """Load the object at this place; the message of CannotLoad lists the wanted objects that the module does have."""
    module, _, attribute = place.partition(":")
    found = loaded = _module(module, place)
    for part in attribute.split("."):
        found = getattr(found, part, None)
    if found is None:
        others = [name for name, value in vars(loaded).items() if is_wanted(value) and _is_own(value, loaded)]
        there = f"; there is {', '.join(others)}" if others else ""
        raise CannotLoad(f"cannot load {place}: {loaded.__name__} has no {attribute!r}{there}")
    return found


def _module(module: str, place: str) -> Any:
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise CannotLoad(f"cannot load {place}: {described(error)}") from error
        where = f"neither installed nor in the folder {os.getcwd()}"
        raise CannotLoad(f"cannot load {place}: there is no module {error.name}, {where}") from error
    except Exception as error:
        raise CannotLoad(f"cannot load {place}: {described(error)}") from error


def _is_own(value: object, module: ModuleType) -> bool:
    """Whether the value is not a class that the module has only imported."""
    return not isinstance(value, type) or value.__module__.startswith(module.__name__)
