"""How programs of others talk about a game: lines of JSON, each answered by a line.

A game names its dialects in `Game.dialects`; `gamenight.bots.program` lets such a program take a seat.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from gamenight.core.model import Action, Event, PlayerId, PlayerView

Line = dict[str, Any]


class Dialect(Struct, frozen=True):
    """All three are pure. Events are as the program's seat sees them."""

    begin: Callable[[PlayerView, Sequence[Event]], list[Line]]
    """What a program is told first, from all events so far."""

    told: Callable[[Sequence[Event], PlayerId], list[Line]]
    """What it is told of the events since then."""

    answer: Callable[[Sequence[Line], PlayerView], Action | Line]
    """What it means by its answers to the last line; or a line to be said next, which completes its answer.

    A ValueError if it means nothing that is legal.
    """
