"""The kit's own proof: every planted fault is caught, by the check that is meant to catch it."""

import pytest

from gamenight.testing import NotConforming, conformance
from tests.testing import mutants_rules as rules
from tests.testing import mutants_secrets as secrets

MUTANTS = [
    (rules.NoName, "metadata"),
    (rules.NotFrozen, "metadata"),
    (rules.ImpossibleDefault, "options"),
    (rules.ImpossibleValue, "options"),
    (rules.OtherViewType, "views"),
    (rules.TooConfident, "search"),
    (rules.GlobalRandomness, "outside"),
    (rules.GlobalRandomness, "determinism"),
    (rules.OwnGenerator, "outside"),
    (rules.AsksTheClock, "outside"),
    (rules.CountsItsCalls, "purity"),
    (rules.CountsItsCalls, "determinism"),
    (rules.CountsItsCalls, "replay"),
    (rules.SetOrder, "determinism"),
    (rules.MutatedInput, "purity"),
    (rules.CannotBeEncoded, "json"),
    (rules.ChangedByJson, "json"),
    (rules.Raises, "plays"),
    (rules.ListedButRefused, "listed"),
    (rules.ListedButNotExpected, "listed"),
    (rules.ListedButNotExpected, "phases"),
    (rules.RaisesOnJunk, "junk"),
    (rules.SameWords, "words"),
    (rules.NoWords, "words"),
    (rules.EndlessDraw, "auto_resolve"),
    (rules.OrderMatters, "order"),
    (rules.DecidedTooEarly, "decided"),
    (rules.IllegalTimeout, "timeout"),
    (rules.NeverEnds, "termination"),
    (rules.WaitsForTheDead, "phases"),
    (rules.WaitsForNobody, "phases"),
    (rules.HidesWithoutSaying, "phases"),
    (rules.MissingScore, "scores"),
    (rules.NoNumber, "scores"),
    (rules.LoserRankedFirst, "scores"),
    (rules.SomebodyUnranked, "scores"),
    (rules.LeaverStays, "forfeit"),
    (secrets.DoesNothing, "worlds_vary"),
    (secrets.KeepsTheDeck, "worlds_vary"),
    (secrets.KeepsTheWall, "worlds_vary"),
    (secrets.KeepsThePrizes, "worlds_vary"),
    (secrets.ForgetsWhereACardWent, "worlds_remember"),
    (secrets.ForgetsTheOwnHand, "views_alike"),
    (secrets.ForgetsTheOwnHand, "worlds_remember"),
    (secrets.KeptSeed, "secrets"),
    (secrets.OwnSeed, "worlds_vary"),
    (secrets.ShowsOtherHands, "views_alike"),
    (secrets.ShowsAnId, "views_alike"),
    (secrets.ShowsOthersActions, "views_alike"),
    (secrets.ShowsASecretOption, "secrets"),
    (secrets.SecretInThePublicPayload, "steps_alike"),
    (secrets.WithoutAnAudience, "steps_alike"),
    (secrets.DealsInTheOpen, "worlds_remember"),
    (secrets.IdInAnEvent, "steps_alike"),
    (secrets.CountsHiddenCards, "steps_alike"),
    (secrets.NoticesThinkers, "steps_alike"),
    (secrets.ScoresHands, "steps_alike"),
    (secrets.OrderOfKeys, "steps_alike"),
    (secrets.AsksOnlyWhoCanSnap, "views_alike"),
    (secrets.LongerForWhoCanSnap, "views_alike"),
    (secrets.TellsInTheMetadata, "views_alike"),
    (secrets.SkipsEmptyPrompts, "worlds_remember"),
    (secrets.RollsInTheOpen, "chance_alike"),
    (secrets.SaysNothingIsHidden, "hides"),
    (secrets.SaysOnlyTheFutureIs, "hides"),
    (secrets.TakesAllTilesForOne, "hides"),
]


@pytest.mark.parametrize("mutant, check", MUTANTS, ids=lambda each: getattr(each, "__name__", each))
def test_a_mutant_is_caught_by_name(mutant, check):
    with pytest.raises(NotConforming) as caught:
        conformance(mutant(), only=[check])
    assert caught.value.report.failed == (check,)
    assert caught.value.report[check].counter_example.what
