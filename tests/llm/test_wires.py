"""Requests and replies in both wire formats: streamed and complete, in all three forms."""

import json

import pytest

from gamenight.llm.calls import Ask, Usage, ask, form_now
from gamenight.llm.calls.openai_wire import is_strict
from gamenight.llm.calls.partial_reply import joined
from gamenight.llm.calls.refusals import ProviderError, error_of, refused_by, refused_parameter
from tests.llm.provider import KEY, PREAMBLE, PROSE
from tests.llm.questions import MOVES, SCHEMA, question

WIRES = pytest.mark.parametrize("wire", ["openai", "anthropic"])
MANNERS = pytest.mark.parametrize("manner", ["", "whole,", "comments,crlf,split,think,", "nodone,", "lost-end,"])


@WIRES
@MANNERS
async def test_a_text_is_read_as_it_was_written(fake, wire, manner):
    reply = await ask(fake.endpoint(f"{manner}pick:last", wire), question("text"))
    assert reply.text == PREAMBLE + '<answer>{"id": "c2", "cards": ["2♣", "Q♠"]}</answer>'
    assert (reply.finish, reply.form, reply.answer_json) == ("done", "text", None)
    assert (reply.transport_tries, len(fake.received)) == (1, 1)
    assert reply.model == f"{manner}pick:last"


@WIRES
@MANNERS
@pytest.mark.parametrize("form", ["tool", "schema"])
async def test_a_bound_answer_is_json(fake, wire, manner, form):
    reply = await ask(fake.endpoint(f"{manner}pick:last", wire), question(form))
    assert reply.answer_json is not None
    assert json.loads(reply.answer_json) == {"id": "c2", "cards": ["2♣", "Q♠"]}
    assert (reply.finish, reply.form) == ("done", form)


@WIRES
@pytest.mark.parametrize("manner", ["", "whole,"])
@pytest.mark.parametrize(
    "step, form, finish",
    [
        ("empty", "text", "empty"),
        ("null", "text", "empty"),
        ("truncated", "text", "truncated"),
        ("truncated", "schema", "truncated"),
        ("truncated", "tool", "truncated"),
        ("refusal", "text", "refused"),
        ("filter", "text", "refused"),
        ("prose", "text", "done"),
        ("wrong", "tool", "done"),
    ],
)
async def test_each_finish_reason_is_distinguished(fake, wire, manner, step, form, finish):
    reply = await ask(fake.endpoint(manner + step, wire), question(form))
    assert (reply.finish, reply.transport_tries) == (finish, 1)


@WIRES
async def test_a_tool_call_with_an_incomplete_object_is_returned_unchanged(fake, wire):
    reply = await ask(fake.endpoint("broken", wire), question("tool"))
    assert (reply.answer_json, reply.finish) == ('{"id":', "done")


@WIRES
async def test_a_model_that_ignores_its_tool_has_only_text(fake, wire):
    reply = await ask(fake.endpoint("ignore", wire), question("tool"))
    assert (reply.answer_json, reply.text, reply.form) == (None, PROSE, "tool")


@WIRES
@pytest.mark.parametrize("manner", ["", "whole,"])
async def test_only_the_first_of_two_tool_calls_counts(fake, wire, manner):
    reply = await ask(fake.endpoint(f"{manner}two", wire), question("tool"))
    assert json.loads(reply.answer_json or "") == {"id": "c0"}


@WIRES
@pytest.mark.parametrize("manner", ["", "whole,"])
async def test_tokens_are_counted_as_reported(fake, wire, manner):
    reply = await ask(fake.endpoint(f"{manner}think,pick:first", wire), question("tool"))
    assert reply.usage.cached == 3
    assert reply.usage.reasoning == 3
    assert reply.usage.output == (len("Hmm, what now?") + len('{"id": "c0"}')) // 4 + 1
    sent = fake.received[0].body
    assert reply.usage.input == len(json.dumps(sent["messages"]) + sent.get("system", "")) // 4


@WIRES
async def test_tokens_that_are_not_reported_are_unknown(fake, wire):
    reply = await ask(fake.endpoint("nousage,pick:first", wire), question())
    assert (reply.usage, reply.cost) == (Usage(), None)


@pytest.mark.parametrize(
    "manner, cost",
    [
        ("cost=0.25,", 0.25),
        ("cost=dict,", 0.25),
        ("cost=0,", 0.0),
        ("cost=nan,", None),
        ("cost=1e308,", None),
        ("", None),
    ],
)
async def test_a_cost_is_a_number_or_the_total_of_a_table(fake, manner, cost):
    assert (await ask(fake.endpoint(f"{manner}pick:first"), question())).cost == cost


# Requests


async def test_chat_completions_get_only_the_needed_parameters(fake):
    await ask(fake.endpoint("pick:first"), question())
    sent = fake.received[0]
    assert (sent.path, sent.key_in) == ("/v1/chat/completions", "authorization")
    assert sent.body == {
        "model": "pick:first",
        "messages": [{"role": "system", "content": "You play Nim."}, {"role": "user", "content": MOVES}],
        "stream": True,
        "stream_options": {"include_usage": True},
        "max_tokens": 4096,
    }


async def test_messages_get_only_the_needed_parameters(fake):
    await ask(fake.endpoint("pick:first", "anthropic"), question())
    sent = fake.received[0]
    assert (sent.path, sent.key_in, sent.headers["anthropic-version"]) == ("/v1/messages", "x-api-key", "2026-10-21")
    assert sent.body == {
        "model": "pick:first",
        "messages": [{"role": "user", "content": MOVES}],
        "system": "You play Nim.",
        "stream": True,
        "max_tokens": 4096,
    }


async def test_a_tool_is_forced(fake):
    await ask(fake.endpoint("pick:first"), question("tool"))
    await ask(fake.endpoint("pick:first", "anthropic"), question("tool"))
    openai, anthropic = (one.body for one in fake.received)
    assert openai["tools"][0]["function"]["parameters"] == SCHEMA
    assert openai["tool_choice"] == {"type": "function", "function": {"name": "play"}}
    assert anthropic["tools"][0]["input_schema"] == SCHEMA
    assert anthropic["tool_choice"] == {"type": "tool", "name": "play"}


async def test_a_schema_binds_the_text(fake):
    await ask(fake.endpoint("pick:first"), question("schema"))
    await ask(fake.endpoint("pick:first", "anthropic"), question("schema", effort="low"))
    openai, anthropic = (one.body for one in fake.received)
    bound = {"name": "play", "strict": True, "schema": SCHEMA}
    assert openai["response_format"] == {"type": "json_schema", "json_schema": bound}
    assert anthropic["output_config"] == {"effort": "low", "format": {"type": "json_schema", "schema": SCHEMA}}


@WIRES
async def test_a_question_overrides_its_endpoint(fake, wire):
    endpoint = fake.endpoint("pick:first", wire, temperature=1.0, max_tokens=100, effort="high")
    await ask(endpoint, question())
    await ask(endpoint, question(temperature=0.0, max_tokens=7, effort="low"))
    told = [(one.body["temperature"], one.body["max_tokens"]) for one in fake.received]
    assert told == [(1.0, 100), (0.0, 7)]
    efforts = [one.body.get("reasoning_effort") or one.body["output_config"]["effort"] for one in fake.received]
    assert efforts == ["high", "low"]


@WIRES
async def test_later_turns_and_the_closing_come_last(fake, wire):
    further = (("assistant", "c9"), ("user", "There is no c9."))
    asked = question("auto", further=further, closing={"tool": "Use the tool.", "text": "Use words."})
    reply = await ask(fake.endpoint("pick:1", wire), asked)
    assert json.loads(reply.answer_json or "")["id"] == "c1"
    said = [one for one in fake.received[0].body["messages"] if one["role"] != "system"]
    assert said == [
        {"role": "user", "content": MOVES},
        {"role": "assistant", "content": "c9"},
        {"role": "user", "content": "There is no c9.\n\nUse the tool."},
    ]


@WIRES
async def test_a_question_without_schema_is_text(fake, wire):
    reply = await ask(fake.endpoint("pick:first", wire), Ask(system="s", user=MOVES, form="auto"))
    assert reply.form == "text"


@WIRES
async def test_no_body_contains_the_key(fake, wire):
    await ask(fake.endpoint("pick:first", wire), question("auto"))
    assert KEY not in json.dumps(fake.received[0].body)


@pytest.mark.parametrize(
    "base, path, url",
    [
        ("https://x.example/v1", "chat/completions", "https://x.example/v1/chat/completions"),
        ("https://x.example/v1/", "chat/completions", "https://x.example/v1/chat/completions"),
        ("https://x.example/v1/chat/completions", "chat/completions", "https://x.example/v1/chat/completions"),
        ("https://x.example", "v1/messages", "https://x.example/v1/messages"),
        ("https://x.example/v1", "v1/messages", "https://x.example/v1/messages"),
        ("https://x.example/anthropic/v1/messages", "v1/messages", "https://x.example/anthropic/v1/messages"),
    ],
)
def test_a_base_url_may_contain_a_part_of_the_path(base, path, url):
    assert joined(base, path) == url


def test_a_schema_is_strict_if_every_object_is_closed_and_complete():
    assert is_strict(SCHEMA)
    assert not is_strict({**SCHEMA, "required": []})
    assert not is_strict({"anyOf": [SCHEMA, {"type": "object", "properties": {"a": {}}}]})


# Refused parameters


@pytest.mark.parametrize("name", ["temperature", "reasoning_effort", "stream_options", "system", "stream"])
async def test_chat_completions_are_retried_without_a_refused_parameter_which_is_remembered(fake, name):
    endpoint = fake.endpoint(f"no={name},pick:last", temperature=0.0, effort="low")
    first, second = [await ask(endpoint, question()) for _ in range(2)]
    assert [one.outcome for one in first.tries] == ["parameter", "answered"]
    assert [one.outcome for one in second.tries] == ["answered"]
    assert (first.transport_tries, first.text == second.text, len(fake.received)) == (1, True, 3)
    assert refused_by(endpoint) == {name}


@pytest.mark.parametrize("name", ["temperature", "output_config.effort", "system", "stream"])
async def test_messages_are_retried_without_a_refused_parameter_which_is_remembered(fake, name):
    endpoint = fake.endpoint(f"no={name},pick:last", "anthropic", temperature=0.0, effort="low")
    first, second = [await ask(endpoint, question()) for _ in range(2)]
    assert [one.outcome for one in first.tries] == ["parameter", "answered"]
    assert [one.outcome for one in second.tries] == ["answered"]
    assert refused_by(endpoint) == {name}


async def test_the_token_limit_is_sent_under_its_second_name_then_left_out(fake):
    await ask(fake.endpoint("no=max_tokens,pick:last", max_tokens=50), question())
    await ask(fake.endpoint("no=max_tokens+max_completion_tokens,pick:last", max_tokens=50), question())
    limits = [(one.body.get("max_tokens"), one.body.get("max_completion_tokens")) for one in fake.received]
    assert limits == [(50, None), (None, 50), (50, None), (None, 50), (None, None)]


@WIRES
async def test_a_refused_system_text_moves_to_the_first_user_text(fake, wire):
    await ask(fake.endpoint("no=system,pick:first", wire), question(further=(("assistant", "a"), ("user", "b"))))
    body = fake.received[-1].body
    assert "system" not in body
    assert [said["content"] for said in body["messages"]] == [f"You play Nim.\n\n{MOVES}", "a", "b"]


@pytest.mark.parametrize(
    "wire, refused, form",
    [
        ("openai", "temperature", "tool"),
        ("openai", "tools", "schema"),
        ("openai", "tool_choice", "schema"),
        ("openai", "tools+response_format", "text"),
        ("anthropic", "tools", "schema"),
        ("anthropic", "tool_choice", "schema"),
        ("anthropic", "tool_choice+output_config.format", "text"),
    ],
)
async def test_auto_is_tool_else_schema_else_text(fake, wire, refused, form):
    endpoint = fake.endpoint(f"no={refused},pick:1", wire, temperature=0.0)
    assert form_now(endpoint, "auto") == "tool"
    reply = await ask(endpoint, question("auto"))
    assert form_now(endpoint, "auto") == form
    assert (reply.form, reply.finish, reply.transport_tries) == (form, "done", 1)
    assert '"c1"' in (reply.answer_json or reply.text)


@WIRES
async def test_a_tool_that_cannot_be_forced_is_offered(fake, wire):
    reply = await ask(fake.endpoint("no=tool_choice,pick:1", wire), question("tool"))
    assert (reply.form, "tools" in fake.received[-1].body) == ("tool", True)


async def test_refusals_are_remembered_per_model(fake):
    await ask(fake.endpoint("no=temperature,pick:first", temperature=0.0), question())
    await ask(fake.endpoint("pick:first", temperature=0.0), question())
    assert "temperature" in fake.received[-1].body


async def test_llama_cpp_refuses_tools_with_500(fake):
    reply = await ask(fake.endpoint("param=tools:1,then=pick:1"), question("auto"))
    assert (reply.form, reply.transport_tries) == ("schema", 1)


# Error messages of real servers, with the sent parameters.
WORDED = [
    (400, {"error": {"message": "Use 'max_completion_tokens' instead.", "param": "max_tokens"}}, "max_tokens"),
    (400, {"error": {"message": "'temperature' does not support 0.", "param": "temperature"}}, "temperature"),
    (
        400,
        {"type": "error", "error": {"type": "x", "message": "temperature: Extra inputs are not permitted"}},
        "temperature",
    ),
    (400, {"error": {"message": "`temperature` is deprecated for this model."}}, "temperature"),
    (400, {"error": "registry/gemma does not support tools"}, "tools"),
    (404, {"error": {"message": "No endpoints found that support tool use.", "code": 404}}, "tools"),
    (404, {"error": {"message": "No endpoints found that support the provided 'tool_choice' value."}}, "tool_choice"),
    (400, {"message": '"auto" tool choice requires --enable-auto-tool-choice', "param": None}, "tool_choice"),
    (500, {"error": {"code": 500, "message": "Unsupported param: tools"}}, "tools"),
    (500, {"error": {"code": 500, "message": "the tools are broken"}}, None),
    (
        400,
        {"error": {"message": "Invalid schema for response_format 'play'", "param": "response_format"}},
        "response_format",
    ),
    (400, {"error": {"message": "x", "param": "tools[0].function.parameters"}}, "tools"),
    (
        400,
        {"error": {"message": "'messages[0].role' does not support 'system'", "param": "messages[0].role"}},
        "system",
    ),
    (400, {"error": {"message": "System role not supported"}}, "system"),
    (500, {"error": {"message": "internal system error"}}, None),
    (422, {"detail": [{"loc": ["body", "stream_options"], "msg": "Extra inputs are not permitted"}]}, "stream_options"),
    (400, {"error": {"message": "stream must be false"}}, "stream"),
    (404, {"error": {"message": "The model `tools-3` does not exist", "code": "model_not_found"}}, None),
    (400, {"error": {"message": "maximum context length is 4096 tokens", "code": "context_length_exceeded"}}, None),
    (401, {"error": {"message": "tools need a key"}}, None),
    (429, {"error": {"message": "too many tools"}}, None),
    (400, ["tools"], None),
]
SENT = ("tools", "tool_choice", "response_format", "stream", "stream_options", "temperature", "max_tokens", "system")


@pytest.mark.parametrize("status, body, parameter", WORDED)
def test_the_refused_parameter_is_found_in_the_server_s_message(status, body, parameter):
    assert refused_parameter(status, error_of(json.dumps(body).encode()), SENT, "tools-3") == parameter


def test_a_parameter_that_was_not_sent_was_not_refused():
    error = ProviderError("temperature is not supported", param="temperature")
    assert refused_parameter(400, error, ("stream",), "m") is None
