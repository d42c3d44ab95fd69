"""The AI log of a match: the decisions of its language models that a viewer may see.

A prompt contains a hand. While the match is played, a seat therefore sees everything about its own model and those
that it sponsors, but of other models only the failures that the table was notified of. Viewers without a seat see
nothing. After the end everybody who may see the replay sees everything.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import msgspec
from msgspec.structs import replace

from gamenight.core.model import Act, Due, Forfeit, PlayerId, Turn, seat
from gamenight.llm.deciding import ModelCall
from gamenight.llm.figures import FAULTS
from gamenight.protocol.bodies import AiLogShown, CallShown, DecisionShown
from gamenight.server.match.live import LiveMatch
from gamenight.store.hall.decisions import BUDGET, ModelDecision, turn_of
from gamenight.store.hall.table import Table

NOBODY_S_FAULT = ("transport", "configuration")
FAILED = (*FAULTS, *NOBODY_S_FAULT, BUDGET)
"""Outcomes that the table is notified of, unless the prompt was hidden."""


async def ai_log(live: LiveMatch, viewer: PlayerId | None, *, is_over: bool) -> AiLogShown:
    """The decisions that this viewer may see; None is a viewer without a seat. `is_over` as far as they may know."""
    if viewer is None and not is_over:
        return AiLogShown(())
    decisions = await live.node.ledger.decisions(live.match_id)
    # The number of turns would reveal who was asked in hidden prompts.
    turns = await live.node.store.turns(live.match_id) if is_over else ()
    full = None if is_over else seats_in_full(live.table, viewer)
    return AiLogShown(tuple(told(decisions, live.table, full, turns, with_reasons=live.node.settings.llm_details)))


def is_over_for(live: LiveMatch, viewer: PlayerId | None) -> bool:
    """Whether the match is over, as far as this viewer may know."""
    state = live.channel(viewer).state
    return live.ended is not None or (state is not None and state.is_over)


def seats_in_full(table: Table, viewer: PlayerId | None) -> frozenset[int]:
    """The seats whose hands this player knows: their own, and those that they sponsor."""
    if viewer is None:
        return frozenset()
    own = int(viewer[1:])
    return frozenset({own, *(place.seat_index for place in table.places if place.sponsor == own)})


def told(
    decisions: Iterable[ModelDecision],
    table: Table,
    full: frozenset[int] | None,
    turns: Sequence[Turn],
    *,
    with_reasons: bool,
) -> Iterator[DecisionShown]:
    """The decisions of the seats in `full` (None: all), and short forms of those that the table was notified of."""
    hosted, answers = {place.seat_index for place in table.places}, _by_prompt(turns)
    forfeits = [turn for turn in turns if isinstance(turn.input, Forfeit)]
    for one in _joined(decisions, hosted):
        if full is None or one.seat_index in full:
            yield _in_full(one, turn_of(one, answers[one.prompt] + forfeits), with_reasons=with_reasons)
        elif one.outcome in FAILED and not one.is_hidden and one.seat_index not in hosted:
            yield _in_short(one)


def _by_prompt(turns: Iterable[Turn]) -> defaultdict[int, list[Turn]]:
    """The turns by the prompt that they answer; to search all turns for each decision takes too long."""
    answers: defaultdict[int, list[Turn]] = defaultdict(list)
    for turn in turns:
        if isinstance(turn.input, Act | Due):
            answers[turn.input.prompt].append(turn)
    return answers


def _joined(decisions: Iterable[ModelDecision], hosted: set[int]) -> Iterator[ModelDecision]:
    """The decisions, with the separate replies of a hosted model to one prompt joined into one."""
    for (seat_index, _), group in groupby(
        sorted(decisions, key=lambda one: (one.prompt, one.seat_index)), key=lambda one: (one.seat_index, one.prompt)
    ):
        several = list(group)
        if seat_index not in hosted:
            yield from several
            continue
        calls = [replace(_call(call), attempt=number) for number, call in enumerate(_all_calls(several), 1)]
        yield replace(
            several[-1], at=several[0].at, calls=tuple(map(msgspec.to_builtins, calls)), call_count=len(calls)
        )


def _all_calls(decisions: Iterable[ModelDecision]) -> list[dict[str, object]]:
    return [call for one in decisions for call in one.calls]


def _in_short(decision: ModelDecision) -> DecisionShown:
    """The short form, which the whole table knows: that the model failed, and how."""
    return DecisionShown(
        seat(decision.seat_index),
        decision.prompt,
        decision.at,
        decision.ended_at,
        decision.outcome,
        decision.call_count,
        played=decision.played,
    )


def _in_full(decision: ModelDecision, turn: int | None, *, with_reasons: bool) -> DecisionShown:
    calls = tuple(_call_shown(_call(call), with_reasons=with_reasons) for call in decision.calls)
    reason = _public_reason(decision.outcome, decision.reason, with_reasons=with_reasons)
    return replace(_in_short(decision), turn=turn, said=decision.said, reason=reason or None, calls=calls)


def _public_reason(outcome: str, reason: str, *, with_reasons: bool) -> str:
    """The reason; without a provider's own words, which are for the operator unless `llm_details` is set."""
    return reason if with_reasons or outcome not in NOBODY_S_FAULT else ""


def _call(kept: object) -> ModelCall:
    return msgspec.convert(kept, ModelCall)


def _call_shown(call: ModelCall, *, with_reasons: bool) -> CallShown:
    usage = call.usage
    return CallShown(
        attempt=call.attempt,
        at=int(call.at * 1000),
        model=call.model,
        outcome=call.outcome,
        prompt_hash=call.prompt_hash,
        system=call.system,
        user=call.user,
        reply=call.reply,
        reason=_public_reason(call.outcome, call.reason, with_reasons=with_reasons),
        form=call.form,
        input_tokens=usage.input,
        output_tokens=usage.output,
        reasoning_tokens=usage.reasoning,
        cached_tokens=usage.cached,
        usd=call.usd,
        cost_source=call.cost_source,
        first_token_ms=None if call.first_token_ms is None else round(call.first_token_ms),
        duration_ms=round(call.duration_ms),
        transport_tries=call.transport_tries,
    )
