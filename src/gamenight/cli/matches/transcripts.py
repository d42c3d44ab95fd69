"""Read the games of other engines from files of JSON lines."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from gamenight.cli.exits import USAGE, CliError


def read_transcripts(path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The games of a file, each with its place there. The file has JSON lines or one JSON list, gzipped or not."""
    data = read_bytes(path)
    if data.lstrip().startswith(b"["):
        yield from _of_list(path, data)
        return
    for number, line in enumerate(data.splitlines(), 1):
        if line.strip():
            yield f"{path}:{number}", _decoded(f"{path}:{number}", line, dict[str, Any])


def _of_list(path: str, data: bytes) -> Iterator[tuple[str, dict[str, Any]]]:
    for number, transcript in enumerate(_decoded(path, data, list[dict[str, Any]]), 1):
        yield f"{path}[{number}]", transcript


def read_bytes(path: str) -> bytes:
    """The content of a file, decompressed if it is gzipped."""
    try:
        data = Path(path).read_bytes()
        return gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data
    except (OSError, EOFError, zlib.error) as error:
        raise CliError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}", USAGE) from None


def _decoded(place: str, text: bytes, kind: Any) -> Any:
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.DecodeError as error:
        raise CliError(f"cannot read {place}: {error}", USAGE) from None
