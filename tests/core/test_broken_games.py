"""A game that raises or breaks its contract causes a PluginError that names it, and the match does not change."""

from __future__ import annotations

from typing import Any

import pytest

from gamenight.core.engine import advance
from gamenight.core.errors import ActionRefused, GameEngineError, PluginError
from gamenight.core.match import Match
from gamenight.core.model import (
    Act,
    Action,
    Due,
    ExpectedAction,
    Forfeit,
    Input,
    Phase,
    PlayerId,
    Step,
    TransitionResult,
    digest,
    seat,
)
from tests.minigames.auction import Auction
from tests.minigames.nim import Heap, Nim, take

P0, P1, P2 = seat(0), seat(1), seat(2)


def broken(game: type, method: str, after_start: bool = True) -> Any:
    """A game whose method raises, from the first prompt on."""

    class Broken(game):  # type: ignore[misc]
        is_broken = not after_start

    def fail(self: Any, *arguments: Any) -> Any:
        if self.is_broken:
            raise ZeroDivisionError("a bug in the rules")
        return getattr(super(Broken, self), method)(*arguments)

    setattr(Broken, method, fail)
    return Broken()


def fails(plugin: Any, options: dict[str, Any], *inputs: tuple[int, Input], players: int = 3) -> None:
    """The last of the inputs makes the broken game fail, and the match is as it was before."""
    match = Match.start(plugin, players, 1, options=options)
    *before, (now, last) = inputs
    for at, input in before:
        match.pass_time(at - match.now)
        match.submit(input)
    type(plugin).is_broken = True
    was = digest(match.state)
    with pytest.raises(PluginError, match="a bug in the rules"):
        advance(plugin, match.state, last, now)
    assert digest(match.state) == was
    type(plugin).is_broken = False
    assert isinstance(advance(plugin, match.state, last, now), Step)


@pytest.mark.parametrize("method", ["apply_action", "phase_of", "get_valid_actions", "validate_action"])
def test_a_game_that_raises_while_an_action_is_played_changes_nothing(method):
    fails(broken(Nim, method), {}, (0, Act(Action("take", P0, {"count": 1}), 1)))


@pytest.mark.parametrize(
    "method", ["get_valid_actions", "is_decided", "resolve_concurrent_actions", "phase_of", "validate_action"]
)
def test_a_game_that_raises_while_a_phase_is_resolved_changes_nothing(method):
    commits = [(0, Act(Action("pass", player, {}), 1)) for player in (P0, P1)]
    if method == "is_decided":  # called only while an answer is missing
        fails(broken(Auction, method), {}, *commits)
    else:
        fails(broken(Auction, method), {}, *commits, (0, Act(Action("pass", P2, {}), 1)))


@pytest.mark.parametrize("method", ["timeout_action", "apply_action", "get_valid_actions"])
def test_a_game_that_raises_at_a_timeout_changes_nothing(method):
    fails(broken(Nim, method), {"timeout_ms": 10}, (10, Due(1)))


@pytest.mark.parametrize("method", ["on_player_forfeit", "phase_of"])
def test_a_game_that_raises_when_a_player_leaves_changes_nothing(method):
    fails(broken(Nim, method), {}, (0, Forfeit(P1)))


@pytest.mark.parametrize("method", ["create_initial_state", "phase_of", "validate_config"])
def test_a_game_that_raises_at_the_start_is_named(method):
    with pytest.raises(PluginError, match=r"mini-nim.*a bug in the rules"):
        Match.start(broken(Nim, method, after_start=False), 2, 1)


@pytest.mark.parametrize("method", ["get_player_view", "get_valid_actions"])
def test_a_game_that_raises_while_a_view_is_made_is_named(method):
    plugin = broken(Nim, method)
    match = Match.start(plugin, 2, 1)
    type(plugin).is_broken = True
    with pytest.raises(PluginError, match="mini-nim"):
        match.view("p0")


def test_a_game_s_own_plugin_error_stays_one():
    class Careful(Nim):
        def apply_action(self, game_data: Heap, action: Action, rng: Any) -> TransitionResult:
            raise PluginError("that cannot be")

    with pytest.raises(PluginError, match="that cannot be"):
        Match.start(Careful(), 2, 1).act(take(P0, 1))


@pytest.mark.parametrize("method", ["create_initial_state", "phase_of", "apply_action"])
def test_a_game_that_returns_nothing_is_named(method):
    class Silent(Nim):
        pass

    setattr(Silent, method, lambda self, *arguments: None)
    with pytest.raises(PluginError, match="mini-nim"):
        Match.start(Silent(), 2, 1).act(take(P0, 1))


def asks(phase: Phase, listing: list[Any]) -> Match:
    """A match that opens this phase, in which everybody has these actions."""

    class Asks(Nim):
        hides_actors = phase.hidden_actors

        def phase_of(self, game_data: Heap) -> Phase:
            return phase

        def get_valid_actions(self, game_data: Heap, player_id: PlayerId) -> list[Any]:
            return listing

    return Match.start(Asks(), 2, 1)


@pytest.mark.parametrize("timeout_ms", [None, 1000])
def test_a_phase_for_a_seat_that_does_not_exist_is_the_game_s_error(timeout_ms):
    phase = Phase("move", (ExpectedAction(PlayerId("p9"), "take", timeout_ms),))
    with pytest.raises(PluginError, match="mini-nim"):
        asks(phase, [take(P0, 1)])


def test_a_phase_in_which_no_seat_can_act_is_the_game_s_error():
    with pytest.raises(PluginError, match="mini-nim"):
        asks(Phase("move"), [take(P0, 1)])
    with pytest.raises(PluginError, match="mini-nim"):
        asks(Phase("move", (ExpectedAction(None, "take"),)), [])


def test_a_listed_seat_without_a_valid_action_is_the_game_s_error():
    with pytest.raises(PluginError, match="p0"):
        asks(Phase("move", (ExpectedAction(P0, "take"),)), []).view("p0")
    with pytest.raises(PluginError, match="p0"):
        asks(Phase("move", (ExpectedAction(P0, "take"),)), []).act(take(P0, 1))


def test_an_expected_type_without_a_payload_type_is_the_game_s_error():
    match = asks(Phase("move", (ExpectedAction(P0, "leap"),)), [Action("leap", P0)])
    with pytest.raises(PluginError, match="leap"):
        match.act(Action("leap", P0, {}))


def test_every_error_of_the_engine_is_a_game_engine_error():
    assert issubclass(PluginError, GameEngineError)
    assert issubclass(ActionRefused, GameEngineError)
