"""Players who lose their connection, leave or misbehave: notices, grace, held clocks, and the table's policy."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from gamenight.client import ClientTable, ConnectionLost
from gamenight.core.model import Forfeit, Hold, Pause, PlayerId, Release, Resume, seat
from gamenight.protocol.messages import (
    ClockShown,
    Error,
    GameOver,
    PlayerDisconnected,
    PlayerReconnected,
    PlayersCommitted,
    StandIn,
    TimerUpdate,
)
from tests.server.forked_servers import QuickServer
from tests.server.restless import Wild, play_with
from tests.server.server_process import ServerProcess
from tests.server.table_players import GENEROUS, TablePlayers, company, heard, refused, view_of

GRACE_MS = 400
LONG = {"mode": "total", "base_time_ms": 600_000}
CARDS = {"cards": 4}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with short limits; its stand-ins answer at once."""
    settings: dict[str, Any] = {"grace_ms": GRACE_MS, "stand_in": "random"}
    with QuickServer(tmp_path_factory.mktemp("absences"), **GENEROUS, **settings) as server:
        yield server


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that waits long for absent players, but holds their clocks only briefly."""
    with QuickServer(tmp_path_factory.mktemp("patient"), **GENEROUS, hold_budget_ms=500) as server:
        yield server


async def told(table: ClientTable, kind: type[Any], player: str | None) -> Any:
    """The next notice of this kind about this player."""
    while (notice := await table.next(kind)).player_id != player:
        pass
    return notice


def seat_of(table: ClientTable, player: str | None) -> Any:
    return next(seat for seat in table.seats if seat.player_id == player)


# Notice and grace


async def test_others_are_notified_of_absences_with_their_limit_and_of_returns(patient: ServerProcess):
    async with company(patient, watchers=1) as at:
        ada, bob = at
        await ada.drop()
        for table in (bob, *at.watchers):
            notice = await told(table, PlayerDisconnected, "p0")
            pong = await table.ping()
            assert pong.now < notice.until <= pong.now + 60_000
            assert seat_of(table, "p0").is_away
        newcomer = await at.watch()
        assert seat_of(newcomer, "p0").is_away
        await at.back(ada)
        for table in (bob, *at.watchers):
            await told(table, PlayerReconnected, "p0")
            assert not seat_of(table, "p0").is_away


async def test_a_player_who_returns_within_the_grace_period_has_lost_nothing(server: ServerProcess):
    async with company(server) as at:
        ada, bob = at
        for _ in range(3):
            await ada.drop()
            await told(bob, PlayerDisconnected, "p0")
            ada = await at.back(ada)
            await told(bob, PlayerReconnected, "p0")
        await asyncio.sleep(GRACE_MS / 1000 + 1.1)
        assert view_of(bob)["status"] == "active"
        at.players = [ada, bob]
        await at.play_out()
        assert set((await at.log()).kinds) == {"action"}


# Held clocks


async def test_the_clock_of_an_absent_player_is_held(patient: ServerProcess):
    async with company(patient, timer=LONG, watchers=1) as at:
        mover, other = at.to_move, at.waiting
        assert mover.required is not None
        before = mover.required.deadline
        await mover.drop()
        for table in (other, *at.watchers):
            await table.until(lambda one: clock(one, mover).held)
            assert clock(table, mover).deadline is None
        mover = await at.back(mover)
        for table in (mover, other, *at.watchers):
            await table.until(lambda one: not clock(one, mover).held and clock(one, mover).deadline)
        log = await at.log()
        held, released = log.record.turns
        assert (held.input, released.input) == (
            Hold(PlayerId(mover.player_id or "")),
            Release(PlayerId(mover.player_id or "")),
        )
        after = clock(other, mover).deadline
        assert before is not None
        assert after is not None
        assert before - held.at == after - released.at
        await mover.act("move", {"row": 0, "col": 0})


def clock(table: ClientTable, of: ClientTable) -> ClockShown:
    return table.clocks.get(PlayerId(of.player_id or ""), ClockShown())


async def test_the_turn_of_an_absent_player_begins_with_a_held_clock(patient: ServerProcess):
    async with company(patient, timer=LONG) as at:
        mover, other = at.to_move, at.waiting
        await other.drop()
        await mover.until(lambda one: clock(one, other).held)
        await mover.act("move", {"row": 0, "col": 0})
        await mover.until(lambda one: view_of(one)["prompt"] == 2)
        assert clock(mover, other) == ClockShown(bank_ms=600_000, held=True)
        again = await at.back(other)
        await again.until(lambda one: one.required and clock(one, other).deadline)
        assert clock(again, other).deadline is not None


async def test_clocks_are_held_within_a_budget_for_the_whole_match(patient: ServerProcess):
    async with company(patient, timer=LONG) as at:
        mover, other = at.to_move, at.waiting
        await mover.drop()
        await other.until(lambda one: clock(one, mover).held)
        await other.until(lambda one: not clock(one, mover).held)
        assert clock(other, mover).deadline is not None
        assert seat_of(other, mover.player_id).is_away
        mover = await at.back(mover)
        await told(other, PlayerReconnected, mover.player_id)
        await mover.drop()
        await told(other, PlayerDisconnected, mover.player_id)
        await asyncio.sleep(0.2)
        assert not clock(other, mover).held
        assert (await at.log()).kinds == ["hold", "release"]


async def test_without_a_time_limit_no_clock_is_held(patient: ServerProcess):
    async with company(patient, watchers=1) as at:
        ada, bob = at
        await ada.drop()
        await told(bob, PlayerDisconnected, "p0")
        await told(at.watchers[0], PlayerDisconnected, "p0")
        assert (await at.log()).kinds == []
        assert not heard(bob, TimerUpdate)


# Policies


async def test_of_two_people_the_one_who_stays_away_loses(server: ServerProcess):
    async with company(server, watchers=1) as at:
        ada, bob = at
        assert bob.joined is not None
        assert bob.joined.table["leaver"] == "forfeit"
        await ada.drop()
        await told(bob, PlayerDisconnected, "p0")
        for table in (bob, *at.watchers):
            over = await table.next(GameOver)
            assert over.result is not None
            assert (over.result.reason, over.result.winners) == ("forfeit", ("p1",))
        assert (await at.log()).inputs == [Forfeit(seat(0), "forfeit")]
        again = await at.back(ada)
        assert (await again.next(GameOver)).result == over.result


async def test_with_more_people_a_bot_stands_in_until_the_player_returns(server: ServerProcess):
    async with company(server, "goofspiel", 3, watchers=1, options={"cards": 5}) as at:
        ada, bob, cyd = at
        assert ada.joined is not None
        assert ada.joined.table["leaver"] == "bot"
        await cyd.drop()
        for table in (ada, bob, *at.watchers):
            await told(table, StandIn, "p2")
            assert seat_of(table, "p2").stand_in
        await ada.act("bid", {"card": 1})
        await bob.act("bid", {"card": 1})
        await ada.until(lambda one: view_of(one)["prompt"] == 2)
        cyd = await at.back(cyd)
        for table in (ada, bob, *at.watchers):
            await told(table, PlayerReconnected, "p2")
            assert not seat_of(table, "p2").stand_in
        at.players = [ada, bob, cyd]
        await cyd.ping()
        await finish_prompt(at)
        # From now on the seat is its player's again.
        prompt = view_of(cyd)["prompt"]
        await ada.act("bid", {"card": 5})
        await bob.act("bid", {"card": 5})
        await asyncio.sleep(0.3)
        assert heard(ada, PlayersCommitted)[-1] == PlayersCommitted(prompt, (PlayerId("p0"), PlayerId("p1")))
        await at.play_out()


async def finish_prompt(at: TablePlayers) -> None:
    """Everybody answers the open prompt, if the stand-in has not done so before."""
    await at.begun()
    prompt = max(view_of(table)["prompt"] for table in at)
    await at.all_until(lambda one: view_of(one)["prompt"] == prompt)
    for table in reversed(at.players):
        if not view_of(table).get("committed"):
            await table.act("bid", {"card": min(row[0] for row in view_of(table)["actions"][0][2])})
    await at.all_until(lambda one: view_of(one)["prompt"] == prompt + 1)


async def test_no_client_id_of_a_player_can_block_a_stand_in_s_answer(server: ServerProcess):
    async with company(server, "goofspiel", 3, options=CARDS) as at:
        ada, bob, cyd = at
        await ada.act("bid", {"card": 1})
        await bob.act("bid", {"card": 1})
        await cyd.act("bid", {"card": 1}, client_id="bot:2")
        await at.all_until(lambda one: view_of(one)["prompt"] == 2)
        await cyd.leave()
        await ada.act("bid", {"card": 2})
        await bob.act("bid", {"card": 2})
        await ada.until(lambda one: view_of(one)["prompt"] == 3)


async def test_a_table_may_wait_for_absent_players(server: ServerProcess):
    async with company(server, timer=LONG, leaver="wait") as at:
        mover, other = at.to_move, at.waiting
        await mover.drop()
        await told(other, PlayerDisconnected, mover.player_id)
        await asyncio.sleep(GRACE_MS / 1000 + 1.1)
        assert view_of(other)["status"] == "active"
        assert clock(other, mover).held
        assert (await at.log()).kinds == ["hold"]
        mover = await at.back(mover)
        at.players = sorted([mover, other], key=lambda one: one.player_id or "")
        await at.play_out()


async def test_a_table_may_let_the_clocks_of_absent_players_run_out(server: ServerProcess):
    timer = {"mode": "simple", "base_time_ms": 300}
    async with company(server, timer=timer, leaver="timeout", watchers=1) as at:
        mover, other = at.to_move, at.waiting
        await mover.drop()
        await other.until(lambda one: view_of(one)["prompt"] == 2)
        log = await at.log()
        assert log.kinds[:3] in (["hold", "release", "due"], ["due", "hold", "release"])
        assert ["engine.timed_out", mover.player_id, {"prompt": 1}] in log.seen_by(None)


async def test_when_all_people_are_gone_the_match_is_paused_until_one_is_back(server: ServerProcess):
    async with company(server, timer=LONG, watchers=1) as at:
        ada, bob = at
        (watcher,) = at.watchers
        await ada.drop()
        await bob.drop()
        await watcher.until(lambda one: view_of(one)["status"] == "paused")
        assert view_of(watcher)["pause_reason"] == ["pause-everybody_away", {}]
        bob = await at.back(bob)
        await watcher.until(lambda one: view_of(one)["status"] == "active")
        await bob.until(lambda one: one.view is not None and one.view["status"] == "active")
        assert "pause_reason" not in view_of(bob)
        await bob.until(lambda one: not clock(one, bob).held)
        assert clock(bob, ada).held
        # The other player gets a new grace period, then the policy applies.
        over = await bob.next(GameOver)
        assert over.result is not None
        assert over.result.winners == ("p1",)
        inputs = (await at.log()).inputs
        assert [type(one) for one in inputs if isinstance(one, Pause | Resume | Forfeit)] == [Pause, Resume, Forfeit]
        resumed, lost = [turn.at for turn in (await at.log()).record.turns if isinstance(turn.input, Resume | Forfeit)]
        assert lost - resumed >= GRACE_MS


@pytest.mark.long
async def test_bots_do_not_continue_without_people(server: ServerProcess):
    async with company(server, "goofspiel", 1, seats=3, watchers=1, options={"cards": 13}, bots=["random"]) as at:
        (ada,), (watcher,) = at.players, at.watchers
        await ada.drop()
        await watcher.until(lambda one: view_of(one)["status"] == "paused")
        ada = await at.back(ada)
        await ada.until(lambda one: one.view and view_of(one)["status"] == "active")
        at.players = [ada]
        await at.play_out()


async def test_a_player_who_has_left_the_match_is_not_waited_for(server: ServerProcess):
    async with company(server, "goofspiel", 3, watchers=1, options=CARDS) as at:
        ada, bob, cyd = at
        await ada.resign()
        await at.all_until(lambda one: view_of(one)["expected"] == ["p1", "p2"])
        await bob.drop()
        await cyd.drop()
        await ada.until(lambda one: view_of(one)["status"] == "paused")


# Leaving for good


async def test_leaving_a_running_match_applies_the_policy_at_once(patient: ServerProcess):
    async with company(patient, watchers=1) as at:
        ada, bob = at
        tab = await at.fresh(ada)
        await ada.leave()
        over = await bob.next(GameOver)
        assert over.result is not None
        assert (over.result.reason, over.result.winners) == ("forfeit", ("p1",))
        await refused(ada.leave(), "not_in_game")
        with pytest.raises(ConnectionLost) as closed:
            await tab.next("chat")
        assert closed.value.code == 4003


async def test_a_player_replaced_by_a_stand_in_may_return(patient: ServerProcess):
    async with company(patient, "goofspiel", 3, options=CARDS) as at:
        ada, bob, cyd = at
        await cyd.leave()
        await told(ada, StandIn, "p2")
        cyd = await at.back(cyd)
        await told(bob, PlayerReconnected, "p2")
        at.players = [ada, bob, cyd]
        await at.play_out()


@pytest.mark.parametrize("frame", ["no message", b"\xc1", '{"type":"game_action","prompt":[]}'])
async def test_a_player_who_sends_too_many_invalid_frames_is_disconnected_and_loses(
    patient: ServerProcess, frame: str | bytes
):
    async with company(patient, watchers=1) as at:
        ada, bob = at
        for _ in range(5):
            await ada.send_frame(frame)
        with pytest.raises(ConnectionLost) as closed:
            await ada.next("chat")
        assert closed.value.code == 1008
        assert [error.code for error in heard(ada, Error)] == ["malformed_message"] * 5
        over = await bob.next(GameOver)
        assert over.result is not None
        assert (over.result.reason, over.result.winners) == ("forfeit", ("p1",))


async def test_only_the_spectator_who_sends_invalid_frames_is_disconnected(patient: ServerProcess):
    async with company(patient, watchers=1) as at:
        (watcher,) = at.watchers
        for _ in range(5):
            await watcher.send_frame("no message")
        with pytest.raises(ConnectionLost) as closed:
            await watcher.next("chat")
        assert closed.value.code == 1008
        at.watchers.clear()
        await at.play_out()


async def test_players_who_come_and_go_and_their_stand_ins_all_see_one_match(server: ServerProcess):
    short, none = {"mode": "simple", "base_time_ms": 500}, {"mode": "none"}
    logs = await asyncio.gather(
        play_with(Wild, server, "goofspiel", 3, timer=short, leaver="bot", options={"cards": 6}),
        play_with(Wild, server, "liarsdice", 3, timer=short, leaver="timeout", options={"dice": 2}),
        play_with(Wild, server, "liarsdice", 4, timer=none, leaver="forfeit", options={"dice": 2}),
        play_with(Wild, server, "goofspiel", 2, seats=4, timer=none, leaver="bot", bots=["random"], options=CARDS),
    )
    # The number of holds, releases and deadlines is random; each has its own tests above.
    assert all("action" in log.kinds for log in logs)
