"""Whether a value is of a type, down to its fields; a type checker would say so, if every author used one."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence, Set
from enum import Enum
from functools import lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import Struct

LONGEST = 60


class Mismatch(Struct, frozen=True):
    """A value that is not what it should be, and where it is: `.mode`, `[0].payload`; nothing is the whole."""

    path: str
    value: Any
    wanted: Any

    @property
    def words(self) -> str:
        """`None, not a Phase`, or `where .mode is 'concurrent', a str, not a ConcurrentMode: write ...`."""
        told = f"{shown(self.value)}, not {named(self.wanted)}{_meant(self.value, self.wanted)}"
        return f"where {self.path} is {told}" if self.path else told


def mismatch(value: Any, kind: Any) -> Mismatch | None:
    """The first part of a value that is not of its type.

    Fields of the contract take a list for a tuple. A game's own do not: a tuple is what comes back from a stored match.
    """
    return next(_mismatches(value, kind, "", True), None)


def _mismatches(value: Any, kind: Any, path: str, lists: bool) -> Iterator[Mismatch]:
    kind = _plain(kind)
    origin, arguments = get_origin(kind), get_args(kind)
    if kind is Any or isinstance(kind, TypeVar):
        return
    if origin in (Union, UnionType):
        yield from _of_union(value, kind, path, lists)
    elif origin is Literal:
        if value not in arguments:
            yield Mismatch(path, value, kind)
    elif not _is_instance(value, origin or kind, lists):
        yield Mismatch(path, value, kind)
    elif isinstance(value, Struct):
        lists = lists and type(value).__module__.startswith("gamenight.core.")
        for name, field in _fields(type(value)).items():
            yield from _mismatches(getattr(value, name), field, f"{path}.{name}", lists)
    else:
        for step, each, inner in _parts(value, origin, arguments):
            yield from _mismatches(each, inner, f"{path}{step}", lists)


def _plain(kind: Any) -> Any:
    while get_origin(kind) is Annotated or isinstance(kind, NewType):
        kind = kind.__supertype__ if isinstance(kind, NewType) else get_args(kind)[0]
    return kind


def _of_union(value: Any, kind: Any, path: str, lists: bool) -> Iterator[Mismatch]:
    """The member that fits best tells what is wrong: the one that goes deepest."""
    found = [next(_mismatches(value, member, path, lists), None) for member in get_args(kind)]
    if None in found:
        return
    deepest = max((each for each in found if each is not None), key=lambda each: len(each.path))
    yield deepest if deepest.path != path else Mismatch(path, value, kind)


def _is_instance(value: Any, kind: Any, lists: bool) -> bool:
    if kind is None or kind is NoneType:
        return value is None
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if kind is tuple and lists:
        return isinstance(value, tuple | list)
    if kind is Sequence and isinstance(value, str):
        return False
    return isinstance(value, kind) if isinstance(kind, type) else True


def _parts(value: Any, origin: Any, arguments: tuple[Any, ...]) -> Iterator[tuple[str, Any, Any]]:
    """What a collection holds, each with its place and its type."""
    if not arguments or origin is None:
        return
    if issubclass(origin, Mapping):
        for key, each in value.items():
            yield f" key {key!r}", key, arguments[0]
            yield f"[{key!r}]", each, arguments[1]
    elif origin is tuple and arguments[-1] is not Ellipsis:
        yield from ((f"[{at}]", each, arguments[at]) for at, each in enumerate(value[: len(arguments)]))
    elif issubclass(origin, Sequence | Set):
        yield from ((f"[{at}]", each, arguments[0]) for at, each in enumerate(value))


@lru_cache(maxsize=256)
def _fields(kind: type[Struct]) -> dict[str, Any]:
    """The types of a Struct's fields; none where they cannot be read, such as those of a class inside a function."""
    try:
        hints = get_type_hints(kind, include_extras=True)
    except Exception:
        return {}
    return {name: hints[name] for name in kind.__struct_fields__ if name in hints}


def shown(value: Any) -> str:
    """`None`, `'concurrent', a str`; a long value by its type alone."""
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
    """The member of an Enum that a plain value stands for."""
    for kind in get_args(wanted) or (wanted,):
        if isinstance(kind, type) and issubclass(kind, Enum):
            for member in kind:
                if value in (member.value, member.name):
                    return f": write {kind.__name__}.{member.name}"
    return ""
