"""One decision of a language model: ask it, read its answer, and classify failures."""

from __future__ import annotations

from asyncio import CancelledError
from collections.abc import Mapping, Sequence
from time import time
from typing import Any, Literal

import msgspec
from msgspec import Struct

from gamenight.core.model import Action, Event, PlayerView
from gamenight.core.plugin import GamePlugin
from gamenight.llm.answers import Empty, Failure, Illegal, Truncated, Unparsable, read_answer, rethink, said_beside
from gamenight.llm.calls import (
    Ask,
    ConfigurationFailed,
    Endpoint,
    Form,
    Late,
    LlmFailed,
    Reply,
    Try,
    Usage,
    ask,
    cost_of,
    form_now,
)
from gamenight.llm.prompt import Mode, ModelPrompt, answer_form, prompt_of

Outcome = Literal["answered", "illegal", "unparsable", "truncated", "empty", "late", "transport", "configuration"]
"""The result of a call. `illegal` to `late` are the model's own failures; the last two are not."""

BadReply = Literal["illegal", "unparsable", "truncated", "empty"]
"""Why a reply is not a move."""

FORMS: tuple[Form, ...] = ("tool", "schema", "text")


class Question(Struct, frozen=True, kw_only=True):
    """The decision that a seat has to make, and how to ask its model."""

    game: GamePlugin
    view: PlayerView
    history: Sequence[Event]
    options: Mapping[str, Any]
    world: Any = None
    """A state that the seat cannot distinguish from the real one; the rules check answers against it."""

    mode: Mode = "menu"
    answer: Form | Literal["auto"] = "auto"
    shuffle_seed: str | None = None
    attempts: int = 3
    max_tokens: int | None = None
    temperature: float | None = None
    effort: str | None = None


class ModelCall(Struct, frozen=True, kw_only=True):
    """One call to a model as it is logged: without key, URL and headers."""

    attempt: int
    at: float
    """When it was made, in seconds since 1970."""

    endpoint: str
    model: str
    outcome: Outcome
    prompt_hash: str
    system: str
    user: str
    reply: str = ""
    reason: str = ""
    form: Form | None = None
    usage: Usage = Usage()
    usd: float | None = None
    cost_source: Literal["reported", "table", "unknown"] = "unknown"
    first_token_ms: float | None = None
    duration_ms: float = 0.0
    """The duration of all its requests, including the waits between them."""

    transport_tries: int = 0


class Decided(Struct, frozen=True):
    """The action that the model chose, or why there is none, and the calls that were made.

    Only a server uses `budget` (no money is left) and `called_off` (the answer is no longer needed).
    """

    action: Action | None
    outcome: Outcome | Literal["budget", "called_off"]
    reason: str = ""
    calls: tuple[ModelCall, ...] = ()
    said: str = ""
    """The text that the model wrote besides its answer."""


async def decide(
    question: Question, endpoint: Endpoint, *, until: float | None = None, calls: list[ModelCall] | None = None
) -> Decided:
    """The model's decision; `until` is a deadline of `time.monotonic()`. The model is not asked if there is no choice.

    Every finished call is added to `calls`, so that a caller who cancels this still knows what was asked.
    """
    if (action := forced_move(question, endpoint)) is not None:
        return Decided(action, "answered")
    prompt = _prompt(question, endpoint)
    calls = [] if calls is None else calls
    correction, cut = "", 0
    for attempt in range(1, question.attempts + 1):
        asked = _ask(question, prompt, correction)
        began, tries = time(), list[Try]()
        try:
            reply = await ask(endpoint, asked, until=until, tries=tries)
        except CancelledError:
            if tries:
                calls.append(_call(attempt, began, endpoint, prompt, asked, "late", Late("called off", tuple(tries))))
            raise
        except LlmFailed as failed:
            outcome = _outcome_of(failed)
            calls.append(_call(attempt, began, endpoint, prompt, asked, outcome, failed))
            return Decided(None, outcome, failed.text, tuple(calls))
        cut = cut + 1 if reply.finish == "truncated" else 0
        read = _read(question, prompt, reply, cut)
        outcome = "answered" if isinstance(read, Action) else class_of(read)
        calls.append(_call(attempt, began, endpoint, prompt, asked, outcome, reply, reason_of(read)))
        if isinstance(read, Action):
            return Decided(read, "answered", "", tuple(calls), said_beside(reply.text, reply.form))
        correction = rethink(msgspec.structs.replace(prompt, form=reply.form), read)
    return Decided(None, outcome, calls[-1].reason, tuple(calls))


def forced_move(question: Question, endpoint: Endpoint) -> Action | None:
    """The seat's only possible action, if there is only one: then no model is asked."""
    if (action := _sole(question.view.valid_actions)) is not None:
        return action
    return _sole([each.entry for each in _prompt(question, endpoint).candidates])


def _sole(entries: Sequence[Any]) -> Action | None:
    """The only entry, if it is a single action."""
    return entries[0] if len(entries) == 1 and isinstance(entries[0], Action) else None


def _prompt(question: Question, endpoint: Endpoint) -> ModelPrompt:
    """The prompt in the answer form that the endpoint accepts, as far as that is known."""
    form = form_now(endpoint, question.answer)
    return prompt_of(
        question.game,
        question.view,
        question.history,
        question.options,
        mode=question.mode,
        form=form,
        shuffle_seed=question.shuffle_seed,
    )


def _ask(question: Question, prompt: ModelPrompt, correction: str) -> Ask:
    """The request: the same prompt each time, followed by the correction of the answer before.

    If the endpoint refuses the form only now, `closing` describes the form that is used instead.
    """
    return Ask(
        system=prompt.system,
        user=f"{prompt.user}\n\n{correction}" if correction else prompt.user,
        form=question.answer,
        schema=prompt.schema,
        closing={form: answer_form(prompt.mode, form) for form in FORMS if form != prompt.form},
        max_tokens=question.max_tokens,
        temperature=question.temperature,
        effort=question.effort,
    )


def _read(question: Question, prompt: ModelPrompt, reply: Reply, cut: int) -> Action | Failure:
    if reply.finish == "truncated":
        return Truncated(cut)
    if reply.finish != "done":
        return Empty()
    as_used = msgspec.structs.replace(prompt, form=reply.form)
    text = reply.text if reply.form == "text" else reply.answer_json or reply.text
    return read_answer(as_used, text, question.game, question.view, question.world)


def class_of(failure: Failure) -> BadReply:
    match failure:
        case Truncated():
            return "truncated"
        case Empty():
            return "empty"
        case Unparsable():
            return "unparsable"
        case Illegal():
            return "illegal"


def reason_of(read: Action | Failure) -> str:
    match read:
        case Unparsable(reason) | Illegal(reason):
            return reason
        case Truncated():
            return "the reply was cut off at its maximum length"
        case Empty():
            return "the reply was empty, or a refusal"
    return ""


def _outcome_of(failed: LlmFailed) -> Outcome:
    if isinstance(failed, Late):
        return "late"
    return "configuration" if isinstance(failed, ConfigurationFailed) else "transport"


def _call(
    attempt: int,
    began: float,
    endpoint: Endpoint,
    prompt: ModelPrompt,
    asked: Ask,
    outcome: Outcome,
    ended: Reply | LlmFailed,
    reason: str = "",
) -> ModelCall:
    fields: dict[str, Any] = {
        "attempt": attempt,
        "at": began,
        "endpoint": endpoint.name,
        "outcome": outcome,
        "prompt_hash": prompt.hash,
        "system": asked.system,
        "user": asked.user if isinstance(ended, LlmFailed) else asked.user + asked.ending(ended.form),
        "transport_tries": ended.transport_tries,
        "duration_ms": sum(one.duration_ms + one.waited_ms for one in ended.tries),
    }
    if isinstance(ended, LlmFailed):
        return ModelCall(**fields, model=endpoint.model, reason=ended.text)
    cost = cost_of(ended, endpoint)
    return ModelCall(
        **fields,
        model=ended.model,
        reply=ended.answer_json or ended.text,
        reason=reason,
        form=ended.form,
        usage=ended.usage,
        usd=cost.usd,
        cost_source=cost.source,
        first_token_ms=ended.first_token_ms,
    )
