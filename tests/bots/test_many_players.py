"""More than two players: each is expected to act in its own interest, not to harm the searching player."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from gamenight.bots.search.mcts import MctsBot, MctsParameters
from gamenight.core.match import Match
from gamenight.core.model import (
    Action,
    Event,
    ExpectedAction,
    Forfeit,
    GameResult,
    Phase,
    PlayerId,
    TransitionResult,
    seat,
)
from gamenight.core.plugin import Game
from gamenight.core.rng import Rng
from gamenight.core.run import BotRun, run_match
from tests.bots.searching import report, seen, start
from tests.minigames.nim import Nim

P0, P1, P2 = (seat(number) for number in range(3))


class Go(Struct, frozen=True):
    to: str


class At(Struct, frozen=True):
    path: tuple[str, ...] = ()


class Alliance(Game[At]):
    """The first player trusts the second, or gambles for one chance in four.

    The second may share the victory with the first, or give it to the third and get nothing itself.
    """

    game_id = "mini-alliance"
    display_name = "Alliance"
    min_players = max_players = 3
    state_type = view_type = At
    action_types = {"go": Go}
    choices = {(): (P0, "trust", "gamble"), ("trust",): (P1, "share", "spite")}

    def __init__(self, hides: Any) -> None:
        self.hides = hides  # type: ignore[misc]

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Any, rng: Rng) -> TransitionResult:
        return TransitionResult(At())

    def phase_of(self, game_data: At) -> Phase:
        return Phase("go", (ExpectedAction(self.choices[game_data.path][0], "go"),))

    def get_valid_actions(self, game_data: At, player_id: PlayerId) -> list[Action]:
        player, *choices = self.choices[game_data.path]
        return [Action("go", player_id, Go(to)) for to in choices] if player == player_id else []

    def apply_action(self, game_data: At, action: Action, rng: Rng) -> TransitionResult:
        after = At((*game_data.path, action.payload.to))
        match action.payload.to:
            case "trust":
                return TransitionResult(after)
            case "share":
                return TransitionResult(after, (), None, GameResult((((P0,), (P1,)), ((P2,),))))
            case "spite":
                return TransitionResult(after, (), None, GameResult((((P2,),), ((P0,), (P1,)))))
        wins = rng.below(4) == 0
        ranking = (((P0,),), ((P1,), (P2,))) if wins else (((P1,),), ((P0,), (P2,)))
        return TransitionResult(At((*after.path, str(wins))), (), None, GameResult(ranking))

    def get_player_view(self, game_data: At, player_id: PlayerId | None) -> At:
        return game_data


@pytest.mark.parametrize("hides, tree", [("nothing", "single"), ("hands", "single"), ("hands", "worlds")])
@pytest.mark.parametrize("rave", [False, True])
def test_another_player_is_expected_to_act_in_its_own_interest(hides, tree, rave):
    """Against two players who only wanted to harm it, the first would have to gamble."""
    found = report(start(Alliance(hides), 3), simulations=800, tree=tree, worlds=8, rave=rave)
    best, _, value = found.actions[0]
    assert best.payload.to == "trust"
    assert value == pytest.approx(0.5, abs=0.1), "a shared first place"
    assert [action.payload.to for action in found.line] == ["trust", "share"]


@pytest.mark.parametrize("heap, taken", [(1, 1), (2, 2), (3, 3)])
def test_three_players_of_nim_take_an_immediate_win(heap, taken):
    match = start(Nim(), 3, heap=heap)
    assert report(match, simulations=300).actions[0][0].payload.count == taken


def test_a_player_who_has_left_is_not_expected_to_act():
    """The bot knows that the player has left, so that the others continue without it in the search, too."""
    bots = [MctsBot(Match.start("goofspiel", 3, 1).plugin, MctsParameters(simulations=40), n) for n in range(3)]
    match = Match.start("goofspiel", 3, 1, options={"cards": 4})
    run = BotRun(match, bots)
    answers = run.answers()
    for _ in range(3):
        next(answers)
    match.submit(Forfeit(P1))
    for _ in answers:
        pass
    outcome = run.outcome()
    assert (outcome.status.value, outcome.error) == ("finished", None)
    assert outcome.result.ranking[-1] == ((P1,),)


def test_in_a_new_match_all_players_take_part_again():
    match = Match.start("goofspiel", 3, 1, options={"cards": 3})
    fresh, used = (MctsBot(match.plugin, MctsParameters(simulations=60), 1) for _ in range(2))
    used.receive_outcome(Event("engine.forfeited", P1))
    used.receive_outcome(Event("engine.match_started"))
    for bot in (fresh, used):
        bot.choose_action(seen(match, "p0"))
    assert fresh.report.actions == used.report.actions


def test_bots_of_every_number_of_players_finish_a_match():
    for players in (2, 3, 4):
        bots = [MctsBot(Nim(), MctsParameters(simulations=20), number) for number in range(players)]
        assert run_match(Nim(), bots, seed=1).error is None
