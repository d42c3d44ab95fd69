"""REST on a whole node: tables are opened, listed, joined, shown and replayed; no request has half of its effect."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio

from gamenight.client import connect
from gamenight.core.match import Match
from gamenight.protocol.messages import GameOver, PlayerReady
from gamenight.server.bots.workers import Workers
from gamenight.server.games import Games
from gamenight.server.http.app import make_app
from gamenight.server.node.node import Node
from gamenight.server.settings import Settings
from gamenight.store import open_hall
from gamenight.store.bus.contract import local_bus
from tests.server.site import House, bearer, fault, house
from tests.timeouts import TIMEOUT_S
from tools.services import postgres_cluster

# One node for all tests: to start one takes longer than most tests.
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def here(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    generous: dict[str, Any] = {
        "requests_per_address": 1_000_000,
        "matches_per_address": 1_000_000,
        "bots_per_address": 1_000_000,
        "handshakes_per_address": 1_000_000,
        "heavy_per_address": 1_000_000,
    }
    async with house(tmp_path_factory.mktemp("house"), **generous) as served:
        yield served


async def listed(here: House, **query: Any) -> list[str]:
    """The ids of the tables on one page."""
    answer = await here.rest.get("/api/matches", params=query)
    assert answer.status_code == 200, answer.text
    return [table["match_id"] for table in answer.json()["tables"]]


async def two_players(here: House, **asked) -> tuple[str, str, str]:
    """A match of two people that has begun: its id, and the tokens of the first and the second seat."""
    table = await here.open(num_bots=0, seating="chosen", **asked)
    match_id = table["match_id"]
    first = await here.join(match_id, player_name="Ada", seat=0)
    second = await here.join(match_id, player_name="Grace", seat=1)
    return match_id, first["seat_token"], second["seat_token"]


async def play_to_the_end(here: House, match_id: str, first: str, second: str) -> None:
    """End the match: the first seat resigns."""
    async with connect(here.url, match_id) as one, connect(here.url, match_id) as other:
        await one.join(token=first)
        await other.join(token=second)
        await one.resign()
        await other.next(GameOver)


async def test_a_healthy_server_reports_health(here: House):
    answer = await here.rest.get("/health")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


async def test_a_server_without_its_database_reports_503_until_it_is_back():
    with postgres_cluster() as postgres:
        async with house(postgres.url()) as here:
            await asyncio.to_thread(postgres.stop)
            opening = here.rest.post("/api/matches", json={"game": "tictactoe"})
            for answer in await asyncio.gather(here.rest.get("/health"), opening, here.rest.get("/api/matches")):
                assert answer.status_code == 503
                assert fault(answer)["code"] == "unavailable"
                assert int(answer.headers["retry-after"]) > 0
            await asyncio.to_thread(postgres.start)
            assert (await here.rest.get("/health")).status_code == 200
            assert (await here.rest.get("/api/matches")).json()["tables"] == []


async def test_the_status_shows_the_limits(here: House):
    before = (await here.rest.get("/status")).json()
    await here.open()
    status = (await here.rest.get("/status")).json()
    assert status["matches"] == before["matches"] + 1
    assert status["max_matches"] == here.node.settings.max_matches
    assert status["connections"] == 0


async def test_every_game_is_listed_with_its_options_and_rules(here: House):
    games = (await here.rest.get("/api/games")).json()["games"]
    by_slug = {game["game_id"]: game for game in games}
    assert list(by_slug) == sorted(by_slug)
    dice = by_slug["liarsdice"]
    assert dice["options"]["properties"]["dice"]["maximum"] == 6
    assert "fixed_dice" not in dice["options"]["properties"]
    assert dice["rules"].startswith("# ")
    assert dice["levels"]["easy"]
    assert (await here.rest.get("/api/games/liarsdice")).json() == dice


async def test_an_unknown_game_is_not_found(here: House):
    answer = await here.rest.get("/api/games/no-such-game")
    assert answer.status_code == 404
    assert fault(answer)["code"] == "not_found"


async def test_every_strategy_is_listed_with_its_parameters(here: House):
    bots = (await here.rest.get("/api/bots")).json()
    by_name = {strategy["name"]: strategy for strategy in bots["strategies"]}
    assert {"random", "greedy", "mcts"} <= set(by_name)
    assert "simulations" in {field["name"] for field in by_name["mcts"]["parameters"]}
    assert bots["levels"]["tictactoe"]["easy"] == "mcts:simulations=25,time_ms=500"


async def test_an_opened_table_can_be_found_and_is_listed(here: House):
    answer = await here.rest.post("/api/matches", json={"game": "tictactoe", "num_bots": 0})
    assert answer.status_code == 201
    table = answer.json()
    assert table["status"] == "waiting"
    assert table["table"]["seats"] == 2
    assert [seat["player_id"] for seat in table["seats"]] == ["p0", "p1"]
    found = await here.rest.get(answer.headers["location"])
    assert found.json() == table
    page = (await here.rest.get("/api/matches", params={"limit": 1})).json()
    assert page == {"tables": [table], "next": table["match_id"]}


@pytest.mark.parametrize(
    "body, field",
    [
        (b"", None),
        (b"{", None),
        (b"[]", None),
        (b'{"game": "\xff"}', None),
        (b"{}", "game"),
        (b'{"game": "no-such-game"}', "game"),
        (b'{"game": "tictactoe", "colour": 1}', "colour"),
        (b'{"game": "tictactoe", "seats": 3}', "seats"),
        (b'{"game": "liarsdice", "options": {"dice": 9}}', "options.dice"),
        (b'{"game": "liarsdice", "timer": {"mode": 4}}', "timer.mode"),
        (b'{"game": "liarsdice", "options": {"dice": ' + b"[" * 30_000, None),
    ],
)
async def test_nothing_is_created_by_a_request_that_is_refused(here: House, body: bytes, field: str | None):
    before = await listed(here)
    answer = await here.rest.post("/api/matches", content=body)
    assert answer.status_code == 400
    assert (fault(answer)["code"], fault(answer)["field"]) == ("bad_request", field)
    assert await listed(here) == before


async def test_a_body_that_is_too_large_is_not_even_read(here: House):
    answer = await here.rest.post("/api/matches", content=b" " * 70_000)
    assert answer.status_code == 413
    assert fault(answer)["code"] == "too_large"


async def test_a_private_table_is_reached_by_its_id_alone(here: House):
    table = await here.open(private=True)
    assert table["match_id"] not in await listed(here)
    assert (await here.show(table["match_id"]))["match_id"] == table["match_id"]
    assert await here.join(table["match_id"])


async def test_tables_are_listed_page_by_page_the_newest_first(here: House):
    opened = [(await here.open("blotto", num_bots=0))["match_id"] for _ in range(5)]
    found: list[str] = []
    query: dict[str, str] = {"limit": "2", "game": "blotto"}
    while True:
        page = (await here.rest.get("/api/matches", params=query)).json()
        found += [table["match_id"] for table in page["tables"]]
        if page["next"] is None:
            break
        query["after"] = page["next"]
    assert sorted(found) == sorted(opened)


async def test_tables_are_listed_by_game_and_status(here: House):
    waiting = (await here.open(num_bots=0))["match_id"]
    active, _, _ = await two_players(here)
    other = (await here.open("carcassonne"))["match_id"]
    assert await listed(here, game="carcassonne") == [other]
    assert active in await listed(here, game="tictactoe", status="active")
    assert waiting not in await listed(here, game="tictactoe", status="active")
    assert {active, waiting} <= set(await listed(here, game="tictactoe", status=["active", "waiting"]))
    assert not {active, waiting, other} & set(await listed(here, status="finished"))


@pytest.mark.parametrize(
    "query, field",
    [
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("limit=many", "limit"),
        ("status=sleeping", "status"),
        ("game=no-such-game", "game"),
        ("after=%00", "after"),
        ("after=a%20b", "after"),
    ],
)
async def test_a_refused_list_names_the_wrong_parameter(here: House, query: str, field: str):
    answer = await here.rest.get(f"/api/matches?{query}")
    assert answer.status_code == 400
    assert fault(answer)["field"] == field


@pytest.mark.parametrize("match_id", ["no-such-match", "%00", "a%20b", "x" * 200, "..%2f..", "%F0%9F%8E%B2"])
async def test_an_unknown_match_is_not_found(here: House, match_id: str):
    for answer in (
        await here.rest.get(f"/api/matches/{match_id}"),
        await here.rest.get(f"/api/matches/{match_id}", headers=bearer("x")),
        await here.rest.get(f"/api/matches/{match_id}/replay"),
        await here.rest.post(f"/api/matches/{match_id}/join"),
        await here.rest.post(f"/api/matches/{match_id}/rematch", headers=bearer("x")),
    ):
        assert answer.status_code == 404
        assert fault(answer)["code"] in ("game_not_found", "not_found")


async def test_a_seat_is_taken_under_a_name_and_returns_a_token(here: House):
    table = await here.open(num_bots=0, seating="chosen")
    joined = await here.join(table["match_id"], player_name="  Ada ", seat=1)
    assert (joined["match_id"], joined["player_id"]) == (table["match_id"], "p1")
    assert len(joined["seat_token"]) >= 43
    seats = (await here.show(table["match_id"]))["seats"]
    assert seats[1]["name"] == "Ada"
    assert seats[0].get("name") is None


async def test_a_player_without_a_name_gets_one(here: House):
    table = await here.open("liarsdice", seats=3, num_bots=0)
    for asked in ({}, {"player_name": ""}, {"player_name": None}):
        await here.join(table["match_id"], **asked)
    names = [seat["name"] for seat in (await here.show(table["match_id"]))["seats"]]
    assert sorted(names) == ["Player 1", "Player 2", "Player 3"]


@pytest.mark.parametrize("name", ["PLAYER 1", "\uff30layer 1", "player\u00a01"])
async def test_a_generated_name_that_looks_like_a_taken_one_is_skipped(here: House, name: str):
    table = await here.open("liarsdice", seats=3, num_bots=0)
    await here.join(table["match_id"], player_name=name)
    for _ in range(2):
        await asyncio.wait_for(here.join(table["match_id"]), TIMEOUT_S)
    names = {seat["name"] for seat in (await here.show(table["match_id"]))["seats"]}
    assert names == {name, "Player 2", "Player 3"}


@pytest.mark.parametrize("body", [{"player_name": "x" * 41}, {"player_name": "a\0b"}, {"player_name": 7}])
async def test_an_invalid_name_is_refused(here: House, body: dict[str, object]):
    table = await here.open(num_bots=0)
    answer = await here.rest.post(f"/api/matches/{table['match_id']}/join", json=body)
    assert answer.status_code == 400
    assert fault(answer)["field"] == "player_name"


async def test_a_seat_that_does_not_exist_is_refused(here: House):
    table = await here.open(num_bots=0, seating="chosen")
    answer = await here.rest.post(f"/api/matches/{table['match_id']}/join", json={"seat": 2})
    assert answer.status_code == 400
    assert fault(answer)["field"] == "seat"


async def test_taken_seats_names_and_full_tables_are_refused(here: House):
    table = await here.open(num_bots=0, seating="chosen")
    path = f"/api/matches/{table['match_id']}/join"
    await here.join(table["match_id"], player_name="Ada", seat=0)

    async def code(**asked) -> str:
        answer = await here.rest.post(path, json=asked)
        assert answer.status_code == 409
        return str(fault(answer)["code"])

    assert await code(player_name="Grace", seat=0) == "seat_taken"
    assert await code(player_name="ADA") == "name_taken"
    await here.join(table["match_id"], player_name="Grace")
    assert await code(player_name="Edsger") in ("game_full", "game_started")


async def test_a_player_cannot_take_two_seats(here: House):
    table = await here.open(num_bots=0)
    joined = await here.join(table["match_id"])
    answer = await here.rest.post(f"/api/matches/{table['match_id']}/join", headers=bearer(joined["seat_token"]))
    assert answer.status_code == 409
    assert fault(answer)["code"] == "already_in_game"
    assert fault(answer)["details"] == {"player_id": joined["player_id"]}


async def test_a_hundred_simultaneous_joins_take_the_two_seats_once(here: House):
    table = await here.open(num_bots=0)
    path = f"/api/matches/{table['match_id']}/join"
    answers = await asyncio.gather(*[here.rest.post(path, json={"player_name": f"P{n}"}) for n in range(100)])
    joined = [answer.json() for answer in answers if answer.status_code == 201]
    assert sorted(seat["player_id"] for seat in joined) == ["p0", "p1"]
    assert {answer.status_code for answer in answers} == {201, 409}


@pytest.mark.parametrize("sent", ["Bearer wrong", "Bearer", "Basic YTpi", "Bearer a b", "Bearer " + "x" * 300, ""])
async def test_an_unknown_token_is_refused(here: House, sent: str):
    match_id, _, _ = await two_players(here)
    for method, path in (("GET", ""), ("GET", "/replay"), ("POST", "/join"), ("POST", "/rematch")):
        answer = await here.rest.request(method, f"/api/matches/{match_id}{path}", headers={"Authorization": sent})
        assert answer.status_code == 401
        assert fault(answer)["code"] == "wrong_token"
        assert "x" * 300 not in answer.text
        assert answer.headers["www-authenticate"].startswith("Bearer")


async def test_a_token_is_valid_only_for_its_own_match(here: House):
    match_id, _, _ = await two_players(here)
    _, other, _ = await two_players(here)
    assert (await here.rest.get(f"/api/matches/{match_id}", headers=bearer(other))).status_code == 401


async def test_each_seat_sees_its_own_hand_and_spectators_see_none(here: House):
    match_id, first, second = await two_players(here, game="liarsdice")
    mine, yours = await here.show(match_id, first), await here.show(match_id, second)
    anybody = await here.show(match_id)
    assert (mine["player_id"], yours["player_id"]) == ("p0", "p1")
    assert "player_id" not in anybody
    assert mine["view"]["game"] != yours["view"]["game"]
    assert anybody["view"]["game"] not in (mine["view"]["game"], yours["view"]["game"])
    assert "actions" not in anybody["view"]


async def test_fixed_chance_is_in_no_answer_until_the_end(here: House):
    secret = {"cards": 13, "prizes": [7, 13, 1, 9, 3, 12, 2, 8, 6, 11, 5, 10, 4]}
    match_id, first, second = await two_players(here, game="goofspiel", options=secret)
    for path in ("/api/matches", f"/api/matches/{match_id}", f"/api/matches/{match_id}/replay"):
        for token in (None, first, second):
            answer = await here.rest.get(path, headers=bearer(token) if path != "/api/matches" else {})
            assert "prizes" not in answer.text.replace("prizes_left", "")
            assert "7,13,1" not in answer.text
            assert '"fixed":true' in answer.text


async def test_a_table_without_spectators_is_shown_only_to_its_players_until_the_end(here: House):
    match_id, first, second = await two_players(here, spectators=False)
    anybody = await here.show(match_id)
    assert "view" not in anybody
    assert (await here.show(match_id, first))["view"]
    refused = await here.rest.get(f"/api/matches/{match_id}/replay")
    assert refused.status_code == 403
    assert fault(refused)["code"] == "spectators_not_allowed"
    assert (await here.rest.get(f"/api/matches/{match_id}/replay", headers=bearer(first))).status_code == 200
    await play_to_the_end(here, match_id, first, second)
    assert (await here.rest.get(f"/api/matches/{match_id}/replay")).status_code == 200
    assert (await here.show(match_id))["view"]


async def test_at_a_delayed_table_only_the_players_see_who_is_ready(here: House):
    """When the last player is ready, the match begins; spectators may not know that yet."""
    table = await here.open("liarsdice", seats=2, num_bots=0, start="ready", spectator_delay_ms=3_600_000)
    match_id = table["match_id"]
    first, second = [(await here.join(match_id, player_name=name))["seat_token"] for name in ("Ada", "Grace")]
    before = await here.show(match_id)
    assert {seat["name"] for seat in before["seats"]} == {"Ada", "Grace"}
    async with connect(here.url, match_id) as one, connect(here.url, match_id) as other:
        await one.join(token=first)
        await other.join(token=second)
        await one.ready()
        await other.next(PlayerReady)
        assert any(seat.get("is_ready") for seat in (await here.show(match_id, second))["seats"])
        assert await here.show(match_id) == before
        await other.ready()
        await one.until(lambda table: table.view is not None)
    assert (await here.show(match_id, first))["status"] == "active"
    assert await here.show(match_id) == before


async def test_the_replay_of_a_running_match_contains_what_its_viewer_has_seen(here: House):
    match_id, first, _ = await two_players(here, game="liarsdice")
    mine = (await here.rest.get(f"/api/matches/{match_id}/replay", headers=bearer(first))).json()
    anybody = (await here.rest.get(f"/api/matches/{match_id}/replay")).json()
    assert mine["events"] != anybody["events"]
    for replay in (mine, anybody):
        assert not {"record", "seed", "turns"} & set(replay)
        assert 0 < len(replay["events"]) <= replay["number"]


async def test_the_replay_of_a_finished_match_can_be_played_again(here: House):
    match_id, first, second = await two_players(here, game="liarsdice")
    commitment = (await here.show(match_id))["commitment"]
    await play_to_the_end(here, match_id, first, second)
    replay = (await here.rest.get(f"/api/matches/{match_id}/replay")).json()
    match = Match.from_record(replay["record"])
    assert match.is_over
    assert match.result is not None
    assert match.result.reason == "resignation"
    assert len(replay["events"]) == len(match.events)
    assert replay["commitment"] == commitment


async def test_the_players_of_a_finished_match_meet_again_at_one_table(here: House):
    match_id, first, second = await two_players(here)
    early = await here.rest.post(f"/api/matches/{match_id}/rematch", headers=bearer(first))
    assert early.status_code == 409
    assert fault(early)["code"] == "game_started"
    await play_to_the_end(here, match_id, first, second)
    path = f"/api/matches/{match_id}/rematch"
    answers = await asyncio.gather(*[here.rest.post(path, headers=bearer(token)) for token in (first, second)])
    joined = [answer.json() for answer in answers]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert joined[0]["match_id"] == joined[1]["match_id"] != match_id
    assert {seat["player_id"] for seat in joined} == {"p0", "p1"}
    assert (await here.show(joined[0]["match_id"]))["status"] == "active"


async def test_a_rematch_counts_as_a_table_of_its_opener(tmp_path: Path):
    async with house(tmp_path, matches_per_address=2) as strict:
        match_id, first, second = await two_players(strict)
        await play_to_the_end(strict, match_id, first, second)
        path = f"/api/matches/{match_id}/rematch"
        for token in (first, second, first):
            assert (await strict.rest.post(path, headers=bearer(token))).status_code == 201
        assert (await strict.rest.post("/api/matches", json={"game": "tictactoe"})).status_code == 429
    async with house(tmp_path, matches_per_address=1) as strict:
        match_id, first, second = await two_players(strict)
        await play_to_the_end(strict, match_id, first, second)
        answer = await strict.rest.post(f"/api/matches/{match_id}/rematch", headers=bearer(first))
        assert (answer.status_code, fault(answer)["code"]) == (429, "too_fast")


async def test_only_players_can_ask_for_a_rematch(here: House):
    match_id, _, _ = await two_players(here)
    answer = await here.rest.post(f"/api/matches/{match_id}/rematch")
    assert answer.status_code == 401
    assert fault(answer)["code"] == "wrong_token"


async def test_a_full_server_refuses_new_tables(tmp_path: Path):
    async with house(tmp_path, max_matches=2) as full:
        await full.open()
        await full.open()
        answer = await full.rest.post("/api/matches", json={"game": "tictactoe"})
        assert answer.status_code == 503
        assert fault(answer)["code"] == "server_full"
        assert int(answer.headers["retry-after"]) > 0
        assert len((await full.rest.get("/api/matches")).json()["tables"]) == 2


async def test_finished_matches_do_not_count_for_the_limit(tmp_path: Path):
    async with house(tmp_path, max_matches=2) as small:
        over = [await two_players(small) for _ in range(2)]
        assert (await small.rest.get("/status")).json()["matches"] == 2
        for match in over:
            await play_to_the_end(small, *match)
        assert (await small.rest.get("/status")).json()["matches"] == 0
        for _ in range(2):
            await small.open()
        for match_id, token, _ in over:
            await small.show(match_id, token)
        assert (await small.rest.get("/status")).json()["matches"] == 2


async def test_matches_without_viewers_make_room_for_new_ones(tmp_path: Path):
    async with house(tmp_path, max_matches=2) as small:
        left = [await two_players(small) for _ in range(2)]
        assert (await small.rest.post("/api/matches", json={"game": "tictactoe"})).status_code == 503
        for live in small.node.lives.values():
            live.last_used -= 60
        await small.open()
        for match_id, token, _ in left:
            assert (await small.show(match_id, token))["status"] == "active"


async def test_simultaneous_requests_open_only_as_many_tables_as_the_limit_allows(tmp_path: Path):
    async with house(tmp_path, max_matches=3) as small:
        asked = [small.rest.post("/api/matches", json={"game": "tictactoe"}) for _ in range(12)]
        answers = await asyncio.gather(*asked)
        assert sorted(answer.status_code for answer in answers) == [201] * 3 + [503] * 9


async def test_the_application_starts_its_node_and_closes_it_at_the_end(tmp_path: Path):
    store, hall = await open_hall(f"sqlite:///{tmp_path / 'matches.db'}")
    node = Node("a", Settings(), Games(), store, hall, local_bus(lambda topic: None), Workers(1, 1_000))
    said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    app = make_app(node)
    life = asyncio.create_task(app({"type": "lifespan"}, said.get, heard.put))  # type: ignore[arg-type]
    await said.put({"type": "lifespan.startup"})
    assert await heard.get() == {"type": "lifespan.startup.complete"}
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://a", verify=False) as rest:
        assert (await rest.get("/health")).status_code == 200
        await said.put({"type": "lifespan.shutdown"})
        assert await heard.get() == {"type": "lifespan.shutdown.complete"}
        await life
        assert (await rest.get("/health")).status_code == 503
