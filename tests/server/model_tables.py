"""Tables of a real node with language models of a fake provider, which are asked over real HTTP.

    async with salon(tmp_path, monkeypatch, "wrong", on_failure="stand_in") as at:
        await at.person.until(lambda one: one.over)

The model's name is a command of tests/llm/commands.py.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from gamenight.client import ClientTable, connect, random_answer
from gamenight.core.model import Record, TimerConfig
from gamenight.llm.calls.refusals import forget_refusals
from gamenight.server.games import Games
from gamenight.server.match.live import LiveMatch
from gamenight.server.node.new_table import OpenTable, new_table
from gamenight.server.settings import Settings
from gamenight.server.wall_clock import now_ms
from gamenight.store.hall.decisions import ModelDecision
from gamenight.store.hall.table import Table
from tests.llm.provider import KEY, Provider, provider
from tests.server.site import House, house
from tests.server.table_players import GENEROUS, answer_at_random, eventually, view_of

QUICK: dict[str, Any] = {**GENEROUS, "llm": True, "llm_least_ms": 0, "llm_most_ms": 0, "poll_ms": 50, "pace_ms": 50}
"""Settings under which nobody waits for the sake of whoever looks on."""


PACK = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
random.Random(22).shuffle(PACK)
DEALT = {"first_dealer": 1, "decks": [" ".join(PACK)]}
"""A deal in which the first seat begins, and has a choice."""


def name_endpoint(patch: pytest.MonkeyPatch, url: str, model: str, name: str = "fake", **fields: Any) -> None:
    """Set the fake provider as an operator's endpoint, for this process and those that it starts."""
    patch.setenv("NO_PROXY", "127.0.0.1")
    given = {"url": f"{url}/v1", "key": KEY, "model": model, "backoff_s": 0.01, **fields}
    for field_name, value in given.items():
        patch.setenv(f"GAMENIGHT_LLM_{name.upper()}_{field_name.upper()}", str(value))


def table_for(
    game: str, *bots: str, people: int = 1, games: Games | None = None, settings: Settings | None = None, **wishes: Any
) -> Table:
    """A table for this number of people and these bots, with more `settings` of the table by name."""
    own = {name: wishes.pop(name) for name in ("exhibition", "max_usd", "max_calls") if name in wishes}
    options, timer = wishes.pop("options", {}), wishes.pop("timer", TimerConfig())
    seats = people + len(bots)
    asked = OpenTable(game=game, seats=seats, num_bots=seats - 1, options=options, timer=timer, **wishes)
    table = new_table(asked, games or Games(()), settings or Settings(), now_ms())
    return replace(table, settings=replace(table.settings, bots=bots, **own))


@dataclass
class ModelTable:
    """A node, the provider of its models, and one table with its players."""

    house: House
    fake: Provider
    live: LiveMatch
    people: list[ClientTable] = field(default_factory=list)
    watchers: list[ClientTable] = field(default_factory=list)
    stack: AsyncExitStack = field(default_factory=AsyncExitStack)

    @property
    def match_id(self) -> str:
        return self.live.match_id

    @property
    def person(self) -> ClientTable:
        return self.people[0]

    @property
    def model(self) -> str:
        """The seat of the model, or None."""
        assert self.live.state is not None
        (only,) = [one.player_id for one in self.live.state.players if one.is_bot]
        return only

    async def socket(self) -> ClientTable:
        return await self.stack.enter_async_context(connect(self.house.url, self.match_id))

    async def sit_down(self, seat: int | None = None) -> ClientTable:
        table = await self.socket()
        await table.join(f"Person {len(self.people)}", seat=seat)
        self.people.append(table)
        return table

    async def watch(self) -> ClientTable:
        table = await self.socket()
        await table.watch()
        self.watchers.append(table)
        return table

    async def decisions(self) -> tuple[ModelDecision, ...]:
        return await self.house.node.ledger.decisions(self.live.match_id)

    async def record(self) -> Record:
        return await self.house.node.store.record(self.live.match_id)

    async def play_out(self, seed: int = 1) -> None:
        """Let the people answer at random until the match is over."""
        await asyncio.gather(*(answer_at_random(one, random.Random(seed + n)) for n, one in enumerate(self.people)))

    async def answer_once(self) -> None:
        """Let the person answer one prompt, and wait for the result."""
        await self.person.until(lambda one: one.view and one.view.get("actions"))
        prompt = view_of(self.person)["prompt"]
        answer = random_answer(view_of(self.person), random.Random(prompt))
        assert answer is not None
        await self.person.act(*answer)

    async def until(self, claim: Callable[[], object]) -> None:
        """Poll until a condition about the node is true that no message announces."""

        async def holds() -> object:
            return claim()

        await eventually(holds)

    async def until_decided(self, count: int = 1) -> tuple[ModelDecision, ...]:
        """Wait until the ledger has this number of decisions, and return them."""

        async def are_there() -> bool:
            return len(await self.decisions()) >= count

        await eventually(are_there)
        return await self.decisions()


@asynccontextmanager
async def model_table(
    where: Path,
    patch: pytest.MonkeyPatch,
    model: str = "pick:first",
    *,
    game: str = "tictactoe",
    bots: tuple[str, ...] | None = None,
    people: int = 1,
    seated: int | None = None,
    parameters: str = "",
    games: tuple[str, ...] = (),
    settings: dict[str, Any] | None = None,
    endpoint: dict[str, Any] | None = None,
    seats: tuple[int, ...] = (),
    **wishes: Any,
) -> AsyncIterator[ModelTable]:
    """One model and one person, who sits down. `seats` are the seats for people, if it matters who begins.

    `seated` is the number of people who sit down automatically.
    """
    forget_refusals()
    strategies = bots if bots is not None else (f"llm:endpoint=fake{',' if parameters else ''}{parameters}",)
    if seats:
        wishes["seating"] = "chosen"
    async with provider() as fake:
        name_endpoint(patch, fake.url, model, **(endpoint or {}))
        async with house(where, games, **{**QUICK, **(settings or {})}) as here:
            node = here.node
            own = table_for(game, *strategies, people=people, games=node.games, settings=node.settings, **wishes)
            await node.open_table(own)
            at = ModelTable(here, fake, await node.live(own.match_id))
            async with at.stack:
                for number in range(people if seated is None else seated):
                    await at.sit_down(seats[number] if seats else None)
                yield at


def plain(decision: ModelDecision) -> tuple[str, str, int]:
    """The outcomes, who played, and the number of calls."""
    return decision.outcome, decision.played, decision.call_count
