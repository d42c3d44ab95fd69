"""Hints between nodes: "match m has changed". A lost hint only delays an update, as nodes also poll the log.

`local_bus` is for a single node, `redis_bus` for several.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

Hear = Callable[[str], None]
"""Called on the event loop with the topic of a hint."""

LOBBY = "lobby"


class Bus(Protocol):
    """Sends and receives hints. Topics are match ids and LOBBY. No method raises network errors or waits for the
    network.
    """

    def hint(self, topic: str) -> None:
        """Notify the other nodes of news about this topic. The hint may be lost if the network is down."""

    def follow(self, topic: str) -> None:
        """Receive hints about this topic from now on."""

    def unfollow(self, topic: str) -> None: ...

    @property
    def is_connected(self) -> bool: ...

    async def close(self) -> None: ...


def local_bus(hear: Hear) -> Bus:
    """The bus of a single node; it sends and receives nothing."""
    return _LocalBus()


def redis_bus(url: str, hear: Hear, node: str) -> Bus:
    """A bus over the Redis at this URL, for the node with this name; raises ValueError if the URL is invalid.

    Call it in a running event loop; the bus connects in the background. A node does not receive its own hints. After
    each reconnection `hear` is called once for each followed topic.
    """
    # Importing redis takes as long as importing the rest of a node, and most nodes run alone.
    from gamenight.store.bus.redis import RedisBus

    return RedisBus(url, hear, node)


class _LocalBus:
    is_connected = True

    def hint(self, topic: str) -> None:
        pass

    def follow(self, topic: str) -> None:
        pass

    def unfollow(self, topic: str) -> None:
        pass

    async def close(self) -> None:
        pass
