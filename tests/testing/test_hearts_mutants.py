"""Planted faults in a trick-taking game: each is found with the default seed, by a check that names the cause."""

from __future__ import annotations

import pytest

from gamenight.testing import NotConforming, conformance
from tests.testing import mutants_hearts as hearts

MUTANTS = [
    (hearts.IgnoresVoids, "worlds_replay", "this action would not have been legal"),
    (hearts.IgnoresVoids, "contradiction", "a world of determinize contradicts"),
    (hearts.IgnoresOneVoid, "worlds_replay", "this action would not have been legal"),
    (hearts.MovesPassedCards, "worlds_replay", "p0 would have seen something else"),
    (hearts.KeepsHandsWithinATrick, "worlds_vary", "cannot know game_data.hands"),
    (hearts.KeepsOthersPasses, "worlds_vary", "cannot know game_data.passed"),
    (hearts.PassesInTheOpen, "answers_alike", "payload.cards"),
    (hearts.PassesInTheOpen, "worlds_replay", "payload.cards"),
    (hearts.TellsTheNextSeat, "answers_alike", "payload.cards"),
    (hearts.TellsThePlaceInTheHand, "steps_alike", "payload.place"),
    (hearts.DealsLaterDealsInTheOpen, "chance_alike", "payload.first"),
    (hearts.TellsALowCardLate, "steps_alike", "payload.suit"),
    (hearts.ShowsThePassToANeighbour, "views_alike", "gift"),
    (hearts.ScoresTheQueenInTheHand, "steps_alike", "scores"),
    (hearts.TellsVoidsInThePhase, "views_alike", "phase.metadata.follows"),
    (hearts.WarnsOfTheQueen, "views_alike", "valid_actions"),
    (hearts.RevokesAreLegal, "contradiction", "the real state contradicts"),
    (hearts.PassesInTheOrderOfAnswers, "order", "the result is different"),
    (hearts.LeaderBySet, "determinism", "is a set iterated over"),
    (hearts.PlaysWhenTimeIsUp, "timeout", "timeout_action for p0 returned 'play'"),
    (hearts.CountsTricksInPlace, "purity", "apply_action changed its arguments"),
    (hearts.FailsBetweenDeals, "search", "IndexError"),
]


@pytest.mark.parametrize("mutant, check, cause", MUTANTS, ids=lambda each: getattr(each, "__name__", each))
def test_a_planted_fault_is_caught_and_its_cause_is_named(mutant, check, cause):
    with pytest.raises(NotConforming) as caught:
        conformance(mutant(), only=[check])
    assert caught.value.report.failed == (check,)
    assert cause in caught.value.report[check].counter_example.what


def test_an_honest_phase_between_deals_conforms():
    report = conformance(
        hearts.HeartsWithPauses(), only=["phases", "search", "views", "contradiction", "worlds_replay"]
    )
    looked = {phase.name: phase.looked_at for phase in report.phases}
    assert looked["between_deals"] >= 6
    assert report["worlds_replay"].cases > 100
