"""Limit the websocket frames of one client, counted by their headers before anything parses them.

A parser written in Python takes some 20 µs for an empty ping of six bytes: unlimited, one client can fill a processor.
"""

from __future__ import annotations

BURST_SECONDS = 10
"""After a quiet time a client may send as many frames at once as it may send in this time."""


class FrameLimit:
    """A bucket of tokens that takes one for each frame of any kind: data, continuations, pings and pongs."""

    __slots__ = ("_burst", "_header", "_left", "_payload_left", "_per_second", "_since")

    def __init__(self, per_second: int, now: float) -> None:
        self._per_second = per_second
        self._burst = BURST_SECONDS * per_second
        self._left = float(self._burst)
        self._since = now
        self._header = b""
        """The first bytes of a frame's header whose rest has not arrived."""
        self._payload_left = 0

    def allows(self, data: bytes, now: float) -> bool:
        """Whether the client may send the frames that begin in these bytes."""
        self._left = min(self._burst, self._left + (now - self._since) * self._per_second)
        self._since = now
        self._left -= self._count(data)
        return self._left >= 0

    def _count(self, data: bytes) -> int:
        """The number of frames that begin in these bytes, up to the first one that exceeds the limit."""
        count, at = 0, self._payload_left
        if self._header:
            data, self._header = self._header + data, b""
        end = len(data)
        while at < end and count <= self._left:
            size = _frame_size(data, at)
            if size is None:
                self._header = data[at:]
                at = end
            else:
                count += 1
                at += size
        self._payload_left = max(0, at - end)
        return count


def _frame_size(data: bytes, at: int) -> int | None:
    """The size of the frame that begins there, header included; None if its length has not arrived (RFC 6455, 5.2)."""
    if len(data) < at + 2:
        return None
    mask = 4 if data[at + 1] & 0x80 else 0
    length = data[at + 1] & 0x7F
    if length < 126:
        return 2 + mask + length
    extended = 2 if length == 126 else 8
    if len(data) < at + 2 + extended:
        return None
    return 2 + extended + mask + int.from_bytes(data[at + 2 : at + 2 + extended])
