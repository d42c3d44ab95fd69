"""Match: the convenient way to play in one process. Its clock moves only when the caller moves it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

import msgspec

from gamenight.core import registry
from gamenight.core.advancing import clock
from gamenight.core.advancing.matching import match_action, valid_actions
from gamenight.core.engine import advance, clocks, start, view
from gamenight.core.errors import ActionRefused, BadOptions
from gamenight.core.fields import complaint
from gamenight.core.listing.actions import Listing
from gamenight.core.listing.legal import NOTHING, FamilyActions, JudgedActions, LegalActions, ListedActions
from gamenight.core.model import (
    Abandon,
    Act,
    Action,
    Due,
    Event,
    GameConfig,
    GameResult,
    GameState,
    GameStatus,
    Input,
    MatchId,
    Player,
    PlayerId,
    PlayerView,
    Record,
    Refusal,
    Stage,
    Step,
    TimerConfig,
    Turn,
    seat,
)
from gamenight.core.plugin import GamePlugin, broken
from gamenight.core.replay import decode_record, first_turns, opening, play_on
from gamenight.core.rng import derived_salt, fresh_seed, seed_text
from gamenight.core.text import Words, several

T = TypeVar("T")

LOCAL = MatchId("local")
UNTIMED = TimerConfig()

_ACTIVE, _PAUSED = GameStatus.ACTIVE, GameStatus.PAUSED


class Match:
    """One match being played: ask who is to act and which actions are legal, act, and look at views."""

    __slots__ = ("_listings", "_members", "events", "now", "plugin", "stages", "started_at", "state", "turns")

    def __init__(self, plugin: GamePlugin, state: GameState, events: Sequence[Event]) -> None:
        self.plugin = plugin
        self.state = state
        self.now = self.started_at = state.last_at
        self.events: list[Event] = list(events)
        self.turns: list[Turn] = []
        self.stages: tuple[Stage, ...] = ()
        """The stages that the set-up, or the last input, passed through."""
        self._listings: dict[PlayerId, Listing] = {}
        self._members: dict[PlayerId, FamilyActions] = {}

    @classmethod
    def start(
        cls,
        game: str | GamePlugin,
        players: int | Sequence[str | Player] = 2,
        seed: str | int | None = None,
        *,
        options: Mapping[str, Any] | None = None,
        timer: TimerConfig | Mapping[str, Any] | None = None,
        pace_ms: int = 0,
        match_id: str = LOCAL,
        now: int = 0,
    ) -> Match:
        """Start a match. `players` is a number, names or Players; `game` is a slug or the game itself."""
        plugin = registry.load(game) if isinstance(game, str) else game
        seats = seated(players)
        config = configure(plugin, len(seats), seed=seed, options=options, timer=timer, pace_ms=pace_ms)
        first = start(plugin, MatchId(match_id), seats, config, now)
        match = cls(plugin, first.state, first.events)
        match.stages, match._listings = first.stages, first.listings
        if first.state.due_at is not None:
            match._let_due_happen()
        return match

    @classmethod
    def from_record(
        cls, record: Mapping[str, Any] | Record, upto: int | None = None, *, game: GamePlugin | None = None
    ) -> Match:
        """The match after the first `upto` turns of a record; actions taken from there fork the match."""
        data = record if isinstance(record, Record) else decode_record(record)
        plugin = game or registry.load(data.game_id)
        first = opening(plugin, data)
        state, events = first.state, first.events
        match = cls(plugin, state, events)
        match.stages = first.stages
        for step in play_on(plugin, state, first_turns(data, upto)):
            match.state, match.now, match.stages = step.state, step.turn.at, step.stages
            match.turns.append(step.turn)
            match.events += step.events
        return match

    @property
    def to_act(self) -> tuple[PlayerId, ...]:
        """The players who still have to answer."""
        state = self.state
        return state.expected if state.status is _ACTIVE and not state.committed else state.to_act

    @property
    def scores(self) -> dict[PlayerId, float]:
        return dict(self.state.scores)

    @property
    def is_over(self) -> bool:
        status = self.state.status
        return status is not _ACTIVE and status is not _PAUSED

    @property
    def status(self) -> GameStatus:
        return self.state.status

    @property
    def result(self) -> GameResult | None:
        return self.state.result

    @property
    def turns_played(self) -> int:
        """The number of turns by players and by the clock; the log has one more if the match was abandoned."""
        return sum(not isinstance(turn.input, Abandon) for turn in self.turns)

    def valid_actions(self, player: str) -> Listing:
        """What the player may do, without expanding families."""
        seat: PlayerId = player  # type: ignore[assignment]
        listing = self._listings.get(seat)
        if listing is None:
            self._check_seat(seat)
            listing = self._listings[seat] = valid_actions(self.plugin, self.state, seat)
        return listing

    def legal_actions(self, player: str) -> LegalActions:
        """What the player may do, action by action; families are expanded only as far as needed."""
        listing = self._listings.get(player) or self.valid_actions(player)  # type: ignore[call-overload]
        if type(listing) is ListedActions:
            return listing
        if not listing:
            return NOTHING
        seat: PlayerId = player  # type: ignore[assignment]
        legal = self._members.get(seat)
        if legal is None:
            legal = self._members[seat] = FamilyActions(listing, seat, self.plugin.action_types)
        if all(isinstance(entry, Action) or entry.exact for entry in listing):
            return legal
        data = self.state.game_data
        return JudgedActions(legal, lambda action: isinstance(match_action(self.plugin, data, action, listing), Action))

    def act(self, action: Action, prompt: int | None = None) -> tuple[Event, ...]:
        """Take the action and return what happened; raises ActionRefused with the reason."""
        answer = Act(action, self.state.prompt if prompt is None else prompt)
        listing = self._listings.get(action.player_id)
        if self._members and self._is_member(action):
            listing = (action,)
        return self._take(advance(self.plugin, self.state, answer, self.now, listing=listing or None))

    def submit(self, input: Input) -> tuple[Event, ...]:
        """Apply any input to the match, now, and return what happened."""
        if isinstance(input, Action):
            raise TypeError("submit takes an input, such as Act(action, prompt); act takes an action")
        return self._take(advance(self.plugin, self.state, input, self.now))

    def _take(self, step: Step | Refusal) -> tuple[Event, ...]:
        if not isinstance(step, Step):  # faster than isinstance(step, Refusal), as this is the usual type
            raise ActionRefused(step)
        self._record(step)
        return step.events if step.state.due_at is None else step.events + self._let_due_happen()

    def _record(self, step: Step) -> None:
        before, self.state = self.state, step.state
        self.stages = step.stages
        self.turns.append(step.turn)
        self.events.extend(step.events)
        if step.listings or step.state.game_data is not before.game_data:
            self._listings = step.listings
            if self._members:
                self._members.clear()
        else:
            self._listings = self._still_asked(self._listings)
            self._members = self._still_asked(self._members)

    def _still_asked(self, known: dict[PlayerId, T]) -> dict[PlayerId, T]:
        """The entries of the seats that still have to answer: a commitment of one seat does not change the others'."""
        return {seat: known[seat] for seat in self.state.to_act if seat in known}

    def _is_member(self, action: Action) -> bool:
        """The action object came from the legal actions of this prompt, so the game lists it in this form."""
        made = self._members.get(action.player_id)
        return made is not None and made.has_made(action)

    def pass_time(self, ms: int) -> tuple[Event, ...]:
        """Advance the clock, and apply everything that becomes due on the way."""
        if ms < 0:
            raise ValueError("ms must not be negative")
        until, self.stages = self.now + ms, ()
        events: tuple[Event, ...] = ()
        while self.state.due_at is not None and self.state.due_at <= until:
            events += self._fall_due(self.state.due_at)
        self.now = until
        return events

    def view(self, player: str | None = None) -> PlayerView:
        """What this player may know now; None is a spectator."""
        viewer = None if player is None else PlayerId(player)
        if viewer is not None:
            self._check_seat(viewer)
        shown = view(self.plugin, self.state, viewer)
        return msgspec.structs.replace(shown, clocks=clocks(self.plugin, self.state, viewer))

    def record(self) -> dict[str, Any]:
        """The match so far as plain JSON data, which `from_record` can replay."""
        state = self.state
        record = Record(
            state.match_id,
            state.game_id,
            state.rules_version,
            state.players,
            state.config,
            self.started_at,
            tuple(self.turns),
        )
        plain: dict[str, Any] = msgspec.to_builtins(record)
        return plain

    def __repr__(self) -> str:
        state = self.state
        return f"<Match {state.match_id} of {state.game_id}, {state.status.value}, {len(self.turns)} turns>"

    def _check_seat(self, player: PlayerId) -> None:
        if player not in self.state.clocks:
            raise ValueError(f"no player is called {player!r}; there are: {', '.join(self.state.clocks)}")

    def _let_due_happen(self) -> tuple[Event, ...]:
        """Advance the clock through all due instants before which no player can act."""
        events: tuple[Event, ...] = ()
        while (due := self.state.due_at) is not None and (due <= self.now or not self.state.to_act):
            events += self._fall_due(due)
        return events

    def _fall_due(self, due: int) -> tuple[Event, ...]:
        self.now = max(self.now, due)
        step = advance(self.plugin, self.state, Due(self.state.prompt), self.now)
        assert not isinstance(step, Refusal)
        before = self.stages
        self._record(step)
        self.stages = before + step.stages
        return step.events


def seated(players: int | Sequence[str | Player]) -> tuple[Player, ...]:
    """Players with their seats, in turn order; a number makes players called `Player 1`, `Player 2` and so on."""
    if isinstance(players, int):
        return _strangers(players)
    return tuple(
        Player(seat(index), player, index) if isinstance(player, str) else player
        for index, player in enumerate(players)
    )


@cache
def _strangers(count: int) -> tuple[Player, ...]:
    return tuple(Player(seat(index), f"Player {index + 1}", index) for index in range(count))


def bot_player(index: int, name: str, bot_id: str) -> Player:
    """A player at this seat who is a bot."""
    return Player(seat(index), name, index, is_bot=True, bot_id=bot_id)


def configure(
    plugin: GamePlugin,
    players: int,
    *,
    seed: str | int | None = None,
    options: Mapping[str, Any] | None = None,
    timer: TimerConfig | Mapping[str, Any] | None = None,
    pace_ms: int = 0,
) -> GameConfig:
    """A checked configuration that contains every default; raises BadOptions with all errors."""
    control = UNTIMED if timer is None else read_timer(timer)
    typed, plain = _read_options(plugin, options) if options else _default_options(plugin)
    errors: list[Words] = (
        [] if plugin.min_players <= players <= plugin.max_players else [_wrong_number(plugin, players)]
    )
    try:
        errors += plugin.validate_config(typed, players)
    except Exception as error:
        raise broken(plugin, error) from error
    if control is not UNTIMED:
        errors += clock.config_errors(control)
    if pace_ms < 0:
        errors.append("pace_ms must not be negative")
    if errors:
        raise BadOptions(f"{plugin.game_id}: " + "; ".join(map(str, errors)), several(errors))
    text, salt = fresh_seed() if seed is None else (seed_text(seed), "")
    return GameConfig(plain, text, salt or derived_salt(text), control, pace_ms)


def read_timer(timer: TimerConfig | Mapping[str, Any]) -> TimerConfig:
    """A checked time control, from plain data or from a TimerConfig whose fields have not been checked."""
    try:
        return msgspec.convert(msgspec.to_builtins(timer), TimerConfig)
    except msgspec.ValidationError as error:
        raise BadOptions(f"the timer: {error}") from None


@cache
def _default_options(plugin: GamePlugin) -> tuple[Any, dict[str, Any]]:
    return _read_options(plugin, {})


def _read_options(plugin: GamePlugin, options: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
    """The options as the game's own Struct, and as the plain data that a record stores."""
    typed = decode_options(plugin, options)
    return typed, msgspec.json.decode(msgspec.json.encode(typed))


def decode_options(plugin: GamePlugin, options: Mapping[str, Any]) -> Any:
    """The game's own options Struct from plain data."""
    try:
        return msgspec.convert(dict(options), plugin.options_type)
    except msgspec.ValidationError as error:
        raise BadOptions(f"{plugin.game_id}: {complaint(plugin.options_type, options, error)}") from None


def _wrong_number(plugin: GamePlugin, players: int) -> str:
    least, most = plugin.min_players, plugin.max_players
    wanted = str(least) if least == most else f"{least} to {most}"
    return f"needs {wanted} players, not {players}"
