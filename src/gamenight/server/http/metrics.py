"""The metrics of this process, for Prometheus.

They reveal nothing secret: turns of hidden prompts, or at tables that not everybody may watch, are not counted. There
is no processor time either, as it would reveal such turns.
"""

from __future__ import annotations

from collections.abc import Sequence

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest

from gamenight.llm.deciding import ModelCall
from gamenight.server.node.node import Status

CONTENT_TYPE = "text/plain; version=0.0.4"

_registry = CollectorRegistry()
_matches = Gauge("gamenight_matches", "Matches that wait or are played on this node.", registry=_registry)
_max_matches = Gauge("gamenight_max_matches", "Maximum number of matches.", registry=_registry)
_connections = Gauge("gamenight_connections", "Open sockets.", registry=_registry)
_max_connections = Gauge("gamenight_max_connections", "Maximum number of sockets.", registry=_registry)
_bots_thinking = Gauge("gamenight_bots_thinking", "Bots that think now.", registry=_registry)
_bots_waiting = Gauge("gamenight_bots_waiting", "Bots that wait for a process.", registry=_registry)
_bus = Gauge("gamenight_bus_connected", "1 if hints of other nodes arrive at once.", registry=_registry)
_turns = Counter("gamenight_turns", "Turns that everybody could see at once.", ["game"], registry=_registry)
_requests = Counter("gamenight_http_requests", "Answered requests.", ["route", "status"], registry=_registry)
_model_calls = Counter(
    "gamenight_model_calls",
    "Calls to language models, of matches that are over.",
    ["endpoint", "outcome"],
    registry=_registry,
)
_model_tokens = Counter("gamenight_model_tokens", "Tokens of these calls.", ["kind"], registry=_registry)
_model_usd = Counter("gamenight_model_usd", "Known cost of these calls in US dollars.", registry=_registry)
_model_unpriced = Counter("gamenight_model_unpriced_calls", "Calls of unknown cost.", registry=_registry)


def turn_seen(game_id: str) -> None:
    """Count a turn that everybody could see at once, at a table that everybody may find and watch."""
    _turns.labels(game_id).inc()


def models_asked(calls: Sequence[ModelCall]) -> None:
    """Count the calls of a match to the operator's endpoints when it is over: earlier they reveal hidden prompts."""
    for call in calls:
        _model_calls.labels(call.endpoint, call.outcome).inc()
        for kind in ("input", "output", "reasoning", "cached"):
            _model_tokens.labels(kind).inc(getattr(call.usage, kind) or 0)
        _model_usd.inc(call.usd or 0.0)
        _model_unpriced.inc(call.usd is None)


def request_answered(route: str, status: int) -> None:
    """Count a request. `route` is the template of a path: paths contain ids, so their number is unlimited."""
    if route.endswith("/prompt"):  # the count would reveal when a model answers a hidden prompt
        return
    _requests.labels(route, status).inc()


def exposition(status: Status) -> bytes:
    """All metrics in Prometheus' text format."""
    _matches.set(status.matches)
    _bots_thinking.set(status.bots_thinking)
    _bots_waiting.set(status.bots_waiting)
    _max_matches.set(status.max_matches)
    _connections.set(status.connections)
    _max_connections.set(status.max_connections)
    _bus.set(status.bus)
    return generate_latest(_registry)
