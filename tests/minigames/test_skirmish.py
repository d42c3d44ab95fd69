"""A family of allocations, revealed together; teams and ties."""

from __future__ import annotations

import pytest

from gamenight.core.listing.families import count
from gamenight.core.match import Match
from gamenight.core.model import Action, Event, PlayerId, Rank, TimeoutBehavior, TimerConfig, TimerMode, seat
from tests.minigames.playing import assert_replays, play_out
from tests.minigames.skirmish import Allocation, Skirmish

P0, P1, P2, P3 = SEATS = tuple(seat(n) for n in range(4))


def allocate(player: PlayerId, fields: str) -> Action:
    return Action("allocate", player, {"fields": [int(field) for field in fields]})


def skirmish(*battle: str, battles: int = 1) -> Match:
    match = Match.start(Skirmish(), len(battle), 1, options={"battles": battles})
    for player, fields in zip(SEATS, battle, strict=False):
        match.act(allocate(player, fields))
    return match


def ranking(match: Match) -> tuple[Rank, ...]:
    assert match.result is not None
    return match.result.ranking


def test_all_allocations_are_one_family():
    match = Match.start(Skirmish(), 2, 1)
    (family,) = match.valid_actions("p0")
    assert count(family) == len(match.legal_actions("p0")) == 21  # type: ignore[arg-type]


def test_an_allocation_is_logged_in_the_order_of_the_fields():
    match = Match.start(Skirmish(), 2, 1)
    match.act(allocate(P0, "20201"))
    assert match.turns[0].input.action.payload == Allocation((0, 0, 1, 2, 2))


def test_the_allocations_are_revealed_together():
    match = skirmish("00011", "00112", battles=2)
    revealed = next(event for event in match.events if event.event_type == "engine.revealed")
    assert revealed.payload["actions"]["p1"] == {"action_type": "allocate", "payload": {"fields": (0, 0, 1, 1, 2)}}
    assert Event("game.fought", None, {"points": [1, 1]}) in match.events


@pytest.mark.parametrize(
    "battle, places",
    [
        (("00111", "01222"), (((P0,),), ((P1,),))),
        (("00011", "00112"), (((P0,), (P1,)),)),
        (("00000", "11111", "22222"), (((P0,), (P1,), (P2,)),)),
        (("00112", "11111", "00222"), (((P1,), (P2,)), ((P0,),))),
        (("00000", "01222", "11111", "01222"), (((P0, P2),), ((P1, P3),))),
        (("00000", "00000", "11111", "11111"), (((P0, P2), (P1, P3)),)),
    ],
)
def test_ties_share_a_place_and_the_members_of_a_team_are_one_side(battle, places):
    assert ranking(skirmish(*battle)) == places


def test_a_team_has_one_score():
    match = skirmish("00000", "01222", "11111", "01222")
    assert match.scores == {P0: 2.0, P1: 1.0, P2: 2.0, P3: 1.0}


def test_a_timeout_allocates_at_random():
    timer = TimerConfig(TimerMode.SIMPLE, base_time_ms=1000, timeout_behavior=TimeoutBehavior.RANDOM_ACTION)
    match = Match.start(Skirmish(), 3, 1, timer=timer)
    match.pass_time(1000)
    assert [len(action.payload.fields) for action in match.turns[0].chosen] == [5, 5, 5]
    assert_replays(match)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_any_match_ends_and_replays(players, seed):
    assert_replays(play_out(Skirmish(), players, seed))
