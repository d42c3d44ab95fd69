"""A tree whose nodes store their positions, so that an iteration applies only one action.

In a game that hides nothing or only the future, one such tree is enough: an edge with a random event leads to several
outcomes, and a widening rule of its own decides when to draw a new one. In a determinized world everything is known,
and each edge has one outcome.
"""

from __future__ import annotations

from collections.abc import Hashable
from math import log, sqrt
from typing import Any

from msgspec.structs import replace

from gamenight.bots.position import Position, SeatListings, asked, play, resolve
from gamenight.bots.search.decision import SearchedDecision
from gamenight.bots.search.formulas import beta
from gamenight.bots.search.learning import Learning, mean_of
from gamenight.bots.search.rollout import roll_out
from gamenight.bots.search.tree import Arms, ChanceEdge, TreeNode
from gamenight.core.model import Action


class ClosedTree(Learning):
    """UCT with progressive widening; players who act at once choose independently (decoupled UCT)."""

    def __init__(
        self, decision: SearchedDecision, position: Position, *, is_world: bool = False, line: int = 0
    ) -> None:
        self.root = TreeNode(position, line)
        self.is_world = is_world
        self._lines = line
        super().__init__(decision)

    def decide(self, decision: SearchedDecision) -> None:
        super().decide(decision)
        self.is_duel = decision.is_duel
        self.hides_future = decision.plugin.hides == "future"

    def go_on(self, node: TreeNode, decision: SearchedDecision) -> None:
        """Continue from this node, whose position has been reached; points still count from the start of the tree."""
        self.root = node
        decision.scores_before = self.decision.scores_before
        self.decide(decision)

    def arms(self) -> Arms:
        """The deciding player's arms at the root."""
        if self.root.tables is None:
            self._open(self.root)
        return next(table for table in self.root.tables or () if table.player == self.player)

    def first(self) -> Action | None:
        """The action that would be tried first."""
        arms = self.arms()
        arm = 0 if arms.actions else self._widen(self.root, arms)
        return None if arm is None else arms.actions[arm]

    def after(self, action: Action) -> TreeNode | None:
        """The node after the deciding player's action, if it depends on no other player and no random event."""
        root = self.root
        if self.is_world or root.arms is None or root.position.is_concurrent:
            return None
        child = root.children[root.arms.actions.index(action)]
        return child if type(child) is TreeNode else None

    def iterate(self) -> None:
        """Walk down to a new node or an end, evaluate it, and update all nodes on the path."""
        nodes, starts, choices = self._nodes, self._starts, self._choices
        nodes.clear()
        starts.clear()
        choices.clear()
        node = self.root
        while node.tables is not None or self._open_if_due(node):
            nodes.append(node)
            starts.append(len(choices))
            arms = node.arms
            if arms is not None:
                place: Any = self._choose(node, arms)
                choices.append((arms, place))
                child = node.children[place]
            else:
                place = self._choose_together(node)
                child = node.children.get(place)
            node = child if type(child) is TreeNode else self._step(node, place, child)
        self._learn(node)

    def _open_if_due(self, node: TreeNode) -> bool:
        """Open a node at its second visit; at the first it is evaluated. Returns whether it is open."""
        return (node.visits > 0 or node is self.root) and self._open(node)

    def _open(self, node: TreeNode) -> bool:
        """List the actions at this node; False at an end."""
        position = node.position
        if position.is_end:
            return False
        listed = self._asked(node)
        if not listed:
            return False
        node.tables = tuple([self.decision.arms(position, player, listing) for player, listing in listed])
        if len(listed) == 1:
            node.arms = node.tables[0]
            node.children = []
        else:
            node.children = {}
        if self.rave:
            node.amaf = {}
        return True

    def _asked(self, node: TreeNode) -> SeatListings:
        if node is self.root and not node.position.is_concurrent:
            return [(self.player, self.decision.listing)]
        return asked(self.plugin, node.position)

    def _choose_together(self, node: TreeNode) -> tuple[int, ...]:
        """Let each player choose by its own record, without knowledge of the others' choices."""
        assert node.tables is not None
        arms = tuple([self._choose(node, table) for table in node.tables])
        self._choices.extend(zip(node.tables, arms, strict=True))
        return arms

    def _choose(self, node: TreeNode, arms: Arms) -> int:
        """A new arm if the node may widen, else the one with the best bound (`formulas.uct`, inline)."""
        count, visits = len(arms.visits), node.visits
        if arms.is_open and (not count or count + 1 <= self.widening * (visits or 1) ** self.power):
            arm = self._widen(node, arms)
            if arm is not None:
                return arm
        if count == 1:
            return 0
        bonus = self.exploration * sqrt(log(visits))
        spreads = arms.spreads if node.arms is not None else self._blurred(arms.spreads)
        means = arms.means if not self.rave else self._blended(node, arms)
        bounds = [mean + bonus * spread for mean, spread in zip(means, spreads)]  # noqa: B905 (hot)
        return bounds.index(max(bounds))

    def _blended(self, node: TreeNode, arms: Arms) -> list[float]:
        """The means, blended with the actions' records further down (`formulas.rave`, inline)."""
        weight, amaf = beta(node.visits, self.decision.parameters.rave_k), node.amaf
        records = zip(arms.means, arms.keys, strict=True)
        return [(1 - weight) * mean + weight * mean_of(amaf.get(key)) for mean, key in records]

    def _widen(self, node: TreeNode, arms: Arms) -> int | None:
        """Add an arm; None if there is no new action."""
        action = self._take_untried(node.amaf, arms, node.position)
        if action is None:
            if not arms.actions:
                raise LookupError(f"{arms.player} has no legal action")
            return None
        if node.arms is not None:
            node.children.append(None)
        return arms.add(action)

    def _step(self, node: TreeNode, place: Any, edge: ChanceEdge | None) -> TreeNode:
        """The node at the end of an edge that is new or has random outcomes."""
        if edge is not None:
            return self._fall(node, place, edge)
        position = self._result_of(node.position, node, place, node.line)
        key = self._chance_key(position)
        child = TreeNode(position, node.line)
        if self.is_world or (key is None and not self.rng.was_asked):
            node.children[place] = child
        else:
            node.children[place] = chance = ChanceEdge()
            self._count(chance, chance.add(key, child))
        return child

    def _fall(self, node: TreeNode, place: Any, chance: ChanceEdge) -> TreeNode:
        """An outcome seen before, or a new sample while the edge may widen."""
        chance.visits += 1
        own = self.decision.parameters
        if len(chance.nodes) + 1 > own.chance_widening * chance.visits**own.chance_power:
            return chance.pick(self.rng.draw())
        before = self._another_future(node.position)
        position = self._result_of(before, node, place, self._lines)
        key = self._chance_key(position)
        outcome = chance.find(key, position)
        if outcome is None:
            outcome = chance.add(key, TreeNode(position, self._lines))
        return self._count(chance, outcome)

    def _chance_key(self, position: Position) -> Hashable | None:
        """The key of a random outcome. At the end of a deal it is the scores, not the cards of the next deal."""
        if position.is_end and position.result is None:
            return tuple(position.scores.items())
        return self.plugin.chance_key(position.game_data) if self.hides_future else None

    def _another_future(self, position: Position) -> Position:
        """The same position with other random outcomes from here on."""
        self._lines += 1
        self.rng.line = self._lines
        if not self.hides_future:
            return position
        return replace(position, game_data=self.plugin.determinize(position.game_data, self.player, self.rng))

    def _count(self, chance: ChanceEdge, outcome: int) -> TreeNode:
        chance.samples += 1
        chance.drawn[outcome] += 1
        return chance.nodes[outcome]

    def _result_of(self, before: Position, node: TreeNode, place: Any, line: int) -> Position:
        """The position after the arms at this place; `rng.was_asked` says whether it depends on a random outcome."""
        rng = self.rng
        rng.line, rng.was_asked = line, False
        arms = node.arms
        if arms is not None and not before.is_concurrent:
            return play(self.plugin, before, arms.actions[place], rng)
        assert node.tables is not None
        places = place if arms is None else (place,)
        chosen = zip(node.tables, places, strict=True)
        return resolve(self.plugin, before, {table.player: table.actions[arm] for table, arm in chosen}, rng)

    def _learn(self, leaf: TreeNode) -> None:
        """Count the visit on the whole path, and give each choice the value of the leaf for its player's side."""
        leaf.visits += 1
        for node in self._nodes:
            node.visits += 1
        if self.is_duel:
            self._learn_in_duel(self._own_value(leaf))
        else:
            self._learn_apart(self._final(leaf))

    def _own_value(self, leaf: TreeNode) -> float:
        if not leaf.position.is_end:
            return self.decision.value(self._final(leaf), self.player)
        if leaf.value is None:
            leaf.value = self.decision.value(leaf.position, self.player)
        return leaf.value

    def _final(self, leaf: TreeNode) -> Position:
        """The position to evaluate for a leaf: its own, or that after a rollout."""
        rollout, position = self.decision.rollout, leaf.position
        if not rollout or position.is_end:
            return position
        if not self.is_world:  # otherwise all leaves of a line would be evaluated with the same future
            position = self._another_future(position)
        return roll_out(self.plugin, position, rollout, self.rng, self.decision.heuristic)

    def _learn_in_duel(self, value: float) -> None:
        """Update the choices in a game of two sides: what one wins, the other loses."""
        allies = self.decision.allies
        for arms, arm in self._choices:
            gain = value if arms.player in allies else 1.0 - value
            # Arms.learn, inline.
            visits = arms.visits[arm] + 1
            total = arms.totals[arm] + gain
            arms.visits[arm] = visits
            arms.totals[arm] = total
            arms.means[arm] = total / visits
            arms.spreads[arm] = visits**-0.5
        if self.rave:
            self._learn_further_up(self._gains(value))

    def expected(self, action: Action) -> tuple[Action, ...]:
        """The line after the deciding player's action: the most visited arms and the most visited random outcomes."""
        line: list[Action] = []
        node: TreeNode | None = self.root
        while node is not None and node.tables and all(table.actions for table in node.tables):
            arms = [table.best() for table in node.tables]
            if node is self.root:
                if action not in self.arms().actions:
                    return ()
                arms[node.tables.index(self.arms())] = self.arms().actions.index(action)
            line += [table.actions[arm] for table, arm in zip(node.tables, arms, strict=True)]
            child = node.children[arms[0]] if node.arms is not None else node.children.get(tuple(arms))
            node = child.likeliest() if isinstance(child, ChanceEdge) else child
        return tuple(line)
