"""Answers to prompts: which are accepted, which are refused and why, and who is notified."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from gamenight.client import ClientTable
from gamenight.core.model import seat
from gamenight.protocol.messages import (
    ActionCommitted,
    ActionRequired,
    GameAction,
    GameOver,
    PlayersCommitted,
    StateUpdate,
)
from tests.server.forked_servers import QuickServer
from tests.server.server_process import ServerProcess
from tests.server.table_players import (
    GENEROUS,
    TablePlayers,
    company,
    heard,
    hears_nothing,
    plain,
    refused,
    table_for,
    view_of,
)

MINIGAMES = ("tests.server.oddities:BrittleNim", "tests.minigames.nim:Nim", "tests.minigames.tug:Tug")
CENTRE = {"row": 1, "col": 1}
CORNER = {"row": 0, "col": 0}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    flags = ("--game", *MINIGAMES)
    with QuickServer(tmp_path_factory.mktemp("answers"), flags=flags, **GENEROUS, frame_bytes=2_000) as server:
        yield server


async def test_an_accepted_action_is_sent_to_all_and_marked_for_its_author(server: ServerProcess):
    async with company(server, watchers=1) as at:
        mover, other = at.to_move, at.waiting
        update = await mover.act("move", CENTRE, client_id="the first")
        assert isinstance(update, StateUpdate)
        assert update.client_id == "the first"
        for table in (other, *at.watchers):
            told = await table.next(StateUpdate)
            while told.number < update.number:
                told = await table.next(StateUpdate)
            assert told.client_id is None
            assert plain(told.events) == plain(update.events)
        assert plain(update.events) == [["game.move", mover.player_id, CENTRE]]
        required = await other.next(ActionRequired)
        assert (required.prompt, required.concurrent, required.deadline) == (2, False, None)


Refusing = Callable[[TablePlayers], Awaitable[object]]

REFUSED: dict[str, tuple[str, Refusing]] = {
    "a cell that is taken": ("invalid_action", lambda at: at.to_move.act("move", CENTRE)),
    "a cell off the board": ("invalid_action", lambda at: at.to_move.act("move", {"row": 3, "col": 0})),
    "out of turn": ("not_your_turn", lambda at: at.waiting.act("move", CORNER)),
    "another game's action": ("action_type_mismatch", lambda at: at.to_move.act("bid", {"card": 1})),
    "an earlier prompt": ("stale_action", lambda at: at.to_move.act("move", CORNER, prompt=1)),
    "a prompt to come": ("stale_action", lambda at: at.to_move.act("move", CORNER, prompt=3)),
    "no such field": ("malformed_action", lambda at: at.to_move.act("move", {"row": 0, "column": 0})),
    "a field too few": ("malformed_action", lambda at: at.to_move.act("move", {"row": 0})),
    "a text for a number": ("malformed_action", lambda at: at.to_move.act("move", {"row": "0", "col": 0})),
    "true for one": ("malformed_action", lambda at: at.to_move.act("move", {"row": True, "col": 0})),
    "a fraction": ("malformed_action", lambda at: at.to_move.act("move", {"row": 0.5, "col": 0})),
    "a list": ("malformed_action", lambda at: at.to_move.act("move", [0, 0])),
    "nothing": ("malformed_action", lambda at: at.to_move.act("move")),
}


@pytest.mark.parametrize("what", REFUSED)
async def test_a_refused_action_has_a_reason_that_only_its_sender_gets(server: ServerProcess, what: str):
    code, attempt = REFUSED[what]
    async with company(server, watchers=1) as at:
        await at.act("move", CENTRE)
        before, turns = [view_of(table) for table in at.everybody], len((await at.log()).record.turns)
        author = at.waiting if code == "not_your_turn" else at.to_move
        refusal = await refused(attempt(at), code)
        assert refusal.details["client_id"]
        assert refusal.details["prompt"] in (1, 2, 3)
        await hears_nothing(*(table for table in at.everybody if table is not author))
        assert [view_of(table) for table in at.everybody] == before
        assert len((await at.log()).record.turns) == turns
        await at.act("move", CORNER)


async def test_answers_before_or_after_the_match_are_refused(server: ServerProcess):
    async with table_for(server) as at:
        ada = await at.sit_down()
        await refused(ada.act("move", CENTRE, prompt=1), "game_not_active")
        await at.sit_down()
        await at.begun()
        await at.play_out()
        prompt = view_of(ada)["prompt"]
        for number in (prompt, prompt + 1):
            await refused(ada.act("move", CENTRE, prompt=number), "game_not_active")
        await ada.resign()
        assert (await ada.next("error")).code == "game_not_active"


# The same answer again


async def test_a_repeated_client_id_is_one_action_with_two_answers(server: ServerProcess):
    async with company(server) as at:
        mover, other = at.to_move, at.waiting
        action = GameAction(1, "once", "move", CENTRE)
        assert isinstance(await mover.answer(action), StateUpdate)
        await other.until(lambda one: view_of(one)["prompt"] == 2)
        assert await mover.answer(action) == ActionCommitted(1, "once", repeated=True)
        # The content of the message does not matter, nor does it matter that the prompt is closed.
        assert await mover.answer(GameAction(2, "once", "move", CORNER)) == ActionCommitted(2, "once", repeated=True)
        tab = await at.back(mover)
        assert await tab.answer(action) == ActionCommitted(1, "once", repeated=True)
        await hears_nothing(other)
        assert [turn.client_id for turn in (await at.log()).record.turns] == ["once"]


async def test_the_same_action_sent_by_two_pages_at_once_is_one(server: ServerProcess):
    async with company(server) as at:
        mover = at.to_move
        tabs = [mover, await at.back(mover), await at.back(mover)]
        action = GameAction(1, "at once", "move", CENTRE)
        answers = await asyncio.gather(*(tab.answer(action) for tab in tabs))
        assert all(answer.client_id == "at once" for answer in answers)
        assert len((await at.log()).record.turns) == 1


async def test_another_player_s_client_id_does_not_count_as_a_repeat(server: ServerProcess):
    async with company(server) as at:
        mover, other = at.to_move, at.waiting
        await mover.act("move", CENTRE, client_id="mine")
        await other.until(lambda one: view_of(one)["prompt"] == 2)
        assert isinstance(await other.act("move", CORNER, client_id="mine"), StateUpdate)
        assert len((await at.log()).record.turns) == 2


async def test_a_refused_client_id_may_be_used_again(server: ServerProcess):
    async with company(server) as at:
        mover = at.to_move
        await refused(mover.act("move", {"row": 9, "col": 9}, client_id="again"), "invalid_action")
        assert isinstance(await mover.act("move", CENTRE, client_id="again"), StateUpdate)


# Answers at the same time


async def test_others_learn_only_that_a_commitment_was_made(server: ServerProcess):
    async with company(server, "goofspiel", 3, watchers=1, options={"cards": 4}) as at:
        ada, bob, cyd = at
        numbers = [table.number for table in at.everybody]
        own = await ada.act("bid", {"card": 3}, client_id="three")
        assert isinstance(own, StateUpdate)
        assert await ada.next(ActionCommitted) == ActionCommitted(1, "three")
        assert plain(own.events) == [["engine.committed", "p0", own.events[0].payload]]
        assert view_of(ada)["committed"] == {"action_type": "bid", "payload": {"card": 3}}
        assert ada.number == numbers[0] + 1
        await at.all_until(lambda one: heard(one, PlayersCommitted) == [PlayersCommitted(1, (seat(0),))])
        await hears_nothing(bob, cyd, *at.watchers)
        assert [table.number for table in at.everybody][1:] == numbers[1:]
        assert not any("committed" in view_of(table) for table in (bob, cyd, *at.watchers))
        await refused(ada.act("bid", {"card": 2}), "already_committed")
        await bob.act("bid", {"card": 1})
        await cyd.act("bid", {"card": 2})
        await at.all_until(lambda one: view_of(one)["prompt"] == 2)
        for table in at.everybody:
            (revealed,) = [event for event in table.events if event.event_type == "engine.revealed"]
            cards = {seat: bid["payload"]["card"] for seat, bid in revealed.payload["actions"].items()}
            assert cards == {"p0": 3, "p1": 1, "p2": 2}
        assert "committed" not in view_of(ada)


async def test_a_revisable_answer_may_be_changed_until_the_time_is_up(server: ServerProcess):
    options = {"rounds": 1, "window_ms": 1500, "units": 3}
    async with company(server, "blotto", 2, watchers=1, options=options) as at:
        ada, bob = at
        for fields in ([0, 0, 0], [1, 1, 1], [2, 2, 2]):
            await ada.act("allocate", {"fields": fields})
            assert view_of(ada)["committed"]["payload"] == {"fields": fields}
        assert ada.required is not None
        assert ada.required.deadline is not None
        await bob.act("allocate", {"fields": [0, 1, 2]})
        assert not at.players[0].over
        await at.over()
        (sent,) = [event for event in bob.events if event.event_type == "game.units_revealed"]
        assert sent.payload["units"] == {"p0": [0, 0, 3], "p1": [1, 1, 1]}
        assert len(heard(at.watchers[0], PlayersCommitted)) == 2  # compares who has answered, not how often


# Resignations


async def test_if_one_of_two_players_resigns_the_other_wins(server: ServerProcess):
    async with company(server, watchers=1) as at:
        ada, bob = at
        await ada.resign()
        await at.over()
        for table in at.everybody:
            (over,) = heard(table, GameOver)
            assert over.result is not None
            assert (over.result.reason, over.result.winners) == ("resignation", ("p1",))
        await bob.resign()
        assert (await bob.next("error")).code == "game_not_active"


async def test_if_one_of_three_players_resigns_the_others_continue(server: ServerProcess):
    async with company(server, "goofspiel", 3, options={"cards": 4}) as at:
        ada, bob, cyd = at
        await bob.resign()
        await at.all_until(lambda one: view_of(one)["expected"] == ["p0", "p2"])
        await refused(bob.act("bid", {"card": 1}), "not_your_turn")
        bob.skip()
        await bob.resign()
        assert (await bob.next("error")).code == "invalid_action"
        at.players = [ada, cyd]
        await at.play_out()
        await bob.until(lambda one: one.over)
        assert bob.over is not None
        assert bob.over.result is not None
        assert bob.over.result.ranking[-1] == (("p1",),)


# Teams


async def test_a_team_wins_together_and_a_member_who_resigns_loses_for_both(server: ServerProcess):
    async with company(server, "mini-tug", 4, options={"rounds": 1}) as at:
        assert all(table.joined.table["teams"] == [["p0", "p2"], ["p1", "p3"]] for table in at.players)
        seated = sorted(at.players, key=lambda table: table.player_id)
        for table, strength in zip(seated, (3, 1, 2), strict=False):
            await table.until(lambda one: view_of(one).get("actions"))
            await table.act("pull", {"strength": strength})
        await seated[2].resign()
        await at.over()
        for table in at.everybody:
            (over,) = heard(table, GameOver)
            assert over.result is not None
            assert over.result.ranking == ((("p1", "p3"),), (("p0", "p2"),))
            assert (over.result.reason, over.result.details) == ("resignation", {"left": ["p2"]})
            assert over.scores == {"p0": 3.0, "p1": 1.0, "p2": 2.0, "p3": 0.0}


# Frames that no correct client sends


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "{}",
        "[]",
        "no JSON",
        '{"type":"dance"}',
        '{"type":"ping","extra":1}',
        '{"type":"game_action","prompt":1,"client_id":"","action_type":"move"}',
        '{"type":"game_action","prompt":-1,"client_id":"a","action_type":"move"}',
        '{"type":"game_action","prompt":"1","client_id":"a","action_type":"move"}',
        '{"type":"join_game","wants":"everything"}',
        b"",
        b"\xc1",
        b"\x81\xa4type\xa5dance",
        b'{"type":"ping"}',
    ],
)
async def test_an_invalid_frame_is_answered_with_an_error(server: ServerProcess, frame: str | bytes):
    async with company(server, watchers=1) as at:
        await at.players[0].send_frame(frame)
        error = await at.players[0].next("error")
        assert error.code == "malformed_message"
        assert error.message
        await hears_nothing(*at.everybody)


async def test_a_frame_that_is_too_large_is_answered_with_an_error(server: ServerProcess):
    async with company(server) as at:
        ada = at.players[0]
        await ada.chat("a" * 2_500)
        assert (await ada.next("error")).code == "too_large"
        await hears_nothing(*at)


# Rules that fail


async def test_a_match_whose_rules_fail_is_paused_undamaged_with_a_reason(server: ServerProcess):
    async with company(server, "brittle-nim", 2, watchers=1) as at:
        await take(at.to_move, 1)
        await at.all_until(lambda one: view_of(one)["prompt"] == 2)
        before, mover = view_of(at.watchers[0])["game"], at.to_move
        await refused(take(mover, 3), "internal_error")
        await at.all_until(lambda one: view_of(one)["status"] == "paused")
        for table in at.everybody:
            assert view_of(table)["pause_reason"] == ["pause-rules_failed", {}]
            assert view_of(table)["game"] == before
            assert not any("three is more" in str(frame) for frame in table.frames)
        await refused(take(mover, 1), "game_not_active")
        shown = await at.rest.get(at.path)
        assert (shown["status"], shown["pause_reason"] == ["pause-rules_failed", {}]) == ("paused", True)
        later = await at.fresh(mover)
        assert view_of(later) == view_of(mover)
        assert "RuntimeError" in server.log


async def take(table: ClientTable, count: int) -> Any:
    return await table.act("take", {"count": count})
