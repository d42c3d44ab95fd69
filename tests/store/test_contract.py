"""The contract of all stores, in memory, in SQLite and in PostgreSQL."""

import asyncio

import msgspec
import pytest

from gamenight.core.model import (
    Abandon,
    Act,
    Action,
    Due,
    Event,
    Forfeit,
    GameStatus,
    Hold,
    MatchId,
    Pause,
    PlayerId,
    Release,
    Resume,
    Turn,
    digest,
)
from gamenight.core.replay import decode_record
from gamenight.core.rng import commitment
from gamenight.store import (
    Accepted,
    BadEntry,
    DuplicateMatch,
    Filter,
    Lost,
    MatchPage,
    Recorder,
    Repeated,
    RulesMismatch,
    StoreError,
    TurnGap,
    UnknownMatch,
    reconstruct,
    verify,
)
from tests.store.logs import Staking, artificial, line, sent, staking, write

P0, P1 = PlayerId("p0"), PlayerId("p1")


def plain(value):
    """The digest of a value as JSON has it: whether a payload is a Struct or a mapping makes no difference."""
    return digest(msgspec.to_builtins(value))


# Writing and reading back


async def test_a_match_is_read_back_as_it_was_written(store):
    log = line()
    await write(store, log)
    assert plain(await store.record(log.match_id)) == plain(decode_record(log.match.record()))


async def test_events_are_numbered_from_0_and_know_their_turn(store):
    log = line(cells="04182")
    await write(store, log)
    stored = await store.events(log.match_id)
    assert [one.sequence_number for one in stored] == list(range(len(log.match.events)))
    assert plain([one.event for one in stored]) == plain(log.match.events)
    expected = [None] * len(log.opening.events) + [step.turn.index for step in log.steps for _ in step.events]
    assert [one.turn_index for one in stored] == expected


async def test_events_of_later_turns_alone(store):
    log = line(cells="04182")
    await write(store, log)
    assert await store.events(log.match_id, since=3) == tuple(
        one for one in await store.events(log.match_id) if one.turn_index in (3, 4)
    )
    assert await store.events(log.match_id, since=5) == ()


async def test_there_are_no_later_events_if_only_the_set_up_has_one(store):
    opening = line(cells="").opening
    await store.create(msgspec.structs.replace(opening, events=opening.events[:1]))
    assert await store.events("m", since=0) == ()
    assert [one.sequence_number for one in await store.events("m")] == [0]


async def test_a_secret_and_an_audience_come_back(store):
    log = line(cells="")
    await store.create(log.opening)
    whisper = Event("dealt", P0, {"count": 2}, {P0: {"cards": ["2C"]}, P1: {}}, (P0, P1))
    await store.append(artificial("m", Turn(0, P0, Hold(P0), 5), whisper, Event("plain")))
    told = await store.events(log.match_id, since=0)
    assert [one.event for one in told] == [whisper, Event("plain")]


async def test_turns_from_one_index_to_another(store):
    log = line()
    await write(store, log)
    assert [turn.index for turn in await store.turns(log.match_id)] == list(range(9))
    assert [turn.index for turn in await store.turns(log.match_id, since=4, upto=7)] == [4, 5, 6]
    assert [turn.index for turn in (await store.record(log.match_id, upto=2)).turns] == [0, 1]
    assert await store.turns(log.match_id, since=9) == ()


async def test_an_accepted_turn_is_answered_with_its_numbered_events(store):
    log = line(cells="0")
    await store.create(log.opening)
    answer = await store.append(log.entries[0])
    assert isinstance(answer, Accepted)
    assert answer.turn == log.entries[0].turn
    first = len(log.opening.events)
    assert [one.sequence_number for one in answer.events] == [first + n for n in range(len(log.entries[0].events))]
    assert plain(answer.events) == plain(await store.events(log.match_id, since=0))


INPUTS = [
    Act(Action("move", P0, {"row": 1, "col": 2}), 3),
    Act(Action("say", P1, {"text": 'ä "quoted" \\u0000 \0 🂡', "odd": [-0.0, 1e16, 1e-7, 2**60, None, True]}), 0),
    Due(12),
    Forfeit(P1, "illegal_action", "off the board"),
    Hold(P0),
    Release(P0),
    Pause("the host's dinner"),
    Resume(),
    Abandon("nobody came back"),
    Abandon("the rules broke", "error"),
]


@pytest.mark.parametrize("input", INPUTS, ids=lambda one: type(one).__name__)
async def test_every_input_comes_back_as_it_was(store, input):
    await store.create(line(cells="").opening)
    turn = Turn(0, P0, input, 2**45, (Action("pass", P1, {}), Action("move", P0, {"zone": -0.0})), "client-1")
    await store.append(artificial("m", turn))
    assert plain(await store.turns("m")) == plain((turn,))


async def test_payloads_keep_their_numbers_and_the_order_of_their_keys(store):
    await store.create(line(cells="").opening)
    payload = {"z": -0.0, "a": 1e16, "m": 1.0, "nul": "\0", "deep": {"y": [], "b": {}}}
    await store.append(artificial("m", Turn(0, P0, Hold(P0), 0), Event("odd", None, payload)))
    (told,) = await store.events("m", since=0)
    assert msgspec.json.encode(told.event.payload) == msgspec.json.encode(payload)


async def test_an_entry_that_cannot_be_written_does_not_affect_others(store):
    await asyncio.gather(*(store.create(line(name, cells="").opening) for name in "abc"))
    good, bad = Turn(0, P0, Hold(P0), 0), Turn(0, P0, Pause("\ud800"), 0)
    answers = await asyncio.gather(
        store.append(artificial("a", good)),
        store.append(artificial("b", bad)),
        store.append(artificial("b", msgspec.structs.replace(good, client_id="a\0b"))),
        store.append(artificial("c", good, Event("odd", None, {"what": object()}))),
        store.append(artificial("c", msgspec.structs.replace(good, at=2**63))),
        store.append(artificial("c", good, deadline=2**63)),
        store.append(artificial("c", good)),
        return_exceptions=True,
    )
    assert [type(answer) for answer in answers] == [Accepted, *[BadEntry] * 5, Accepted]
    assert [len(await store.turns(name)) for name in "abc"] == [1, 0, 1]


# Refusals


async def test_a_match_is_created_once(store):
    await store.create(line(cells="").opening)
    await store.append(line(cells="4").entries[0])
    with pytest.raises(DuplicateMatch, match="match m is already in the log"):
        await store.create(line(cells="").opening)
    assert len(await store.turns("m")) == 1


async def test_of_two_simultaneous_creations_of_a_match_one_succeeds(store):
    answers = await asyncio.gather(*(store.create(line(cells="").opening) for _ in range(3)), return_exceptions=True)
    assert sorted(type(answer).__name__ for answer in answers) == ["DuplicateMatch", "DuplicateMatch", "NoneType"]


async def test_an_unknown_match_is_named(store):
    for question in (
        store.append(line("nobody", "4").entries[0]),
        store.record("nobody"),
        store.turns("nobody"),
        store.events("nobody"),
        store.events("nobody", since=3),
        store.snapshot("nobody"),
        store.match("nobody"),
        store.matches(page=MatchPage(after=MatchId("nobody"))),
    ):
        with pytest.raises(UnknownMatch, match="there is no match nobody in the log"):
            await question


async def test_the_second_turn_of_an_index_is_lost(store):
    one, other = line(cells="04"), line(cells="08")
    await write(store, one)
    assert await store.append(other.entries[1]) == Lost(1)
    assert plain(await store.turns("m")) == plain(one.match.turns)
    assert plain([told.event for told in await store.events("m")]) == plain(one.match.events)


async def test_of_two_at_once_one_is_accepted_and_the_other_lost(store):
    await store.create(line(cells="").opening)
    answers = await asyncio.gather(store.append(line(cells="4").entries[0]), store.append(line(cells="0").entries[0]))
    assert sorted(type(answer).__name__ for answer in answers) == ["Accepted", "Lost"]
    assert len(await store.turns("m")) == 1


async def test_a_gap_is_refused(store):
    log = line()
    await store.create(log.opening)
    await store.append(log.entries[0])
    with pytest.raises(TurnGap, match="match m has 1 turns, so turn 2 cannot be the next"):
        await store.append(log.entries[2])
    assert len(await store.turns("m")) == 1
    assert isinstance(await store.append(log.entries[1]), Accepted)


async def test_a_repeated_send_gets_the_first_answer(store):
    log = line(cells="0418")
    await store.create(log.opening)
    first = await store.append(sent(log.entries[0], "c1"))
    again = await store.append(sent(log.entries[0], "c1"))
    assert isinstance(again, Repeated)
    assert plain((again.turn, again.events)) == plain((first.turn, first.events))
    assert len(await store.turns("m")) == 1


async def test_a_repeated_send_is_known_whatever_index_it_has_now(store):
    log = line(cells="0418")
    await store.create(log.opening)
    first = await store.append(sent(log.entries[0], "c1"))
    await store.append(sent(log.entries[1], "c1"))  # another actor's id may be the same
    for index in (0, 1, 2, 40):
        entry = sent(log.entries[0], "c1")
        late = msgspec.structs.replace(entry, turn=msgspec.structs.replace(entry.turn, index=index))
        answer = await store.append(late)
        assert isinstance(answer, Repeated)
        assert plain((answer.turn, answer.events)) == plain((first.turn, first.events))
    assert len(await store.turns("m")) == 2


async def test_the_same_send_twice_at_once_is_one_turn_with_two_answers(store):
    log = line(cells="0")
    await store.create(log.opening)
    entry = sent(log.entries[0], "c1")
    first, second = await asyncio.gather(store.append(entry), store.append(entry))
    assert (type(first), type(second)) == (Accepted, Repeated)
    assert plain((first.turn, first.events)) == plain((second.turn, second.events))


async def test_a_repeated_send_does_not_block_another_turn(store):
    log = line(cells="04")
    await store.create(log.opening)
    await store.append(sent(log.entries[0], "c1"))
    late = msgspec.structs.replace(log.entries[1], turn=msgspec.structs.replace(log.entries[0].turn, index=1))
    answers = await asyncio.gather(store.append(sent(late, "c1")), store.append(log.entries[1]))
    assert [type(answer) for answer in answers] == [Repeated, Accepted]


async def test_the_answer_to_a_client_id_can_be_read_again(store):
    log = line(cells="0418")
    await store.create(log.opening)
    assert await store.answered("m", P0, "c1") is None
    first = await store.append(sent(log.entries[0], "c1"))
    await store.append_all(log.entries[1:])
    found = await store.answered("m", P0, "c1")
    assert isinstance(found, Repeated)
    assert plain((found.turn, found.events)) == plain((first.turn, first.events))
    assert len(found.events) == len(log.entries[0].events) > 0
    for stranger in (("m", P1, "c1"), ("m", P0, "c2"), ("nobody", P0, "c1")):
        assert await store.answered(*stranger) is None


async def test_the_answer_to_a_turn_without_events_can_be_read_again(store):
    await store.create(line(cells="").opening)
    turn = Turn(0, P0, Hold(P0), 0, client_id="c1")
    await store.append(artificial("m", turn))
    assert await store.answered("m", P0, "c1") == Repeated(turn, ())


async def test_a_client_id_that_no_log_can_hold_is_refused(store):
    for client_id in ("a\0b", "\ud800"):
        with pytest.raises(BadEntry, match="an id that is not plain text"):
            await store.answered("m", P0, client_id)


async def test_a_client_id_may_come_again_in_another_match(store):
    for name in ("a", "b"):
        await store.create(line(name, "").opening)
        assert isinstance(await store.append(sent(line(name, "4").entries[0], "c1")), Accepted)


# Many at once


async def test_a_whole_match_may_be_handed_over_at_once(store):
    log = staking(120, every=50)
    _, answers = await asyncio.gather(store.create(log.opening), store.append_all(log.entries))
    assert plain([answer.turn for answer in answers]) == plain(log.match.turns)
    assert all(isinstance(answer, Accepted) for answer in answers)
    assert plain([told for answer in answers for told in answer.events]) == plain(await store.events("m", since=0))
    assert plain(await store.record("m")) == plain(decode_record(log.match.record()))


async def test_more_turns_than_a_commit_usually_takes_may_be_handed_over_at_once(store):
    await store.create(line(cells="").opening)
    entries = [artificial("m", Turn(n, P0, Hold(P0), n), Event("held")) for n in range(1_100)]
    many, one = await asyncio.gather(store.append_all(entries), store.append(entries[0]))
    assert (one, {type(answer) for answer in many}) == (Lost(0), {Accepted})
    assert len(await store.events("m", since=0)) == len(await store.turns("m")) == 1_100


async def test_turns_behind_a_lost_one_are_lost_too(store):
    winner, loser = line(cells="04"), line(cells="08216")
    await write(store, winner)
    await store.create(line("other", "").opening)
    lost, other = await asyncio.gather(store.append_all(loser.entries[1:]), store.append(line("other", "4").entries[0]))
    assert lost == (Lost(1), Lost(2), Lost(3), Lost(4))
    assert isinstance(other, Accepted)
    assert plain(await store.turns("m")) == plain(winner.match.turns)


async def test_turns_behind_a_repeated_one_are_lost(store):
    log = line(cells="04182")
    await store.create(log.opening)
    first = await store.append(sent(log.entries[0], "c1"))
    middle = msgspec.structs.replace(log.entries[2], turn=msgspec.structs.replace(log.entries[0].turn, index=2))
    answers = await store.append_all([log.entries[1], sent(middle, "c1"), *log.entries[3:]])
    assert [type(answer) for answer in answers] == [Accepted, Repeated, Lost, Lost]
    assert plain((answers[1].turn, answers[1].events)) == plain((first.turn, first.events))
    assert len(await store.turns("m")) == 2
    assert isinstance(await store.append(log.entries[2]), Accepted)


async def test_the_same_turns_sent_again_are_answered_again(store):
    log = line(cells="0418")
    await store.create(log.opening)
    entries = [sent(entry, f"c{entry.turn.index}") for entry in log.entries]
    first, again = await store.append_all(entries), await store.append_all(entries)
    assert {type(answer) for answer in again} == {Repeated}
    assert plain([(one.turn, one.events) for one in first]) == plain([(one.turn, one.events) for one in again])


async def test_a_single_turn_must_follow_the_log_and_not_pending_turns(store):
    log = line(cells="041")
    await store.create(log.opening)
    answers = await asyncio.gather(*map(store.append, log.entries), return_exceptions=True)
    assert [type(answer) for answer in answers] == [Accepted, TurnGap, TurnGap]
    assert len(await store.turns("m")) == 1


async def test_only_consecutive_turns_of_one_match_may_be_handed_over_at_once(store):
    log = line(cells="0418")
    await store.create(log.opening)
    one, two, three, _ = log.entries
    for entries in ([one, three], [two, one], [one, one], [one, line("other", "04").entries[1]]):
        with pytest.raises(BadEntry, match="not consecutive turns of one match"):
            await store.append_all(entries)
    with pytest.raises(TurnGap, match="match m has 0 turns, so turn 1 cannot be the next"):
        await store.append_all([two, three])
    with pytest.raises(UnknownMatch):
        await store.append_all(line("nobody", "04").entries)
    assert await store.append_all([]) == ()
    assert await store.turns("m") == ()


async def test_of_turns_handed_over_at_once_all_wait_for_one_that_cannot_be_written(store):
    await store.create(line(cells="").opening)
    good, bad = artificial("m", Turn(0, P0, Hold(P0), 0)), artificial("m", Turn(1, P0, Pause("\ud800"), 0))
    with pytest.raises(BadEntry):
        await store.append_all([good, bad])
    assert await store.turns("m") == ()


async def test_many_matches_at_once_get_each_their_own_turns(store):
    logs = [line(f"m{number:03}", cells="048126753"[: number % 9]) for number in range(60)]
    await asyncio.gather(*(write(store, log) for log in logs))
    for log in logs:
        assert plain(await store.record(log.match_id)) == plain(decode_record(log.match.record()))
        assert plain([one.event for one in await store.events(log.match_id)]) == plain(log.match.events)


async def test_entries_passed_before_close_are_answered(store):
    logs = [line(f"m{number}") for number in range(9)]
    await asyncio.gather(*(store.create(log.opening) for log in logs))
    pending = [asyncio.create_task(store.append(log.entries[0])) for log in logs]
    await asyncio.sleep(0)
    await store.close()
    assert all(isinstance(answer, Accepted) for answer in await asyncio.gather(*pending))
    for question in (
        store.append(logs[0].entries[1]),
        store.append_all(logs[0].entries[1:]),
        store.match("m0"),
        store.answered("m0", P0, "c1"),
    ):
        with pytest.raises(StoreError, match="the store is closed"):
            await question


# Lists and deadlines


async def test_a_summary_says_what_lists_need_and_no_seed(store):
    log = line()
    await write(store, log)
    summary = await store.match("m")
    config = log.opening.record.config
    assert (summary.match_id, summary.game_id, summary.rules_version) == ("m", "tictactoe", 1)
    assert [player.display_name for player in summary.players] == ["Ann", "Zoë"]
    assert summary.status is GameStatus.FINISHED
    assert summary.commitment == commitment(config.random_seed, config.salt)
    text = repr(summary)
    assert config.random_seed not in text
    assert config.salt not in text


async def test_a_turn_that_changes_no_status_changes_nothing_in_lists(store):
    """Lists must not reveal a hidden commitment by a number, a deadline or the time of the last change."""
    await store.create(line(cells="").opening)
    before = await store.matches()
    await store.append(artificial("m", Turn(0, P0, Hold(P0), 5), Event("committed", P0, audience=(P0,)), deadline=9))
    assert await store.matches() == before == (await store.match("m"),)


async def test_the_status_comes_with_the_turn(store):
    log = line(cells="03142")
    await store.create(log.opening)
    for entry in log.entries:
        assert (await store.match("m")).status is GameStatus.ACTIVE
        await store.append(entry)
    assert (await store.match("m")).status is GameStatus.FINISHED


async def test_matches_are_listed_in_pages_the_newest_first(store):
    for number in range(7):
        await store.create(line(f"m{number}", "").opening)
    pages, after = [], None
    while found := await store.matches(page=MatchPage(3, after)):
        pages.append([one.match_id for one in found])
        after = found[-1].match_id
    assert pages == [["m6", "m5", "m4"], ["m3", "m2", "m1"], ["m0"]]


async def test_lists_can_be_narrowed(store):
    await write(store, line("over", "03142"))
    await write(store, line("running", "03"))
    await write(store, staking(2, "other"))

    async def found(**wanted):
        return {one.match_id for one in await store.matches(Filter(**wanted))}

    assert await found() == {"over", "running", "other"}
    assert await found(game_id="tictactoe") == {"over", "running"}
    assert await found(game_id="tic") == set()
    assert await found(statuses=[GameStatus.FINISHED]) == {"over"}
    assert await found(statuses=[GameStatus.FINISHED, GameStatus.ACTIVE], game_id="staking") == {"other"}
    assert await found(match_ids=["over", "other", "nobody"]) == {"over", "other"}


# States


async def test_the_latest_snapshot_at_or_before_a_turn(store):
    await write(store, line(every=3))
    assert [(await store.snapshot("m", upto)).upto for upto in range(10)] == [0, 0, 0, 3, 3, 3, 6, 6, 6, 9]
    assert (await store.snapshot("m")).upto == 9


async def test_a_match_without_snapshots_has_none(store):
    log = line()
    await store.create(msgspec.structs.replace(log.opening, snapshot=None))
    await store.append(log.entries[0])
    assert await store.snapshot("m") is None


@pytest.mark.parametrize("every", [None, 1, 50], ids=["no snapshots", "each turn", "each 50 turns"])
async def test_the_state_after_every_turn_can_be_rebuilt(store, every):
    log = staking(60, every=every or 1_000)
    opening = log.opening if every else msgspec.structs.replace(log.opening, snapshot=None)
    await store.create(opening)
    await store.append_all(log.entries)
    for upto, state in enumerate(log.states):
        assert digest(await reconstruct(store, Staking(), MatchId("m"), upto)) == digest(state), upto
    assert digest(await reconstruct(store, Staking(), MatchId("m"))) == digest(log.match.state)
    assert digest(await verify(store, Staking(), MatchId("m"))) == digest(log.match.state)


async def test_a_recorder_writes_a_match_while_it_is_played(store):
    match = line(cells="").match
    recorder = Recorder(store, match)
    await recorder.write()
    assert await store.turns("m") == ()
    for _ in range(2):
        match.act(match.legal_actions(match.to_act[0])[0])
        await recorder.write()
    while not match.is_over:
        match.act(match.legal_actions(match.to_act[0])[0])
    await recorder.write()
    await recorder.write()
    assert plain(await store.record("m")) == plain(decode_record(match.record()))
    assert [(await store.snapshot("m", upto)).upto for upto in range(3)] == [0, 1, 2]
    assert digest(await verify(store, match.plugin, MatchId("m"))) == digest(match.state)


async def test_a_recorder_notices_another_writer(store):
    recorder = Recorder(store, line(cells="04").match)
    await write(store, line(cells="08"))
    with pytest.raises(DuplicateMatch):
        await recorder.write()


async def test_a_recorder_never_writes_behind_a_turn_of_another_writer(store):
    match = line(cells="").match
    recorder = Recorder(store, match)
    await recorder.write()
    await store.append(line(cells="8").entries[0])
    for _ in range(3):
        match.act(match.legal_actions(match.to_act[0])[0])
    with pytest.raises(StoreError, match="turn 0 of match m was written by another writer"):
        await recorder.write()
    assert plain(await store.turns("m")) == plain(line(cells="8").match.turns)


class NewStaking(Staking):
    rules_version = 2


async def test_a_match_of_other_rules_cannot_continue_but_can_be_shown(store):
    log = staking(4, every=1)
    await write(store, log)
    reason = "match m was played under staking/v1; installed is staking/v2: its events can be shown, but it cannot"
    for rebuilding in (reconstruct, verify):
        with pytest.raises(RulesMismatch, match=reason):
            await rebuilding(store, NewStaking(), MatchId("m"))
    assert plain([one.event for one in await store.events("m")]) == plain(log.match.events)


async def test_a_record_of_another_format_cannot_continue(store):
    log = staking(1)
    record = msgspec.structs.replace(log.opening.record, format=99)
    await store.create(msgspec.structs.replace(log.opening, record=record))
    with pytest.raises(RulesMismatch, match="match m has record format 99"):
        await reconstruct(store, Staking(), MatchId("m"))
