"""The tables at which a game is checked: every number of players, every option value, and every pair of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Any

import msgspec
from msgspec import Struct, inspect
from msgspec.structs import replace

from gamenight.core.errors import BadOptions
from gamenight.core.match import configure, seated
from gamenight.core.model import GameConfig, Player, TimerConfig
from gamenight.core.plugin import GamePlugin

PLAYERS = "players"
MOST_OF_A_RANGE = 6


class Setup(Struct, frozen=True):
    """A number of players with options, seed and timer: everything that is needed to set up the same match again."""

    players: int
    options: dict[str, Any]
    seed: str
    timer: TimerConfig = TimerConfig()
    pace_ms: int = 0

    def seats(self) -> tuple[Player, ...]:
        """The players, all of them bots: the engine would ask people to confirm that the match continues."""
        return tuple([replace(player, is_bot=True) for player in seated(self.players)])

    def config(self, game: GamePlugin) -> GameConfig:
        return configure(
            game, self.players, seed=self.seed, options=self.options, timer=self.timer, pace_ms=self.pace_ms
        )


class Option(Struct, frozen=True):
    """A field of the game's options. `values` are to be tried, the default first; `low` those at small tables."""

    name: str
    values: tuple[Any, ...]
    low: tuple[Any, ...]
    is_secret: bool = False


def options_of(game: GamePlugin) -> list[Option]:
    """The options with the values that their types name: truth values, literals, ends of ranges, examples."""
    info = inspect.type_info(game.options_type)
    assert isinstance(info, inspect.StructType)
    defaults = msgspec.to_builtins(game.options_type())
    return [_option(field, defaults[field.encode_name]) for field in info.fields]


def _option(field: inspect.Field, default: Any) -> Option:
    values, is_secret = _distinct([default, *_values(field.type)]), _is_secret(field.type)
    low = values[:1] if is_secret else _distinct(_low_end(field.type)) or values
    return Option(field.encode_name, values, low, is_secret)


def _distinct(values: Sequence[Any]) -> tuple[Any, ...]:
    """The values without duplicates; 1 and True count as different."""
    return tuple({msgspec.json.encode(value): value for value in values}.values())


def _values(kind: inspect.Type) -> list[Any]:
    match kind:
        case inspect.Metadata(type=inner, extra_json_schema=schema):
            return _values(inner) + list((schema or {}).get("examples", []))
        case inspect.UnionType(types=types):
            return [value for member in types for value in _values(member)]
        case inspect.BoolType():
            return [False, True]
        case inspect.NoneType():
            return [None]
        case inspect.LiteralType(values=values):
            return list(values)
        case inspect.EnumType(cls=cls):
            return [member.value for member in cls]
        case inspect.IntType(ge=int(least), le=int(most)):
            return list(range(least, most + 1)) if most - least < MOST_OF_A_RANGE else [least, most]
        case _:
            return []


def _low_end(kind: inspect.Type) -> list[Any]:
    """The lowest numbers of a range; nothing for other types."""
    match kind:
        case inspect.Metadata(type=inner):
            return _low_end(inner)
        case inspect.UnionType(types=types):
            return [value for member in types for value in _low_end(member)]
        case inspect.IntType(ge=int(least), le=int(most)):
            return list(range(least, min(least + 2, most) + 1))
        case _:
            return []


def _is_secret(kind: inspect.Type) -> bool:
    match kind:
        case inspect.Metadata(type=inner, extra=extra):
            return bool((extra or {}).get("secret")) or _is_secret(inner)
        case inspect.UnionType(types=types):
            return any(map(_is_secret, types))
        case _:
            return False


OptionValue = tuple[str, Any]


Axis = tuple[str, tuple[Any, ...]]


def pairwise(game: GamePlugin, seed: str) -> list[Setup]:
    """A small number of tables in which every valid pair of choices occurs; first the default options for every number
    of players."""
    axes: list[Axis] = [(option.name, option.values) for option in options_of(game)]
    return _tables(game, [(PLAYERS, tuple(range(game.min_players, game.max_players + 1))), *axes], seed)


def small_tables(game: GamePlugin, seed: str) -> list[Setup]:
    """Tables with few possible deals, so that all can be tried: few players, low numbers, default secret options."""
    players = tuple(range(game.min_players, min(game.min_players + 1, game.max_players) + 1))
    return _tables(game, [(PLAYERS, players), *((option.name, option.low) for option in options_of(game))], seed)


def _tables(game: GamePlugin, axes: list[Axis], seed: str) -> list[Setup]:
    return [_table(row, f"{seed} {number}") for number, row in enumerate(_rows(game, axes))]


def _rows(game: GamePlugin, axes: list[Axis]) -> Iterator[dict[str, Any]]:
    """Greedy search: each row starts with a pair that is still missing, and covers as many other missing pairs as it
    can."""
    wanted = _pairs(axes)
    defaults = {name: values[0] for name, values in axes}
    for row in ({**defaults, PLAYERS: players} for players in axes[0][1]):
        if is_valid(game, row):
            wanted -= _covered(row)
            yield row
    for pair in sorted(wanted, key=sorted):
        if pair not in wanted:
            continue
        row = _filled(game, axes, {**defaults, **_chosen(axes, pair)}, pair, wanted)
        if is_valid(game, row):
            wanted -= _covered(row)
            yield row


# A pair is two (axis, encoded value); values themselves need not be hashable.
Pair = frozenset[tuple[str, bytes]]


def _pairs(axes: list[Axis]) -> set[Pair]:
    if len(axes) == 1:
        return set()
    sides = [[(name, msgspec.json.encode(value)) for value in values] for name, values in axes]
    return {frozenset(pair) for one, other in combinations(sides, 2) for pair in product(one, other)}


def _covered(row: dict[str, Any]) -> set[Pair]:
    return set(map(frozenset, combinations(((name, msgspec.json.encode(value)) for name, value in row.items()), 2)))


def _chosen(axes: list[Axis], pair: Pair) -> dict[str, Any]:
    values = dict(axes)
    return {name: next(v for v in values[name] if msgspec.json.encode(v) == text) for name, text in pair}


def _filled(game: GamePlugin, axes: list[Axis], row: dict[str, Any], pair: Pair, wanted: set[Pair]) -> dict[str, Any]:
    fixed = {name for name, _ in pair}
    for name, values in axes:
        if name in fixed:
            continue
        valid = [value for value in values if is_valid(game, {**row, name: value})]
        if valid:
            others = [(other, msgspec.json.encode(value)) for other, value in row.items() if other != name]
            row = {**row, name: max(valid, key=lambda value: _wanted_with(name, value, others, wanted))}
    return row


def _wanted_with(name: str, value: Any, others: list[tuple[str, bytes]], wanted: set[Pair]) -> int:
    """The number of missing pairs that this value makes with the values of the other axes."""
    own = (name, msgspec.json.encode(value))
    return sum(frozenset((own, other)) in wanted for other in others)


def is_valid(game: GamePlugin, row: dict[str, Any]) -> bool:
    try:
        _table(row, "").config(game)
    except BadOptions:
        return False
    return True


def _table(row: dict[str, Any], seed: str) -> Setup:
    return Setup(row[PLAYERS], {name: value for name, value in row.items() if name != PLAYERS}, seed)
