"""Players and spectators who lose their connections again and again, and record what they have seen."""

import asyncio
import random
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from gamenight.client import ClientTable, Refused, random_answer
from gamenight.core import registry
from gamenight.protocol.messages import GameAction, SeenEvent
from tests.server.server_process import ServerProcess
from tests.server.table_players import OVERTAKEN, Logged, TablePlayers, company, is_asked, plain, sent, view_of
from tests.timeouts import TIMEOUT_S

Servers = ServerProcess | Iterable[ServerProcess]


@dataclass
class Restless:
    """A player who reconnects at once, also while an answer is under way, and sends the same answer again."""

    at: TablePlayers
    table: ClientTable
    chance: random.Random
    before: list[SeenEvent] = field(default_factory=list)
    accepted: list[str] = field(default_factory=list)

    @property
    def events(self) -> list[SeenEvent]:
        return [*self.before, *self.table.events]

    @property
    def has_to_answer(self) -> bool:
        return is_asked(self.table) and not view_of(self.table).get("committed")

    async def play(self) -> None:
        while self.table.over is None:
            if self.chance.random() < 0.3:
                await self.come_again()
            elif self.has_to_answer:
                await self.answer()
            else:
                await self.table.until(partial(has_heard_more, than=self.table.heard), TIMEOUT_S)

    async def come_again(self, after_s: float = 0) -> None:
        await (self.table.drop() if self.chance.random() < 0.5 else self.table.close())
        await asyncio.sleep(after_s)
        self.before += self.table.events
        self.table = await self.at.back(self.table, last=self.table.number)
        await self.table.until(lambda one: one.view is not None)

    async def answer(self) -> None:
        answer = random_answer(view_of(self.table), self.chance)
        assert answer is not None
        action = GameAction(view_of(self.table)["prompt"], secrets.token_hex(8), *answer)
        if self.chance.random() < 0.3:
            await self.table.send(action)
            await self.come_again()
        await self.table.answer(action)
        self.accepted.append(action.client_id)


def has_heard_more(table: ClientTable, than: int) -> bool:
    return table.over is not None or table.heard > than


class Wild(Restless):
    """A player who stays away for longer than the server's grace, or leaves, and always returns."""

    async def play(self) -> None:
        while self.table.over is None:
            what = self.chance.random()
            if what < 0.2:
                await self.come_again(self.chance.choice((0, 0, 0.5)) * self.chance.random())
            elif what < 0.25 and self.table.player_id is not None:
                await self.table.leave()
                await self.come_again()
            elif what < 0.4 and self.has_to_answer:
                await self.try_to_answer()
            else:
                await asyncio.sleep(0.1 * self.chance.random())

    async def try_to_answer(self) -> None:
        answer = random_answer(view_of(self.table), self.chance)
        assert answer is not None
        try:
            await self.table.act(*answer)
        except Refused as refusal:
            # A player who leaves may change what is legal without a new prompt, as dice that are out of play do.
            if refusal.code not in OVERTAKEN | {"not_your_turn", "invalid_action"}:
                raise


async def play_with(kind: type[Restless], servers: Servers, game: str, people: int, **wishes: Any) -> Logged:
    """Play a match with such people and return its log.

    Each has seen all of it exactly once, and it is what was played.
    """
    async with company(servers, game, people, watchers=1, **wishes) as at:
        viewers = [kind(at, table, random.Random(number)) for number, table in enumerate(at.everybody)]
        await asyncio.gather(*(viewer.play() for viewer in viewers))
        log = await at.log()
        for viewer in viewers:
            fresh = await at.fresh(viewer.table)
            assert plain(viewer.events) == plain(fresh.events) == sent(log.seen_by(viewer.table.player_id))
            assert view_of(fresh) == view_of(viewer.table)
        logged = [turn.client_id for turn in log.record.turns]
        assert {client_id for viewer in viewers for client_id in viewer.accepted} <= set(logged)
        await at.verify(registry.load(game))
        return log
