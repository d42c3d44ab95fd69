"""The statistics of an arena, updated with each game."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean, stdev

from msgspec import Struct

from gamenight.arena.contest import Contest
from gamenight.arena.intervals import Interval, mean_interval, wilson
from gamenight.arena.job import GameOutcome, Seats
from gamenight.arena.ratings import Ratings, places
from gamenight.llm.figures import ModelFigures, sum_of


class Showing:
    """The statistics of one contestant in some games.

    If sides share the first place, it is a draw, and they share its point; a team that has it alone wins. Scores of
    games that were lost by a crash are left out; the score of a team is the mean of its members' scores.
    """

    def __init__(self, games_per_deck: int) -> None:
        self._games_per_deck = games_per_deck
        self.wins = self.draws = self.losses = self.crashes = 0
        self.points = 0.0
        self.scores: list[float] = []
        self.decisions = self.searches = self.iterations = 0
        self.think_ms = 0.0
        self._deck_points: dict[int, list[float]] = {}

    def add(self, outcome: GameOutcome, side: Seats, deck: int) -> None:
        """Count a game that is not void."""
        point = points_of(outcome, side)
        self.points += point
        self._deck_points.setdefault(deck, []).append(point)
        self.wins += outcome.winners == (side,)
        self.draws += side in outcome.winners and len(outcome.winners) > 1
        self.losses += side not in outcome.winners
        self.crashes += not set(side).isdisjoint(outcome.crashed)
        if outcome.status == "finished":
            self.scores.append(fmean(outcome.scores[seat] for seat in side))
        for seat in side:
            self._add_effort(outcome, seat)

    def _add_effort(self, outcome: GameOutcome, seat: int) -> None:
        self.decisions += outcome.decisions[seat]
        self.think_ms += outcome.think_ms[seat]
        self.searches += outcome.searches[seat]
        self.iterations += outcome.iterations[seat]

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def rate(self) -> float | None:
        """Points per game."""
        return self.points / self.games if self.games else None

    @property
    def interval(self) -> Interval:
        """Wilson's interval of the rate, as if all games were independent."""
        return wilson(self.points, self.games)

    @property
    def paired_interval(self) -> Interval | None:
        """The interval of the mean over complete decks: the games on one deck are not independent."""
        whole = [fmean(points) for points in self._deck_points.values() if len(points) == self._games_per_deck]
        found = mean_interval(whole)
        return None if found is None else (max(0.0, found[0]), min(1.0, found[1]))

    @property
    def score_mean(self) -> float | None:
        return fmean(self.scores) if self.scores else None

    @property
    def score_deviation(self) -> float | None:
        """The sample standard deviation."""
        return stdev(self.scores) if len(self.scores) > 1 else None

    @property
    def ms_per_move(self) -> float | None:
        return self.think_ms / self.decisions if self.decisions else None

    @property
    def iterations_per_move(self) -> float | None:
        """The mean over moves with a search; None for a bot that does not search."""
        return self.iterations / self.searches if self.searches else None


class Duel(Struct):
    """The points of one contestant against another, in all games in which both took part."""

    games: int = 0
    points: float = 0.0

    @property
    def rate(self) -> float | None:
        return self.points / self.games if self.games else None

    @property
    def interval(self) -> Interval:
        return wilson(self.points, self.games)


class Tally:
    """All statistics over the games of a contest."""

    def __init__(
        self, contest: Contest, outcomes: Iterable[GameOutcome] = (), unavailable: Iterable[GameOutcome] = ()
    ) -> None:
        self.contest = contest
        everybody = range(len(contest.contestants))
        sides = len(contest.sides)
        self.overall = [Showing(sides * self._groups_each) for _ in everybody]
        self.groups = [{index: Showing(sides) for index in group} for group in contest.groups]
        self.duels = [[Duel() for _ in everybody] for _ in everybody]
        self.sides = [Duel() for _ in contest.sides]
        """For each seat in turn order, or team of seats, the points against all others."""
        self.models: list[ModelFigures | None] = [None for _ in everybody]
        """The totals of the calls of language models, including those in void games."""
        self.ratings = Ratings(contest)
        self.finished = 0
        self.durations_ms: list[float] = []
        self.crashes: list[GameOutcome] = []
        self.voids: list[GameOutcome] = []
        for outcome in unavailable:
            self._count_models(outcome)  # these games are played again, but their calls cost money
        for outcome in outcomes:
            self.add(outcome)

    @property
    def _groups_each(self) -> int:
        """The number of groups that a contestant belongs to."""
        return len(self.contest.groups) * len(self.contest.sides) // len(self.contest.contestants)

    @property
    def done(self) -> int:
        """The number of games played, including void ones."""
        return self.finished + len(self.voids)

    @property
    def usd(self) -> float:
        """The known cost of all models so far."""
        return sum(model.usd for model in self.models if model is not None)

    def add(self, outcome: GameOutcome) -> None:
        self.ratings.add(outcome)
        self._count_models(outcome)
        if outcome.status == "void":
            self.voids.append(outcome)
            return
        self.finished += 1
        self.durations_ms.append(outcome.duration_ms)
        if outcome.crashed:
            self.crashes.append(outcome)
        self._count(outcome)

    def _count_models(self, outcome: GameOutcome) -> None:
        for contestant, model in zip(self.contest.seating(outcome.number), outcome.models, strict=False):
            if model is not None:
                self.models[contestant] = sum_of([model, self.models[contestant] or ModelFigures()])

    def _count(self, outcome: GameOutcome) -> None:
        number = outcome.number
        deck, group = self.contest.deck_of(number), self.groups[self.contest.group_of(number)]
        playing, placed = self.contest.opponents(number), places(outcome)
        for at, (side, contestant) in enumerate(zip(self.contest.sides, playing, strict=True)):
            self.overall[contestant].add(outcome, side, deck)
            group[contestant].add(outcome, side, deck)
            self.sides[at].games += 1
            self.sides[at].points += points_of(outcome, side)
            for other_at, other in enumerate(playing):
                if other != contestant:
                    _compare(self.duels[contestant][other], placed[at], placed[other_at])

    def standings(self) -> list[int]:
        """The contestants, the best first: by points per game, then by rating."""
        ratings = self.ratings.current

        def merit(index: int) -> tuple[float, float]:
            return -(self.overall[index].rate or 0.0), -ratings[index].mu

        return sorted(range(len(self.overall)), key=merit)


def points_of(outcome: GameOutcome, side: Seats) -> float:
    """The points of a side: 1 for the first place, divided by the number of sides that share it; else 0."""
    return 1 / len(outcome.winners) if side in outcome.winners else 0.0


def _compare(duel: Duel, own: int, other: int) -> None:
    duel.games += 1
    duel.points += 1.0 if own < other else 0.5 if own == other else 0.0
