"""Handle players who run out of time or leave, and matches that are paused or abandoned."""

from __future__ import annotations

from msgspec import to_builtins
from msgspec.structs import replace

from gamenight.core import clock, transitions
from gamenight.core.actions import pick
from gamenight.core.courtesy import asking, confirmed, is_continue, to_continue
from gamenight.core.draft import Draft
from gamenight.core.errors import PluginError
from gamenight.core.flow import (
    SETTLE_LIMIT,
    end_prompt,
    in_seat_order,
    play,
    resolve,
    resolve_if_ready,
    seats_asked,
    seats_to_continue,
    settle,
    shut,
    tell_of_prompt,
)
from gamenight.core.matching import list_actions, match_action
from gamenight.core.model import (
    Action,
    Event,
    GameResult,
    GameStatus,
    Phase,
    PlayerId,
    Rank,
    Reason,
    Refusal,
    SeatClock,
    Side,
    TimeoutBehavior,
)
from gamenight.core.ranking import fallen, sides_at
from gamenight.core.rng import Rng
from gamenight.core.text import Words
from gamenight.core.timing import (
    answer_clock,
    clock_when_asked,
    clocks_start_at,
    is_decided,
    missing,
    plan,
    runs_clocks,
)

Recorded = tuple[Action, ...] | None


def fall_due(draft: Draft, recorded: Recorded) -> None:
    """Close a phase that is decided or has reached its deadline, and answer for the seats that have not answered."""
    late = missing(draft)
    if late and not is_decided(draft):
        if draft.base.config.timer.timeout_behavior is TimeoutBehavior.LOSE_GAME and not draft.phase.courtesy:
            forfeit(draft, late, "timeout")
            return
        _answer_for(draft, late if draft.is_concurrent else late[:1], recorded)
    if draft.is_concurrent:
        resolve(draft)
        settle(draft)
    else:
        play(draft, draft.chosen[0])


def _answer_for(draft: Draft, seats: tuple[PlayerId, ...], recorded: Recorded) -> None:
    """Choose an action for each seat whose time is up; a replay takes the recorded actions."""
    wanted = recorded if recorded is not None else tuple(_timeout_choice(draft, seat) for seat in seats)
    if tuple(action.player_id for action in wanted) != seats:
        raise PluginError(f"{draft.plugin.game_id}: a timeout has to answer for {seats}, but the answers are {wanted}")
    draft.chosen = tuple(_listed(draft, action) for action in wanted)
    for seat in () if is_continue(draft.phase) else seats:
        audience = (seat,) if draft.phase.hidden_actors else None
        draft.events.append(Event("engine.timed_out", seat, {"prompt": draft.prompt}, {}, audience))
    if draft.is_concurrent:
        for seat in seats:
            answer_clock(draft, seat)
        answers = {**draft.committed, **{action.player_id: action for action in draft.chosen}}
        draft.committed = in_seat_order(draft, answers)


def _timeout_choice(draft: Draft, seat: PlayerId) -> Action:
    if is_continue(draft.phase):
        return to_continue(seat)[0]
    if draft.base.config.timer.timeout_behavior is TimeoutBehavior.RANDOM_ACTION:
        return _random_action(draft, seat)
    wanted = draft.plugin.timeout_action(draft.game_data, seat)
    if wanted is not None:
        return wanted
    for entry in list_actions(draft.plugin, draft.game_data, seat):
        if isinstance(entry, Action) and entry.action_type == "pass":
            return entry
    return _random_action(draft, seat)


def _random_action(draft: Draft, seat: PlayerId) -> Action:
    """A random legal action; an inexact family may need several tries.

    The random stream is separate from those of the game, because a replay takes the recorded action and draws nothing.
    """
    listing = list_actions(draft.plugin, draft.game_data, seat)
    if not listing:
        raise PluginError(f"{draft.plugin.game_id}: waits for {seat}, who has no valid action")
    rng = Rng(draft.base.config.random_seed, ("timeout", draft.base.turn_index, seat))
    for _ in range(SETTLE_LIMIT):
        listed = match_action(draft.plugin, draft.game_data, pick(listing, seat, rng), listing)
        if isinstance(listed, Action):
            return listed
    raise PluginError(f"{draft.plugin.game_id}: no sample of {seat}'s valid actions was legal")


def _listed(draft: Draft, action: Action) -> Action:
    asked = {e.action_type for e in draft.phase.expected_actions if e.player_id in (None, action.player_id)}
    is_engines = is_continue(draft.phase)
    listed = confirmed(action) if is_engines else match_action(draft.plugin, draft.game_data, action)
    if isinstance(listed, Refusal) or not asked & {None, action.action_type}:
        raise PluginError(f"{draft.plugin.game_id}: timeout_action gave an illegal action: {action}")
    return listed


def forfeit(draft: Draft, seats: tuple[PlayerId, ...], reason: str, message: Words = "") -> None:
    """These seats leave together; the match continues without them, or ends."""
    standing_before = _standing(draft)
    draft.out = (*draft.out, seats)
    _tell_of_leaving(draft, seats, reason, message)
    why: Reason = "timeout" if reason == "timeout" else "resignation" if reason == "resignation" else "forfeit"
    standing = _standing(draft)
    is_won = len(standing) == 1 < len(_sides(draft))
    if not standing or is_won or not _game_goes_on(draft, seats, why):
        _decide(draft, standing_before, seats, why)


def _tell_of_leaving(draft: Draft, seats: tuple[PlayerId, ...], reason: str, message: Words) -> None:
    kind = "engine.illegal_action" if reason == "illegal_action" else "engine.forfeited"
    payload = {"reason": reason, "message": to_builtins(message)} if message else {"reason": reason}
    draft.events += [Event(kind, seat, payload) for seat in seats]


def _game_goes_on(draft: Draft, seats: tuple[PlayerId, ...], reason: Reason) -> bool:
    """Let the game continue without these seats, or end by its own rules; False if the game cannot do either."""
    for seat in seats:
        rng = draft.rng()
        done = transitions.leave(draft.plugin, draft.game_data, seat, rng, draft.scores, draft.out, reason)
        if done is None:
            return False
        draft.take(done)
        if draft.result is not None:
            shut(draft)
            return True
    _keep_prompt_or_settle(draft)
    return True


def _sides(draft: Draft) -> Rank:
    return sides_at(draft.plugin, len(draft.seats), draft.game_data)


def _standing(draft: Draft) -> Rank:
    """The sides with a member who still plays."""
    gone = draft.gone
    return tuple(side for side in _sides(draft) if not gone.issuperset(side))


def _decide(draft: Draft, standing: Rank, leavers: Side, reason: Reason) -> None:
    """End the match without the game's rules: every standing side with a member among the leavers loses to the others.

    If all standing sides have such a member, they share the first place. Sides that had left earlier follow; the first
    that left is last. The scores stay as the game set them; the ranking and the reason show who won and why.
    """
    stayed = tuple(side for side in standing if not set(side) & set(leavers))
    lost = tuple(side for side in standing if side not in stayed)
    before = fallen(_sides(draft), draft.out[:-1])
    places = tuple(filter(None, (stayed, lost, *reversed(before))))
    draft.result = GameResult(places, reason, {"left": list(leavers)})
    shut(draft)


def _keep_prompt_or_settle(draft: Draft) -> None:
    """Keep the open prompt with the actions that others have committed, if the phase keeps its name; else settle."""
    phase = draft.plugin.phase_of(draft.game_data)
    if phase.auto_resolve and is_continue(draft.phase) and phase.name == draft.phase.name:
        _keep_asking_to_continue(draft, phase)
        return
    if phase.auto_resolve or phase.name != draft.phase.name:
        end_prompt(draft)
        settle(draft)
        return
    asked_before, draft.phase = draft.expected, phase
    draft.expected = seats_asked(draft, phase)
    draft.committed = in_seat_order(draft, {s: a for s, a in draft.committed.items() if _still_legal(draft, a)})
    if runs_clocks(draft):
        draft.clocks = {seat: _clock_after_leaving(draft, seat, own) for seat, own in draft.clocks.items()}
    if draft.is_concurrent:
        resolve_if_ready(draft)
        return
    if draft.expected != asked_before:
        tell_of_prompt(draft)
    plan(draft)


def _keep_asking_to_continue(draft: Draft, phase: Phase) -> None:
    """Keep asking the other seats to continue, and keep the answers that they gave."""
    draft.phase = asking(draft, phase) or replace(draft.phase, expected_actions=())
    draft.expected = seats_to_continue(draft)
    draft.committed = in_seat_order(draft, draft.committed)
    draft.clocks = {seat: _clock_after_leaving(draft, seat, own) for seat, own in draft.clocks.items()}
    resolve_if_ready(draft)


def _clock_after_leaving(draft: Draft, seat: PlayerId, own: SeatClock) -> SeatClock:
    """Start the clock of a seat that was not asked before; do not charge a seat that is no longer asked."""
    if own.on_duty:
        return own if seat in draft.expected else clock.cancel(own)
    return clock_when_asked(draft, seat, own)


def _still_legal(draft: Draft, action: Action) -> bool:
    if action.player_id not in draft.expected:
        return False
    return isinstance(match_action(draft.plugin, draft.game_data, action), Action)


def pause(draft: Draft, reason: Words) -> None:
    draft.status, draft.pause_reason, draft.paused_at, draft.due_at = GameStatus.PAUSED, reason, draft.now, None
    draft.clocks = {seat: clock.stop(own, draft.now) for seat, own in draft.clocks.items()}
    draft.events.append(Event("engine.paused", None, {"reason": to_builtins(reason)}))


def resume(draft: Draft) -> None:
    assert draft.paused_at is not None
    draft.opened_at += draft.now - draft.paused_at
    draft.status, draft.pause_reason, draft.paused_at = GameStatus.ACTIVE, None, None
    draft.clocks = {seat: clock.run(own, clocks_start_at(draft)) for seat, own in draft.clocks.items()}
    draft.events.append(Event("engine.resumed"))
    plan(draft)


def abandon(draft: Draft, status: GameStatus, reason: Words) -> None:
    kind = "engine.error" if status is GameStatus.ERROR else "engine.abandoned"
    draft.events.append(Event(kind, None, {"message": to_builtins(reason)}))
    draft.result = GameResult((), "abandonment")
    shut(draft, status)
