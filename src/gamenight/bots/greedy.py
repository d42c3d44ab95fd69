"""The greedy bot: choose the action that gives the best `standing` at the end of the turn.

It looks ahead in worlds that could be true, but never past a random event. It assumes that other players choose at
random.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from gamenight.bots.action_sampling import candidates, draw
from gamenight.bots.position import Position, SeatListings, asked, play, resolve, standing_at
from gamenight.core.advancing.matching import list_actions
from gamenight.core.bot import Observation
from gamenight.core.listing.actions import Listing
from gamenight.core.model import Action, Event, PlayerId
from gamenight.core.plugin import GamePlugin
from gamenight.core.rng import Rng, seed_text

LEAVES = 1000
"""Maximum number of ends of the turn to evaluate in a world; the remaining actions, of low priority, are skipped."""

DECIDED = 1_000_000.0
"""Added to the lead for a match that is won, subtracted for one that is lost; larger than any lead."""

NEVER = float("-inf")


class GreedyParameters(Struct, frozen=True, forbid_unknown_fields=True):
    """The limits of the look ahead."""

    worlds: Annotated[int, Meta(ge=1, description="Number of worlds; null: 8 if hands are hidden, else 1.")] | None = (
        None
    )
    samples: Annotated[
        int, Meta(ge=1, description="Random choices of the other players to try if all choose at once.")
    ] = 8
    decisions: Annotated[int, Meta(ge=1, description="Own decisions in a row that count as one turn.")] = 2


DEFAULTS = GreedyParameters()


class GreedyBot:
    """Chooses the action with the best average value over its worlds; the seed decides between equal ones."""

    def __init__(
        self, game: GamePlugin, parameters: GreedyParameters = DEFAULTS, seed: str = "0", name: str = "greedy"
    ) -> None:
        self.name = name
        self.worlds = parameters.worlds or (8 if game.hides == "hands" else 1)
        self._parameters = parameters
        self._seed = seed_text(seed)

    def choose_action(self, observation: Observation) -> Action:
        view, game = observation.view, observation.rules
        assert view.viewer_id is not None
        rng = Rng(self._seed, ("greedy", observation.turn_index))
        actions = candidates(game, observation.worlds[0], view.viewer_id, view.valid_actions, rng)
        if len(actions) == 1:
            return actions[0]
        totals = [0.0] * len(actions)
        for number, position in enumerate(self._positions(observation)):
            greed = Greed(game, view.viewer_id, position, self._seed, ("greedy", observation.turn_index, number))
            totals = [total + value for total, value in zip(totals, self._values(greed, actions), strict=True)]
        best = max(totals)
        return rng.choice([action for action, total in zip(actions, totals, strict=True) if total == best])

    def receive_outcome(self, event: Event) -> None:
        pass

    def _positions(self, observation: Observation) -> list[Position]:
        scores, seats = observation.view.scores, observation.seats
        return [standing_at(observation.rules, world, scores, seats) for world in observation.worlds]

    def _values(self, greed: Greed, actions: Sequence[Action]) -> list[float]:
        if greed.root.is_concurrent:
            return greed.against_others(actions, -(-self._parameters.samples // self.worlds))
        return greed.through_the_turn(actions, self._parameters.decisions)


class Greed:
    """Evaluates actions for a seat in one world; the random numbers after each action are the same."""

    def __init__(
        self, game: GamePlugin, player: PlayerId, root: Position, seed: str, chance: tuple[str | int, ...]
    ) -> None:
        self.game = game
        self.player = player
        self.root = root
        self.leaves = 0
        self._seed = seed
        self._chance = chance

    def through_the_turn(self, actions: Sequence[Action], decisions: int) -> list[float]:
        """The value of each action, with the best decisions of this player after it in the same turn."""
        values = [NEVER] * len(actions)
        for at in self._order(actions):
            if self.leaves >= LEAVES:
                break
            values[at] = self._best(self._after(self.root, actions[at]), decisions - 1)
        return values

    def against_others(self, actions: Sequence[Action], samples: int) -> list[float]:
        """The value of each action against the same random choices of the others."""
        everybody, rng = asked(self.game, self.root), self._rng("others")
        choices = [self._choices(everybody, rng) for _ in range(samples)]
        return [sum(self._resolved(action, others) for others in choices) / samples for action in actions]

    def _order(self, actions: Sequence[Action]) -> Sequence[int]:
        """The order in which to evaluate actions: by priority if there may be too many for the limit."""
        if len(actions) <= LEAVES // 10:
            return range(len(actions))
        game, world = self.game, self.root.game_data
        return sorted(range(len(actions)), key=lambda at: -game.action_priority(world, actions[at]))

    def _best(self, position: Position, decisions: int) -> float:
        """The value of a position after at most `decisions` more decisions of this player, if its turn continues."""
        listing = self._own_listing(position) if decisions else ()
        if not listing:
            self.leaves += 1
            return self._worth(position)
        actions = candidates(self.game, position.game_data, self.player, listing, self._rng("sample"))
        return max(self._best(self._after(position, action), decisions - 1) for action in actions)

    def _own_listing(self, position: Position) -> Listing:
        """The actions of this player, if it is to act again and no hidden information has been revealed."""
        game = self.game
        if position.is_end or position.is_concurrent or game.hides == "hands":
            return ()
        if any(entry.player_id != self.player for entry in position.phase.expected_actions):
            return ()
        if game.chance_key(position.game_data) is not None:
            return ()
        return list_actions(game, position.game_data, self.player)

    def _choices(self, everybody: SeatListings, rng: Rng) -> dict[PlayerId, Action]:
        """A random choice of every player who is asked, in seat order."""
        game, world = self.game, self.root.game_data
        return {player: draw(game, world, player, listing, rng) for player, listing in everybody}

    def _resolved(self, action: Action, others: dict[PlayerId, Action]) -> float:
        everybody = {**others, self.player: action}
        return self._worth(resolve(self.game, self.root, everybody, self._rng("chance")))

    def _after(self, position: Position, action: Action) -> Position:
        return play(self.game, position, action, self._rng("chance"))

    def _rng(self, label: str) -> Rng:
        return Rng(self._seed, (*self._chance, label))

    def _worth(self, position: Position) -> float:
        """The player's lead; a match that is won or lost counts more than any lead."""
        lead = self.game.standing(position.game_data, position.scores, self.player)
        if position.result is None or len(position.result.ranking) < 2:
            return lead
        return lead + (DECIDED if self.player in position.result.winners else -DECIDED)
