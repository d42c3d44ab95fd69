"""Bots by the text that somebody trusted gives: also one of their own, as `module:attribute`.

Whoever gives such a text has code loaded and run. So a server takes texts of clients to `registry.make_bot`, which
loads nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from gamenight.bots.loading import CannotLoad, load_place
from gamenight.bots.registry import (
    BadStrategy,
    Strategy,
    check_strategy,
    made,
    parameters_of,
    read_strategy,
    register,
    split_parameters,
    strategies,
)
from gamenight.core.bot import Bot
from gamenight.core.plugin import GamePlugin

_OWN = re.compile(r"([^\W\d][\w.]*):([^\W\d][\w.]*)(?::(.*))?")
"""`mypackage.bots:STUBBORN`, perhaps with `:number=3` behind it."""


def find_bot(spec: str, game: GamePlugin, *, seed: str | int = 0, name: str | None = None) -> Bot:
    """As `make_bot`; besides, `mypackage.bots:STUBBORN:number=3` is a bot of one's own that nobody has installed."""
    return made(spec, game, *find_strategy(spec, game), seed=seed, name=name)


def find_strategy(spec: str, game: GamePlugin) -> tuple[Strategy, Any]:
    """The strategy that this text names or that stands at its place, and its parameters."""
    own = own_place(spec, game)
    if own is None:
        return read_strategy(spec, game)
    place, parameters = own
    strategy = load_strategy(place)
    return strategy, parameters_of(place, strategy, {} if parameters is None else split_parameters(spec, parameters))


def own_place(spec: str, game: GamePlugin) -> tuple[str, str | None] | None:
    """`module:attribute` and the text of the parameters; None if the text begins with a name that is known."""
    match = _OWN.fullmatch(spec.strip())
    if match is None or match[1] in strategies() or match[1] in game.levels:
        return None
    return f"{match[1]}:{match[2]}", match[3]


def load_strategy(place: str) -> Strategy:
    """The strategy at this place, such as `mypackage.bots:STUBBORN`; BadStrategy if there is none."""
    try:
        found = load_place(place, lambda value: isinstance(value, Strategy))
    except CannotLoad as error:
        raise BadStrategy(str(error)) from error
    check_strategy(place, found)
    assert isinstance(found, Strategy)
    return found


def named_bots(texts: Iterable[str]) -> dict[str, str]:
    """`stubborn=mypackage.bots:STUBBORN` as a name and its place; BadStrategy if a text is nothing of that form."""
    named = {}
    for text in texts:
        name, equals, place = text.partition("=")
        if not equals or not _OWN.fullmatch(place) or place.count(":") != 1:
            raise BadStrategy(f"{text!r} is not of the form name=module:attribute")
        named[name] = place
    return named


def register_named(named: Mapping[str, str]) -> None:
    """Let these strategies go by these names in this process."""
    for name, place in named.items():
        register(name, load_strategy(place))


def short_name(spec: str) -> str:
    """What to call a bot of this text: its name or attribute, without module and parameters."""
    match = _OWN.fullmatch(spec.strip())
    return match[2].rpartition(".")[2] if match else spec.partition(":")[0].strip()
