"""Run a search for one decision, and inspect its tree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from gamenight.bots.search.closed_tree import ClosedTree
from gamenight.bots.search.decision import SearchedDecision
from gamenight.bots.search.mcts import MctsBot, MctsParameters
from gamenight.bots.search.report import SearchReport
from gamenight.bots.search.tree import ChanceEdge, TreeNode
from gamenight.cards import CardGame
from gamenight.core.bot import Observation, history_of, observe
from gamenight.core.match import Match
from gamenight.core.model import Action, PlayerId
from gamenight.core.plugin import Game
from gamenight.core.rng import Rng, seed_text


def one_deal(game: Game[Any]) -> dict[str, int]:
    """The options that end a game of several deals after one, to save time."""
    if isinstance(getattr(game.options_type(), "deals", None), int):
        return {"deals": 1}
    return {"target": 1} if isinstance(game, CardGame) else {}


def seen(match: Match, player: str | None = None, *, worlds: int = 5, turn_index: int = 0) -> Observation:
    """The observation of a player who is to act."""
    rng = Rng(seed_text("worlds"))
    viewer = PlayerId(player or match.to_act[0])
    history = history_of(match.events, viewer)
    return observe(match.plugin, match.state, viewer, match.now, turn_index, worlds, rng, history=history)


def asked(match: Match, player: str | None = None, *, seed: str | int = 1, **parameters: Any) -> MctsBot:
    """A bot that has made a decision for this player, with its report."""
    bot = MctsBot(match.plugin, MctsParameters(**parameters), seed)
    bot.choose_action(seen(match, player, worlds=bot.worlds))
    return bot


def report(match: Match, player: str | None = None, **parameters: Any) -> SearchReport:
    found = asked(match, player, **parameters).report
    assert found is not None
    return found


def choice(match: Match, player: str | None = None, **parameters: Any) -> Action:
    return report(match, player, **parameters).actions[0][0]


def without_time(found: SearchReport) -> tuple[Any, ...]:
    """The report without its time."""
    return found.iterations, found.actions, found.line


def closed_tree(match: Match, iterations: int = 0, *, seed: str = "1", **parameters: Any) -> ClosedTree:
    """The single tree of a decision, after this number of iterations."""
    observation = seen(match, worlds=1)
    decision = SearchedDecision(match.plugin, MctsParameters(**parameters), observation, seed)
    tree = ClosedTree(decision, decision.at(observation.worlds[0]))
    for _ in range(iterations):
        tree.iterate()
    return tree


def children(node: TreeNode) -> Sequence[TreeNode | ChanceEdge]:
    """The child nodes of a node."""
    below = node.children or ()
    return [child for child in (below.values() if isinstance(below, dict) else below) if child is not None]


def nodes_below(node: TreeNode) -> Iterator[TreeNode]:
    """All nodes of the tree, this one first."""
    yield node
    for child in children(node):
        for outcome in child.nodes if isinstance(child, ChanceEdge) else (child,):
            yield from nodes_below(outcome)


def start(game: Game[Any], players: int = 2, seed: int = 1, **options: Any) -> Match:
    return Match.start(game, players, seed, options=options or None)
