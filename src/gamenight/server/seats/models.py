"""Decisions about language models at seats: which have to answer, what follows a failure, what is logged. No calls.

Pure functions of the state, the table and the settings, so every node computes the same result.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import get_args

import msgspec
from msgspec import Struct

from gamenight.bots.llm_settings import LlmParameters
from gamenight.bots.registry import parameters_of, split_parameters, strategies
from gamenight.core.advancing.continue_prompt import is_continue
from gamenight.core.model import Action, GameState, MatchId, Player, PlayerId, seat
from gamenight.llm.deciding import ModelCall
from gamenight.llm.figures import FAULTS, figures_of
from gamenight.protocol.messages import ModelTrouble
from gamenight.server.seats.model_strategies import STRATEGY, is_model
from gamenight.server.settings import Settings
from gamenight.store.hall.decisions import ModelDecision, ModelTask, Spent
from gamenight.store.hall.table import ModelSeat, Table

DAY_MS = 24 * 60 * 60 * 1000

ILLEGAL = ("invalid_action", "malformed_action", "action_type_mismatch")
"""Refusals because of the move itself, not of the moment it came."""


@lru_cache(1_000)
def model_at(strategy: str | None) -> LlmParameters | None:
    """The parameters for asking the model of this strategy; None if the strategy is not a model."""
    if strategy is None or not is_model(strategy):
        return None
    rest = strategy.partition(":")[2]
    given = split_parameters(strategy, rest) if rest else {}
    own: LlmParameters = parameters_of(STRATEGY, strategies()[STRATEGY], given)
    return own


def model_of(state: GameState, player: PlayerId) -> LlmParameters | None:
    """The model that sits there, even if a bot plays for it by now."""
    return next((model_at(one.bot_id) for one in state.players if one.player_id == player and one.is_bot), None)


def model_shown(player: Player) -> str | None:
    """The public name of the model that plays for this player; None if none does."""
    model = model_at(player.bot_id) if player.is_bot else None
    return None if model is None else model.model or player.display_name


def seat_of(table: Table, player: PlayerId) -> ModelSeat | None:
    """The row about this model's seat; None if it was never stuck."""
    return next((one for one in table.models if seat(one.seat_index) == player), None)


def is_replaced(table: Table, player: PlayerId) -> bool:
    """Whether a bot plays for this model until the end."""
    own = seat_of(table, player)
    return own is not None and own.stand_in


def stuck_at(state: GameState, table: Table, player: PlayerId) -> ModelSeat | None:
    """The seat, if it is stuck at the open prompt."""
    own = seat_of(table, player)
    if own is None or own.stuck is None or own.prompt != state.prompt or state.is_over:
        return None
    return own


def freed_by(before: GameState, after: GameState, table: Table) -> list[PlayerId]:
    """The seats that were stuck before this turn and are not after it, as their prompt was closed."""
    stuck = [seat(one.seat_index) for one in table.models if stuck_at(before, table, seat(one.seat_index))]
    return [player for player in stuck if stuck_at(after, table, player) is None]


def trouble_of(stuck: ModelSeat) -> ModelTrouble:
    """Why the model is stuck; `configuration` for a reason that only newer servers know."""
    return stuck.stuck if stuck.stuck in get_args(ModelTrouble) else "configuration"  # type: ignore[return-value]


class Asked(Struct, frozen=True):
    """One duty of a model: the state in which it is asked, and its parameters."""

    state: GameState
    player: PlayerId
    duty: ModelTask
    model: LlmParameters

    @property
    def is_hidden(self) -> bool:
        return self.state.phase.hidden_actors


def asked_now(state: GameState, table: Table) -> Iterator[Asked]:
    """The answers that models have to give now. A stuck model is left out until players free it."""
    if is_continue(state.phase):
        return
    for player in state.to_act:
        model, own = model_of(state, player), seat_of(table, player)
        if model is not None and not is_replaced(table, player) and stuck_at(state, table, player) is None:
            retry = own.retries if own is not None and own.prompt == state.prompt else 0
            yield Asked(state, player, ModelTask(state.match_id, int(player[1:]), state.prompt, retry), model)


def played_after(outcome: str, model: LlmParameters, table: Table, *, is_hidden: bool) -> str:
    """Who makes the move after a decision with this outcome: a value for `Decision.played`."""
    if outcome == "answered":
        return "model"
    if is_hidden:
        # To wait or to play at random would reveal who was asked.
        return "pass"
    policy = model.on_failure
    if policy == "auto":
        policy = "wait" if table.places else "forfeit"
    # A seat does not lose because of a broken connection or an exhausted budget.
    if policy == "wait" or (policy == "forfeit" and outcome not in FAULTS):
        return "nobody"
    return policy


class Budget(Struct, frozen=True):
    """A spending limit for a match, for one of its seats, or since an instant. None means no limit."""

    usd: float | None
    calls: int | None
    match_id: MatchId | None = None
    seat_index: int | None = None
    since: int | None = None

    def is_used_up(self, spent: Spent) -> bool:
        """Whether the limit is reached. Calls of unknown price count as free, so limit the number of calls as well."""
        has_paid = self.usd is not None and spent.usd >= self.usd
        return has_paid or (self.calls is not None and spent.calls >= self.calls)


def budgets(settings: Settings, table: Table, duty: ModelTask, now: int) -> list[Budget]:
    """The limits that apply to this duty."""
    of_match, own = duty.match_id, table.settings
    limits = [
        Budget(own.max_usd, own.max_calls, of_match),
        Budget(settings.llm_usd_per_match or None, settings.llm_calls_per_match or None, of_match),
        Budget(settings.llm_usd_per_seat or None, settings.llm_calls_per_seat or None, of_match, duty.seat_index),
        Budget(settings.llm_usd_per_day or None, settings.llm_calls_per_day or None, since=now - DAY_MS),
    ]
    return [one for one in limits if one.usd is not None or one.calls is not None]


def decision_of(
    duty: ModelTask,
    began: int,
    ended: int,
    outcome: str,
    *,
    played: str,
    calls: Sequence[ModelCall],
    settings: Settings,
    reason: str = "",
    action: Action | None = None,
    is_hidden: bool = False,
    said: str = "",
) -> ModelDecision:
    """The ledger's row. Costs are always kept; prompts and replies only if the setting `llm_log` allows it."""
    figures = figures_of(calls)
    is_off = settings.llm_log == "off"
    return ModelDecision(
        seat_index=duty.seat_index,
        prompt=duty.prompt,
        retry=duty.retry,
        at=began,
        ended_at=max(began, ended),
        outcome=outcome,
        reason="" if is_off else reason,
        action=action,
        played=played,
        is_hidden=is_hidden,
        said="" if is_off else said,
        calls=tuple(_kept(call, settings) for call in calls),
        call_count=figures.calls,
        usd=figures.usd,
        unpriced=figures.unpriced,
        tokens=figures.input_tokens + figures.output_tokens,
    )


def _kept(call: ModelCall, settings: Settings) -> dict[str, object]:
    left_out = {
        "full": {},
        "answers": {"system": "", "user": ""},
        "off": {"system": "", "user": "", "reply": "", "reason": ""},
    }[settings.llm_log]
    kept: dict[str, object] = msgspec.to_builtins(call)
    return {**kept, **left_out}


def in_short(reason: str) -> str:
    """Why a model could not be asked, without the provider's own words, which may quote the prompt."""
    return ": ".join(reason.split(": ")[:2])
