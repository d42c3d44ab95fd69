"""Sessions at a table: joining and leaving, tokens, seats, the start, bots for empty seats, chat, rematches."""

import asyncio
import time
from collections.abc import Iterator
from typing import Any

import pytest

from gamenight.client import Refused, Rest, RestRefused, connect
from gamenight.core.model import PlayerId
from gamenight.protocol.messages import (
    Chat,
    GameJoined,
    GameLeft,
    GameStarted,
    PlayerDisconnected,
    PlayerJoined,
    PlayerLeft,
    PlayerReady,
    PlayerReconnected,
    RematchOffered,
)
from tests.server.forked_servers import QuickServer
from tests.server.server_process import ServerProcess
from tests.server.table_players import (
    GENEROUS,
    TablePlayers,
    company,
    heard,
    hears_nothing,
    open_table,
    refused,
    table_for,
    view_of,
)

CHAT_LENGTH, CHATS = 30, 5


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    limits: dict[str, Any] = {"chat_length": CHAT_LENGTH, "chats_per_minute": CHATS, "name_length": 12}
    with QuickServer(tmp_path_factory.mktemp("sessions"), **GENEROUS, **limits) as server:
        yield server


# Joining


async def test_a_player_who_sits_down_gets_the_state_once_and_others_are_notified(server: ServerProcess):
    async with table_for(server, "goofspiel", 2, seats=3, options={"cards": 4}) as at:
        watcher = await at.watch()
        ada = await at.sit_down("Ada")
        joined = ada.joined
        assert joined is not None
        assert (joined.match_id, joined.game_id, joined.status.value) == (at.match_id, "goofspiel", "waiting")
        assert [seat.name for seat in joined.seats if seat.player_id == ada.player_id] == ["Ada"]
        assert joined.table["options"]["cards"] == 4
        assert len(joined.token or "") >= 43  # 256 bits
        assert abs(joined.now - time.time() * 1000) < 60_000
        bob = await at.sit_down("Bob")
        for table in (ada, watcher):
            news = await table.next(PlayerJoined)
            while news.seat.name != "Bob":
                news = await table.next(PlayerJoined)
            assert news.seat.player_id == bob.player_id
        await at.begun()
        for table in at.everybody:
            (started,) = heard(table, GameStarted) or [table.joined]
            assert {seat.name for seat in started.seats} >= {"Ada", "Bob"}
            assert [seat.is_bot for seat in started.seats].count(True) == 1
            assert started.commitment


async def test_a_token_is_sent_once_and_only_to_its_owner(server: ServerProcess):
    async with company(server, watchers=1) as at:
        tokens = {table.token for table in at}
        assert len(tokens) == 2
        again = await at.back(at.players[0])
        assert heard(again, GameJoined)[0].token is None
        for table in (*at.everybody, again):
            others = tokens - {table.token}
            assert not any(token in str(frame) for token in others for frame in table.frames if token)


async def test_the_last_player_to_join_starts_the_match_and_sees_all_of_it(server: ServerProcess):
    async with table_for(server) as at:
        first, last = await at.sit_down(), await at.sit_down()
        await at.begun()
        assert view_of(first)["prompt"] == view_of(last)["prompt"] == 1
        assert first.number == last.number
        assert first.events == last.events


async def test_an_unknown_table_is_refused(server: ServerProcess):
    for name in ("nowhere", "lobby2", "a" * 90):
        async with connect(server.url, name) as table:
            await refused(table.join("Ada"), "game_not_found")
            await refused(table.join(token="abc"), "game_not_found")
            await refused(table.watch(), "game_not_found")


async def test_after_the_match_has_begun_no_seat_can_be_taken(server: ServerProcess):
    async with company(server) as at:
        late = await at.socket()
        await refused(late.join("Cyd"), "game_started")
        with pytest.raises(RestRefused) as answer:
            await at.rest.post(f"{at.path}/join", {"player_name": "Cyd"})
        assert (answer.value.status, answer.value.body["code"]) == (409, "game_started")
        await hears_nothing(*at)
        await late.watch()


async def test_a_full_table_refuses_more_people(server: ServerProcess):
    async with company(server, "goofspiel", 2, seats=3, start="ready") as at:
        third = await at.socket()
        await refused(third.join("Cyd"), "game_full")
        await hears_nothing(*at)


async def test_of_many_simultaneous_joins_as_many_succeed_as_there_are_seats(server: ServerProcess):
    async with table_for(server, "goofspiel", 3) as at:
        sockets = [await at.socket() for _ in range(10)]
        answers = await asyncio.gather(*(table.join() for table in sockets), return_exceptions=True)
        refusals = [answer.code for answer in answers if isinstance(answer, Refused)]
        assert len(refusals) == 7
        assert set(refusals) <= {"game_full", "game_started"}
        seated = [table for table in sockets if table.player_id is not None]
        assert {table.player_id for table in seated} == {"p0", "p1", "p2"}
        for table in seated:
            await table.until(lambda one: one.view is not None)


async def test_one_socket_has_one_seat(server: ServerProcess):
    async with table_for(server, "goofspiel", 3) as at:
        ada, bob = await at.sit_down("Ada"), await at.sit_down("Bob")
        await refused(ada.join("Eve"), "already_in_game")
        await refused(ada.join(token=bob.token), "already_in_game")
        await refused(ada.watch(), "already_in_game")
        own = await ada.join(token=ada.token)
        assert own.player_id == ada.player_id
        assert [seat.name for seat in own.seats].count(None) == 1


async def test_a_seat_s_token_cannot_take_a_second_seat_over_rest(server: ServerProcess):
    async with table_for(server, "goofspiel", 3) as at:
        ada = await at.sit_down("Ada")
        with pytest.raises(RestRefused) as answer:
            await at.rest.post(f"{at.path}/join", {"player_name": "Eve"}, token=ada.token)
        assert (answer.value.status, answer.value.body["code"]) == (409, "already_in_game")


async def test_a_spectator_may_sit_down(server: ServerProcess):
    async with table_for(server) as at:
        table = await at.watch()
        await table.join("Ada")
        at.watchers.remove(table)
        at.players.append(table)
        await at.sit_down("Bob")
        await at.begun()
        assert table.player_id is not None
        await at.play_out()
        assert len(heard(table, GameStarted)) == 1


async def test_two_people_cannot_have_the_same_name(server: ServerProcess):
    async with table_for(server, "goofspiel", 3) as at:
        await at.sit_down("Ada")
        other = await at.socket()
        await refused(other.join("ada"), "name_taken")
        await refused(other.join(" Ada "), "name_taken")
        await other.join("Adam")


async def test_a_name_is_short_and_can_be_read(server: ServerProcess):
    async with table_for(server) as at:
        table = await at.socket()
        for name in ("a" * 13, "Ada\x07", "A\u202eda"):
            await refused(table.join(name), "bad_request")
        await table.join("a" * 12)


async def test_a_player_without_a_name_gets_a_generated_one(server: ServerProcess):
    async with table_for(server, "goofspiel", 5) as at:
        nameless = [await at.socket() for _ in range(5)]
        await asyncio.gather(
            *(table.join(name) for table, name in zip(nameless, (None, "", " ", None, None), strict=True))
        )
        await nameless[0].until(lambda one: all(seat.name for seat in one.seats))
        assert len({seat.name for seat in nameless[0].seats}) == 5


async def test_a_player_who_joins_by_socket_is_never_shown_as_away(server: ServerProcess):
    async with company(server, "goofspiel", 3, watchers=1) as at:
        await hears_nothing(*at.everybody)
        for table in at.everybody:
            assert not any(seat.is_away for seat in table.seats)
            assert not heard(table, PlayerDisconnected | PlayerReconnected)


async def test_a_player_who_joins_over_rest_is_away_until_a_socket_connects(server: ServerProcess):
    async with table_for(server) as at:
        bob = await at.sit_down("Bob")
        taken = await at.rest.post(f"{at.path}/join", {"player_name": "Ada"})
        assert (await bob.next(PlayerJoined)).seat.is_away
        ada = await at.socket()
        await ada.join(token=taken["seat_token"])
        assert (await bob.next(PlayerReconnected)).player_id == taken["player_id"]
        assert not any(seat.is_away for seat in bob.seats)


async def test_a_token_opens_its_own_seat_at_its_own_table_alone(server: ServerProcess):
    async with company(server) as at, table_for(server) as elsewhere:
        token = at.players[0].token
        stranger = await elsewhere.socket()
        for wrong in (token, "", "x", (token or "")[:-1], f"{token}x"):
            await refused(stranger.join(token=wrong), "wrong_token")
        with pytest.raises(RestRefused) as answer:
            await elsewhere.rest.get(elsewhere.path, token=token)
        assert (answer.value.status, answer.value.body["code"]) == (401, "wrong_token")
        await stranger.join("Ada")


async def test_a_table_may_have_no_spectators(server: ServerProcess):
    async with company(server, spectators=False) as at:
        stranger = await at.socket()
        await refused(stranger.watch(), "spectators_not_allowed")
        await hears_nothing(stranger, *at)


async def test_a_seat_taken_over_rest_can_be_used_by_socket_with_its_token(server: ServerProcess):
    async with table_for(server) as at:
        taken = await at.rest.post(f"{at.path}/join", {"player_name": "Ada"})
        assert taken["match_id"] == at.match_id
        bob = await at.sit_down("Bob")
        ada = await at.socket()
        joined = await ada.join(token=taken["seat_token"])
        assert joined.player_id == taken["player_id"]
        assert {seat.name for seat in joined.seats} == {"Ada", "Bob"}
        at.players = sorted([ada, bob], key=lambda one: one.player_id or "")
        await at.begun()
        await at.play_out()


# Seats


async def test_seats_are_assigned_at_random(server: ServerProcess):
    async def first_seat() -> str:
        match_id = await open_table(server.url)
        return str((await Rest(server.url).post(f"/api/matches/{match_id}/join"))["player_id"])

    seats = await asyncio.gather(*(first_seat() for _ in range(24)))
    assert set(seats) == {"p0", "p1"}  # fails by chance once in 8 million runs


async def test_at_a_random_table_seats_cannot_be_chosen(server: ServerProcess):
    async with table_for(server) as at:
        table = await at.socket()
        await refused(table.join("Ada", seat=0), "bad_request")
        with pytest.raises(RestRefused) as answer:
            await at.rest.post(f"{at.path}/join", {"seat": 0})
        assert (answer.value.status, answer.value.body["field"]) == (400, "seat")


async def test_seats_may_be_chosen(server: ServerProcess):
    async with table_for(server, "goofspiel", 3, seating="chosen") as at:
        assert (await at.sit_down("Ada", seat=2)).player_id == "p2"
        other = await at.socket()
        await refused(other.join("Bob", seat=2), "seat_taken")
        await refused(other.join("Bob", seat=3), "bad_request")
        await other.join("Bob", seat=0)
        assert other.player_id == "p0"
        assert (await at.sit_down("Cyd")).player_id == "p1"


# The start


async def test_by_default_all_seats_but_one_are_for_bots(server: ServerProcess):
    table = await Rest(server.url).post("/api/matches", {"game": "goofspiel", "seats": 4})
    assert table["table"]["num_bots"] == 3
    async with connect(server.url, table["match_id"]) as ada:
        await ada.join("Ada")
        await ada.until(lambda one: one.view is not None)
        assert [seat.is_bot for seat in ada.seats].count(True) == 3
        assert len({seat.name for seat in ada.seats}) == 4


async def test_the_match_begins_when_all_players_are_ready_and_bots_take_the_other_seats(server: ServerProcess):
    async with company(server, "goofspiel", 3, start="ready", seats=4, options={"cards": 3}) as at:
        ada, bob, cyd = at
        await ada.ready()
        await bob.ready()
        for table in at:
            told = [await table.next(PlayerReady) for _ in range(2)]
            assert {(one.player_id, one.is_ready) for one in told} == {(ada.player_id, True), (bob.player_id, True)}
        await ada.ready(False)
        assert (await cyd.next(PlayerReady)) == PlayerReady(PlayerId(ada.player_id or ""), False)
        await cyd.leave()
        await ada.ready()
        at.players = [ada, bob]
        await at.begun()
        assert [seat.is_bot for seat in ada.seats].count(True) == 2
        assert cyd.view is None
        await at.play_out()


async def test_ready_has_an_effect_once_and_only_before_the_start(server: ServerProcess):
    async with company(server, "goofspiel", 2, start="ready") as at:
        ada, bob = at
        await ada.ready()
        await bob.next(PlayerReady)
        await ada.ready()
        await hears_nothing(bob)
        await bob.ready()
        await at.begun()
        await ada.ready(False)
        assert (await ada.next("error")).code == "game_started"


async def test_a_private_table_is_in_no_list(server: ServerProcess):
    rest = Rest(server.url)
    private, listed = await open_table(server.url, private=True), await open_table(server.url)
    shown = [table["match_id"] for table in (await rest.get("/api/matches"))["tables"]]
    assert listed in shown
    assert private not in shown
    async with connect(server.url, private) as table:
        await table.join("Ada")


# Leaving


async def test_leaving_before_the_start_frees_seat_and_name(server: ServerProcess):
    async with table_for(server, "goofspiel", 3) as at:
        ada, bob, watcher = await at.sit_down("Ada"), await at.sit_down("Bob"), await at.watch()
        assert isinstance(await ada.leave(), GameLeft)
        for table in (bob, watcher):
            assert await table.next(PlayerLeft) == PlayerLeft(PlayerId(ada.player_id or ""), "Ada")
        await refused(ada.join(token=ada.token), "wrong_token")
        await hears_nothing(ada, bob)
        await ada.join("Ada")
        assert (await bob.next(PlayerJoined)).seat.name == "Ada"


async def test_a_spectator_who_leaves_gets_no_more_messages(server: ServerProcess):
    async with company(server, watchers=1) as at:
        (watcher,) = at.watchers
        assert isinstance(await watcher.leave(), GameLeft)
        await at.to_move.act("move", {"row": 1, "col": 1})
        await hears_nothing(watcher)
        at.watchers.clear()
        await at.play_out()
        await watcher.watch()
        await watcher.until(lambda one: one.over)


async def test_viewers_without_a_seat_can_neither_play_nor_chat(server: ServerProcess):
    async with company(server, watchers=1) as at:
        stranger, move = await at.socket(), {"row": 1, "col": 1}
        for table in (stranger, *at.watchers):
            await refused(table.act("move", move, prompt=1), "not_in_game")
            for say in (table.chat("hello"), table.ready(), table.resign()):
                table.skip()
                await say
                assert (await table.next("error")).code == "not_in_game"
        await refused(stranger.leave(), "not_in_game")
        await stranger.resume(0)
        assert (await stranger.next("error")).code == "not_in_game"
        await hears_nothing(*at)


# Chat and heartbeats


async def test_chat_reaches_everybody_and_is_stored_with_the_match(server: ServerProcess):
    async with company(server, watchers=1) as at:
        ada, bob = at
        await ada.chat(" Good luck! ♥ ")
        await bob.chat("And you.")
        for table in at.everybody:
            said = [await table.next(Chat) for _ in range(2)]
            assert {(one.text, one.player_id) for one in said} == {("Good luck! ♥", "p0"), ("And you.", "p1")}
            assert {one.name for one in said} == {"Ada", "Bob"}
            assert all(abs(one.at - time.time() * 1000) < 60_000 for one in said)
        await at.play_out()
        for viewer in at.everybody:
            later = await at.back(viewer)
            await later.until(lambda one: one.over)
            assert {one.text for one in heard(later, Chat)} == {"Good luck! ♥", "And you."}


async def test_players_can_chat_before_the_start_and_after_the_end(server: ServerProcess):
    async with table_for(server) as at:
        ada = await at.sit_down()
        await ada.chat("Anybody?")
        assert (await ada.next(Chat)).text == "Anybody?"
        bob = await at.sit_down()
        assert (await bob.next(Chat)).text == "Anybody?"
        await at.begun()
        await at.play_out()
        await bob.chat("Well played.")
        assert (await ada.next(Chat)).text == "Well played."


async def test_chat_lines_are_neither_empty_nor_too_long(server: ServerProcess):
    async with company(server) as at:
        ada, bob = at
        for text in ("", "  \n", "a" * (CHAT_LENGTH + 1)):
            await ada.chat(text)
            assert (await ada.next("error")).code == "bad_request"
        await hears_nothing(bob)
        await ada.chat("a" * CHAT_LENGTH)
        assert (await bob.next(Chat)).text == "a" * CHAT_LENGTH


async def test_the_rate_of_chat_lines_is_limited(server: ServerProcess):
    async with company(server) as at:
        ada, bob = at
        for number in range(CHATS + 1):
            await ada.chat(f"line {number}")
        assert (await ada.next("error")).code == "too_fast"
        again = await at.back(ada)
        await again.chat("from another page")
        assert (await again.next("error")).code == "too_fast"
        await bob.chat("my turn")
        while (said := await bob.next(Chat)).player_id != bob.player_id:
            assert said.text.startswith("line ")
        assert len(heard(bob, Chat)) == CHATS + 1


async def test_a_ping_is_answered_with_the_server_s_time(server: ServerProcess):
    async with connect(server.url, await open_table(server.url), "msgpack") as table:
        assert abs((await table.ping()).now - time.time() * 1000) < 60_000


# Rematches


async def test_both_players_come_to_the_same_rematch(server: ServerProcess):
    async with company(server, watchers=1) as at:
        with pytest.raises(RestRefused) as early:
            await rematch(at, 0)
        assert (early.value.status, early.value.body["code"]) == (409, "game_started")
        await at.play_out()
        with pytest.raises(RestRefused) as stranger:
            await at.rest.post(f"{at.path}/rematch")
        assert stranger.value.status == 401
        seats = await asyncio.gather(rematch(at, 0), rematch(at, 1))
        (again,) = {seat["match_id"] for seat in seats}
        assert again != at.match_id
        assert {seat["player_id"] for seat in seats} == {"p0", "p1"}
        for table in at.everybody:
            assert (await table.next(RematchOffered)).match_id == again
        anew = TablePlayers(at.servers, again, stack=at.stack)
        for seat in seats:
            table = await anew.socket()
            await table.join(token=seat["seat_token"])
            anew.players.append(table)
        anew.players.sort(key=lambda one: one.player_id or "")
        await anew.begun()
        assert {seat.name for seat in anew.players[0].seats} == {"Ada", "Bob"}
        await anew.play_out()


async def rematch(at: TablePlayers, seat: int) -> dict[str, str]:
    seated: dict[str, str] = await at.rest.post(f"{at.path}/rematch", token=at.players[seat].token)
    return seated


async def test_a_rematch_has_the_same_settings_and_bots(server: ServerProcess):
    options = {"cards": 3, "hidden_bids": True}
    async with company(server, "goofspiel", 1, seats=3, options=options, bots=["random"], private=True) as at:
        await at.play_out()
        again = (await rematch(at, 0))["match_id"]
        old, new = await at.rest.get(at.path), await at.rest.get(f"/api/matches/{again}")
        assert {**old["table"], "seating": None} == {**new["table"], "seating": None}
        assert [seat.get("is_bot", False) for seat in new["seats"]].count(True) == 2


async def test_asking_twice_for_a_rematch_is_the_same_seat(server: ServerProcess):
    async with company(server) as at:
        await at.play_out()
        assert await rematch(at, 0) == await rematch(at, 0)
