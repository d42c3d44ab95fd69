"""Play whole matches with simple policies, replay them from their inputs, and cut them short."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from inspect import getattr_static
from itertools import islice
from typing import Any, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from gamenight.core.advancing.matching import valid_actions
from gamenight.core.engine import advance, start, view
from gamenight.core.errors import GameEngineError, WrongAnswer
from gamenight.core.listing.actions import Listing, pick
from gamenight.core.listing.families import count, members
from gamenight.core.model import (
    SYSTEM,
    Act,
    Action,
    Due,
    Event,
    GameState,
    GameStatus,
    Input,
    MatchId,
    PlayerId,
    Record,
    Refusal,
    Stage,
    Step,
    TimeoutBehavior,
    TimerConfig,
    TimerMode,
)
from gamenight.core.plugin import GamePlugin
from gamenight.core.rng import Rng, seed_text
from gamenight.testing.playing.chance import derived
from gamenight.testing.playing.tables import Setup
from gamenight.testing.reporting.report import cause_of, reason_of
from gamenight.testing.reporting.texts import texts

KIT = MatchId("conformance")
THINKING_MS = 100
TRIES = 1000
SPELLED = 200


class Style(Struct, frozen=True):
    """A way to play a match: which action is chosen, with which clock, and the percentage of prompts that time out."""

    name: str
    choose: Literal["random", "first", "last"] = "random"
    asleep: int = 0
    timer: TimerConfig = TimerConfig()
    pace_ms: int = 0


RANDOM = Style("random")
_AT_RANDOM = TimeoutBehavior.RANDOM_ACTION
# These clocks never run out for good: at every position of these matches there is time to answer.
STYLES = (
    RANDOM,
    Style("first", "first"),
    Style("last", "last"),
    Style("asleep", asleep=100, timer=TimerConfig(TimerMode.SIMPLE, base_time_ms=5000)),
    Style("drowsy", asleep=25, timer=TimerConfig(TimerMode.BANK, turn_ms=2000, bank_ms=9000), pace_ms=500),
    Style("careless", asleep=25, timer=TimerConfig(TimerMode.SIMPLE, 5000, timeout_behavior=_AT_RANDOM)),
)


class Breakdown(Struct, frozen=True):
    """A failure of the game that stopped the match. `input` is None in the set-up, or if no input is possible."""

    input: Input | None
    message: str
    kind: Literal["raised", "unworkable", "stuck", "refused"]
    cause: str = ""


class Playout(Struct, frozen=True):
    """A match that was played: `states[i]` is after `i` turns; on the way there, the phases `passed[i]` resolved."""

    table: Setup
    style: str
    states: tuple[GameState, ...] = ()
    steps: tuple[Step, ...] = ()
    opening: tuple[Event, ...] = ()
    broke: Breakdown | None = None
    passed: tuple[tuple[str, ...], ...] = ()
    opening_stages: tuple[Stage, ...] = ()

    @property
    def inputs(self) -> tuple[Input, ...]:
        """All inputs of the match, including the one that it broke on."""
        last = () if self.broke is None or self.broke.input is None else (self.broke.input,)
        return (*(step.turn.input for step in self.steps), *last)

    @property
    def actions_taken(self) -> int:
        """The number of accepted actions, including those chosen by a timeout."""
        return sum(isinstance(step.turn.input, Act) + len(step.turn.chosen) for step in self.steps)

    def upto(self, at: int) -> Playout:
        states, steps, passed = self.states[: at + 1], self.steps[:at], self.passed[: at + 1]
        return replace(self, states=states, steps=steps, broke=None, passed=passed)

    def record(self, game: GamePlugin) -> Record:
        turns = tuple(step.turn for step in self.steps)
        config, seats = self.table.config(game), self.table.seats()
        return Record(KIT, game.game_id, game.rules_version, seats, config, 0, turns)  # type: ignore[arg-type]


def seated_at(table: Setup, style: Style) -> Setup:
    return replace(table, timer=style.timer, pace_ms=style.pace_ms)


def play(game: GamePlugin, table: Setup, style: Style = RANDOM, turns: int | None = None) -> Playout:
    """Play a match to its end, for `turns` turns, or until the game breaks; never beyond the game's `max_turns`."""
    playing = Playing(game, seated_at(table, style), style.name)
    rng = Rng(seed_text(table.seed), ("kit", "play", style.name))
    while playing.goes_on(turns):
        playing.go_on(style, rng)
    return playing.done()


def play_again(game: GamePlugin, table: Setup, inputs: Iterable[Input]) -> Playout:
    """Play the same inputs at a table, each addressed to the prompt that is open; refused inputs are left out."""
    playing = Playing(game, table, "again")
    for input in inputs:
        if playing.goes_on(None):
            playing.put(_readdressed(input, playing.state))
    return playing.done()


def _readdressed(input: Input, state: GameState) -> Input:
    return replace(input, prompt=state.prompt) if isinstance(input, Act | Due) else input


class Playing:
    """A match in progress that collects its states and steps; it stops when the game breaks."""

    def __init__(self, game: GamePlugin, table: Setup, style: str) -> None:
        self.game = game
        self.auto: list[str] = []
        self.noting = noting_auto(game, self.auto)
        self.table = table
        self.style = style
        self.states: list[GameState] = []
        self.passed: list[tuple[str, ...]] = []
        self.steps: list[Step] = []
        self.opening: tuple[Event, ...] = ()
        self.opening_stages: tuple[Stage, ...] = ()
        self.listings: Mapping[PlayerId, Listing] = {}
        self.taken = 0
        self.broke: Breakdown | None = None
        self._start()

    @property
    def state(self) -> GameState:
        return self.states[-1]

    def goes_on(self, turns: int | None) -> bool:
        if self.broke is not None or self.state.is_over or self.taken > self.game.max_turns:
            return False
        return turns is None or len(self.steps) < turns

    def go_on(self, style: Style, rng: Rng) -> None:
        """Send the next input in this style; the game is broken if there is none, or if it is refused."""
        try:
            input = next_input(self.game, self.state, style, rng, self.listings)
        except Exception as error:
            self.broke = _breakdown(None, error)
            return
        if input is None:
            message = f"phase {self.state.phase.name!r}: no player can act, and no deadline is set"
            self.broke = Breakdown(None, message, "stuck")
        elif not self.put(input) and self.broke is None:
            message = f"phase {self.state.phase.name!r}: the next input was refused"
            self.broke = Breakdown(input, message, "refused")

    def put(self, input: Input) -> bool:
        """Send the input to the engine; return whether it was accepted."""
        try:
            step = advance(self.noting, self.state, input, instant(self.state, input))
        except Exception as error:
            self.broke = _breakdown(input, error)
            return False
        if isinstance(step, Refusal):
            return False
        self._reach(step.state)
        self.steps.append(step)
        self.listings = step.listings
        self.taken += isinstance(input, Act) + len(step.turn.chosen)
        return True

    def done(self) -> Playout:
        states, steps, passed = tuple(self.states), tuple(self.steps), tuple(self.passed)
        return Playout(self.table, self.style, states, steps, self.opening, self.broke, passed, self.opening_stages)

    def _reach(self, state: GameState) -> None:
        self.states.append(state)
        self.passed.append(tuple(self.auto))
        self.auto.clear()

    def _start(self) -> None:
        try:
            first = start(self.noting, KIT, self.table.seats(), self.table.config(self.game), 0)
            self.opening, self.opening_stages, self.listings = first.events, first.stages, first.listings
            self._reach(first.state)
        except Exception as error:
            self.broke = _breakdown(None, error)


def noting_auto(game: GamePlugin, names: list[str]) -> GamePlugin:
    """The game, but it adds the name of each phase that resolves itself to `names`."""

    method = getattr_static(type(game), "apply_action")

    def apply_action(self: GamePlugin, game_data: Any, action: Action, rng: Rng) -> Any:
        if action.player_id == SYSTEM:
            names.append(self.phase_of(game_data).name)
        return method.__get__(self, type(game))(game_data, action, rng)

    return derived(game, {"apply_action": apply_action})


def _breakdown(input: Input | None, error: Exception) -> Breakdown:
    cause = error.__cause__
    raised = not isinstance(error, GameEngineError) or (cause is not None and not isinstance(cause, GameEngineError))
    raised = raised or isinstance(error, WrongAnswer)
    return Breakdown(input, reason_of(error), "raised" if raised else "unworkable", cause_of(error))


def instant(state: GameState, input: Input) -> int:
    """The time at which the input arrives: a Due at its deadline, any other input after THINKING_MS."""
    if isinstance(input, Due) and state.due_at is not None:
        return state.due_at
    return state.last_at + THINKING_MS


def next_input(
    game: GamePlugin, state: GameState, style: Style, rng: Rng, listings: Mapping[PlayerId, Listing]
) -> Input | None:
    """The next input in this style; None if there is none. `listings` has the listings that the engine has made."""
    due = None if state.due_at is None else Due(state.prompt)
    if due is not None and (not state.to_act or rng.below(100) < style.asleep or _is_too_late(state)):
        return due
    if not state.to_act:
        return None
    seat = state.to_act[0] if style.choose == "first" else state.to_act[-1]
    if style.choose == "random":
        seat = rng.choice(state.to_act)
    action = chosen(game, state, seat, style, rng, listings.get(seat))
    return Act(action, state.prompt)


def _is_too_late(state: GameState) -> bool:
    """Whether an answer would come after a player's deadline, so that the timeout comes first."""
    deadlines = [state.clocks[seat].deadline for seat in state.to_act]
    return any(deadline is not None and deadline <= state.last_at + THINKING_MS for deadline in deadlines)


def chosen(
    game: GamePlugin, state: GameState, seat: PlayerId, style: Style, rng: Rng, listing: Listing | None
) -> Action:
    """An action of this seat in this style, if possible one that the match accepts."""
    if listing is None:
        listing = valid_actions(game, state, seat)
    if style.choose == "random":
        return random_action(game, state, seat, rng, listing)
    if style.choose == "first":
        wanted: Iterator[Action] = islice(actions_in(listing, seat), SPELLED)
    else:
        wanted = iter(spelled_out(listing[-1:], seat, SPELLED)[::-1])
    accepted = (action for action in wanted if is_accepted(game, state, action))
    return next(accepted, None) or random_action(game, state, seat, rng, listing)


def actions_in(listing: Listing, seat: PlayerId) -> Iterator[Action]:
    """The actions of a listing one by one, including those of families."""
    for entry in listing:
        if isinstance(entry, Action):
            yield entry
        else:
            yield from (Action(entry.action_type, seat, payload) for payload in members(entry))


def spelled_out(listing: Listing, seat: PlayerId, most: int) -> list[Action]:
    """The first actions of a listing, at most `most`."""
    return list(islice(actions_in(listing, seat), most))


def random_action(
    game: GamePlugin, state: GameState, seat: PlayerId, rng: Rng, listing: Listing | None = None
) -> Action:
    """A random legal action of this seat; a family that is not exact may need several draws. `listing` saves time."""
    if listing is None:
        listing = valid_actions(game, state, seat)
    action = pick(listing, seat, rng)
    if all(isinstance(entry, Action) or entry.exact for entry in listing):
        return action
    for _ in range(TRIES):
        if is_accepted(game, state, action):
            break
        action = pick(listing, seat, rng)
    return action


def some_actions(listing: Listing, seat: PlayerId, rng: Rng, most: int) -> list[Action]:
    """At most `most` actions of a listing: all of a short one, else a sample with each family at least once."""
    if sum(1 if isinstance(entry, Action) else count(entry) for entry in listing) <= most:
        return spelled_out(listing, seat, most)
    families = [pick([entry], seat, rng) for entry in listing if not isinstance(entry, Action)]
    drawn = families + [pick(listing, seat, rng) for _ in range(most - len(families))]
    return list({msgspec.json.encode(action, order="deterministic"): action for action in drawn}.values())


def is_accepted(game: GamePlugin, state: GameState, action: Action) -> bool:
    return not isinstance(advance(game, state, Act(action, state.prompt), instant_now(state)), Refusal)


def instant_now(state: GameState) -> int:
    """A time at which every seat that is asked can still answer."""
    return state.last_at


def typed(game: GamePlugin, action: Action) -> Action:
    """The action with its payload converted to the game's own Struct."""
    payload = msgspec.convert(msgspec.to_builtins(action.payload), game.action_types[action.action_type])
    return replace(action, payload=payload)


def viewers(state: GameState) -> tuple[PlayerId | None, ...]:
    return (*(player.player_id for player in state.players), None)


def name_of(viewer: PlayerId | None) -> str:
    return "a spectator" if viewer is None else viewer


def in_words(game: GamePlugin, state: GameState, input: Input, chosen: Sequence[Action] = ()) -> str:
    """A turn in words."""
    if isinstance(input, Act):
        return f"{input.action.player_id}: {_described(game, state, input.action)}"
    taken = [f"{action.player_id}: {_described(game, state, action)}" for action in chosen]
    name = type(input).__name__.lower()
    return f"timeout: {', '.join(taken) or 'the prompt closes'}" if name == "due" else f"{name} {_about(input)}"


def _about(input: Any) -> str:
    return str(getattr(input, "player_id", "")).strip()


def _described(game: GamePlugin, state: GameState, action: Action) -> str:
    try:
        return texts(game).tell(game.describe_action(typed(game, action), view(game, state, action.player_id)))
    except Exception:
        return f"{action.action_type} {msgspec.json.encode(action.payload).decode()}"


def is_active(state: GameState) -> bool:
    return state.status is GameStatus.ACTIVE
