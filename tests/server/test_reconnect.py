"""Reconnection: in every phase of a match, from another page, after a reload; exactly the missed events are sent."""

import asyncio
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from gamenight.client import ClientTable, ConnectionLost
from gamenight.core.model import PlayerId
from gamenight.protocol.messages import (
    ActionRequired,
    Chat,
    GameJoined,
    GameOver,
    PlayerDisconnected,
    PlayerReconnected,
    PlayersCommitted,
    StateUpdate,
    TimerUpdate,
)
from tests.server.forked_servers import QuickServer
from tests.server.restless import Restless, Servers, play_with
from tests.server.server_process import ServerProcess
from tests.server.table_players import (
    GENEROUS,
    TablePlayers,
    company,
    heard,
    hears_nothing,
    plain,
    refused,
    sent,
    table_for,
    view_of,
)
from tools.services import Postgres

CENTRE, CORNER = {"row": 1, "col": 1}, {"row": 0, "col": 0}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    flags = ("--game", "tests.server.oddities:BrittleNim")
    with QuickServer(tmp_path_factory.mktemp("reconnect"), flags=flags, **GENEROUS) as server:
        yield server


async def dropped(table: ClientTable, others: list[ClientTable]) -> None:
    """The connection is lost, and the server has noticed it."""
    await table.drop()
    for other in others:
        told = await other.next(PlayerDisconnected)
        assert told.player_id == table.player_id


def others_than(at: TablePlayers, table: ClientTable) -> list[ClientTable]:
    return [one for one in at.everybody if one is not table]


def as_before(again: ClientTable, table: ClientTable) -> None:
    """The new page shows what the old one showed."""
    assert again.player_id == table.player_id
    assert view_of(again) == view_of(table)
    assert again.number == table.number
    assert [seat.name for seat in again.seats] == [seat.name for seat in table.seats]


async def test_a_player_comes_back_while_the_table_waits(server: ServerProcess):
    async with table_for(server) as at:
        ada, watcher = await at.sit_down("Ada"), await at.watch()
        await dropped(ada, [watcher])
        again = await at.back(ada)
        assert heard(again, GameJoined)[0].status.value == "waiting"
        assert (await watcher.next(PlayerReconnected)).player_id == ada.player_id
        at.players = [again]
        await at.sit_down("Bob")
        await at.begun()
        assert again.events == at.players[0].events == at.players[1].events
        await at.play_out()


async def test_a_player_comes_back_at_their_own_turn(server: ServerProcess):
    async with company(server, watchers=1) as at:
        mover = at.to_move
        await dropped(mover, others_than(at, mover))
        again = await at.back(mover)
        assert (await again.next(ActionRequired)).prompt == 1
        as_before(again, mover)
        for table in others_than(at, mover):
            assert (await table.next(PlayerReconnected)).player_id == mover.player_id
        assert isinstance(await again.act("move", CENTRE), StateUpdate)


async def test_a_player_comes_back_at_another_s_turn(server: ServerProcess):
    async with company(server, watchers=1) as at:
        mover, other = at.to_move, at.waiting
        await dropped(other, others_than(at, other))
        update = await mover.act("move", CENTRE)
        assert isinstance(update, StateUpdate)
        again = await at.back(other, last=other.number)
        assert (await again.next(ActionRequired)).prompt == 2
        assert plain(again.events) == plain(update.events)
        assert again.number == update.number
        assert isinstance(await again.act("move", CORNER), StateUpdate)


async def test_a_player_comes_back_after_answering_a_prompt_that_others_have_not_answered(server: ServerProcess):
    async with company(server, "goofspiel", 2, watchers=1, options={"cards": 4}) as at:
        ada, bob = at
        await ada.act("bid", {"card": 3})
        await ada.until(lambda one: heard(one, PlayersCommitted))
        await dropped(ada, others_than(at, ada))
        again = await at.back(ada)
        assert (await again.next(PlayersCommitted)).committed == ("p0",)
        as_before(again, ada)
        assert view_of(again)["committed"]["payload"] == {"card": 3}
        await again.ping()
        assert not heard(again, ActionRequired)
        await refused(again.act("bid", {"card": 1}), "already_committed")
        await bob.act("bid", {"card": 1})
        assert (await again.next(ActionRequired)).prompt == 2


async def test_a_player_comes_back_while_the_match_is_paused(server: ServerProcess):
    async with company(server, "brittle-nim", 2, watchers=1) as at:
        await refused(at.to_move.act("take", {"count": 3}), "internal_error")
        await at.all_until(lambda one: view_of(one)["status"] == "paused")
        for table in at.everybody:
            again = await at.back(table, last=table.number)
            await again.until(lambda one: one.view is not None)
            as_before(again, table)
            assert again.events == []
            assert msgspec.to_builtins(heard(again, GameJoined)[0].pause_reason) == view_of(table)["pause_reason"]
            assert not heard(again, ActionRequired)


async def test_a_player_comes_back_when_the_match_is_over(server: ServerProcess):
    async with company(server, watchers=1) as at:
        await at.play_out()
        for table in at.everybody:
            again = await at.back(table, last=table.number - 1)
            await again.until(lambda one: one.over)
            as_before(again, table)
            assert again.over == table.over
            assert heard(again, GameJoined)[0].status.value == "finished"
            assert not heard(again, ActionRequired)


@pytest.mark.parametrize("way", ["join", "resume"])
async def test_exactly_the_events_after_the_given_number_are_sent(server: ServerProcess, way: str):
    async with company(server, "liarsdice", 3, watchers=1, options={"dice": 1}) as at:
        await at.play_out()
        log = await at.log()
        for table in at.everybody:
            seen = log.seen_by(table.player_id)
            fresh = await at.back(table) if way == "resume" else None
            for last in (0, 1, len(seen) // 2, len(seen) - 1, len(seen), len(seen) + 7):
                update = await missed(at, table, last, fresh)
                assert plain(update.events) == sent(seen[last:])
                assert update.number == len(seen)
                assert update.view == view_of(table)


async def missed(at: TablePlayers, table: ClientTable, last: int, fresh: ClientTable | None) -> StateUpdate:
    if fresh is None:
        return await (await at.back(table, last=last)).next(StateUpdate)
    await fresh.until(lambda one: one.over)
    fresh.skip()
    await fresh.resume(last)
    return await fresh.next(StateUpdate)


RESTLESS: dict[str, tuple[int, dict[str, Any]]] = {
    "tictactoe": (2, {}),
    "goofspiel": (4, {"cards": 6}),
    "liarsdice": (3, {"dice": 2}),
    "carcassonne": (2, {"tile_order": "DRUVEKJWLOQ"}),
}


async def test_players_who_come_and_go_get_every_event_exactly_once(server: ServerProcess):
    await asyncio.gather(*(play_restlessly(server, game) for game in RESTLESS))


async def play_restlessly(servers: Servers, game: str) -> None:
    people, options = RESTLESS[game]
    log = await play_with(Restless, servers, game, people, options=options)
    assert set(log.kinds) == {"action"}


async def test_a_client_that_sends_no_number_gets_only_the_current_state(server: ServerProcess):
    async with company(server) as at:
        await at.act("move", CENTRE)
        again = await at.back(at.to_move)
        update = await again.next(StateUpdate)
        assert (update.events, update.number) == ((), at.to_move.number)
        assert update.view == view_of(at.to_move)


async def test_resuming_on_a_socket_that_is_up_to_date_changes_nothing(server: ServerProcess):
    async with company(server, "goofspiel", 2, options={"cards": 4}) as at:
        ada, bob = at
        await ada.resume()
        await ada.until(lambda one: len(heard(one, StateUpdate)) == 2)
        await bob.act("bid", {"card": 2})
        await ada.act("bid", {"card": 4})
        await at.all_until(lambda one: view_of(one)["prompt"] == 2)
        as_before(await at.fresh(ada), ada)
        assert len([event for event in ada.events if event.event_type == "engine.revealed"]) == 1


async def test_another_page_of_the_same_seat_is_the_same_seat(server: ServerProcess):
    async with company(server, watchers=1) as at:
        mover, other = at.to_move, at.waiting
        tab = await at.back(mover)
        await tab.next(ActionRequired)
        as_before(tab, mover)
        await hears_nothing(other, *at.watchers)
        update = await tab.act("move", CENTRE, client_id="by the tab")
        assert isinstance(update, StateUpdate)
        await mover.until(lambda one: one.number == tab.number)
        assert view_of(mover) == view_of(tab)
        assert heard(mover, StateUpdate)[-1].client_id == "by the tab"
        await tab.close()
        await hears_nothing(mover, other)
        assert not heard(other, PlayerDisconnected | PlayerReconnected)
        assert mover.closed is None


async def test_a_reload_causes_at_most_one_notice(server: ServerProcess):
    async with company(server, watchers=1) as at:
        page, other = at.to_move, at.waiting
        for _ in range(6):
            await page.close()
            page = await at.back(page)
            await page.next(ActionRequired)
        await page.act("move", CENTRE)
        await other.until(lambda one: view_of(one)["prompt"] == 2)
        for table in (other, *at.watchers):
            notices = heard(table, PlayerDisconnected | PlayerReconnected)
            assert len(notices) <= 12
            kinds = [type(notice) for notice in notices]
            assert kinds == [PlayerDisconnected, PlayerReconnected] * (len(kinds) // 2)
        assert not any(seat.is_away for seat in other.seats)


async def test_a_new_page_that_opens_before_the_old_one_closes_causes_no_notice(server: ServerProcess):
    async with company(server, watchers=1) as at:
        page = at.players[0]
        for _ in range(4):
            new = await at.back(page)
            await new.next(ActionRequired)
            await page.close()
            page = new
        await hears_nothing(page, at.players[1], *at.watchers)
        assert not heard(at.players[1], PlayerDisconnected | PlayerReconnected)


async def test_a_spectator_comes_and_goes_unnoticed(server: ServerProcess):
    async with company(server, watchers=1) as at:
        (watcher,) = at.watchers
        await watcher.drop()
        at.watchers.clear()
        await at.act("move", CENTRE)
        again = await at.back(watcher, last=watcher.number)
        update = await again.next(StateUpdate)
        assert plain(update.events) == [["game.move", "p0", CENTRE]]
        await hears_nothing(*at)


async def test_leaving_the_seat_on_one_page_leaves_it_on_all(server: ServerProcess):
    async with table_for(server, "goofspiel", 3) as at:
        ada, bob = await at.sit_down(), await at.sit_down()
        tab = await at.back(ada)
        await ada.leave()
        with pytest.raises(ConnectionLost) as closed:
            await tab.next(Chat)
        assert closed.value.code == 4003
        await bob.next("player_left")
        await hears_nothing(bob)


async def test_a_returning_client_gets_the_clocks(server: ServerProcess):
    timer = {"mode": "simple", "base_time_ms": 600_000}
    async with company(server, timer=timer) as at:
        mover = at.to_move
        tab = await at.back(mover)
        update, asked = await tab.next(TimerUpdate), await tab.next(ActionRequired)
        assert update.clocks == mover.clocks
        assert asked.deadline == update.clocks[PlayerId(mover.player_id or "")].deadline
        assert asked.deadline is not None
        assert 0 < asked.deadline - update.now <= 600_000


async def test_after_a_server_restart_all_players_continue_where_they_were(tmp_path_factory: pytest.TempPathFactory):
    with QuickServer(tmp_path_factory.mktemp("restart"), **GENEROUS) as server:
        async with company(server, "goofspiel", 2, watchers=1, options={"cards": 5}) as at:
            ada, bob = at
            await ada.chat("Hello.")
            await at.all_until(lambda one: heard(one, Chat))
            await ada.act("bid", {"card": 5})
            await bob.act("bid", {"card": 1})
            await at.all_until(lambda one: view_of(one)["prompt"] == 2)
            await ada.act("bid", {"card": 4})
            lasts = {table.player_id: table.number for table in at.everybody}
            await asyncio.to_thread(server.restart)
            for table in at.everybody:
                assert table.closed is not None
                assert table.closed.code == 1012
            back = [await at.back(table, last=lasts[table.player_id]) for table in at.everybody]
            for again, table in zip(back, at.everybody, strict=True):
                await again.until(lambda one: one.view is not None)
                as_before(again, table)
                assert again.events == []
                assert [said.text for said in heard(again, Chat)] == ["Hello."]
            assert view_of(back[0])["committed"]["payload"] == {"card": 4}
            at.players, at.watchers = back[:2], back[2:]
            await at.players[1].act("bid", {"card": 2})
            await at.all_until(lambda one: view_of(one)["prompt"] == 3)
            await at.play_out()


@pytest.fixture
def nodes(
    tmp_path_factory: pytest.TempPathFactory, postgres: Postgres, postgres_database: str, redis_url: str
) -> Iterator[tuple[ServerProcess, ServerProcess]]:
    """Two servers on one PostgreSQL and one Redis."""
    folder = tmp_path_factory.mktemp("nodes")
    one, other = (QuickServer(folder, postgres_database, redis_url, **GENEROUS) for _ in range(2))
    with one, other:
        yield one, other


async def test_players_reconnect_to_another_node(nodes: tuple[ServerProcess, ServerProcess]):
    one, other = nodes
    async with company(one, "liarsdice", 3, watchers=1, options={"dice": 2}) as at:
        await at.act("bid", {"quantity": 1, "face": 2})
        await a_seat_that_is_left_on_one_node_is_left_on_the_other(nodes)
        await asyncio.gather(*(play_restlessly(nodes, game) for game in ("goofspiel", "liarsdice")))
        at.servers = (other,)
        moved = [await at.back(table, last=table.number) for table in at.everybody]
        for again, table in zip(moved, at.everybody, strict=True):
            await again.until(lambda one: one.view is not None)
            as_before(again, table)
            assert again.events == []
        await asyncio.to_thread(one.kill)
        at.players, at.watchers = moved[:3], moved[3:]
        await at.play_out()
        assert all(heard(table, GameOver) for table in moved)


async def a_seat_that_is_left_on_one_node_is_left_on_the_other(nodes: tuple[ServerProcess, ServerProcess]) -> None:
    async with table_for(nodes, "goofspiel", 2, seating="chosen") as at:
        ada = await at.sit_down("Ada", seat=0)
        tab = await at.back(ada)
        await ada.leave()
        with pytest.raises(ConnectionLost) as closed:
            await tab.next(Chat)
        assert closed.value.code == 4003
        at.players = []
        await at.sit_down("Bob", seat=0)
        await at.sit_down("Cyd", seat=1)
        await at.begun()
        assert not heard(tab, StateUpdate)
