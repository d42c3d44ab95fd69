"""The simplest bots: they choose at random, always the first action, by the game's heuristic, or from a script."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from gamenight.bots.action_sampling import draw, first
from gamenight.bots.search.decision import heuristic_of
from gamenight.core.bot import Observation
from gamenight.core.model import Action, Event, PlayerId
from gamenight.core.plugin import GamePlugin
from gamenight.core.rng import Rng, seed_text


class RandomBot:
    """Chooses a random legal action; with the same seed, the same ones."""

    worlds = 1
    """Which actions are legal does not depend on hidden information, so one world is enough."""

    def __init__(self, seed: str | int = 0, name: str = "random") -> None:
        self.name = name
        self._rng = Rng(seed_text(seed), ("bot",))

    def choose_action(self, observation: Observation) -> Action:
        seat, listing = _own_seat(observation), observation.view.valid_actions
        return draw(observation.rules, observation.worlds[0], seat, listing, self._rng)

    def receive_outcome(self, event: Event) -> None:
        pass


class FirstBot:
    """Always chooses the first listed action, or the first member of a family, without any randomness."""

    worlds = 1

    def __init__(self, name: str = "first") -> None:
        self.name = name

    def choose_action(self, observation: Observation) -> Action:
        return first(observation.rules, observation.worlds[0], _own_seat(observation), observation.view.valid_actions)

    def receive_outcome(self, event: Event) -> None:
        pass


class HeuristicParameters(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(description="Name of one of the game's heuristics; default: the game's own choice.")] = ""


class HeuristicBot:
    """Uses one of the game's heuristics; where that has no opinion, a random legal action."""

    worlds = 1

    def __init__(
        self, game: GamePlugin, parameters: HeuristicParameters, seed: str | int = 0, name: str = "heuristic"
    ) -> None:
        heuristic = heuristic_of(game, parameters.name)
        if heuristic is None:
            raise ValueError(f"{game.game_id} has no heuristic")
        self.name = name
        self._heuristic = heuristic
        self._rng = Rng(seed_text(seed), ("bot",))

    def choose_action(self, observation: Observation) -> Action:
        seat, world = _own_seat(observation), observation.worlds[0]
        sensible = self._heuristic(world, seat, self._rng)
        return sensible or draw(observation.rules, world, seat, observation.view.valid_actions, self._rng)

    def receive_outcome(self, event: Event) -> None:
        pass


def _own_seat(observation: Observation) -> PlayerId:
    assert observation.view.viewer_id is not None
    return observation.view.viewer_id
