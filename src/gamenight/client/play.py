"""Play one seat until the match is over, and reconnect when the connection is lost."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections.abc import Awaitable, Callable, Iterator

from msgspec import Struct

from gamenight.client.answers import Answer
from gamenight.client.socket import ConnectionLost, Format
from gamenight.client.table import ClientTable, Refused, connect
from gamenight.core.model import PlayerId
from gamenight.protocol.messages import GameAction, GameOver

Choose = Callable[[ClientTable], Awaitable[Answer | None]]
"""Chooses an answer to the table's open prompt; None waits for the next change."""

MOVED_ON = {"stale_action", "too_late", "already_committed", "not_your_turn"}
"""The prompt needs no answer any more: another answer or the clock came first."""

CHOOSE_AGAIN = {"game_not_active", "invalid_action"}
"""The match was paused meanwhile; or the answer was from a family that is not exact, and broke a rule."""

LATER = {"unavailable", "too_fast", "server_full"}
NOT_NOW = {0, 1001, 1006, 1011, 1012, 1013, 4001, 4002, 429, 500, 502, 503, 504}
"""Codes after which the client reconnects; after any other code the server does not accept it again."""

MOST_REFUSALS = 100
"""Maximum number of refusals in a row; after that, `choose` probably does not know the rules."""


class Answered(Struct, frozen=True):
    """An action that the server has confirmed."""

    prompt: int
    client_id: str
    action_type: str


class Played(Struct, frozen=True):
    player_id: PlayerId
    token: str
    over: GameOver
    answered: tuple[Answered, ...]
    connections: int
    """1 if no connection was lost."""


async def play(
    url: str,
    match_id: str,
    choose: Choose,
    *,
    name: str | None = None,
    token: str | None = None,
    format: Format = "json",
    patience_s: float = 30,
) -> Played:
    """Play this seat to the end. ConnectionLost after `patience_s` without a connection; Refused by the server."""
    return await _Seat(url, match_id, choose, name, token, format).keep(patience_s)


class _Seat:
    """Everything that outlives a connection: the token, the last number, and the action without an answer yet."""

    def __init__(
        self, url: str, match_id: str, choose: Choose, name: str | None, token: str | None, format: Format
    ) -> None:
        self._where = (url, match_id, format)
        self._choose = choose
        self._name = name
        self._token = token
        self._last: int | None = None
        self._pending: GameAction | None = None
        self._answered: list[Answered] = []
        self._done_with: int | None = None
        self._refusals = 0
        self._connections = 0
        self._heard_at = time.monotonic()
        self._waits = _backoff()

    async def keep(self, patience_s: float) -> Played:
        while True:
            try:
                return await self._sit()
            except (ConnectionLost, Refused, TimeoutError) as error:
                if not _is_passing(error) or time.monotonic() - self._heard_at > patience_s:
                    raise
            await asyncio.sleep(next(self._waits))

    async def _sit(self) -> Played:
        """Play over one connection, until it is lost or the match is over."""
        url, match_id, format = self._where
        async with connect(url, match_id, format, keep=False) as table:
            await self._join(table)
            try:
                return await self._play(table)
            finally:
                self._last = table.number if table.view is not None else self._last
                self._heard_at = time.monotonic()

    async def _join(self, table: ClientTable) -> None:
        await table.join(self._name if self._token is None else None, self._token, last=self._last)
        self._token = table.token
        self._connections += 1
        self._waits = _backoff()

    async def _play(self, table: ClientTable) -> Played:
        while True:
            while self._pending is not None:
                await self._send(table, self._pending)
            await table.until(lambda table: table.over or self._is_asked(table), within=86_400)
            if table.over is not None:
                return self._ended(table, table.over)
            self._pending = await self._chosen(table)

    def _is_asked(self, table: ClientTable) -> bool:
        view = table.view
        if view is None or not view.get("actions") or view["status"] != "active" or view.get("committed"):
            return False
        return bool(view["prompt"] != self._done_with)

    async def _chosen(self, table: ClientTable) -> GameAction | None:
        assert table.view is not None
        prompt, heard = table.view["prompt"], table.heard
        answer = await self._choose(table)
        if answer is None:
            await table.until(lambda table: table.heard > heard, within=86_400)
            return None
        return GameAction(prompt, secrets.token_hex(8), *answer)

    async def _send(self, table: ClientTable, action: GameAction) -> None:
        """Send the action. If no answer comes it stays pending; sent again with the same client id it counts once."""
        try:
            await table.answer(action)
        except Refused as refusal:
            await self._think_again(refusal, action)
            return
        self._answered.append(Answered(action.prompt, action.client_id, action.action_type))
        self._pending, self._done_with, self._refusals = None, action.prompt, 0

    async def _think_again(self, refusal: Refused, action: GameAction) -> None:
        self._refusals += 1
        if self._refusals > MOST_REFUSALS or refusal.code not in MOVED_ON | CHOOSE_AGAIN | LATER:
            raise refusal
        if refusal.code in MOVED_ON:
            self._done_with = action.prompt
        if refusal.code not in LATER:
            self._pending = None
        if refusal.code in LATER or refusal.code == "game_not_active":
            await asyncio.sleep(next(self._waits))

    def _ended(self, table: ClientTable, over: GameOver) -> Played:
        assert table.player_id is not None
        assert self._token is not None
        return Played(table.player_id, self._token, over, tuple(self._answered), self._connections)


def _is_passing(error: Exception) -> bool:
    match error:
        case ConnectionLost():
            return error.code in NOT_NOW
        case Refused():
            return error.code in LATER
    return isinstance(error, TimeoutError)


def _backoff() -> Iterator[float]:
    """Waits from 50 ms to 2 s, randomized so that clients of one server do not all reconnect at once."""
    wait = 0.05
    while True:
        yield wait * random.uniform(0.5, 1)
        wait = min(2.0, wait * 2)
