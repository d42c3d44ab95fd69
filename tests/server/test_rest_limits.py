"""The limits per address: all at once, then as the bucket refills; and never at another address's cost."""

import pytest

from gamenight.server.limits import ADDRESSES, Bucket, Limits, address_of, counted_as
from gamenight.server.settings import Settings

NOW = 1_700_000_000_000


def taken(bucket: Bucket, address: str, times: int, now: int = NOW) -> int:
    """How many of these requests were allowed."""
    return sum(bucket.take(address, now) for _ in range(times))


def test_a_quiet_address_may_take_all_of_a_period_at_once():
    bucket = Bucket(10, 60_000)
    assert taken(bucket, "a", 15) == 10


def test_used_requests_refill_evenly():
    bucket = Bucket(10, 60_000)
    taken(bucket, "a", 10)
    assert taken(bucket, "a", 5, NOW + 5_999) == 0
    assert taken(bucket, "a", 5, NOW + 6_000) == 1
    assert taken(bucket, "a", 5, NOW + 18_000) == 2
    assert taken(bucket, "a", 20, NOW + 600_000) == 10


def test_a_refused_request_does_not_count():
    bucket = Bucket(10, 60_000)
    taken(bucket, "a", 1_000)
    assert taken(bucket, "a", 1, NOW + 6_000) == 1


def test_a_refused_address_may_ask_again_at_retry_after():
    bucket = Bucket(7, 60_000)
    taken(bucket, "a", 7)
    assert not bucket.take("a", NOW)
    assert bucket.take("a", NOW + bucket.retry_after_s * 1_000)


def test_addresses_have_separate_limits():
    bucket = Bucket(1, 60_000)
    assert taken(bucket, "a", 2) == 1
    assert taken(bucket, "b", 2) == 1


def test_a_clock_that_is_set_back_does_not_block_an_address_for_long():
    bucket = Bucket(10, 60_000)
    taken(bucket, "a", 1, NOW + 3_600_000)
    assert taken(bucket, "b", 1, NOW) == 1


def test_memory_does_not_grow_with_the_number_of_addresses():
    """The addresses that were inactive for longest are dropped; one that has just sent a request is not."""
    bucket = Bucket(1, 3_600_000)
    for number in range(3 * ADDRESSES):
        bucket.take(f"address {number}", NOW)
        bucket.take("busy", NOW)
    assert not bucket.take("busy", NOW)
    assert not bucket.take(f"address {3 * ADDRESSES - 1}", NOW)
    assert bucket.take("address 0", NOW)


def test_requests_tables_and_connections_are_counted_apart():
    limits = Limits(Settings(requests_per_address=1, matches_per_address=1, connections_per_address=1))
    for _ in range(2):
        found = limits.may_request("a", NOW), limits.may_open("a", NOW), limits.connected("a")
    assert found == (False, False, False)
    assert (limits.may_request("b", NOW), limits.may_open("b", NOW), limits.connected("b")) == (True, True, True)


def test_a_connection_counts_until_it_ends():
    limits = Limits(Settings(connections_per_address=2))
    assert [limits.connected("a") for _ in range(3)] == [True, True, False]
    limits.disconnected("a")
    assert [limits.connected("a") for _ in range(2)] == [True, False]


@pytest.mark.parametrize(
    "host, counted",
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:0db8:0001:0002::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("a.host.example", "a.host.example"),
        ("", ""),
    ],
)
def test_an_ipv6_network_counts_as_one_address(host, counted):
    assert counted_as(host) == counted


def test_a_connection_without_an_address_is_local():
    assert address_of({"client": None}) == "local"
    assert address_of({"client": ("2001:db8::1", 4000)}) == "2001:db8::/64"
