"""Matches over the network to their end, and checks that the log contains what their players were told."""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from gamenight.client import Choose, ClientTable, Format, Played, Rest, RestRefused, connect, play, random_answer
from gamenight.core.model import Act, Due, GameState, GameStatus, MatchId, Turn
from gamenight.core.registry import find_game
from gamenight.store import open_store, verify
from tests.server.server_process import ServerProcess
from tests.timeouts import TIMEOUT_S

UNLIMITED: dict[str, Any] = {
    "connections_per_address": 10_000,
    "matches_per_address": 100_000,
    "bots_per_address": 1_000_000,
    "handshakes_per_address": 1_000_000,
    "heavy_per_address": 1_000_000,
    "requests_per_address": 1_000_000,
    "messages_per_second": 10_000,
}
EAGER: dict[str, Any] = {**UNLIMITED, "bot_pace_ms": 0, "poll_ms": 300}
"""Settings under which nobody has to wait for anything."""

AWAY = (OSError, TimeoutError)
"""What a request meets while the server is gone."""


@dataclass(frozen=True)
class Seated:
    """A table at which all seats are taken and the match has begun. Tokens are by player."""

    match_id: str
    tokens: dict[str, str]


@dataclass(frozen=True)
class Sitting:
    """A match that was played to its end, as its people saw it."""

    match_id: str
    game: str
    played: tuple[Played, ...]


async def open_table(url: str, game: str, people: int, **wanted: Any) -> str:
    seats = wanted.pop("seats", people)
    asked = {"game": game, "seats": seats, "num_bots": seats - people, **wanted}
    return (await Rest(url).post("/api/matches", asked))["match_id"]


async def seat_people(url: str, game: str, people: int = 2, **wanted: Any) -> Seated:
    match_id = await open_table(url, game, people, **wanted)
    joined = [await Rest(url).post(f"/api/matches/{match_id}/join") for _ in range(people)]
    return Seated(match_id, {one["player_id"]: one["seat_token"] for one in joined})


async def seat_people_at_last(url: str, game: str, people: int = 2, **wanted: Any) -> Seated:
    """Seat people, at another table if the first attempt fails: a failing server may lose their tokens."""
    while True:
        try:
            return await seat_people(url, game, people, **wanted)
        except RestRefused as refusal:
            if refusal.status != 503:
                raise
        except AWAY:
            pass
        await asyncio.sleep(0.05)


async def play_seats(url: str, seated: Seated, game: str, choose: Choose, patience_s: float = TIMEOUT_S) -> Sitting:
    """Play all seats of the table, whatever happens to the server."""
    formats: tuple[Format, ...] = 10 * ("json", "msgpack")
    played = await asyncio.gather(
        *(
            play(url, seated.match_id, choose, token=token, format=format, patience_s=patience_s)
            for token, format in zip(seated.tokens.values(), formats, strict=False)
        )
    )
    return Sitting(seated.match_id, game, tuple(played))


def at_random(seed: int, think_s: float = 0, dawdle: float = 0) -> Choose:
    """Any legal answer, after some thought. `dawdle` is the chance that none is given, so that the clock decides."""
    chance = random.Random(seed)
    ignored: set[tuple[str | None, int]] = set()

    async def choose(table: ClientTable) -> Any:
        assert table.view is not None
        asked = table.player_id, table.view["prompt"]
        if asked in ignored or chance.random() < dawdle:
            ignored.add(asked)
            return None
        await asyncio.sleep(chance.uniform(0, 2 * think_s))
        return random_answer(table.view, chance)

    return choose


async def keep_playing(url: str, game: str, choose: Choose, wanted: Any, is_over: Callable[[], bool]) -> list[Sitting]:
    """Play one match after the other until told to stop; the last one is played to its end."""
    sittings = []
    async with asyncio.timeout(5 * TIMEOUT_S):
        while not is_over():
            seated = await seat_people_at_last(url, game, **wanted)
            sittings.append(await play_seats(url, seated, game, choose))
    return sittings


# One seat


@asynccontextmanager
async def at_table(server: ServerProcess, seated: Seated, player: str) -> AsyncIterator[ClientTable]:
    """The seat's table, when the match has begun."""
    async with connect(server.url, seated.match_id) as table:
        await table.join(token=seated.tokens[player])
        await table.until(lambda table: table.view or table.joined.pause_reason)
        yield table


async def act_when_asked(table: ClientTable, action_type: str, payload: Any) -> None:
    await table.until(lambda table: table.view and table.view.get("actions"))
    await table.act(action_type, payload)


# What the log contains


@asynccontextmanager
async def opened_log(url: str) -> Any:
    store = await open_store(url)
    try:
        yield store
    finally:
        await store.close()


async def check_sittings(database: str, sittings: Iterable[Sitting]) -> list[GameState]:
    """Check that each log is sound, its match is over, and all that its people were told is in it exactly once."""
    async with opened_log(database) as store:
        return [await _check(store, sitting) for sitting in sittings]


async def _check(store: Any, sitting: Sitting) -> GameState:
    state = await verify(store, find_game(sitting.game), MatchId(sitting.match_id))
    assert state.status is GameStatus.FINISHED
    turns = await store.turns(sitting.match_id)
    check_told(turns, sitting.played)
    for played in sitting.played:
        assert played.over.result == state.result
        assert played.over.seed == state.config.random_seed
    assert most_dues_of_a_prompt(turns) <= 1
    return state


def check_told(turns: Iterable[Turn], played: Iterable[Played]) -> None:
    """Check that everything a person was told is in the log once, and no other actions of this person are."""
    logged = Counter((turn.actor, turn.client_id) for turn in turns if isinstance(turn.input, Act))
    assert set(logged.values()) <= {1}
    for one in played:
        own = {client_id for actor, client_id in logged if actor == one.player_id and not client_id.startswith("bot:")}
        told = {answered.client_id for answered in one.answered}
        assert own == told, f"only logged: {own - told}, only told: {told - own}"
        assert len(told) == len(one.answered)


def most_dues_of_a_prompt(turns: Iterable[Turn]) -> int:
    return max(Counter(turn.input.prompt for turn in turns if isinstance(turn.input, Due)).values(), default=0)


# The server's own log


async def status(url: str) -> dict[str, Any]:
    return await Rest(url).get("/status")


async def until(claim: Callable[[], Awaitable[object]], within: float = TIMEOUT_S) -> None:
    """Poll until the condition is true."""
    async with asyncio.timeout(within):
        while not await claim():  # noqa: ASYNC110 - what it waits for is none of its own
            await asyncio.sleep(0.03)


def faults_in(log: str) -> list[str]:
    """The lines of a server's log that report a fault of its own."""
    return [line for line in log.splitlines() if " ERROR " in line or " CRITICAL " in line or "Traceback" in line]
