"""Whole matches of every game over real sockets, by people and bots, with spectators; and the resulting logs."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from gamenight.cli import main
from gamenight.client import ClientTable, Refused, RestRefused
from gamenight.core import registry
from gamenight.core.replay import decode_record, replay
from gamenight.core.rng import commitment
from gamenight.protocol.messages import ActionRequired, Error, GameOver, GameStarted, StateUpdate, TimerUpdate
from tests.server.forked_servers import QuickServer
from tests.server.server_process import ServerProcess
from tests.server.table_players import (
    GENEROUS,
    OVERTAKEN,
    TablePlayers,
    company,
    heard,
    plain,
    sent,
    table_for,
    updates,
    view_of,
)
from tools.services import Postgres

# Each with a number of people and options with which it is short.
GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "tictactoe": (2, {}),
    "goofspiel": (3, {"cards": 6}),
    "blotto": (4, {"rounds": 2, "window_ms": 600}),
    "liarsdice": (4, {"dice": 2}),
    "carcassonne": (3, {"tile_order": "DRUVEKJWLOQ" * 2}),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path_factory.mktemp("matches"), **GENEROUS) as server:
        yield server


@pytest.fixture(scope="module")
def nodes(
    tmp_path_factory: pytest.TempPathFactory, postgres: Postgres, redis_url: str
) -> Iterator[tuple[ServerProcess, ServerProcess]]:
    """Two servers on one PostgreSQL and one Redis."""
    folder, database = tmp_path_factory.mktemp("nodes"), postgres.create_database("whole_matches")
    one, other = (QuickServer(folder, database, redis_url, **GENEROUS) for _ in range(2))
    with one, other:
        yield one, other
    postgres.drop_database("whole_matches")


@pytest.mark.parametrize("game", GAMES)
async def test_people_play_a_match_to_its_end(server: ServerProcess, game: str):
    people, options = GAMES[game]
    options = {} if game == "carcassonne" else options  # it ends when all of its tiles are drawn once
    async with company(server, game, people, watchers=2, options=options) as at:
        await at.play_out()
        await check_played(at, game)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
async def test_bots_fill_the_other_seats(server: ServerProcess, game: str):
    people, options = GAMES[game]
    bots = {"carcassonne": ["greedy"]}.get(game)
    async with company(server, game, 1, watchers=1, seats=people, options=options, bots=bots) as at:
        (person,) = at
        assert [seat.is_bot for seat in person.seats].count(True) == people - 1
        assert all(seat.name for seat in person.seats)
        await at.play_out()
        await check_played(at, game)


@pytest.mark.long
async def test_players_of_one_match_sit_at_different_nodes(nodes: tuple[ServerProcess, ServerProcess]):
    async def play(game: str) -> None:
        seats, options = GAMES[game]
        people = max(2, seats - 1)
        async with company(nodes, game, people, watchers=2, seats=seats, options=options, bots=["random"]) as at:
            await at.play_out()
            await check_played(at, game)

    await asyncio.gather(*(play(game) for game in GAMES if game != "tictactoe"))


async def test_more_people_than_seats_join_at_both_nodes_at_once(nodes: tuple[ServerProcess, ServerProcess]):
    async with table_for(nodes, "goofspiel", 3, options={"cards": 4}) as at:
        sockets = [await at.socket() for _ in range(8)]
        answers = await asyncio.gather(*(table.join() for table in sockets), return_exceptions=True)
        refusals = [answer.code for answer in answers if isinstance(answer, Refused)]
        assert len(refusals) == 5
        assert set(refusals) <= {"game_full", "game_started"}
        seated = [table for table in sockets if table.player_id is not None]
        at.players = sorted(seated, key=lambda one: one.player_id or "")
        assert [table.player_id for table in at] == ["p0", "p1", "p2"]
        await at.begun()
        await at.play_out()
        await check_played(at, "goofspiel")


async def check_played(at: TablePlayers, game: str) -> None:
    """Everybody has seen the same match, from first to last, and the log proves it."""
    log = await at.log()
    for table in at.everybody:
        await check_viewer(at, table, log.seen_by(table.player_id))
    await at.verify(registry.load(game))
    await check_replay(at, game)


async def check_viewer(at: TablePlayers, table: ClientTable, seen: list[list[Any]]) -> None:
    """The deltas lead to what a new page shows; the numbers count the events that this viewer may know."""
    fresh = await at.fresh(table)
    assert view_of(table) == view_of(fresh)
    assert table.number == fresh.number == len(seen)
    assert plain(table.events) == plain(fresh.events) == sent(seen)
    assert view_of(table) == (await at.rest.get(at.path, token=table.token))["view"]
    assert [update.view is not None for update in heard(table, StateUpdate)].count(True) == 1
    (over,) = heard(table, GameOver)
    assert over == heard(fresh, GameOver)[0]
    assert {error.code for error in heard(table, Error)} <= OVERTAKEN


async def check_replay(at: TablePlayers, game: str) -> None:
    """Everybody can see the finished match: the record plays again, under the seed that the commitment promised."""
    shown = await at.rest.get(f"{at.path}/replay")
    record, over = decode_record(shown["record"]), at.players[0].over
    assert over is not None
    assert (over.seed, over.salt) == (record.config.random_seed, record.config.salt)
    promise = commitment(over.seed, over.salt)
    assert promise == shown["commitment"]
    for table in at.everybody:
        assert {started.commitment for started in heard(table, GameStarted)} <= {promise}
    last = replay(registry.load(game), record)
    assert plain(last.result) == plain(over.result) == shown["result"]
    assert plain(last.scores) == over.scores
    assert [entry["event"] for entry in shown["events"]] == [plain(one.event) for one in (await at.log()).events]


DRAWN = "10 20 11 00 02 12 21 01 22"
WON = "01 20 02 10 21 11 12 22 00"
"""The longest matches: all nine moves, and the last of them decides."""


@pytest.mark.parametrize("moves", [DRAWN, WON])
async def test_every_update_of_tic_tac_toe_is_under_300_bytes(server: ServerProcess, moves: str):
    async with company(server, watchers=2) as at:
        tabs = [await at.back(table) for table in at.everybody]
        for cell in moves.split():
            await at.act("move", {"row": int(cell[0]), "col": int(cell[1])})
        await at.over()
        await asyncio.gather(*(tab.until(lambda one: one.over) for tab in tabs))
        for table in (*at.everybody, *tabs):
            sizes = [len(frame) for update, frame in updates(table) if update.view is None]
            assert len(sizes) == 9
            assert max(sizes) < 300
        kinds = {type(frame) for table in (*at.everybody, *tabs) for frame in table.frames}
        assert kinds == {str, bytes}


async def test_both_formats_have_the_same_content(server: ServerProcess):
    async with company(server, "goofspiel", 2, options={"cards": 4}) as at:
        pages = [await at.socket("json"), await at.socket("msgpack")]
        for page in pages:
            await page.join(token=at.players[0].token)
            await page.until(lambda one: one.view is not None)
        await at.players[1].chat("Good luck! ♥")
        await at.play_out()
        await asyncio.gather(*(page.until(lambda one: one.over) for page in pages))
        text, binary = ([plain(message) for message in page.messages] for page in pages)
        assert {type(frame) for frame in pages[0].frames} == {str}
        assert {type(frame) for frame in pages[1].frames} == {bytes}
        assert {**text[0], "now": 0} == {**binary[0], "now": 0}
        assert text[1:] == binary[1:]


async def test_an_untimed_match_sends_no_clocks(server: ServerProcess):
    async with company(server, watchers=1) as at:
        await at.play_out()
        assert not any(heard(table, TimerUpdate) for table in at.everybody)


async def test_each_prompt_asks_once_those_who_have_to_answer(server: ServerProcess):
    async with company(server, "goofspiel", 3, watchers=1, options={"cards": 4}) as at:
        await at.play_out()
        for table in at:
            asked = heard(table, ActionRequired)
            assert [one.prompt for one in asked] == sorted({one.prompt for one in asked})
            assert len(asked) == 3  # the last card is bid automatically
            assert all(one.concurrent and one.deadline is None for one in asked)
        assert not heard(at.watchers[0], ActionRequired)


async def test_the_replay_of_a_running_match_is_what_its_viewer_has_seen(server: ServerProcess):
    options = {"dice": 2}
    async with company(server, "liarsdice", 2, watchers=1, options=options) as at:
        await at.to_move.act("bid", {"quantity": 1, "face": 2})
        log = await at.log()
        for table in at.everybody:
            shown = await at.rest.get(f"{at.path}/replay", token=table.token)
            assert shown["events"] == sent(log.seen_by(table.player_id))
            assert shown["number"] == len(log.seen_by(table.player_id))
            assert shown["view"] == (await at.rest.get(at.path, token=table.token))["view"]
            assert not {"record", "seed", "turns"} & shown.keys()
        everything = plain(shown)
        assert log.record.config.random_seed not in str(everything)


async def test_a_table_without_spectators_has_a_public_replay_only_after_its_end(server: ServerProcess):
    async with company(server, spectators=False) as at:
        with pytest.raises(RestRefused) as denied:
            await at.rest.get(f"{at.path}/replay")
        assert (denied.value.status, denied.value.body["code"]) == (403, "spectators_not_allowed")
        assert "view" not in await at.rest.get(at.path)
        await at.play_out()
        assert (await at.rest.get(f"{at.path}/replay"))["record"]["turns"]


async def test_the_command_verifies_a_match_of_the_server(server: ServerProcess, capsys: pytest.CaptureFixture[str]):
    async with company(server, "liarsdice", 2, options={"dice": 1}) as at:
        command = ["verify", at.match_id, "--db", server.db]
        assert await asyncio.to_thread(main, command) != 0
        assert "is not over" in capsys.readouterr().err
        await at.play_out()
        assert await asyncio.to_thread(main, command) == 0
        assert at.players[0].over is not None
        assert at.players[0].over.seed in capsys.readouterr().out
