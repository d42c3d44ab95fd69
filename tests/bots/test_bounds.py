"""Every level answers after a limited number of steps, in every installed game, however long its matches are."""

from __future__ import annotations

from typing import Any

import pytest

from gamenight.bots import make_bot
from gamenight.bots.search.settings import ROLLOUT
from gamenight.core.listing.actions import size
from gamenight.core.match import Match
from gamenight.core.model import Action, ExpectedAction, NoPayload, Phase, PlayerId, TransitionResult, seat
from gamenight.core.plugin import Game
from gamenight.core.registry import catalogue
from gamenight.core.rng import Rng
from tests.bots.searching import seen
from tests.minigames.all_games import MINI
from tests.minigames.playing import play_out

DEPTH = 100
"""No tree of these budgets is deeper."""


class Marathon(Game[int]):
    """Two players take a hundred thousand steps in turn; the game has no `horizon` and no evaluation."""

    game_id = "mini-marathon"
    display_name = "Marathon"
    max_turns = 100_000
    state_type = view_type = int
    hides = "nothing"
    action_types = {"walk": NoPayload, "run": NoPayload}

    def create_initial_state(self, players: tuple[PlayerId, ...], options: Any, rng: Rng) -> TransitionResult:
        return TransitionResult(0)

    def phase_of(self, game_data: int) -> Phase:
        return Phase("step", (ExpectedAction(seat(game_data % 2), "walk"), ExpectedAction(seat(game_data % 2), "run")))

    def get_valid_actions(self, game_data: int, player_id: PlayerId) -> list[Action]:
        return [Action("walk", player_id), Action("run", player_id)] if player_id == seat(game_data % 2) else []

    def apply_action(self, game_data: int, action: Action, rng: Rng) -> TransitionResult:
        return TransitionResult(game_data + 1)

    def get_player_view(self, game_data: int, player_id: PlayerId | None) -> int:
        return game_data


GAMES = [*catalogue().games.values(), *MINI]


def counted(game: Game[Any]) -> Any:
    """The same game, but it counts the calls of its rules for a step."""

    class Counted(type(game)):  # type: ignore[misc]
        steps = 0

        def apply_action(self, *arguments: Any) -> TransitionResult:
            Counted.steps += 1
            return super().apply_action(*arguments)

        def resolve_concurrent_actions(self, *arguments: Any) -> TransitionResult:
            Counted.steps += 1
            return super().resolve_concurrent_actions(*arguments)

    return Counted()


def matches(game: Game[Any]) -> list[Match]:
    """The opening and two later moments of a random match."""
    played = play_out(game, max(2, game.min_players), 1)
    turns = len(played.turns)
    return [Match.from_record(played.record(), upto=upto, game=game) for upto in (0, turns // 3, 2 * turns // 3)]


@pytest.mark.parametrize("level", ["easy", "medium", "hard:time_ms=50"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.game_id)
def test_a_level_takes_a_limited_number_of_steps(game, level):
    watched, name = counted(game), level.partition(":")[0]
    looks_ahead = game.levels[name].partition(":")[0] != "heuristic"
    for match in matches(watched):
        if match.is_over or size(match.valid_actions(match.to_act[0])) < 2:
            continue
        bot = make_bot(level if looks_ahead else name, watched, seed=1)
        type(watched).steps = 0
        bot.choose_action(seen(match, worlds=bot.worlds))
        iterations = bot.report.iterations if looks_ahead else 0  # type: ignore[attr-defined]
        assert iterations <= 1000 or name == "hard"
        assert type(watched).steps <= iterations * (ROLLOUT + DEPTH)


@pytest.mark.parametrize("level, simulations", [("easy", 25), ("medium", 250)])
def test_rollouts_of_a_very_long_match_are_limited(level, simulations):
    game = counted(Marathon())
    bot = make_bot(f"{level}:time_ms=null", game, seed=1)
    bot.choose_action(seen(Match.start(game, 2, 1)))
    assert bot.report.iterations == simulations  # type: ignore[attr-defined]
    assert simulations * ROLLOUT <= type(game).steps <= simulations * (ROLLOUT + DEPTH)


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.game_id)
def test_every_level_has_a_time_limit(game, level):
    """Rules may be slow, so a limit of steps is not enough; a heuristic does not look ahead."""
    assert "time_ms=" in game.levels[level] or game.levels[level].partition(":")[0] == "heuristic"
