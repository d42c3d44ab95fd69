"""Read and write matches in the log formats of other programs.

A game's folder may have a module `logs`. Its `read(data: bytes, match_id: str, now: int) -> Match` recognises the
format and plays the whole game by our rules; it raises BadLog if it cannot. Its `WRITERS` map the names of formats to
functions that write a match as one seat saw it, or completely (None).
"""

from __future__ import annotations

from collections.abc import Callable

from gamenight.core.match import Match
from gamenight.core.model import PlayerId

Reader = Callable[[bytes, str, int], Match]
Writer = Callable[[Match, PlayerId | None], bytes]


class BadLog(ValueError):
    """A log that cannot be read or played by our rules, or a match that cannot be written; the message says why."""
