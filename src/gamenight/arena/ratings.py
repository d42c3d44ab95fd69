"""Ratings by openskill's Plackett-Luce model, updated game by game in the order of the schedule.

So the ratings do not depend on the order in which games are finished, nor on interruptions.
"""

from __future__ import annotations

from msgspec import Struct
from openskill.models import PlackettLuce

from gamenight.arena.contest import Contest
from gamenight.arena.job import GameOutcome


class Rating(Struct, frozen=True):
    """The estimate of a skill: mean `mu` and standard deviation `sigma`."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """A conservative estimate: the skill is almost certainly higher."""
        return self.mu - 3 * self.sigma


class Ratings:
    """The contestants' ratings after all games before the first missing one, with their history."""

    def __init__(self, contest: Contest) -> None:
        self._contest = contest
        self._model = PlackettLuce()
        self._now = [self._model.rating() for _ in contest.contestants]
        self._waiting: dict[int, GameOutcome] = {}
        self._next = 0
        self.history: list[list[tuple[int, Rating]]] = [[(0, rating)] for rating in self.current]
        """For each contestant, its rating after each of its games, with the number of all games until then."""

    @property
    def current(self) -> list[Rating]:
        return [Rating(rating.mu, rating.sigma) for rating in self._now]

    def add(self, outcome: GameOutcome) -> None:
        """Add a game, and rate all games whose turn it is."""
        self._waiting[outcome.number] = outcome
        while (ready := self._waiting.pop(self._next, None)) is not None:
            self._next += 1
            self._rate(ready)

    def close(self) -> None:
        """Rate the remaining games, although games before them are missing."""
        for number in sorted(self._waiting):
            self._next = number + 1
            self._rate(self._waiting.pop(number))

    def _rate(self, outcome: GameOutcome) -> None:
        playing = self._contest.opponents(outcome.number)
        if outcome.status == "void" or len(playing) < 2:
            return
        ranks = [float(place) for place in places(outcome)]
        for contestant, (rated,) in zip(
            playing, self._model.rate([[self._now[index]] for index in playing], ranks=ranks), strict=True
        ):
            self._now[contestant] = rated
            self.history[contestant].append((self._next, Rating(rated.mu, rated.sigma)))


def places(outcome: GameOutcome) -> list[int]:
    """The place of each side, 0 for the first; the side of the first seat comes first."""
    at = {side: place for place, sides in enumerate(outcome.ranking) for side in sides}
    return [at[side] for side in sorted(at)]
