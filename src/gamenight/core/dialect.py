"""Line protocols of other programs for a game: lines of JSON, each answered by a line.

A game lists its dialects in `Game.dialects`; `gamenight.bots.program` lets such a program take a seat.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from gamenight.core.model import Action, Event, PlayerId, PlayerView

Line = dict[str, Any]


class Dialect(Struct, frozen=True):
    """Translates between a game and a program; all three functions are pure, and events are as the program's seat sees
    them."""

    begin: Callable[[PlayerView, Sequence[Event]], list[Line]]
    """The first lines to send to the program, made from all events so far."""

    told: Callable[[Sequence[Event], PlayerId], list[Line]]
    """The lines to send for the events since then."""

    answer: Callable[[Sequence[Line], PlayerView], Action | Line]
    """Turn the program's answers to the last line into an action, or return a further line to send to it, whose answer
    completes the first one. Raises ValueError if the answers mean no legal action."""
