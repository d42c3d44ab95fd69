"""Games as other programs log them.

A game's folder may have a module `logs`. Its `read(data: bytes, match_id: str, now: int) -> Match` recognises a format
and plays the whole game by our rules; a BadLog says why it cannot. Its `WRITERS` are formats by name: each writes a
match as one seat saw it, or with everything (None).
"""

from __future__ import annotations

from collections.abc import Callable

from gamenight.core.match import Match
from gamenight.core.model import PlayerId

Reader = Callable[[bytes, str, int], Match]
Writer = Callable[[Match, PlayerId | None], bytes]


class BadLog(ValueError):
    """A log that cannot be read or played by our rules, or a match that cannot be written; the message says why."""
