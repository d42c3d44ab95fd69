"""All moves as first: the records of actions further down, computed by hand in a tiny tree."""

from __future__ import annotations

from typing import Any

import pytest

from gamenight.bots.search.tree import TreeNode
from tests.bots.searching import closed_tree, report, start
from tests.bots.trees import Tree, choose, end


class Named(Tree):
    """The key of an action is its target; with context, also the depth."""

    def action_key(self, action: Any) -> str:
        return str(action.payload.to)

    def amaf_key(self, game_data: Any, action: Any) -> str:
        return f"{len(game_data.path)}:{action.payload.to}"


# One way only: a and c are the first player's, b and d the second's; the first player wins.
WAY = Named(choose("p0", a=choose("p1", b=choose("p0", c=choose("p1", d=end(1, 0))))))


def records(node: TreeNode) -> dict[Any, tuple[float, float]]:
    """The number of times that each action was played after this node, and the sum of the values for its player."""
    return {key: (record[0], record[1]) for key, record in node.amaf.items()}


def on_the_way(tree: Any) -> list[TreeNode]:
    nodes = [tree.root]
    while nodes[-1].children:
        nodes.append(nodes[-1].children[0])
    return nodes


def test_a_node_learns_from_actions_played_after_it():
    """The first three iterations end unfinished, one ply later each, and count a half; from the fourth on it is won."""
    tree = closed_tree(start(WAY), 5, rave=True, rollout=0, amaf_depth=0)
    root, after_a, after_b, after_c, won = on_the_way(tree)
    assert records(root) == {"a": (5, 3.5), "b": (4, 1.0), "c": (3, 2.5), "d": (2, 0.0)}
    assert records(after_a) == {"b": (4, 1.0), "c": (3, 2.5), "d": (2, 0.0)}
    assert records(after_b) == {"c": (3, 2.5), "d": (2, 0.0)}
    assert records(after_c) == {"d": (2, 0.0)}
    assert records(won) == {}


def test_the_depth_limits_how_far_down_a_node_learns():
    tree = closed_tree(start(WAY), 5, rave=True, rollout=0, amaf_depth=2)
    root, after_a, after_b, *_ = on_the_way(tree)
    assert records(root) == {"a": (5, 3.5), "b": (4, 1.0)}
    assert records(after_a) == {"b": (4, 1.0), "c": (3, 2.5)}
    assert records(after_b) == {"c": (3, 2.5), "d": (2, 0.0)}


def test_the_same_action_further_down_counts_for_the_same_record():
    """Both play x, the second player at the end; nobody plays y."""
    way = Named(choose("p0", x=choose("p1", x=end(0, 1))))
    tree = closed_tree(start(way), 3, rave=True, rollout=0, amaf_depth=0)
    assert records(tree.root) == {"x": (5, 0.5 + 0 + 0 + 1 + 1)}


def test_a_key_with_context_separates_their_records():
    way = Named(choose("p0", x=choose("p1", x=end(0, 1))))
    tree = closed_tree(start(way), 3, rave=True, rollout=0, amaf_depth=0, context_keys=True)
    assert records(tree.root) == {"0:x": (3, 0.5), "1:x": (2, 2.0)}


def test_without_rave_no_records_are_stored():
    tree = closed_tree(start(WAY), 5, rollout=0)
    assert [records(node) for node in on_the_way(tree)] == [{}] * 5


def turns(**first: Any) -> Named:
    """The first player chooses, the second has a single action, the first chooses again."""
    return Named(choose("p0", **{to: choose("p1", on=then) for to, then in first.items()}))


def tried(tree: Any) -> list[str]:
    return [action.payload.to for action in tree.root.arms.actions]


AGAIN = choose("p0", good=end(1, 0), poor=end(0, 1))
LATE = turns(first=AGAIN, other=AGAIN, poor=AGAIN, good=AGAIN)
"""What is best comes last in the list; but it was played with success further down."""


def test_actions_with_good_records_further_down_are_tried_first():
    urgent = closed_tree(start(LATE), 60, rave=True, rollout=0, urgency=True, widening=1.0, widening_power=0.3)
    assert tried(urgent)[:2] == ["first", "good"]
    assert len(tried(urgent)) == 3, "4 children need 102 visits"
    assert tried(urgent)[2] == "other", "what is not known comes before what did badly"


def test_without_urgency_actions_are_tried_in_the_order_of_the_list():
    plain = closed_tree(start(LATE), 60, rave=True, rollout=0, urgency=False, widening=1.0, widening_power=0.3)
    assert tried(plain) == ["first", "other", "poor"]


@pytest.mark.parametrize("tree", ["single", "worlds"])
@pytest.mark.parametrize("hides", ["nothing", "hands"])
def test_rave_finds_what_search_finds(hides, tree):
    trap = choose("p1", 0, kind=end(9, 0), cruel=end(0, 9))
    sound = choose("p1", 0, either=end(1, 0), other=end(1, 0))
    match = start(Tree(choose("p0", trap=trap, sound=sound), hides))
    assert report(match, simulations=300, rave=True, tree=tree).actions[0][0].payload.to == "sound"
