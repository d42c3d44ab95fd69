"""The report on a game: for each check the number of cases, and a counter-example if the check failed."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from gamenight.core.errors import GameEngineError, described
from gamenight.testing.reporting.origin import chain, origin


class BrokenRule(Exception):
    """A rule of the contract is broken; the message says how, in words."""


def reason_of(error: Exception) -> str:
    """The fault in words, with its place in the author's code; an exception inside a check is a fault, too."""
    where = origin(error)
    if not isinstance(error, BrokenRule | GameEngineError):
        return described(error, where)
    told = str(error)
    return f"{told} ({where})" if where and where not in told else told


def cause_of(error: Exception) -> str:
    """A key that is equal for two errors from one mistake; "" for a fault that a check found without an exception."""
    errors = list(chain(error))
    if all(isinstance(each, BrokenRule) for each in errors):
        return ""
    return f"{type(errors[-1]).__name__} at {origin(error)}" if origin(error) else str(errors[-1])


class CounterExample(Struct, frozen=True):
    """The smallest match found in which a check fails; `players` is 0 for a failure that needs no match.

    To replay it: `Match.from_record(record, game=game)`.
    """

    players: int
    options: dict[str, Any]
    seed: str
    moves: tuple[str, ...]
    what: str
    record: dict[str, Any] | None = None

    @property
    def words(self) -> str:
        if not self.players:
            return self.what
        options = ", ".join(f"{name}={value!r}" for name, value in self.options.items()) or "none"
        table = f"{self.players} players, options {options}, seed {self.seed!r}"
        moves = "; ".join(self.moves) or "at the opening"
        return f"{table}\n  after: {moves}\n  {self.what}"


class CheckResult(Struct, frozen=True):
    """The outcome of one check. `cases` is 0 if the game has nothing that it applies to, or if it was not run; `note`
    then says why."""

    name: str
    rule: str
    cases: int = 0
    counter_example: CounterExample | None = None
    note: str = ""

    @property
    def passed(self) -> bool:
        return self.counter_example is None


class PhaseCount(Struct, frozen=True):
    """How often a phase occurred in all matches, and how often the checks looked at it.

    A phase with `auto_resolve` is checked at the positions right before and after it.
    """

    name: str
    met: int
    looked_at: int
    auto_resolve: bool = False

    @property
    def words(self) -> str:
        itself = ", resolves itself" if self.auto_resolve else ""
        return f"{self.name} {self.looked_at} of {self.met}{itself}"


class Report(Struct, frozen=True):
    """The outcome of all checks; the same seed makes the same tables and matches again."""

    game_id: str
    rules_version: int
    seed: str
    verdicts: tuple[CheckResult, ...]
    phases: tuple[PhaseCount, ...] = ()

    @property
    def passed(self) -> bool:
        return all(verdict.passed for verdict in self.verdicts)

    @property
    def failed(self) -> tuple[str, ...]:
        """The names of the checks that failed."""
        return tuple(verdict.name for verdict in self.verdicts if not verdict.passed)

    def __getitem__(self, name: str) -> CheckResult:
        return next(verdict for verdict in self.verdicts if verdict.name == name)

    @property
    def words(self) -> str:
        cases = sum(verdict.cases for verdict in self.verdicts)
        if self.passed:
            return f"{self.game_id} conforms: {len(self.verdicts)} checks, {cases} cases\n{self.phases_in_words}"
        faults = "\n".join(_told(verdict) for verdict in self.verdicts if not verdict.passed)
        return f"{self.game_id} breaks {len(self.failed)} of {len(self.verdicts)} checks (seed {self.seed!r})\n{faults}"

    @property
    def phases_in_words(self) -> str:
        """Which phases were looked at, and how often."""
        return f"Positions looked at, by phase: {'; '.join(phase.words for phase in self.phases) or 'none'}"


def _told(verdict: CheckResult) -> str:
    assert verdict.counter_example is not None
    return f"{verdict.name}: {verdict.rule}\n  {verdict.counter_example.words}"


class Progress(Struct, frozen=True):
    """The progress of an examination: the work just done, and the report so far."""

    doing: str
    done: int
    of: int
    report: Report


class NotConforming(AssertionError):
    """A game breaks the contract; `report` has every check."""

    def __init__(self, report: Report) -> None:
        super().__init__(report.words)
        self.report = report
