"""The wire format of Anthropic's Messages API."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from gamenight.llm.calls.asking import TOOL, TOOL_DESCRIPTION, Ask, Finish, Form, Usage
from gamenight.llm.calls.endpoints import Endpoint
from gamenight.llm.calls.partial_reply import PartialReply, Request, Wire, count, form_of, joined, turns_of
from gamenight.llm.calls.refusals import ProviderError, error_in

VERSION = "2026-10-21"
FORMAT, EFFORT = "output_config.format", "output_config.effort"
FINISHES: dict[str, Finish] = {
    "max_tokens": "truncated",
    "model_context_window_exceeded": "truncated",
    "refusal": "refused",
}


def request(endpoint: Endpoint, ask: Ask, refused: frozenset[str]) -> Request:
    form = form_of(ask, refused, schema_parameter=FORMAT)
    options = {name: value for name, value in _options(endpoint, ask, form).items() if name not in refused}
    body = {
        "model": endpoint.model,
        "max_tokens": ask.max_tokens or endpoint.max_tokens,
        "messages": turns_of(ask, form, system_first="system" in refused),
        **{name: value for name, value in options.items() if name not in (FORMAT, EFFORT)},
    }
    output = {name.partition(".")[2]: options[name] for name in (FORMAT, EFFORT) if name in options}
    return Request(
        url=joined(endpoint.url, "v1/messages"),
        headers={"x-api-key": endpoint.key, "anthropic-version": VERSION},
        body=body | ({"output_config": output} if output else {}),
        form=form,
        refusable=frozenset(options),
    )


def _options(endpoint: Endpoint, ask: Ask, form: Form) -> dict[str, Any]:
    temperature = endpoint.temperature if ask.temperature is None else ask.temperature
    effort = ask.effort or endpoint.effort
    options: dict[str, Any] = {"stream": True, "system": ask.system}
    options |= {} if temperature is None else {"temperature": temperature}
    options |= {} if effort is None else {EFFORT: effort}
    if form == "tool":
        tool = {"name": TOOL, "description": TOOL_DESCRIPTION, "input_schema": ask.schema}
        options |= {"tools": [tool], "tool_choice": {"type": "tool", "name": TOOL}}
    if form == "schema":
        options[FORMAT] = {"type": "json_schema", "schema": ask.schema}
    return options


class Block(Struct):
    """A block of a complete body, or a part of one in a stream."""

    type: str = ""
    text: str | None = None
    input: Any = None
    partial_json: str | None = None
    stop_reason: str | None = None


class MessageStart(Struct):
    model: str | None = None
    usage: Any = None


class Body(Struct):
    """A complete body, or one event of a stream."""

    type: str = ""
    index: int = 0
    model: str | None = None
    content: list[Block] = []
    content_block: Block | None = None
    delta: Block | None = None
    message: MessageStart | None = None
    stop_reason: str | None = None
    usage: Any = None
    error: Any = None


def take(draft: PartialReply, data: bytes) -> ProviderError | None:
    body = msgspec.json.decode(data, type=Body)
    match body.type:
        case "error":
            return error_in({"error": body.error})
        case "message_start" if body.message:
            draft.model = body.message.model
            _take_usage(draft, body.message.usage)
        case "content_block_start" if body.content_block:
            _take_block(draft, body.content_block, body.index)
        case "content_block_delta" if body.delta:
            _take_block(draft, body.delta, body.index)
        case "message_delta" if body.delta:
            _finish(draft, body.delta.stop_reason)
            _take_usage(draft, body.usage)
        case "message_stop":
            draft.is_over = True
        case "message":
            _take_whole(draft, body)
    return None


def _take_whole(draft: PartialReply, body: Body) -> None:
    draft.model = body.model
    for index, block in enumerate(body.content):
        _take_block(draft, block, index)
    _finish(draft, body.stop_reason)
    _take_usage(draft, body.usage)


def _take_block(draft: PartialReply, block: Block, index: int) -> None:
    """Add a part of the reply. Only the first tool call counts, because only one was asked for."""
    draft.has_output = True
    if block.type == "tool_use" and draft.call is None:
        draft.call = index
    if block.type in ("text", "text_delta") and block.text:
        draft.text.append(block.text)
    if draft.call != index:
        return
    if block.type == "input_json_delta" and block.partial_json:
        draft.arguments.append(block.partial_json)
    # In a stream a tool block starts with an empty input.
    if block.type == "tool_use" and block.input:
        draft.arguments.append(msgspec.json.encode(block.input).decode())


def _finish(draft: PartialReply, reason: str | None) -> None:
    if reason is not None:
        draft.finish = FINISHES.get(reason, "done")


def _take_usage(draft: PartialReply, usage: Any) -> None:
    """Update the tokens; an event contains only the changed numbers."""
    if not isinstance(usage, dict):
        return
    known = draft.usage
    details = usage.get("output_tokens_details")
    thinking = details.get("thinking_tokens") if isinstance(details, dict) else None
    cached = _newer(known.cached, usage.get("cache_read_input_tokens"))
    written = _newer(known.cache_written, usage.get("cache_creation_input_tokens"))
    fresh = count(usage.get("input_tokens"))
    draft.usage = Usage(
        input=known.input if fresh is None else fresh + (cached or 0) + (written or 0),
        output=_newer(known.output, usage.get("output_tokens")),
        reasoning=_newer(known.reasoning, thinking),
        cached=cached,
        cache_written=written,
    )


def _newer(known: int | None, reported: Any) -> int | None:
    return known if count(reported) is None else count(reported)


ANTHROPIC = Wire(request=request, take=take)
