"""How much one address may ask of a node, in memory that does not grow with the number of addresses."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address
from typing import Any

from gamenight.server.settings import Settings

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
ADDRESSES = 20_000
"""Beyond so many, those that were quiet for longest are forgotten."""


def address_of(scope: Mapping[str, Any]) -> str:
    """Whom to count a connection against: an address, or "local" where there is none, as on a Unix socket."""
    client = scope.get("client")
    return counted_as(client[0]) if client else "local"


def counted_as(host: str) -> str:
    """An IPv6 network of 64 bits is one address, since whoever has one of it has all of it."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return f"{IPv6Address(int(address) >> 64 << 64)}/64"


class Bucket:
    """So many in each period, evenly refilled, for each address; all of a period's at once after a quiet one.

    An address has one number: the instant at which its bucket would be full again. One in the past says nothing.
    """

    def __init__(self, most: int, period_ms: int) -> None:
        self._period_ms = period_ms
        self._each_ms = period_ms / most
        self._full_at: dict[str, float] = {}

    @property
    def retry_after_s(self) -> int:
        """Within so many seconds whoever was refused may ask once more."""
        return max(1, -int(-self._each_ms // 1000))

    def take(self, address: str, now: int) -> bool:
        """Whether this address may have one more now; if so, it has it."""
        full_at = max(self._full_at.pop(address, 0.0), float(now))
        is_allowed = full_at + self._each_ms - now <= self._period_ms
        # Put back at the end, so that the first is always the one that was quiet for longest.
        self._full_at[address] = full_at + self._each_ms if is_allowed else full_at
        if len(self._full_at) > ADDRESSES:
            del self._full_at[next(iter(self._full_at))]
        return is_allowed


class Limits:
    """What each address has used of what the settings allow."""

    def __init__(self, settings: Settings) -> None:
        self.requests = Bucket(settings.requests_per_address, MINUTE_MS)
        self.tables = Bucket(settings.matches_per_address, HOUR_MS)
        self._most_connections = settings.connections_per_address
        self._connections: dict[str, int] = {}

    def may_request(self, address: str, now: int) -> bool:
        return self.requests.take(address, now)

    def may_open(self, address: str, now: int) -> bool:
        """Whether this address may open one more table; if so, it is counted."""
        return self.tables.take(address, now)

    def connected(self, address: str) -> bool:
        """Whether this address may have one more connection; if so, it is counted until `disconnected`."""
        count = self._connections.get(address, 0)
        if count >= self._most_connections:
            return False
        self._connections[address] = count + 1
        return True

    def disconnected(self, address: str) -> None:
        count = self._connections.pop(address) - 1
        if count:
            self._connections[address] = count
