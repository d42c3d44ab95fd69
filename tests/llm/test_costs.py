"""The cost of a reply: reported, by the price table, or unknown; never 0 if unknown, never from the network."""

import socket

import pytest

from gamenight.llm.calls import Cost, Endpoint, Reply, Usage, cost_of

OPENAI, ANTHROPIC, HOME = "https://api.openai.com/v1", "https://api.anthropic.com", "http://127.0.0.1:11434/v1"


def cost(model: str, url: str, usage: Usage, reported: float | None = None) -> Cost:
    endpoint = Endpoint(name="e", url=url, key="k", model=model)
    reply = Reply(text="", answer_json=None, finish="done", form="text", model=model, usage=usage, cost=reported)
    return cost_of(reply, endpoint)


def test_a_reported_cost_counts_even_if_it_is_zero():
    assert cost("gpt-4o", OPENAI, Usage(1000, 100), 0.5) == Cost(0.5, "reported")
    assert cost("gpt-4o", OPENAI, Usage(1000, 100), 0.0) == Cost(0.0, "reported")


def test_public_prices_are_per_million_tokens_and_less_for_cached_ones():
    """gpt-4o: 2.50 for input, 1.25 for cached input, 10.00 for output."""
    assert cost("gpt-4o", OPENAI, Usage(1000, 100)) == Cost(0.0035, "table")
    assert cost("gpt-4o", OPENAI, Usage(1000, 100, reasoning=90, cached=400)) == Cost(0.003, "table")


def test_writing_to_a_cache_costs_more():
    """Claude Opus 4.5: 5 for input, 6.25 for writing to the cache, 25 for output."""
    usage = Usage(1000, 100, cached=0, cache_written=1000)
    assert cost("claude-opus-4-5", ANTHROPIC, usage) == Cost(0.00875, "table")


@pytest.mark.parametrize(
    "model, url, usage",
    [
        ("gpt-4o", HOME, Usage(1000, 100)),
        ("no-such-model", OPENAI, Usage(1000, 100)),
        ("gpt-4o", OPENAI, Usage()),
        ("gpt-4o", OPENAI, Usage(1000, None)),
        ("gpt-4o", OPENAI, Usage(10, 10, cached=400)),
    ],
)
def test_a_cost_without_a_price_is_unknown(model, url, usage):
    assert cost(model, url, usage) == Cost(None, "unknown")


def test_prices_come_only_from_the_package(monkeypatch):
    def forbidden(*arguments: object) -> None:
        raise AssertionError("a price was fetched")

    monkeypatch.setattr(socket.socket, "connect", forbidden)
    monkeypatch.setattr(socket, "getaddrinfo", forbidden)
    assert cost("gpt-4o", OPENAI, Usage(1, 1)).source == "table"
