"""Teams: sides, their scores, their lead, and who wins when a member leaves."""

from __future__ import annotations

from typing import Any

import pytest

from gamenight.core.errors import PluginError
from gamenight.core.match import Match
from gamenight.core.model import (
    Forfeit,
    GameStatus,
    PlayerId,
    TimeoutBehavior,
    TimerConfig,
    TimerMode,
    TransitionResult,
    seat,
)
from gamenight.core.plugin import NoOptions
from gamenight.core.ranking import ranked, sides_of
from gamenight.core.rng import Rng
from tests.minigames.nim import Nim, NimOptions
from tests.minigames.playing import assert_replays
from tests.minigames.skirmish import Skirmish
from tests.minigames.tug import PAIRS, Rope, Tug, pull

P0, P1, P2, P3 = (seat(n) for n in range(4))
EVENS, ODDS = (P0, P2), (P1, P3)


def nim(*teams: Any) -> Nim:
    """Nim with these teams."""

    class InTeams(Nim):
        max_players = 4

        def teams(self, players: int, options: Any) -> Any:
            return teams

    return InTeams()


def test_by_default_everybody_plays_alone():
    assert sides_of(Nim(), 3, NoOptions()) == ((P0,), (P1,), (P2,))


def test_sides_are_in_seat_order_whatever_order_the_game_names_them_in():
    assert sides_of(nim((3, 1), (2, 0)), 4, NoOptions()) == ((P0, P2), (P1, P3))


@pytest.mark.parametrize(
    "teams",
    [
        ((0, 1), (2,)),
        ((0, 1), (1, 2, 3)),
        ((0, 1, 2, 3), ()),
        ((0, 1), (2, 4)),
        (("p0", "p1"), ("p2", "p3")),
        (0, 1, 2, 3),
    ],
    ids=str,
)
def test_a_match_does_not_start_unless_each_seat_is_in_one_team(teams):
    with pytest.raises(PluginError, match=r"mini-nim: teams\(4, options\) gave"):
        Match.start(nim(*teams), 4, 1)


class Choice(NimOptions, frozen=True):
    pairs: bool = False


class Chosen(Nim):
    """Nim for four, in pairs if the option says so."""

    max_players = 4
    options_type = Choice

    def teams(self, players: int, options: Choice) -> Any:
        return PAIRS if options.pairs else super().teams(players, options)


def test_teams_may_depend_on_the_options():
    assert sides_of(Chosen(), 4, Choice(pairs=True)) == (EVENS, ODDS)
    assert sides_of(Chosen(), 4, Choice()) == ((P0,), (P1,), (P2,), (P3,))


def test_a_match_whose_state_gives_back_other_options_does_not_start():
    assert Match.start(Chosen(), 4, 1).status is GameStatus.ACTIVE
    with pytest.raises(PluginError, match="mini-nim: the teams depend on options that options_of does not give back"):
        Match.start(Chosen(), 4, 1, options={"pairs": True})


def test_in_a_match_the_options_of_its_state_say_who_plays_together():
    class InPairs(Chosen):
        def options_of(self, game_data: Any) -> Choice:
            return Choice(pairs=True)

    scores = {P0: 5.0, P1: 1.0, P2: 3.0, P3: 2.0}
    assert [InPairs().standing(None, scores, player) for player in scores] == [2.5, -2.5, 2.5, -2.5]
    match = Match.start(InPairs(), 4, 1, options={"pairs": True})
    match.submit(Forfeit(P0))
    match.submit(Forfeit(P2))
    assert match.result is not None
    assert match.result.ranking == ((ODDS,), (EVENS,))


def test_a_team_is_ahead_of_the_other_team_not_of_its_own_members():
    scores = {P0: 5.0, P1: 1.0, P2: 3.0, P3: 2.0}
    game = nim(*PAIRS)
    assert [game.standing(None, scores, player) for player in scores] == [2.5, -2.5, 2.5, -2.5]
    assert game.evaluate(None, scores, P0) == game.evaluate(None, scores, P2) > 0.5


def test_a_score_that_all_members_carry_is_the_team_s_also_among_teams_of_different_sizes():
    scores = {P0: 60.0, P1: 50.0, P2: 50.0, P3: 50.0}
    assert nim((0,), (1, 2, 3)).standing(None, scores, P0) == 10.0
    assert nim((0,), (1, 2, 3)).standing(None, scores, P3) == -10.0


def test_who_plays_in_the_only_team_has_no_lead():
    assert nim((0, 1, 2, 3)).standing(None, dict.fromkeys((P0, P1, P2, P3), 7.0), P0) == 0.0


# Rankings


def test_teams_are_ranked_by_what_their_members_have_together():
    scores = {P0: 9.0, P1: 4.0, P2: 1.0, P3: 7.0}
    assert ranked(scores, teams=PAIRS).ranking == ((ODDS,), (EVENS,))
    assert ranked(scores, teams=PAIRS, lowest_wins=True).ranking == ((EVENS,), (ODDS,))
    assert ranked({**scores, P3: 6.0}, teams=PAIRS).ranking == ((EVENS, ODDS),)


def test_a_tie_break_only_ranks_equal_scores():
    scores = {P0: 2.0, P1: 5.0, P2: 2.0}
    assert ranked(scores, tie_break={P0: 1.0, P1: 0.0, P2: 3.0}).ranking == (((P1,),), ((P2,),), ((P0,),))
    lowest = ranked(scores, tie_break={P0: 1.0, P1: 9.0, P2: 3.0}, lowest_wins=True)
    assert lowest.ranking == (((P2,),), ((P0,),), ((P1,),))


def test_players_who_left_are_last_and_share_a_place_if_they_left_together():
    scores = {P0: 9.0, P1: 8.0, P2: 0.0, P3: 1.0}
    assert ranked(scores, left=[P1, P0]).ranking == (((P3,),), ((P2,),), ((P0,),), ((P1,),))
    assert ranked(scores, left=[(P0, P1)]).ranking == (((P3,),), ((P2,),), ((P0,), (P1,)))


def test_a_team_has_left_when_all_of_it_has():
    scores = {P0: 9.0, P1: 4.0, P2: 1.0, P3: 4.0}
    assert ranked(scores, teams=PAIRS, left=[P0]).ranking == ((EVENS,), (ODDS,))
    assert ranked(scores, teams=PAIRS, left=[P0, P2]).ranking == ((ODDS,), (EVENS,))


def tug(*strengths: int, game: Tug | None = None, **settings: Any) -> Match:
    match = Match.start(game or Tug(), 4, 1, **settings)
    for strength in strengths:
        match.act(pull(match.to_act[0], strength))
    return match


def test_a_pair_wins_together():
    match = tug(3, 1, 1, 2, options={"rounds": 1})
    assert match.result is not None
    assert match.result.ranking == ((EVENS,), (ODDS,))
    assert match.result.winners == EVENS
    assert not match.result.is_draw
    assert_replays(match)


def test_pairs_that_are_equal_draw_and_a_tie_break_leaves_their_scores_alone():
    even = tug(3, 2, 1, 2, options={"rounds": 1})
    broken = tug(3, 2, 1, 2, options={"rounds": 1, "tie_break": True})
    assert even.result is not None
    assert broken.result is not None
    assert even.result.is_draw
    assert broken.result.ranking == ((EVENS,), (ODDS,))
    assert even.scores == broken.scores == {P0: 3.0, P1: 2.0, P2: 1.0, P3: 2.0}


# Leaving


class GoesOn(Tug):
    """The others continue, until it is the leaver's turn again."""

    def on_player_forfeit(self, game_data: Rope, player_id: PlayerId, rng: Rng) -> TransitionResult:
        return TransitionResult(game_data)


def test_if_a_game_cannot_continue_the_leaver_s_team_loses_whatever_the_scores():
    match = tug(3, 1, 3)
    match.submit(Forfeit(P2, "resignation"))
    assert match.result is not None
    assert (match.result.ranking, match.result.reason) == (((ODDS,), (EVENS,)), "resignation")
    assert match.result.details == {"left": ["p2"]}
    assert match.scores == {P0: 3.0, P1: 1.0, P2: 3.0, P3: 0.0}
    assert_replays(match)


def test_the_partner_continues_when_a_member_leaves():
    match = tug(3, game=GoesOn())
    match.submit(Forfeit(P0))
    assert match.status is GameStatus.ACTIVE
    match.submit(Forfeit(P2))
    assert match.result is not None
    assert match.result.ranking == ((ODDS,), (EVENS,))


def test_where_members_of_both_teams_leave_at_once_it_is_a_draw():
    timer = TimerConfig(TimerMode.SIMPLE, base_time_ms=1000, timeout_behavior=TimeoutBehavior.LOSE_GAME)
    match = Match.start(Skirmish(), 4, 1, timer=timer)
    match.pass_time(1000)
    assert match.result is not None
    assert (match.result.ranking, match.result.reason) == (((EVENS, ODDS),), "timeout")


def test_of_three_teams_that_one_is_left_by_the_others_share_the_first_place():
    class Trios(Nim):
        max_players = 6

        def teams(self, players: int, options: Any) -> list[tuple[int, ...]]:
            return [(0, 3), (1, 4), (2, 5)]

        def on_player_forfeit(self, game_data: Any, player_id: PlayerId, rng: Rng) -> None:
            return None

    match = Match.start(Trios(), 6, 1)
    match.submit(Forfeit(P1))
    assert match.result is not None
    assert match.result.ranking == (((P0, P3), (P2, seat(5))), ((P1, seat(4)),))


def test_a_team_of_all_players_continues_without_a_member_and_is_first_when_all_have_left():
    match = Match.start(nim((0, 1, 2, 3)), 4, 1)
    for player in (P0, P1, P2):
        match.submit(Forfeit(player))
        assert match.status is GameStatus.ACTIVE
    match.submit(Forfeit(P3))
    assert match.result is not None
    assert match.result.ranking == (((P0, P1, P2, P3),),)
