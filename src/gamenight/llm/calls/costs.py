"""The cost of a reply: as reported, else by a table of public prices, else unknown. Prices are never downloaded."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

from msgspec import Struct

from gamenight.llm.calls.asking import Reply, Usage
from gamenight.llm.calls.endpoints import Endpoint


class Cost(Struct, frozen=True):
    """US dollars, or None: unknown is not 0."""

    usd: float | None
    source: Literal["reported", "table", "unknown"]


def cost_of(reply: Reply, endpoint: Endpoint) -> Cost:
    if reply.cost is not None:
        return Cost(reply.cost, "reported")
    price = _price(reply.usage, reply.model, endpoint)
    return Cost(price, "unknown" if price is None else "table")


def _price(usage: Usage, model: str, endpoint: Endpoint) -> float | None:
    if usage.input is None or usage.output is None or (prices := _table()) is None:
        return None
    known = {"cache_read_tokens": usage.cached, "cache_write_tokens": usage.cache_written}
    tokens = {"input_tokens": usage.input, "output_tokens": usage.output}
    tokens |= {name: value for name, value in known.items() if value}
    for name in (model, endpoint.model):
        try:
            # The price depends on the provider's address: an open model is free on an own machine, and prices differ.
            found = prices.calc_price(prices.Usage(**tokens), name, provider_api_url=endpoint.url)
        except (LookupError, ValueError):
            continue
        return float(found.total_price)
    return None


@cache
def _table() -> Any:
    """The package genai-prices with its built-in prices, if it is installed."""
    try:
        import genai_prices
    except ImportError:
        return None
    return genai_prices
