"""Checks for every request, headers of every answer, metrics, and secrets that no answer or log may contain."""

import logging
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from gamenight.client import connect
from gamenight.protocol.messages import ActionCommitted
from tests.minigames.nim import Nim
from tests.server.site import House, bearer, fault, house

PAGE = Path(__file__).parents[2] / "docs" / "server.md"

pytestmark = pytest.mark.asyncio(loop_scope="module")


class Leaky(Nim):
    """Raises when it is asked about its options, and quotes a secret."""

    game_id = "mini-leaky"

    def validate_config(self, options: Any, players: int) -> list[str]:
        raise LookupError("no rule for the ace of spades")


GAMES = (f"{__name__}:Leaky", "tests.minigames.auction:HiddenAuction")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def here(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    origins = ("https://Play.example",)
    async with house(tmp_path_factory.mktemp("house"), GAMES, origins=origins, pace_ms=100) as served:
        yield served


@pytest.mark.parametrize("path", ["/health", "/status", "/metrics", "/schema", "/api/games", "/api/nothing", "/"])
async def test_every_answer_has_security_headers(here: House, path: str):
    headers = (await here.rest.get(path)).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert len(headers.get_list("content-type")) == 1


async def test_answers_about_matches_are_not_cached(here: House):
    for path in ("/api/matches", "/api/games", "/api/matches/none"):
        assert (await here.rest.get(path)).headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "method, path, status, code",
    [
        ("GET", "/nothing", 404, "not_found"),
        ("GET", "/api", 404, "not_found"),
        ("GET", "/ws/lobby", 404, "not_found"),
        ("DELETE", "/api/matches", 405, "method_not_allowed"),
        ("POST", "/health", 405, "method_not_allowed"),
        ("GET", "/api/matches/none", 404, "game_not_found"),
    ],
)
async def test_every_refusal_has_the_same_shape(here: House, method: str, path: str, status: int, code: str):
    answer = await here.rest.request(method, path)
    assert answer.status_code == status
    assert fault(answer)["code"] == code


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "https://play.example.evil", "http://127.0.0.1:1"])
async def test_pages_of_other_sites_cannot_change_anything(here: House, origin: str):
    answer = await here.rest.post("/api/matches", json={"game": "tictactoe"}, headers={"Origin": origin})
    assert answer.status_code == 403
    assert fault(answer)["code"] == "wrong_origin"
    assert "access-control-allow-origin" not in answer.headers
    reading = await here.rest.get("/api/games", headers={"Origin": origin})
    assert "access-control-allow-origin" not in reading.headers


async def test_pages_of_this_site_and_of_allowed_origins_may_open_tables(here: House):
    for origin in (here.url, "https://play.example"):
        answer = await here.rest.post("/api/matches", json={"game": "tictactoe"}, headers={"Origin": origin})
        assert answer.status_code == 201
    assert answer.headers["access-control-allow-origin"] == "https://play.example"


async def test_a_browser_may_send_a_preflight_request(here: House):
    asked = {"Origin": "https://play.example", "Access-Control-Request-Method": "POST"}
    asked["Access-Control-Request-Headers"] = "authorization,content-type"
    answer = await here.rest.options("/api/matches", headers=asked)
    assert answer.status_code == 204
    assert answer.headers["access-control-allow-origin"] == "https://play.example"
    assert "authorization" in answer.headers["access-control-allow-headers"].lower()


async def test_too_many_requests_get_429_with_retry_after(tmp_path: Path):
    async with house(tmp_path, requests_per_address=5) as strict:
        answers = [await strict.rest.get("/status") for _ in range(8)]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 3
        assert fault(answers[-1])["code"] == "too_fast"
        assert int(answers[-1].headers["retry-after"]) == fault(answers[-1])["details"]["retry_after_s"] == 12
        assert answers[-1].headers["x-content-type-options"] == "nosniff"
        assert (await strict.rest.get("/health")).status_code == 200


async def test_opening_too_many_tables_gets_429_with_retry_after(tmp_path: Path):
    """A request that is refused for another reason does not count."""
    async with house(tmp_path, matches_per_address=2) as strict:
        for _ in range(5):
            assert (await strict.rest.post("/api/matches", json={"game": "none"})).status_code == 400
        await strict.open()
        await strict.open()
        answer = await strict.rest.post("/api/matches", json={"game": "tictactoe"})
        assert answer.status_code == 429
        assert fault(answer)["code"] == "too_fast"
        assert int(answer.headers["retry-after"]) == 1_800
        assert len((await strict.rest.get("/api/matches")).json()["tables"]) == 2


async def test_errors_are_logged_without_their_message(here: House, caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.DEBUG):
        answer = await here.rest.post("/api/matches", json={"game": "mini-leaky"})
    assert answer.status_code == 500
    assert fault(answer)["code"] == "internal_error"
    assert "PluginError" in caplog.text
    assert "ace of spades" not in caplog.text + answer.text


async def test_no_token_is_in_any_log_or_list(here: House, caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.DEBUG):
        table = await here.open(num_bots=0)
        token = (await here.join(table["match_id"]))["seat_token"]
        await here.show(table["match_id"], token)
        path = f"/api/matches/{table['match_id']}"
        wrong = await here.rest.get(path, headers=bearer(token + "x"))
        again = await here.rest.post(f"{path}/join", headers=bearer(token))
        pages = [await here.rest.get(page) for page in (path, "/api/matches", "/metrics", "/status")]
    assert wrong.status_code == 401
    assert token not in caplog.text + wrong.text + again.text + "".join(page.text for page in pages)


def turns_counted(text: str) -> dict[str, float]:
    return {game: float(count) for game, count in re.findall(r'^gamenight_turns_total{game="(.*)"} (.*)$', text, re.M)}


def quiet(text: str) -> str:
    """The metrics, except for the requests: to read them is one."""
    return "".join(line for line in text.splitlines(keepends=True) if "http_requests" not in line)


async def test_requests_are_counted_by_their_route_and_never_by_an_id(here: House):
    table = await here.open()
    await here.show(table["match_id"])
    await here.rest.get("/api/matches/none")
    await here.rest.get("/some/where/else")
    answer = await here.rest.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert 'gamenight_http_requests_total{route="/api/matches/{match_id}",status="404"}' in answer.text
    assert 'gamenight_http_requests_total{route="other",status="404"}' in answer.text
    assert table["match_id"] not in answer.text
    assert "else" not in answer.text
    assert "process_cpu" not in answer.text


async def test_a_hidden_answer_changes_no_metric(here: House):
    table = await here.open("mini-hidden-auction", seats=3, num_bots=0, options={"purses": [[3, 3, 3], [3, 3, 3]]})
    match_id = table["match_id"]
    tokens = [(await here.join(match_id))["seat_token"] for _ in range(3)]
    async with connect(here.url, match_id) as one, connect(here.url, match_id) as two:
        await one.join(token=tokens[0])
        await two.join(token=tokens[1])
        for client in (one, two):
            before = quiet((await here.rest.get("/metrics")).text)
            await client.act("bid", {"height": 1})
            await client.next(ActionCommitted)
            assert quiet((await here.rest.get("/metrics")).text) == before


@pytest.mark.parametrize("kept", [{"private": True}, {"spectators": False}, {"spectator_delay_ms": 100}], ids=str)
async def test_turns_at_tables_that_are_not_public_are_not_counted(here: House, kept: dict[str, Any]):
    before = turns_counted((await here.rest.get("/metrics")).text)
    await resigned(here, **kept)
    assert turns_counted((await here.rest.get("/metrics")).text) == before


async def test_public_turns_are_counted(here: House):
    before = turns_counted((await here.rest.get("/metrics")).text).get("tictactoe", 0)
    await resigned(here)
    assert turns_counted((await here.rest.get("/metrics")).text)["tictactoe"] > before


async def test_the_status_reveals_nothing_about_the_machine(here: House):
    assert (await here.rest.get("/status")).json().keys() == {
        *("matches", "max_matches", "connections", "max_connections", "bus", "bots_thinking", "bots_waiting")
    }


async def resigned(here: House, **asked: Any) -> None:
    """A match of two people in which one of them has resigned."""
    table = await here.open("tictactoe", num_bots=0, **asked)
    tokens = [(await here.join(table["match_id"]))["seat_token"] for _ in range(2)]
    async with connect(here.url, table["match_id"]) as one, connect(here.url, table["match_id"]) as other:
        await one.join(token=tokens[0])
        await other.join(token=tokens[1])
        await one.resign()
        await other.next("game_over")


async def test_the_schema_has_every_documented_path_and_all_referenced_types(here: House):
    answer = await here.rest.get("/schema")
    schema = answer.json()
    assert (await here.rest.get("/schema/openapi.json")).json() == schema
    found = {f"{method.upper()} {path}" for path, methods in schema["paths"].items() for method in methods}
    assert found == set(re.findall(r"^\| \[`((?:GET|POST) \S+)`\]", PAGE.read_text(), re.M))
    for reference in set(re.findall(r'"#/components/schemas/([^"]*)"', answer.text)):
        assert reference in schema["components"]["schemas"]
    asked = schema["paths"]["/api/matches"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert asked == {"$ref": "#/components/schemas/OpenTable"}
    assert {parameter["name"] for parameter in schema["paths"]["/api/matches"]["get"]["parameters"]} == {
        "game",
        "status",
        "limit",
        "after",
    }
    for path in schema["paths"].values():
        for operation in path.values():
            for status, said in operation["responses"].items():
                if int(status) >= 400:
                    content = said["content"]["application/json"]["schema"]
                    assert content == {"$ref": "#/components/schemas/Fault"}


async def test_the_schema_has_no_page_that_loads_code_from_other_sites(here: House):
    for page in ("/schema", "/schema/swagger", "/schema/redoc", "/schema/elements", "/schema/rapidoc"):
        answer = await here.rest.get(page)
        assert page == "/schema" or fault(answer)["code"] == "not_found"
        assert "html" not in answer.headers["content-type"]
        assert "cdn" not in answer.text
