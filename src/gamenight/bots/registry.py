"""Make bots from texts: `greedy`, `mcts:time_ms=500,rave=true`, or a level of the game such as `hard`.

Third parties add strategies through the entry-point group `gamenight.bots`: an entry refers to a `Strategy`, whose name
is the name of the entry. A bad entry is refused with its reason, and does not affect the others. `register` adds a
strategy to this process. This module knows only such names; `finding` also loads a bot from `module:attribute`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

import msgspec
from msgspec import Struct

from gamenight.bots.greedy import GreedyBot, GreedyParameters
from gamenight.bots.llm_settings import LlmParameters
from gamenight.bots.search.mcts import MctsBot, MctsParameters
from gamenight.bots.simple import FirstBot, HeuristicBot, HeuristicParameters, RandomBot
from gamenight.core.bot import Bot
from gamenight.core.fields import complaint, fields_of
from gamenight.core.plugin import Game, GamePlugin
from gamenight.core.registry import RefusedGame

GROUP = "gamenight.bots"

Factory = Callable[[GamePlugin, Any, str, str], Bot]
"""Makes a bot for a game, from its parameters, a seed and a name; raises ValueError if the parameters do not fit."""


class BadStrategy(ValueError):
    """No bot can be made from this text; the message says why, and lists what there is."""


class NoParameters(Struct, frozen=True, forbid_unknown_fields=True):
    """The parameters of a strategy that has none."""


class Strategy(Struct, frozen=True):
    """A way to play: a Struct of parameters, each with a default, and a factory that makes bots."""

    factory: Factory
    parameters: type[Any] = NoParameters
    description: str = ""
    at_tables: bool = True
    """Whether clients may use it at a server's tables. One that costs money for each move is for the operator only."""


class Installed(Struct, frozen=True):
    """The strategies by name, and the entries that were refused."""

    strategies: dict[str, Strategy]
    refused: tuple[RefusedGame, ...] = ()


def make_bot(spec: str, game: GamePlugin, *, seed: str | int = 0, name: str | None = None) -> Bot:
    """Make the bot that this text describes, for this game; with the same seed it makes the same decisions."""
    return made(spec, game, *read_strategy(spec, game), seed=seed, name=name)


def made(spec: str, game: GamePlugin, strategy: Strategy, parameters: Any, *, seed: str | int, name: str | None) -> Bot:
    """Make a bot of this strategy; `spec` is the text that asked for it."""
    try:
        return strategy.factory(game, parameters, str(seed), spec if name is None else name)
    except ValueError as error:
        raise BadStrategy(f"{spec!r} does not fit {game.game_id}: {error}") from error


def read_strategy(spec: str, game: GamePlugin) -> tuple[Strategy, Any]:
    """The strategy that this text names, and its parameters; given parameters override those of a level."""
    name, given = _split(spec)
    if name in strategies():
        return strategies()[name], parameters_of(name, strategies()[name], given)
    if name not in game.levels:
        raise _unknown(name, game)
    own, base = _level(name, game)
    return strategies()[own], parameters_of(own, strategies()[own], {**base, **given})


def strategies() -> Mapping[str, Strategy]:
    """Every strategy by its name."""
    return installed().strategies


@cache
def installed() -> Installed:
    """The built-in strategies and those of other packages."""
    return collect(sorted(entry_points(group=GROUP), key=lambda entry: entry.name))


def collect(entries: Iterable[EntryPoint]) -> Installed:
    """The built-in strategies, and those of these entries."""
    found = {
        "random": Strategy(_random, NoParameters, "Chooses a random legal action."),
        "first": Strategy(_first, NoParameters, "Always chooses the first listed action; for test runs."),
        "heuristic": Strategy(HeuristicBot, HeuristicParameters, "Uses the game's own heuristic."),
        "llm": Strategy(_llm, LlmParameters, "Asks a language model that the operator has set up.", False),
        "greedy": Strategy(GreedyBot, GreedyParameters, "Chooses the action that gives it the largest lead at once."),
        "mcts": Strategy(MctsBot, MctsParameters, "Searches the tree of possible actions."),
    }
    refused = []
    for entry in entries:
        try:
            strategy = entry.load()
            reason = _refusal(entry, strategy, found)
        except BadStrategy as error:
            reason = str(error)
        except Exception as error:
            reason = f"{entry.value} cannot be loaded: {error!r}"
        if reason is None:
            found[entry.name] = strategy
        else:
            refused.append(RefusedGame(entry.name, reason))
    return Installed(found, tuple(refused))


_registered: set[str] = set()


def register(name: str, strategy: Strategy) -> None:
    """Register a strategy under this name in this process, in place of one registered before.

    Raises BadStrategy if the name is not valid, or belongs to an installed strategy or level.
    """
    check_strategy(name, strategy)
    others = {known: own for known, own in strategies().items() if known not in _registered}
    if (reason := _name_fault(name, others)) is not None:
        raise BadStrategy(reason)
    installed().strategies[name] = strategy
    _registered.add(name)


def is_only_here(spec: str) -> bool:
    """Whether the text names a strategy that other processes do not know; they do know a `module:attribute`."""
    return spec.partition(":")[0].strip() in _registered


def check_strategy(source: str, strategy: object) -> None:
    """Raise BadStrategy unless this is a Strategy whose parameters have defaults and a description."""
    if not isinstance(strategy, Strategy):
        kind = strategy.__name__ if isinstance(strategy, type) else type(strategy).__name__
        raise BadStrategy(f"{source} is not a Strategy but {kind}; Strategy(factory, parameters) makes one")
    try:
        fields_of(strategy.parameters)
    except Exception as error:
        raise BadStrategy(f"{source}: its parameters cannot be described: {error}") from error


def _name_fault(name: str, taken: Mapping[str, Strategy]) -> str | None:
    if not re.fullmatch(r"[a-z][a-z0-9_.-]*", name):
        return f"{name!r} is not a valid name: it must have lowercase letters, digits, . _ and -, with a letter first"
    return f"the name {name!r} is already taken" if name in taken or name in Game.levels else None


def _random(game: GamePlugin, parameters: NoParameters, seed: str, name: str) -> Bot:
    return RandomBot(seed, name)


def _first(game: GamePlugin, parameters: NoParameters, seed: str, name: str) -> Bot:
    return FirstBot(name)


def _llm(game: GamePlugin, parameters: LlmParameters, seed: str, name: str) -> Bot:
    from gamenight.bots.llm_bot import LlmBot  # imported late: it loads much that no other bot needs

    return LlmBot(game, parameters, seed, name)


def _refusal(entry: EntryPoint, strategy: object, found: Mapping[str, Strategy]) -> str | None:
    """The reason why an entry is refused; None if it is accepted."""
    check_strategy(entry.value, strategy)
    fault = _name_fault(entry.name, found)
    return f"{fault}; this one came from {entry.value}" if fault and "taken" in fault else fault


def _split(spec: str) -> tuple[str, dict[str, str]]:
    """The name and the parameters of a text such as `mcts:time_ms=500`."""
    name, colon, rest = spec.partition(":")
    return name.strip(), split_parameters(spec, rest) if colon else {}


def split_parameters(spec: str, text: str) -> dict[str, str]:
    """The parameters of a text such as `time_ms=500,rave=true`."""
    given: dict[str, str] = {}
    for part in text.split(","):
        key, equals, value = (text.strip() for text in part.partition("="))
        if not key or not equals:
            raise BadStrategy(f"{part.strip()!r} in {spec!r} is not of the form parameter=value")
        if key in given:
            raise BadStrategy(f"{key!r} is given twice in {spec!r}")
        given[key] = value
    return given


def _level(level: str, game: GamePlugin) -> tuple[str, dict[str, str]]:
    """The strategy and the parameters of one of the game's levels."""
    text = game.levels[level]
    try:
        name, given = _split(text)
        if name not in strategies():
            raise BadStrategy(f"{name!r} is a level, too") if name in game.levels else _unknown(name, game)
        parameters_of(name, strategies()[name], given)
    except BadStrategy as error:
        raise BadStrategy(f"the level {level!r} of {game.game_id} is {text!r}, not a strategy: {error}") from None
    return name, given


def _unknown(name: str, game: GamePlugin) -> BadStrategy:
    for refused in installed().refused:
        if refused.source == name and name not in strategies():
            return BadStrategy(f"the bot {name!r} was refused: {refused.reason}")
    names = sorted({*strategies(), *game.levels})
    wrong = f"no bot is called {name!r}{_hint(name, names)}" if name else "the name of the bot is empty"
    return BadStrategy(f"{wrong}; there are: {', '.join(names)}")


def _hint(wrong: str, names: Iterable[str]) -> str:
    close = get_close_matches(wrong.casefold(), list(names), 1)
    return f" (did you mean {close[0]!r}?)" if close else ""


def parameters_of(name: str, strategy: Strategy, given: Mapping[str, str]) -> Any:
    """The given parameters as the strategy's own Struct."""
    kind = strategy.parameters
    for key in given:
        if key not in kind.__struct_encode_fields__:
            raise BadStrategy(
                f"{name} has no parameter {key!r}{_hint(key, kind.__struct_encode_fields__)}; {_takes(kind)}"
            )
    try:
        parameters = msgspec.convert(dict(given), kind, strict=False)
    except msgspec.ValidationError as error:
        raise BadStrategy(f"{name}: {complaint(kind, given, error)}") from None
    for key in kind.__struct_fields__:
        value = getattr(parameters, key)
        if isinstance(value, float) and not math.isfinite(value):
            raise BadStrategy(f"{name}: {key} must be a number, not {value}")
    return parameters


def _takes(kind: type[Any]) -> str:
    """The parameters that a strategy takes, such as `it takes worlds=1, samples=8`."""
    shown = [f"{field.name}={plain(field.default)}" for field in fields_of(kind)]
    return f"it takes {', '.join(shown)}" if shown else "it takes none"


def plain(value: Any) -> str:
    """A value as it is written in the text of a bot."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
