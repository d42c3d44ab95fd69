"""A position of a played match, and a check that is made at positions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import Struct

from gamenight.core.model import GameState, Stage, Step
from gamenight.core.plugin import GamePlugin
from gamenight.core.rng import Rng, seed_text
from gamenight.testing.playing.playouts import Playout, is_active
from gamenight.testing.playing.tables import Setup
from gamenight.testing.reporting.report import cause_of, reason_of

T = TypeVar("T")


class Position(Struct, frozen=True):
    """A match after `at` turns. The random numbers of a check are the same each time."""

    game: GamePlugin
    playout: Playout
    at: int
    made: dict[Callable[[Position], Any], Any] = {}

    def once(self, make: Callable[[Position], T]) -> T:
        """What `make` returns for this position, called once for all checks: they look at the same scenes."""
        if make not in self.made:
            self.made[make] = make(self)
        made: T = self.made[make]
        return made

    @property
    def state(self) -> GameState:
        return self.playout.states[self.at]

    @property
    def table(self) -> Setup:
        return self.playout.table

    @property
    def is_last(self) -> bool:
        return self.at == len(self.playout.states) - 1

    @property
    def is_active(self) -> bool:
        return is_active(self.state)

    @property
    def step(self) -> Step | None:
        """The turn that led here; None at the opening."""
        return self.playout.steps[self.at - 1] if self.at else None

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The stages that viewers were shown on the way here."""
        return self.step.stages if self.step else self.playout.opening_stages

    def rng(self, label: str) -> Rng:
        return Rng(seed_text(self.table.seed), ("kit", label, self.at))


class Check(Struct, frozen=True):
    """A check of a rule of the contract: `look` returns the number of cases checked at a position, or raises a Fault.

    A check with `whole` is made once per match, at its last position.
    """

    name: str
    rule: str
    look: Callable[[Position], int]
    whole: bool = False

    def fault(self, position: Position, caused_by: str) -> str | None:
        """The fault with this cause at this position, in words; an exception inside the check is a fault, too."""
        try:
            self.look(position)
        except Exception as error:
            return reason_of(error) if cause_of(error) == caused_by else None
        return None
