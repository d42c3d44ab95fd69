"""Limits per address, in memory that does not grow with the number of addresses."""

from __future__ import annotations

from collections.abc import Mapping
from ipaddress import IPv6Address, ip_address
from typing import Any

from gamenight.server.settings import Settings

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
LOOPBACK_NETWORK = "::/64"
ADDRESSES = 20_000
"""Maximum number of addresses in a bucket; beyond it, the one that was inactive for longest is dropped."""


def address_of(scope: Mapping[str, Any]) -> str:
    """The address that a connection counts against, or "local" if it has none, as on a Unix socket."""
    client = scope.get("client")
    return counted_as(client[0]) if client else "local"


def counted_as(host: str) -> str:
    """The address to count: a whole /64 network for IPv6, as one client usually has all of its addresses."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return f"{IPv6Address(int(address) >> 64 << 64)}/64"


def is_local(address: str) -> bool:
    """Whether this counted address belongs to this machine."""
    try:
        return address == "local" or ip_address(address).is_loopback
    except ValueError:  # an IPv6 network
        return address == LOOPBACK_NETWORK


class Bucket:
    """A token bucket for each address: at most `most` per period, refilled evenly, all at once after a quiet period.

    It stores one number per address: the instant at which the bucket will be full again. An instant in the past means
    that the bucket is full.
    """

    def __init__(self, most: int, period_ms: int) -> None:
        self._period_ms = period_ms
        self._each_ms = period_ms / most
        self._full_at: dict[str, float] = {}

    @property
    def retry_after_s(self) -> int:
        """Seconds after which a refused address may try again."""
        return max(1, -int(-self._each_ms // 1000))

    def take(self, address: str, now: int, number: int = 1) -> bool:
        """Whether this address may have this many more now; if so, they are counted."""
        needed_ms = number * self._each_ms
        full_at = max(self._full_at.pop(address, 0.0), float(now))
        is_allowed = full_at + needed_ms - now <= self._period_ms
        # Inserted again at the end, so that the first entry is always the one that was inactive for longest.
        self._full_at[address] = full_at + needed_ms if is_allowed else full_at
        if len(self._full_at) > ADDRESSES:
            del self._full_at[next(iter(self._full_at))]
        return is_allowed


class Limits:
    """The limits of the settings, with what each address has used of them."""

    def __init__(self, settings: Settings) -> None:
        self.requests = Bucket(settings.requests_per_address, MINUTE_MS)
        self.handshakes = Bucket(settings.handshakes_per_address, MINUTE_MS)
        self.heavy = Bucket(settings.heavy_per_address, MINUTE_MS)
        self.tables = Bucket(settings.matches_per_address, HOUR_MS)
        self.bots = Bucket(settings.bots_per_address, HOUR_MS)
        self._most_connections = settings.connections_per_address
        self._connections: dict[str, int] = {}

    def may_request(self, address: str, now: int) -> bool:
        return self.requests.take(address, now)

    def may_open(self, address: str, now: int) -> bool:
        """Whether this address may open one more table; if so, it is counted."""
        return self.tables.take(address, now)

    def may_seat_bots(self, address: str, bots: int, now: int) -> bool:
        """Whether this address may have this many more bots at its tables; if so, they are counted."""
        return not bots or self.bots.take(address, now, bots)

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
