"""Matches that are known beforehand, played at a real server: what a browser sees of them is the same each time.

    async with sitting(url, "tictactoe", ["Ada", "Grace"]) as table:
        for action in bot_actions("tictactoe", ["greedy", "greedy"], seed=1):
            await table.act(action)

Chance has to be fixed by the options, as the server's own seed is its secret.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from playwright.async_api import BrowserContext

from gamenight.bots import make_bot
from gamenight.client import ClientTable, Rest, connect
from gamenight.core.match import Match
from gamenight.core.model import Act, Action, PlayerId, seat
from gamenight.core.run import BotRun
from gamenight.protocol.messages import StateUpdate


def bot_actions(
    game: str, bots: Sequence[str], seed: int, options: Mapping[str, Any] | None = None, most: int | None = None
) -> list[Action]:
    """What these bots do in a match of their own, to its end or so many answers long."""
    match = Match.start(game, len(bots), seed, options=options)
    own = [make_bot(text, match.plugin, seed=f"{seed}:{number}") for number, text in enumerate(bots)]
    for _ in BotRun(match, own, most).answers():
        pass
    return [turn.input.action for turn in match.turns if isinstance(turn.input, Act)]


class Sitting:
    """A table with everybody seated, each by a socket of this program."""

    def __init__(self, match_id: str, players: dict[PlayerId, ClientTable]) -> None:
        self.match_id = match_id
        self.players = players
        self._answered: dict[PlayerId, int] = {}

    async def act(self, action: Action) -> None:
        """Make this move as soon as it is asked for; come back when all have heard of it, if they hear of it at all."""
        mover = self.players[action.player_id]
        await mover.until(lambda table: self._is_asked(action.player_id, table))
        self._answered[action.player_id] = (await mover.seen())["prompt"]
        answer = await mover.act(action.action_type, action.payload)
        if isinstance(answer, StateUpdate):
            reached = (await mover.seen())["prompt"]
            for player in self.players.values():
                await player.until(lambda table: table.over or (table.view or {}).get("prompt", 0) >= reached)

    def _is_asked(self, player_id: PlayerId, table: ClientTable) -> bool:
        return bool(table.view and table.view.get("actions") and table.view["prompt"] != self._answered.get(player_id))


@asynccontextmanager
async def sitting(
    url: str, game: str, names: Sequence[str], options: Mapping[str, Any] | None = None, **settings: Any
) -> AsyncIterator[Sitting]:
    """A new table of people with these names, in turn order; the match has begun."""
    wanted = {"game": game, "seats": len(names), "num_bots": 0, "seating": "chosen", "options": options or {}}
    opened = await Rest(url).post("/api/matches", {**wanted, **settings})
    async with AsyncExitStack() as sockets:
        players = {}
        for index, name in enumerate(names):
            table = await sockets.enter_async_context(connect(url, opened["match_id"]))
            await table.join(name, seat=index)
            players[seat(index)] = table
        for table in players.values():
            await table.seen()
        yield Sitting(opened["match_id"], players)


async def keep_seat(context: BrowserContext, table: Sitting, player: str) -> None:
    """Let this browser have the player's seat, as if it had been taken there."""
    seat = {"token": table.players[PlayerId(player)].token, "player_id": player, "at": 0}
    key, kept = json.dumps(f"gamenight.seat.{table.match_id}"), json.dumps(json.dumps(seat))
    await context.add_init_script(f"localStorage.setItem({key}, {kept})")
