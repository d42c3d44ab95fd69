"""Players who answer at random, and measure the time until each update arrives."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct, field

from gamenight.cli.load.socket import LoadSocket, open_load_socket
from gamenight.client import Format, random_answer
from gamenight.core.text import Words
from gamenight.protocol.delta import patched
from gamenight.protocol.messages import ClientMessage, GameAction, JoinGame, write_json, write_msgpack

MOST_FRAMES = 20_000
"""Maximum number of updates to store; their sizes are measured after the play."""


class Heard(Struct):
    """The fields of a message that a player reads; others are skipped."""

    type: str
    view: Any = None
    changes: Any = None
    client_id: str | None = None
    code: str = ""
    message: Words = ""


class Notes(Struct):
    """The measurements of all players together; latencies in seconds."""

    moves: int = 0
    mover: list[float] = field(default_factory=list)
    other: list[float] = field(default_factory=list)
    frames: list[bytes] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


class LoadMatch:
    """One match with all its players. They wait for `begin`; `over` is done when each has received the end."""

    def __init__(self, notes: Notes, format: Format, think: float, chance: random.Random) -> None:
        self.notes = notes
        self.format = format
        self.think = think
        self.chance = chance
        self.players: list[LoadPlayer] = []
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.sent_at = 0.0
        self.is_playing = False

    async def sit_down(self, url: str, token: str) -> None:
        player = LoadPlayer(self, token)
        self.players.append(player)
        await player.connect(url)

    def begin(self) -> None:
        self.is_playing = True
        for player in self.players:
            player.look(self.chance.uniform(0, self.think))

    def stop(self) -> None:
        """Stop answering."""
        self.is_playing = False
        self._end()

    def close(self) -> None:
        for player in self.players:
            player.close()

    def fail(self, reason: str) -> None:
        if not self.over.done():
            self.notes.faults.append(reason)
            self.stop()

    def heard_of_the_end(self) -> None:
        if all(player.is_over for player in self.players):
            self._end()

    def _end(self) -> None:
        if not self.over.done():
            self.over.set_result(None)


class LoadPlayer:
    def __init__(self, match: LoadMatch, token: str) -> None:
        self.is_over = False
        self._match = match
        self._token = token
        self._socket: LoadSocket | None = None
        self._seen: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._view: dict[str, Any] = {}
        self._pending: str | None = None
        self._sent_at = 0.0
        self._answers = 0
        is_json = match.format == "json"
        self._decode: Callable[[bytes], Heard] = (_from_json if is_json else _from_msgpack).decode
        self._encode: Callable[[ClientMessage], bytes] = write_json if is_json else write_msgpack

    async def connect(self, url: str) -> None:
        """Connect, join, and wait for the first view of the match."""
        self._socket = await open_load_socket(url, self._hear, self._match.fail)
        self._send(JoinGame(seat_token=self._token))
        await asyncio.wait_for(self._seen, 60)

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()

    def look(self, think: float) -> None:
        """Answer after `think` seconds, if the player is asked."""
        if not self._match.is_playing or self._pending is not None or not self._view.get("actions"):
            return
        if think:
            asyncio.get_running_loop().call_later(think, self._answer)
        else:
            self._answer()

    def _answer(self) -> None:
        view, match = self._view, self._match
        answer = random_answer(view, match.chance)
        if not match.is_playing or self._pending is not None or answer is None or view.get("committed"):
            return
        self._answers += 1
        self._pending = str(self._answers)
        match.sent_at = self._sent_at = time.perf_counter()
        self._send(GameAction(view["prompt"], self._pending, *answer))

    def _hear(self, frame: bytes) -> None:
        """Handle a frame. No caller would see an exception, so any failure is reported to the match."""
        now = time.perf_counter()
        try:
            self._take(self._decode(frame), frame, now)
        except Exception as error:
            self._match.fail(f"cannot handle a message, {type(error).__name__}: {error}")

    def _take(self, heard: Heard, frame: bytes, now: float) -> None:
        if heard.type == "state_update":
            self._update(heard, frame, now)
        elif heard.type == "game_over":
            self.is_over = True
            self._match.heard_of_the_end()
        elif heard.type == "error":
            self._refused(heard)

    def _update(self, heard: Heard, frame: bytes, now: float) -> None:
        self._view = heard.view if heard.view is not None else patched(self._view, heard.changes)
        if not self._seen.done():
            self._seen.set_result(None)
        if self._match.is_playing:
            self._note(heard, frame, now)
            self.look(self._match.think)

    def _note(self, heard: Heard, frame: bytes, now: float) -> None:
        notes = self._match.notes
        if len(notes.frames) < MOST_FRAMES:
            notes.frames.append(frame)
        if self._pending is not None and heard.client_id == self._pending:
            self._pending = None
            notes.moves += 1
            notes.mover.append(now - self._sent_at)
        else:
            notes.other.append(now - self._match.sent_at)

    def _refused(self, heard: Heard) -> None:
        """Answer again after an expected refusal: the prompt closed meanwhile, or a member of a family was illegal."""
        if heard.code in ("stale_action", "invalid_action", "already_committed"):
            self._pending = None
            self.look(self._match.think)
        else:
            self._match.fail(f"{heard.code}: {heard.message}")

    def _send(self, message: ClientMessage) -> None:
        assert self._socket is not None
        content = self._encode(message)
        if self._match.format == "json":
            self._socket.send_text(content)
        else:
            self._socket.send_binary(content)


_from_json = msgspec.json.Decoder(Heard)
_from_msgpack = msgspec.msgpack.Decoder(Heard)
