"""Find the line of the author's code that an error comes from."""

from __future__ import annotations

import sysconfig
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any

ENGINE = Path(__file__).parents[2]
GAMES = ENGINE / "games"
LIBRARIES = tuple(Path(sysconfig.get_path(name)) for name in ("stdlib", "platlib", "purelib"))


def origin(error: BaseException) -> str:
    """`four.py:21, in apply_action`: the innermost line of the game that led to an error; "" if none did."""
    frames = [frame for each in chain(error) for frame in traceback.extract_tb(each.__traceback__)]
    for frame in reversed(frames):
        if is_authors(frame.filename):
            return f"{_file(frame.filename)}:{frame.lineno}, in {frame.name}"
    return ""


def place_of(method: Callable[..., Any]) -> str:
    """`four.py:18`: the file and line of a game's method; "" if it is the engine's own or has no source."""
    code = getattr(getattr(method, "__func__", method), "__code__", None)
    if not isinstance(getattr(method, "__func__", method), FunctionType) or code is None:
        return ""
    return f"{_file(code.co_filename)}:{code.co_firstlineno}" if is_authors(code.co_filename) else ""


def is_authors(file: str) -> bool:
    """Whether a file is neither the engine's nor a library's; the built-in games count as authors' code."""
    path = Path(file)
    if path.is_relative_to(GAMES):
        return True
    return not file.startswith("<") and not any(path.is_relative_to(folder) for folder in (ENGINE, *LIBRARIES))


def chain(error: BaseException | None) -> Iterator[BaseException]:
    """The error and its causes, the original one last."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def _file(file: str) -> str:
    """The path relative to the current folder, if it is inside; else the full path."""
    path, here = Path(file), Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)
