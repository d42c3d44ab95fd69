"""Games written down as trees: who decides, what may be chosen, what the scores are on the way.

`choose("p0", 1, left=end(3), right=end(5))` is a decision of p0, at which p0 has one point and everybody else none.
`luck(up=..., down=...)` needs nobody; where it leads is hidden in the state, as a deck's order is.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from gamenight.core.bot import Bot, Observation
from gamenight.core.match import Match
from gamenight.core.model import Action, ExpectedAction, Phase, PlayerId, TransitionResult, seat
from gamenight.core.plugin import Game, ranked
from gamenight.core.rng import Rng


class Node(Struct, frozen=True):
    by: str
    points: tuple[float, ...]
    then: dict[str, Node]


def choose(by: str, *points: float, **then: Node) -> Node:
    return Node(by, points, then)


def luck(*points: float, **then: Node) -> Node:
    return Node("luck", points, then)


def end(*points: float) -> Node:
    return Node("", points, {})


class Go(Struct, frozen=True):
    to: str


class TreeState(Struct, frozen=True):
    path: tuple[str, ...] = ()
    fate: str = ""


class Tree(Game[TreeState]):
    game_id = "mini-tree"
    display_name = "Tree"
    state_type = view_type = TreeState
    action_types = {"go": Go}

    def __init__(self, root: Node, hides: Literal["nothing", "future", "hands"] = "nothing") -> None:
        self.root = root
        self.hides = hides  # type: ignore[misc]

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Any, rng: Rng) -> TransitionResult:
        return TransitionResult(TreeState(), scores=points(self.root))

    def phase_of(self, game_data: TreeState) -> Phase:
        node = self.at(game_data)
        if node.by == "luck":
            return Phase("luck", auto_resolve=True)
        return Phase("choose", (ExpectedAction(PlayerId(node.by), "go"),))

    def get_valid_actions(self, game_data: TreeState, player_id: PlayerId) -> list[Action]:
        node = self.at(game_data)
        return [Action("go", player_id, Go(to)) for to in node.then] if node.by == player_id else []

    def apply_action(self, game_data: TreeState, action: Action, rng: Rng) -> TransitionResult:
        node = self.at(game_data)
        to = (game_data.fate or rng.choice(sorted(node.then))) if node.by == "luck" else action.payload.to
        reached = node.then[to]
        result = None if reached.then else ranked(points(reached))
        return TransitionResult(TreeState((*game_data.path, to), game_data.fate), (), points(reached), result)

    def get_player_view(self, game_data: TreeState, player_id: PlayerId | None) -> TreeState:
        return TreeState(game_data.path)

    def chance_key(self, game_data: TreeState) -> str | None:
        return game_data.path[-1] if game_data.path and self.at(game_data, game_data.path[:-1]).by == "luck" else None

    def at(self, game_data: TreeState, path: tuple[str, ...] | None = None) -> Node:
        node = self.root
        for step in game_data.path if path is None else path:
            node = node.then[step]
        return node


def points(node: Node) -> dict[PlayerId, float]:
    """The scores of all players; missing ones are 0."""
    return {seat(at): float(score) for at, score in enumerate((*node.points, 0, 0)[:2])}


def chosen(game: Tree, bot: Bot, *fates: str, turn_index: int = 0) -> str:
    """The first action of the bot, in worlds with these outcomes."""
    match = Match.start(game, 2, 0)
    worlds = tuple(TreeState((), fate) for fate in fates or ("",))
    action = bot.choose_action(Observation(match.view(match.to_act[0]), turn_index, game, None, worlds))
    to: str = action.payload.to
    return to
