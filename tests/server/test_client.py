"""The client of the wire protocol, against a real server."""

import asyncio
import random
from collections.abc import Iterator

import pytest

from gamenight.client import (
    ConnectionLost,
    Refused,
    Rest,
    RestRefused,
    connect,
    listed_answers,
    play,
    random_answer,
)
from gamenight.core.model import PlayerId
from gamenight.protocol.messages import (
    ActionCommitted,
    Chat,
    GameAction,
    GameJoined,
    LobbyTables,
    Ping,
    Pong,
    StateUpdate,
)
from tests.server.forked_servers import QuickServer
from tests.server.server_process import ServerProcess
from tests.server.sittings import EAGER, at_random, open_table, seat_people


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with QuickServer(tmp_path_factory.mktemp("client"), **EAGER) as server:
        yield server


@pytest.fixture
async def seated(server):
    """Two people at tic-tac-toe, connected in different formats; the first to move comes first."""
    table = await seat_people(server.url, "tictactoe")
    async with connect(server.url, table.match_id) as one, connect(server.ws_url, table.match_id, "msgpack") as other:
        await one.join(token=table.tokens["p0"])
        await other.join(token=table.tokens["p1"])
        await one.seen()
        await other.seen()
        yield one, other


async def shown(server, table):
    """The view as REST shows it to the same seat."""
    return (await Rest(server.url).get(f"/api/matches/{table.joined.match_id}", token=table.token))["view"]


async def test_after_every_update_a_client_has_the_view_that_the_server_would_show_it(server, seated):
    mover, waiting = seated
    while not mover.over:
        await mover.act(*random_answer(mover.view, random.Random(mover.number)))
        await waiting.until(lambda table, number=mover.number: table.number == number)
        for table in seated:
            assert table.view == await shown(server, table)
        mover, waiting = waiting, mover
    assert mover.over == waiting.over
    assert [update.number for update in mover.messages if isinstance(update, StateUpdate)][-1] == mover.number


async def test_a_view_that_was_handed_out_does_not_change(seated):
    one, _ = seated
    before = one.view
    cells = list(before["game"]["cells"])
    await one.act(*listed_answers(before)[0])
    assert before["game"]["cells"] == cells
    assert one.view["game"]["cells"] != cells


async def test_a_refused_action_raises_the_server_s_reason_and_changes_nothing(seated):
    _, other = seated
    before = other.view, other.number
    with pytest.raises(Refused, match="not_your_turn") as refusal:
        await other.act("move", {"row": 0, "col": 0}, client_id="early")
    assert refusal.value.details["client_id"] == "early"
    assert (other.view, other.number) == before


async def test_the_same_action_sent_twice_is_one_action_with_two_answers(seated):
    one, _ = seated
    action = GameAction(one.view["prompt"], "once", *listed_answers(one.view)[0])
    first = await one.answer(action)
    number = one.number
    assert isinstance(first, StateUpdate)
    assert await one.answer(action) == ActionCommitted(action.prompt, "once", repeated=True)
    assert one.number == number


async def test_messages_are_read_once_and_in_order(seated):
    one, other = seated
    assert isinstance(await one.next(), GameJoined)
    assert (await one.next("state_update")).view is not None
    one.skip()
    await other.chat("hello")
    await other.chat("again")
    assert (await one.next(Chat)).text == "hello"
    assert (await one.next(Chat)).text == "again"


async def test_a_timeout_error_lists_the_last_messages(seated):
    one, _ = seated
    await one.ping()
    with pytest.raises(TimeoutError, match="pong"):
        await one.next("game_over", within=0.1)
    with pytest.raises(TimeoutError):
        await one.until(lambda table: table.over, within=0.1)


async def test_all_messages_are_stored_unless_keep_is_false(server):
    match_id = await open_table(server.url, "tictactoe", 2)
    async with connect(server.url, match_id) as keeping, connect(server.url, match_id, keep=False) as forgetting:
        for table in (keeping, forgetting):
            await table.watch()
            await table.ping()
        assert [type(message) for message in keeping.messages] == [GameJoined, Pong]
        assert len(keeping.frames) == 2
        assert (forgetting.messages, forgetting.frames) == ([], [])
        assert forgetting.heard == 2


async def test_the_seats_follow_the_server_s_messages(server):
    match_id = await open_table(server.url, "tictactoe", 2, start="ready", seating="chosen")
    async with connect(server.url, match_id) as watching:
        await watching.watch()
        async with connect(server.url, match_id) as one, connect(server.url, match_id) as other:
            await one.join("Ada", seat=1)
            await watching.until(lambda table: [seat.name for seat in table.seats] == [None, "Ada"])
            await other.join("Bo")
            await watching.until(lambda table: [seat.name for seat in table.seats] == ["Bo", "Ada"])
            await other.leave()
            await watching.until(lambda table: [seat.name for seat in table.seats] == [None, "Ada"])
            await other.join("Cy")
            await one.ready()
            await watching.until(lambda table: [seat.is_ready for seat in table.seats] == [False, True])
            await other.ready()
            await watching.until(lambda table: table.view)
            await one.drop()
            await watching.until(lambda table: [seat.is_away for seat in table.seats] == [False, True])
        async with connect(server.url, match_id) as back:
            await back.join(token=one.token)
            await watching.until(lambda table: not table.seats[1].is_away)
            assert [seat.name for seat in back.seats] == ["Cy", "Ada"]


async def test_a_changed_clock_is_shown(server):
    timer = {"mode": "fischer", "base_time_ms": 60_000, "increment_ms": 1_000}
    table = await seat_people(server.url, "tictactoe", timer=timer)
    async with connect(server.url, table.match_id) as one, connect(server.url, table.match_id) as other:
        await other.join(token=table.tokens["p1"])
        await one.join(token=table.tokens["p0"])
        await one.until(lambda table: table.clocks and table.clocks[PlayerId("p0")].deadline)
        await one.act(*listed_answers(one.view)[0])
        await one.until(lambda table: table.clocks[PlayerId("p1")].deadline)
        assert one.clocks[PlayerId("p0")].deadline is None


async def test_a_client_that_comes_back_gets_what_it_missed(server, seated):
    one, other = seated
    await one.act(*listed_answers(one.view)[0])
    await other.until(lambda table: table.number == one.number)
    last, events = other.number, len(one.events)
    await other.drop()
    async with connect(server.url, one.joined.match_id) as back:
        await back.join(token=other.token)
        await back.act(*listed_answers(await back.seen())[0])
        await one.until(lambda table: table.number > last)
        async with connect(server.url, one.joined.match_id) as late:
            await late.join(token=other.token, last=last)
            await late.seen()
            missed = one.events[events:]
            assert late.events == missed
            assert (late.number, late.view["game"]) == (one.number, one.view["game"])
            await late.resume(0)
            await late.until(lambda table: table.events == [*missed, *one.events])


async def test_the_same_client_can_follow_the_lobby(server):
    match_id = await open_table(server.url, "tictactoe", 2)
    async with connect(server.url, "lobby") as lobby:
        tables = await lobby.next(LobbyTables)
        assert match_id in [table.match_id for table in tables.tables]


async def test_a_call_without_a_connection_raises_lost_with_a_code(server):
    match_id = await open_table(server.url, "tictactoe", 2)
    with pytest.raises(ConnectionLost) as nobody:
        await connect("http://127.0.0.1:1", match_id).__aenter__()
    with pytest.raises(ConnectionLost) as foreign:
        await connect(server.url, match_id, origin="https://elsewhere.example").__aenter__()
    assert (nobody.value.code, foreign.value.code) == (0, 403)
    async with connect(server.url, match_id) as table:
        with pytest.raises(Refused, match="wrong_token"):
            await table.join(token="x" * 43)
        await table.drop()
        with pytest.raises(ConnectionLost):
            await table.next("game_over")
        with pytest.raises(ConnectionLost):
            await table.send(Ping())


async def test_the_reason_of_a_closed_connection_is_reported(server):
    match_id = await open_table(server.url, "tictactoe", 2)
    async with connect(server.url, match_id) as table:
        for _ in range(5):
            await table.send_frame("nonsense")
        with pytest.raises(ConnectionLost) as lost:
            await table.next("game_over")
        assert lost.value.code == 1008


async def test_play_survives_lost_connections_and_gives_no_answer_twice(server):
    """Every connection breaks just after an answer was sent; some answers have arrived, some have not."""
    seated = await seat_people(server.url, "goofspiel")
    loop, chance = asyncio.get_running_loop(), random.Random(1)

    async def choose(table):
        if chance.random() < 0.5:
            loop.call_later(chance.uniform(0, 0.01), lambda: asyncio.ensure_future(table.drop()))
        return random_answer(table.view, chance)

    played = await asyncio.gather(*(play(server.url, seated.match_id, choose, token=t) for t in seated.tokens.values()))
    for one in played:
        assert one.over.result.reason == "normal"
        assert one.connections > 1
        prompts = [answered.prompt for answered in one.answered]
        assert len(prompts) == len(set(prompts)) == 12  # thirteen cards; the last one is played automatically
    replay = await Rest(server.url).get(f"/api/matches/{seated.match_id}/replay")
    logged = {turn["client_id"] for turn in replay["record"]["turns"]}
    assert {answered.client_id for one in played for answered in one.answered} <= logged


async def test_play_takes_a_seat_by_name_and_survives_a_server_restart(tmp_path):
    with QuickServer(tmp_path, **EAGER) as server:
        match_id = await open_table(server.url, "goofspiel", 2)
        people = [play(server.url, match_id, at_random(n, 0.03), name=f"Player {n}") for n in (1, 2)]
        playing = asyncio.gather(*people)
        await asyncio.sleep(0.3)
        await asyncio.to_thread(server.restart)
        played = await playing
    assert {one.player_id for one in played} == {"p0", "p1"}
    assert all(one.connections == 2 and one.over.result.reason == "normal" for one in played)


async def test_play_gives_up_at_once_if_the_seat_is_refused(server):
    seated = await seat_people(server.url, "tictactoe")
    with pytest.raises(Refused, match=r"game_started|game_full"):
        await play(server.url, seated.match_id, at_random(1), name="Late")
    with pytest.raises(Refused, match="game_not_found"):
        await play(server.url, "no-such-match", at_random(1), name="ConnectionLost")


async def test_play_gives_up_after_its_patience_if_the_server_is_gone():
    with pytest.raises(ConnectionLost):
        await play("http://127.0.0.1:1", "m", at_random(1), patience_s=0.2)


async def test_an_answer_of_a_family_that_breaks_a_rule_is_chosen_again(tmp_path):
    """The homestead lists actions that it may refuse."""
    flags = ("--game", "tests.minigames.homestead:Homestead")
    with QuickServer(tmp_path, flags=flags, **EAGER) as server:
        seated = await seat_people(server.url, "mini-homestead")
        people = [play(server.url, seated.match_id, at_random(1), token=token) for token in seated.tokens.values()]
        for one in await asyncio.gather(*people):
            assert one.over.status.value == "finished"


async def test_rest_errors_contain_the_server_s_refusal(server):
    with pytest.raises(RestRefused) as refusal:
        await Rest(server.url).post("/api/matches", {"game": "chess"})
    assert refusal.value.status == 400
    assert refusal.value.body["field"] == "game"
    with pytest.raises(RestRefused) as unknown:
        await Rest(server.url).get("/api/matches/nowhere")
    assert unknown.value.status == 404
    with pytest.raises(OSError):
        await Rest("http://127.0.0.1:1").get("/health")
