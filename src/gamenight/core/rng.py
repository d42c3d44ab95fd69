"""Random streams: SHA-256 in counter mode, which anybody can recompute from the seed.

A stream's key is SHA-256 of ``gamenight-stream``, the seed's hex text and a compact JSON list that names the stream,
joined by newlines. Block i is SHA-256(key || i as 8 bytes, big-endian). `below(n)` takes as many bytes as n - 1 needs,
as a big-endian number, keeps its lowest `(n - 1).bit_length()` bits and starts over until that is under n;
a shuffle is Fisher-Yates from the last place down to the second. docs/fairness.md has test vectors.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterable, Sequence
from typing import TypeVar

import msgspec

T = TypeVar("T")

BYTE = 256
_MASKS = tuple((1 << i.bit_length()) - 1 for i in range(BYTE))
"""For each number below 256: the mask of the bits that a number up to it needs."""

_EMPTY = hashlib.sha256()

_HEX_SEED = re.compile(r"(?:[0-9a-f]{2}){16,}")


def _sha256(data: bytes) -> bytes:
    """The digest of the data. Copying an empty hash takes half the time of making one, which looks up the algorithm."""
    made = _EMPTY.copy()
    made.update(data)
    return made.digest()


class Rng:
    """The random stream with the name `path`; it computes hashes only when needed."""

    __slots__ = ("_block", "_buffer", "_key", "_path", "_seed")

    def __init__(self, seed: str, path: tuple[str | int, ...] = ()) -> None:
        self._seed = seed
        self._path = path
        self._block = 0  # the key and the buffer are made with the first block

    def stream(self, label: str, n: int = 0) -> Rng:
        """The stream with this label and number: the same one anywhere and at any time in the match."""
        return Rng(self._seed, ("stream", label, n))

    def below(self, n: int) -> int:
        """A uniform integer in 0..n-1."""
        if n < 1:
            raise ValueError("below() needs a positive bound")
        bits = (n - 1).bit_length()
        size, mask = (bits + 7) // 8, (1 << bits) - 1
        while True:
            value = int.from_bytes(self._bytes(size), "big") & mask
            if value < n:
                return value

    def choice(self, values: Sequence[T]) -> T:
        """One of the values, chosen uniformly."""
        return values[self.below(len(values))]

    def shuffle(self, values: Iterable[T]) -> tuple[T, ...]:
        """The values in a uniformly random order; the argument is not changed."""
        cards = list(values)
        for i in range(len(cards) - 1, BYTE - 1, -1):
            j = self.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        self._shuffle_first(cards, min(len(cards), BYTE) - 1)
        return tuple(cards)

    def _shuffle_first(self, cards: list[T], i: int) -> None:
        """Shuffle the positions up to i with the same bytes that `below` would take: the hot path of search."""
        while i > 0:
            buffer, taken = self._bytes_at_hand(), 0
            for taken, byte in enumerate(buffer, 1):  # noqa: B007
                j = byte & _MASKS[i]
                if j <= i:
                    cards[i], cards[j] = cards[j], cards[i]
                    i -= 1
                    if i == 0:
                        break
            self._buffer = buffer[taken:]

    def sample(self, values: Iterable[T], count: int) -> tuple[T, ...]:
        """The values at `count` different positions, in a random order."""
        return self.shuffle(values)[:count]

    def _bytes(self, size: int) -> bytes:
        buffer = self._bytes_at_hand()
        while len(buffer) < size:
            buffer += self._next_block()
        self._buffer = buffer[size:]
        return buffer[:size]

    def _bytes_at_hand(self) -> bytes:
        """The unused bytes of the blocks so far, or else the next block."""
        if self._block == 0:
            self._key, self._buffer = stream_key(self._seed, self._path), b""
        return self._buffer or self._next_block()

    def _next_block(self) -> bytes:
        block = _sha256(self._key + self._block.to_bytes(8, "big"))
        self._block += 1
        return block


def stream_key(seed: str, path: tuple[str | int, ...]) -> bytes:
    return _sha256(b"gamenight-stream\n" + seed.encode() + b"\n" + msgspec.json.encode(path))


def seed_text(seed: str | int) -> str:
    """The seed as hex text of 128 bits or more; any other text or number is hashed into one."""
    text = str(seed)
    if isinstance(seed, str) and _HEX_SEED.fullmatch(text):
        return text
    return _sha256(b"gamenight-seed:" + text.encode()).hex()[:32]


def fresh_seed() -> tuple[str, str]:
    """A new seed and salt, from the system's entropy; the only place where the core uses it."""
    return secrets.token_hex(16), secrets.token_hex(32)


def derived_salt(seed: str) -> str:
    """The salt of a match whose seed was given, so that the same seed makes the same record."""
    return _sha256(b"gamenight-salt:" + seed.encode()).hex()


def commitment(seed: str, salt: str) -> str:
    """SHA-256 of the bytes of seed and salt, which is published before the first turn."""
    return _sha256(bytes.fromhex(seed) + bytes.fromhex(salt)).hex()
