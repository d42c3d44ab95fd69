"""What this process counts, for Prometheus. It moves with nothing that somebody may not know: no turn of a hidden
prompt, nor of a table that is not for everybody's eyes; and no processor time, which would tell of both.
"""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, generate_latest

from gamenight.server.node import Status

CONTENT_TYPE = "text/plain; version=0.0.4"

_registry = CollectorRegistry()
_matches = Gauge("gamenight_matches", "Matches that wait or are played on this node.", registry=_registry)
_max_matches = Gauge("gamenight_max_matches", "How many matches it may have.", registry=_registry)
_connections = Gauge("gamenight_connections", "Open sockets.", registry=_registry)
_max_connections = Gauge("gamenight_max_connections", "How many sockets it may have.", registry=_registry)
_bus = Gauge("gamenight_bus_connected", "1 if hints of other nodes arrive at once.", registry=_registry)
_turns = Counter("gamenight_turns", "Turns that everybody could see.", ["game"], registry=_registry)
_requests = Counter("gamenight_http_requests", "Answered requests.", ["route", "status"], registry=_registry)


def turn_seen(game_id: str) -> None:
    """A turn was taken that everybody could see at once, at a table that everybody may find and watch."""
    _turns.labels(game_id).inc()


def request_answered(route: str, status: int) -> None:
    """`route` is the template of a path, never a path: those have ids, and there is no end to them."""
    _requests.labels(route, status).inc()


def exposition(status: Status) -> bytes:
    """Everything that is counted, in Prometheus' text format."""
    _matches.set(status.matches)
    _max_matches.set(status.max_matches)
    _connections.set(status.connections)
    _max_connections.set(status.max_connections)
    _bus.set(status.bus)
    return generate_latest(_registry)
