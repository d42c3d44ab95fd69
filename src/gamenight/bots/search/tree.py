"""The parts of a search tree: nodes, each player's arms at a node, and edges with random outcomes."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from gamenight.bots.position import Position
from gamenight.core.listing.actions import Listing
from gamenight.core.model import Action, PlayerId


class Arms:
    """One player's actions at a node: those tried, with visits and values for this player, and those not tried yet.

    These are parallel lists, not objects, because the choice between them is the hottest line of all. `spreads` has
    1 / sqrt(visits). The last action of `untried` is tried next; after these, actions are drawn from `families`, which
    are too large to expand. `keys` is filled only with RAVE.
    """

    __slots__ = (
        "actions",
        "families",
        "is_inexact",
        "is_open",
        "keys",
        "means",
        "player",
        "spreads",
        "totals",
        "untried",
        "visits",
    )

    def __init__(self, player: PlayerId, untried: list[Action], families: Listing = (), is_inexact: bool = False):
        self.player = player
        self.untried = untried
        self.families = families
        self.is_inexact = is_inexact
        self.is_open = bool(untried or families)
        self.actions: list[Action] = []
        self.visits: list[int] = []
        self.totals: list[float] = []
        self.means: list[float] = []
        self.spreads: list[float] = []
        self.keys: list[Hashable] = []

    def add(self, action: Action) -> int:
        """Add an arm without visits; return its index."""
        self.actions.append(action)
        self.visits.append(0)
        self.totals.append(0.0)
        self.means.append(0.0)
        self.spreads.append(0.0)
        return len(self.actions) - 1

    def learn(self, arm: int, value: float) -> None:
        visits = self.visits[arm] + 1
        total = self.totals[arm] + value
        self.visits[arm] = visits
        self.totals[arm] = total
        self.means[arm] = total / visits
        self.spreads[arm] = visits**-0.5

    def best(self) -> int:
        """The index of the most visited arm; of equal ones the better, then the earlier."""
        return max(range(len(self.visits)), key=lambda arm: (self.visits[arm], self.means[arm], -arm))


Amaf = dict[Hashable, list[float]]
"""All moves as first: for each action played further down, the number of times and the sum of values for its player."""


class TreeNode:
    """A position in the tree. `tables` is None until the actions here are listed.

    With one player to act, `arms` is that player's table, and `children` has the same indices; with several, the key of
    a child is the tuple of all players' arms. `line` identifies the line of play for random streams; `value` caches the
    value of an end.
    """

    __slots__ = ("amaf", "arms", "children", "line", "position", "tables", "value", "visits")

    def __init__(self, position: Position, line: int) -> None:
        self.position = position
        self.line = line
        self.visits = 0
        self.value: float | None = None
        self.arms: Arms | None = None
        self.tables: tuple[Arms, ...] | None = None
        self.children: Any = None
        self.amaf: Amaf = NO_AMAF


NO_AMAF: Amaf = {}
"""Shared by all nodes if RAVE is off."""


class ChanceEdge:
    """An edge with random outcomes: those seen so far, and how often each was drawn."""

    __slots__ = ("by_key", "drawn", "nodes", "samples", "visits")

    def __init__(self) -> None:
        self.visits = 1
        self.samples = 0
        self.nodes: list[TreeNode] = []
        self.drawn: list[int] = []
        self.by_key: dict[Hashable, int] = {}

    def find(self, key: Hashable | None, position: Position) -> int | None:
        """The index of an outcome that was seen before: by its key, else by the position itself."""
        if key is not None:
            return self.by_key.get(key)
        for place, node in enumerate(self.nodes):
            known = node.position
            if known.game_data == position.game_data and (known.scores, known.result) == (
                position.scores,
                position.result,
            ):
                return place
        return None

    def add(self, key: Hashable | None, node: TreeNode) -> int:
        place = len(self.nodes)
        self.nodes.append(node)
        self.drawn.append(0)
        if key is not None:
            self.by_key[key] = place
        return place

    def pick(self, chance: float) -> TreeNode:
        """An outcome seen before, with the probability at which it was drawn; `chance` is from 0 to 1."""
        at = chance * self.samples
        for place, drawn in enumerate(self.drawn):
            at -= drawn
            if at < 0:
                return self.nodes[place]
        return self.nodes[-1]

    def likeliest(self) -> TreeNode:
        return max(self.nodes, key=lambda node: node.visits)
