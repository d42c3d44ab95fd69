"""Riichi over the network, on one node and on two: everybody sees the same match, and only what they may know of it."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, pairwise
from typing import Any

import pytest
from msgspec import msgpack

from gamenight.client import ClientTable
from gamenight.core.model import Act, Due, GameState, MatchId, PlayerId, Turn, seat
from gamenight.games.riichi import GAME
from gamenight.protocol.delta import patched
from gamenight.protocol.messages import PlayersCommitted, StandIn, StateUpdate, TimerUpdate
from gamenight.store import reconstruct
from tests.server.forked_servers import QuickServer
from tests.server.recording import ARRIVALS, RecordingViewer, assert_same, compact, plain_answer
from tests.server.recording import plain as plain_bytes
from tests.server.riichi_knowledge import check_document, mentions, reckon
from tests.server.riichi_matches import (
    CHIS_NOTHING,
    PACE_MS,
    PONS,
    PONS_NOTHING,
    RONS,
    RONS_NOTHING,
    SEEDS,
    TWINS,
    Course,
    Twins,
    do,
    play_quickly,
    shuffled,
    wall,
)
from tests.server.secret_matches import row
from tests.server.sittings import UNLIMITED, faults_in, opened_log, until
from tests.server.table_players import Logged, TablePlayers, heard, hears_nothing, plain, sent, table_for, view_of
from tests.timeouts import TIMEOUT_S

SETTINGS: dict[str, Any] = {
    **UNLIMITED,
    "bot_pace_ms": 0,
    "poll_ms": 300,
    "pace_ms": PACE_MS,
    "grace_ms": 400,
    "stand_in": "easy",
}
BANK_MS = 3_600_000
UNHURRIED = {"mode": "bank", "turn_ms": 600_000, "bank_ms": BANK_MS}
"""Nobody needs the bank."""

Nodes = tuple[QuickServer, ...]


@pytest.fixture(scope="module", params=["one node", "two nodes"])
def nodes(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    """A node with SQLite, or two with PostgreSQL and Redis."""
    folder = tmp_path_factory.mktemp("riichi")
    if request.param == "one node":
        with QuickServer(folder, **SETTINGS) as only:
            yield (only,)
            assert faults_in(only.log) == []
        return
    postgres = request.getfixturevalue("postgres")
    where = postgres.create_database("riichi"), request.getfixturevalue("redis_url")
    with QuickServer(folder, *where, **SETTINGS) as first, QuickServer(folder, *where, **SETTINGS) as second:
        yield first, second
        assert faults_in(first.log) + faults_in(second.log) == []
    postgres.drop_database("riichi")


@asynccontextmanager
async def table_of_four(nodes: Nodes, *walls: list[int], **wishes: Any) -> AsyncIterator[TablePlayers]:
    """Four people and a spectator, all of whom are connected."""
    asked = {"options": {"length": "tonpuu", "walls": walls}, "timer": UNHURRIED, "seating": "chosen", **wishes}
    async with table_for(nodes, "riichi", 4, **asked) as at:
        await at.watch()
        for seat in range(4):
            await at.sit_down(seat=seat)
        await at.begun()
        await at.all_until(everybody_is_there)
        yield at


def everybody_is_there(table: ClientTable) -> bool:
    return not any(seat.is_away for seat in table.seats) and not any(own.held for own in table.clocks.values())


async def state_of(at: TablePlayers) -> GameState:
    async with opened_log(at.servers[0].db) as store:
        return await reconstruct(store, GAME, MatchId(at.match_id))


def phase_of(table: ClientTable) -> str:
    return str(view_of(table)["phase"])


def is_turn_of(table: ClientTable, seat: int) -> bool:
    return phase_of(table) == "turn" and view_of(table)["game"]["turn"] == seat


# Whole deals


@dataclass
class Recorded:
    """A match that was played to its end, with two sockets for each viewer."""

    log: Logged
    tokens: dict[str, str]
    sockets: list[ClientTable]
    fresh: list[ClientTable]


_recorded: dict[Nodes, Recorded] = {}


async def two_deals(nodes: Nodes) -> Recorded:
    """Played once on these nodes; each viewer has one socket for views and one that asked for scenes besides."""
    if nodes not in _recorded:
        options = {"length": "tonpuu", "deals": len(SEEDS), "walls": [*map(shuffled, SEEDS)]}
        async with table_of_four(nodes, options=options) as at:
            sockets = [*at.everybody, *[await with_scenes(at, table) for table in at.everybody]]
            await asyncio.gather(*map(play_quickly, at.players))
            await asyncio.gather(*(table.until(lambda one: one.over, TIMEOUT_S) for table in sockets))
            await at.verify(GAME)
            fresh = [await at.fresh(table) for table in at.everybody]
            tokens = {str(table.player_id): str(table.token) for table in at.players}
            _recorded[nodes] = Recorded(await at.log(), tokens, sockets, fresh)
    return _recorded[nodes]


async def with_scenes(at: TablePlayers, like: ClientTable) -> ClientTable:
    """Another socket of the same viewer, which wants views and scenes."""
    table = await at.socket()
    if like.player_id is None:
        await table.watch(wants="both", last=0)
    else:
        await table.join(token=like.token, wants="both", last=0)
    return table


async def test_four_players_and_a_spectator_receive_exactly_what_the_log_contains(nodes: Nodes):
    played = await two_deals(nodes)
    kinds = {turn.input.action.action_type for turn in acts_of(played.log.record.turns)}
    assert kinds == {"discard", "riichi", "pon", "open_kan", "ron", "pass", "continue"}
    for table in (*played.sockets, *played.fresh):
        seen = played.log.seen_by(table.player_id)
        assert plain(table.events) == sent(seen)
        assert table.number == len(seen)
        assert table.over == played.sockets[0].over
    for table, later in zip(played.sockets, played.fresh, strict=False):
        assert table.view == later.view


# Every byte


async def test_no_byte_names_a_tile_that_its_viewer_may_not_know(nodes: Nodes):
    """Compare every tile, at its place, in every document that was ever shown, with the walls."""
    played = await two_deals(nodes)
    tiles = [*reckon([one.event for one in played.log.events], [*map(shuffled, SEEDS)])]
    checked = Counter[str | None]()
    for socket in played.sockets:
        own = index(socket.player_id)
        seen = [at for one, at in zip(played.log.events, tiles, strict=True) if one.event.seen_by(socket.player_id)]
        ever = [*accumulate(({*at.known_to(own)} for at in seen), set.union)]  # type: ignore[arg-type]
        view, number = None, 0
        for message in socket.messages:
            if not isinstance(message, StateUpdate):
                assert not [*mentions(plain(message))], message
                continue
            view = message.view if message.changes is None else patched(view, message.changes)
            assert number <= message.number <= len(seen)
            number = message.number
            assert {tile for _, tile in mentions(plain([message.events, message.log]))} <= ever[number - 1]
            check_document(view, seen[number - 1], ever[number - 1], own)
            checked[socket.player_id] += 1
    assert {*checked} == {None, "p0", "p1", "p2", "p3"}
    assert min(checked.values()) > 200


def index(viewer: PlayerId | None) -> int | None:
    return None if viewer is None else int(viewer[1:])


async def test_no_byte_contains_a_part_of_a_wall_the_seed_or_another_s_token(nodes: Nodes):
    played = await two_deals(nodes)
    config = played.log.record.config
    walls = [row(*order[at : at + 5]) for order in map(shuffled, SEEDS) for at in range(132)]
    for socket in played.sockets:
        others = [token for player, token in played.tokens.items() if player != socket.player_id]
        over = next(at for at, message in enumerate(socket.messages) if message is socket.over)
        for at, message in enumerate(socket.messages):
            text = compact(plain(message)).decode()
            secrets = [*others, *walls, *([config.random_seed, config.salt] if at < over else [])]
            assert not [secret for secret in secrets if secret in text]


async def test_each_viewer_gets_its_own_numbers_and_clocks(nodes: Nodes):
    """A number counts what its viewer sees. No viewer sees another's clock, or who has answered a call prompt."""
    played = await two_deals(nodes)
    acts = acts_of(played.log.record.turns)
    courtesies = {turn.input.prompt for turn in acts if turn.input.action.action_type == "continue"}
    for socket in played.sockets:
        own = {socket.player_id} - {None}
        assert all(own >= {*update.clocks} for update in heard(socket, TimerUpdate))
        assert {told.prompt for told in heard(socket, PlayersCommitted)} == courtesies
        seen = [one.event.seen_by(socket.player_id) for one in played.log.events]
        counts = {update.number for update in heard(socket, StateUpdate)}
        assert counts <= {*range(1, 1 + sum(event is not None for event in seen))}


# Three seats that can call at the same time


async def test_of_three_simultaneous_calls_a_ron_beats_a_pon_and_a_pon_beats_a_chi(nodes: Nodes):
    chi, pon, ron = "1 chi 3p 4p", "2 pon 5p 5p", "3 ron"
    assert await asyncio.gather(
        resolved(nodes, chi, pon, ron),
        resolved(nodes, chi, pon, "3 pass"),
        resolved(nodes, "3 pass", pon),
        resolved(nodes, chi, "2 pass", "3 pass"),
        resolved(nodes, "1 pass", "2 pass", "3 pass"),
    ) == [("end", 3), ("turn", 2), ("turn", 2), ("turn", 1), ("turn", 1)]


async def resolved(nodes: Nodes, *answers: str) -> tuple[str, int]:
    """The phase that these answers to the discard lead to, and the seat that has won or is to act.

    No viewer is notified of an answer before the last one, and the prompt lasts as long as the pace.
    """
    async with table_of_four(nodes, wall()) as at:
        discarder, watcher = at.players[0], at.watchers[0]
        await do(at, "0 discard 5p")
        await at.all_until(lambda one: phase_of(one) == "call")
        assert len({compact(view_of(table)["expected"]) for table in at.everybody}) == 1
        for answer in answers[:-1]:
            await do(at, answer)
            await hears_nothing(discarder, watcher, at.players[int(answers[-1][0])])
        await do(at, answers[-1])
        await at.all_until(lambda one: phase_of(one) != "call")
        await at.verify(GAME)
        turns, game = (await at.log()).record.turns, view_of(watcher)["game"]
        assert turns[-1].at - acts_of(turns)[0].at >= PACE_MS
        return phase_of(watcher), game["outcome"]["wins"][0]["seat"] if game["outcome"] else game["turn"]


def acts_of(turns: Iterable[Turn]) -> list[Turn]:
    return [turn for turn in turns if isinstance(turn.input, Act)]


async def test_a_seat_whose_answer_is_not_needed_is_not_charged(nodes: Nodes):
    """The ron decides. A seat that answers is charged for all but a millisecond."""
    timer = {"mode": "bank", "turn_ms": 1, "bank_ms": BANK_MS}
    async with table_of_four(nodes, wall(), timer=timer) as at:
        await do(at, "0 discard 5p", "3 ron")
        await at.all_until(lambda one: phase_of(one) == "end")
        discard, ron = acts_of((await at.log()).record.turns)[:2]
        left = {player: clock.bank_ms for player, clock in (await state_of(at)).clocks.items()}
        assert (left[seat(1)], left[seat(2)]) == (BANK_MS, BANK_MS)
        assert left[seat(3)] == BANK_MS - max(0, ron.at - discard.at - 1)


# Time that runs out


async def test_a_timeout_discards_the_drawn_tile_and_passes_on_calls(nodes: Nodes):
    """No seat acts: turn time, then bank, then the deadline decides; in later prompts the bank is empty."""
    timer = {"mode": "bank", "turn_ms": 250, "bank_ms": 50}
    async with table_of_four(nodes, wall(draws="5pr C N N"), timer=timer) as at:
        await at.all_until(lambda one: view_of(one)["prompt"] >= 4)
        log = await at.log()
        assert not acts_of(log.record.turns)
        first, calls, second = [turn for turn in log.record.turns if isinstance(turn.input, Due)][:3]
        assert [(one.player_id, one.action_type, one.payload) for one in first.chosen] == [
            ("p0", "discard", {"tile": "5pr", "drawn": True})
        ]
        assert [(one.player_id, one.action_type) for one in calls.chosen] == [(f"p{n}", "pass") for n in (1, 2, 3)]
        assert [(one.player_id, one.payload["tile"]) for one in second.chosen] == [("p1", "C")]
        assert calls.at - first.at >= 300
        assert second.at - calls.at >= 250
        late = {f"p{n}": [event for event in log.seen_by(PlayerId(f"p{n}")) if is_late(event, 2)] for n in range(4)}
        assert late == {"p0": []} | {f"p{n}": [["engine.timed_out", f"p{n}", {"prompt": 2}]] for n in (1, 2, 3)}
        assert not [event for event in log.seen_by(None) if is_late(event, 2)]
        assert ["game.furiten", "p3", {"is_furiten": True}] in log.seen_by(PlayerId("p3"))
        assert (await state_of(at)).clocks[seat(1)].bank_ms == 0


def is_late(event: list[Any], prompt: int) -> bool:
    return event[0] == "engine.timed_out" and event[2]["prompt"] == prompt


# What other viewers could notice


@pytest.mark.parametrize("twins", TWINS.values(), ids=TWINS)
async def test_hidden_differences_of_a_seat_change_no_byte_for_others(nodes: Nodes, twins: Twins):
    one, other = await asyncio.gather(*(received(nodes, twins, course) for course in (twins.one, twins.other)))
    assert len(one) == 5
    for viewer, stream in one.items():
        assert_same(stream, other[viewer], viewer)


async def received(nodes: Nodes, twins: Twins, course: Course) -> dict[str, list[Any]]:
    """Every byte that all but the hiding seat received, by socket and by REST; call prompts lasted for the pace."""
    async with table_of_four(nodes, wall(*course.hands, draws=course.draws)) as at:
        others = [*at.players[: twins.hides], *at.players[twins.hides + 1 :], *at.watchers]
        scenes = [await with_scenes(at, table) for table in others]
        await do(at, *course.steps)
        for table in (*at.everybody, *scenes):
            await table.until(partial(is_turn_of, seat=twins.next), TIMEOUT_S)
        discards = [turn.at for turn in acts_of((await at.log()).record.turns) if is_discard(turn)]
        assert min(later - earlier for earlier, later in pairwise(discards)) >= PACE_MS
        own = plain(at.players[twins.hides].events)
        assert (["game.furiten", "p3", {"is_furiten": True}] in own) is ("3 pass" in course.steps)
        seen = {str(table.player_id): await rest_of(at, table) for table in others}
        for table in (*others, *scenes):
            seen[str(table.player_id)] += frames_of(at, table)
        return seen | {"newcomer": frames_of(at, await at.fresh(at.watchers[0]))}


def is_discard(turn: Turn) -> bool:
    return turn.input.action.action_type in ("discard", "riichi")


def frames_of(at: TablePlayers, table: ClientTable) -> list[bytes]:
    """All frames except those about arrivals and departures; as JSON, without what is new in every run."""
    frames = [frame if isinstance(frame, str) else compact(msgpack.decode(frame)) for frame in table.frames]
    told = zip([str(message.__struct_config__.tag) for message in table.messages], frames, strict=True)
    return [plain_bytes(frame, at.match_id) for tag, frame in told if tag not in (*ARRIVALS, "pong")]


async def rest_of(at: TablePlayers, table: ClientTable) -> list[Any]:
    eye = RecordingViewer(at.servers[0].url, at.match_id)
    eye.token = table.token
    return [plain_answer(answer, at.match_id) for answer in await eye.look()]


# Players who lose their connection


async def test_a_bot_takes_over_in_a_call_prompt_and_nobody_can_tell_whether_it_was_asked(nodes: Nodes):
    """The third seat could call a pon, or not; the second wins in the end, so the match continues in the same way."""
    asked, idle = await asyncio.gather(absent(nodes, PONS), absent(nodes, PONS_NOTHING))
    assert asked.keys() == {"p0", "p1", "p3", "None"}
    for viewer, stream in asked.items():
        assert_same(stream, idle[viewer], viewer)


async def absent(nodes: Nodes, hand: str) -> dict[str, list[bytes]]:
    """The third seat loses its connection in a call prompt, a bot takes over, and the player comes back to play on."""
    later = wall(CHIS_NOTHING, PONS_NOTHING, RONS_NOTHING)
    async with table_of_four(nodes, wall(RONS, hand, CHIS_NOTHING), later) as at:
        others = [table for table in at.everybody if table.player_id != "p2"]
        await do(at, "0 discard 5p")
        await at.all_until(lambda one: phase_of(one) == "call")
        gone = at.players[2]
        await gone.drop()
        for table in others:
            await table.until(lambda one: heard(one, StandIn) == [StandIn(seat(2))], TIMEOUT_S)
        if hand == PONS:
            await until(lambda: has_answered(at, "p2"))
        back = at.players[2] = await at.back(gone, last=gone.number)
        for table in (*others, back):
            await table.until(everybody_is_there, TIMEOUT_S)
        assert phase_of(back) == "call"
        await do(at, "1 ron", *(f"{seat} continue" for seat in range(4)))
        await do(at, "1 discard 5p", "2 discard C", "3 discard N")
        await at.all_until(partial(is_turn_of, seat=0))
        await at.verify(GAME)
        assert plain([*gone.events, *back.events]) == sent((await at.log()).seen_by(seat(2)))
        return {str(table.player_id): frames_of(at, table) for table in others}


async def has_answered(at: TablePlayers, player: str) -> bool:
    """Whether a bot has answered for this seat."""
    turns = acts_of((await at.log()).record.turns)
    return any(turn.actor == player and str(turn.client_id).startswith("bot:") for turn in turns)


async def test_a_player_who_is_away_for_some_turns_returns_to_a_match_that_continued(nodes: Nodes):
    """After a call prompt a bot plays for the third seat, while the others continue the match."""
    options = {"length": "tonpuu", "deals": 1, "walls": [shuffled(SEEDS[0])]}
    async with table_of_four(nodes, options=options) as at:
        gone = at.players[2]
        others = [asyncio.create_task(play_quickly(table)) for table in at.players if table is not gone]
        await play_quickly(gone, until_asked_in="call")
        await gone.drop()
        await at.watchers[0].until(lambda one: one.over or len(view_of(one)["game"]["rivers"][2]) >= 2, TIMEOUT_S)
        back = await at.back(gone, last=gone.number)
        await asyncio.gather(play_quickly(back), *others)
        await at.verify(GAME)
        assert await has_answered(at, "p2")
        assert plain([*gone.events, *back.events]) == sent((await at.log()).seen_by(seat(2)))
        assert back.over == at.players[0].over
