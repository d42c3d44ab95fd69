"""Laws that hold for every match: with any inputs, in any order, at any instant, under any clock."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from gamenight.core.engine import advance, clocks, committed_seats, start, view
from gamenight.core.match import Match, configure, seated
from gamenight.core.model import (
    Abandon,
    Act,
    Action,
    Due,
    Event,
    Forfeit,
    GameState,
    GameStatus,
    Hold,
    Input,
    MatchId,
    Pause,
    PlayerId,
    Refusal,
    Release,
    Resume,
    Step,
    TimeoutBehavior,
    TimerConfig,
    TimerMode,
    digest,
)
from gamenight.core.plugin import GamePlugin
from gamenight.core.rng import Rng, seed_text
from tests.minigames.auction import Auction, HiddenAuction
from tests.minigames.caravan import Caravan
from tests.minigames.causeway import Causeway
from tests.minigames.homestead import Homestead
from tests.minigames.nim import Nim
from tests.minigames.parlour import Parlour
from tests.minigames.playing import assert_replays, resumed
from tests.minigames.skirmish import Skirmish
from tests.minigames.teahouse import Teahouse
from tests.minigames.tricks import TrickTaking

GAMES = [
    Nim(),
    Auction(),
    HiddenAuction(),
    Caravan(),
    Causeway(),
    Homestead(),
    Parlour(),
    Skirmish(),
    Teahouse(),
    TrickTaking(),
]

behaviors = st.sampled_from(TimeoutBehavior)
timers = st.one_of(
    st.builds(TimerConfig, timeout_behavior=behaviors),
    st.builds(
        TimerConfig,
        mode=st.sampled_from([mode for mode in TimerMode if mode is not TimerMode.NONE]),
        base_time_ms=st.integers(1, 4000),
        increment_ms=st.integers(0, 2000),
        periods=st.integers(0, 3),
        period_time_ms=st.integers(0, 1500),
        turn_ms=st.integers(1, 2000),
        bank_ms=st.integers(0, 3000),
        round_bonus_ms=st.integers(0, 900),
        timeout_behavior=behaviors,
    ),
)
auction_options = st.sampled_from(
    [
        {},
        {"closes": "deadline", "timeout_ms": 900},
        {"closes": "deadline", "timeout_ms": 900, "revisable": True, "reveals": True},
        {"timeout_ms": 700, "courtesy": True},
    ]
)


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """A match that has just begun."""
    game: GamePlugin = draw(st.sampled_from(GAMES))
    players = draw(st.integers(game.min_players, game.max_players))
    options: dict[str, Any] = draw(auction_options) if isinstance(game, Auction) else {}  # type: ignore[arg-type]
    if isinstance(game, TrickTaking):
        options = {"asks": draw(st.booleans())}
    pace_ms = draw(st.sampled_from([0, 600]))
    config = configure(
        game, players, seed=draw(st.integers(0, 99)), options=options, timer=draw(timers), pace_ms=pace_ms
    )
    first = start(game, MatchId("law"), seated(players), config, 1000)
    return Match(game, first.state, first.events)


kinds = st.sampled_from(
    ["act"] * 8 + ["due"] * 3 + ["hold", "release", "pause", "resume", "resume", "forfeit", "stale"]
)
scripts = st.lists(st.tuples(kinds, st.integers(0, 10**6), st.integers(-300, 1500)), max_size=25)


def an_input(match: Match, kind: str, chance: int) -> Input:
    """An input that a client could send now; many will be refused."""
    state, rng = match.state, Rng(seed_text(chance))
    player = rng.choice([p.player_id for p in state.players])
    match kind:
        case "act" if state.to_act:
            return Act(an_answer(match, rng.choice(state.to_act), rng), state.prompt)
        case "act" | "stale":
            return Act(Action("pass", player), state.prompt - 1 if kind == "stale" else state.prompt)
        case "due":
            return Due(state.prompt)
        case "hold":
            return Hold(player)
        case "release":
            return Release(player)
        case "pause":
            return Pause("a break")
        case "resume":
            return Resume()
        case _:
            return Forfeit(player) if chance % 3 == 0 else Hold(player)


def an_answer(match: Match, player: PlayerId, rng: Rng) -> Action:
    return rng.choice(match.legal_actions(player))


def put(match: Match, input: Input, now: int) -> Match:
    """The match after this input, which it may refuse; what must hold of a step is checked."""
    before, was = match.state, digest(match.state)
    step = advance(match.plugin, before, input, now)
    assert digest(before) == was
    if isinstance(step, Refusal):
        return match
    check_step(match.plugin, before, step, now)
    return moved(match, step)


def moved(match: Match, step: Step) -> Match:
    """The same match one turn later; unlike Match.submit this lets nothing else happen on the way."""
    later = Match(match.plugin, step.state, [*match.events, *step.events])
    later.started_at, later.turns = match.started_at, [*match.turns, step.turn]
    return later


def check_step(game: GamePlugin, before: GameState, step: Step, now: int) -> None:
    after = step.state
    assert step.turn.at == after.last_at == max(now, before.last_at)
    assert (step.turn.index, after.turn_index) == (before.turn_index, before.turn_index + 1)
    assert after.prompt >= before.prompt
    for viewer in (*(p.player_id for p in before.players), None):
        changed = digest(view(game, before, viewer)) != digest(view(game, after, viewer))
        if changed:
            assert told(step.events, viewer), f"{viewer}'s view changed, and it was told nothing"
    check_stages(game, before, step)


def check_stages(game: GamePlugin, before: GameState, step: Step) -> None:
    """Stages come in order, ask no seat, and no clock runs before all of them were shown."""
    told_by_then = [0, *(stage.events for stage in step.stages), len(step.events)]
    assert told_by_then == sorted(told_by_then)
    for stage in step.stages:
        assert stage.shown_ms > 0
        assert (stage.state.status, stage.state.expected, stage.state.result) == (GameStatus.ACTIVE, (), None)
        for viewer in (*stage.state.clocks, None):
            assert view(game, stage.state, viewer).valid_actions == ()
    if step.stages and not step.state.is_over:
        shown_ms = sum(stage.shown_ms for stage in step.stages)
        assert step.state.opened_at >= max(step.turn.at, before.opened_at) + shown_ms
        running = [own.since for own in step.state.clocks.values() if own.since is not None]
        assert all(since >= step.state.opened_at for since in running)


def told(events: tuple[Event, ...], viewer: PlayerId | None) -> bool:
    return any(event.seen_by(viewer) is not None for event in events)


def check_state(match: Match) -> None:
    """What holds between two turns."""
    state, game = match.state, match.plugin
    assert set(state.committed) <= set(state.expected)
    assert set(state.to_act).isdisjoint(state.committed)
    seen = clocks(game, state, None) if not game.hides_actors else {}
    for own in seen.values():
        assert own.bank_ms >= 0
        assert own.periods >= 0
        assert own.deadline is None or (state.status is GameStatus.ACTIVE and not own.held)
    if state.status is not GameStatus.ACTIVE:
        assert state.due_at is None
        assert state.to_act == ()
        return
    assert state.result is None
    assert state.to_act or state.due_at is not None, "nobody can act and nothing is ever due"
    assert set(committed_seats(state)) <= set(state.committed)
    check_due(match)
    check_answers(match)


def check_due(match: Match) -> None:
    state, game = match.state, match.plugin
    if state.due_at is None:
        refused = advance(game, state, Due(state.prompt), state.last_at + 10**9)
        assert isinstance(refused, Refusal)
        assert refused.code == "not_due"
        return
    assert isinstance(advance(game, state, Due(state.prompt), state.due_at), Step)
    if state.due_at > state.last_at:
        early = advance(game, state, Due(state.prompt), state.due_at - 1)
        assert isinstance(early, Refusal)
        assert early.code == "not_due"


def check_answers(match: Match) -> None:
    """A seat that is asked can answer until its deadline, and not from then on."""
    state, game = match.state, match.plugin
    for player in state.to_act:
        action = an_answer(match, player, Rng(seed_text(state.turn_index)))
        deadline = state.clocks[player].deadline
        now = state.last_at if deadline is None else deadline - 1
        if now >= state.last_at:
            assert isinstance(advance(game, state, Act(action, state.prompt), now), Step)
        if deadline is not None:
            late = advance(game, state, Act(action, state.prompt), deadline)
            assert isinstance(late, Refusal)
            assert late.code == "too_late"


@settings(max_examples=150)
@given(matches(), scripts)
def test_a_match_stays_sound_and_replays_after_any_inputs(match, script):
    check_state(match)
    now = match.now
    for kind, chance, wait in script:
        now = max(0, now + wait)
        match = put(match, an_input(match, kind, chance), now)
        check_state(match)
    assert_replays(match)
    assert digest(resumed(match.plugin, match.state)) == digest(match.state)


@settings(max_examples=60)
@given(matches(), scripts)
def test_a_match_without_inputs_ends_or_waits_for_a_player(match, script):
    """Time alone brings every timed match to its end, unless a clock is held, the match paused, or no time runs."""
    for kind, chance, wait in script:
        if kind not in ("pause", "hold"):
            match = put(match, an_input(match, kind, chance), match.now + max(0, wait))
    for _ in range(10 * match.plugin.max_turns):
        if match.state.due_at is None:
            break
        match = put(match, Due(match.state.prompt), match.state.due_at)
    if not match.is_over:
        assert match.state.due_at is None
        waiting = [match.state.clocks[player] for player in match.to_act]
        assert any(own.deadline is None for own in waiting)
        match = put(match, Abandon("nobody came"), match.now)
    assert match.is_over


def stock(timer: TimerConfig, state: GameState, player: PlayerId) -> int:
    own = state.clocks[player]
    return own.bank_ms + own.periods * timer.period_time_ms


@settings(max_examples=100)
@given(matches(), scripts)
def test_time_in_store_grows_only_by_increments_and_bonuses(match, script):
    timer = match.state.config.timer
    gift = {TimerMode.FISCHER: timer.increment_ms, TimerMode.BANK: timer.round_bonus_ms}.get(timer.mode, 0)
    for kind, chance, wait in script:
        before = match.state
        match = put(match, an_input(match, kind, chance), match.now + max(0, wait))
        for player in before.clocks:
            grown = stock(timer, match.state, player) - stock(timer, before, player)
            prompts = match.state.prompt - before.prompt + 1
            assert grown <= gift * prompts
