"""Ratings by openskill's Plackett-Luce model, game by game in the order of the schedule.

In whatever order the games are finished, also over several sittings, the ratings come out the same.
"""

from __future__ import annotations

from msgspec import Struct
from openskill.models import PlackettLuce

from gamenight.arena.contest import Contest
from gamenight.arena.job import GameOutcome


class Rating(Struct, frozen=True):
    """Skill is believed to be about `mu`, give or take `sigma`."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """What the skill almost surely exceeds."""
        return self.mu - 3 * self.sigma


class Ratings:
    """The contestants' ratings after all games up to the first that is missing, and how they came about."""

    def __init__(self, contest: Contest) -> None:
        self._contest = contest
        self._model = PlackettLuce()
        self._now = [self._model.rating() for _ in contest.contestants]
        self._waiting: dict[int, GameOutcome] = {}
        self._next = 0
        self.history: list[list[tuple[int, Rating]]] = [[(0, rating)] for rating in self.current]
        """For each contestant: the number of games played in all, and its rating then."""

    @property
    def current(self) -> list[Rating]:
        return [Rating(rating.mu, rating.sigma) for rating in self._now]

    def add(self, outcome: GameOutcome) -> None:
        """Take in a game, and rate those whose turn has come."""
        self._waiting[outcome.number] = outcome
        while (ready := self._waiting.pop(self._next, None)) is not None:
            self._next += 1
            self._rate(ready)

    def close(self) -> None:
        """Rate what waits for games that will not come."""
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
