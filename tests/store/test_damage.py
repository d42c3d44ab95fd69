"""Rows that were edited or deleted are reported with their match and turn, and never skipped."""

import asyncio
import sqlite3
from contextlib import closing
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from gamenight.core.model import MatchId, digest
from gamenight.store import Accepted, DamagedLog, open_store, reconstruct, verify
from gamenight.store.database.tables import events, matches, seats, state_snapshots, turns
from gamenight.store.database.transactions import database_at
from tests.store.logs import line, sent, write

LOG = line("hurt", every=3)
PLUGIN = LOG.match.plugin


@pytest.fixture
async def store(database_url):
    """A log of two matches; the tests damage one of them."""
    store = await open_store(database_url)
    await write(store, LOG)
    await write(store, line("whole", every=3))
    yield store
    assert digest(await verify(store, PLUGIN, MatchId("whole"))) == digest(line("whole").match.state)
    await store.close()


@pytest.fixture
def damage(database_url):
    async def execute(statement):
        database = database_at(database_url)
        changed = await database.write(lambda connection: connection.execute(statement).rowcount)
        await database.close()
        assert changed

    return execute


def turn(index):
    return sa.and_(turns.c.match_id == "hurt", turns.c.turn_index == index)


def row_of_turn(index):
    return sa.select(turns.c.id).where(turn(index)).scalar_subquery()


def event(number):
    return sa.and_(events.c.match_id == "hurt", events.c.sequence_number == number)


def number_in_turn(index):
    """The first event of a turn."""
    return len(LOG.opening.events) + sum(len(step.events) for step in LOG.steps[:index])


HURT = matches.c.id == "hurt"


def seat_row(index):
    return seats.update().where(seats.c.match_id == "hurt", seats.c.seat_index == index)


async def is_reported(question, place, what=""):
    with pytest.raises(DamagedLog, match=f"^the log of match hurt is damaged at {place}: .*{what}") as caught:
        await question
    assert "\n" not in str(caught.value)
    assert LOG.opening.record.config.random_seed not in str(caught.value)


MOVED: dict[str, Any] = {
    "type": "action",
    "action": {"type": "action", "action_type": "move", "player_id": "p1"},
    "prompt": 2,
}


@pytest.mark.parametrize(
    "text, what",
    [
        ("[]", "the input cannot be read"),
        ('{"type": "teleport"}', "the input cannot be read .*teleport"),
        ('{"type": "due"}', "the input cannot be read .*prompt"),
    ],
)
async def test_an_input_of_another_shape_is_reported_with_its_turn(store, damage, text, what):
    await damage(turns.update().where(turn(4)).values(input=text))
    await is_reported(store.turns("hurt"), "turn 4", what)
    await is_reported(store.record("hurt"), "turn 4", what)
    await is_reported(reconstruct(store, PLUGIN, MatchId("hurt"), 5), "turn 4", what)
    assert len(await store.turns("hurt", upto=4)) == 4


async def test_half_a_line_of_json_is_reported(sqlite_url, tmp_path):
    """PostgreSQL accepts only valid JSON."""
    store = await open_store(sqlite_url)
    await write(store, LOG)
    with closing(sqlite3.connect(tmp_path / "matches.db", isolation_level=None)) as editor:
        editor.execute("UPDATE turns SET input = ? WHERE turn_index = 4", ['{"type": "action", "act'])
    await is_reported(store.turns(MatchId("hurt")), "turn 4", "the input cannot be read")
    await store.close()


async def test_chosen_actions_of_another_shape_are_reported(store, damage):
    await damage(turns.update().where(turn(7)).values(chosen='{"action": 1}'))
    await is_reported(store.turns("hurt"), "turn 7", "the list of chosen actions cannot be read")


async def test_a_move_that_cannot_have_been_made_is_reported(store, damage):
    taken = msgspec.json.encode({**MOVED, "action": {**MOVED["action"], "payload": {"row": 0, "col": 0}}}).decode()
    await damage(turns.update().where(turn(1)).values(input=taken))
    await damage(state_snapshots.delete().where(state_snapshots.c.match_id == "hurt"))
    await is_reported(reconstruct(store, PLUGIN, MatchId("hurt")), "turn 1", "the turn does not replay .*refused")


async def test_a_turn_deleted_in_the_middle_is_reported(store, damage):
    await damage(turns.delete().where(turn(4)))
    await is_reported(store.turns("hurt"), "turn 4", "the turn is missing")
    await is_reported(store.record("hurt"), "turn 4", "the turn is missing")
    await is_reported(store.events("hurt"), "turn 5", f"event {number_in_turn(4)} is missing")
    await is_reported(reconstruct(store, PLUGIN, MatchId("hurt"), 5), "turn 4", "the turn is missing")


async def test_the_last_turn_deleted_is_reported(store, damage):
    await damage(turns.delete().where(turn(8)))
    await is_reported(store.turns("hurt"), "turn 8", "the turn is missing")
    await is_reported(store.events("hurt"), "turn 7", f"event {number_in_turn(8)} is missing")
    await is_reported(store.events("hurt", since=8), "the set-up", f"event {number_in_turn(8)} is missing")
    await is_reported(reconstruct(store, PLUGIN, MatchId("hurt")), "turn 8", "the turn is missing")


async def test_an_event_of_another_shape_is_reported_with_its_turn(store, damage):
    number = number_in_turn(3)
    for column, what in (
        (events.c.payload, "payload"),
        (events.c.secret, "secret part"),
        (events.c.audience, "audience"),
    ):
        await damage(events.update().where(event(number)).values({column: "7"}))
        await is_reported(store.events("hurt"), "turn 3", f"the {what} of event {number} cannot be read")
        await damage(events.update().where(event(number)).values({column: "[]" if what == "audience" else "{}"}))


async def test_a_deleted_event_is_reported(store, damage):
    number = number_in_turn(3)
    await damage(events.delete().where(event(number)))
    await is_reported(store.events("hurt"), "turn 3", f"event {number} is missing")
    for since in (0, 2, 3):
        await is_reported(store.events("hurt", since=since), "turn 3", f"event {number} is missing")
    assert [one.turn_index for one in await store.events("hurt", since=4)][:1] == [4]


async def test_missing_events_of_a_whole_turn_are_reported_to_the_reader_of_that_turn(store, damage):
    number = number_in_turn(3)
    await damage(events.delete().where(events.c.turn_id == row_of_turn(3)))
    await is_reported(store.events("hurt", since=3), "turn 4", f"event {number} is missing")


async def test_the_last_event_before_a_turn_deleted_is_reported(store, damage):
    number = number_in_turn(3) - 1
    await damage(events.delete().where(event(number)))
    await is_reported(store.events("hurt", since=3), "turn 3", f"event {number} is missing")


async def test_an_event_that_never_happened_is_found_by_verify(store, damage):
    await damage(events.update().where(event(number_in_turn(6))).values(payload='{"row": 2, "col": 2}'))
    assert digest(await reconstruct(store, PLUGIN, MatchId("hurt"))) == digest(LOG.match.state)
    await is_reported(
        verify(store, PLUGIN, MatchId("hurt")), "turn 6", "the stored events differ from those of the replay"
    )


async def test_an_edited_snapshot_is_reported_and_the_turns_suffice_without_it(store, damage):
    snapshot = state_snapshots.c.turn_id == row_of_turn(5)
    edited = msgspec.json.decode(msgspec.json.encode(LOG.states[6]))
    edited["game_data"]["cells"][0] = 1
    await damage(state_snapshots.update().where(snapshot).values(state=msgspec.json.encode(edited).decode()))
    await is_reported(
        reconstruct(store, PLUGIN, MatchId("hurt"), 7), "turn 5", "the snapshot has changed since it was stored"
    )
    await is_reported(verify(store, PLUGIN, MatchId("hurt")), "turn 5", "the snapshot has changed since it was stored")
    await damage(state_snapshots.delete().where(snapshot))
    assert digest(await verify(store, PLUGIN, MatchId("hurt"))) == digest(LOG.match.state)


async def test_a_snapshot_that_is_not_a_state_is_reported(store, damage):
    first = sa.and_(state_snapshots.c.match_id == "hurt", state_snapshots.c.turn_id.is_(None))
    await damage(state_snapshots.update().where(first).values(state="[]"))
    await is_reported(
        reconstruct(store, PLUGIN, MatchId("hurt"), 2), "the set-up", "the snapshot does not fit the game"
    )


@pytest.mark.parametrize(
    "statement, what",
    [
        (matches.update().values(options="7"), "the options cannot be read"),
        (matches.update().values(timer='{"mode": "sundial"}'), "the timer cannot be read .*sundial"),
        (matches.update().values(status="asleep"), "its status is not a known one"),
        (matches.update().values(game_id="chess"), "its game has no version"),
        (seats.delete().where(seats.c.seat_index == 0), "a seat is missing"),
    ],
    ids=["options", "timer", "status", "game", "seat"],
)
async def test_a_damaged_match_row_is_reported(store, damage, statement, what):
    key = matches.c.id if statement.table is matches else seats.c.match_id
    await damage(statement.where(key == "hurt"))
    if what.startswith("its status"):
        await is_reported(store.match("hurt"), "the set-up", what)
    else:
        await is_reported(store.record("hurt"), "the set-up", what)


@pytest.mark.parametrize(
    "statement, place, what",
    [
        (turns.update().where(turn(4)).values(actor="p1"), "turn 4", "the actor is p0, but the row says p1"),
        (
            turns.update().where(turn(4)).values(chosen='[{"type":"action","action_type":"move","player_id":"p0"}]'),
            "turn 4",
            "the stored turn differs from the replayed turn",
        ),
        (matches.update().where(HURT).values(turn_count=8), "turn 8", "counts 8 turns without it"),
        (matches.update().where(HURT).values(turn_count=10), "turn 9", "the turn is missing"),
        (matches.update().where(HURT).values(event_count=number_in_turn(3)), "turn 3", "here is one more"),
        (matches.update().where(HURT).values(event_count=99), "turn 8", "is missing"),
        (matches.update().where(HURT).values(salt="zz"), "the set-up", "the salt is not hexadecimal"),
        (matches.update().where(HURT).values(seed="seed"), "the set-up", "the seed is not hexadecimal"),
        (matches.update().where(HURT).values(options='{"size": 4}'), "the set-up", "cannot be set up again|snapshot"),
        (seat_row(1).values(display_name="Eve"), "the set-up", "seat 1 does not have its original player"),
        (seat_row(1).values(player_id="p7"), "the set-up", "seat 1 does not have its original player"),
        (seat_row(0).values(bot_id="eve"), "the set-up", "seat 0 does not have its original player"),
    ],
)
async def test_a_changed_row_is_found_by_verify(store, damage, statement, place, what):
    await damage(statement)
    await is_reported(verify(store, PLUGIN, MatchId("hurt")), place, what)


async def test_a_damaged_first_answer_does_not_affect_other_entries(database_url, damage):
    store = await open_store(database_url)
    for name in ("hurt", "whole"):
        await store.create(line(name, "").opening)
        await store.append(sent(line(name, "0").entries[0], "click"))
    await damage(turns.update().where(turn(0)).values(input="[]"))
    again, other = await asyncio.gather(
        store.append(sent(line("hurt", "0").entries[0], "click")),
        store.append(line("whole", "04").entries[1]),
        return_exceptions=True,
    )
    assert isinstance(again, DamagedLog)
    assert isinstance(other, Accepted)
    await store.close()
