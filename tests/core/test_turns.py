"""The fast path for plain turns gives the same steps as the general path."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from gamenight.core import registry
from gamenight.core.advancing import turns
from gamenight.core.advancing.matching import valid_actions
from gamenight.core.engine import advance
from gamenight.core.match import Match
from gamenight.core.model import Act, Forfeit, Input, Refusal, Step, TimerConfig, TimerMode
from gamenight.core.replay import decode_record, opening
from tests.minigames.all_games import MINI
from tests.minigames.playing import play_out
from tests.minigames.tug import Tug

GAMES = [*MINI, *registry.catalogue().games.values()]


def both_ways(monkeypatch: pytest.MonkeyPatch, match: Match) -> tuple[int, int]:
    """Every turn of the match taken with and without the short way; how many there were, and how many were plain."""
    record, short, plain = decode_record(match.record()), turns.plain_step, []

    def watched(*arguments: Any) -> Step | None:
        step = short(*arguments)
        plain.extend([step] if step else [])
        return step

    state = opening(match.plugin, record).state
    for turn in record.turns:
        listing = valid_actions(match.plugin, state, turn.actor)
        input = as_listed(turn.input, listing)
        monkeypatch.setattr(turns, "plain_step", watched)
        step = advance(match.plugin, state, input, turn.at, chosen=turn.chosen, listing=listing)
        monkeypatch.setattr(turns, "plain_step", lambda *arguments: None)
        assert step == advance(match.plugin, state, turn.input, turn.at, chosen=turn.chosen)
        assert isinstance(step, Step)
        state = step.state
    return len(record.turns), len(plain)


def as_listed(input: Input, listing: Sequence[Any]) -> Input:
    """The input with the very action that is listed, as `Match` would submit it; a family's member as it is."""
    if not isinstance(input, Act):
        return input
    sent = msgspec.to_builtins(input.action)
    return Act(next((entry for entry in listing if msgspec.to_builtins(entry) == sent), input.action), input.prompt)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.game_id)
def test_both_ways_lead_to_the_same_step(game, monkeypatch):
    both_ways(monkeypatch, play_out(game, game.max_players, 1))


def test_nearly_all_turns_of_a_plain_game_are_plain(monkeypatch):
    taken, plain = both_ways(monkeypatch, play_out(registry.load("tictactoe"), 2, 3))
    assert plain == taken - 1  # the last one ends the match


@pytest.mark.parametrize("timer", [TimerConfig(TimerMode.FISCHER, 60_000), TimerConfig()], ids=["timed", "untimed"])
def test_timed_matches_and_those_with_leavers_take_the_general_path(timer, monkeypatch):
    match = Match.start("liarsdice", 3, 1, timer=timer)
    match.act(match.legal_actions("p0")[0])
    match.submit(Forfeit(match.to_act[0]))
    while not match.is_over:
        match.act(match.legal_actions(match.to_act[0])[0])
    taken, plain = both_ways(monkeypatch, match)
    assert plain == (0 if timer.mode is TimerMode.FISCHER else 1) < taken


def test_an_action_that_is_not_asked_for_is_refused_on_the_fast_path_too():
    """The listing names the action, but the seat, the prompt or the time is wrong."""
    match = Match.start("tictactoe", 2, 1)
    first = match.legal_actions("p0")
    match.act(first[0])
    second = match.legal_actions("p1")
    for action, prompt, code in ((first[1], 2, "not_your_turn"), (second[0], 1, "stale_action")):
        refused = advance(match.plugin, match.state, Act(action, prompt), 0, listing=(action,))
        assert isinstance(refused, Refusal)
        assert refused.code == code
    resigned = Match.start("tictactoe", 2, 1)
    resigned.submit(Forfeit(resigned.to_act[0]))
    refused = advance(resigned.plugin, resigned.state, Act(first[0], 1), 0, listing=first)
    assert isinstance(refused, Refusal)
    assert refused.code == "game_not_active"


def test_a_team_game_takes_the_fast_path_too(monkeypatch):
    taken, plain = both_ways(monkeypatch, play_out(Tug(), 4, 1))
    assert plain == taken - 1
