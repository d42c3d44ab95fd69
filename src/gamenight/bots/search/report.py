"""What a search can tell about its last decision."""

from __future__ import annotations

from msgspec import Struct

from gamenight.core.model import Action


class SearchReport(Struct, frozen=True):
    """How long it thought, what it considered (action, visits, value for itself; most visited first), what it expects.

    `iterations` are those of this decision; the visits include those that were taken over from the decision before.
    """

    iterations: int
    elapsed_ms: float
    actions: tuple[tuple[Action, int, float], ...]
    line: tuple[Action, ...] = ()
