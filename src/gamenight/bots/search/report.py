"""The report of a search on its last decision."""

from __future__ import annotations

from msgspec import Struct

from gamenight.core.model import Action


class SearchReport(Struct, frozen=True):
    """The actions of the search (action, visits, value for the bot; most visited first), and the line that it expects.

    `iterations` counts those of this decision; the visits also include those taken over from the decision before.
    """

    iterations: int
    elapsed_ms: float
    actions: tuple[tuple[Action, int, float], ...]
    line: tuple[Action, ...] = ()
