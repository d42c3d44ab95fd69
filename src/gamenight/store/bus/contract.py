"""Hints between nodes: "match m has moved". A lost hint delays an update and never loses one: nodes also ask the log.

`local_bus` is for one node alone; `redis_bus` for many.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

Hear = Callable[[str], None]
"""Called on the event loop with the topic that was hinted at."""

LOBBY = "lobby"


class Bus(Protocol):
    """Topics are match ids and LOBBY. Nothing here raises because of the network, and nothing waits for it."""

    def hint(self, topic: str) -> None:
        """Tell the other nodes that there is news of this topic; at once, or never if the network is down."""

    def follow(self, topic: str) -> None:
        """Hear of this topic from now on."""

    def unfollow(self, topic: str) -> None: ...

    @property
    def is_connected(self) -> bool: ...

    async def close(self) -> None: ...


def local_bus(hear: Hear) -> Bus:
    """The bus of a node that is alone: there is nobody to tell, and nothing to hear."""
    return _LocalBus()


def redis_bus(url: str, hear: Hear, node: str) -> Bus:
    """A bus over the Redis of this URL, for the node of this name; ValueError if the URL is none.

    It is made on the running event loop, and connects in the background. A node does not hear its own hints. Whenever
    the connection has been made again, `hear` is called once for each topic that is followed.
    """
    # Importing redis takes as long as everything else of a node, and most nodes are alone.
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
