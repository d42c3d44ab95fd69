"""A state in the making: one input's way from the old state to the new one.

Only `engine` makes drafts. A draft that raises is dropped, and the state it was made from is still whole.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from gamenight.core import clock
from gamenight.core.actions import pick
from gamenight.core.errors import PluginError
from gamenight.core.matching import list_actions, match_action
from gamenight.core.model import (
    SYSTEM,
    Action,
    ConcurrentMode,
    Event,
    GameConfig,
    GameId,
    GameResult,
    GameState,
    GameStatus,
    Input,
    MatchId,
    Phase,
    Player,
    PlayerId,
    Reason,
    Refusal,
    SeatClock,
    Step,
    TimeoutBehavior,
    TimerMode,
    TransitionResult,
    Turn,
)
from gamenight.core.plugin import GamePlugin
from gamenight.core.rng import Rng, commitment

SETTLE_LIMIT = 1000

GAME_OVER = Phase("game_over")
AUTO_RESOLVE = Action("auto_resolve", SYSTEM)


class Draft:
    """The mutable working copy of a GameState, with the events that have happened on the way."""

    __slots__ = (
        "base", "calls", "chosen", "clocks", "committed", "due_at", "events", "expected", "game_data", "now", "opened_at",
        "out", "pause_reason", "paused_at", "phase", "plugin", "prompt", "result", "round", "scores", "status",
    )  # fmt: skip

    def __init__(self, plugin: GamePlugin, state: GameState, now: int) -> None:
        self.plugin = plugin
        self.base = state
        self.now = now
        self.calls = 0
        self.events: list[Event] = []
        self.chosen: tuple[Action, ...] = ()
        self.status = state.status
        self.game_data = state.game_data
        self.phase = state.phase
        self.prompt = state.prompt
        self.expected = state.expected
        self.committed = state.committed
        self.scores = state.scores
        self.out = state.out
        self.clocks = state.clocks
        self.opened_at = state.opened_at
        self.due_at = state.due_at
        self.round = state.round
        self.paused_at = state.paused_at
        self.pause_reason = state.pause_reason
        self.result = state.result

    @classmethod
    def of_new_match(
        cls, plugin: GamePlugin, match_id: MatchId, players: tuple[Player, ...], config: GameConfig, now: int
    ) -> Draft:
        """The draft in which the game has been set up and the first prompt is open."""
        seats = tuple(player.player_id for player in players)
        blank = GameState(
            match_id, GameId(plugin.game_id), plugin.rules_version, players, config, GameStatus.ACTIVE, None, GAME_OVER,
            0, (), {}, dict.fromkeys(seats, 0.0), (), dict.fromkeys(seats, clock.fresh(config.timer)), now, None, now, 0,
        )  # fmt: skip
        draft = cls(plugin, blank, now)
        promise = commitment(config.random_seed, config.salt)
        draft.events.append(
            Event("engine.match_started", None, {"game_id": plugin.game_id, "players": seats, "commitment": promise})
        )
        options = msgspec.convert(config.options, plugin.options_type)
        rng = Rng(config.random_seed, ("start",))
        draft.take(draft.call(plugin.create_initial_state, seats, options, rng))
        draft.settle()
        return draft

    def step(self, actor: PlayerId, input: Input) -> Step:
        """The accepted input as a turn, with the state and the events that it led to."""
        turn = Turn(self.base.turn_index, actor, input, self.now, self.chosen)
        return Step(self.state(self.base.turn_index + 1), turn, tuple(self.events))

    def state(self, turn_index: int = 0) -> GameState:
        base = self.base
        return GameState(
            base.match_id, base.game_id, base.rules_version, base.players, base.config, self.status, self.game_data,
            self.phase, self.prompt, self.expected, self.committed, self.scores, self.out, self.clocks, self.opened_at,
            self.due_at, self.now, turn_index, self.round, self.paused_at, self.pause_reason, self.result,
        )  # fmt: skip

    # What an input does

    def play(self, action: Action) -> None:
        """Apply an action in a sequential phase."""
        result = self.call(self.plugin.apply_action, self.game_data, action, self.rng())
        if self.has_time():
            self.finish_clock(action.player_id)
        self.close(result)
        self.settle()

    def commit(self, action: Action) -> None:
        """Buffer an action in a concurrent phase, unseen, and resolve the phase if that was all it waited for."""
        player = action.player_id
        self.committed = {
            p: action if p == player else self.committed[p] for p in self.expected if p in self.committed or p == player
        }
        self.events.append(Event("engine.committed", player, {"prompt": self.prompt}, {}, (player,)))
        if self.phase.closes == "complete":
            self.finish_clock(player)
            self.clocks = {**self.clocks, player: clock.leave_duty(self.base.config.timer, self.clocks[player])}
        self.settle_commitments()

    def fall_due(self, recorded: tuple[Action, ...] | None) -> None:
        """Do what time does: close a phase that is decided or at its deadline, and answer for whoever is missing."""
        missing = self.missing()
        if missing and not self.is_decided():
            if self.base.config.timer.timeout_behavior is TimeoutBehavior.LOSE_GAME and not self.phase.courtesy:
                self.forfeit(missing, "timeout")
                return
            if self.phase.mode is ConcurrentMode.SEQUENTIAL:
                missing = missing[:1]
            self.answer_for(missing, recorded)
        if self.phase.mode is ConcurrentMode.SEQUENTIAL:
            self.play(self.chosen[0])
        else:
            self.resolve()
            self.settle()

    def answer_for(self, seats: tuple[PlayerId, ...], recorded: tuple[Action, ...] | None) -> None:
        """Choose for the seats whose time is up; a replay takes what was recorded."""
        actions = recorded if recorded is not None else tuple(self.timeout_choice(seat) for seat in seats)
        self.chosen = tuple(self.listed(action) for action in actions)
        for action in self.chosen:
            seat = action.player_id
            audience = (seat,) if self.phase.hidden_actors else None
            self.events.append(Event("engine.timed_out", seat, {"prompt": self.prompt}, {}, audience))
            if self.phase.mode is ConcurrentMode.CONCURRENT:
                self.finish_clock(seat)
        answers = {**self.committed, **{action.player_id: action for action in self.chosen}}
        if self.phase.mode is ConcurrentMode.CONCURRENT:
            self.committed = {seat: answers[seat] for seat in self.expected if seat in answers}

    def timeout_choice(self, seat: PlayerId) -> Action:
        plugin, timer = self.plugin, self.base.config.timer
        listing = list_actions(plugin, self.game_data, seat)
        if timer.timeout_behavior is not TimeoutBehavior.RANDOM_ACTION:
            wanted = self.call(plugin.timeout_action, self.game_data, seat)
            if wanted is not None:
                return wanted
            for entry in listing:
                if isinstance(entry, Action) and entry.action_type == "pass":
                    return entry
        return self.random_action(seat)

    def random_action(self, seat: PlayerId) -> Action:
        """A random legal action from the match's own stream; an inexact family may need several tries."""
        listing = list_actions(self.plugin, self.game_data, seat)
        if not listing:
            raise PluginError(f"{self.plugin.game_id}: waits for {seat}, who has no valid action")
        rng = self.rng()
        for _ in range(SETTLE_LIMIT):
            listed = match_action(self.plugin, self.game_data, pick(listing, seat, rng), listing)
            if isinstance(listed, Action):
                return listed
        raise PluginError(f"{self.plugin.game_id}: no sample of {seat}'s valid actions was legal")

    def listed(self, action: Action) -> Action:
        listed = match_action(self.plugin, self.game_data, action)
        if isinstance(listed, Refusal):
            raise PluginError(f"{self.plugin.game_id}: timeout_action gave an illegal action: {listed.message}")
        return listed

    def forfeit(self, seats: tuple[PlayerId, ...], reason: str, message: str = "") -> None:
        """These seats leave together; the match goes on without them, or is over."""
        before, self.out = self.out, (*self.out, *seats)
        for seat in seats:
            kind = "engine.illegal_action" if reason == "illegal_action" else "engine.forfeited"
            payload = {"reason": reason, "message": message} if message else {"reason": reason}
            self.events.append(Event(kind, seat, payload))
        left = tuple(p.player_id for p in self.base.players if p.player_id not in self.out)
        why: Reason = reason if reason in ("timeout", "resignation") else "forfeit"  # type: ignore[assignment]
        if len(left) < 2:
            self.decide(left or seats, before if not left else self.out, why)
            return
        for seat in seats:
            result = self.call(self.plugin.on_player_forfeit, self.game_data, seat, self.rng())
            if result is None:
                self.decide(left, self.out, why)
                return
            self.take(result)
            if self.result is not None:
                self.shut()
                return
        self.go_on_without(seats)

    def decide(self, winners: tuple[PlayerId, ...], out: tuple[PlayerId, ...], reason: Reason) -> None:
        """The engine itself ends the match: the winners share one point, whoever left last is placed before."""
        self.scores = {p.player_id: 1.0 / len(winners) if p.player_id in winners else 0.0 for p in self.base.players}
        self.result = GameResult((winners, *((seat,) for seat in reversed(out))), reason)
        self.shut()

    def go_on_without(self, seats: tuple[PlayerId, ...]) -> None:
        """Keep the open prompt, with the others' commitments, if the phase keeps its name; else settle."""
        phase: Phase = self.call(self.plugin.phase_of, self.game_data)
        if phase.auto_resolve or phase.name != self.phase.name:
            self.end_prompt()
            self.settle()
            return
        asked = self.expected
        self.phase = phase
        self.expected = self.seats_asked(phase)
        kept = {seat: action for seat, action in self.committed.items() if seat in self.expected}
        self.committed = {
            seat: a for seat, a in kept.items() if isinstance(match_action(self.plugin, self.game_data, a), Action)
        }
        self.clocks = {
            seat: own if (seat in asked) == (seat in self.expected) else self.clock_at_opening(seat, clock.cancel(own))
            for seat, own in self.clocks.items()
        }
        if phase.mode is ConcurrentMode.CONCURRENT:
            self.settle_commitments()
        else:
            self.plan()

    def pause(self, reason: str) -> None:
        self.status, self.pause_reason, self.paused_at = GameStatus.PAUSED, reason, self.now
        self.clocks = {seat: clock.stop(own, self.now) for seat, own in self.clocks.items()}
        self.due_at = None
        self.events.append(Event("engine.paused", None, {"reason": reason}))

    def resume(self) -> None:
        assert self.paused_at is not None
        self.opened_at += self.now - self.paused_at
        self.status, self.pause_reason, self.paused_at = GameStatus.ACTIVE, None, None
        self.clocks = {seat: clock.run(own, self.now) for seat, own in self.clocks.items()}
        self.events.append(Event("engine.resumed"))
        self.plan()

    def abandon(self, status: GameStatus, reason: str) -> None:
        kind = "engine.error" if status is GameStatus.ERROR else "engine.abandoned"
        self.events.append(Event(kind, None, {"message": reason}))
        self.result = GameResult((), "abandonment")
        self.shut(status)

    # The flow between prompts

    def settle(self) -> None:
        """Resolve what needs no player until a prompt is open or the match is over."""
        for _ in range(SETTLE_LIMIT):
            if self.result is not None:
                self.shut()
                return
            phase: Phase = self.call(self.plugin.phase_of, self.game_data)
            if phase.auto_resolve:
                self.take(self.call(self.plugin.apply_action, self.game_data, AUTO_RESOLVE, self.rng()))
                continue
            self.open_prompt(phase)
            if phase.mode is ConcurrentMode.SEQUENTIAL or not self.is_ready():
                self.plan()
                return
            self.resolve()
        raise PluginError(f"{self.plugin.game_id}: auto-resolve did not end after {SETTLE_LIMIT} steps")

    def settle_commitments(self) -> None:
        if self.is_ready():
            self.resolve()
            self.settle()
        else:
            self.plan()

    def open_prompt(self, phase: Phase) -> None:
        self.phase = phase
        self.prompt += 1
        self.opened_at = self.now
        self.expected = asked = self.seats_asked(phase)
        actor = asked[0] if len(asked) == 1 else None
        self.events.append(Event("engine.turn_started", actor, {"prompt": self.prompt, "phase": phase.name}))
        self.committed = self.single_answers() if phase.hidden_actors else {}
        if self.has_time():
            self.start_clocks()

    def seats_asked(self, phase: Phase) -> tuple[PlayerId, ...]:
        """The seats that the phase waits for, in seat order; those who have left are never among them."""
        wanted = {expected.player_id for expected in phase.expected_actions}
        if len(wanted) == 1 and not self.out and None not in wanted:
            return tuple(wanted)  # type: ignore[arg-type]
        asked = tuple(
            p.player_id for p in self.base.players if p.player_id not in self.out and self.is_asked(p.player_id, wanted)
        )
        if phase.mode is ConcurrentMode.SEQUENTIAL and not asked:
            raise PluginError(f"{self.plugin.game_id}: phase {phase.name!r} waits for nobody who can act")
        return asked

    def is_asked(self, seat: PlayerId, wanted: set[PlayerId | None]) -> bool:
        if seat in wanted:
            return True
        return None in wanted and bool(list_actions(self.plugin, self.game_data, seat))

    def single_answers(self) -> dict[PlayerId, Action]:
        """The commitments of the seats that have one valid action, so that nobody waits for their only answer."""
        answers = {}
        for seat in self.expected:
            listing = list_actions(self.plugin, self.game_data, seat)
            if not listing:
                raise PluginError(
                    f"{self.plugin.game_id}: phase {self.phase.name!r} waits for {seat}, who has no valid action"
                )
            if len(listing) == 1 and isinstance(listing[0], Action):
                answers[seat] = listing[0]
        return answers

    def resolve(self) -> None:
        """Close a concurrent phase: the commitments take effect together."""
        actions = self.committed
        result = self.call(self.plugin.resolve_concurrent_actions, self.game_data, actions, self.rng())
        if self.phase.reveals:
            self.events.append(Event("engine.revealed", None, {"prompt": self.prompt, "actions": _plain(actions)}))
        self.close(result)

    def close(self, result: TransitionResult) -> None:
        self.take(result)
        self.end_prompt()

    def end_prompt(self) -> None:
        self.events.append(Event("engine.turn_finished", None, {"prompt": self.prompt}))
        if self.has_time():
            self.clocks = {seat: clock.cancel(own) if own.on_duty else own for seat, own in self.clocks.items()}
        self.committed = {}

    def shut(self, status: GameStatus = GameStatus.FINISHED) -> None:
        """The match is over: nothing is asked, no clock runs, the seed is no secret any more."""
        assert self.result is not None
        self.status, self.phase, self.expected, self.committed, self.due_at = status, GAME_OVER, (), {}, None
        self.pause_reason = self.paused_at = None
        self.clocks = {seat: clock.cancel(own) for seat, own in self.clocks.items()}
        config = self.base.config
        self.events.append(Event("engine.match_finished", None, {
            "status": status.value, "reason": self.result.reason, "ranking": self.result.ranking, "scores": self.scores,
            "seed": config.random_seed, "salt": config.salt,
        }))  # fmt: skip

    def take(self, result: TransitionResult) -> None:
        """Take over what the game returned."""
        self.game_data = result.game_data
        for event in result.events:
            self.events.append(
                Event("game." + event.event_type, event.player_id, event.payload, event.secret, event.audience)
            )
        if result.scores is not None:
            self.scores = result.scores
        self.result = result.game_over

    # Time

    def has_time(self) -> bool:
        """Some clock may run here; an untimed match skips all of it."""
        return self.base.config.timer.mode is not TimerMode.NONE or self.is_timed_by_phase() or self.due_at is not None

    def is_timed_by_phase(self) -> bool:
        return any(expected.timeout_ms is not None for expected in self.phase.expected_actions)

    def start_clocks(self) -> None:
        bonus = self.round_bonus_due()
        timer = self.base.config.timer
        for seat, own in self.clocks.items():
            if seat not in self.expected:
                own = clock.leave_duty(timer, own)
            self.clocks = {
                **self.clocks,
                seat: self.clock_at_opening(seat, clock.add_round_bonus(timer, own) if bonus else own),
            }

    def clock_at_opening(self, seat: PlayerId, own: SeatClock) -> SeatClock:
        if seat not in self.expected or seat in self.committed:
            return own
        timeouts = [
            e.timeout_ms
            for e in self.phase.expected_actions
            if e.player_id in (None, seat) and e.timeout_ms is not None
        ]
        return clock.begin(self.base.config.timer, own, self.now, max(timeouts, default=None))

    def round_bonus_due(self) -> bool:
        """A new round has begun, by the phase's own count in `metadata["round"]`; the first brings no bonus."""
        number = self.phase.metadata.get("round", self.round)
        is_new, self.round = number > self.round > 0, max(self.round, number)
        return is_new

    def finish_clock(self, seat: PlayerId) -> None:
        self.clocks = {**self.clocks, seat: clock.finish(self.base.config.timer, self.clocks[seat], self.now)}

    def missing(self) -> tuple[PlayerId, ...]:
        return tuple(seat for seat in self.expected if seat not in self.committed)

    def is_decided(self) -> bool:
        if self.phase.mode is ConcurrentMode.SEQUENTIAL or self.phase.closes == "deadline":
            return False
        return not self.missing() or self.call(self.plugin.is_decided, self.game_data, self.committed)

    def is_ready(self) -> bool:
        """The open concurrent prompt can be resolved now."""
        return self.is_decided() and (not self.phase.hidden_actors or self.now >= self.paced_until())

    def paced_until(self) -> int:
        return self.opened_at + self.base.config.pace_ms

    def plan(self) -> None:
        """Set the next instant at which time does something."""
        self.due_at = self.next_due() if self.status is GameStatus.ACTIVE else None

    def next_due(self) -> int | None:
        hidden = self.phase.hidden_actors
        if hidden and self.is_decided():
            return self.paced_until()
        waited = self.expected if self.phase.closes == "deadline" else self.missing()
        deadlines = [self.clocks[seat].deadline for seat in waited]
        if not deadlines or None in deadlines:
            return None
        latest = max(deadline for deadline in deadlines if deadline is not None)
        return max(latest, self.paced_until()) if hidden else latest

    # Calling the game

    def rng(self) -> Rng:
        """A stream of its own for each call within the turn."""
        self.calls += 1
        return Rng(self.base.config.random_seed, ("turn", self.base.turn_index, self.calls - 1))

    def call(self, method: Callable[..., Any], *arguments: Any) -> Any:
        try:
            return method(*arguments)
        except PluginError:
            raise
        except Exception as error:
            raise PluginError(f"{self.plugin.game_id}: {method.__name__} failed: {error!r}") from error


def _plain(actions: dict[PlayerId, Action]) -> dict[str, Any]:
    return {
        seat: {"action_type": a.action_type, "payload": msgspec.to_builtins(a.payload)} for seat, a in actions.items()
    }
