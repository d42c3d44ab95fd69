"""Logs of Tenhou become matches, and matches become logs."""

from __future__ import annotations

from collections.abc import Mapping

from gamenight.core import PlayerId
from gamenight.core.match import Match
from gamenight.core.transcripts.foreign_logs import BadLog, Writer
from gamenight.games.riichi.formats import mjai, mjlog, tenhou6
from gamenight.games.riichi.formats.playing import play


def read(data: bytes, match_id: str, now: int) -> Match:
    """A match from mjlog XML or tenhou.net/6 JSON."""
    start = data.removeprefix(b"\xef\xbb\xbf").lstrip()
    if start.startswith(b"<"):
        return play(mjlog.read(start), match_id, now)
    if start.startswith(b"{"):
        return play(tenhou6.read(start), match_id, now)
    raise BadLog("this is neither mjlog XML nor tenhou.net/6 JSON")


def _write_tenhou6(match: Match, viewer: PlayerId | None) -> bytes:
    if viewer is not None:
        raise BadLog("a log of tenhou.net/6 shows all hands: it cannot be written as one seat saw the match")
    return tenhou6.write(match)


def _write_mjai(match: Match, viewer: PlayerId | None) -> bytes:
    return mjai.write(match, viewer)


WRITERS: Mapping[str, Writer] = {"tenhou6": _write_tenhou6, "mjai": _write_mjai}
