"""Handle timeouts: close the open prompt, and answer for the seats that have not answered."""

from __future__ import annotations

from gamenight.core.advancing.continue_prompt import confirmed, is_continue, to_continue
from gamenight.core.advancing.deadlines import answer_clock, is_decided, missing
from gamenight.core.advancing.draft import Draft
from gamenight.core.advancing.flow import SETTLE_LIMIT, in_seat_order, play, resolve, settle
from gamenight.core.advancing.leaving import forfeit
from gamenight.core.advancing.matching import list_actions, match_action
from gamenight.core.errors import PluginError
from gamenight.core.listing.actions import pick
from gamenight.core.model import Action, Event, PlayerId, Refusal, TimeoutBehavior
from gamenight.core.rng import Rng

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
