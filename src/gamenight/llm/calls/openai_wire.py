"""The wire format of OpenAI's Chat Completions: also of Ollama, vLLM, LM Studio, llama.cpp, OpenRouter and Gemini."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from gamenight.llm.calls.asking import TOOL, TOOL_DESCRIPTION, Ask, Finish, Form, Usage
from gamenight.llm.calls.endpoints import Endpoint
from gamenight.llm.calls.partial_reply import PartialReply, Request, Wire, count, dollars, form_of, joined, turns_of
from gamenight.llm.calls.refusals import ProviderError, error_in

FINISHES: dict[str, Finish] = {"length": "truncated", "content_filter": "refused"}


def request(endpoint: Endpoint, ask: Ask, refused: frozenset[str]) -> Request:
    form = form_of(ask, refused, schema_parameter="response_format")
    options = {name: value for name, value in _options(endpoint, ask, form).items() if name not in refused}
    if "max_tokens" in options:
        options.pop("max_completion_tokens", None)  # the second name is for endpoints that refuse the first
    if "stream" not in options:
        options.pop("stream_options", None)
    messages = turns_of(ask, form, system_first="system" in refused)
    if "system" not in refused:
        messages.insert(0, {"role": "system", "content": ask.system})
    return Request(
        url=joined(endpoint.url, "chat/completions"),
        headers={"authorization": f"Bearer {endpoint.key}"},
        body={"model": endpoint.model, "messages": messages, **options},
        form=form,
        refusable=frozenset(options) | ({"system"} - refused),
    )


def _options(endpoint: Endpoint, ask: Ask, form: Form) -> dict[str, Any]:
    limit = ask.max_tokens or endpoint.max_tokens
    temperature = endpoint.temperature if ask.temperature is None else ask.temperature
    effort = ask.effort or endpoint.effort
    options: dict[str, Any] = {"stream": True, "stream_options": {"include_usage": True}}
    options |= {"max_tokens": limit, "max_completion_tokens": limit}
    options |= {} if temperature is None else {"temperature": temperature}
    options |= {} if effort is None else {"reasoning_effort": effort}
    return options | _answer_options(ask, form)


def _answer_options(ask: Ask, form: Form) -> dict[str, Any]:
    if form == "tool":
        function = {"name": TOOL, "description": TOOL_DESCRIPTION, "parameters": ask.schema}
        forced = {"type": "function", "function": {"name": TOOL}}
        return {"tools": [{"type": "function", "function": function}], "tool_choice": forced}
    if form == "schema":
        schema = {"name": TOOL, "strict": is_strict(ask.schema), "schema": ask.schema}
        return {"response_format": {"type": "json_schema", "json_schema": schema}}
    return {}


def is_strict(schema: Any) -> bool:
    """Whether OpenAI accepts the schema as strict: every object is closed, and all of its properties are required."""
    match schema:
        case {"properties": {} as properties}:
            if schema.get("additionalProperties") is not False or set(schema.get("required", ())) != set(properties):
                return False
            return all(map(is_strict, properties.values()))
        case Mapping():
            return all(is_strict(value) for value in schema.values() if isinstance(value, Mapping | list))
        case list():
            return all(map(is_strict, schema))
    return True


class ContentPart(Struct):
    type: str = ""
    text: str | None = None


class Function(Struct):
    arguments: str | dict[str, Any] | None = None


class ToolCall(Struct):
    index: int | None = None
    function: Function | None = None


class Said(Struct):
    content: str | list[ContentPart] | None = None
    refusal: str | None = None
    tool_calls: list[ToolCall] | None = None
    reasoning: Any = None
    reasoning_content: Any = None


class WireChoice(Struct):
    delta: Said | None = None
    message: Said | None = None
    finish_reason: str | None = None


class Body(Struct):
    """A complete body, or one event of a stream."""

    model: str | None = None
    choices: list[WireChoice] | None = None
    usage: Any = None
    error: Any = None


def take(draft: PartialReply, data: bytes) -> ProviderError | None:
    if data.strip() == b"[DONE]":
        draft.is_over = True
        return None
    body = msgspec.json.decode(data, type=Body)
    if body.error:
        return error_in({"error": body.error})
    draft.model = body.model or draft.model
    if isinstance(body.usage, dict):
        _take_usage(draft, body.usage)
    for choice in (body.choices or ())[:1]:
        if choice.finish_reason == "error":
            return ProviderError("the endpoint ended the reply with an error")
        _take_said(draft, choice.delta or choice.message or Said())
        if choice.finish_reason and draft.finish is None:
            draft.finish = FINISHES.get(choice.finish_reason, "done")
    return None


def _take_said(draft: PartialReply, said: Said) -> None:
    if isinstance(said.content, list):
        draft.text += [part.text for part in said.content if part.type == "text" and part.text]
    elif said.content:
        draft.text.append(said.content)
    for position, call in enumerate(said.tool_calls or ()):
        _take_call(draft, call, position if call.index is None else call.index)
    if said.refusal:
        draft.finish = "refused"
        draft.text.append(said.refusal)
    draft.has_output |= any((said.content, said.tool_calls, said.refusal, said.reasoning, said.reasoning_content))


def _take_call(draft: PartialReply, call: ToolCall, index: int) -> None:
    """Add the arguments of the first tool call; only one was asked for."""
    if index or call.function is None or not call.function.arguments:
        return
    arguments = call.function.arguments
    draft.arguments.append(arguments if isinstance(arguments, str) else msgspec.json.encode(arguments).decode())


def _take_usage(draft: PartialReply, usage: dict[str, Any]) -> None:
    draft.usage = Usage(
        input=count(usage.get("prompt_tokens")),
        output=count(usage.get("completion_tokens")),
        reasoning=count(_inner(usage, "completion_tokens_details").get("reasoning_tokens")),
        cached=count(_inner(usage, "prompt_tokens_details").get("cached_tokens")),
    )
    # With the operator's own provider key, OpenRouter reports only its fee, without the provider's price.
    draft.cost = None if usage.get("is_byok") is True else dollars(usage.get("cost"))


def _inner(usage: dict[str, Any], name: str) -> dict[str, Any]:
    inner = usage.get(name)
    return inner if isinstance(inner, dict) else {}


OPENAI = Wire(request=request, take=take)
