"""Totals of a model's calls: failures, tokens, cost and time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from operator import attrgetter
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:  # counting does not need the modules that build prompts
    from gamenight.llm.deciding import ModelCall


FAULTS = ("illegal", "unparsable", "truncated", "empty", "late")
"""The failures of a call that are the model's own."""


class ModelFigures(Struct, frozen=True, kw_only=True):
    """Totals over all calls, including failed ones, which also cost money. `usd` leaves out `unpriced` calls."""

    asked: int = 0
    """Number of decisions that it was asked for, without those that had only one choice."""

    calls: int = 0
    answered: int = 0
    truncated: int = 0
    empty: int = 0
    unparsable: int = 0
    illegal: int = 0
    late: int = 0
    transport: int = 0
    configuration: int = 0
    forfeited: int = 0
    """Number of games that it lost because it gave no move."""

    substituted: int = 0
    """Number of moves that were made in its place."""

    retries: int = 0
    """Number of repeated requests after transport failures."""

    input_tokens: int = 0
    output_tokens: int = 0
    reasoning_tokens: int = 0
    cached_tokens: int = 0
    usd: float = 0.0
    unpriced: int = 0
    ms: float = 0.0

    @property
    def usd_told(self) -> float | None:
        """The known cost; None if no cost is known."""
        return None if self.calls and self.unpriced == self.calls else self.usd


def figures_of(calls: Iterable[ModelCall], *, substituted: int = 0, forfeited: int = 0) -> ModelFigures:
    calls = list(calls)
    outcomes = Counter(call.outcome for call in calls)
    return ModelFigures(
        asked=sum(call.attempt == 1 for call in calls),
        calls=len(calls),
        answered=outcomes["answered"],
        truncated=outcomes["truncated"],
        empty=outcomes["empty"],
        unparsable=outcomes["unparsable"],
        illegal=outcomes["illegal"],
        late=outcomes["late"],
        transport=outcomes["transport"],
        configuration=outcomes["configuration"],
        forfeited=forfeited,
        substituted=substituted,
        retries=sum(max(0, call.transport_tries - 1) for call in calls),
        input_tokens=sum(call.usage.input or 0 for call in calls),
        output_tokens=sum(call.usage.output or 0 for call in calls),
        reasoning_tokens=sum(call.usage.reasoning or 0 for call in calls),
        cached_tokens=sum(call.usage.cached or 0 for call in calls),
        usd=sum(call.usd or 0.0 for call in calls),
        unpriced=sum(call.usd is None for call in calls),
        ms=round(sum(call.duration_ms for call in calls), 3),
    )


def sum_of(several: Iterable[ModelFigures]) -> ModelFigures:
    several = list(several)
    fields = ModelFigures.__struct_fields__
    return ModelFigures(**{name: sum(map(attrgetter(name), several)) for name in fields})
