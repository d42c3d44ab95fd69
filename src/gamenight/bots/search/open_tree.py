"""An open-loop tree for games with hidden hands: nodes store visits and values, but no positions.

Each iteration starts in another world and plays through it, so the legal actions at a node depend on the world: only
arms that are legal now are chosen, and the visits of an arm are compared with how often it could have been chosen
(information set search with a single observer). Actions are taken as public, except those of other players in a
concurrent phase that does not reveal them; of those only the next phase is visible. An opponent has one record for all
hands that it might hold. So the search bluffs little, and assumes that the others know no more of their own cards than
it does.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import log, sqrt

from gamenight.bots.position import Position, SeatListings, asked, play, resolve
from gamenight.bots.search.decision import SearchedDecision
from gamenight.bots.search.formulas import beta
from gamenight.bots.search.learning import Learning, mean_of
from gamenight.bots.search.rollout import roll_out
from gamenight.bots.search.tree import NO_AMAF, Amaf, Arms
from gamenight.core.listing.actions import Listing, canonical
from gamenight.core.model import Action, Family, PlayerId


class OpenArms(Arms):
    """One player's actions at a node in any world; `known` and `untried` are those legal in the present world."""

    __slots__ = ("available", "known", "listing", "places")

    def __init__(self, player: PlayerId) -> None:
        super().__init__(player, [])
        self.places: dict[Hashable, int] = {}
        self.available: list[int] = []
        self.known: list[int] = []
        self.listing: Listing | None = None


class OpenNode:
    """The records after the same actions in any world; `actions` are those that led here."""

    __slots__ = ("actions", "amaf", "children", "tables", "visits")

    def __init__(self, actions: tuple[Action, ...] = ()) -> None:
        self.actions = actions
        self.visits = 0
        self.tables: dict[PlayerId, OpenArms] = {}
        self.children: dict[Hashable, OpenNode] = {}
        self.amaf: Amaf = NO_AMAF


class OpenTree(Learning):
    """UCT with progressive widening, with a new world for each iteration."""

    def __init__(self, decision: SearchedDecision, next_world: Callable[[], Position]) -> None:
        super().__init__(decision)
        self.root = OpenNode()
        self._next_world = next_world

    def arms(self) -> Arms:
        """The deciding player's arms at the root."""
        return self.root.tables.get(self.player) or OpenArms(self.player)

    def first(self) -> Action | None:
        """The action that would be tried first."""
        position = self._next_world()
        arms = self._look(self.root, position, self.player, self.decision.listing)
        arm = arms.known[0] if arms.known else self._widen(self.root, arms, position)
        return None if arm is None else arms.actions[arm]

    def iterate(self) -> None:
        """Play through a new world down to a new node or an end, evaluate it, and update all nodes on the path."""
        self._nodes.clear()
        self._starts.clear()
        self._choices.clear()
        self.rng.line += 1
        node, position = self.root, self._next_world()
        while node.visits or node is self.root:
            listed = [] if position.is_end else self._asked(node, position)
            if not listed:
                break
            self._nodes.append(node)
            self._starts.append(len(self._choices))
            node, position = self._step(node, position, listed)
        node.visits += 1
        self._learn(position)

    def _asked(self, node: OpenNode, position: Position) -> SeatListings:
        if node is self.root and not position.is_concurrent:
            return [(self.player, self.decision.listing)]
        return asked(self.plugin, position)

    def _step(self, node: OpenNode, position: Position, listed: SeatListings) -> tuple[OpenNode, Position]:
        """Let each player who is asked choose independently; return the next node and position."""
        chosen: dict[PlayerId, Action] = {}
        keys: dict[PlayerId, Hashable] = {}
        for player, listing in listed:
            arms = self._look(node, position, player, listing)
            arm = self._choose(node, arms, position)
            self._choices.append((arms, arm))
            chosen[player] = arms.actions[arm]
            keys[player] = self.decision.key(arms.actions[arm])
        if position.is_concurrent:
            after = resolve(self.plugin, position, chosen, self.rng)
        else:
            after = play(self.plugin, position, chosen[listed[0][0]], self.rng)
        place = self._place(position, after, keys)
        child = node.children.get(place)
        if child is None:
            child = node.children[place] = OpenNode(tuple(chosen.values()))
        return child, after

    def _place(self, before: Position, after: Position, keys: dict[PlayerId, Hashable]) -> Hashable:
        """The key of a child node: the part of the actions that the deciding player can know."""
        if before.is_concurrent and not before.phase.reveals:
            return keys.get(self.player), after.phase.name, after.phase.expected_actions
        return tuple(keys.items())

    def _look(self, node: OpenNode, position: Position, player: PlayerId, listing: Listing) -> OpenArms:
        """The player's arms, updated for the legal actions of this world if the listing has changed."""
        arms = node.tables.get(player)
        if arms is None:
            arms = node.tables[player] = OpenArms(player)
            if self.rave and node.amaf is NO_AMAF:
                node.amaf = {}
        if arms.is_inexact or listing != arms.listing:
            self._sort_out(arms, position, player, listing)
        return arms

    def _sort_out(self, arms: OpenArms, position: Position, player: PlayerId, listing: Listing) -> None:
        """Find out which arms are legal in this world, and which untried actions there are."""
        fresh = self.decision.arms(position, player, listing)
        arms.listing, arms.families, arms.is_inexact = listing, fresh.families, fresh.is_inexact
        places = [arms.places.get(self.decision.key(action)) for action in fresh.untried]
        arms.untried = [action for action, place in zip(fresh.untried, places, strict=True) if place is None]
        known = {place for place in places if place is not None}
        if arms.families:
            known |= {place for place, action in enumerate(arms.actions) if is_member(arms.families, action)}
        if arms.is_inexact:
            known = {place for place in known if self.decision.legal(position, arms.actions[place]) is not None}
        arms.known = sorted(known)
        arms.is_open = bool(arms.untried or arms.families)

    def _choose(self, node: OpenNode, arms: OpenArms, position: Position) -> int:
        """A new arm if the node may widen, else the legal arm with the best bound."""
        count = len(arms.known)
        new = None
        if arms.is_open and (not count or count + 1 <= self.widening * (node.visits or 1) ** self.power):
            new = self._widen(node, arms, position)
        available = arms.available
        for arm in arms.known:
            available[arm] += 1
        if new is not None:
            return new
        return self._best(node, arms, position)

    def _best(self, node: OpenNode, arms: OpenArms, position: Position) -> int:
        """The best arm by `formulas.uct` or `rave`; an arm's availability takes the place of the node's visits."""
        c, known, means, visits, available = self.exploration, arms.known, arms.means, arms.visits, arms.available
        bonuses = [c * sqrt(log(available[arm]) / visits[arm]) for arm in known]
        if position.is_concurrent:
            bonuses = self._blurred(bonuses)
        if self.rave:
            means = self._blended(node, arms)
        bounds = [means[arm] + bonus for arm, bonus in zip(known, bonuses, strict=True)]
        return known[bounds.index(max(bounds))]

    def _blended(self, node: OpenNode, arms: OpenArms) -> list[float]:
        """The means, blended with the actions' records further down."""
        k, amaf = self.decision.parameters.rave_k, node.amaf
        weights = [beta(available, k) for available in arms.available]
        others = [mean_of(amaf.get(key)) for key in arms.keys]
        return [(1 - w) * mean + w * other for w, mean, other in zip(weights, arms.means, others, strict=True)]

    def _widen(self, node: OpenNode, arms: OpenArms, position: Position) -> int | None:
        """Add an arm that is legal in this world; None if there is no new action."""
        action = self._take_untried(node.amaf, arms, position)
        if action is None:
            if not arms.known:
                raise LookupError(f"{arms.player} has no legal action")
            return None
        arm = arms.add(action)
        arms.places[self.decision.key(action)] = arm
        arms.available.append(0)
        arms.known.append(arm)
        return arm

    def _learn(self, position: Position) -> None:
        rollout = self.decision.rollout
        if rollout and not position.is_end:
            position = roll_out(self.plugin, position, rollout, self.rng, self.decision.heuristic)
        for node in self._nodes:
            node.visits += 1
        self._learn_apart(position)

    def expected(self, action: Action) -> tuple[Action, ...]:
        """The line that begins with this action of the deciding player: the most visited nodes."""
        line: list[Action] = []
        node = most_visited([child for child in self.root.children.values() if action in child.actions])
        while node is not None:
            line += node.actions
            node = most_visited(list(node.children.values()))
        return tuple(line)


def most_visited(nodes: Sequence[OpenNode]) -> OpenNode | None:
    return max(nodes, key=lambda node: node.visits, default=None)


def is_member(families: Listing, action: Action) -> bool:
    """Whether one of the families may have this action as a member."""
    alike = [entry for entry in families if isinstance(entry, Family) and entry.action_type == action.action_type]
    return any(canonical(family, action.payload) is not None for family in alike)
