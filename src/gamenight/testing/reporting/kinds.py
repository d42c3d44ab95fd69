"""Check that a value is of a type, down to its fields. A type checker would do that, if every author used one."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence, Set
from enum import Enum
from functools import lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

LONGEST = 60


class Mismatch(Struct, frozen=True):
    """A value that is not of the wanted type, and its path: `.mode`, `[0].payload`; "" for the whole value."""

    path: str
    value: Any
    wanted: Any

    @property
    def words(self) -> str:
        """`None, not a Phase`, or `where .mode is 'concurrent', a str, not a ConcurrentMode: write ...`."""
        text = f"{shown(self.value)}, not {named(self.wanted)}{_meant(self.value, self.wanted)}"
        return f"where {self.path} is {text}" if self.path else text


Check = Callable[[Any], Mismatch | None]
"""Returns the first part of a value that is not of some type."""


def mismatch(value: Any, kind: Any) -> Mismatch | None:
    """The first part of a value that is not of its type.

    A field of the contract may have a list in place of a tuple. A field of the game's own may not: a stored match is
    read back with tuples.
    """
    return _check(kind, True)(value)


def _check(kind: Any, lists: bool) -> Check:
    """The check for a type, from a cache: the kit checks hundreds of thousands of values."""
    try:
        return _made_once(kind, lists)
    except TypeError:  # an annotation that cannot be hashed
        return _made(kind, lists)


@lru_cache(maxsize=4096)
def _made_once(kind: Any, lists: bool) -> Check:
    return _made(kind, lists)


def _made(kind: Any, lists: bool) -> Check:
    kind = _plain(kind)
    origin, arguments = get_origin(kind), get_args(kind)
    if kind is Any or isinstance(kind, TypeVar):
        return lambda value: None
    if origin in (Union, UnionType):
        return _of_union(kind, arguments, lists)
    if origin is Literal:
        return lambda value: None if value in arguments else Mismatch("", value, kind)
    is_one, parts = _instance(origin or kind, lists), _parts(origin, arguments, lists)

    def check(value: Any) -> Mismatch | None:
        if not is_one(value):
            return Mismatch("", value, kind)
        return _of_struct(value, lists) if isinstance(value, Struct) else parts(value)

    return check


def _plain(kind: Any) -> Any:
    while get_origin(kind) is Annotated or isinstance(kind, NewType):
        kind = kind.__supertype__ if isinstance(kind, NewType) else get_args(kind)[0]
    return kind


def _of_union(kind: Any, members: tuple[Any, ...], lists: bool) -> Check:
    """If no member fits, report the mismatch of the member that fits best: the one with the deepest path."""
    checks = [_check(member, lists) for member in members]

    def check(value: Any) -> Mismatch | None:
        found = []
        for member in checks:
            wrong = member(value)
            if wrong is None:
                return None
            found.append(wrong)
        deepest = max(found, key=lambda each: len(each.path))
        return deepest if deepest.path else Mismatch("", value, kind)

    return check


def _of_struct(value: Struct, lists: bool) -> Mismatch | None:
    for name, check in _fields(type(value), lists):
        found = check(getattr(value, name))
        if found is not None:
            return _at(f".{name}", found)
    return None


def _at(step: str, found: Mismatch) -> Mismatch:
    return Mismatch(f"{step}{found.path}", found.value, found.wanted)


def _instance(kind: Any, lists: bool) -> Callable[[Any], bool]:
    if kind is None or kind is NoneType:
        return lambda value: value is None
    if kind is float:
        return lambda value: isinstance(value, int | float) and not isinstance(value, bool)
    if kind is int:
        return lambda value: isinstance(value, int) and not isinstance(value, bool)
    if kind is tuple and lists:
        return lambda value: isinstance(value, tuple | list)
    if kind is Sequence:
        return lambda value: isinstance(value, Sequence) and not isinstance(value, str)
    return lambda value: isinstance(value, kind) if isinstance(kind, type) else True


def _parts(origin: Any, arguments: tuple[Any, ...], lists: bool) -> Check:
    """The check of a collection's elements, keys and values."""
    if not arguments or origin is None:
        return lambda value: None
    if issubclass(origin, Mapping):
        return _of_mapping(_check(arguments[0], lists), _check(arguments[1], lists))
    if origin is tuple and arguments[-1] is not Ellipsis:
        return _of_places([_check(argument, lists) for argument in arguments])
    return _of_elements(_check(arguments[0], lists)) if issubclass(origin, Sequence | Set) else lambda value: None


def _of_mapping(of_key: Check, of_value: Check) -> Check:
    def check(value: Mapping[Any, Any]) -> Mismatch | None:
        for key, each in value.items():
            if (found := of_key(key)) is not None:
                return _at(f" key {key!r}", found)
            if (found := of_value(each)) is not None:
                return _at(f"[{key!r}]", found)
        return None

    return check


def _of_places(checks: Sequence[Check]) -> Check:
    def check(value: Sequence[Any]) -> Mismatch | None:
        for at, (each, of_each) in enumerate(zip(value, checks, strict=False)):
            if (found := of_each(each)) is not None:
                return _at(f"[{at}]", found)
        return None

    return check


def _of_elements(of_each: Check) -> Check:
    def check(value: Iterable[Any]) -> Mismatch | None:
        for at, each in enumerate(value):
            if (found := of_each(each)) is not None:
                return _at(f"[{at}]", found)
        return None

    return check


@lru_cache(maxsize=1024)
def _fields(kind: type[Struct], lists: bool) -> list[tuple[str, Check]]:
    """The checks of a Struct's fields; none if their types cannot be read, as in a class inside a function."""
    lists = lists and kind.__module__.startswith("gamenight.core.")
    try:
        hints = get_type_hints(kind, include_extras=True)
    except Exception:
        return []
    return [(name, _check(hints[name], lists)) for name in kind.__struct_fields__ if name in hints]


def shown(value: Any) -> str:
    """The value with its type: `None`, `'concurrent', a str`; for a long value the type alone."""
    if value is None:
        return "None"
    text = repr(value)
    name = _with_article(type(value).__name__)
    return f"{text}, {name}" if len(text) <= LONGEST else name


def named(kind: Any) -> str:
    """The type in words."""
    kind = _plain(kind)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return " or ".join(named(member) for member in arguments)
    if origin is Literal:
        return " or ".join(map(repr, arguments))
    if kind is None or kind is NoneType:
        return "None"
    if kind is Hashable:
        return "something that can be hashed"
    name = (origin or kind).__name__ if isinstance(origin or kind, type) else str(kind)
    return _with_article(name)


def _with_article(name: str) -> str:
    return f"{'an' if name[0] in 'AEIOUaeio' else 'a'} {name}"


def _meant(value: Any, wanted: Any) -> str:
    """A hint that names the Enum member that a plain value stands for; "" if there is none."""
    for kind in get_args(wanted) or (wanted,):
        if isinstance(kind, type) and issubclass(kind, Enum):
            for member in kind:
                if value in (member.value, member.name):
                    return f": write {kind.__name__}.{member.name}"
    return ""
