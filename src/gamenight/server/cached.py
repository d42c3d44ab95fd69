"""Bodies that are made once and sent often: compressed beforehand, with a tag so that browsers can cache them."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterable, Mapping
from hashlib import sha256

from msgspec import Struct

CHECKED = "no-cache"
"""Browsers keep the body, but ask each time whether it is still current."""
FOREVER = "public, max-age=31536000, immutable"
"""For addresses that contain a hash of their content, so the content never changes."""

_REFUSED = re.compile(r";\s*q=0(\.0*)?\s*$")


class CachedBody(Struct, frozen=True):
    """`packed` is the body compressed by gzip, or None if that is not smaller."""

    body: bytes
    packed: bytes | None
    tag: str
    media_type: str
    cache: str


class CachedReply(Struct, frozen=True):
    status: int
    headers: dict[str, str]
    body: bytes


def keep(body: bytes, media_type: str, cache: str = CHECKED) -> CachedBody:
    """Compress and tag a body. The same bytes have the same tag on every node."""
    packed = gzip.compress(body, 9, mtime=0)
    return CachedBody(body, packed if len(packed) < len(body) else None, digest(body), media_type, cache)


def digest(body: bytes) -> str:
    return sha256(body).hexdigest()[:16]


def reply(kept: CachedBody, asked: Mapping[str, str]) -> CachedReply:
    """The answer to a request with these headers: compressed if it may be, and empty if the client has it."""
    is_packed = kept.packed is not None and takes_gzip(asked.get("accept-encoding", ""))
    tag = f'"{kept.tag}-gzip"' if is_packed else f'"{kept.tag}"'
    headers = {"cache-control": kept.cache, "etag": tag, "vary": "Accept-Encoding"}
    if _has(tag, asked.get("if-none-match", "")):
        return CachedReply(304, headers, b"")
    headers["content-type"] = kept.media_type
    if not is_packed:
        return CachedReply(200, headers, kept.body)
    assert kept.packed is not None
    return CachedReply(200, {**headers, "content-encoding": "gzip"}, kept.packed)


def takes_gzip(accepted: str) -> bool:
    """Whether `Accept-Encoding` allows gzip, by name or else by `*`."""
    said = dict(_codings(accepted.lower().split(",")))
    return said.get("gzip", said.get("*", False))


def _codings(parts: Iterable[str]) -> Iterable[tuple[str, bool]]:
    for part in parts:
        name = part.partition(";")[0].strip()
        yield name, not _REFUSED.search(part)


def _has(tag: str, known: str) -> bool:
    """Whether the client has this version. A tag that a proxy has made weak counts as the same."""
    return known.strip() == "*" or tag in [one.strip().removeprefix("W/") for one in known.split(",")]
