"""Make tables and places for tests, and several nodes with one database."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from msgspec.structs import replace

from gamenight.core.model import GameId, MatchId, TimerConfig
from gamenight.store import MatchStore, Opening, open_hall
from gamenight.store.hall.hall import Hall
from gamenight.store.hall.table import Table, TableSettings, TakenSeat
from tests.store.logs import line

NOON = 1_700_000_000_000
LATER = NOON + 60_000


def table(match_id: str = "m", **changes: object) -> Table:
    """A table of four seats for people, opened at noon; settings by their names, everything else by the table's."""
    settings = TableSettings(options={"size": 3}, timer=TimerConfig(), seats=4, bots=())
    own = {name: value for name, value in changes.items() if name in TableSettings.__struct_fields__}
    rest = {name: value for name, value in changes.items() if name not in own}
    plain = Table(
        match_id=MatchId(match_id),
        game_id=GameId("tictactoe"),
        rules_version=1,
        settings=replace(settings, **own),
        created_at=NOON,
    )
    return replace(plain, **rest)


def guest(name: str = "Ann", **changes: object) -> TakenSeat:
    return replace(TakenSeat(seat_index=-1, name=name, token_hash=f"hash of {name}", joined_at=NOON), **changes)


async def seated(hall: Hall, *names: str, match_id: str = "m") -> None:
    """Open a table at which these people sit, in the order of the seats."""
    await hall.open(table(match_id))
    for index, name in enumerate(names):
        await hall.take(MatchId(match_id), guest(name), index, 4)


async def revision(hall: Hall, match_id: str = "m") -> int:
    return (await hall.table(MatchId(match_id))).revision


def match_due(match_id: str, deadline: int | None) -> Opening:
    return replace(line(match_id, "").opening, next_deadline=deadline)


@asynccontextmanager
async def several(url: str, count: int) -> AsyncIterator[list[tuple[MatchStore, Hall]]]:
    """`count` nodes, each with its own connections."""
    opened = [await open_hall(url) for _ in range(count)]
    try:
        yield opened
    finally:
        for store, _ in opened:
            await store.close()
