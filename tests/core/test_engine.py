"""The one path of every input: what is refused and why, what an accepted one does, and games that break."""

from __future__ import annotations

import re
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from gamenight.core.engine import advance, view
from gamenight.core.errors import ActionRefused, GameEngineError, PluginError
from gamenight.core.match import Match
from gamenight.core.model import (
    Abandon,
    Act,
    Action,
    Code,
    Due,
    Event,
    ExpectedAction,
    Forfeit,
    GameResult,
    GameStatus,
    Hold,
    Input,
    NoPayload,
    Pause,
    Phase,
    PlayerId,
    Refusal,
    Release,
    Resume,
    Step,
    TimerConfig,
    TimerMode,
    TransitionResult,
    digest,
    seat,
)
from tests.minigames.auction import Auction, Bid, HiddenAuction
from tests.minigames.nim import Heap, Nim, Take
from tests.minigames.playing import through_json

P0, P1, P2 = seat(0), seat(1), seat(2)
RICH = [[3, 3, 3]] * 2


def nim(players: int = 2, **settings: Any) -> Match:
    return Match.start(Nim(), players, 1, **settings)


def auction(players: int = 3, **options: Any) -> Match:
    return Match.start(Auction(), players, 1, options={"purses": RICH, **options})


def take(player: PlayerId, count: int) -> Action:
    return Action("take", player, Take(count))


def bid(player: PlayerId, height: int) -> Action:
    return Action("bid", player, Bid(height))


def refusal(match: Match, input: Input, now: int = 0) -> Refusal:
    """Why the match refuses this input; the match, and what everybody sees of it, is the same afterwards."""
    before = digest(match.state)
    refused = advance(match.plugin, match.state, input, now)
    assert isinstance(refused, Refusal), refused
    assert digest(match.state) == before
    assert re.fullmatch(r"(?s).+ .+\.", refused.message), "a refusal is a sentence for the player"
    return refused


# Refusals


def test_an_action_that_is_not_listed_is_invalid():
    assert refusal(nim(), Act(take(P0, 4), 1)).code == "invalid_action"
    assert refusal(nim(options={"heap": 2}), Act(take(P0, 3), 1)).code == "invalid_action"


def test_a_seat_that_is_not_asked_waits_for_its_turn():
    assert refusal(nim(), Act(take(P1, 1), 1)).code == "not_your_turn"


@pytest.mark.parametrize("player", ["p7", "", "system", "spectator"])
def test_nobody_acts_who_has_no_seat(player):
    assert refusal(nim(), Act(take(PlayerId(player), 1), 1)).code == "not_your_turn"


def test_an_action_type_that_the_phase_does_not_expect_is_a_mismatch():
    assert refusal(nim(), Act(Action("leap", P0, {"count": 1}), 1)).code == "action_type_mismatch"
    assert refusal(nim(), Act(Action("auto_resolve", P0), 1)).code == "action_type_mismatch"


def test_a_type_may_be_expected_and_not_be_legal_now():
    assert refusal(nim(), Act(Action("pass", P0), 1)).code == "invalid_action"


@pytest.mark.parametrize(
    "payload", [None, 1, [1], {}, {"count": True}, {"count": "1"}, {"count": 1, "x": 0}, {"n": 1}, {1: 2}, ...]
)
def test_an_action_that_cannot_be_read_is_malformed(payload):
    assert refusal(nim(), Act(Action("take", P0, payload), 1)).code == "malformed_action"


def test_an_action_without_payload_takes_none():
    match = nim(options={"passes": 1})
    assert refusal(match, Act(Action("pass", P0, {"count": 1}), 1)).code == "malformed_action"
    assert isinstance(advance(match.plugin, match.state, Act(Action("pass", P0, {}), 1), 0), Step)


@pytest.mark.parametrize("prompt", [0, 1, 3, -1, 99])
def test_an_answer_to_another_prompt_is_stale(prompt):
    match = nim()
    match.act(take(P0, 1))
    assert match.state.prompt == 2
    assert refusal(match, Act(take(P1, 1), prompt)).code == "stale_action"
    assert refusal(match, Due(prompt)).code == "stale_action"


def test_a_late_answer_of_the_seat_that_is_asked_again_is_stale():
    match = nim()
    match.act(take(P0, 1))
    match.act(take(P1, 1))
    assert match.to_act == (P0,)
    assert refusal(match, Act(take(P0, 1), 1)).code == "stale_action"


def test_a_second_commitment_is_refused():
    match = auction()
    match.act(bid(P0, 1))
    assert refusal(match, Act(bid(P0, 2), 1)).code == "already_committed"
    assert refusal(match, Act(bid(P0, 1), 1)).code == "already_committed"


def test_an_action_at_the_deadline_or_later_is_too_late():
    match = nim(options={"timeout_ms": 1000})
    assert refusal(match, Act(take(P0, 1), 1), 1000).code == "too_late"
    assert refusal(match, Act(take(P0, 1), 1), 5000).code == "too_late"
    assert isinstance(advance(match.plugin, match.state, Act(take(P0, 1), 1), 999), Step)


def test_at_the_deadline_and_not_before_a_due_is_due():
    match = nim(options={"timeout_ms": 1000})
    assert refusal(match, Due(1), 999).code == "not_due"
    assert isinstance(advance(match.plugin, match.state, Due(1), 1000), Step)
    assert isinstance(advance(match.plugin, match.state, Due(1), 5000), Step)


def test_nothing_is_ever_due_where_no_time_runs():
    assert refusal(nim(), Due(1), 10**12).code == "not_due"


EVERY_INPUT: list[Input] = [
    Act(take(P0, 1), 1),
    Due(1),
    Forfeit(P0),
    Hold(P0),
    Release(P0),
    Pause("again"),
    Resume(),
    Abandon("why"),
]


@pytest.mark.parametrize("input", EVERY_INPUT, ids=lambda input: type(input).__name__)
def test_a_finished_match_takes_nothing_more(input):
    match = nim(options={"heap": 1})
    match.act(take(P0, 1))
    assert match.status is GameStatus.FINISHED
    assert refusal(match, input).code == "game_not_active"


@pytest.mark.parametrize("input", EVERY_INPUT, ids=lambda input: type(input).__name__)
def test_an_abandoned_match_takes_nothing_more(input):
    match = nim()
    match.submit(Abandon("the server was shut down"))
    assert match.status is GameStatus.ABANDONED
    assert refusal(match, input).code == "game_not_active"


@pytest.mark.parametrize("input", [Act(take(P0, 1), 1), Due(1), Pause("again")], ids=["act", "due", "pause"])
def test_a_paused_match_is_not_played(input):
    match = nim(options={"timeout_ms": 1000})
    match.submit(Pause("lunch"))
    assert refusal(match, input, 10**6).code == "game_not_active"


def test_only_a_paused_match_resumes():
    assert refusal(nim(), Resume()).code == "game_not_active"


@pytest.mark.parametrize("input", [Forfeit(PlayerId("p9")), Hold(PlayerId("p9")), Release(PlayerId("p9")), Release(P0)])
def test_an_input_for_a_seat_that_cannot_do_it_is_invalid(input):
    assert refusal(nim(), input).code == "invalid_action"


def test_match_raises_what_advance_refuses():
    match = nim()
    with pytest.raises(ActionRefused) as refused:
        match.act(take(P1, 1))
    assert refused.value.code == "not_your_turn"
    assert refused.value.refusal.message in str(refused.value)
    assert match.turns == []


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@given(json_values, st.sampled_from(["take", "pass", "bid", "auto_resolve", ""]), st.sampled_from(["p0", "p1", "p5"]))
def test_junk_is_refused_or_is_a_listed_action_but_never_an_exception(payload, action_type, player):
    for match in (nim(options={"passes": 1}), auction()):
        before = digest(match.state)
        action = Action(action_type, PlayerId(player), payload)
        step = advance(match.plugin, match.state, Act(action, 1), 0)
        assert digest(match.state) == before
        if isinstance(step, Step):
            listed = step.turn.input.action
            assert listed in match.plugin.get_valid_actions(match.state.game_data, PlayerId(player))


# What an accepted action does


def test_an_accepted_action_moves_the_match_and_leaves_the_old_state_alone():
    match = nim()
    before, was = match.state, digest(match.state)
    step = advance(match.plugin, before, Act(take(P0, 2), 1), 0)
    assert isinstance(step, Step)
    assert step.state.game_data.stones == 5
    assert step.state.expected == (P1,)
    assert digest(before) == was


def test_the_same_input_gives_the_same_step():
    match = auction()
    one = advance(match.plugin, match.state, Act(bid(P0, 2), 1), 5)
    other = advance(match.plugin, match.state, Act(bid(P0, 2), 1), 5)
    assert digest(one) == digest(other)


def test_a_listed_action_that_went_through_json_is_still_the_listed_action():
    match = nim()
    for listed in match.legal_actions("p0"):
        sent = msgspec.convert(through_json(listed), Action)
        assert isinstance(sent.payload, dict)
        step = advance(match.plugin, match.state, Act(sent, 1), 0)
        assert isinstance(step, Step)
        assert step.turn.input == Act(listed, 1)


def test_the_turn_is_the_input_with_its_index_and_instant():
    match = nim()
    match.act(take(P0, 1))
    match.pass_time(250)
    match.act(take(P1, 2))
    assert [(turn.index, turn.actor, turn.at) for turn in match.turns] == [(0, P0, 0), (1, P1, 250)]
    assert match.turns[1].input == Act(take(P1, 2), 2)


def test_an_instant_before_the_last_turn_s_counts_as_that_turn_s():
    match = nim(timer=TimerConfig(TimerMode.TOTAL, base_time_ms=10_000))
    match.pass_time(4000)
    match.act(take(P0, 1))
    behind = advance(match.plugin, match.state, Act(take(P1, 1), 2), 3000)
    on_time = advance(match.plugin, match.state, Act(take(P1, 1), 2), 4000)
    assert isinstance(behind, Step)
    assert behind.turn.at == 4000
    assert digest(behind) == digest(on_time)


def test_each_prompt_is_announced_and_closed_with_its_number():
    match = nim()
    match.act(take(P0, 1))
    told = [(e.event_type, e.player_id, e.payload) for e in match.events if e.event_type.startswith("engine.turn")]
    assert told == [
        ("engine.turn_started", P0, {"prompt": 1, "phase": "move"}),
        ("engine.turn_finished", None, {"prompt": 1}),
        ("engine.turn_started", P1, {"prompt": 2, "phase": "move"}),
    ]


def test_the_game_s_events_carry_its_name_space():
    match = nim()
    events = match.act(take(P0, 2))
    assert Event("game.taken", P0, {"count": 2, "left": 5}) in events


def test_scores_stay_until_the_game_changes_them():
    match = auction()
    for action in (bid(P0, 2), bid(P1, 1), Action("pass", P2)):
        match.act(action)
    assert match.scores == {P0: 2.0, P1: 0.0, P2: 0.0}
    match.act(bid(P1, 1))
    assert match.scores == {P0: 2.0, P1: 0.0, P2: 0.0}


def test_a_finished_match_asks_nobody_and_has_a_result():
    match = nim(3, options={"heap": 1})
    match.act(take(P0, 1))
    assert match.is_over
    assert match.to_act == match.state.expected == ()
    assert match.result == GameResult(((P0,), (P1, P2)))
    assert match.result.winners == (P0,)
    assert match.valid_actions("p1") == ()
    assert match.state.due_at is None


def test_in_a_sequential_phase_any_expected_player_may_act_and_the_first_moves_it():
    class Anybody(Nim):
        """Nim in which everybody may take at any time."""

        def phase_of(self, game_data: Heap) -> Phase:
            return Phase("move", tuple(ExpectedAction(player, "take") for player in game_data.order))

        def get_valid_actions(self, game_data: Heap, player_id: PlayerId) -> list[Action]:
            return [take(player_id, 1)]

    match = Match.start(Anybody(), 3, 1)
    assert match.to_act == (P0, P1, P2)
    match.act(take(P2, 1))
    assert match.state.prompt == 2
    assert refusal(match, Act(take(P0, 1), 1)).code == "stale_action"


# Settling


class Countdown(Nim):
    """Nim that takes away three stones by itself after each move, one by one."""

    def phase_of(self, game_data: Heap) -> Phase:
        return Phase("tick", auto_resolve=True) if game_data.stones % 4 else super().phase_of(game_data)

    def apply_action(self, game_data: Heap, action: Action, rng: Any) -> TransitionResult:
        if action.action_type != "auto_resolve":
            return super().apply_action(game_data, action, rng)
        assert action.player_id == "system"
        return TransitionResult(replace(game_data, stones=game_data.stones - 1), (Event("tick"),))


def test_automatic_phases_run_until_somebody_is_asked():
    match = Match.start(Countdown(), 2, 1, options={"heap": 11})
    assert match.state.game_data.stones == 8
    assert match.state.prompt == 1
    events = match.act(take(P0, 1))
    assert match.state.game_data.stones == 4
    assert match.state.prompt == 2
    assert [e.event_type for e in events].count("game.tick") == 3
    assert len(match.turns) == 1


def test_automatic_phases_that_never_end_are_the_game_s_error():
    class Endless(Nim):
        def phase_of(self, game_data: Heap) -> Phase:
            return Phase("tick", auto_resolve=True)

        def apply_action(self, game_data: Heap, action: Action, rng: Any) -> TransitionResult:
            return TransitionResult(game_data)

    with pytest.raises(PluginError, match="1000"):
        Match.start(Endless(), 2, 1)


def test_nobody_can_send_the_system_s_own_action():
    match = Match.start(Countdown(), 2, 1, options={"heap": 8})
    assert refusal(match, Act(Action("auto_resolve", PlayerId("system")), 1)).code == "not_your_turn"


# Games that break


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
def test_a_game_that_raises_while_an_action_is_played_harms_nothing(method):
    fails(broken(Nim, method), {}, (0, Act(Action("take", P0, {"count": 1}), 1)))


@pytest.mark.parametrize(
    "method", ["get_valid_actions", "is_decided", "resolve_concurrent_actions", "phase_of", "validate_action"]
)
def test_a_game_that_raises_while_a_phase_is_resolved_harms_nothing(method):
    commits = [(0, Act(Action("pass", player, {}), 1)) for player in (P0, P1)]
    if method == "is_decided":  # asked only while somebody is missing
        fails(broken(Auction, method), {}, *commits)
    else:
        fails(broken(Auction, method), {}, *commits, (0, Act(Action("pass", P2, {}), 1)))


@pytest.mark.parametrize("method", ["timeout_action", "apply_action", "get_valid_actions"])
def test_a_game_that_raises_at_a_timeout_harms_nothing(method):
    fails(broken(Nim, method), {"timeout_ms": 10}, (10, Due(1)))


@pytest.mark.parametrize("method", ["on_player_forfeit", "phase_of"])
def test_a_game_that_raises_when_a_player_leaves_harms_nothing(method):
    fails(broken(Nim, method), {}, (0, Forfeit(P1)))


@pytest.mark.parametrize("method", ["create_initial_state", "phase_of", "validate_config"])
def test_a_game_that_raises_at_the_start_is_named(method):
    with pytest.raises(PluginError, match=r"mini-nim.*a bug in the rules"):
        Match.start(broken(Nim, method, after_start=False), 2, 1)


@pytest.mark.parametrize("method", ["get_player_view", "get_valid_actions"])
def test_a_game_that_raises_while_it_is_looked_at_is_named(method):
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
def test_a_phase_for_a_seat_that_is_not_there_is_the_game_s_error(timeout_ms):
    phase = Phase("move", (ExpectedAction(PlayerId("p9"), "take", timeout_ms),))
    with pytest.raises(PluginError, match="mini-nim"):
        asks(phase, [take(P0, 1)])


def test_a_phase_that_waits_for_nobody_is_the_game_s_error():
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


def test_there_is_a_test_for_every_refusal_code():
    tried = """invalid_action not_your_turn game_not_active action_type_mismatch already_committed stale_action too_late
        not_due malformed_action""".split()
    # The engine never refuses with internal_error: that is what a server tells a player after a PluginError.
    assert {*tried, "internal_error"} == set(get_args(Code))


# Views


def test_a_view_shows_the_seat_s_own_actions_and_nobody_else_s():
    match = nim()
    assert len(match.view("p0").valid_actions) == 3
    assert match.view("p1").valid_actions == ()
    assert match.view().valid_actions == ()
    assert match.view().is_spectator
    assert not match.view("p1").is_spectator


def test_a_view_has_no_turn_number():
    fields = msgspec.structs.fields(type(nim().view()))
    assert not [field.name for field in fields if "turn" in field.name or "number" in field.name]


def test_the_rules_look_at_a_view_without_clocks():
    match = nim(timer=TimerConfig(TimerMode.TOTAL, base_time_ms=1000))
    assert view(match.plugin, match.state, P0).clocks == {}
    assert set(match.view("p0").clocks) == {P0, P1}


def test_a_view_goes_through_json():
    for match in (nim(), auction(), Match.start(HiddenAuction(), 3, 1)):
        for viewer in ("p0", None):
            plain = through_json(match.view(viewer))
            assert plain["game_id"] == match.plugin.game_id
            assert msgspec.json.schema(type(match.view(viewer).game_data))


def test_an_action_s_payload_is_the_game_s_own_struct():
    match = nim(options={"passes": 1})
    kinds = {type(action.payload) for action in match.legal_actions("p0")}
    assert kinds == {Take, NoPayload}
