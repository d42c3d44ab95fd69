"""Where a game stands while it is examined: what each check has found, and the smallest failures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from gamenight.core.plugin import GamePlugin
from gamenight.testing import checks_scene, checks_static, twin
from gamenight.testing.blame import blame
from gamenight.testing.contract import IN_PLAY, POSITION_CHECKS, RULES
from gamenight.testing.playouts import Playout
from gamenight.testing.position import Check, Position, spread
from gamenight.testing.report import CounterExample, Report, Verdict, reason_of
from gamenight.testing.shrink import Failure, Trial, counter_example, shrink
from gamenight.testing.tables import Table, pairwise, small_tables

POSITIONS = 60
EARLY = 24

# Without these there is nothing to look at: nothing can be set up, or compared.
FOUNDATIONS = ("metadata", "json")

# A match that broke for want of these shows it best at its last position.
LAST_LOOK = {check.name: check for check in POSITION_CHECKS if check.name in ("listed", "phases", "timeout")}


class Findings:
    """The verdicts so far. A check that has failed is not made again."""

    def __init__(self, game: GamePlugin, seed: str, only: frozenset[str] | None) -> None:
        self.game = game
        self.seed = seed
        self.only = only
        self.cases: Counter[str] = Counter()
        self.found: dict[str, CounterExample] = {}
        self.notes: dict[str, str] = {}

    def wants(self, name: str) -> bool:
        return name not in self.found and (self.only is None or name in self.only)

    @property
    def can_go_on(self) -> bool:
        return not any(name in self.found for name in FOUNDATIONS)

    def report(self) -> Report:
        names = [name for name in RULES if self.only is None or name in self.only or name in self.found]
        verdicts = tuple(
            Verdict(name, RULES[name], self.cases[name], self.found.get(name), self._note(name)) for name in names
        )
        name = getattr(self.game, "game_id", type(self.game).__name__)
        return Report(str(name), self.game.rules_version, self.seed, verdicts)

    def _note(self, name: str) -> str:
        failed = [each for each in FOUNDATIONS if each in self.found]
        if failed and not self.cases[name] and name not in self.found:
            return f"not looked at, because {failed[0]} failed"
        return self.notes.get(name, "")

    def fail(self, name: str, what: str) -> None:
        """A failure that needs no match to be seen."""
        self.found[name] = CounterExample(0, {}, self.seed, (), what)

    def ask(self, name: str, question: Callable[[], int]) -> None:
        try:
            self.cases[name] += question()
        except Exception as error:
            self.fail(name, reason_of(error))

    def look_at_metadata(self) -> None:
        self.ask("metadata", lambda: checks_static.metadata(self.game))
        if self.wants("look"):
            self.ask("look", lambda: checks_scene.pictures(self.game))

    def tables(self, seed: str) -> list[Table]:
        """The tables of a round; none if the options cannot even be read."""
        return self._tables(pairwise, seed)

    def small_tables(self, seed: str) -> list[Table]:
        return self._tables(small_tables, f"{seed} small")

    def _tables(self, maker: Callable[[GamePlugin, str], list[Table]], seed: str) -> list[Table]:
        try:
            return maker(self.game, seed)
        except Exception as error:
            self.fail("options", reason_of(error))
            return []

    def look_at_options(self, tables: list[Table]) -> None:
        self.ask("options", lambda: checks_static.options(self.game, tables))

    def look_elsewhere(self, tables: list[Table]) -> None:
        """The same matches in another process, and what is shown of them."""
        wanted = [name for name in ("determinism", "scene_pure") if self.wants(name)]
        if not wanted:
            return
        pair = twin.twins(self.game, tables)
        for name in wanted:
            if pair is None:
                self.notes[name] = "not tried in another process: the game cannot be imported there"
            else:
                self.ask(name, pair.check_turns if name == "determinism" else pair.check_shown)

    def look_at_match(self, playout: Playout, matches: int) -> None:
        """Look at some positions of one of so many matches."""
        if playout.broke is not None:
            self._look_at_breakdown(playout)
        for name in IN_PLAY:
            self.cases[name] += len(playout.states)
        if not playout.states:
            return
        places = spread(playout, max(2, POSITIONS // matches))
        for check in POSITION_CHECKS:
            if self.wants(check.name):
                self._look(check, playout, places)
            if not self.can_go_on:
                return

    def _look(self, check: Check, playout: Playout, places: list[int]) -> None:
        for at in places[-1:] if check.whole else places:
            position = Position(self.game, playout, at)
            try:
                self.cases[check.name] += check.look(position)
            except Exception as error:
                self.take(check.name, Failure(playout.upto(at), reason_of(error)), self._trial(check))
                return

    def _trial(self, check: Check) -> Trial:
        def first_failure(playout: Playout) -> Failure | None:
            for at in _places(playout, check):
                shorter = playout.upto(at)
                fault = check.fault(Position(self.game, shorter, at))
                if fault is not None:
                    return Failure(shorter, fault)
            return None

        return first_failure

    def _look_at_breakdown(self, playout: Playout) -> None:
        name = blame(self.game, playout)
        if name in LAST_LOOK and self.wants(name):
            self._look(LAST_LOOK[name], playout, [len(playout.states) - 1] if playout.states else [])

        def breaks(other: Playout) -> Failure | None:
            if other.broke is None or blame(self.game, other) != name:
                return None
            return Failure(other, other.broke.message)

        if self.wants(name):
            self.take(name, breaks(playout) or Failure(playout, ""), breaks)

    def take(self, name: str, failure: Failure, trial: Trial | None = None) -> None:
        """Keep the smallest failure of this kind that can be found."""
        smallest = failure if trial is None else shrink(self.game, failure, trial)
        self.found[name] = counter_example(self.game, smallest)


def _places(playout: Playout, check: Check) -> list[int]:
    """Where to look for an earlier failure: the first positions, some of the others, and the last."""
    last = len(playout.states) - 1
    if last < 0:
        return []
    step = max(1, last // EARLY)
    near = [1 << bit for bit in range(10)] if check.whole else range(EARLY)
    return sorted({0, last, *(at for at in near if at < last), *range(0, last, step)})
