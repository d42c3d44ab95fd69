"""The decision of a search: its player, the possible actions, and the values of positions for the players."""

from __future__ import annotations

from collections.abc import Hashable

from gamenight.bots.action_sampling import LISTED, draw
from gamenight.bots.position import Position, standing_at
from gamenight.bots.search.chance import SearchRng
from gamenight.bots.search.formulas import terminal_value
from gamenight.bots.search.settings import ROLLOUT, MctsParameters, settled
from gamenight.bots.search.tree import Arms
from gamenight.core.advancing.matching import match_action
from gamenight.core.bot import Observation
from gamenight.core.listing.actions import Listing, any_family, expand, size
from gamenight.core.model import Action, Family, PlayerId
from gamenight.core.plugin import Evaluator, Game, GamePlugin, Heuristic
from gamenight.core.ranking import sides_at

MISSES = 20
"""After this many samples of a large family that are all known already, the search stops looking for a new one."""

KEYS_KEPT = 50_000
"""Maximum number of action keys in the cache."""


class SearchedDecision:
    """One decision of one seat, with everything that the search needs from the observation."""

    def __init__(
        self,
        plugin: GamePlugin,
        parameters: MctsParameters,
        observation: Observation,
        seed: str,
    ) -> None:
        view = observation.view
        assert view.viewer_id is not None
        self.plugin = plugin
        self.parameters = settled(parameters, plugin)
        self.player = view.viewer_id
        self.listing: Listing = view.valid_actions
        self.scores = view.scores
        self.scores_before = view.scores
        """In a game of several deals, only the points gained since these scores count."""
        self.seats = observation.seats
        sides = sides_at(plugin, len(view.players), observation.worlds[0])
        self.is_duel = len(sides) <= 2
        self.allies = next(side for side in sides if self.player in side)
        self.speakers = {player: self.player if self.player in side else side[0] for side in sides for player in side}
        """For each player, the member of its side for whom positions are evaluated: partners have the same aim."""
        self.rng = SearchRng(f"{seed}/{self.player}/{observation.turn_index}")
        self.evaluate = evaluator_of(plugin, parameters.evaluator)
        self.rollout = rollout_of(plugin, self.parameters)
        self.heuristic = None if self.parameters.playouts == "random" else heuristic_of(plugin, "")
        self.has_horizon = type(plugin).horizon is not Game.horizon
        self.is_judged_by_scores = not parameters.evaluator and type(plugin).evaluate is Game.evaluate
        self.has_priorities = type(plugin).action_priority is not Game.action_priority
        self._keys: dict[int, tuple[Action, Hashable]] = {}
        self._written_out: dict[tuple[PlayerId, Listing], list[Action]] = {}

    def at(self, world: object) -> Position:
        """The position of this world, in which the decision is to be made."""
        return standing_at(self.plugin, world, self.scores, self.seats)

    def value(self, position: Position, player: PlayerId) -> float:
        """The value of the position for this player, from 0 to 1."""
        if position.result is None:
            if self.has_horizon and self.is_judged_by_scores:
                return self.value_of_points(position, player)
            return self.evaluate(position.game_data, position.scores, player)
        if self.parameters.aim == "points":
            return self.value_of_points(position, player)
        return terminal_value(position.result, player, self.parameters.draw)

    def value_of_points(self, position: Position, player: PlayerId) -> float:
        """The lead as a value from 0 to 1; in a game of several deals, the lead in the points gained since."""
        scores = position.scores
        if self.has_horizon:
            before = self.scores_before
            scores = {player: score - before.get(player, 0.0) for player, score in scores.items()}
        return Game.evaluate(self.plugin, position.game_data, scores, player)

    def key(self, action: Action) -> Hashable:
        """The game's key of an action, from a cache by identity, as games list the same objects again and again."""
        known = self._keys.get(id(action))
        if known is not None:
            return known[1]
        if len(self._keys) >= KEYS_KEPT:
            self._keys.clear()
        key = self.plugin.action_key(action)
        self._keys[id(action)] = action, key  # keep the action, so that its id is not used again
        return key

    def arms(self, position: Position, player: PlayerId, listing: Listing) -> Arms:
        """The arms of a player at a position, none of them tried yet."""
        if any_family(listing):
            return self._arms_of_families(position, player, listing)
        return Arms(player, self.in_order(position, player, list(listing)))  # type: ignore[arg-type]

    def _arms_of_families(self, position: Position, player: PlayerId, listing: Listing) -> Arms:
        families = tuple(entry for entry in listing if isinstance(entry, Family))
        is_inexact = not all(family.exact for family in families)
        if size(listing) <= LISTED:
            # A family has no order of its own, and its first members are very similar.
            members = list(self.rng.shuffle(self._write_out(player, listing)))
            return Arms(player, self.in_order(position, player, members), (), is_inexact)
        plain = [entry for entry in listing if isinstance(entry, Action)]
        return Arms(player, self.in_order(position, player, plain), families, is_inexact)

    def _write_out(self, player: PlayerId, listing: Listing) -> list[Action]:
        """All members of small families, from a cache: many nodes have the same ones, and expanding them is slow."""
        place = player, tuple(listing)
        if place not in self._written_out:
            self._written_out[place] = expand(listing, player, self.plugin.action_types)
        return self._written_out[place]

    def in_order(self, position: Position, player: PlayerId, actions: list[Action]) -> list[Action]:
        """The actions in reverse order of trial: the heuristic's choice is last, before it the highest priority.

        Of equal priorities, the action listed first is tried first.
        """
        if self.has_priorities:
            state, priority = position.game_data, self.plugin.action_priority
            actions.sort(key=lambda action: priority(state, action), reverse=True)
        actions.reverse()
        if self.heuristic is not None:
            sensible = self.heuristic(position.game_data, player, self.rng)
            if sensible is not None:
                if sensible in actions:
                    actions.remove(sensible)
                actions.append(sensible)
        return actions

    def draw_new(self, position: Position, arms: Arms) -> Action | None:
        """A random member of the large families that is not an arm yet; None if none was found."""
        known = {self.key(action) for action in arms.actions}
        for _ in range(MISSES):
            action = draw(self.plugin, position.game_data, arms.player, arms.families, self.rng)
            if self.plugin.action_key(action) not in known:
                return action
        return None

    def legal(self, position: Position, action: Action) -> Action | None:
        """The listed form of a member of an inexact family; None if the rules refuse it."""
        matched = match_action(self.plugin, position.game_data, action)
        return matched if isinstance(matched, Action) else None


def evaluator_of(plugin: GamePlugin, name: str) -> Evaluator:
    """The game's evaluator of this name; without a name, its `evaluate`."""
    if not name:
        return plugin.evaluate
    if name not in plugin.evaluators:
        names = ", ".join(sorted(plugin.evaluators)) or "none"
        raise ValueError(f"{plugin.game_id} has no evaluator {name!r}; there are: {names}")
    return plugin.evaluators[name]


def heuristic_of(plugin: GamePlugin, name: str) -> Heuristic | None:
    """The game's heuristic of this name; without a name, its `heuristic_action`, or None if it has none."""
    if not name:
        has_own = type(plugin).heuristic_action is not Game.heuristic_action
        return plugin.heuristic_action if has_own else None
    if name not in plugin.heuristics:
        names = ", ".join(sorted(plugin.heuristics)) or "none"
        raise ValueError(f"{plugin.game_id} has no heuristic {name!r}; there are: {names}")
    return plugin.heuristics[name]


def rollout_of(plugin: GamePlugin, parameters: MctsParameters) -> int:
    """The number of plies of a rollout. By default only a game that has no evaluator of its own has rollouts."""
    if parameters.rollout is not None:
        return parameters.rollout
    has_judgement = parameters.evaluator or type(plugin).evaluate is not Game.evaluate
    return 0 if has_judgement else ROLLOUT
