"""The state of an examination: the cases and the smallest failure of each check so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from gamenight.core.plugin import GamePlugin
from gamenight.looks.renderer import NotBuilt, is_built
from gamenight.testing.checks import scene, secrets, static, texts
from gamenight.testing.contract import IN_PLAY, POSITION_CHECKS, RULES
from gamenight.testing.diagnosis import blame
from gamenight.testing.playing.coverage import Coverage
from gamenight.testing.playing.playouts import Playout
from gamenight.testing.playing.position import Check, Position
from gamenight.testing.playing.tables import Setup, pairwise, small_tables
from gamenight.testing.reporting.report import CheckResult, CounterExample, Report, cause_of, reason_of
from gamenight.testing.shrink import Failure, Trial, counter_example, shrink
from gamenight.testing.worlds import other_process

POSITIONS = 60
LONG = 1000
"""Maximum number of turns for the other styles of play at a table where a random match takes more than this."""
EARLY = 24

IN_THE_OPEN = (
    "hides is 'hands', but in every position all viewers were shown the same, and determinize varied nothing: set "
    "hides = 'nothing' (or 'future', if random events are still to come), so that bots need only one search tree"
)

# If one of these fails, the other checks cannot be made: no match can be set up, or nothing can be compared.
FOUNDATIONS = ("metadata", "types", "json")

# A match that broke because of one of these faults shows it best at its last position.
LAST_LOOK = {check.name: check for check in POSITION_CHECKS if check.name in ("listed", "phases", "timeout")}


class Findings:
    """The verdicts so far. A check that has failed is not run again.

    One mistake in a game is reported once: `causes` maps it to the check that reported it, and `stopped` has the
    checks that failed later from the same cause.
    """

    def __init__(self, game: GamePlugin, seed: str, only: frozenset[str] | None) -> None:
        self.game = game
        self.seed = seed
        self.only = only
        self.cases: Counter[str] = Counter()
        self.found: dict[str, CounterExample] = {}
        self.notes: dict[str, str] = {}
        self.causes: dict[str, str] = {}
        self.stopped: dict[str, str] = {}
        self.is_hiding = False
        self.coverage = Coverage()
        self.long_tables: list[tuple[int, dict[str, Any]]] = []

    def wants(self, name: str) -> bool:
        return name not in self.found and name not in self.stopped and (self.only is None or name in self.only)

    @property
    def can_go_on(self) -> bool:
        """Whether any wanted check can still be made."""
        if any(name in self.found for name in FOUNDATIONS):
            return False
        return self.only is None or not self.only <= self.found.keys() | self.stopped.keys()

    def report(self) -> Report:
        names = [name for name in RULES if self.only is None or name in self.only or name in self.found]
        cases = {name: 0 if name in self.stopped else self.cases[name] for name in names}
        verdicts = tuple(
            CheckResult(name, RULES[name], cases[name], self.found.get(name), self._note(name)) for name in names
        )
        name = getattr(self.game, "game_id", type(self.game).__name__)
        return Report(str(name), self.game.rules_version, self.seed, verdicts, self.coverage.counts())

    def _note(self, name: str) -> str:
        if name in self.stopped:
            return f"stopped by the fault that {self.stopped[name]} found"
        failed = [each for each in FOUNDATIONS if each in self.found]
        if failed and not self.cases[name] and name not in self.found:
            return f"not checked, because {failed[0]} failed"
        if name == "scene_fits" and not self.cases[name] and not is_built():
            return f"not checked: {NotBuilt()}"
        return self.notes.get(name, "")

    def fail(self, name: str, what: str) -> None:
        """Record a failure that needs no match to show it."""
        self.found[name] = CounterExample(0, {}, self.seed, (), what)

    def ask(self, name: str, question: Callable[[], int]) -> None:
        try:
            self.cases[name] += question()
        except Exception as error:
            self.stumble(name, error)

    def stumble(self, name: str, error: Exception) -> None:
        """Record an exception from a check, or from the work for it, as a failure of that check, unless its cause has
        been reported before."""
        if self._is_new(name, cause_of(error)):
            self.fail(name, reason_of(error))

    def _is_new(self, name: str, cause: str) -> bool:
        """Whether no other check has reported this cause; if one has, this check stops."""
        reporter = self.causes.setdefault(cause, name) if cause else name
        if reporter != name and reporter in self.found:
            self.stopped[name] = reporter
            return False
        return True

    def look_at_metadata(self) -> None:
        self.ask("metadata", lambda: static.metadata(self.game))
        if self.wants("look"):
            self.ask("look", lambda: scene.pictures(self.game))
        if self.wants("texts"):
            self.ask("texts", lambda: texts.texts_used(self.game))

    def tables(self, seed: str) -> list[Setup]:
        """The tables of a round; none if the options cannot be read."""
        return self._tables(pairwise, seed)

    def small_tables(self, seed: str) -> list[Setup]:
        return self._tables(small_tables, f"{seed} small")

    def _tables(self, maker: Callable[[GamePlugin, str], list[Setup]], seed: str) -> list[Setup]:
        try:
            return maker(self.game, seed)
        except Exception as error:
            self.stumble("options", error)
            return []

    def look_at_options(self, tables: list[Setup]) -> None:
        self.ask("options", lambda: static.options(self.game, tables))

    def look_elsewhere(self, tables: list[Setup]) -> None:
        """Play the same matches in another process, and compare the turns and what is shown."""
        wanted = [name for name in ("determinism", "scene_pure") if self.wants(name)]
        if not wanted:
            return
        pair = other_process.twins(self.game, tables)
        for name in wanted:
            if pair is None:
                self.notes[name] = "not checked in another process: the game cannot be imported there"
            else:
                self.ask(name, pair.check_turns if name == "determinism" else pair.check_shown)

    def most_turns(self, table: Setup) -> int | None:
        """The maximum number of turns to play at this table; None means to the end.

        A limit is set where a random match was long: it has shown already that matches there end.
        """
        return LONG if (table.players, table.options) in self.long_tables else None

    def look_at_match(self, playout: Playout, matches: int) -> None:
        """Check some positions of a match; the number of all matches limits how many."""
        if len(playout.steps) > LONG and playout.states[-1].is_over:
            self.long_tables.append((playout.table.players, playout.table.options))
        if playout.broke is not None:
            self._look_at_breakdown(playout)
        for name in IN_PLAY:
            self.cases[name] += len(playout.states)
        if not playout.states:
            return
        places = self.coverage.places(playout, max(2, POSITIONS // matches))
        positions = [Position(self.game, playout, at) for at in places]
        for check in POSITION_CHECKS:
            if self.wants(check.name):
                self._look(check, positions)
            if not self.can_go_on:
                return
        self._look_for_secrets(positions)

    def _look_for_secrets(self, positions: list[Position]) -> None:
        if self.wants("hides") and self.game.hides == "hands" and not self.found and not self.is_hiding:
            self.is_hiding = any(map(secrets.is_hiding, positions))
            self.cases["hides"] += self.is_hiding

    def look_at_hiding(self) -> None:
        """Fail a game with the default of `hides` that hides nothing; only if nothing else is wrong."""
        if self.wants("hides") and self.game.hides == "hands" and not self.found and not self.is_hiding:
            self.fail("hides", IN_THE_OPEN)

    def _look(self, check: Check, positions: list[Position]) -> None:
        for position in positions[-1:] if check.whole else positions:
            try:
                self.cases[check.name] += check.look(position)
            except Exception as error:
                if self._is_new(check.name, cause_of(error)):
                    failure = Failure(position.playout.upto(position.at), reason_of(error))
                    self.take(check.name, failure, self._trial(check, cause_of(error)))
                return

    def _trial(self, check: Check, caused_by: str) -> Trial:
        def first_failure(playout: Playout) -> Failure | None:
            for at in _places(playout, check):
                shorter = playout.upto(at)
                fault = check.fault(Position(self.game, shorter, at), caused_by)
                if fault is not None:
                    return Failure(shorter, fault)
            return None

        return first_failure

    def _look_at_breakdown(self, playout: Playout) -> None:
        name, what = blame(self.game, playout)
        if name in LAST_LOOK and self.wants(name):
            last = [Position(self.game, playout, len(playout.states) - 1)] if playout.states else []
            self._look(LAST_LOOK[name], last)

        def breaks(other: Playout) -> Failure | None:
            found = None if other.broke is None else blame(self.game, other)
            return Failure(other, found[1]) if found and found[0] == name else None

        assert playout.broke is not None
        if self.wants(name) and self._is_new(name, playout.broke.cause):
            self.take(name, Failure(playout, what), breaks)

    def take(self, name: str, failure: Failure, trial: Trial | None = None) -> None:
        """Record the smallest failure of this kind that can be found."""
        smallest = failure if trial is None else shrink(self.game, failure, trial)
        self.found[name] = counter_example(self.game, smallest)


def _places(playout: Playout, check: Check) -> list[int]:
    """The positions at which to search for an earlier failure: the first ones, some of the others, and the last."""
    last = len(playout.states) - 1
    if last < 0:
        return []
    step = max(1, last // EARLY)
    near = [1 << bit for bit in range(10)] if check.whole else range(EARLY)
    return sorted({0, last, *(at for at in near if at < last), *range(0, last, step)})
