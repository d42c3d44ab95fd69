"""Families of actions: small ones are expanded, large ones are sampled, and every tried action is legal."""

from __future__ import annotations

import pytest

from gamenight.bots.search.formulas import max_children
from gamenight.core.match import Match
from tests.bots.searching import report, start
from tests.minigames.skirmish import Skirmish

LARGE = {"units": 20, "fields": 6, "rounds": 1}
"""53,130 ways to allocate."""


@pytest.mark.parametrize("tree", ["single", "worlds"])
def test_all_members_of_a_small_family_are_tried(tree):
    match = start(Skirmish(), battles=1)
    found = report(match, simulations=900, tree=tree, worlds=1)
    assert {action for action, _, _ in found.actions} == set(match.legal_actions("p0"))


@pytest.mark.parametrize("tree", ["single", "worlds"])
def test_members_of_a_large_family_are_sampled(tree):
    match = Match.start("blotto", 2, 1, options=LARGE)
    found = report(match, simulations=200, tree=tree, worlds=1)
    tried = [action for action, _, _ in found.actions]
    assert len(tried) == len(set(tried)) == max_children(200, 2.0, 0.5)
    for action in tried:
        Match.start("blotto", 2, 1, options=LARGE).act(action)
    assert found.iterations == sum(visits for _, visits, _ in found.actions)


def test_an_even_spread_beats_putting_everything_on_one_field():
    match = Match.start("blotto", 2, 1, options={"units": 6, "fields": 3, "rounds": 1})
    values = {action.payload.fields: value for action, _, value in report(match, simulations=3000).actions}
    assert values[0, 0, 1, 1, 2, 2] > values[0, 0, 0, 0, 0, 0] + 0.2
