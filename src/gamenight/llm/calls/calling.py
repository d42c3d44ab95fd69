"""Ask a model: send requests until one is answered, no further one makes sense, or the time is up."""

from __future__ import annotations

import asyncio
import random
from asyncio import AbstractEventLoop, Semaphore
from collections.abc import Awaitable, Callable
from time import monotonic
from typing import Literal
from weakref import WeakKeyDictionary

from gamenight.llm.calls.anthropic_wire import ANTHROPIC
from gamenight.llm.calls.asking import Ask, Form, Reply, Try
from gamenight.llm.calls.endpoints import Endpoint
from gamenight.llm.calls.failures import ConfigurationFailed, Late, TransportFailed
from gamenight.llm.calls.openai_wire import OPENAI
from gamenight.llm.calls.partial_reply import Wire
from gamenight.llm.calls.refusals import refused_by, remember_refusal
from gamenight.llm.calls.transport import Answered, TransportFault, call, open_client

WIRES: dict[str, Wire] = {"openai": OPENAI, "anthropic": ANTHROPIC}
MAX_BACKOFF_S = 8.0
MAX_RETRY_AFTER_S = 120.0

Sleep = Callable[[float], Awaitable[object]]

_slots: WeakKeyDictionary[AbstractEventLoop, dict[tuple[str, int], Semaphore]] = WeakKeyDictionary()


async def ask(
    endpoint: Endpoint,
    question: Ask,
    *,
    until: float | None = None,
    sleep: Sleep = asyncio.sleep,
    tries: list[Try] | None = None,
) -> Reply:
    """The model's reply; raises TransportFailed, ConfigurationFailed or Late if there is none.

    `until` is a deadline of `time.monotonic()`; nothing is sent or awaited after it. Cancelling this closes the
    connection; `tries` then contains the requests that were made.
    """
    tries = [] if tries is None else tries
    left = None if until is None else until - monotonic()
    if left is None or left > 0:
        try:
            async with asyncio.timeout(left):
                return await _ask(endpoint, question, until, sleep, tries)
        except TimeoutError:
            # No request is running: it waited for other calls, or after a transport failure.
            if tries[-1].outcome == "transport" if tries else _slot(endpoint).locked():
                text = f"endpoint {endpoint.name!r}: the deadline passed before it could be asked"
                raise TransportFailed(text, tuple(tries)) from None
    raise Late("the deadline passed before the reply was there", tuple(tries))


def form_now(endpoint: Endpoint, form: Form | Literal["auto"]) -> Form:
    """The form of an answer with a schema, given what the endpoint has refused so far."""
    asked = Ask(system="", user="", form=form, schema={})
    return WIRES[endpoint.wire].request(endpoint, asked, refused_by(endpoint)).form


async def _ask(endpoint: Endpoint, question: Ask, until: float | None, sleep: Sleep, tries: list[Try]) -> Reply:
    waited_s = 0.0
    async with open_client() as client:
        while True:
            wire = WIRES[endpoint.wire]
            request = wire.request(endpoint, question, refused_by(endpoint))
            async with _slot(endpoint):
                began = monotonic()
                try:
                    outcome = await call(client, endpoint, wire, request)
                except asyncio.CancelledError:
                    elapsed_ms = (monotonic() - began) * 1000
                    tries.append(Try("late", None, "called off", elapsed_ms, waited_s * 1000))
                    raise
            tries.append(_tried(outcome, waited_s))
            if isinstance(outcome, Answered):
                return _reply(endpoint, outcome, request.form, tries)
            waited_s = _wait_after(outcome, endpoint, until, tries)
            if waited_s:
                await sleep(waited_s)


def _slot(endpoint: Endpoint) -> Semaphore:
    """The semaphore that limits parallel calls to this endpoint in this event loop."""
    slots = _slots.setdefault(asyncio.get_running_loop(), {})
    return slots.setdefault((endpoint.name, endpoint.max_parallel), Semaphore(endpoint.max_parallel))


def _tried(outcome: Answered | TransportFault, waited_s: float) -> Try:
    if isinstance(outcome, Answered):
        return Try("answered", outcome.status, "", outcome.duration_ms, waited_s * 1000)
    return Try(outcome.kind, outcome.status, outcome.text, outcome.duration_ms, waited_s * 1000)


def _reply(endpoint: Endpoint, answered: Answered, form: Form, tries: list[Try]) -> Reply:
    draft = answered.draft
    text, arguments = "".join(draft.text), "".join(draft.arguments)
    return Reply(
        text=text,
        answer_json=arguments or (text if form == "schema" and text else None),
        finish=draft.finish_as(),
        form=form,
        model=draft.model or endpoint.model,
        usage=draft.usage,
        cost=draft.cost,
        first_token_ms=answered.first_token_ms,
        duration_ms=answered.duration_ms,
        tries=tuple(tries),
    )


def _wait_after(fault: TransportFault, endpoint: Endpoint, until: float | None, tries: list[Try]) -> float:
    """Seconds to wait before the next request; raises if there must not be one."""
    match fault.kind:
        case "parameter" if fault.parameter is not None:
            remember_refusal(endpoint, fault.parameter)
            return 0.0
        case "configuration":
            raise ConfigurationFailed(f"endpoint {endpoint.name!r}: {fault.text}", tuple(tries))
        case "late":
            raise Late(f"endpoint {endpoint.name!r}: {fault.text}", tuple(tries))
    failed = sum(one.outcome == "transport" for one in tries)
    wait_s = _backoff_s(endpoint, failed) if fault.retry_after_s is None else fault.retry_after_s
    if why := _why_not_again(fault, endpoint, failed, wait_s, until):
        raise TransportFailed(f"endpoint {endpoint.name!r}: {fault.text} ({why})", tuple(tries))
    return wait_s


def _backoff_s(endpoint: Endpoint, failed: int) -> float:
    """The wait doubles each time, and is shortened randomly so that clients do not all retry at once."""
    return min(MAX_BACKOFF_S, endpoint.backoff_s * 2.0 ** (failed - 1)) * random.uniform(0.75, 1.0)


def _why_not_again(
    fault: TransportFault, endpoint: Endpoint, failed: int, wait_s: float, until: float | None
) -> str | None:
    if failed >= endpoint.tries:
        return f"{failed} tries"
    if fault.is_final:
        return "it asks not to try again"
    if wait_s > MAX_RETRY_AFTER_S:
        return f"it asks to wait {wait_s:.0f} s"
    if until is not None and monotonic() + wait_s >= until:
        return "no time is left for another try"
    return None
