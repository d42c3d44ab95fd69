"""What the kit says about a game: for each check whether it held, on how many cases, and else a counter-example."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Fault(Exception):
    """A rule of the contract is broken; the message says how, in words."""


def reason_of(error: Exception) -> str:
    """What is wrong; a check that could not even be made is a fault too."""
    return str(error) if isinstance(error, Fault) else f"{type(error).__name__}: {error}"


class CounterExample(Struct, frozen=True):
    """The smallest match found in which a check fails; without players, a failure that needs no match.

    `record` replays it: `Match.from_record(record, game=game)`.
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


class Verdict(Struct, frozen=True):
    """One check's outcome. Without cases nothing in the game was of its kind, or `note` says why it was not run."""

    name: str
    rule: str
    cases: int = 0
    counter_example: CounterExample | None = None
    note: str = ""

    @property
    def passed(self) -> bool:
        return self.counter_example is None


class Report(Struct, frozen=True):
    """Everything that was checked; the same seed makes the same tables and matches again."""

    game_id: str
    rules_version: int
    seed: str
    verdicts: tuple[Verdict, ...]

    @property
    def passed(self) -> bool:
        return all(verdict.passed for verdict in self.verdicts)

    @property
    def failed(self) -> tuple[str, ...]:
        """The names of the checks that did not hold."""
        return tuple(verdict.name for verdict in self.verdicts if not verdict.passed)

    def __getitem__(self, name: str) -> Verdict:
        return next(verdict for verdict in self.verdicts if verdict.name == name)

    @property
    def words(self) -> str:
        cases = sum(verdict.cases for verdict in self.verdicts)
        if self.passed:
            return f"{self.game_id} conforms: {len(self.verdicts)} checks, {cases} cases"
        faults = "\n".join(_told(verdict) for verdict in self.verdicts if not verdict.passed)
        return f"{self.game_id} breaks {len(self.failed)} of {len(self.verdicts)} checks (seed {self.seed!r})\n{faults}"


def _told(verdict: Verdict) -> str:
    assert verdict.counter_example is not None
    return f"{verdict.name}: {verdict.rule}\n  {verdict.counter_example.words}"


class Progress(Struct, frozen=True):
    """How far an examination is: what has just been looked at, and the report so far."""

    doing: str
    done: int
    of: int
    report: Report


class NotConforming(AssertionError):
    """A game does not keep the contract; `report` has every check."""

    def __init__(self, report: Report) -> None:
        super().__init__(report.words)
        self.report = report
