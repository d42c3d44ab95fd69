"""The contract of the hall: tables, seats, chat and lists, in SQLite and in PostgreSQL."""

from functools import partial

import pytest
from msgspec.structs import replace

from gamenight.core.model import GameStatus, Hold, PlayerId, TimerConfig, TimerMode, Turn
from gamenight.store import BadEntry, DuplicateMatch, SeatNotTaken, StoreError, UnknownMatch, open_hall
from gamenight.store.hall.table import ChatLine, Heads, TableFilter, TableMoved, TableRefused, TakenSeat
from tests.store.halls import LATER, NOON, guest, match_due, revision, seated, table
from tests.store.logs import artificial, line, write

P0 = PlayerId("p0")
EVERY = TableFilter(is_private=None)


# Opening


async def test_a_table_is_read_back_as_it_was_opened(hall):
    opened = table(
        options={"size": 3, "odds": 1e16, "deck": ["2C"], "name": 'ä "\0" 🂡'},
        timer=TimerConfig(TimerMode.BANK, turn_ms=5_000, bank_ms=60_000),
        bots=("medium", "mcts:simulations=40"),
        seating="chosen",
        start="ready",
        is_private=True,
        spectators=False,
        delay_ms=30_000,
        leaver="bot",
        pace_ms=1_500,
        rules_version=12,
    )
    await hall.open(opened)
    assert await hall.table("m") == opened


async def test_places_given_at_the_opening_are_written_with_the_table(hall):
    people = (guest("Ann", seat_index=0, is_ready=True), guest("Zoë", seat_index=3, away_since=NOON, attend_at=LATER))
    await hall.open(table(places=people))
    assert (await hall.table("m")).places == people


async def test_a_taken_id_is_a_duplicate_and_changes_nothing(hall):
    await seated(hall, "Ann")
    before = await hall.table("m")
    with pytest.raises(DuplicateMatch):
        await hall.open(table(seats=2))
    assert await hall.table("m") == before


async def test_a_rematch_is_known_at_the_older_table(hall):
    await seated(hall, "Ann")
    before = await revision(hall)
    await hall.open(table("again", rematch_of="m"))
    assert (await hall.table("again")).rematch_of == "m"
    assert (await hall.table("m")).rematch == "again"
    assert await revision(hall) == before + 1


async def test_a_match_has_one_rematch(hall):
    await hall.open(table())
    await hall.open(table("again", rematch_of="m"))
    with pytest.raises(DuplicateMatch):
        await hall.open(table("other", rematch_of="m"))
    assert (await hall.table("m")).rematch == "again"
    with pytest.raises(UnknownMatch):
        await hall.table("other")


async def test_a_rematch_of_an_unknown_table_is_not_opened(hall):
    with pytest.raises(UnknownMatch):
        await hall.open(table("again", rematch_of="m"))
    with pytest.raises(UnknownMatch):
        await hall.table("again")


@pytest.mark.parametrize("unknown", ["m", "", "a\0b", "\ud800"])
async def test_whoever_names_an_unknown_table_hears_so(hall, unknown):
    calls = [
        hall.table(unknown),
        hall.tables(EVERY, after=unknown),
        hall.take(unknown, guest(), None, 4),
        hall.give_up(unknown, 0),
        hall.set_ready(unknown, 0, True),
        hall.begin(unknown, NOON),
        hall.halt(unknown, NOON),
        hall.arrive(unknown, 0, "node", NOON, 0),
        hall.depart(unknown, 0, "node", NOON, None),
        hall.attend(unknown, 0, away_since=NOON, attend_at=None, stand_in=False),
        hall.restart_grace(unknown, NOON, LATER),
        hall.say(unknown, 0, "hello", NOON),
        hall.chats(unknown),
    ]
    for call in calls:
        with pytest.raises(UnknownMatch):
            await call
    assert await hall.heads([unknown]) == {}


async def test_nothing_is_done_after_the_store_is_closed(node):
    store, hall = node
    await hall.open(table())
    await store.close()
    for call in (
        hall.table("m"),
        hall.open(table("n")),
        hall.claim_due(NOON, LATER),
        hall.expire_nodes(NOON, NOON, LATER),
    ):
        with pytest.raises(StoreError, match="the store is closed"):
            await call


async def test_a_hall_needs_a_database():
    with pytest.raises(StoreError, match="use sqlite:///FILE or postgresql://"):
        await open_hall("memory://")


# Sitting down


async def test_the_wanted_seat_is_taken_whatever_the_place_says(hall):
    await hall.open(table())
    place = guest("Ann", seat_index=1, joined_at=NOON + 7, away_since=NOON + 7, attend_at=LATER)
    taken = await hall.take("m", place, 2, 4)
    assert taken == replace(place, seat_index=2)
    assert (await hall.table("m")).places == (taken,)
    assert await revision(hall) == 1


async def test_without_a_wanted_seat_a_random_free_one_is_taken(hall):
    taken = set()
    for number in range(12):
        await hall.open(table(f"m{number}"))
        await hall.take(f"m{number}", guest("Ann"), 1, 4)
        taken.add((await hall.take(f"m{number}", guest("Bob"), None, 4)).seat_index)
    # That one of three never comes up in twelve draws has a chance of 2 %; that only one ever does, of one in 177,147.
    assert taken <= {0, 2, 3}
    assert len(taken) > 1


async def test_places_are_in_the_order_of_the_seats(hall):
    await hall.open(table())
    for name, index in (("Ann", 3), ("Bob", 0), ("Cy", 2)):
        await hall.take("m", guest(name), index, 4)
    assert [(place.seat_index, place.name) for place in (await hall.table("m")).places] == [
        (0, "Bob"),
        (2, "Cy"),
        (3, "Ann"),
    ]


async def refused(hall, name, wanted=None, people=4):
    before = await hall.table("m")
    with pytest.raises(TableRefused) as refusal:
        await hall.take("m", guest(name), wanted, people)
    assert await hall.table("m") == before
    return refusal.value.code


async def test_a_seat_is_refused_with_the_reason_and_nothing_changes(hall):
    await seated(hall, "Ann", "Bob")
    assert await refused(hall, "Cy", people=2) == "game_full"
    assert await refused(hall, "Ann") == "name_taken"
    for seat in (0, 4, -1, 2**70):
        assert await refused(hall, "Cy", wanted=seat) == "seat_taken"
    await hall.take("m", guest("Cy"), None, 4)
    await hall.take("m", guest("Di"), None, 4)
    assert await refused(hall, "Ed", people=9) == "game_full"
    await hall.begin("m", NOON)
    assert await refused(hall, "Ed") == "game_started"


@pytest.mark.parametrize(
    "first, second", [("Ann", "aNN"), ("Straße", "STRASSE"), ("ﬁne", "Fine"), ("Zoë", "zoe\u0308")]
)
async def test_names_that_differ_only_in_case_or_unicode_form_are_the_same(hall, first, second):
    await seated(hall, first)
    assert await refused(hall, second) == "name_taken"
    assert (await hall.table("m")).places[0].name == first


async def test_the_same_name_may_sit_at_two_tables(hall):
    await seated(hall, "Ann")
    await seated(hall, "Ann", match_id="n")
    assert (await hall.table("n")).places[0].name == "Ann"


async def test_a_name_that_is_not_plain_text_is_refused(hall):
    await hall.open(table())
    for name in ("a\0b", "\ud800"):
        with pytest.raises(BadEntry):
            await hall.take("m", guest(name), None, 4)


async def test_a_seat_given_up_is_free_again_with_its_name(hall):
    await seated(hall, "Ann", "Bob")
    before = await revision(hall)
    assert await hall.give_up("m", 0)
    assert await revision(hall) == before + 1
    assert not await hall.give_up("m", 0)
    assert await revision(hall) == before + 1
    assert (await hall.take("m", guest("ann"), 0, 4)).seat_index == 0


async def test_no_seat_is_given_up_once_the_match_has_begun(hall):
    await seated(hall, "Ann")
    await hall.begin("m", NOON)
    before = await hall.table("m")
    assert not await hall.give_up("m", 0)
    assert await hall.table("m") == before


async def test_readiness_changes_the_revision_only_if_it_changes(hall):
    await seated(hall, "Ann")
    before = await revision(hall)
    await hall.set_ready("m", 0, True)
    await hall.set_ready("m", 0, True)
    assert (await hall.table("m")).places[0].is_ready
    assert await revision(hall) == before + 1
    await hall.set_ready("m", 0, False)
    assert not (await hall.table("m")).places[0].is_ready
    with pytest.raises(SeatNotTaken):
        await hall.set_ready("m", 1, True)


async def test_a_player_who_gave_up_a_seat_cannot_act_for_the_next_one(hall):
    await seated(hall, "Ann", "Bob")
    await hall.give_up("m", 0, token_hash="hash of Ann")
    await hall.take("m", guest("Cy"), 0, 4)
    await hall.arrive("m", 0, "a", NOON, 0, token_hash="hash of Cy")
    before = await hall.table("m")
    for do in (
        lambda token: hall.set_ready("m", 0, True, token_hash=token),
        lambda token: hall.say("m", 0, "hello", NOON, token_hash=token),
        lambda token: hall.arrive("m", 0, "b", NOON, 0, token_hash=token),
        lambda token: hall.depart("m", 0, "a", NOON, LATER, token_hash=token),
        lambda token: hall.give_up("m", 0, token_hash=token),
    ):
        with pytest.raises(SeatNotTaken):
            await do("hash of Ann")
        assert await hall.table("m") == before
        await do("hash of Cy")
        before = await hall.table("m")
    assert [place.name for place in before.places] == ["Bob"]


async def test_a_match_does_not_begin_if_its_table_has_changed_meanwhile(hall):
    await seated(hall, "Ann", "Bob")
    known = await revision(hall)
    await hall.give_up("m", 1)
    before = await hall.table("m")
    with pytest.raises(TableMoved):
        await hall.begin("m", NOON, known)
    assert await hall.table("m") == before
    begun = await hall.begin("m", NOON, before.revision)
    assert begun.started_at == NOON
    assert await hall.begin("m", LATER, known) == begun


async def test_a_match_begins_once_and_earlier_absences_do_not_count(hall):
    await seated(hall, "Ann")
    await hall.depart("m", 0, "node", NOON, None)
    await hall.arrive("m", 0, "node", NOON + 500, 60_000)
    before = await hall.table("m")
    assert before.places[0].held_ms == 500
    begun = await hall.begin("m", NOON + 1_000)
    places = (replace(before.places[0], held_ms=0),)
    assert begun == replace(before, started_at=NOON + 1_000, revision=before.revision + 1, places=places)
    assert await hall.begin("m", NOON + 2_000) == begun
    assert await hall.table("m") == begun


async def test_a_table_is_halted_since_the_first_instant_until_its_rules_are_back(hall):
    await hall.open(table())
    for at, since, news in (
        (NOON, NOON, 1),
        (LATER, NOON, 1),
        (NOON - 5, NOON - 5, 2),
        (None, None, 3),
        (None, None, 3),
        (LATER, LATER, 4),
    ):
        await hall.halt("m", at)
        assert ((await hall.table("m")).halted_at, await revision(hall)) == (since, news)


# Chat


async def test_lines_are_numbered_from_0_at_each_table(hall):
    await seated(hall, "Ann", match_id="n")
    await hall.open(table())
    assert await hall.chats("m") == ()
    await hall.say("m", 2, "Grüß dich 🂡", NOON)
    await hall.say("n", 0, "elsewhere", NOON)
    await hall.say("m", None, "a bot has failed", NOON + 1, at_end=True)
    said = (
        ChatLine(number=0, at=NOON, seat_index=2, text="Grüß dich 🂡"),
        ChatLine(number=1, at=NOON + 1, seat_index=None, text="a bot has failed", at_end=True),
    )
    assert await hall.chats("m") == said
    assert await hall.chats("m", since=1) == said[1:]
    assert await hall.chats("m", since=2) == ()
    assert await revision(hall) == 2


async def test_text_that_cannot_be_stored_is_refused(hall):
    await hall.open(table())
    with pytest.raises(BadEntry):
        await hall.say("m", 0, "a\0b", NOON)
    assert await hall.chats("m") == ()


# Lists


async def listed(hall, limit=50, after=None, now=None, **wanted):
    page = await hall.tables(TableFilter(**wanted), limit, after, now)
    return [one.table.match_id for one in page]


async def test_tables_are_listed_the_newest_first_page_by_page(hall):
    for name, at in (("b", 2), ("a", 2), ("d", 1), ("c", 3), ("e", 0)):
        await hall.open(table(name, created_at=NOON + at))
    assert await listed(hall) == ["c", "b", "a", "d", "e"]
    assert await listed(hall, limit=2) == ["c", "b"]
    assert await listed(hall, limit=2, after="b") == ["a", "d"]
    assert await listed(hall, after="e") == []


async def test_private_tables_are_listed_only_if_asked_for(hall):
    await hall.open(table("public"))
    await hall.open(table("private", is_private=True))
    assert await listed(hall) == ["public"]
    assert await listed(hall, is_private=True) == ["private"]
    assert await listed(hall, is_private=None) == ["public", "private"]


async def test_tables_are_listed_by_game_whatever_its_version(hall):
    for name, game, version in (("a", "nim", 1), ("b", "nim", 2), ("c", "nim_plus", 1), ("d", "nimXplus", 1)):
        await hall.open(table(name, game_id=game, rules_version=version))
    assert await listed(hall, game_id="nim") == ["b", "a"]
    assert await listed(hall, game_id="nim_plus") == ["c"]


async def test_a_list_shows_the_status_and_the_last_turn_of_the_log(node):
    store, hall = node
    await seated(hall, "Ann", "Bob", match_id="played")
    await hall.begin("played", NOON)
    await write(store, line("played", cells="03142"))
    await seated(hall, "Cy", match_id="begun")
    await hall.begin("begun", NOON)
    await store.create(match_due("begun", None))
    await seated(hall, match_id="beginning")
    await hall.begin("beginning", NOON)
    await seated(hall, "Di", match_id="waiting")
    page = {one.table.match_id: one for one in await hall.tables(TableFilter())}
    for name, one in page.items():
        assert one.table == await hall.table(name)
    last = (await store.turns("played"))[-1].at
    started = (await store.record("begun")).started_at
    assert {name: (one.status, one.last_at) for name, one in page.items()} == {
        "played": (GameStatus.FINISHED, last),
        "begun": (GameStatus.ACTIVE, started),
        "beginning": (GameStatus.WAITING, None),
        "waiting": (GameStatus.WAITING, None),
    }


async def test_the_last_turn_counts_whatever_its_status(node):
    store, hall = node
    await hall.open(table())
    await hall.begin("m", NOON)
    await store.create(match_due("m", None))
    await store.append_all([artificial("m", Turn(n, P0, Hold(P0), NOON + n)) for n in range(3)])
    (one,) = await hall.tables(TableFilter())
    assert one.last_at == NOON + 2


async def test_lists_by_status_include_delayed_tables_until_the_delay_has_passed(node):
    store, hall = node
    for name, delay, cells in (("won", 0, "03142"), ("on", 0, "0"), ("won-late", 30_000, "03142"), ("on-late", 1, "0")):
        await hall.open(table(name, delay_ms=delay))
        await hall.begin(name, NOON)
        await write(store, line(name, cells))
    await hall.open(table("waiting"))
    await hall.open(table("beginning"))
    await hall.begin("beginning", NOON)
    late, at = {"won-late", "on-late"}, partial(listed, hall, now=(await store.turns("on-late"))[-1].at)
    assert set(await at(statuses=[GameStatus.FINISHED])) == {"won"} | late
    assert set(await at(statuses=[GameStatus.ACTIVE])) == {"on"} | late
    assert set(await at(statuses=[GameStatus.WAITING])) == {"waiting", "beginning"} | late
    open_ones = [GameStatus.WAITING, GameStatus.ACTIVE]
    assert set(await at(statuses=open_ones)) == {"waiting", "beginning", "on"} | late
    assert set(await at(statuses=[])) == late


async def test_lists_use_the_status_of_a_delayed_table_once_the_delay_has_passed(node):
    store, hall = node
    for name, cells in (("won", "03142"), ("on", "0")):
        await hall.open(table(name, delay_ms=30_000))
        await hall.begin(name, NOON)
        await write(store, line(name, cells))
    known = (await store.turns("won"))[-1].at + 30_001
    open_ones = {"statuses": [GameStatus.WAITING, GameStatus.ACTIVE]}
    assert await listed(hall, now=known, **open_ones) == ["on"]
    assert await listed(hall, now=known, statuses=[GameStatus.FINISHED]) == ["won"]
    assert set(await listed(hall, now=0, **open_ones)) == {"won", "on"}
    before = await hall.table("won")
    await hall.sweep(known)
    assert await listed(hall, now=0, **open_ones) == ["on"]
    assert await hall.table("won") == before


async def test_pages_continue_after_a_table_whose_match_has_ended_meanwhile(node):
    store, hall = node
    for number in range(6):
        await hall.open(table(f"m{number}", created_at=NOON + number))
        await hall.begin(f"m{number}", NOON)
        await store.create(line(f"m{number}", "03142").opening)
    wanted = {"statuses": [GameStatus.WAITING, GameStatus.ACTIVE]}
    assert await listed(hall, limit=2, **wanted) == ["m5", "m4"]
    for number in (4, 2):
        for entry in line(f"m{number}", "03142").entries:
            await store.append(entry)
    assert await listed(hall, limit=2, after="m4", **wanted) == ["m3", "m1"]
    assert await listed(hall, limit=2, after="m1", **wanted) == ["m0"]
    assert await listed(hall, limit=9, statuses=[GameStatus.FINISHED, GameStatus.ACTIVE]) == [
        f"m{number}" for number in (5, 4, 3, 2, 1, 0)
    ]


async def test_heads_have_the_turns_of_a_match_and_the_revision_of_its_table(node):
    store, hall = node
    await seated(hall, "Ann", match_id="waiting")
    await hall.open(table("played"))
    await hall.begin("played", NOON)
    await write(store, line("played", cells="031"))
    await write(store, line("without a table"))
    known = {"waiting": Heads(None, 1), "played": Heads(3, 1)}
    assert await hall.heads(["waiting", "played", "without a table", "unknown"]) == known
    assert await hall.heads([*(f"unknown{n}" for n in range(4_000)), *known]) == known
    assert await hall.heads([]) == {}


async def test_a_token_s_hash_is_stored_unchanged(hall):
    await hall.open(table())
    taken = await hall.take("m", guest(token_hash="ab" * 32), None, 4)
    assert isinstance(taken, TakenSeat)
    assert (await hall.table("m")).places[0].token_hash == "ab" * 32
