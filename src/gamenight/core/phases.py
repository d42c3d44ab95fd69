"""The usual phases: one seat's turn, and a question to several seats at the same time."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from gamenight.core.model import ConcurrentMode, ExpectedAction, Phase, seat

_CONCURRENT = ConcurrentMode.CONCURRENT


def turn(mover: int, name: str = "turn", *, timeout_ms: int | None = None, **fields: Any) -> Phase:
    """One seat acts, with any action listed for it; `fields` are further fields of the Phase."""
    return _phase((mover,), name, timeout_ms, fields) if fields or timeout_ms is not None else _turn(mover, name)


def everybody(seats: Iterable[int], name: str, *, timeout_ms: int | None = None, **fields: Any) -> Phase:
    """These seats answer at the same time; the answers stay hidden until they take effect together."""
    return _phase(tuple(seats), name, timeout_ms, {"mode": _CONCURRENT, **fields})


def _phase(seats: tuple[int, ...], name: str, timeout_ms: int | None, fields: dict[str, Any]) -> Phase:
    if "metadata" in fields:  # a dict, which cannot be a cache key
        return _asking(seats, name, timeout_ms, fields)
    return _made_once(seats, name, timeout_ms, tuple(fields.items()))


# Cached: phases are made on the hot path of every playout.
@lru_cache(maxsize=1024)
def _turn(mover: int, name: str) -> Phase:
    return Phase(name, (ExpectedAction(seat(mover)),))


@lru_cache(maxsize=1024)
def _made_once(seats: tuple[int, ...], name: str, timeout_ms: int | None, fields: tuple[tuple[str, Any], ...]) -> Phase:
    return _asking(seats, name, timeout_ms, dict(fields))


def _asking(seats: tuple[int, ...], name: str, timeout_ms: int | None, fields: dict[str, Any]) -> Phase:
    return Phase(name, tuple([ExpectedAction(seat(index), None, timeout_ms) for index in seats]), **fields)
