"""The official clients can read the fake provider: its good answers, its bad ones and its streams."""

import asyncio
import json
import urllib.request
from collections.abc import AsyncIterator
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest

from gamenight.llm.calls import Endpoint, ask
from tests.llm.commands import Reaction, read_command
from tests.llm.picking import filled
from tests.llm.provider import KEY, PREAMBLE, PROSE, Provider, provider, provider_process
from tests.llm.questions import MOVES, SCHEMA, question

TEXT = PREAMBLE + '<answer>{"id": "c1"}</answer>'
OPENAI_TOOLS = [{"type": "function", "function": {"name": "play", "parameters": SCHEMA}}]
ANTHROPIC_TOOLS = [{"name": "play", "input_schema": SCHEMA}]
BOUND = {"type": "json_schema", "json_schema": {"name": "play", "schema": SCHEMA, "strict": True}}


@pytest.fixture(scope="module")
def openai() -> ModuleType:
    """Imported late, because it takes a second in every worker."""
    return import_module("openai")


@pytest.fixture(scope="module")
def anthropic() -> ModuleType:
    return import_module("anthropic")


@pytest.fixture
async def chat(fake: Provider, openai: ModuleType) -> AsyncIterator[Any]:
    async with openai.AsyncOpenAI(base_url=f"{fake.url}/v1", api_key=KEY, max_retries=0) as client:
        yield client


@pytest.fixture
async def claude(fake: Provider, anthropic: ModuleType) -> AsyncIterator[Any]:
    async with anthropic.AsyncAnthropic(base_url=fake.url, api_key=KEY, max_retries=0) as client:
        yield client


def user(text: str = MOVES) -> list:
    return [{"role": "user", "content": text}]


# OpenAI's client


async def test_openai_reads_a_text(chat):
    read = await chat.chat.completions.create(model="pick:1", messages=user())
    assert (read.choices[0].message.content, read.choices[0].finish_reason) == (TEXT, "stop")
    assert read.usage.prompt_tokens_details.cached_tokens == 3


async def test_openai_reads_a_tool_call_and_a_bound_text(chat):
    read = await chat.chat.completions.create(model="pick:1", messages=user(), tools=OPENAI_TOOLS)
    (call,) = read.choices[0].message.tool_calls
    assert (call.function.name, call.function.arguments) == ("play", '{"id": "c1"}')
    assert read.choices[0].finish_reason == "tool_calls"
    read = await chat.chat.completions.create(model="pick:1", messages=user(), response_format=BOUND)
    assert read.choices[0].message.content == '{"id": "c1"}'


@pytest.mark.parametrize("manner", ["", "split,", "comments,crlf,", "nodone,"])
async def test_openai_reads_a_stream(chat, manner):
    asked = {"messages": user(), "stream": True, "stream_options": {"include_usage": True}}
    chunks = [chunk async for chunk in await chat.chat.completions.create(model=f"{manner}pick:1", **asked)]
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices) == TEXT
    assert [chunk.choices[0].finish_reason for chunk in chunks if chunk.choices][-1] == "stop"
    assert chunks[-1].usage.completion_tokens == len(TEXT) // 4 + 1


async def test_openai_assembles_a_streamed_tool_call(chat):
    asked = {"messages": user(), "tools": OPENAI_TOOLS}
    async with chat.chat.completions.stream(model="two", **asked) as stream:
        message = (await stream.get_final_completion()).choices[0].message
    assert [call.function.arguments for call in message.tool_calls] == ['{"id": "c0"}'] * 2


@pytest.mark.parametrize(
    "step, finish, content",
    [("truncated", "length", None), ("filter", "content_filter", None), ("prose", "stop", PROSE)],
)
async def test_openai_reads_bad_answers(chat, step, finish, content):
    read = await chat.chat.completions.create(model=step, messages=user())
    assert read.choices[0].finish_reason == finish
    assert content is None or read.choices[0].message.content == content


async def test_openai_reads_a_refusal(chat):
    read = await chat.chat.completions.create(model="refusal", messages=user())
    assert read.choices[0].message.refusal == "I will not play."


@pytest.mark.parametrize(
    "step, error",
    [
        ("401", "AuthenticationError"),
        ("403", "PermissionDeniedError"),
        ("404", "NotFoundError"),
        ("409", "ConflictError"),
        ("422", "UnprocessableEntityError"),
        ("429", "RateLimitError"),
        ("retry-after=3", "RateLimitError"),
        ("500", "InternalServerError"),
        ("html", "InternalServerError"),
        ("reset", "APIConnectionError"),
    ],
)
async def test_openai_knows_each_error(openai, chat, step, error):
    with pytest.raises(getattr(openai, error)):
        await chat.chat.completions.create(model=step, messages=user())


async def test_openai_reads_which_parameter_was_refused(openai, chat):
    with pytest.raises(openai.BadRequestError) as refused:
        await chat.chat.completions.create(model="no=temperature,pick:1", messages=user(), temperature=0)
    assert (refused.value.param, refused.value.code) == ("temperature", "unsupported_parameter")


async def test_openai_sees_an_error_in_a_stream(openai, chat):
    with pytest.raises(openai.APIError, match="overloaded"):
        [
            chunk
            async for chunk in await chat.chat.completions.create(model="error-in-stream", messages=user(), stream=True)
        ]


# Anthropic's client


async def test_anthropic_reads_a_text(claude):
    read = await claude.messages.create(model="pick:1", max_tokens=9, messages=user())
    assert (read.content[0].text, read.stop_reason) == (TEXT, "end_turn")
    assert (read.usage.cache_read_input_tokens, read.usage.output_tokens) == (3, len(TEXT) // 4 + 1)


async def test_anthropic_reads_a_tool_call(claude):
    read = await claude.messages.create(model="pick:1", max_tokens=9, messages=user(), tools=ANTHROPIC_TOOLS)
    assert (read.content[0].name, read.content[0].input, read.stop_reason) == ("play", {"id": "c1"}, "tool_use")


@pytest.mark.parametrize("manner", ["", "split,", "comments,crlf,", "think,"])
@pytest.mark.parametrize("tools", [[], ANTHROPIC_TOOLS], ids=["text", "tool"])
async def test_anthropic_assembles_a_stream(claude, manner, tools):
    asked = {"max_tokens": 9, "messages": user(), **({"tools": tools} if tools else {})}
    async with claude.messages.stream(model=f"{manner}pick:1", **asked) as stream:
        read = await stream.get_final_message()
    last = read.content[-1]
    assert (last.input == {"id": "c1"}) if tools else (last.text == TEXT)
    assert read.stop_reason == ("tool_use" if tools else "end_turn")
    assert read.usage.output_tokens_details.thinking_tokens == (3 if manner == "think," else 0)


@pytest.mark.parametrize(
    "step, reason", [("truncated", "max_tokens"), ("refusal", "refusal"), ("filter", "refusal"), ("empty", "end_turn")]
)
async def test_anthropic_reads_bad_answers(claude, step, reason):
    assert (await claude.messages.create(model=step, max_tokens=9, messages=user())).stop_reason == reason


@pytest.mark.parametrize(
    "step, error",
    [
        ("401", "AuthenticationError"),
        ("403", "PermissionDeniedError"),
        ("404", "NotFoundError"),
        ("413", "APIStatusError"),
        ("429", "RateLimitError"),
        ("500", "InternalServerError"),
        ("529", "InternalServerError"),
        ("reset", "APIConnectionError"),
    ],
)
async def test_anthropic_knows_each_error(anthropic, claude, step, error):
    with pytest.raises(getattr(anthropic, error)):
        await claude.messages.create(model=step, max_tokens=9, messages=user())


async def test_anthropic_reads_which_parameter_was_refused(anthropic, claude):
    body = {"temperature": 0}
    with pytest.raises(anthropic.BadRequestError, match="temperature: Extra inputs are not permitted"):
        await claude.messages.create(model="no=temperature,pick:1", max_tokens=9, messages=user(), extra_body=body)


async def test_anthropic_sees_an_error_in_a_stream(anthropic, claude):
    with pytest.raises(anthropic.APIStatusError, match="overloaded"):
        async with claude.messages.stream(model="error-in-stream", max_tokens=9, messages=user()) as stream:
            await stream.get_final_message()


# The fake's own commands


def test_steps_come_one_after_the_other():
    command = read_command("no=system+tools,429:2,prose,split,then=pick:last#a")
    assert command.manners == {"no": "system+tools", "split": ""}
    steps = [command.step(number) for number in range(5)]
    assert steps == [
        Reaction("429", "", 2),
        Reaction("429", "", 2),
        Reaction("prose"),
        Reaction("pick", "last"),
        Reaction("pick", "last"),
    ]


@pytest.mark.parametrize(
    "words, fields",
    [
        ("take 2", {}),
        ('pass: "cards": choose 3 of 2♣, Q♠, A♥, K♥', {"cards": ["2♣", "Q♠", "A♥"]}),
        ('give: "a": choose 1 of x, y; "b": choose 1 of x, y; no value twice', {"a": ["x"], "b": ["y"]}),
        ('send: "to": how often each of A, B, C, 5 in all, each at most 3 times', {"to": {"A": 3, "B": 2, "C": 0}}),
        ('place: choose "x" "y" among 1 2 | 3 4', {"x": 1, "y": 2}),
    ],
)
def test_a_fake_fills_the_fields_of_a_move(words, fields):
    assert filled(words) == fields


async def test_a_custom_picker_answers():
    async with provider(lambda shown: {"id": shown.candidates[1][0], "why": shown.which}) as fake:
        reply = await ask(fake.endpoint("pick:skill"), question("tool"))
    assert json.loads(reply.answer_json or "") == {"id": "c1", "why": "skill"}


async def test_a_provider_in_its_own_process_reports_its_requests():
    def received(url: str) -> list[dict]:
        with urllib.request.urlopen(f"{url}/received") as answer:
            return json.load(answer)

    with provider_process() as url:
        endpoint = Endpoint(name="far", url=f"{url}/v1", key=KEY, model="429:1,then=pick:last", backoff_s=0.0)
        reply = await ask(endpoint, question())
        told = await asyncio.to_thread(received, url)
    assert (reply.transport_tries, len(told)) == (2, 2)
    assert told[0]["key_in"] == "authorization"
    assert KEY not in json.dumps(told)
