"""Looking ahead leads to the same states, scores and seats to act as the match."""

from __future__ import annotations

from typing import Any

import pytest

from gamenight.bots.position import Position, asked, play, resolve, standing_at
from gamenight.bots.search.chance import SearchRng
from gamenight.bots.search.rollout import roll_out
from gamenight.core.errors import PluginError
from gamenight.core.match import Match
from gamenight.core.model import Action, ExpectedAction, Phase, PlayerId, TransitionResult, seat
from gamenight.core.rng import Rng, seed_text
from tests.bots.trees import Tree, TreeState, choose, end
from tests.minigames.auction import Auction, HiddenAuction
from tests.minigames.homestead import Homestead
from tests.minigames.nim import Nim
from tests.minigames.skirmish import Skirmish
from tests.minigames.teahouse import Teahouse

NO_CHANCE = Rng("00" * 16)
FIXED = [
    ("tictactoe", 2, {}),
    ("goofspiel", 3, {"cards": 6}),
    ("carcassonne", 2, {"tile_order": "RUVDWNJE"}),
    ("blotto", 3, {}),
    (Nim(), 3, {"passes": 1}),
    (Skirmish(), 4, {}),
    (Teahouse(), 4, {}),
    (HiddenAuction(), 3, {"purses": [[0, 0, 0], [3, 0, 0]]}),
    (HiddenAuction(), 3, {"purses": [[1, 3, 0], [2, 2, 2]]}),
]


def position_of(match: Match) -> Position:
    seats = tuple(player.player_id for player in match.state.players)
    return standing_at(match.plugin, match.state.game_data, match.state.scores, seats)


@pytest.mark.parametrize("game, players, options", FIXED)
@pytest.mark.parametrize("seed", range(4))
def test_looking_ahead_leads_to_the_same_states_as_the_match(game, players, options, seed):
    """These games have no random events after their start."""
    match = Match.start(game, players, seed, options=options)
    rng = Rng(seed_text(f"play {seed}"))
    position = position_of(match)
    while not match.is_over:
        everybody = {**match.state.committed, **{p: rng.choice(match.legal_actions(p)) for p in match.to_act}}
        if position.is_concurrent:
            answers = {player: everybody[player] for player in position.seats if player in everybody}
            position = resolve(match.plugin, position, answers, NO_CHANCE)
        else:
            position = play(match.plugin, position, everybody[match.to_act[0]], NO_CHANCE)
        answer(match, everybody)
        assert position.game_data == match.state.game_data
        assert position.scores == match.state.scores
        assert position.result == match.state.result
        assert position.phase == match.state.phase


def answer(match: Match, actions: dict[PlayerId, Action]) -> None:
    """Let all players answer the prompt until it closes."""
    prompt = match.state.prompt
    for player, action in actions.items():
        if match.state.prompt == prompt and player in match.to_act:
            match.act(action)
    if match.state.prompt == prompt and match.state.due_at is not None:
        match.pass_time(match.state.due_at - match.now)


@pytest.mark.parametrize("game, players", [("tictactoe", 2), ("goofspiel", 3), (Teahouse(), 4), (Auction(), 3)])
def test_the_same_seats_have_the_same_listings(game, players):
    match = Match.start(game, players, 1)
    rng = Rng(seed_text("play"))
    while not match.is_over:
        if not match.state.committed:
            listed = asked(match.plugin, position_of(match))
            assert [player for player, _ in listed] == list(match.state.expected)
            assert all(tuple(listing) == tuple(match.valid_actions(player)) for player, listing in listed)
        match.act(rng.choice(match.legal_actions(match.to_act[0])))


def test_those_who_left_are_not_asked():
    match = Match.start("goofspiel", 3, 1)
    position = standing_at(match.plugin, match.state.game_data, match.state.scores, (seat(0), seat(2)))
    assert [player for player, _ in asked(match.plugin, position)] == [seat(0), seat(2)]


def test_in_a_sequential_phase_the_first_player_with_an_action_is_asked():
    class Open(Tree):
        def phase_of(self, game_data: TreeState) -> Phase:
            return Phase("choose", (ExpectedAction(None, "go"),))

    game = Open(choose("p1", x=end()))
    position = standing_at(game, TreeState(), {}, (seat(0), seat(1)))
    assert [player for player, _ in asked(game, position)] == [seat(1)]


def test_scores_stay_the_same_if_the_game_returns_none():
    class Silent(Tree):
        def apply_action(self, game_data: TreeState, action: Any, rng: Rng) -> TransitionResult:
            return TransitionResult(TreeState((*game_data.path, action.payload.to)))

    game = Silent(choose("p0", x=choose("p0", y=end())))
    before = standing_at(game, TreeState(), {seat(0): 4.0, seat(1): 2.0}, (seat(0), seat(1)))
    after = play(game, before, game.get_valid_actions(TreeState(), seat(0))[0], NO_CHANCE)
    assert after.scores == {seat(0): 4.0, seat(1): 2.0}


def test_endless_auto_resolve_phases_raise_a_plugin_error():
    class Endless(Tree):
        def phase_of(self, game_data: TreeState) -> Phase:
            return Phase("spin", auto_resolve=True)

        def apply_action(self, game_data: TreeState, action: Any, rng: Rng) -> TransitionResult:
            return TransitionResult(game_data)

    game = Endless(choose("p0", x=end()))
    position = Position(TreeState(), {}, None, Phase("choose"), (seat(0), seat(1)))
    with pytest.raises(PluginError, match="auto-resolve did not end"):
        play(game, position, game.get_valid_actions(TreeState(), seat(0))[0], NO_CHANCE)


# -- random play


@pytest.mark.parametrize(
    "game, players",
    [("tictactoe", 2), ("goofspiel", 3), ("liarsdice", 2), ("blotto", 2), (Teahouse(), 4), (Homestead(), 2)],
)
def test_random_play_reaches_the_end(game, players):
    match = Match.start(game, players, 1)
    ends = {repr(roll_out(match.plugin, position_of(match), -1, SearchRng(str(n))).game_data) for n in range(20)}
    assert len(ends) > 5
    assert roll_out(match.plugin, position_of(match), -1, SearchRng("1")).result is not None


def test_random_play_stops_after_the_given_number_of_plies():
    match = Match.start("tictactoe", 2, 1)
    for plies in range(5):
        board = roll_out(match.plugin, position_of(match), plies, SearchRng("1")).game_data
        assert sum(mark is not None for mark in board.cells) == plies


def test_random_play_chooses_all_entries_with_the_same_probability():
    match = Match.start("tictactoe", 2, 1)
    rng = SearchRng("1")
    first = [roll_out(match.plugin, position_of(match), 1, rng).game_data.cells.index(0) for _ in range(4500)]
    assert all(400 < first.count(cell) < 600 for cell in range(9))
