"""Players who leave for good: who wins, who continues, and what happens to the open prompt."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from gamenight.core.engine import advance, clocks
from gamenight.core.errors import PluginError
from gamenight.core.match import Match
from gamenight.core.model import (
    Act,
    Action,
    Event,
    ExpectedAction,
    Forfeit,
    GameResult,
    GameStatus,
    Pause,
    Phase,
    PlayerId,
    Refusal,
    TimerConfig,
    TimerMode,
    TransitionResult,
    seat,
)
from gamenight.core.rng import Rng
from tests.minigames.auction import Auction, HiddenAuction, Sale, bid
from tests.minigames.nim import Heap, Nim, take
from tests.minigames.playing import assert_replays

P0, P1, P2, P3 = (seat(n) for n in range(4))
RICH = [[3, 3, 3, 3]] * 2
TOTAL = TimerConfig(TimerMode.TOTAL, base_time_ms=60_000)


def auction(players: int = 4, game: Any = None, **settings: Any) -> Match:
    options = {"purses": [row[:players] for row in RICH], **settings.pop("options", {})}
    return Match.start(game or Auction(), players, 1, options=options, **settings)


def code(match: Match, action: Action, prompt: int) -> str | None:
    step = advance(match.plugin, match.state, Act(action, prompt), match.now)
    return step.code if isinstance(step, Refusal) else None


@pytest.mark.parametrize(
    "reason, result", [("resignation", "resignation"), ("forfeit", "forfeit"), ("illegal_action", "forfeit")]
)
@pytest.mark.parametrize("leaver, winner", [(P0, P1), (P1, P0)])
def test_of_two_players_the_other_wins(reason, result, leaver, winner):
    match = Match.start(Nim(), 2, 1)
    match.submit(Forfeit(leaver, reason))
    assert match.status is GameStatus.FINISHED
    assert match.result == GameResult((((winner,),), ((leaver,),)), result, {"left": [leaver]})
    assert_replays(match)


def test_the_scores_stay_when_the_engine_ends_the_match():
    match = Match.start(Auction(), 2, 1, options={"purses": [[3, 3]] * 2})
    match.act(bid(P0, 2))
    match.act(bid(P1, 3))
    before = match.scores
    assert before[P1] > before[P0]
    match.submit(Forfeit(P1, "resignation"))
    assert match.scores == before
    assert match.result is not None
    assert match.result.winners == (P0,)


def test_a_forfeit_has_an_event_with_its_reason():
    match = Match.start(Nim(), 3, 1)
    assert Event("engine.forfeited", P1, {"reason": "resignation"}) in match.submit(Forfeit(P1, "resignation"))
    told = match.submit(Forfeit(P2, "illegal_action", "malformed_action"))
    assert Event("engine.illegal_action", P2, {"reason": "illegal_action", "message": "malformed_action"}) in told


def test_the_leaver_s_turn_goes_to_the_next():
    match = Match.start(Nim(), 3, 1)
    match.submit(Forfeit(P0))
    assert match.status is GameStatus.ACTIVE
    assert match.to_act == (P1,)
    match.act(take(P1, 1))
    match.act(take(P2, 1))
    assert match.to_act == (P1,)


def test_a_player_who_has_left_cannot_act_or_leave_again():
    match = Match.start(Nim(), 3, 1)
    match.submit(Forfeit(P0))
    assert code(match, take(P0, 1), match.state.prompt) == "not_your_turn"
    refused = advance(match.plugin, match.state, Forfeit(P0), 0)
    assert isinstance(refused, Refusal)
    assert refused.code == "invalid_action"
    assert match.view("p0").valid_actions == ()


def test_of_three_who_leave_one_by_one_the_last_is_first():
    match = Match.start(Nim(), 3, 1)
    match.submit(Forfeit(P1))
    match.submit(Forfeit(P0, "resignation"))
    assert match.result == GameResult((((P2,),), ((P0,),), ((P1,),)), "resignation", {"left": ["p0"]})


def test_a_game_that_cannot_continue_ends_with_the_others_sharing_first_place():
    class Ending(Nim):
        def on_player_forfeit(self, game_data: Heap, player_id: PlayerId, rng: Rng) -> None:
            return None

    match = Match.start(Ending(), 3, 1)
    match.submit(Forfeit(P1))
    assert match.result == GameResult((((P0,), (P2,)), ((P1,),)), "forfeit", {"left": ["p1"]})


def test_a_game_may_end_by_its_own_rules_when_a_player_leaves():
    class Strict(Nim):
        def on_player_forfeit(self, game_data: Heap, player_id: PlayerId, rng: Rng) -> TransitionResult:
            scores = {P0: 2.0, P1: 1.0, P2: -5.0}
            return TransitionResult(game_data, (), scores, GameResult((((P0,),), ((P1,),), ((P2,),)), "forfeit"))

    match = Match.start(Strict(), 3, 1)
    events = match.submit(Forfeit(P2))
    assert match.status is GameStatus.FINISHED
    assert events[-1].event_type == "engine.match_finished"
    assert match.scores == {P0: 2.0, P1: 1.0, P2: -5.0}
    assert match.result == GameResult((((P0,),), ((P1,),), ((P2,),)), "forfeit")


# The open prompt


def test_a_forfeit_keeps_the_prompt_and_the_others_commitments():
    match = auction()
    match.act(bid(P0, 2))
    match.act(bid(P3, 1))
    match.submit(Forfeit(P1))
    assert match.state.prompt == 1
    assert match.state.committed == {P0: bid(P0, 2), P3: bid(P3, 1)}
    assert match.to_act == (P2,)
    assert code(match, bid(P0, 3), 1) == "already_committed"
    match.act(bid(P2, 1), prompt=1)
    assert match.scores == {P0: 2.0, P1: 0.0, P2: 0.0, P3: 0.0}
    assert_replays(match)


def test_the_leaver_s_own_commitment_goes_with_it():
    match = auction()
    match.act(bid(P1, 2))
    match.submit(Forfeit(P1))
    assert match.state.committed == {}
    for player in (P0, P2, P3):
        match.act(bid(player, 1))
    assert match.scores == {P0: 1.0, P1: 0.0, P2: 0.0, P3: 0.0}


def test_the_prompt_resolves_when_only_the_leaver_was_missing():
    match = auction()
    for player in (P0, P1, P2):
        match.act(bid(player, 1))
    events = match.submit(Forfeit(P3))
    assert Event("game.sold", P0, {"round": 1, "height": 1}) in events
    assert match.state.prompt == 2


def test_the_prompt_resolves_when_the_leaving_decides_it():
    match = auction()
    match.act(bid(P1, 3))
    assert match.state.prompt == 1
    match.submit(Forfeit(P0))
    assert match.state.prompt == 2
    assert match.scores[P1] == 3.0


def test_a_sequential_prompt_of_the_same_name_keeps_its_number_for_the_next_seat():
    match = Match.start(Nim(), 3, 1)
    match.submit(Forfeit(P0))
    assert match.state.prompt == 1
    match.act(take(P1, 1), prompt=1)


def test_a_forfeit_of_a_player_who_is_not_asked_keeps_the_prompt_and_its_clock():
    match = Match.start(Nim(), 3, 1, timer=TOTAL)
    match.pass_time(5000)
    before = clocks(match.plugin, match.state, None)[P0]
    match.submit(Forfeit(P2))
    assert match.state.prompt == 1
    assert clocks(match.plugin, match.state, None)[P0] == before
    assert match.state.due_at == 60_000


def test_the_clock_of_the_seat_that_is_asked_instead_starts_then():
    match = Match.start(Nim(), 3, 1, timer=TOTAL)
    match.pass_time(5000)
    match.submit(Forfeit(P0))
    seen = clocks(match.plugin, match.state, None)
    assert seen[P0].deadline is None
    assert seen[P1].deadline == match.state.due_at == 65_000


def test_a_commitment_survives_with_its_clock_stopped():
    match = auction(timer=TOTAL)
    match.pass_time(5000)
    match.act(bid(P0, 2))
    match.pass_time(5000)
    match.submit(Forfeit(P1))
    seen = clocks(match.plugin, match.state, None)
    assert (seen[P0].bank_ms, seen[P0].deadline) == (55_000, None)
    assert seen[P2].deadline == 60_000


class FoldingAuction(Auction):
    """When a player leaves, the others can bid at most one from then on."""

    def on_player_forfeit(self, game_data: Sale, player_id: PlayerId, rng: Rng) -> TransitionResult:
        left = super().on_player_forfeit(game_data, player_id, rng).game_data
        return TransitionResult(replace(left, purses=tuple(min(1, purse) for purse in left.purses)))


def test_a_commitment_that_the_leaving_made_illegal_is_asked_for_again_on_the_clock():
    match = auction(game=FoldingAuction(), timer=TOTAL)
    match.pass_time(5000)
    match.act(bid(P0, 2))
    match.act(bid(P2, 1))
    match.pass_time(5000)
    match.submit(Forfeit(P1))
    assert match.state.prompt == 1
    assert match.to_act == (P0, P3)
    assert match.state.committed == {P2: bid(P2, 1)}
    assert clocks(match.plugin, match.state, None)[P0].deadline == 10_000 + 55_000
    assert match.state.due_at is not None


class TwoPhaseNim(Nim):
    """Nim whose phase changes its name with the number of players."""

    def phase_of(self, game_data: Heap) -> Phase:
        return Phase(f"of {len(game_data.order)}", (ExpectedAction(game_data.order[0], "take"),))


def test_a_phase_of_another_name_opens_a_new_prompt():
    match = Match.start(TwoPhaseNim(), 3, 1, timer=TOTAL)
    match.pass_time(5000)
    events = match.submit(Forfeit(P2))
    assert match.state.prompt == 2
    assert Event("engine.turn_finished", None, {"prompt": 1}) in events
    assert Event("engine.turn_started", P0, {"prompt": 2, "phase": "of 2"}) in events
    assert code(match, take(P0, 1), 1) == "stale_action"
    assert clocks(match.plugin, match.state, None)[P0].deadline == 65_000


def test_a_game_that_still_waits_for_the_leaver_alone_breaks_its_contract():
    class Stubborn(Nim):
        def on_player_forfeit(self, game_data: Heap, player_id: PlayerId, rng: Rng) -> TransitionResult:
            return TransitionResult(game_data)

        def phase_of(self, game_data: Heap) -> Phase:
            return Phase("move", (ExpectedAction(game_data.order[0], "take"),))

    match = Match.start(Stubborn(), 3, 1)
    with pytest.raises(PluginError, match="mini-nim"):
        match.submit(Forfeit(P0))
    assert match.to_act == (P0,)


def test_a_player_who_has_left_is_never_asked_even_if_the_phase_names_them():
    class Forgetful(Auction):
        def on_player_forfeit(self, game_data: Sale, player_id: PlayerId, rng: Rng) -> TransitionResult:
            return TransitionResult(game_data)

    match = auction(game=Forgetful())
    match.submit(Forfeit(P1))
    assert match.to_act == (P0, P2, P3)
    for player in (P0, P2, P3):
        match.act(bid(player, 1))
    assert match.to_act == (P0, P2, P3)


def test_leaving_a_hidden_prompt_reveals_nothing_about_the_others():
    asked, spared = (
        Match.start(HiddenAuction(), 4, 1, options={"purses": [[2, 2, last, 2]]}, pace_ms=1000) for last in (2, 0)
    )
    for match in (asked, spared):
        match.submit(Forfeit(P1))
    seen = [[e.seen_by(P0) for e in match.events if e.seen_by(P0)] for match in (asked, spared)]
    assert seen[0] == seen[1]
    assert spared.state.committed == {P2: bid(P2, 0)}


def test_a_forfeit_during_a_pause_is_refused_like_any_move():
    match = Match.start(Nim(), 3, 1)
    match.submit(Pause("lunch"))
    refused = advance(match.plugin, match.state, Forfeit(P0), 0)
    assert isinstance(refused, Refusal)
    assert refused.code == "game_not_active"
