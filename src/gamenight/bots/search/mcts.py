"""Monte Carlo tree search for any game: one tree with chance nodes, or open loop, or one tree for each of some worlds.

The kind of tree depends on what the game hides. If it hides nothing, nodes store positions, and random events become
chance nodes. If it hides the future, so do they, and the game's `chance_key` distinguishes the outcomes. If it hides
hands, the tree is open loop, see `open_tree`. With `tree=worlds`, each determinized world has its own tree, and their
visits are added up.

With the same seed, simulations and observations, the search makes the same decisions.
"""

from __future__ import annotations

from itertools import count
from math import inf
from threading import Event as Signal
from typing import Any, NamedTuple

from gamenight.bots.position import Position
from gamenight.bots.search.closed_tree import ClosedTree
from gamenight.bots.search.decision import SearchedDecision, evaluator_of
from gamenight.bots.search.open_tree import OpenTree
from gamenight.bots.search.report import SearchReport
from gamenight.bots.search.settings import PRESETS, MctsParameters
from gamenight.bots.search.tree import TreeNode
from gamenight.bots.search.tree_search import CLOCKS, SearchRun, TimeLimit, Tree
from gamenight.core.bot import Observation
from gamenight.core.listing.actions import size
from gamenight.core.model import Action, Event, MatchId
from gamenight.core.plugin import GamePlugin
from gamenight.core.rng import seed_text

__all__ = ["PRESETS", "MctsBot", "MctsParameters"]

LEAST_SHARE = 0.1
"""Least share of `time_ms` for each further decision of a turn."""

MARGIN_MS = 50.0
MARGIN = 0.1
"""The larger of the two is left on the seat's own clock."""


class Kept(NamedTuple):
    """A tree with which the next decision may continue: its node, that decision, and the time used in this turn."""

    tree: ClosedTree
    node: TreeNode
    match_id: MatchId
    turn_index: int
    spent_ms: float
    pace: float


class MctsBot:
    """Chooses the most visited action. `report` describes the last decision; `stop` ends one from another thread.

    If the bot's own action leads directly to another decision of its own, that decision continues with the tree
    (`reuse`): it runs only the simulations that the node does not have yet, and `time_ms` counts for both together.
    Each further decision has at least a tenth of it.
    """

    def __init__(
        self, game: GamePlugin, parameters: MctsParameters | None = None, seed: str | int = 0, name: str = "mcts"
    ) -> None:
        self.name = name
        self.report: SearchReport | None = None
        self._game = game
        self._parameters = parameters or MctsParameters()
        evaluator_of(game, self._parameters.evaluator)  # report a wrong name now, not in the middle of a match
        takes_turns = self._parameters.tree == "worlds" or game.hides == "hands"
        self.worlds = self._parameters.worlds if takes_turns else 1
        self._seed = seed_text(seed)
        self._stop = Signal()
        self._kept: Kept | None = None

    def stop(self) -> None:
        """End the search in progress with the best action so far."""
        self._stop.set()

    def receive_outcome(self, event: Event) -> None:
        pass

    def choose_action(self, observation: Observation) -> Action:
        self._stop.clear()
        decision = SearchedDecision(self._game, self._parameters, observation, self._seed)
        kept, self._kept = self._kept, None
        if kept is not None and not _fits(kept, decision, observation):
            kept = None
        if kept is not None:
            kept.tree.go_on(kept.node, decision)
        thinking = self._thinking(decision, observation, kept)
        if size(decision.listing) > 1:
            thinking.think()
        action = self._answer(thinking)
        self._kept = self._keep(thinking, observation, action, kept)
        return action

    def _thinking(self, decision: SearchedDecision, observation: Observation, kept: Kept | None) -> SearchRun:
        simulations, time_ms = self._parameters.simulations or inf, self._parameters.time_ms or inf
        trees: list[Tree]
        if kept is None:
            trees, pace = list(self._trees(decision, observation)), inf
        else:
            trees, pace = [kept.tree], kept.pace
            simulations -= sum(kept.tree.arms().visits)
            time_ms = max(time_ms - kept.spent_ms, LEAST_SHARE * time_ms)
        time = TimeLimit(CLOCKS[self._parameters.clock], time_ms / 1000)
        budget = TimeLimit(CLOCKS["wall"], _usable_ms(observation.budget_ms) / 1000)
        return SearchRun(decision, trees, simulations, time, budget, self._stop.is_set, pace)

    def _trees(self, decision: SearchedDecision, observation: Observation) -> list[ClosedTree] | list[OpenTree]:
        worlds = WorldSupply(decision, observation.worlds)
        if self._parameters.tree == "worlds":
            numbers = range(self._parameters.worlds)
            return [ClosedTree(decision, worlds.next(), is_world=True, line=number) for number in numbers]
        if self._game.hides == "hands":
            return [OpenTree(decision, worlds.next)]
        return [ClosedTree(decision, worlds.next())]

    def _answer(self, thinking: SearchRun) -> Action:
        """The most visited action; without any visit, the one that would be tried first. Sets `report`."""
        ranked = [entry for entry in thinking.ranked() if entry.visits]
        if not ranked:
            first = thinking.trees[0].first()
            assert first is not None
            self.report = SearchReport(0, thinking.elapsed_ms, ((first, 0, 0.0),), (first,))
            return first
        best = ranked[0].action
        expected = next((line for tree in thinking.trees if (line := tree.expected(best))), (best,))
        actions = tuple((entry.action, entry.visits, entry.value) for entry in ranked)
        self.report = SearchReport(thinking.done, thinking.elapsed_ms, actions, expected)
        return best

    def _keep(self, thinking: SearchRun, observation: Observation, action: Action, kept: Kept | None) -> Kept | None:
        tree = thinking.trees[0]
        if not self._parameters.reuse or not isinstance(tree, ClosedTree):
            return None
        node = tree.after(action)
        if node is None or node.arms is None or node.arms.player != tree.player:
            return None
        spent = thinking.elapsed_ms + (kept.spent_ms if kept else 0.0)
        return Kept(tree, node, observation.view.match_id, observation.turn_index + 1, spent, thinking.measured_pace())


def _usable_ms(budget_ms: float | None) -> float:
    """The usable part of the seat's own time: all but the margin."""
    return inf if budget_ms is None else max(0.0, budget_ms - max(MARGIN_MS, MARGIN * budget_ms))


def _fits(kept: Kept, decision: SearchedDecision, observation: Observation) -> bool:
    """Whether the decision is the one that the stored node expects: everything that its player can know is the same."""
    if (kept.match_id, kept.turn_index) != (observation.view.match_id, observation.turn_index):
        return False
    plugin, player, foreseen, now = decision.plugin, decision.player, kept.node.position, observation.view
    return (
        (foreseen.phase, foreseen.scores, foreseen.seats) == (now.phase, now.scores, decision.seats)
        and tuple(plugin.get_valid_actions(foreseen.game_data, player)) == tuple(now.valid_actions)
        and plugin.get_player_view(foreseen.game_data, player) == now.game_data
    )


class WorldSupply:
    """The worlds of the observation, one after the other; after the last, new worlds of `determinize`."""

    def __init__(self, decision: SearchedDecision, given: tuple[Any, ...]) -> None:
        if not given:
            raise LookupError("a search needs a world to look ahead in")
        self._decision = decision
        self._given = given
        self._numbers = count()

    def next(self) -> Position:
        number, decision = next(self._numbers), self._decision
        if number < len(self._given):
            return decision.at(self._given[number])
        world = self._given[number % len(self._given)]
        return decision.at(decision.plugin.determinize(world, decision.player, decision.rng))
