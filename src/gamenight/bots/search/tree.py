"""What the trees of a search are made of: each player's arms at a node, nodes, and edges on which chance falls."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from gamenight.bots.position import Position
from gamenight.core.actions import Listing
from gamenight.core.model import Action, PlayerId


class Arms:
    """One player's choices at a node: what was tried, how often and how well for this player, and what was not yet.

    Parallel lists rather than objects, because the choice between them is the hottest line of all. `spreads` holds
    1 / sqrt(visits). `untried` ends with what comes next; `families` are too large to be written out, and drawn from
    after that. `keys` are filled under RAVE alone.
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
        """A new arm, not visited yet; says its place."""
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
        """The most visited arm; of equal ones the better, then the earlier."""
        return max(range(len(self.visits)), key=lambda arm: (self.visits[arm], self.means[arm], -arm))


Amaf = dict[Hashable, list[float]]
"""All moves as first: for each action played further down, how often, and the values for whoever played it."""


class Node:
    """A position in the tree. `tables` is None until somebody looks what can be done here.

    With one player to act `arms` is that player's table, and `children` has the same places; with several, a child's
    place is everybody's arms. `line` names the line of play for the streams of chance; `value` keeps what an end is
    worth.
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
"""Shared by all nodes while nothing learns from further down."""


class Chance:
    """An edge whose end depends on chance: the outcomes seen, and how often each was drawn."""

    __slots__ = ("by_key", "drawn", "nodes", "samples", "visits")

    def __init__(self) -> None:
        self.visits = 1
        self.samples = 0
        self.nodes: list[Node] = []
        self.drawn: list[int] = []
        self.by_key: dict[Hashable, int] = {}

    def find(self, key: Hashable | None, position: Position) -> int | None:
        """The place of an outcome that was seen before: by its key, else by the position itself."""
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

    def add(self, key: Hashable | None, node: Node) -> int:
        place = len(self.nodes)
        self.nodes.append(node)
        self.drawn.append(0)
        if key is not None:
            self.by_key[key] = place
        return place

    def pick(self, chance: float) -> Node:
        """An outcome seen before, as likely as it was drawn; `chance` is from 0 to 1."""
        at = chance * self.samples
        for place, drawn in enumerate(self.drawn):
            at -= drawn
            if at < 0:
                return self.nodes[place]
        return self.nodes[-1]

    def likeliest(self) -> Node:
        return max(self.nodes, key=lambda node: node.visits)
