"""What one socket says to a match, and what it hears: from the first message to the last."""

from __future__ import annotations

from gamenight.core.model import MatchId
from gamenight.server.line import Line
from gamenight.server.node import Node
from gamenight.server.protocol import ClientMessage


class Conversation:
    """One socket at one match; at most one seat, or a spectator's place."""

    def __init__(self, node: Node, line: Line, match_id: MatchId) -> None:
        raise NotImplementedError

    async def hear(self, message: ClientMessage) -> None:
        """Answer one message on the line; it raises nothing that a client can cause."""
        raise NotImplementedError

    async def end(self, *, misbehaved: bool = False) -> None:
        """The socket is closed. Whoever misbehaved has no grace: the table's policy applies at once."""
        raise NotImplementedError
