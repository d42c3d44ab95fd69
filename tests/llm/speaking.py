"""The replies of a fake model in both wire formats: complete bodies, and the events of a stream."""

import json
from dataclasses import dataclass
from typing import Any

TIME = 1_790_000_000


@dataclass(frozen=True)
class Speech:
    """An answer, independent of the wire format."""

    text: str | None = None
    arguments: str | None = None
    """The arguments of a tool call as written; perhaps not JSON."""

    calls: int = 1
    finish: str = "done"
    thought: str = ""
    refusal: str | None = None


@dataclass(frozen=True)
class Tokens:
    """The fake's token counts: one token per four characters, three of them cached."""

    input: int
    output: int
    reasoning: int
    cached: int = 3


def pieces(text: str) -> list[str]:
    """The text in parts, as a stream sends it."""
    return [text[at : at + 7] for at in range(0, len(text), 7)]


# OpenAI's Chat Completions

OPENAI_FINISH = {"done": "stop", "tool": "tool_calls", "truncated": "length", "filter": "content_filter"}


def openai_whole(speech: Speech, model: str, usage: dict[str, Any] | None) -> dict[str, Any]:
    message: dict[str, Any] = {"role": "assistant", "content": speech.text, "refusal": speech.refusal}
    if speech.thought:
        message["reasoning_content"] = speech.thought
    if speech.arguments is not None:
        message["tool_calls"] = [_call(number, speech.arguments) for number in range(speech.calls)]
    choice = {"index": 0, "message": message, "finish_reason": _openai_finish(speech), "logprobs": None}
    body = {"id": "chatcmpl-1", "object": "chat.completion", "created": TIME, "model": model, "choices": [choice]}
    return body | ({} if usage is None else {"usage": usage})


def openai_stream(speech: Speech, model: str, usage: dict[str, Any] | None) -> list[str]:
    """The data of each event, without the end."""
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}]
    deltas += [{"reasoning_content": piece} for piece in pieces(speech.thought)]
    deltas += [{"content": piece} for piece in pieces(speech.text or "")]
    deltas += [{"refusal": piece} for piece in pieces(speech.refusal or "")]
    for number in range(speech.calls if speech.arguments is not None else 0):
        deltas.append({"tool_calls": [_call(number, "") | {"index": number}]})
        for piece in pieces(speech.arguments or ""):
            deltas.append({"tool_calls": [{"index": number, "function": {"arguments": piece}}]})
    chunks = [_chunk(model, [{"index": 0, "delta": delta, "finish_reason": None}]) for delta in deltas]
    chunks.append(_chunk(model, [{"index": 0, "delta": {}, "finish_reason": _openai_finish(speech)}]))
    if usage is not None:
        chunks.append(_chunk(model, []) | {"usage": usage})
    return [json.dumps(chunk, ensure_ascii=False) for chunk in chunks]


def _openai_finish(speech: Speech) -> str:
    return OPENAI_FINISH["tool" if speech.finish == "done" and speech.arguments is not None else speech.finish]


def _chunk(model: str, choices: list[dict[str, Any]]) -> dict[str, Any]:
    head = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": TIME, "model": model}
    return head | {"choices": choices}


def _call(number: int, arguments: str) -> dict[str, Any]:
    return {"id": f"call_{number}", "type": "function", "function": {"name": "play", "arguments": arguments}}


def openai_usage(tokens: Tokens, cost: Any) -> dict[str, Any]:
    usage = {
        "prompt_tokens": tokens.input,
        "completion_tokens": tokens.output,
        "total_tokens": tokens.input + tokens.output,
        "prompt_tokens_details": {"cached_tokens": tokens.cached},
        "completion_tokens_details": {"reasoning_tokens": tokens.reasoning},
    }
    return usage | ({} if cost is None else {"cost": cost})


def openai_error(status: int, message: str, *, param: str | None = None, code: str | None = None) -> dict[str, Any]:
    kind = "invalid_request_error" if status < 429 else "server_error"
    return {"error": {"message": message, "type": kind, "param": param, "code": code}}


# Anthropic's Messages

ANTHROPIC_FINISH = {"done": "end_turn", "tool": "tool_use", "truncated": "max_tokens", "filter": "refusal"}
ANTHROPIC_ERRORS = {
    400: "invalid_request_error",
    401: "authentication_error",
    402: "billing_error",
    403: "permission_error",
    404: "not_found_error",
    413: "request_too_large",
    429: "rate_limit_error",
    504: "timeout_error",
    529: "overloaded_error",
}


def anthropic_whole(speech: Speech, model: str, usage: dict[str, Any] | None) -> dict[str, Any]:
    return _message(model) | {
        "content": _blocks(speech),
        "stop_reason": _anthropic_finish(speech),
        "usage": usage,
    }


def anthropic_stream(speech: Speech, model: str, usage: dict[str, Any] | None) -> list[str]:
    """The data of each event, without the end."""
    opening = None if usage is None else usage | {"output_tokens": 1, "output_tokens_details": None}
    events: list[dict[str, Any]] = [{"type": "message_start", "message": _message(model) | {"usage": opening}}]
    for index, block in enumerate(_blocks(speech)):
        events.append({"type": "content_block_start", "index": index, "content_block": _empty(block)})
        events += [{"type": "content_block_delta", "index": index, "delta": delta} for delta in _deltas(block, speech)]
        events.append({"type": "content_block_stop", "index": index})
    ending: dict[str, Any] = {"type": "message_delta", "delta": {"stop_reason": _anthropic_finish(speech)}}
    told = ("output_tokens", "output_tokens_details")
    events.append(ending | ({} if usage is None else {"usage": {name: usage[name] for name in told}}))
    return [json.dumps(event, ensure_ascii=False) for event in events]


def _message(model: str) -> dict[str, Any]:
    head = {"id": "msg_1", "type": "message", "role": "assistant", "model": model, "content": []}
    return head | {"stop_reason": None, "stop_sequence": None}


def _blocks(speech: Speech) -> list[dict[str, Any]]:
    blocks: list[dict[str, Any]] = []
    if speech.thought:
        blocks.append({"type": "thinking", "thinking": speech.thought, "signature": "s"})
    if text := speech.refusal or speech.text:
        blocks.append({"type": "text", "text": text})
    for number in range(speech.calls if speech.arguments is not None else 0):
        tool = {"type": "tool_use", "id": f"toolu_{number}", "name": "play"}
        blocks.append(tool | {"input": _object(speech.arguments or "")})
    return blocks


def _object(text: str) -> Any:
    """A tool's input as an object: in a complete body it is always one; only streams can contain broken JSON."""
    try:
        return json.loads(text)
    except ValueError:
        return {}


def _empty(block: dict[str, Any]) -> dict[str, Any]:
    nothing: dict[str, dict[str, Any]] = {
        "text": {"text": ""},
        "thinking": {"thinking": "", "signature": ""},
        "tool_use": {"input": {}},
    }
    return block | nothing[block["type"]]


def _deltas(block: dict[str, Any], speech: Speech) -> list[dict[str, Any]]:
    match block["type"]:
        case "text":
            return [{"type": "text_delta", "text": piece} for piece in pieces(block["text"])]
        case "thinking":
            return [{"type": "thinking_delta", "thinking": piece} for piece in pieces(block["thinking"])]
    return [{"type": "input_json_delta", "partial_json": piece} for piece in ["", *pieces(speech.arguments or "")]]


def _anthropic_finish(speech: Speech) -> str:
    if speech.refusal is not None:
        return "refusal"
    return ANTHROPIC_FINISH["tool" if speech.finish == "done" and speech.arguments is not None else speech.finish]


def anthropic_usage(tokens: Tokens) -> dict[str, Any]:
    return {
        "input_tokens": tokens.input - tokens.cached,
        "cache_read_input_tokens": tokens.cached,
        "cache_creation_input_tokens": 0,
        "output_tokens": tokens.output,
        "output_tokens_details": {"thinking_tokens": tokens.reasoning},
    }


def anthropic_error(status: int, message: str) -> dict[str, Any]:
    return {"type": "error", "error": {"type": ANTHROPIC_ERRORS.get(status, "api_error"), "message": message}}
