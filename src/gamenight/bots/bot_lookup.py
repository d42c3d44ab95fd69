"""Make bots from the text of a trusted user, including a bot of their own as `module:attribute`.

Such a text loads and runs code. So a server passes the texts of clients to `registry.make_bot`, which loads nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

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
from gamenight.core.loading import CannotLoad, load_place
from gamenight.core.plugin import GamePlugin

_OWN = re.compile(r"([^\W\d][\w.]*):([^\W\d][\w.]*)(?::(.*))?")
"""`mypackage.bots:STUBBORN`, optionally followed by parameters such as `:number=3`."""


def find_bot(spec: str, game: GamePlugin, *, seed: str | int = 0, name: str | None = None) -> Bot:
    """Like `make_bot`, but a text such as `mypackage.bots:STUBBORN:number=3` loads a bot that is not installed."""
    return made(spec, game, *find_strategy(spec, game), seed=seed, name=name)


def find_strategy(spec: str, game: GamePlugin) -> tuple[Strategy, Any]:
    """The strategy of this text, by its name or by `module:attribute`, with its parameters."""
    own = own_place(spec, game)
    if own is None:
        return read_strategy(spec, game)
    place, parameters = own
    strategy = load_strategy(place)
    return strategy, parameters_of(place, strategy, {} if parameters is None else split_parameters(spec, parameters))


def own_place(spec: str, game: GamePlugin) -> tuple[str, str | None] | None:
    """`module:attribute` and the text of the parameters; None if the text begins with a known name."""
    match = _OWN.fullmatch(spec.strip())
    if match is None or match[1] in strategies() or match[1] in game.levels:
        return None
    return f"{match[1]}:{match[2]}", match[3]


def load_strategy(place: str) -> Strategy:
    """Load the strategy at a place such as `mypackage.bots:STUBBORN`; raise BadStrategy if there is none."""
    try:
        found = load_place(place, lambda value: isinstance(value, Strategy))
    except CannotLoad as error:
        raise BadStrategy(str(error)) from error
    check_strategy(place, found)
    assert isinstance(found, Strategy)
    return found


def named_bots(texts: Iterable[str]) -> dict[str, str]:
    """Read texts such as `stubborn=mypackage.bots:STUBBORN` into names and places; raise BadStrategy for others."""
    named = {}
    for text in texts:
        name, equals, place = text.partition("=")
        if not equals or not _OWN.fullmatch(place) or place.count(":") != 1:
            raise BadStrategy(f"{text!r} is not of the form name=module:attribute")
        named[name] = place
    return named


def register_named(named: Mapping[str, str]) -> None:
    """Register the strategies at these places under these names, in this process."""
    for name, place in named.items():
        register(name, load_strategy(place))


def short_name(spec: str) -> str:
    """A short name for a bot of this text: its strategy or attribute, without module and parameters."""
    match = _OWN.fullmatch(spec.strip())
    return match[2].rpartition(".")[2] if match else spec.partition(":")[0].strip()
