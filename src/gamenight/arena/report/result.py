"""The result of an arena: figures by name, as data and as a page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from msgspec import Struct

from gamenight.arena.contest import Contest
from gamenight.arena.intervals import Interval
from gamenight.arena.job import GameOutcome
from gamenight.arena.ratings import Rating
from gamenight.arena.tally import Showing, Tally
from gamenight.llm.figures import ModelFigures


class Figures(Struct, frozen=True, kw_only=True):
    """The figures of a contestant in some games; `rate` is points per game, where a draw is a share of a point.

    `interval` is Wilson's. `paired_interval` is that of the mean over decks; None with one deck, or if all decks had
    the same result. Scores leave out games that were lost by a crash.
    """

    name: str
    games: int
    wins: int
    draws: int
    losses: int
    crashes: int
    points: float
    rate: float | None
    interval: Interval
    paired_interval: Interval | None
    score_mean: float | None
    score_deviation: float | None
    ms_per_move: float | None
    iterations_per_move: float | None


class Standing(Figures, frozen=True, kw_only=True):
    """A contestant's figures over all its games, and its rating."""

    strategy: str
    rating: Rating
    model: ModelFigures | None = None
    """The totals of a language model's calls."""


class ArenaResult:
    """A contest and its games, in the order of the schedule, with all statistics."""

    def __init__(
        self,
        contest: Contest,
        outcomes: list[GameOutcome],
        unavailable: Sequence[GameOutcome] = (),
        stopped: str | None = None,
    ) -> None:
        self.contest = contest
        self.outcomes = outcomes
        self.stopped = stopped
        """The reason why not all games were played, if a limit was reached."""

        self.tally = Tally(contest, outcomes, unavailable)
        self.tally.ratings.close()

    @property
    def standings(self) -> list[Standing]:
        """The contestants, the best first."""
        tally, ratings = self.tally, self.tally.ratings.current
        return [
            Standing(
                **_figures(self.contest.names[index], tally.overall[index]),
                strategy=self.contest.contestants[index].strategy,
                rating=ratings[index],
                model=tally.models[index],
            )
            for index in tally.standings()
        ]

    @property
    def pairings(self) -> list[list[Figures]]:
        """For each group of contestants, their figures in games against each other."""
        return [
            [Figures(**_figures(self.contest.names[index], showing)) for index, showing in group.items()]
            for group in self.tally.groups
        ]

    def standing(self, name: str) -> Standing:
        """The standing of the contestant with this name; raises KeyError if there is none."""
        for standing in self.standings:
            if standing.name == name:
                return standing
        raise KeyError(f"no contestant is called {name!r}; there are: {', '.join(self.contest.names)}")

    @property
    def crashes(self) -> list[GameOutcome]:
        return self.tally.crashes

    @property
    def voids(self) -> list[GameOutcome]:
        return self.tally.voids

    def summary(self) -> dict[str, Any]:
        """All statistics, as data for JSON."""
        tally, names = self.tally, self.contest.names
        return {
            "contest": self.contest,
            "games": {
                "scheduled": self.contest.total,
                "counted": tally.finished,
                "lost_by_crash": len(tally.crashes),
                "void": len(tally.voids),
                "mean_duration_ms": fmean(tally.durations_ms) if tally.durations_ms else None,
            },
            "standings": self.standings,
            "pairings": self.pairings,
            "head_to_head": {
                name: {
                    other: {"games": duel.games, "points": duel.points, "rate": duel.rate, "interval": duel.interval}
                    for other, duel in zip(names, row, strict=True)
                    if other != name
                }
                for name, row in zip(names, tally.duels, strict=True)
            },
            "seats": [
                {"seats": side, "games": each.games, "points": each.points, "rate": each.rate}
                for side, each in zip(self.contest.sides, tally.sides, strict=True)
            ],
            "crashes": [_trouble(self.contest, outcome) for outcome in tally.crashes],
            "voids": [_trouble(self.contest, outcome) for outcome in tally.voids],
        }

    def write_report(self, path: str | Path) -> None:
        """Write the page with tables and plots, as one file that needs no others."""
        from gamenight.arena.report import page

        Path(path).write_text(page(self), encoding="utf-8")

    def __repr__(self) -> str:
        points = ", ".join(f"{standing.name} {standing.points:g}/{standing.games}" for standing in self.standings)
        return f"<ArenaResult {self.contest.game}: {points}>"


def _figures(name: str, showing: Showing) -> dict[str, Any]:
    return {"name": name, **{field: getattr(showing, field) for field in Figures.__struct_fields__ if field != "name"}}


def _trouble(contest: Contest, outcome: GameOutcome) -> dict[str, Any]:
    names = [contest.names[index] for index in contest.seating(outcome.number)]
    return {
        "number": outcome.number,
        "match_id": contest.match_id(outcome.number),
        "seats": names,
        "crashed": [names[seat] for seat in outcome.crashed],
        "error": outcome.error,
    }
