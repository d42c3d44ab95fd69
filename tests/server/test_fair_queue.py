"""Bots of all tables share a few processes; one client's slow bots do not make others wait."""

import asyncio

import pytest

from gamenight.server.fair_queue import FairQueue, Share

QUICK_S, SLOW_S = 0.01, 2.0


class Office:
    """A queue with a clock of its own, and the order in which decisions were made."""

    def __init__(self, places=1):
        self.now = 0.0
        self.order = []
        self.queue = FairQueue(places, lambda: self.now)

    async def decide(self, address, table, seconds, *, is_hidden=False):
        async with self.queue.place(Share(address, table, is_hidden=is_hidden), f"{seconds}"):
            await asyncio.sleep(0)
            self.now += seconds
            self.order.append((address, table))


async def ordered(office, *decisions):
    """Queue these decisions while the only place is taken, then let them be made."""
    async with office.queue.place(Share("holder", "h"), "hold"):
        tasks = [asyncio.create_task(decision) for decision in decisions]
        await asyncio.sleep(0)
    await asyncio.gather(*tasks)


def started(*decisions):
    return [asyncio.create_task(decision) for decision in decisions]


async def test_a_bot_of_another_address_waits_for_only_one_decision_of_sixty_slow_tables():
    office = Office()
    slow = [office.decide("attacker", f"t{number}", SLOW_S) for number in range(60)]
    await ordered(office, *slow, *[office.decide("stranger", "mine", QUICK_S) for _ in range(3)])
    assert office.order[1:4] == [("stranger", "mine")] * 3


async def test_a_table_that_has_used_less_time_comes_first():
    office = Office()
    await office.decide("one", "slow", SLOW_S)
    await ordered(office, *[office.decide("one", table, QUICK_S) for table in ("slow", "slow", "new", "new")])
    assert office.order[1:3] == [("one", "new"), ("one", "new")]


async def test_two_addresses_get_the_same_time():
    office = Office()
    many = [office.decide("many", f"t{number}", 1.0) for number in range(20)]
    few = [office.decide("few", "t", 1.0) for _ in range(5)]
    await ordered(office, *many, *few)
    assert sum(address == "few" for address, _ in office.order[:10]) == 5


async def test_idle_time_is_not_saved_up():
    office = Office()
    for _ in range(10):
        await office.decide("busy", "t", 1.0)
    newcomer = [office.decide("newcomer", "n", 1.0) for _ in range(6)]
    busy = [office.decide("busy", "t", 1.0) for _ in range(6)]
    await ordered(office, *newcomer, *busy)
    assert sum(address == "busy" for address, _ in office.order[10:16]) >= 2


async def test_short_decisions_come_first_among_newcomers():
    office = Office()
    await office.decide("a", "x", SLOW_S)
    await office.decide("b", "y", QUICK_S)
    await ordered(office, office.decide("c", "z", SLOW_S), office.decide("d", "w", QUICK_S))
    assert office.order[-2:] == [("d", "w"), ("c", "z")]


async def test_tables_of_unknown_openers_are_addresses_of_their_own():
    office = Office()
    many = [office.decide("known", f"t{number}", 1.0) for number in range(10)]
    await ordered(office, *many, office.decide("", "u1", 1.0), office.decide("", "u2", 1.0))
    assert {("", "u1"), ("", "u2")} <= set(office.order[:4])


async def test_a_cancelled_decision_gives_its_place_back():
    office = Office()
    holding, waiting = started(office.decide("a", "x", 1.0), office.decide("b", "y", 1.0))
    await asyncio.sleep(0)
    holding.cancel()
    await waiting
    gone, last = started(office.decide("a", "x", 1.0), office.decide("b", "y", 1.0))
    await asyncio.sleep(0)
    last.cancel()
    await gone
    await asyncio.wait_for(office.decide("c", "z", 1.0), 60)
    assert office.queue.waiting == office.queue.busy == 0


async def test_hidden_decisions_are_not_counted():
    office = Office()
    tasks = started(
        office.decide("a", "x", 1.0, is_hidden=True),
        office.decide("a", "y", 1.0, is_hidden=True),
        office.decide("b", "z", 1.0),
    )
    await asyncio.sleep(0)
    assert (office.queue.busy, office.queue.waiting) == (0, 1)
    await asyncio.gather(*tasks)


@pytest.mark.parametrize("places", [1, 2, 5])
async def test_at_most_the_given_number_of_places_is_taken(places):
    office, most, now = Office(places), 0, 0

    async def decide(number):
        nonlocal most, now
        async with office.queue.place(Share(f"a{number % 3}", f"t{number}"), "kind"):
            now += 1
            most = max(most, now)
            await asyncio.sleep(0)
            now -= 1

    await asyncio.gather(*map(decide, range(30)))
    assert most == places
