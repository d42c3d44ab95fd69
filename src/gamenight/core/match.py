"""Match: a pleasant way to play in one process, with a clock that only moves when told to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from gamenight.core import clock, registry
from gamenight.core.actions import LISTING_LIMIT, Listing, any_family, expand
from gamenight.core.engine import advance, clocks, start, view
from gamenight.core.errors import ActionRefused, BadOptions
from gamenight.core.fields import complaint
from gamenight.core.matching import match_action, valid_actions
from gamenight.core.model import (
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
    Step,
    TimerConfig,
    Turn,
    seat,
)
from gamenight.core.plugin import GamePlugin, broken
from gamenight.core.replay import decode_record, first_turns, opening, play_on
from gamenight.core.rng import derived_salt, fresh_seed, seed_text

LOCAL = MatchId("local")
UNTIMED = TimerConfig()


class Match:
    """One match being played: ask who is to act and what they may do, act, look."""

    __slots__ = ("_listings", "events", "now", "plugin", "started_at", "state", "turns")

    def __init__(self, plugin: GamePlugin, state: GameState, events: Sequence[Event]) -> None:
        self.plugin = plugin
        self.state = state
        self.now = self.started_at = state.last_at
        self.events: list[Event] = list(events)
        self.turns: list[Turn] = []
        self._listings: dict[PlayerId, Listing] = {}

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
        """A new match; `players` is their number, their names or who they are, `game` a slug or the game itself."""
        plugin = registry.load(game) if isinstance(game, str) else game
        seats = seated(players)
        config = configure(plugin, len(seats), seed=seed, options=options, timer=timer, pace_ms=pace_ms)
        state, events = start(plugin, MatchId(match_id), seats, config, now)
        match = cls(plugin, state, events)
        match._let_due_happen()
        return match

    @classmethod
    def from_record(
        cls, record: Mapping[str, Any] | Record, upto: int | None = None, *, game: GamePlugin | None = None
    ) -> Match:
        """The match after the first `upto` turns of a record; playing on from there is a fork."""
        data = record if isinstance(record, Record) else decode_record(record)
        plugin = game or registry.load(data.game_id)
        state, events = opening(plugin, data)
        match = cls(plugin, state, events)
        for step in play_on(plugin, state, first_turns(data, upto)):
            match.state, match.now = step.state, step.turn.at
            match.turns.append(step.turn)
            match.events += step.events
        return match

    @property
    def to_act(self) -> tuple[PlayerId, ...]:
        """The players whose answer is missing."""
        return self.state.to_act

    @property
    def scores(self) -> dict[PlayerId, float]:
        return dict(self.state.scores)

    @property
    def is_over(self) -> bool:
        return self.state.is_over

    @property
    def status(self) -> GameStatus:
        return self.state.status

    @property
    def result(self) -> GameResult | None:
        return self.state.result

    def valid_actions(self, player: str) -> Listing:
        """What the player may do, with families as families."""
        seat: PlayerId = player  # type: ignore[assignment]
        listing = self._listings.get(seat)
        if listing is None:
            self._check_seat(seat)
            listing = self._listings[seat] = valid_actions(self.plugin, self.state, seat)
        return listing

    def legal_actions(self, player: str) -> list[Action]:
        """Every action that the player may take; TooManyActions beyond 10,000."""
        listing = self.valid_actions(player)
        if not any_family(listing) and len(listing) <= LISTING_LIMIT:
            return list(listing)  # type: ignore[arg-type]
        actions = expand(listing, PlayerId(player), self.plugin.action_types)
        if all(isinstance(entry, Action) or entry.exact for entry in listing):
            return actions
        matched = [match_action(self.plugin, self.state.game_data, action, listing) for action in actions]
        return [action for action in matched if isinstance(action, Action)]

    def act(self, action: Action, prompt: int | None = None) -> tuple[Event, ...]:
        """Take the action and return what happened; ActionRefused says why not."""
        answer = Act(action, self.state.prompt if prompt is None else prompt)
        listing = self._listings.get(action.player_id)
        return self._take(advance(self.plugin, self.state, answer, self.now, listing=listing or None))

    def submit(self, input: Input) -> tuple[Event, ...]:
        """Put any input to the match, now, and return what happened."""
        if isinstance(input, Action):
            raise TypeError("submit takes an input, such as Act(action, prompt); act takes an action")
        return self._take(advance(self.plugin, self.state, input, self.now))

    def _take(self, step: Step | Refusal) -> tuple[Event, ...]:
        if type(step) is Refusal:
            raise ActionRefused(step)
        assert type(step) is Step
        self._record(step)
        return step.events if step.state.due_at is None else step.events + self._let_due_happen()

    def _record(self, step: Step) -> None:
        self.state = step.state
        self.turns.append(step.turn)
        self.events += step.events
        self._listings = step.listings

    def pass_time(self, ms: int) -> tuple[Event, ...]:
        """Let the clock run, and happen what becomes due meanwhile."""
        if ms < 0:
            raise ValueError("time does not run backwards")
        until = self.now + ms
        events: tuple[Event, ...] = ()
        while self.state.due_at is not None and self.state.due_at <= until:
            events += self._fall_due(self.state.due_at)
        self.now = until
        return events

    def view(self, player: str | None = None) -> PlayerView:
        """What this player, or a spectator, may know now."""
        viewer = None if player is None else PlayerId(player)
        if viewer is not None:
            self._check_seat(viewer)
        shown = view(self.plugin, self.state, viewer)
        return msgspec.structs.replace(shown, clocks=clocks(self.plugin, self.state, viewer))

    def record(self) -> dict[str, Any]:
        """The match so far as JSON-able data, from which `from_record` plays it again."""
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
        """Move the clock to what is due when no player can do anything before."""
        events: tuple[Event, ...] = ()
        while (due := self.state.due_at) is not None and (due <= self.now or not self.state.to_act):
            events += self._fall_due(due)
        return events

    def _fall_due(self, due: int) -> tuple[Event, ...]:
        self.now = max(self.now, due)
        step = advance(self.plugin, self.state, Due(self.state.prompt), self.now)
        assert not isinstance(step, Refusal)
        self._record(step)
        return step.events


def seated(players: int | Sequence[str | Player]) -> tuple[Player, ...]:
    """Players at their seats, in turn order; a number gives them plain names."""
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
    """A bot at this seat."""
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
    """A checked configuration with every default written out; BadOptions names all that is wrong."""
    control = UNTIMED if timer is None else read_timer(timer)
    typed, plain = _read_options(plugin, options) if options else _default_options(plugin)
    errors = [] if plugin.min_players <= players <= plugin.max_players else [_wrong_number(plugin, players)]
    try:
        errors += plugin.validate_config(typed, players)
    except Exception as error:
        raise broken(plugin, error) from error
    if control is not UNTIMED:
        errors += clock.config_errors(control)
    if pace_ms < 0:
        errors.append("pace_ms must not be negative")
    if errors:
        raise BadOptions(f"{plugin.game_id}: " + "; ".join(errors))
    text, salt = fresh_seed() if seed is None else (seed_text(seed), "")
    return GameConfig(plain, text, salt or derived_salt(text), control, pace_ms)


def read_timer(timer: TimerConfig | Mapping[str, Any]) -> TimerConfig:
    """A time control from plain data, or one made by hand, whose fields nothing has checked yet."""
    try:
        return msgspec.convert(msgspec.to_builtins(timer), TimerConfig)
    except msgspec.ValidationError as error:
        raise BadOptions(f"the timer: {error}") from None


@cache
def _default_options(plugin: GamePlugin) -> tuple[Any, dict[str, Any]]:
    return _read_options(plugin, {})


def _read_options(plugin: GamePlugin, options: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
    """The options as the game's own Struct, and as the plain data that will come back from a record."""
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
