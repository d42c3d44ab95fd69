"""The contract of the ledger, and stuck models in the hall, in SQLite and in PostgreSQL."""

import asyncio
from collections import Counter

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from gamenight.core.model import Act, Action, Due, Forfeit, Hold, MatchId, PlayerId, Turn
from gamenight.store import BadEntry, DamagedLog, StoreError, UnknownMatch
from gamenight.store.database.tables import model_decisions
from gamenight.store.database.transactions import database_at
from gamenight.store.hall.decisions import CALLED_OFF, LOST, Busy, Done, ModelDecision, ModelTask, Ours, Spent, turn_of
from gamenight.store.hall.table import ModelSeat
from tests.store.halls import LATER, NOON, guest, revision, several, table

DUTY = ModelTask(MatchId("m"), 1, 7)
LATEST = NOON + 120_000


@pytest.fixture
async def ledger(hall):
    """The ledger of a hall with one table."""
    await hall.open(table())
    return hall.ledger


def decision(duty=DUTY, **changes):
    own = {"seat_index": duty.seat_index, "prompt": duty.prompt, "retry": duty.retry}
    plain = {"at": NOON, "ended_at": NOON + 900, "outcome": "answered", "call_count": 1, "usd": 0.25, "tokens": 100}
    return ModelDecision(**(own | plain | changes))


async def claimed(ledger, duty=DUTY, node="a", now=NOON):
    """The number of a successful claim of this node."""
    claim = await ledger.claim(duty, node, now, alive_since=NOON)
    assert isinstance(claim, Ours)
    return claim.number


# Claims


async def test_the_next_claim_of_a_finished_duty_gets_its_decision(ledger):
    decided = decision(
        action=Action("place", PlayerId("p1"), {"cell": 4, "odds": 1e16}),
        said='ä "\0" 🂡',
        reason="because",
        calls=({"attempt": 1, "usd": None, "usage": {"input": 90}},),
        is_hidden=True,
        played="stand_in",
        unpriced=1,
    )
    await ledger.finish(DUTY, await claimed(ledger), decided)
    for node in ("a", "b"):
        assert await ledger.claim(DUTY, node, LATER, alive_since=NOON) == Done(decided)


async def test_a_duty_is_busy_while_its_node_sends_heartbeats(hall, ledger):
    await hall.heartbeat("a", NOON)
    number = await claimed(ledger, node="a")
    assert await ledger.claim(DUTY, "b", NOON + 1, alive_since=NOON) == Busy()
    await ledger.finish(DUTY, number, decision())
    assert await ledger.claim(DUTY, "b", NOON + 1, alive_since=NOON) == Done(decision())


@pytest.mark.parametrize("last_heard", [NOON - 1, None])
async def test_the_duty_of_an_expired_node_is_taken_over_and_its_decision_is_lost(hall, ledger, last_heard):
    if last_heard is not None:
        await hall.heartbeat("a", last_heard)
    await claimed(ledger, node="a", now=NOON - 5)
    number = await claimed(ledger, node="b", now=LATER)
    lost = decision(at=NOON - 5, ended_at=LATER, outcome=LOST, played="nobody", call_count=0, usd=0.0, tokens=0)
    assert await ledger.decisions("m") == (lost,)
    await ledger.finish(DUTY, number, decision())
    assert await ledger.decisions("m") == (lost, decision())


async def test_a_node_that_has_forgotten_its_claim_claims_again(hall, ledger):
    await hall.heartbeat("a", NOON)
    first, second = await claimed(ledger), await claimed(ledger)
    assert first != second
    assert [one.outcome for one in await ledger.decisions("m")] == [LOST]


async def test_a_node_that_had_expired_still_writes_what_it_paid(hall, ledger):
    late, number = await claimed(ledger, node="a"), await claimed(ledger, node="b")
    await hall.heartbeat("b", NOON)
    await ledger.finish(DUTY, late, decision(usd=0.5))
    assert await ledger.decisions("m") == (decision(usd=0.5),)
    assert await ledger.claim(DUTY, "c", NOON, alive_since=NOON) == Busy()
    await ledger.finish(DUTY, number, decision())
    assert (await ledger.spent()).usd == 0.75


@pytest.mark.parametrize("outcome", [CALLED_OFF, LOST])
async def test_a_duty_that_was_called_off_can_be_claimed_again(ledger, outcome):
    await ledger.finish(DUTY, await claimed(ledger), decision(outcome=outcome))
    number = await claimed(ledger, node="b")
    await ledger.finish(DUTY, number, decision())
    assert [one.outcome for one in await ledger.decisions("m")] == [outcome, "answered"]


@pytest.mark.parametrize("outcome", ["illegal", "transport", "configuration", "budget"])
async def test_a_failed_duty_is_not_claimed_again_without_a_retry(ledger, outcome):
    failed = decision(outcome=outcome)
    await ledger.finish(DUTY, await claimed(ledger), failed)
    assert await ledger.claim(DUTY, "a", LATER, alive_since=NOON) == Done(failed)
    again = replace(DUTY, retry=1)
    await ledger.finish(again, await claimed(ledger, again), decision(again))
    assert await ledger.decisions("m") == (failed, decision(again))


async def test_each_seat_prompt_and_table_has_its_own_duty(hall, ledger):
    await hall.open(table("n"))
    await hall.heartbeat("a", NOON)
    duties = [DUTY, *(replace(DUTY, **change) for change in ({"seat_index": 2}, {"prompt": 8}, {"match_id": "n"}))]
    for duty in duties:
        await claimed(ledger, duty)
    assert [await ledger.claim(duty, "b", NOON, alive_since=NOON) for duty in duties] == [Busy()] * 4


async def test_finishing_twice_changes_nothing(ledger):
    number = await claimed(ledger)
    for _ in range(2):
        await ledger.finish(DUTY, number, decision())
    assert await ledger.decisions("m") == (decision(),)


async def test_only_a_claimed_duty_can_be_finished(ledger):
    number = await claimed(ledger)
    other = replace(DUTY, seat_index=2)
    for duty, claim, decided in (
        (DUTY, number + 1, decision()),
        (other, number, decision(other)),
        (DUTY, number, decision(other)),
    ):
        with pytest.raises(BadEntry):
            await ledger.finish(duty, claim, decided)
    assert await ledger.decisions("m") == ()


@pytest.mark.parametrize(
    "sums", [{"usd": float("nan")}, {"usd": float("inf")}, {"usd": -1.0}, {"tokens": 2**62}, {"call_count": -1}]
)
async def test_impossible_sums_are_refused(ledger, sums):
    with pytest.raises(BadEntry, match="impossible sums"):
        await ledger.note("m", decision(**sums))
    assert await ledger.spent() == Spent()


@pytest.mark.parametrize("unknown", ["n", "", "a\0b", "\ud800"])
async def test_whoever_names_an_unknown_table_hears_so(hall, ledger, unknown):
    duty = replace(DUTY, match_id=unknown)
    calls = [
        ledger.claim(duty, "a", NOON, alive_since=NOON),
        ledger.finish(duty, 0, decision()),
        ledger.note(unknown, decision()),
        ledger.decisions(unknown),
        hall.stick(unknown, 1, 7, "transport"),
        hall.free(unknown, 1, 7, stand_in=True),
    ]
    for call in calls:
        with pytest.raises(UnknownMatch):
            await call


async def test_nothing_is_claimed_after_the_store_is_closed(node):
    store, hall = node
    await hall.open(table())
    await store.close()
    with pytest.raises(StoreError, match="the store is closed"):
        await hall.ledger.claim(DUTY, "a", NOON, alive_since=NOON)


async def test_a_damaged_decision_is_named(ledger, database_url):
    await ledger.note("m", decision())
    database = database_at(database_url)
    await database.write(lambda c: c.execute(sa.update(model_decisions).values(body='{"said": 3}')))
    await database.close()
    with pytest.raises(DamagedLog, match="decision 0 of a model cannot be read"):
        await ledger.decisions("m")


# What was decided and spent


async def test_decisions_are_in_the_order_in_which_they_were_begun(ledger):
    first, second = DUTY, replace(DUTY, seat_index=2)
    numbers = [await claimed(ledger, duty) for duty in (first, second)]
    elsewhere = decision(replace(DUTY, seat_index=3))
    await ledger.note("m", elsewhere)
    await ledger.finish(second, numbers[1], decision(second))
    assert await ledger.decisions("m") == (decision(second), elsewhere)
    await ledger.finish(first, numbers[0], decision())
    assert await ledger.decisions("m") == (decision(), decision(second), elsewhere)


async def test_what_was_spent_is_summed_by_match_seat_and_day(hall, ledger):
    await hall.open(table("n"))
    for name, seat, ended_at, usd in (("m", 0, NOON, 0.5), ("m", 1, LATER, 0.25), ("n", 1, LATEST, 2.0)):
        one = decision(
            replace(DUTY, seat_index=seat), ended_at=ended_at, usd=usd, call_count=3, unpriced=1, tokens=10**11
        )
        await ledger.note(name, one)
    await claimed(ledger, replace(DUTY, prompt=8))
    assert await ledger.spent() == Spent(9, 2.75, 3, 3 * 10**11)
    assert await ledger.spent(match_id="m") == Spent(6, 0.75, 2, 2 * 10**11)
    assert await ledger.spent(match_id="m", seat_index=1) == Spent(3, 0.25, 1, 10**11)
    assert await ledger.spent(since=LATER) == Spent(6, 2.25, 2, 2 * 10**11)
    assert await ledger.spent(match_id="m", since=LATEST) == Spent()
    assert await ledger.spent(match_id="nowhere") == Spent()


async def test_the_ledger_keeps_the_revision_of_the_table(hall, ledger):
    before = await hall.table("m")
    await ledger.finish(DUTY, await claimed(ledger), decision())
    await ledger.note("m", decision())
    assert await hall.table("m") == before


P1 = PlayerId("p1")
PASS = Action("pass", P1)


@pytest.mark.parametrize(
    "input, chosen, played, leads",
    [
        (Act(PASS, 7), (), "model", True),
        (Act(PASS, 8), (), "model", False),
        (Act(Action("pass", PlayerId("p0")), 7), (), "model", False),
        (Due(7), (PASS,), "nobody", True),
        (Due(7), (), "nobody", False),
        (Forfeit(P1), (), "forfeit", True),
        (Forfeit(P1), (), "model", False),
        (Hold(P1), (), "model", False),
    ],
)
def test_a_decision_led_to_the_turn_that_answered_its_prompt(input, chosen, played, leads):
    turns = [Turn(0, PlayerId("p0"), Due(6), NOON), Turn(1, P1, input, NOON, chosen)]
    assert turn_of(decision(played=played), turns) == (2 if leads else None)


# Models that are stuck


async def models(hall):
    return (await hall.table("m")).models


async def test_models_settings_and_sponsors_are_read_back_as_they_were_opened(hall):
    stuck, replaced = ModelSeat(seat_index=1, stuck="late", prompt=3, retries=2), ModelSeat(seat_index=3, stand_in=True)
    opened = table(
        exhibition=True,
        max_usd=1.5,
        max_calls=500,
        places=(guest("Ann", seat_index=0), guest("Model", seat_index=2, sponsor=0)),
        models=(stuck, replaced),
    )
    await hall.open(opened)
    assert await hall.table("m") == opened


async def test_the_sponsor_of_a_seat_is_stored(hall):
    await hall.open(table())
    assert (await hall.take("m", guest("Model", sponsor=0), 2, 4)).sponsor == 0
    assert (await hall.table("m")).places[0].sponsor == 0


async def test_a_stuck_model_changes_the_revision_once(hall):
    await hall.open(table())
    assert await hall.stick("m", 1, 7, "transport")
    assert await models(hall) == (ModelSeat(seat_index=1, stuck="transport", prompt=7),)
    assert await revision(hall) == 1
    assert not await hall.stick("m", 1, 7, "illegal")
    assert await revision(hall) == 1
    assert await hall.stick("m", 0, 7, "late")
    assert [one.seat_index for one in await models(hall)] == [0, 1]


async def test_a_freed_model_tries_once_more_and_may_be_stuck_again(hall):
    await hall.open(table())
    await hall.stick("m", 1, 7, "transport")
    assert await hall.free("m", 1, 7, stand_in=False)
    assert await models(hall) == (ModelSeat(seat_index=1, prompt=7, retries=1),)
    assert not await hall.free("m", 1, 7, stand_in=False)
    assert not await hall.stick("m", 1, 7, "transport"), "that try was freed"
    assert await revision(hall) == 2
    assert await hall.stick("m", 1, 7, "illegal", retry=1)
    assert await models(hall) == (ModelSeat(seat_index=1, stuck="illegal", prompt=7, retries=1),)


async def test_a_model_that_is_stuck_at_a_later_prompt_has_not_been_asked_again(hall):
    await hall.open(table())
    await hall.stick("m", 1, 7, "transport")
    await hall.free("m", 1, 7, stand_in=False)
    assert not await hall.stick("m", 1, 9, "late", retry=1)
    assert await hall.stick("m", 1, 9, "late")
    assert await models(hall) == (ModelSeat(seat_index=1, stuck="late", prompt=9),)
    assert not await hall.stick("m", 1, 7, "late", retry=1)
    assert not await hall.free("m", 1, 7, stand_in=True)
    assert await revision(hall) == 3


async def test_a_bot_stands_in_until_the_end(hall):
    await hall.open(table())
    assert not await hall.free("m", 1, 7, stand_in=True), "nobody is stuck"
    await hall.stick("m", 1, 7, "budget")
    assert await hall.free("m", 1, 7, stand_in=True)
    assert await models(hall) == (ModelSeat(seat_index=1, prompt=7, stand_in=True),)
    for prompt in (7, 8):
        assert not await hall.stick("m", 1, prompt, "budget")
        assert not await hall.free("m", 1, prompt, stand_in=False)
    assert await revision(hall) == 2


async def test_a_table_is_read_with_its_models_in_two_queries(hall):
    await hall.open(table(places=(guest("Ann", seat_index=0),)))
    await hall.stick("m", 1, 7, "transport")
    statements = []

    def count(connection, cursor, statement, *rest):
        statements.append(statement)

    sa.event.listen(sa.Engine, "before_cursor_execute", count)
    try:
        await hall.table("m")
    finally:
        sa.event.remove(sa.Engine, "before_cursor_execute", count)
    assert [text.split()[0] for text in statements if text != "BEGIN"] == ["SELECT", "SELECT"]


# Nodes that race


async def test_of_nodes_that_claim_at_once_one_gets_the_duty(database_url):
    async with several(database_url, 3) as nodes:
        halls = [hall for _, hall in nodes]
        await halls[0].open(table())
        for number, hall in enumerate(halls):
            await hall.heartbeat(f"n{number}", NOON)
        for prompt in range(10):
            duty = replace(DUTY, prompt=prompt)
            calls = (hall.ledger.claim(duty, f"n{n}", NOON, alive_since=NOON) for n, hall in enumerate(halls))
            assert Counter(map(type, await asyncio.gather(*calls))) == {Ours: 1, Busy: 2}


async def test_of_nodes_that_take_over_from_an_expired_one_one_gets_the_duty(database_url):
    async with several(database_url, 2) as ((_, ours), (_, theirs)):
        await ours.open(table())
        await ours.heartbeat("a", NOON)
        await theirs.heartbeat("b", NOON)
        for prompt in range(10):
            duty = replace(DUTY, prompt=prompt)
            await claimed(ours.ledger, duty, "dead")
            claims = await asyncio.gather(
                ours.ledger.claim(duty, "a", NOON, alive_since=NOON),
                theirs.ledger.claim(duty, "b", NOON, alive_since=NOON),
            )
            assert Counter(map(type, claims)) == {Ours: 1, Busy: 1}
        assert [one.outcome for one in await ours.ledger.decisions(MatchId("m"))] == [LOST] * 10


async def test_a_claim_that_meets_the_finish_is_busy_or_done(database_url):
    async with several(database_url, 2) as ((_, ours), (_, theirs)):
        await ours.open(table())
        await ours.heartbeat("a", NOON)
        for prompt in range(10):
            duty = replace(DUTY, prompt=prompt)
            number = await claimed(ours.ledger, duty)
            claim, _ = await asyncio.gather(
                theirs.ledger.claim(duty, "b", NOON, alive_since=NOON),
                ours.ledger.finish(duty, number, decision(duty)),
            )
            assert claim in (Busy(), Done(decision(duty)))


async def test_simultaneous_notes_are_all_written(database_url):
    async with several(database_url, 3) as nodes:
        await nodes[0][1].open(table())
        noted = [decision(replace(DUTY, prompt=number)) for number in range(15)]
        await asyncio.gather(*(nodes[n % 3][1].ledger.note(MatchId("m"), one) for n, one in enumerate(noted)))
        found = await nodes[0][1].ledger.decisions(MatchId("m"))
        assert sorted(one.prompt for one in found) == list(range(15))


async def test_of_nodes_that_stick_or_free_at_once_one_succeeds(database_url):
    async with several(database_url, 2) as ((_, ours), (_, theirs)):
        await ours.open(table())
        for prompt in range(10):
            before = await revision(ours)
            stuck = await asyncio.gather(*(hall.stick(MatchId("m"), 1, prompt, "late") for hall in (ours, theirs)))
            freed = await asyncio.gather(
                *(hall.free(MatchId("m"), 1, prompt, stand_in=False) for hall in (ours, theirs))
            )
            assert sorted(stuck) == sorted(freed) == [False, True]
            assert await revision(ours) == before + 2


async def test_of_a_retry_and_a_stand_in_at_once_one_succeeds(database_url):
    async with several(database_url, 2) as ((_, ours), (_, theirs)):
        for number in range(10):
            name = f"m{number}"
            await ours.open(table(name))
            await ours.stick(MatchId(name), 1, 7, "late")
            retried, replaced = await asyncio.gather(
                ours.free(MatchId(name), 1, 7, stand_in=False), theirs.free(MatchId(name), 1, 7, stand_in=True)
            )
            assert retried != replaced
            assert (await ours.table(MatchId(name))).models == (
                ModelSeat(seat_index=1, prompt=7, retries=int(retried), stand_in=replaced),
            )


async def test_seats_that_get_stuck_at_once_are_all_written(database_url):
    async with several(database_url, 4) as nodes:
        await nodes[0][1].open(table())
        stuck = await asyncio.gather(
            *(hall.stick(MatchId("m"), seat, 7, "late") for seat, (_, hall) in enumerate(nodes))
        )
        assert stuck == [True] * 4
        assert [one.seat_index for one in (await nodes[0][1].table(MatchId("m"))).models] == [0, 1, 2, 3]
