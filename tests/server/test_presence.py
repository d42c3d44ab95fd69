"""A connected player is present, whatever the database received or reported meanwhile."""

import asyncio
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from gamenight.client import connect
from gamenight.core.model import MatchId
from gamenight.protocol.messages import Error
from gamenight.server.games import Games
from gamenight.server.node.new_table import OpenTable, new_table
from gamenight.server.node.seating import join
from gamenight.server.process.running import ServerConfig, running_node
from gamenight.server.settings import Settings
from gamenight.server.wall_clock import now_ms
from gamenight.store.errors import OutcomeUnknown
from gamenight.store.hall.hall import Hall
from tests.server.site import House, house
from tests.server.table_players import eventually, refused

GRACE_MS = 3_000


class AnswersLost:
    """A hall whose database writes the next departure, and fails before it confirms that."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self.lost = asyncio.Event()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._hall, name)

    async def depart(self, *args: Any, **named: Any) -> bool:
        answer = await self._hall.depart(*args, **named)
        if self.lost.is_set():
            return answer
        self.lost.set()
        raise OutcomeUnknown("the connection was lost")


async def two_people(at: House) -> tuple[str, list[str]]:
    match_id = (await at.open(num_bots=0))["match_id"]
    return match_id, [(await at.join(match_id))["seat_token"] for _ in range(2)]


async def is_everybody_here(at: House, match_id: str) -> bool:
    return all(place.away_since is None for place in (await at.node.hall.table(MatchId(match_id))).places)


async def test_a_player_who_returns_after_an_uncertain_departure_is_present(tmp_path: Path):
    async with house(tmp_path, grace_ms=GRACE_MS) as at:
        match_id, (ada, bob) = await two_people(at)
        async with connect(at.url, match_id) as other:
            await other.join(token=bob)
            at.node.hall = torn = AnswersLost(at.node.hall)  # type: ignore[assignment]
            async with connect(at.url, match_id) as table:
                await table.join(token=ada)
            await torn.lost.wait()
            async with connect(at.url, match_id) as table:
                await table.join(token=ada)
                await eventually(partial(is_everybody_here, at, match_id))


async def test_a_departure_whose_confirmation_was_lost_is_handled(tmp_path: Path):
    async with house(tmp_path, grace_ms=500) as at:
        match_id, (ada, bob) = await two_people(at)
        async with connect(at.url, match_id) as other:
            await other.join(token=bob)
            at.node.hall = AnswersLost(at.node.hall)  # type: ignore[assignment]
            async with connect(at.url, match_id) as table:
                await table.join(token=ada)
            await other.until(lambda one: one.over)


async def test_a_connected_player_who_was_declared_away_is_marked_present_again(tmp_path: Path):
    """A node whose clock is ahead declares all others dead."""
    async with house(tmp_path, grace_ms=GRACE_MS, poll_ms=200) as at:
        match_id, tokens = await two_people(at)
        async with connect(at.url, match_id) as ada, connect(at.url, match_id) as bob:
            await ada.join(token=tokens[0])
            await bob.join(token=tokens[1])
            await eventually(partial(is_everybody_here, at, match_id))
            now = now_ms()
            assert await at.node.hall.expire_nodes(now + 60_000, now, now) == (match_id,)
            assert not await is_everybody_here(at, match_id)
            await eventually(partial(is_everybody_here, at, match_id))
            await asyncio.sleep(GRACE_MS / 1000)
            assert (await at.show(match_id))["status"] == "active"


@pytest.mark.parametrize("deed", ["ready", "leave", "chat"])
async def test_a_player_who_has_left_a_seat_has_no_effect_on_the_next_player(tmp_path: Path, deed: str):
    """Ada has a page on each of two nodes, leaves by one of them, and the other does not know it yet."""
    url = f"sqlite:///{tmp_path / 'matches.db'}"
    async with house(url, poll_ms=60_000) as ours, house(url, poll_ms=60_000) as theirs:
        wishes = {"seats": 3, "num_bots": 0, "seating": "chosen", "start": "ready"}
        match_id = (await theirs.open("liarsdice", **wishes))["match_id"]
        places = partial(connect, match_id=match_id)
        async with places(theirs.url) as ada, places(ours.url) as forgotten, places(theirs.url) as cyd:
            await ada.join("Ada", seat=0)
            await forgotten.join(token=ada.token)
            await (
                forgotten.ping()
            )  # When this answer comes its arrival is written, and the table was read for the last time.
            await ada.leave()
            await cyd.join("Cyd", seat=0)
            if deed == "leave":
                await refused(forgotten.leave(), "not_in_game")
            else:
                await (forgotten.ready() if deed == "ready" else forgotten.chat("hello"))
                assert (await forgotten.next(Error)).code == "not_in_game"
            await refused(forgotten.leave(), "not_in_game")
            table = await theirs.node.hall.table(match_id)
            assert [(place.name, place.is_ready, place.away_since) for place in table.places] == [("Cyd", False, None)]
            assert (table.started_at, table.chat_count) == (None, 0)


async def test_a_player_connected_before_the_node_s_restart_is_away(tmp_path: Path):
    site = ServerConfig(database=f"sqlite:///{tmp_path / 'matches.db'}", node="web-1")
    settings = Settings(node_timeout_ms=1_000, grace_ms=GRACE_MS)
    async with running_node(site, settings, Games()) as node:
        table = new_table(OpenTable(game="tictactoe", num_bots=0), node.games, settings, now_ms())
        await node.open_table(table)
        seat = int((await join(node, table.match_id, None, None)).player_id[1:])
        await node.hall.arrive(
            table.match_id, seat, node.name, now_ms(), 0
        )  # Over a socket that ends with the process.
        assert node.name.startswith("web-1-")
    async with running_node(site, settings, Games()) as node:

        async def is_away() -> bool:
            return (await node.hall.table(table.match_id)).places[0].away_since is not None

        await eventually(is_away)


async def test_the_time_without_a_server_does_not_count_as_absence(tmp_path: Path):
    async with house(tmp_path) as at:
        match_id, tokens = await two_people(at)
        async with connect(at.url, match_id) as ada, connect(at.url, match_id) as bob:
            await ada.join(token=tokens[0])
            await bob.join(token=tokens[1])
            await eventually(partial(is_everybody_here, at, match_id))
        await eventually(partial(is_everybody_away, at, match_id))
    restarted_at = now_ms()
    async with house(tmp_path) as at, connect(at.url, match_id) as ada:
        await ada.join(token=tokens[0])
        await ada.ping()
        absences = [place.away_since for place in (await at.node.hall.table(MatchId(match_id))).places]
        assert all(since is None or since >= restarted_at for since in absences)
        assert (await at.show(match_id))["status"] == "active"


async def is_everybody_away(at: House, match_id: str) -> bool:
    return all(place.away_since is not None for place in (await at.node.hall.table(MatchId(match_id))).places)
