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
