"""Games that are too big to try every deal: random outcomes are changed, and determinize must match the findings."""

from __future__ import annotations

import pytest

from gamenight.core.plugin import GamePlugin
from gamenight.testing.playing.tables import Setup
from gamenight.testing.reporting.report import BrokenRule
from gamenight.testing.worlds.sampler import VARIANTS, check_remembers, check_varies, gather
from gamenight.testing.worlds.variants import open_moment
from tests.testing import mutants_secrets as secrets
from tests.testing.highcard import HighCard
from tests.testing.snap import Snap

BIG = {"cards": 12}


def faults(game: GamePlugin, prompt: int, seed: str, options: dict[str, int] = BIG) -> set[str]:
    """The rules of determinize that are broken at one moment of a match at a big table."""
    moment = open_moment(game, Setup(3, options, seed), prompt)
    if moment is None:
        return set()
    found = set()
    for viewer, evidence in gather(moment, VARIANTS).items():
        try:
            check_varies(moment, viewer, evidence)
        except BrokenRule:
            found.add("vary")
        try:
            check_remembers(moment, viewer, evidence)
        except BrokenRule:
            found.add("remember")
    return found


@pytest.mark.parametrize("prompt", [1, 2, 4, 6])
@pytest.mark.parametrize("seed", ["a", "b", "x58", "x135"])
def test_an_honest_sampler_is_not_blamed(prompt, seed):
    assert faults(HighCard(), prompt, seed) == set()
    assert faults(Snap(), prompt, seed, {"faces": 6}) == set()


@pytest.mark.parametrize("mutant", [secrets.DoesNothing, secrets.KeepsTheDeck, secrets.OwnSeed])
def test_values_that_no_viewer_can_know_must_vary(mutant):
    assert faults(mutant(), 1, "a") == {"vary"}


def test_a_fixed_wall_is_found_in_a_bigger_game():
    assert faults(secrets.KeepsTheWall(), 3, "a", {"faces": 6}) == {"vary"}


def test_values_shown_by_the_deal_must_not_vary():
    assert "remember" in faults(secrets.DealsInTheOpen(), 1, "a")


def test_a_card_seen_once_is_remembered():
    """One player has peeked at a card, and another has taken it."""
    seeds = [f"s{number}" for number in range(12)]
    assert any("remember" in faults(secrets.ForgetsWhereACardWent(), 5, seed) for seed in seeds)
