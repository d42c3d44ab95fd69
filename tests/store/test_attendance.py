"""Presence and absence of players, leases of nodes, and nodes that race or end suddenly."""

import asyncio
from collections import Counter
from collections.abc import Coroutine
from typing import Any

import pytest
from msgspec.structs import replace

from gamenight.core.model import GameStatus, Hold, MatchId, PlayerId, Turn
from gamenight.store import Accepted, DuplicateMatch, SeatNotTaken, StoreError, UnknownMatch
from gamenight.store.hall import locks
from gamenight.store.hall.table import TableRefused
from tests.store.halls import LATER, NOON, guest, match_due, revision, seated, several, table
from tests.store.logs import artificial, line, write

P0 = PlayerId("p0")
GRACE = 60_000


async def place(hall, seat=0, match_id="m"):
    return next(one for one in (await hall.table(match_id)).places if one.seat_index == seat)


# Coming and going


async def test_a_player_is_away_when_the_last_node_has_lost_them(hall):
    await seated(hall, "Ann")
    await hall.arrive("m", 0, "a", NOON, GRACE)
    await hall.arrive("m", 0, "b", NOON, GRACE)
    before = await hall.table("m")
    assert not await hall.depart("m", 0, "a", NOON + 1, LATER)
    assert await hall.table("m") == before
    assert await hall.depart("m", 0, "b", NOON + 2, LATER)
    left = replace(before.places[0], away_since=NOON + 2, attend_at=LATER)
    assert await hall.table("m") == replace(before, revision=before.revision + 1, places=(left,))


async def test_a_player_who_is_away_does_not_leave_again(hall):
    await seated(hall, "Ann")
    assert await hall.depart("m", 0, "a", NOON, LATER)
    before = await hall.table("m")
    assert not await hall.depart("m", 0, "a", NOON + 5, None)
    assert await hall.table("m") == before


async def test_a_player_who_comes_back_is_present_and_the_time_away_is_added(hall):
    await seated(hall, "Ann")
    await hall.begin("m", NOON)
    for away, most, held in ((1_000, GRACE, 1_000), (70_000, GRACE, 61_000), (5, 0, 61_000)):
        await hall.depart("m", 0, "a", LATER, LATER + 1)
        await hall.attend("m", 0, away_since=LATER, attend_at=None, stand_in=True)
        before = await hall.table("m")
        returned = replace(before.places[0], away_since=None, attend_at=None, stand_in=False, held_ms=held)
        assert await hall.arrive("m", 0, "a", LATER + away, most) == returned
        assert await hall.table("m") == replace(before, revision=before.revision + 1, places=(returned,))


async def test_an_absence_counts_from_the_beginning_of_the_match(hall):
    await seated(hall, "Ann")
    await hall.depart("m", 0, "a", NOON, LATER)
    await hall.begin("m", NOON + 700)
    assert (await hall.arrive("m", 0, "a", NOON + 1_000, GRACE)).held_ms == 300


async def test_an_arrival_before_the_departure_adds_no_time_away(hall):
    await seated(hall, "Ann")
    await hall.depart("m", 0, "a", NOON, LATER)
    assert (await hall.arrive("m", 0, "a", NOON - 50, GRACE)).held_ms == 0


async def test_an_arrival_that_changes_nothing_keeps_the_revision(hall):
    await seated(hall, "Ann")
    before = await hall.table("m")
    for node in ("a", "a", "b"):
        assert await hall.arrive("m", 0, node, NOON, GRACE) == before.places[0]
    assert await hall.table("m") == before


async def test_arriving_at_a_free_seat_is_refused(hall):
    await seated(hall, "Ann")
    await hall.arrive("m", 0, "a", NOON, GRACE)
    await hall.give_up("m", 0)
    with pytest.raises(SeatNotTaken, match="this player does not sit at seat 0 of match m"):
        await hall.arrive("m", 0, "a", NOON, GRACE)
    assert not await hall.depart("m", 0, "a", NOON, LATER)


async def test_a_new_player_at_a_seat_inherits_no_connection(hall):
    await seated(hall, "Ann")
    await hall.arrive("m", 0, "a", NOON, GRACE)
    await hall.give_up("m", 0)
    await hall.take("m", guest("Bob"), 0, 4)
    await hall.arrive("m", 0, "b", NOON, GRACE)
    assert await hall.depart("m", 0, "b", NOON + 1, LATER)


async def test_what_is_decided_about_an_absence_holds_for_that_absence_alone(hall):
    await seated(hall, "Ann")
    await hall.depart("m", 0, "a", NOON, NOON + 10)
    assert await hall.attend("m", 0, away_since=NOON, attend_at=LATER, stand_in=True)
    assert ((await place(hall)).attend_at, (await place(hall)).stand_in) == (LATER, True)
    await hall.arrive("m", 0, "a", NOON + 20, GRACE)
    before = await hall.table("m")
    assert not await hall.attend("m", 0, away_since=NOON, attend_at=LATER, stand_in=True)
    await hall.depart("m", 0, "a", NOON + 30, None)
    assert not await hall.attend("m", 0, away_since=NOON, attend_at=LATER, stand_in=True)
    assert not await hall.attend("m", 1, away_since=NOON, attend_at=LATER, stand_in=True)
    assert await revision(hall) == before.revision + 1
    assert not (await place(hall)).stand_in


async def test_a_decision_that_changes_nothing_keeps_the_revision(hall):
    await seated(hall, "Ann")
    await hall.depart("m", 0, "a", NOON, LATER)
    before = await revision(hall)
    assert await hall.attend("m", 0, away_since=NOON, attend_at=LATER, stand_in=False)
    assert await revision(hall) == before
    assert await hall.attend("m", 0, away_since=NOON, attend_at=None, stand_in=False)
    assert await revision(hall) == before + 1


async def test_excused_absences_count_from_now_and_those_with_a_stand_in_are_due(hall):
    await seated(hall, "Ann", "Bob", "Cy")
    for seat in (0, 1):
        await hall.depart("m", seat, "a", NOON, NOON + 10)
    await hall.attend("m", 1, away_since=NOON, attend_at=None, stand_in=True)
    before = await hall.table("m")
    await hall.restart_grace("m", LATER, LATER + 10)
    restarted = replace(before.places[0], away_since=LATER, attend_at=LATER + 10)
    replaced = replace(before.places[1], attend_at=LATER)
    assert (await hall.table("m")).places == (restarted, replaced, before.places[2])
    assert await revision(hall) == before.revision + 1


async def test_excusing_changes_nothing_if_everybody_is_present(hall):
    await seated(hall, "Ann")
    before = await hall.table("m")
    await hall.restart_grace("m", LATER, LATER + 10)
    assert await hall.table("m") == before


async def test_after_a_time_without_any_node_all_absences_begin_again(node):
    store, hall = node
    for name in ("played", "waiting", "paused"):
        await seated(hall, "Ann", "Bob", "Cy", match_id=name)
        for seat in (0, 1):
            await hall.depart(name, seat, "a", NOON, NOON + 10)
        await hall.attend(name, 1, away_since=NOON, attend_at=NOON + 10, stand_in=True)
    for name, status in (("played", GameStatus.ACTIVE), ("paused", GameStatus.PAUSED)):
        await hall.begin(name, NOON)
        await store.create(replace(match_due(name, None), status=status))
    before = {name: await hall.table(name) for name in ("played", "waiting", "paused")}
    await hall.heartbeat("b", LATER)
    assert not await hall.restart_all_grace(LATER, LATER + 1, LATER + GRACE)
    assert await hall.table("played") == before["played"]
    await hall.retire("b")
    assert await hall.restart_all_grace(LATER, LATER + 1, LATER + GRACE)
    ann, *others = before["played"].places
    restarted = replace(ann, away_since=LATER + 1, attend_at=LATER + GRACE)
    revision = before["played"].revision + 1
    assert await hall.table("played") == replace(before["played"], revision=revision, places=(restarted, *others))
    for name in ("waiting", "paused"):
        assert await hall.table(name) == before[name]


# Leases


async def tables_due(store, hall, deadlines):
    for name, deadline in deadlines.items():
        await hall.open(table(name))
        await hall.begin(name, NOON)
        await store.create(match_due(name, deadline))


async def test_due_matches_are_leased_the_earliest_first(node):
    store, hall = node
    deadlines = {"late": NOON + 1, "b": NOON - 1, "a": NOON, "never": None, "c": NOON - 2}
    await tables_due(store, hall, deadlines)
    assert await hall.claim_due(NOON, LATER, limit=2) == ("c", "b")
    assert await hall.claim_due(NOON, LATER) == ("a",)
    assert await hall.claim_due(NOON, LATER) == ()
    assert await hall.claim_due(LATER - 1, LATER + GRACE) == ("late",)
    assert set(await hall.claim_due(LATER, LATER + GRACE)) == {"a", "b", "c"}
    assert await hall.claim_due(LATER + GRACE - 1, LATER + 2 * GRACE) == ()


async def test_a_lease_keeps_the_revision(node):
    store, hall = node
    await tables_due(store, hall, {"m": NOON})
    before = await hall.heads(["m"])
    await hall.claim_due(NOON, LATER)
    assert await hall.heads(["m"]) == before


async def test_a_turn_after_the_lease_sets_the_deadline(node):
    store, hall = node
    await tables_due(store, hall, {"m": NOON})
    assert await hall.claim_due(NOON, LATER) == ("m",)
    await store.append(artificial("m", Turn(0, P0, Hold(P0), NOON), deadline=NOON + 5))
    assert await hall.claim_due(NOON + 4, LATER) == ()
    assert await hall.claim_due(NOON + 5, LATER) == ("m",)


async def test_a_match_without_a_table_is_not_leased(node):
    store, hall = node
    await store.create(match_due("arena", 0))
    assert await hall.claim_due(NOON, LATER) == ()


async def test_absences_are_leased_by_match(hall):
    for name in ("m", "n", "o"):
        await seated(hall, "Ann", "Bob", match_id=name)
    for name, seat, attend_at in (("m", 0, NOON), ("m", 1, NOON - 1), ("n", 0, NOON + 1), ("o", 0, None)):
        await hall.depart(name, seat, "a", NOON - 5, attend_at)
    before = await hall.heads(["m", "n", "o"])
    assert await hall.claim_absences(NOON, LATER) == ("m",)
    assert await hall.claim_absences(NOON, LATER) == ()
    assert [(await place(hall, seat)).attend_at for seat in (0, 1)] == [LATER, LATER]
    assert len(await hall.claim_absences(LATER, LATER + GRACE, limit=1)) == 1
    assert len(await hall.claim_absences(LATER, LATER + GRACE)) == 1
    assert await hall.heads(["m", "n", "o"]) == before


async def test_the_absence_that_has_waited_longest_is_leased_first(hall):
    for name, waited in (("a", 1), ("b", 3), ("c", 2)):
        await seated(hall, "Ann", "Bob", match_id=name)
        await hall.depart(name, 0, "node", NOON - 5, NOON)
        await hall.depart(name, 1, "node", NOON - 5, NOON - waited)
    claims = [await hall.claim_absences(NOON, LATER, limit=1) for _ in range(4)]
    assert claims == [("b",), ("c",), ("a",), ()]


async def test_ten_nodes_that_ask_at_once_share_what_is_due(database_url):
    async with several(database_url, 10) as nodes:
        names = [MatchId(f"m{number:02}") for number in range(60)]
        store, hall = nodes[0]
        await tables_due(store, hall, dict.fromkeys(names, NOON))
        claims = await asyncio.gather(*(hall.claim_due(NOON, LATER, limit=9) for _ in range(2) for _, hall in nodes))
        rest = []
        while some := await hall.claim_due(NOON, LATER):
            rest += some
        assert Counter(name for claim in claims for name in claim) + Counter(rest) == Counter(names)


async def test_ten_nodes_that_ask_at_once_share_the_absences(database_url):
    async with several(database_url, 10) as nodes:
        names = [MatchId(f"m{number:02}") for number in range(40)]
        hall = nodes[0][1]
        for name in names:
            await seated(hall, "Ann", "Bob", match_id=name)
            for seat in (0, 1):
                await hall.depart(MatchId(name), seat, "a", NOON, NOON)
        claims = await asyncio.gather(
            *(hall.claim_absences(NOON, LATER, limit=7) for _ in range(2) for _, hall in nodes)
        )
        rest = []
        while some := await hall.claim_absences(NOON, LATER):
            rest += some
        assert Counter(name for claim in claims for name in claim) + Counter(rest) == Counter(names)


async def test_a_lease_never_overwrites_the_deadline_of_a_turn(database_url):
    """Turns with deadlines that lie ahead are written while other nodes look for those that have come."""
    async with several(database_url, 3) as nodes:
        (store, hall), *others = nodes
        names = [MatchId(f"m{number}") for number in range(8)]
        await tables_due(store, hall, dict.fromkeys(names, NOON))

        def turns(index, deadline):
            turn = Turn(index, P0, Hold(P0), NOON)
            return [store.append(artificial(name, turn, deadline=deadline)) for name in names]

        for index in range(0, 20, 2):
            claims = [other.claim_due(NOON, LATER) for _, other in others]
            answers = await asyncio.gather(*turns(index, LATER + index), *claims)
            assert all(isinstance(answer, Accepted) for answer in answers[: len(names)])
            assert await hall.claim_due(LATER + index - 1, LATER + GRACE) == ()
            assert {*await hall.claim_due(LATER + index, LATER + GRACE)} == {*names}
            await asyncio.gather(*turns(index + 1, NOON))


# Nodes that end suddenly


async def test_the_players_of_an_expired_node_are_away(hall):
    await seated(hall, "Ann", "Bob", "Cy")
    await seated(hall, "Di", match_id="n")
    for node, at in (("dead", NOON), ("alive", LATER)):
        await hall.heartbeat(node, at)
    for name, seat, node in (("m", 0, "dead"), ("m", 1, "dead"), ("m", 1, "alive"), ("n", 0, "alive")):
        await hall.arrive(name, seat, node, NOON, GRACE)
    before = {name: await hall.table(name) for name in ("m", "n")}
    assert await hall.expire_nodes(LATER, LATER + 5, LATER + GRACE) == ("m",)
    after = await hall.table("m")
    left = replace(before["m"].places[0], away_since=LATER + 5, attend_at=LATER + GRACE)
    assert after.places == (left, *before["m"].places[1:])
    assert after.revision == before["m"].revision + 1
    assert await hall.table("n") == before["n"]
    assert await hall.expire_nodes(LATER, LATER + 6, LATER + GRACE) == ()
    assert await hall.depart("m", 1, "alive", LATER + 7, None)


async def test_a_node_that_sends_heartbeats_does_not_expire(hall):
    await seated(hall, "Ann")
    await hall.arrive("m", 0, "a", NOON, GRACE)
    for at in range(NOON, NOON + 5_000, 1_000):
        await hall.heartbeat("a", at)
        assert await hall.expire_nodes(at - 500, at, LATER) == ()
    assert await hall.expire_nodes(at + 1, at + 1, LATER) == ("m",)


async def test_an_expired_node_can_come_back(hall):
    await seated(hall, "Ann")
    await hall.heartbeat("a", NOON)
    await hall.arrive("m", 0, "a", NOON, GRACE)
    assert await hall.expire_nodes(NOON + 1, LATER, LATER + 1) == ("m",)
    await hall.arrive("m", 0, "a", LATER + 2, GRACE)
    assert await hall.expire_nodes(LATER, LATER + 3, LATER + GRACE) == ()
    await hall.heartbeat("a", LATER + 4)
    assert await hall.expire_nodes(LATER + 4, LATER + 5, LATER + GRACE) == ()
    assert (await place(hall)).away_since is None


async def test_a_node_without_any_heartbeat_expires_too(hall):
    await seated(hall, "Ann")
    await hall.arrive("m", 0, "a", NOON, GRACE)
    assert await hall.expire_nodes(NOON, NOON, LATER) == ()
    assert await hall.expire_nodes(NOON + 1, NOON + 1, LATER) == ("m",)


async def test_more_tables_than_one_transaction_locks_are_handled_when_a_node_expires(hall, monkeypatch):
    monkeypatch.setattr(locks, "TABLES_AT_ONCE", 3)
    names = [f"m{number}" for number in range(10)]
    for name in names:
        await hall.open(table(name, places=(guest("Ann", seat_index=0),)))
        await hall.arrive(name, 0, "a", NOON, GRACE)
    assert await hall.expire_nodes(LATER, LATER, LATER + GRACE) == tuple(names)


async def test_many_nodes_may_expire_a_node_at_once(database_url):
    async with several(database_url, 5) as nodes:
        hall = nodes[0][1]
        names = [MatchId(f"m{number:02}") for number in range(20)]
        for name in names:
            await seated(hall, "Ann", "Bob", match_id=name)
            for seat in (0, 1):
                await hall.arrive(MatchId(name), seat, "dead", NOON, GRACE)
        before = await hall.heads(names)
        expired = await asyncio.gather(*(hall.expire_nodes(LATER, LATER, LATER + GRACE) for _, hall in nodes))
        expired.append(await hall.expire_nodes(LATER, LATER, LATER + GRACE))
        assert Counter(name for some in expired for name in some) == Counter(names)
        after = await hall.heads(names)
        assert {name: head.revision for name, head in after.items()} == {
            name: head.revision + 1 for name, head in before.items()
        }


# Abandoned tables


async def test_an_abandoned_table_is_closed_with_all_its_rows(hall):
    await seated(hall, "Ann")
    await hall.say("m", 0, "hello?", NOON)
    assert await hall.sweep(NOON) == ()
    assert await hall.sweep(NOON + 1) == ("m",)
    with pytest.raises(UnknownMatch):
        await hall.chats("m")
    await seated(hall, "Ann")
    assert await hall.chats("m") == ()


async def test_tables_with_a_connection_or_a_match_stay_open(hall):
    await seated(hall, "Ann", match_id="there")
    await hall.arrive("there", 0, "a", NOON, GRACE)
    await seated(hall, "Ann", match_id="begun")
    await hall.begin("begun", NOON)
    assert await hall.sweep(LATER) == ()


async def test_any_change_keeps_a_table_open_for_a_while(hall):
    await hall.open(table("said"))
    await hall.say("said", None, "hello?", NOON + 50)
    await seated(hall, "Ann", match_id="left")
    await hall.depart("left", 0, "a", NOON + 50, None)
    await hall.open(table("given up"))
    await hall.take("given up", guest("Ann", joined_at=NOON + 1), 0, 4)
    await hall.give_up("given up", 0)
    assert await hall.sweep(NOON + 50) == ()
    assert set(await hall.sweep(NOON + 51)) == {"said", "left"}


async def test_an_instant_in_the_past_does_not_make_a_table_older(hall):
    await seated(hall, "Ann")
    await hall.depart("m", 0, "a", NOON - GRACE, NOON)
    assert await hall.sweep(NOON) == ()


async def test_a_match_can_have_another_rematch_if_the_first_was_abandoned(hall):
    await hall.open(table())
    await hall.begin("m", NOON)
    await hall.open(table("again", rematch_of="m"))
    before = await revision(hall)
    assert await hall.sweep(LATER) == ("again",)
    assert ((await hall.table("m")).rematch, await revision(hall)) == (None, before + 1)
    await hall.open(table("once more", rematch_of="m"))
    assert (await hall.table("m")).rematch == "once more"


async def test_more_tables_than_fit_into_one_transaction_are_closed(hall, monkeypatch):
    monkeypatch.setattr(locks, "TABLES_AT_ONCE", 3)
    names = {f"m{number}" for number in range(10)}
    for name in names:
        await hall.open(table(name))
    assert set(await hall.sweep(LATER)) == names


async def test_a_table_whose_match_is_not_in_the_log_waits_to_start(node):
    store, hall = node
    for name, at in (("second", 2), ("first", 1), ("played", 0)):
        await hall.open(table(name))
        await hall.begin(name, NOON + at)
    await hall.open(table("waiting"))
    await store.create(match_due("played", None))
    assert await hall.waiting_to_start(NOON, LATER) == ()
    assert await hall.waiting_to_start(NOON + 2, LATER, limit=1) == ("first",)
    assert await hall.waiting_to_start(NOON + 2, LATER + 1) == ("second",)
    assert await hall.waiting_to_start(NOON + 2, LATER) == ()
    assert await hall.waiting_to_start(LATER + 1, LATER + 2) == ("first", "second")
    await store.create(match_due("first", None))
    assert await hall.waiting_to_start(LATER + 2, LATER + 3) == ("second",)


async def test_noting_that_a_match_is_in_the_log_keeps_the_revision(node):
    store, hall = node
    await hall.open(table())
    await hall.begin("m", NOON)
    await write(store, line())
    before = await hall.table("m")
    for _ in range(2):
        assert await hall.waiting_to_start(NOON, LATER) == ()
    assert await hall.table("m") == before


# Nodes that race


async def outcome(call):
    """The outcome: the returned value, or the refusal."""
    try:
        return await call
    except TableRefused as refusal:
        return refusal.code
    except StoreError as error:
        return type(error)


async def test_of_twenty_players_for_three_seats_each_seat_goes_to_one(database_url):
    async with several(database_url, 4) as nodes:
        await nodes[0][1].open(table(bots=("random",)))
        calls = [nodes[n % 4][1].take(MatchId("m"), guest(f"guest {n}"), None, 3) for n in range(20)]
        outcomes = await asyncio.gather(*map(outcome, calls))
        taken = [one for one in outcomes if not isinstance(one, str)]
        assert [one for one in outcomes if isinstance(one, str)] == ["game_full"] * 17
        found = await nodes[1][1].table(MatchId("m"))
        assert found.places == tuple(sorted(taken, key=lambda one: one.seat_index))
        assert len(found.places) == found.revision == 3


async def test_only_one_player_gets_a_contested_seat_or_name(database_url):
    async with several(database_url, 3) as nodes:
        await nodes[0][1].open(table())
        seats = await asyncio.gather(
            *(outcome(hall.take(MatchId("m"), guest(f"g{n}"), 2, 4)) for n, (_, hall) in enumerate(nodes))
        )
        assert sorted(map(str, seats)).count("seat_taken") == 2
        names = await asyncio.gather(*(outcome(hall.take(MatchId("m"), guest("Ann"), None, 4)) for _, hall in nodes))
        assert sorted(map(str, names)).count("name_taken") == 2
        assert len((await nodes[0][1].table(MatchId("m"))).places) == 2


async def test_no_seat_is_taken_once_the_match_begins(database_url):
    async with several(database_url, 2) as ((_, ours), (_, theirs)):
        for number in range(10):
            name = f"m{number}"
            await ours.open(table(name))
            begun, taken = await asyncio.gather(
                ours.begin(MatchId(name), NOON), outcome(theirs.take(MatchId(name), guest("Ann"), None, 4))
            )
            assert begun.places == ((taken,) if taken != "game_started" else ())
            assert (await theirs.table(MatchId(name))).places == begun.places


async def test_simultaneous_requests_for_a_rematch_open_one_table(database_url):
    async with several(database_url, 4) as nodes:
        hall = nodes[0][1]
        for number in range(5):
            older = f"m{number}"
            await hall.open(table(older))
            opened = await asyncio.gather(
                *(outcome(hall.open(table(f"{older}-{n}", rematch_of=older))) for n, (_, hall) in enumerate(nodes))
            )
            assert opened.count(None) == 1
            assert opened.count(DuplicateMatch) == 3
            assert (await hall.table(MatchId(older))).rematch == f"{older}-{opened.index(None)}"


async def test_an_id_is_given_to_one_table(database_url):
    async with several(database_url, 4) as nodes:
        opened = await asyncio.gather(*(outcome(hall.open(table(seats=n + 2))) for n, (_, hall) in enumerate(nodes)))
        assert opened.count(DuplicateMatch) == 3
        assert (await nodes[0][1].table(MatchId("m"))).settings.seats == opened.index(None) + 2


async def test_a_player_who_moves_between_nodes_is_present_in_the_end(database_url):
    """One node loses the connection while another one gets it: the player is away only for a moment."""
    async with several(database_url, 2) as ((_, ours), (_, theirs)):
        await seated(ours, "Ann")
        await ours.begin(MatchId("m"), NOON)
        await ours.arrive(MatchId("m"), 0, "a", NOON, GRACE)
        sides = [(ours, "a"), (theirs, "b")]
        for turn in range(20):
            (old, left), (new, entered) = sides if turn % 2 == 0 else sides[::-1]
            await asyncio.gather(
                old.depart(MatchId("m"), 0, left, NOON + turn, LATER),
                new.arrive(MatchId("m"), 0, entered, NOON + turn, GRACE),
            )
            assert (await place(ours)).away_since is None
            assert (await place(ours)).attend_at is None


async def test_of_two_nodes_that_lose_a_player_at_once_one_learns_that_they_are_away(database_url):
    async with several(database_url, 2) as ((_, ours), (_, theirs)):
        await seated(ours, "Ann")
        for turn in range(10):
            for hall, node in ((ours, "a"), (theirs, "b")):
                await hall.arrive(MatchId("m"), 0, node, NOON + turn, GRACE)
            before = await revision(ours)
            gone = await asyncio.gather(
                ours.depart(MatchId("m"), 0, "a", NOON + turn, LATER),
                theirs.depart(MatchId("m"), 0, "b", NOON + turn, LATER),
            )
            assert sorted(gone) == [False, True]
            assert await revision(theirs) == before + 1


async def test_simultaneous_chat_lines_get_different_numbers(database_url):
    async with several(database_url, 3) as nodes:
        await nodes[0][1].open(table())
        await asyncio.gather(*(nodes[n % 3][1].say(MatchId("m"), n % 4, f"line {n}", NOON) for n in range(15)))
        said = await nodes[0][1].chats(MatchId("m"))
        assert [one.number for one in said] == list(range(15))
        assert {one.text for one in said} == {f"line {n}" for n in range(15)}
        assert await revision(nodes[0][1]) == 15


async def test_a_table_is_either_closed_or_joined_never_both(database_url):
    async with several(database_url, 2) as ((_, ours), (_, theirs)):
        for number in range(15):
            name = f"m{number}"
            await ours.open(table(name, places=(guest("Ann", seat_index=0),)))
            closed, arrived = await asyncio.gather(
                ours.sweep(LATER), outcome(theirs.arrive(MatchId(name), 0, "b", NOON, GRACE))
            )
            if arrived is UnknownMatch:
                assert closed == (name,)
            else:
                assert closed == ()
                assert (await ours.table(MatchId(name))).places == (arrived,)
                assert await theirs.depart(MatchId(name), 0, "b", LATER, None)


async def test_nodes_that_do_everything_at_once_never_deadlock(database_url):
    async with several(database_url, 3) as nodes:
        hall = nodes[0][1]
        names = [MatchId(f"m{number}") for number in range(6)]
        for name in names:
            await seated(hall, "Ann", "Bob", match_id=name)
        for turn in range(4):
            now = NOON + turn * 100
            calls: list[Coroutine[Any, Any, Any]] = [hall.expire_nodes(now, now, now) for _, hall in nodes]
            calls += [hall.claim_absences(now, now + 50) for _, hall in nodes]
            for (_, hall), order in zip(nodes, (names, names[::-1], names), strict=True):
                calls += [hall.arrive(MatchId(name), turn % 2, f"node{turn}", now, GRACE) for name in order]
                calls += [hall.say(MatchId(name), 0, "hello", now) for name in order]
            await asyncio.gather(*calls)
        assert {len(await hall.chats(MatchId(name))) for name in names} == {12}
